"""The classes of the asyncio bridge: the trio API's methods, for asyncio tasks.

Written by copilot_actors/_tools/gen_borders.py from the classes of the client; do not edit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeVar, Unpack, cast, overload

from msgspec import UNSET

from copilot_actors import client as trio_side

from ._base import ClientBase, Facade, SessionBase

if TYPE_CHECKING:
    import signal
    from collections.abc import (
        AsyncIterator,
        Awaitable,
        Callable,
        Collection,
        Coroutine,
        Mapping,
        Sequence,
    )
    from contextlib import AbstractAsyncContextManager
    from msgspec import UnsetType
    from copilot_actors._errors import ConnectionFault, JsonValue
    from copilot_actors._session_id import SessionId
    from copilot_actors.client._agent_host import HostedSessionFactory, HostedSessionRequest
    from copilot_actors.client._auto_tiers import AutoTierInfo
    from copilot_actors.client._client_events import LifecycleType
    from copilot_actors.client._client_values import Pong
    from copilot_actors.client._connection._features import Features
    from copilot_actors.client._connection._link import (
        ClientState,
        HostEvent,
        Lifecycle,
        LifecycleRef,
    )
    from copilot_actors.client._drain import DrainReport
    from copilot_actors.client._handlers._canvases import Canvas
    from copilot_actors.client._handlers._commands import Command
    from copilot_actors.client._handlers._hook_types import HookHandler, Hooks
    from copilot_actors.client._handlers._mcp_requests import (
        McpAuthHandler,
        McpHeadersHandler,
        SamplingHandler,
    )
    from copilot_actors.client._handlers._permissions import PermissionHandler
    from copilot_actors.client._handlers._questions import (
        AutoModeSwitchHandler,
        ElicitationHandler,
        ElicitationResult,
        ExitPlanModeHandler,
        SessionLimitsHandler,
        UserInputHandler,
    )
    from copilot_actors.client._handlers._section_transforms import SectionTransform
    from copilot_actors.client._handlers._skills import SkillProvider
    from copilot_actors.client._handlers._token_providers import BearerTokenProvider
    from copilot_actors.client._handlers._tools import Tool
    from copilot_actors.client._handlers._ui import TextFormat
    from copilot_actors.client._listing import SessionFilter, SessionSummary
    from copilot_actors.client._options._fields import SessionOptionFields
    from copilot_actors.client._options._providers import ModelCapabilities
    from copilot_actors.client._options._session_options import EventHandler, SessionOptions
    from copilot_actors.client._prune import PruneProgress, PruneReport
    from copilot_actors.client._session._compaction import CompactionResult, CompactionStatus
    from copilot_actors.client._session._event_filter import HandlerResult
    from copilot_actors.client._session._handlers import NoteLevel
    from copilot_actors.client._session._ledger_writer import PendingPrompt
    from copilot_actors.client._session._model_control import CurrentModel, ModelSwitch, TierSwitch
    from copilot_actors.client._session._record import AbortResult
    from copilot_actors.client._session._subscriptions import SubscriptionRef
    from copilot_actors.client._session._turn import SendFields, TurnFields, TurnResult
    from copilot_actors.client._session._workspace import WorkspaceCheckpoint
    from copilot_actors.client._statistics import Statistics
    from copilot_actors.otp import ChildInfo
    from copilot_actors.protocol import EventData, SessionEvent
    from copilot_actors.protocol.events import TypedEvent

    E1 = TypeVar("E1", bound=TypedEvent[object])
    E2 = TypeVar("E2", bound=TypedEvent[object])
    E3 = TypeVar("E3", bound=TypedEvent[object])

T = TypeVar("T")


class AgentHost(Facade[trio_side.AgentHost]):
    """As ``copilot_actors.AgentHost``, for tasks of asyncio."""

    __slots__ = ()

    @property
    def url(self) -> str:
        """WebSocket address for programs that speak AHP."""
        return self._inner.url

    @property
    def token(self) -> str:
        """Secret; what they present, as the query ``tkn``."""
        return self._inner.token

    async def publish(self, session: Session) -> str:
        """Show a session of this client to those who connect; after each restart of the CLI too.

        Arguments, limits, errors: as ``copilot_actors.AgentHost.publish``.
        """
        return await self._call(self._inner.publish(session._inner))

    async def unpublish(self, session: Session) -> bool:
        """Take a session back; it goes on. Return whether it was published.

        Arguments, limits, errors: as ``copilot_actors.AgentHost.unpublish``.
        """
        return await self._call(self._inner.unpublish(session._inner))

    async def list_sessions(self) -> list[JsonValue]:
        """What those who connect are shown, sessions of earlier hosts of this store among it.

        Arguments, limits, errors: as ``copilot_actors.AgentHost.list_sessions``.
        """
        return await self._call(self._inner.list_sessions())


class SessionUi(Facade[trio_side.SessionUi]):
    """As ``copilot_actors.SessionUi``, for tasks of asyncio."""

    __slots__ = ()

    async def elicitation(
        self,
        message: str,
        requested_schema: Mapping[str, JsonValue],
        *,
        timeout: float | None = None,
    ) -> ElicitationResult:
        """Show a form and return what the person did with it.

        Arguments, limits, errors: as ``copilot_actors.SessionUi.elicitation``.
        """
        return await self._call(
            self._inner.elicitation(message, self._adapted(requested_schema), timeout=timeout)
        )

    async def confirm(self, message: str, *, timeout: float | None = None) -> bool:
        """Ask for a yes; anything else is a no.

        Arguments, limits, errors: as ``copilot_actors.SessionUi.confirm``.
        """
        return await self._call(self._inner.confirm(message, timeout=timeout))

    async def select(
        self, message: str, options: Sequence[str], *, timeout: float | None = None
    ) -> str | None:
        """Let the person choose; ``None`` if none was chosen.

        Arguments, limits, errors: as ``copilot_actors.SessionUi.select``.
        """
        return await self._call(
            self._inner.select(message, self._adapted(options), timeout=timeout)
        )

    async def input(
        self,
        message: str,
        *,
        title: str | None = None,
        description: str | None = None,
        min_length: int | None = None,
        max_length: int | None = None,
        format: TextFormat | None = None,
        default: str | None = None,
        timeout: float | None = None,
    ) -> str | None:
        """Ask for a line of text; ``None`` if none was given.

        Arguments, limits, errors: as ``copilot_actors.SessionUi.input``.
        """
        return await self._call(
            self._inner.input(
                message,
                title=title,
                description=description,
                min_length=min_length,
                max_length=max_length,
                format=self._adapted(format),
                default=default,
                timeout=timeout,
            )
        )


class SessionWorkspace(Facade[trio_side.SessionWorkspace]):
    """As ``copilot_actors.SessionWorkspace``, for tasks of asyncio."""

    __slots__ = ()

    async def list_files(self) -> tuple[str, ...]:
        """Return the paths of all files, sorted; relative to the ``files`` folder.

        Arguments, limits, errors: as ``copilot_actors.SessionWorkspace.list_files``.
        """
        return await self._call(self._inner.list_files())

    async def read_file(self, path: str) -> str | None:
        """Return the text of a file, or ``None`` if there is no such file.

        Arguments, limits, errors: as ``copilot_actors.SessionWorkspace.read_file``.
        """
        return await self._call(self._inner.read_file(path))

    async def write_file(self, path: str, content: str) -> None:
        """Write a file, whether there is one or not; missing folders are made.

        Arguments, limits, errors: as ``copilot_actors.SessionWorkspace.write_file``.
        """
        await self._call(self._inner.write_file(path, content))

    async def read_plan(self) -> str | None:
        """Return the text of the plan (``plan.md``), or ``None`` if there is none.

        Arguments, limits, errors: as ``copilot_actors.SessionWorkspace.read_plan``.
        """
        return await self._call(self._inner.read_plan())

    async def update_plan(self, content: str) -> None:
        """Write the plan; told of by a ``session.plan_changed`` event.

        Arguments, limits, errors: as ``copilot_actors.SessionWorkspace.update_plan``.
        """
        await self._call(self._inner.update_plan(content))

    async def delete_plan(self) -> None:
        """Delete the plan; nothing happens if there is none.

        Arguments, limits, errors: as ``copilot_actors.SessionWorkspace.delete_plan``.
        """
        await self._call(self._inner.delete_plan())

    async def list_checkpoints(self) -> tuple[WorkspaceCheckpoint, ...]:
        """Return the checkpoints that compactions left, oldest first.

        Arguments, limits, errors: as ``copilot_actors.SessionWorkspace.list_checkpoints``.
        """
        return await self._call(self._inner.list_checkpoints())

    async def read_checkpoint(self, number: int) -> str | None:
        """Return the summary of a checkpoint, in Markdown, or ``None`` if there is no such one.

        Arguments, limits, errors: as ``copilot_actors.SessionWorkspace.read_checkpoint``.
        """
        return await self._call(self._inner.read_checkpoint(number))


class Session(SessionBase):
    """As ``copilot_actors.Session``, for tasks of asyncio."""

    __slots__ = ()

    @property
    def session_id(self) -> str:
        """The id; the same here, in the CLI and on disk."""
        return self._inner.session_id

    @property
    def state(self) -> str:
        """What the session is doing."""
        return self._inner.state

    @property
    def model(self) -> str | None:
        """The model that the session uses, or ``None`` as long as the CLI has not said it."""
        return self._inner.model

    @property
    def workspace_path(self) -> str | None:
        """The session's folder in the CLI's store, or ``None`` when it has none."""
        return self._inner.workspace_path

    @property
    def capabilities(self) -> Mapping[str, object]:
        """What the CLI said that this session can do."""
        return self._inner.capabilities

    @property
    def transcript_recovery(self) -> EventData | None:
        """The CLI's report on the last load that repaired a damaged log, else ``None``."""
        return self._inner.transcript_recovery

    async def wait_state(self, *states: str) -> str:
        """Wait until the session is in one of ``states`` and return which.

        Arguments, limits, errors: as ``copilot_actors.Session.wait_state``.
        """
        return await self._call(self._inner.wait_state(*self._adapted(states)))

    async def send(self, prompt: str, **fields: Unpack[SendFields]) -> str:
        """Send a prompt and return its message id, as soon as the CLI has accepted it.

        Arguments, limits, errors: as ``copilot_actors.Session.send``.
        """
        return await self._call(self._inner.send(prompt, **self._adapted(fields)))

    @overload
    async def send_and_wait(
        self, prompt: str, *, response_type: None = None, **fields: Unpack[TurnFields]
    ) -> SessionEvent | None: ...

    @overload
    async def send_and_wait(
        self, prompt: str, *, response_type: type[T], **fields: Unpack[TurnFields]
    ) -> T: ...

    async def send_and_wait(
        self, prompt: str, *, response_type: type[T] | None = None, **fields: Unpack[TurnFields]
    ) -> T | SessionEvent | None:
        """Send a prompt and return the answer of its turn.

        Arguments, limits, errors: as ``copilot_actors.Session.send_and_wait``.
        """
        work = cast(
            "Callable[..., Coroutine[object, object, T | SessionEvent | None]]",
            self._inner.send_and_wait,
        )
        return await self._call(
            work(prompt, response_type=self._adapted(response_type), **self._adapted(fields))
        )

    async def run_turn(self, prompt: str, **fields: Unpack[TurnFields]) -> TurnResult:
        """Send a prompt and return the answer of its turn with what ended it.

        Arguments, limits, errors: as ``copilot_actors.Session.run_turn``.
        """
        return await self._call(self._inner.run_turn(prompt, **self._adapted(fields)))

    async def abort(self) -> AbortResult:
        """Abort the running turn and what is queued behind it; confirmed by the CLI.

        Arguments, limits, errors: as ``copilot_actors.Session.abort``.
        """
        return await self._call(self._inner.abort())

    async def get_messages(self) -> list[SessionEvent]:
        """The session's history as events, oldest first; without ephemeral ones.

        Arguments, limits, errors: as ``copilot_actors.Session.get_messages``.
        """
        return await self._call(self._inner.get_messages())

    async def get_metadata(self) -> dict[str, JsonValue]:
        """What the CLI knows of the session: times, model, folders.

        Arguments, limits, errors: as ``copilot_actors.Session.get_metadata``.
        """
        return await self._call(self._inner.get_metadata())

    async def request(
        self,
        method: str,
        params: Mapping[str, JsonValue] | None = None,
        *,
        timeout: float | None = None,
    ) -> JsonValue:
        """Send any method with this session's id and return the decoded result.

        Arguments, limits, errors: as ``copilot_actors.Session.request``.
        """
        return await self._call(self._inner.request(method, self._adapted(params), timeout=timeout))

    async def disconnect(self) -> None:
        """Release the session: its turn is aborted, its memory freed, its data kept.

        Arguments, limits, errors: as ``copilot_actors.Session.disconnect``.
        """
        await self._call(self._inner.disconnect())

    async def destroy(self) -> None:
        """Release the session: its turn is aborted, its memory freed, its data kept.

        Arguments, limits, errors: as ``copilot_actors.Session.destroy``.
        """
        await self._call(self._inner.destroy())

    @overload
    async def on(
        self, event_class: type[E1], handler: Callable[[E1], HandlerResult], /
    ) -> SubscriptionRef: ...

    @overload
    async def on(
        self,
        event_class: type[E1],
        other_class: type[E2],
        handler: Callable[[E1 | E2], HandlerResult],
        /,
    ) -> SubscriptionRef: ...

    @overload
    async def on(
        self,
        event_class: type[E1],
        second_class: type[E2],
        third_class: type[E3],
        handler: Callable[[E1 | E2 | E3], HandlerResult],
        /,
    ) -> SubscriptionRef: ...

    @overload
    async def on(
        self,
        event_type: str | Sequence[str] | EventHandler,
        *more: str | EventHandler,
        handler: EventHandler | None = None,
        allow_unknown: bool = False,
    ) -> SubscriptionRef: ...

    async def on(
        self, *given: object, allow_unknown: bool = False, **named: object
    ) -> SubscriptionRef:
        """Subscribe a handler: ``on(handler)`` or ``on("assistant.message", handler)``.

        Arguments, limits, errors: as ``copilot_actors.Session.on``.
        """
        work = cast("Callable[..., Coroutine[object, object, SubscriptionRef]]", self._inner.on)
        return await self._call(
            work(*self._adapted(given), allow_unknown=allow_unknown, **self._adapted(named))
        )

    async def off(self, ref: SubscriptionRef) -> None:
        """End a subscription. Idempotent; a dead or foreign reference is a no-op.

        Arguments, limits, errors: as ``copilot_actors.Session.off``.
        """
        await self._call(self._inner.off(self._adapted(ref)))

    @overload
    def events(
        self, event_class: type[E1], /
    ) -> AbstractAsyncContextManager[AsyncIterator[E1]]: ...

    @overload
    def events(
        self, event_class: type[E1], other_class: type[E2], /
    ) -> AbstractAsyncContextManager[AsyncIterator[E1 | E2]]: ...

    @overload
    def events(
        self, event_class: type[E1], second_class: type[E2], third_class: type[E3], /
    ) -> AbstractAsyncContextManager[AsyncIterator[E1 | E2 | E3]]: ...

    @overload
    def events(
        self, *event_types: str, allow_unknown: bool = False
    ) -> AbstractAsyncContextManager[AsyncIterator[SessionEvent]]: ...

    def events(
        self, *event_types: object, allow_unknown: bool = False
    ) -> AbstractAsyncContextManager[AsyncIterator[object]]:
        """Iterate over events, all or of some types, from the entry of the block.

        Arguments, limits, errors: as ``copilot_actors.Session.events``.
        """
        return cast(
            "AbstractAsyncContextManager[AsyncIterator[object]]",
            self._events(event_types, allow_unknown=allow_unknown),
        )

    async def register_permission_handler(self, handler: PermissionHandler | None) -> None:
        """Replace ``on_permission_request``; ``None`` denies everything.

        Arguments, limits, errors: as ``copilot_actors.Session.register_permission_handler``.
        """
        await self._call(self._inner.register_permission_handler(self._adapted(handler)))

    async def register_user_input_handler(self, handler: UserInputHandler | None) -> None:
        """Replace ``on_user_input_request``; ``None`` takes ``ask_user`` from the model.

        Arguments, limits, errors: as ``copilot_actors.Session.register_user_input_handler``.
        """
        await self._call(self._inner.register_user_input_handler(self._adapted(handler)))

    async def register_elicitation_handler(self, handler: ElicitationHandler | None) -> None:
        """Replace ``on_elicitation_request``; ``None`` ends the capability.

        Arguments, limits, errors: as ``copilot_actors.Session.register_elicitation_handler``.
        """
        await self._call(self._inner.register_elicitation_handler(self._adapted(handler)))

    async def register_exit_plan_mode_handler(self, handler: ExitPlanModeHandler | None) -> None:
        """Replace the handler that decides whether plan mode is left; ``None`` refuses.

        Arguments, limits, errors: as ``copilot_actors.Session.register_exit_plan_mode_handler``.
        """
        await self._call(self._inner.register_exit_plan_mode_handler(self._adapted(handler)))

    async def register_auto_mode_switch_handler(
        self, handler: AutoModeSwitchHandler | None
    ) -> None:
        """Replace ``on_auto_mode_switch_request``; ``None`` is never asked.

        Arguments, limits, errors: as ``copilot_actors.Session.register_auto_mode_switch_handler``.
        """
        await self._call(self._inner.register_auto_mode_switch_handler(self._adapted(handler)))

    async def register_session_limits_handler(self, handler: SessionLimitsHandler | None) -> None:
        """Replace ``on_session_limits_request``; ``None`` stops at the limit.

        Arguments, limits, errors: as ``copilot_actors.Session.register_session_limits_handler``.
        """
        await self._call(self._inner.register_session_limits_handler(self._adapted(handler)))

    async def register_mcp_auth_handler(self, handler: McpAuthHandler | None) -> None:
        """Replace ``on_mcp_auth_request``; ``None`` has no token.

        Arguments, limits, errors: as ``copilot_actors.Session.register_mcp_auth_handler``.
        """
        await self._call(self._inner.register_mcp_auth_handler(self._adapted(handler)))

    async def register_mcp_headers_handler(self, handler: McpHeadersHandler | None) -> None:
        """Replace ``on_mcp_headers_request``; ``None`` has no headers.

        Arguments, limits, errors: as ``copilot_actors.Session.register_mcp_headers_handler``.
        """
        await self._call(self._inner.register_mcp_headers_handler(self._adapted(handler)))

    async def register_sampling_handler(self, handler: SamplingHandler | None) -> None:
        """Replace ``on_sampling_request``; ``None`` refuses.

        Arguments, limits, errors: as ``copilot_actors.Session.register_sampling_handler``.
        """
        await self._call(self._inner.register_sampling_handler(self._adapted(handler)))

    async def register_hooks(self, hooks: Hooks | Mapping[str, HookHandler]) -> None:
        """Replace all hooks; an empty mapping ends them.

        Arguments, limits, errors: as ``copilot_actors.Session.register_hooks``.
        """
        await self._call(self._inner.register_hooks(self._adapted(hooks)))

    async def register_commands(self, commands: Sequence[Command]) -> None:
        """Replace all slash commands of this client.

        Arguments, limits, errors: as ``copilot_actors.Session.register_commands``.
        """
        await self._call(self._inner.register_commands(self._adapted(commands)))

    async def register_canvases(self, canvases: Sequence[Canvas]) -> None:
        """Replace all canvases of this client.

        Arguments, limits, errors: as ``copilot_actors.Session.register_canvases``.
        """
        await self._call(self._inner.register_canvases(self._adapted(canvases)))

    async def register_skill_provider(self, provider: SkillProvider | None) -> None:
        """Replace the skill provider.

        Arguments, limits, errors: as ``copilot_actors.Session.register_skill_provider``.
        """
        await self._call(self._inner.register_skill_provider(self._adapted(provider)))

    async def register_section_transforms(self, transforms: Mapping[str, SectionTransform]) -> None:
        """Replace all transforms of the system message.

        Arguments, limits, errors: as ``copilot_actors.Session.register_section_transforms``.
        """
        await self._call(self._inner.register_section_transforms(self._adapted(transforms)))

    async def register_bearer_token_provider(self, provider: BearerTokenProvider | None) -> None:
        """Replace the function that supplies the tokens of model calls.

        Arguments, limits, errors: as ``copilot_actors.Session.register_bearer_token_provider``.
        """
        await self._call(self._inner.register_bearer_token_provider(self._adapted(provider)))

    async def set_extra_options(self, extra: Mapping[str, JsonValue]) -> None:
        """Replace ``SessionOptions.extra``: the CLI is told at once, and at every recovery.

        Arguments, limits, errors: as ``copilot_actors.Session.set_extra_options``.
        """
        await self._call(self._inner.set_extra_options(self._adapted(extra)))

    async def set_tools(self, tools: Sequence[Tool]) -> None:
        """Replace all tools of this client; the model is offered the new ones at its next call.

        Arguments, limits, errors: as ``copilot_actors.Session.set_tools``.
        """
        await self._call(self._inner.set_tools(self._adapted(tools)))

    @property
    def ui(self) -> SessionUi:
        """Forms for the person behind the session, if ``capabilities`` has ``ui.elicitation``."""
        return SessionUi(self._inner.ui, self._bridge)

    async def log(
        self,
        message: str,
        *,
        level: NoteLevel = "info",
        ephemeral: bool = False,
        url: str | None = None,
        tip: str | None = None,
    ) -> str:
        """Write a note into the session's timeline; no model sees it and no turn is touched.

        Arguments, limits, errors: as ``copilot_actors.Session.log``.
        """
        return await self._call(
            self._inner.log(
                message, level=self._adapted(level), ephemeral=ephemeral, url=url, tip=tip
            )
        )

    async def get_current_model(self) -> CurrentModel:
        """The model, its settings and the preferences of automatic routing, as the CLI has them.

        Arguments, limits, errors: as ``copilot_actors.Session.get_current_model``.
        """
        return await self._call(self._inner.get_current_model())

    async def list_auto_tiers(self) -> tuple[AutoTierInfo, ...]:
        """The preferences of automatic routing that GitHub offers this session's account.

        Arguments, limits, errors: as ``copilot_actors.Session.list_auto_tiers``.
        """
        return await self._call(self._inner.list_auto_tiers())

    async def set_model(
        self,
        model: str,
        *,
        reasoning_effort: str | UnsetType = UNSET,
        reasoning_summary: str | UnsetType = UNSET,
        context_tier: str | UnsetType = UNSET,
        model_capabilities: ModelCapabilities | Mapping[str, JsonValue] | UnsetType = UNSET,
        auto_tier: str | UnsetType | None = UNSET,
    ) -> ModelSwitch:
        """Give the session another model, from its next turn on; also after a crash.

        Arguments, limits, errors: as ``copilot_actors.Session.set_model``.
        """
        return await self._call(
            self._inner.set_model(
                model,
                reasoning_effort=reasoning_effort,
                reasoning_summary=reasoning_summary,
                context_tier=context_tier,
                model_capabilities=self._adapted(model_capabilities),
                auto_tier=auto_tier,
            )
        )

    async def set_auto_tier(self, tier: str | None) -> TierSwitch:
        """Tell automatic routing what to prefer; a later turn with the model ``auto`` tries it.

        Arguments, limits, errors: as ``copilot_actors.Session.set_auto_tier``.
        """
        return await self._call(self._inner.set_auto_tier(tier))

    async def set_fusion_tier(self, tier: str) -> None:
        """Choose the tier of the model ``"fusion"``, for CLIs that have it.

        Arguments, limits, errors: as ``copilot_actors.Session.set_fusion_tier``.
        """
        await self._call(self._inner.set_fusion_tier(tier))

    @property
    def workspace(self) -> SessionWorkspace:
        """The files, the plan and the checkpoints that the CLI keeps for the session."""
        return SessionWorkspace(self._inner.workspace, self._bridge)

    @property
    def compacting(self) -> bool:
        """Whether the CLI is compacting the session's history now; a turn may wait for that."""
        return self._inner.compacting

    @property
    def compaction(self) -> CompactionStatus:
        """Whether a compaction runs, how many began, and how the last one ended."""
        return self._inner.compaction

    async def compact(
        self, custom_instructions: str | None = None, *, timeout: float | None = None
    ) -> CompactionResult:
        """Compact the history now and return what came of it.

        Arguments, limits, errors: as ``copilot_actors.Session.compact``.
        """
        return await self._call(self._inner.compact(custom_instructions, timeout=timeout))

    async def cancel_compaction(self) -> bool:
        """Cancel the compaction that runs and return whether there was one to cancel.

        Arguments, limits, errors: as ``copilot_actors.Session.cancel_compaction``.
        """
        return await self._call(self._inner.cancel_compaction())


class Client(ClientBase):
    """As ``copilot_actors.Client``, for tasks of asyncio."""

    __slots__ = ()

    @property
    def state(self) -> ClientState:
        """``starting``, ``connected``, ``reconnecting``, ``failed`` or ``stopped``."""
        return self._inner.state

    @property
    def fault(self) -> ConnectionFault | None:
        """The last fault of a connection, or ``None``."""
        return self._inner.fault

    @property
    def pid(self) -> int | None:
        """Process id of the CLI, or ``None`` when there is none now or it is not ours."""
        return self._inner.pid

    @property
    def port(self) -> int | None:
        """Port of the CLI's server, or ``None`` over stdio."""
        return self._inner.port

    @property
    def cli_version(self) -> str:
        """Version that the CLI named in the handshake, or ``""`` while there is none."""
        return self._inner.cli_version

    @property
    def features(self) -> Features:
        """What the CLI that runs has, by its version and by what it answered so far."""
        return self._inner.features

    async def wait_state(self, *states: ClientState) -> ClientState:
        """Wait until the client is in one of ``states`` and return which.

        Arguments, limits, errors: as ``copilot_actors.Client.wait_state``.
        """
        return await self._call(self._inner.wait_state(*self._adapted(states)))

    def statistics(self) -> Statistics:
        """Counters of what was dropped, late, refused or unknown, and of what is open now.

        Arguments, limits, errors: as ``copilot_actors.Client.statistics``.
        """
        return self._inner.statistics()

    def which_children(self) -> list[ChildInfo]:
        """The children of the client's root supervisor.

        Arguments, limits, errors: as ``copilot_actors.Client.which_children``.
        """
        return self._inner.which_children()

    def dump_tree(self) -> str:
        """The supervision tree as text, without any content of a conversation.

        Arguments, limits, errors: as ``copilot_actors.Client.dump_tree``.
        """
        return self._inner.dump_tree()

    async def create_session(
        self,
        options: SessionOptions | None = None,
        /,
        *,
        session_id: str | SessionId | None = None,
        **overrides: Unpack[SessionOptionFields],
    ) -> Session:
        """Create a session and return its handle.

        Arguments, limits, errors: as ``copilot_actors.Client.create_session``.
        """
        return Session(
            await self._call(
                self._inner.create_session(
                    self._adapted(options), session_id=session_id, **self._adapted(overrides)
                )
            ),
            self._bridge,
        )

    async def resume_session(
        self,
        session_id: str | SessionId,
        options: SessionOptions | None = None,
        /,
        **overrides: Unpack[SessionOptionFields],
    ) -> Session:
        """Resume a stored session, of this or an earlier process, and return its handle.

        Arguments, limits, errors: as ``copilot_actors.Client.resume_session``.
        """
        return Session(
            await self._call(
                self._inner.resume_session(
                    session_id, self._adapted(options), **self._adapted(overrides)
                )
            ),
            self._bridge,
        )

    async def resume_or_create_session(
        self,
        session_id: str | SessionId,
        options: SessionOptions | None = None,
        /,
        **overrides: Unpack[SessionOptionFields],
    ) -> Session:
        """Resume the session if it has data, else create it under this id.

        Arguments, limits, errors: as ``copilot_actors.Client.resume_or_create_session``.
        """
        return Session(
            await self._call(
                self._inner.resume_or_create_session(
                    session_id, self._adapted(options), **self._adapted(overrides)
                )
            ),
            self._bridge,
        )

    async def recover_session(self, session_id: str | SessionId) -> None:
        """Bring a session to rest whose turn could not be ended (``AbortFailed``).

        Arguments, limits, errors: as ``copilot_actors.Client.recover_session``.
        """
        await self._call(self._inner.recover_session(session_id))

    async def delete_session(self, session_id: str | SessionId) -> None:
        """Delete a session and its data for good: its actor is stopped first.

        Arguments, limits, errors: as ``copilot_actors.Client.delete_session``.
        """
        await self._call(self._inner.delete_session(session_id))

    def pending(self) -> list[PendingPrompt]:
        """The prompts that an earlier life of the program left in the durable ledger.

        Arguments, limits, errors: as ``copilot_actors.Client.pending``.
        """
        return self._inner.pending()

    def forget_pending(self, session_id: str | SessionId, key: str) -> None:
        """Remove a prompt from ``pending``: its key is free again, and nothing is sent for it.

        Arguments, limits, errors: as ``copilot_actors.Client.forget_pending``.
        """
        self._inner.forget_pending(session_id, key)

    async def get_foreground_session_id(self) -> str | None:
        """Id of the session that the CLI's own terminal shows, or ``None``.

        Arguments, limits, errors: as ``copilot_actors.Client.get_foreground_session_id``.
        """
        return await self._call(self._inner.get_foreground_session_id())

    async def set_foreground_session_id(self, session_id: str | SessionId) -> None:
        """Show a session in the CLI's own terminal.

        Arguments, limits, errors: as ``copilot_actors.Client.set_foreground_session_id``.
        """
        await self._call(self._inner.set_foreground_session_id(session_id))

    async def request(
        self,
        method: str,
        params: Mapping[str, JsonValue] | None = None,
        *,
        timeout: float | None = None,
    ) -> JsonValue:
        """Send any method and return the decoded result. Not repeated after a crash.

        Arguments, limits, errors: as ``copilot_actors.Client.request``.
        """
        return await self._call(self._inner.request(method, self._adapted(params), timeout=timeout))

    async def stop(self, *, force: bool = False) -> None:
        """End the client before its block ends; idempotent, bounded by the stop ladder.

        Arguments, limits, errors: as ``copilot_actors.Client.stop``.
        """
        await self._call(self._inner.stop(force=force))

    async def drain(self, deadline: float = 20.0) -> DrainReport:
        """Let the turns under way finish, then end the client; for the end of a daemon.

        Arguments, limits, errors: as ``copilot_actors.Client.drain``.
        """
        return await self._call(self._inner.drain(deadline))

    async def drain_at_signal(
        self, *signals: signal.Signals, deadline: float = 20.0
    ) -> DrainReport:
        """Wait for a signal, then ``drain``; what a daemon's main program needs.

        Arguments, limits, errors: as ``copilot_actors.Client.drain_at_signal``.
        """
        return await self._call(
            self._inner.drain_at_signal(*self._adapted(signals), deadline=deadline)
        )

    @overload
    async def on(
        self, handler: Callable[[Lifecycle | HostEvent], HandlerResult], /
    ) -> SubscriptionRef: ...

    @overload
    async def on(
        self, event_type: Literal["host.event"], handler: Callable[[HostEvent], HandlerResult], /
    ) -> SubscriptionRef: ...

    @overload
    async def on(
        self, event_type: LifecycleType, handler: Callable[[Lifecycle], HandlerResult], /
    ) -> SubscriptionRef: ...

    @overload
    async def on(
        self,
        event_type: str,
        /,
        *more: str | Callable[[Lifecycle], HandlerResult],
        allow_unknown: bool = False,
    ) -> SubscriptionRef: ...

    async def on(self, *given: object, allow_unknown: bool = False) -> SubscriptionRef:
        """Subscribe to what the CLI says of its sessions and of itself.

        Arguments, limits, errors: as ``copilot_actors.Client.on``.
        """
        work = cast("Callable[..., Coroutine[object, object, SubscriptionRef]]", self._inner.on)
        return await self._call(work(*self._adapted(given), allow_unknown=allow_unknown))

    async def off(self, ref: SubscriptionRef) -> None:
        """End a subscription of ``on``. Idempotent; a dead or foreign reference is a no-op.

        Arguments, limits, errors: as ``copilot_actors.Client.off``.
        """
        await self._call(self._inner.off(self._adapted(ref)))

    def on_lifecycle(self, handler: Callable[[Lifecycle], None]) -> LifecycleRef:
        """Call a plain, quick function for every ``session.lifecycle`` notification.

        Arguments, limits, errors: as ``copilot_actors.Client.on_lifecycle``.
        """
        return self._inner.on_lifecycle(self._adapted(handler))

    def off_lifecycle(self, ref: LifecycleRef) -> None:
        """End a lifecycle subscription; idempotent.

        Arguments, limits, errors: as ``copilot_actors.Client.off_lifecycle``.
        """
        self._inner.off_lifecycle(self._adapted(ref))

    def agent_host(
        self,
        *,
        hostname: str | None = None,
        port: int | None = None,
        token: str | None = None,
        create_session: Callable[[HostedSessionRequest], Awaitable[Session]] | None = None,
        resume_session: Callable[[HostedSessionRequest], Awaitable[Session]] | None = None,
    ) -> AbstractAsyncContextManager[AgentHost]:
        """Let the CLI host sessions for programs that speak the agent host protocol (AHP).

        Arguments, limits, errors: as ``copilot_actors.Client.agent_host``.
        """
        block = self._inner.agent_host(
            hostname=hostname,
            port=port,
            token=token,
            create_session=cast("HostedSessionFactory | None", self._adapted(create_session)),
            resume_session=cast("HostedSessionFactory | None", self._adapted(resume_session)),
        )
        return self._block(block, lambda inner: AgentHost(inner, self._bridge))

    async def ping(self, message: str = "") -> Pong:
        """Ask the CLI for a sign of life.

        Arguments, limits, errors: as ``copilot_actors.Client.ping``.
        """
        return await self._call(self._inner.ping(message))

    async def get_status(self) -> dict[str, JsonValue]:
        """Version and protocol version of the CLI.

        Arguments, limits, errors: as ``copilot_actors.Client.get_status``.
        """
        return await self._call(self._inner.get_status())

    async def get_auth_status(self) -> dict[str, JsonValue]:
        """Whether and as whom the CLI is signed in.

        Arguments, limits, errors: as ``copilot_actors.Client.get_auth_status``.
        """
        return await self._call(self._inner.get_auth_status())

    async def list_models(self, *, refresh: bool = False) -> list[JsonValue]:
        """The models that the signed-in account may use, or those that ``on_list_models`` names.

        Arguments, limits, errors: as ``copilot_actors.Client.list_models``.
        """
        return await self._call(self._inner.list_models(refresh=refresh))

    async def list_auto_tiers(self) -> tuple[AutoTierInfo, ...]:
        """The preferences of automatic routing that GitHub offers the account that is signed in.

        Arguments, limits, errors: as ``copilot_actors.Client.list_auto_tiers``.
        """
        return await self._call(self._inner.list_auto_tiers())

    async def list_sessions(
        self, session_filter: SessionFilter | None = None
    ) -> list[SessionSummary]:
        """The stored sessions (those that were prompted at least once), newest first.

        Arguments, limits, errors: as ``copilot_actors.Client.list_sessions``.
        """
        return await self._call(self._inner.list_sessions(self._adapted(session_filter)))

    async def prune_sessions(
        self,
        idle_for: float,
        *,
        session_filter: SessionFilter | None = None,
        exclude: Collection[str | SessionId] = (),
        dry_run: bool = False,
        on_progress: Callable[[PruneProgress], object] | None = None,
    ) -> PruneReport:
        """Delete the stored sessions that nobody used for a while, for good.

        Arguments, limits, errors: as ``copilot_actors.Client.prune_sessions``.
        """
        return await self._call(
            self._inner.prune_sessions(
                idle_for,
                session_filter=self._adapted(session_filter),
                exclude=self._adapted(exclude),
                dry_run=dry_run,
                on_progress=self._adapted(on_progress),
            )
        )

    async def get_session_metadata(self, session_id: str | SessionId) -> SessionSummary | None:
        """What is stored of one session, or ``None`` when the CLI has no data for the id.

        Arguments, limits, errors: as ``copilot_actors.Client.get_session_metadata``.
        """
        return await self._call(self._inner.get_session_metadata(session_id))

    async def get_last_session_id(self) -> str | None:
        """Id of the session that was used last, or ``None``.

        Arguments, limits, errors: as ``copilot_actors.Client.get_last_session_id``.
        """
        return await self._call(self._inner.get_last_session_id())
