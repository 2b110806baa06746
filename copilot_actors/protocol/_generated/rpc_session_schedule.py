"""Types and methods: rpc_session_schedule.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from types import NoneType

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "ScheduleAddResult",
    "ScheduleEntry",
    "ScheduleHasSelfPacedResult",
    "ScheduleList",
    "ScheduleStopResult",
    "SessionScheduleAddAtParams",
    "SessionScheduleAddCronParams",
    "SessionScheduleAddParams",
    "SessionScheduleAddSelfPacedParams",
    "SessionScheduleRearmSelfPacedParams",
    "SessionScheduleRpc",
    "SessionScheduleStopParams",
]


class ScheduleAddResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of registering or re-arming a scheduled prompt.

    Attributes:
        entry: The registered or updated schedule entry.
        error: User-facing validation error, when registration failed.
    """

    entry: ScheduleEntry | None = None
    error: str | None = None


class ScheduleEntry(WireStruct, frozen=True, kw_only=True, gc=False):
    """Scheduled prompt entry with ID, timing (`intervalMs`, `cron`, or `at`), prompt text,
    recurrence, and next run time.

    Attributes:
        id: Sequential id assigned by the runtime within the session. Stable across resumes
            (rebuilt from the event log).
        interval_ms: Interval between scheduled ticks, in milliseconds (relative-interval
            schedules).
        cron: 5-field cron expression for a recurring calendar schedule, evaluated in `tz`.
        tz: IANA timezone the `cron` expression is evaluated in.
        at: Absolute fire time (epoch milliseconds) for a one-shot calendar schedule.
        prompt: Prompt text that gets enqueued on every tick.
        recurring: Whether the schedule re-arms after each tick (`/every`) or fires once
            (`/after`).
        self_paced: True for a self-paced (`dynamic`) schedule: no fixed cadence; the model arms
            each next run via the `manage_schedule` `wakeup` action. `nextRunAt` is
            model-controlled.
        display_prompt: Display-only label for the prompt as shown in the UI (e.g. `/skill-name`
            for a skill-invocation schedule). The actual enqueued prompt is `prompt`.
        next_run_at: ISO 8601 timestamp when the next tick is scheduled to fire.
    """

    id: int
    interval_ms: int | None = None
    cron: str | None = None
    tz: str | None = None
    at: int | None = None
    prompt: str
    recurring: bool
    self_paced: bool | None = None
    display_prompt: str | None = None
    next_run_at: str


class ScheduleHasSelfPacedResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Whether the session currently has an active self-paced schedule.

    Attributes:
        has_self_paced: True when at least one active schedule is self-paced.
    """

    has_self_paced: bool


class ScheduleList(WireStruct, frozen=True, kw_only=True):
    """Snapshot of the currently active recurring prompts for this session.

    Attributes:
        entries: Active scheduled prompts, ordered by id.
    """

    entries: list[ScheduleEntry]


class ScheduleStopResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Remove a scheduled prompt by id. The result entry is omitted if the id was unknown.

    Attributes:
        entry: The removed entry, or omitted if no entry matched.
    """

    entry: ScheduleEntry | None = None


class SessionScheduleAddParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.schedule.add``."""

    interval: str
    prompt: str
    recurring: bool | None = None
    display_prompt: str | None = None


class SessionScheduleAddAtParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.schedule.addAt``."""

    at: int
    prompt: str
    recurring: bool | None = None
    display_prompt: str | None = None


class SessionScheduleAddCronParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.schedule.addCron``."""

    cron: str
    prompt: str
    recurring: bool | None = None
    display_prompt: str | None = None
    tz: str | None = None


class SessionScheduleAddSelfPacedParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.schedule.addSelfPaced``."""

    prompt: str
    display_prompt: str | None = None


class SessionScheduleRearmSelfPacedParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.schedule.rearmSelfPaced``."""

    id: int
    at: int


class SessionScheduleStopParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.schedule.stop``."""

    id: int


class SessionScheduleRpc(RpcNamespace):
    """``session.schedule.*``."""

    __slots__ = ()

    async def add(
        self,
        *,
        interval: str,
        prompt: str,
        recurring: bool | None = None,
        display_prompt: str | None = None,
        rpc_timeout: float | None = None,
    ) -> ScheduleAddResult:
        """Registers a relative-interval scheduled prompt.

        ``session.schedule.add`` on the wire; experimental, internal.

        Args:
            interval: Human-readable interval such as `30s`, `5m`, or `2h`.
            prompt: Prompt text to enqueue when the schedule fires.
            recurring: Whether the schedule should re-arm after each tick. Defaults to true.
            display_prompt: Optional display-only prompt label.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of registering or re-arming a scheduled prompt.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.schedule.add",
            SessionScheduleAddParams(
                interval=interval,
                prompt=prompt,
                recurring=recurring,
                display_prompt=display_prompt,
            ),
            ScheduleAddResult,
            rpc_timeout,
        )

    async def add_at(
        self,
        *,
        at: int,
        prompt: str,
        recurring: bool | None = None,
        display_prompt: str | None = None,
        rpc_timeout: float | None = None,
    ) -> ScheduleAddResult:
        """Registers an absolute-time scheduled prompt.

        ``session.schedule.addAt`` on the wire; experimental, internal.

        Args:
            at: Epoch milliseconds when the prompt should fire.
            prompt: Prompt text to enqueue when the schedule fires.
            recurring: Whether the schedule should re-arm after each tick. Defaults to false.
            display_prompt: Optional display-only prompt label.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of registering or re-arming a scheduled prompt.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.schedule.addAt",
            SessionScheduleAddAtParams(
                at=at,
                prompt=prompt,
                recurring=recurring,
                display_prompt=display_prompt,
            ),
            ScheduleAddResult,
            rpc_timeout,
        )

    async def add_cron(
        self,
        *,
        cron: str,
        prompt: str,
        recurring: bool | None = None,
        display_prompt: str | None = None,
        tz: str | None = None,
        rpc_timeout: float | None = None,
    ) -> ScheduleAddResult:
        """Registers a recurring cron scheduled prompt.

        ``session.schedule.addCron`` on the wire; experimental, internal.

        Args:
            cron: 5-field cron expression.
            prompt: Prompt text to enqueue when the schedule fires.
            recurring: Whether the schedule should re-arm after each tick. Defaults to true.
            display_prompt: Optional display-only prompt label.
            tz: IANA timezone for evaluating the cron expression.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of registering or re-arming a scheduled prompt.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.schedule.addCron",
            SessionScheduleAddCronParams(
                cron=cron,
                prompt=prompt,
                recurring=recurring,
                display_prompt=display_prompt,
                tz=tz,
            ),
            ScheduleAddResult,
            rpc_timeout,
        )

    async def add_self_paced(
        self,
        *,
        prompt: str,
        display_prompt: str | None = None,
        rpc_timeout: float | None = None,
    ) -> ScheduleAddResult:
        """Registers a self-paced scheduled prompt.

        ``session.schedule.addSelfPaced`` on the wire; experimental, internal.

        Args:
            prompt: Prompt text to enqueue when the schedule fires.
            display_prompt: Optional display-only prompt label.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of registering or re-arming a scheduled prompt.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.schedule.addSelfPaced",
            SessionScheduleAddSelfPacedParams(
                prompt=prompt,
                display_prompt=display_prompt,
            ),
            ScheduleAddResult,
            rpc_timeout,
        )

    async def has_self_paced(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> ScheduleHasSelfPacedResult:
        """Reports whether the session has an active self-paced scheduled prompt.

        ``session.schedule.hasSelfPaced`` on the wire; experimental, internal.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Whether the session currently has an active self-paced schedule.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.schedule.hasSelfPaced",
            None,
            ScheduleHasSelfPacedResult,
            rpc_timeout,
        )

    async def hydrate(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> None:
        """Hydrates the native schedule registry from persisted session events.

        ``session.schedule.hydrate`` on the wire; experimental, internal.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.schedule.hydrate",
            None,
            NoneType,
            rpc_timeout,
        )

    async def list(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> ScheduleList:
        """Lists the session's currently active scheduled prompts.

        ``session.schedule.list`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Snapshot of the currently active recurring prompts for this session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.schedule.list",
            None,
            ScheduleList,
            rpc_timeout,
        )

    async def rearm_self_paced(
        self,
        *,
        id: int,
        at: int,
        rpc_timeout: float | None = None,
    ) -> ScheduleAddResult:
        """Re-arms an active self-paced scheduled prompt.

        ``session.schedule.rearmSelfPaced`` on the wire; experimental, internal.

        Args:
            id: Id of the self-paced scheduled prompt.
            at: Epoch milliseconds when the prompt should next fire.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of registering or re-arming a scheduled prompt.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.schedule.rearmSelfPaced",
            SessionScheduleRearmSelfPacedParams(
                id=id,
                at=at,
            ),
            ScheduleAddResult,
            rpc_timeout,
        )

    async def stop(
        self,
        *,
        id: int,
        rpc_timeout: float | None = None,
    ) -> ScheduleStopResult:
        """Removes a scheduled prompt by id.

        ``session.schedule.stop`` on the wire; experimental.

        Args:
            id: Id of the scheduled prompt to remove.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Remove a scheduled prompt by id. The result entry is omitted if the id was unknown.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.schedule.stop",
            SessionScheduleStopParams(
                id=id,
            ),
            ScheduleStopResult,
            rpc_timeout,
        )
