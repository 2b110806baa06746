"""The part of a session's handle that replaces handlers and tools of a live session."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from copilot_actors._errors import CopilotError, InvalidOption, JsonValue
from copilot_actors.client._handlers._ui import SessionUi
from copilot_actors.client._options._handler_options import handler_params
from copilot_actors.client._options._secrets import forget_locals, read_secrets
from copilot_actors.client._options._session_options import session_options, wire_options
from copilot_actors.client._replies import decode_reply
from copilot_actors.transport import find_secrets

from ._interests import declare_interests, interests

if TYPE_CHECKING:
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
        ExitPlanModeHandler,
        SessionLimitsHandler,
        UserInputHandler,
    )
    from copilot_actors.client._handlers._section_transforms import SectionTransform
    from copilot_actors.client._handlers._skills import SkillProvider
    from copilot_actors.client._handlers._token_providers import BearerTokenProvider
    from copilot_actors.client._handlers._tools import Tool
    from copilot_actors.client._options._session_options import SessionOptions

    from ._context import ClientContext
    from ._record import SessionRecord

NoteLevel: TypeAlias = Literal["info", "warning", "error"]


class SessionHandlers(ABC):
    """Handlers of one session. Mixed into :class:`Session`.

    What is registered is kept over every restart. A handler that runs goes on; the next request
    goes to the new one. Where the CLI has to know that a handler is there (``ask_user`` is offered
    only then, say), it is told before the call returns, which leaves a running turn alone; the
    model hears of it with its next call. If the CLI refuses, nothing is changed.
    """

    __slots__ = ()

    _context: ClientContext
    _session_id: str

    @abstractmethod
    def _record(self) -> SessionRecord:
        """The session's record; raises when the session is over."""

    @property
    @abstractmethod
    def capabilities(self) -> Mapping[str, object]:
        """What the CLI said that this session can do."""

    @abstractmethod
    async def request(
        self,
        method: str,
        params: Mapping[str, JsonValue] | None = None,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the protocol's deadline
    ) -> JsonValue:
        """Send any method with this session's id."""

    @abstractmethod
    async def _request(
        self,
        method: str,
        params: Mapping[str, JsonValue],
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the protocol's deadline
        repeatable: bool = False,
    ) -> msgspec.Raw:
        """Send a method of this library's own choice, and return the result undecoded."""

    # --- Handlers -------------------------------------------------------------------------

    async def register_permission_handler(self, handler: PermissionHandler | None) -> None:
        """Replace ``on_permission_request``; ``None`` denies everything.

        Raises:
            InvalidOption: it is no function.
            SessionClosed: the session is over (or another session error that says why).
        """
        await self._change({"on_permission_request": handler})

    async def register_user_input_handler(self, handler: UserInputHandler | None) -> None:
        """Replace ``on_user_input_request``; ``None`` takes ``ask_user`` from the model.

        Raises:
            InvalidOption: it is no function.
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI could not be told.
        """
        await self._change({"on_user_input_request": handler})

    async def register_elicitation_handler(self, handler: ElicitationHandler | None) -> None:
        """Replace ``on_elicitation_request``; ``None`` ends the capability.

        Raises:
            InvalidOption: it is no function.
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI could not be told.
        """
        await self._change({"on_elicitation_request": handler})

    async def register_exit_plan_mode_handler(self, handler: ExitPlanModeHandler | None) -> None:
        """Replace the handler that decides whether plan mode is left; ``None`` refuses.

        Raises:
            InvalidOption: it is no function.
            SessionClosed: the session is over.
        """
        await self._change({"on_exit_plan_mode_request": handler})

    async def register_auto_mode_switch_handler(
        self, handler: AutoModeSwitchHandler | None
    ) -> None:
        """Replace ``on_auto_mode_switch_request``; ``None`` is never asked.

        Raises:
            InvalidOption: it is no function.
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI could not be told.
        """
        await self._change({"on_auto_mode_switch_request": handler})

    async def register_session_limits_handler(self, handler: SessionLimitsHandler | None) -> None:
        """Replace ``on_session_limits_request``; ``None`` stops at the limit.

        Raises:
            InvalidOption: it is no function.
            SessionClosed: the session is over.
        """
        await self._change({"on_session_limits_request": handler})

    async def register_mcp_auth_handler(self, handler: McpAuthHandler | None) -> None:
        """Replace ``on_mcp_auth_request``; ``None`` has no token.

        Raises:
            InvalidOption: it is no function.
            SessionClosed: the session is over.
        """
        await self._change({"on_mcp_auth_request": handler})

    async def register_mcp_headers_handler(self, handler: McpHeadersHandler | None) -> None:
        """Replace ``on_mcp_headers_request``; ``None`` has no headers.

        Raises:
            InvalidOption: it is no function.
            SessionClosed: the session is over.
        """
        await self._change({"on_mcp_headers_request": handler})

    async def register_sampling_handler(self, handler: SamplingHandler | None) -> None:
        """Replace ``on_sampling_request``; ``None`` refuses.

        Raises:
            InvalidOption: it is no function.
            SessionClosed: the session is over.
        """
        await self._change({"on_sampling_request": handler})

    async def register_hooks(self, hooks: Hooks | Mapping[str, HookHandler]) -> None:
        """Replace all hooks; an empty mapping ends them.

        Raises:
            InvalidOption: a hook that does not exist; names the nearest.
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI could not be told.
        """
        await self._change({"hooks": hooks})

    async def register_commands(self, commands: Sequence[Command]) -> None:
        """Replace all slash commands of this client.

        Raises:
            InvalidOption: something that is no command, or two of one name.
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI could not be told.
        """
        await self._change({"commands": commands})

    async def register_canvases(self, canvases: Sequence[Canvas]) -> None:
        """Replace all canvases of this client.

        Raises:
            InvalidOption: something that is no canvas, or two with one id.
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI could not be told.
        """
        await self._change({"canvases": canvases})

    async def register_skill_provider(self, provider: SkillProvider | None) -> None:
        """Replace the skill provider.

        Raises:
            InvalidOption: it lacks a method.
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI could not be told.
        """
        await self._change({"skill_provider": provider})

    async def register_section_transforms(self, transforms: Mapping[str, SectionTransform]) -> None:
        """Replace all transforms of the system message.

        Raises:
            InvalidOption: a section that does not exist, or that the options override too.
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI could not be told.
        """
        await self._change({"section_transforms": transforms})

    async def register_bearer_token_provider(self, provider: BearerTokenProvider | None) -> None:
        """Replace the function that supplies the tokens of model calls.

        Raises:
            InvalidOption: it is no function, or every provider has a key.
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI could not be told.
        """
        await self._change({"bearer_token_provider": provider})

    async def set_extra_options(self, extra: Mapping[str, JsonValue]) -> None:
        """Replace ``SessionOptions.extra``: the CLI is told at once, and at every recovery.

        A running turn is not disturbed. What the CLI takes only at the creation is without effect.

        Raises:
            InvalidOption: they contradict the session's other options.
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI could not be told; the options are as they were.
        """
        await self._change({"extra": dict(extra)})

    async def set_tools(self, tools: Sequence[Tool]) -> None:
        """Replace all tools of this client; the model is offered the new ones at its next call.

        A handler that runs goes on. Tools of other clients stay as they are.

        Raises:
            InvalidOption: something that is no tool, or two of one name.
            SessionClosed: the session is over (or another session error that says why).
            RpcError: the CLI refused them, for instance because of another client's tool.
            CopilotError: the CLI could not be told; the tools are as they were.
        """
        record = self._record()
        async with record.changing:
            options = session_options(record.options, {"tools": tools})
            before = record.tools
            # The model may call a new one before the reply is here.
            record.use_tools({**before, **{tool.name: tool for tool in options.tools}})
            try:
                await self.request(
                    "session.tools.set", {"tools": [tool.to_wire() for tool in options.tools]}
                )
            except BaseException:
                record.use_tools(before)
                raise
            record.options = msgspec.structs.replace(record.options, tools=options.tools)
            record.use_tools({tool.name: tool for tool in options.tools})

    # --- The person behind the session ----------------------------------------------------

    @property
    def ui(self) -> SessionUi:
        """Forms for the person behind the session, if ``capabilities`` has ``ui.elicitation``."""
        return SessionUi(self._session_id, self.capabilities, self.request)

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

        Args:
            message: the text.
            level: ``"info"``, ``"warning"`` or ``"error"``: the type of its event
                (``session.info`` and so on).
            ephemeral: ``True`` keeps it out of the log on disk.
            url: a link beside it.
            tip: advice beside it.

        Returns:
            The id of its event.

        Raises:
            InvalidOption: a level that does not exist.
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI's answer, or none in time.
        """
        if level not in ("info", "warning", "error"):
            raise InvalidOption("level", f"expected info, warning or error, got {level!r}")
        params: dict[str, JsonValue] = {"message": message, "level": level, "ephemeral": ephemeral}
        params |= {name: item for name, item in (("url", url), ("tip", tip)) if item is not None}
        reply = await self.request("session.log", params)
        event_id = reply.get("eventId") if isinstance(reply, dict) else None
        return event_id if isinstance(event_id, str) else ""

    # --- Helpers --------------------------------------------------------------------------

    async def _change(self, fields: Mapping[str, object]) -> None:
        """Replace options of the session and tell the CLI what it has to know of it."""
        record = self._record()
        async with record.changing:
            before = record.options
            after = record.options = session_options(before, fields)
            try:
                if _told(after) != _told(before):
                    await self._tell(record)
                if set(interests(after)) - set(interests(before)):
                    declare_interests(self._context, record)
            except BaseException:
                record.options = msgspec.structs.replace(
                    record.options, **{name: getattr(before, name) for name in fields}
                )
                raise

    async def _tell(self, record: SessionRecord) -> None:
        """Resume the loaded session with its present options: a running turn is not disturbed."""
        options = record.options
        secrets = await read_secrets(
            record.session_id,
            wire_options(options, creating=False),
            seconds=options.secret_timeout,
        )
        self._context.link.hide(find_secrets(list(secrets.values), named=True))
        params = wire_options(options, creating=False, secrets=secrets)
        if record.model is not None and "model" in params:
            params["model"] = record.model
        try:
            # Not ``request``, which a tenant may not use for this method.
            raw = await self._request("session.resume", {**params, "disableResume": True})
            reply = decode_reply("session.resume", raw)
        except CopilotError as error:
            forget_locals(error)
            raise
        finally:
            del params, secrets
        capabilities = reply.get("capabilities") if isinstance(reply, dict) else None
        if isinstance(capabilities, dict):
            known: dict[str, object] = dict(capabilities)
            record.info = msgspec.structs.replace(record.info, capabilities=known)


def _told(options: SessionOptions) -> tuple[object, ...]:
    """What the CLI knows of the handlers."""
    marks = (set(options.section_transforms), options.bearer_token_provider is None)
    return (handler_params(options, creating=False), options.extra, *marks)
