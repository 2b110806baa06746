"""``Copilot.session``: a chat whose first prompt is answered when it is there."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Generator, Mapping
from types import TracebackType
from typing import Literal, Self, TypeAlias, Unpack, cast

import msgspec
import trio

from copilot_actors._errors import InvalidOption, InvalidPrompt
from copilot_actors._session_errors import SessionClosed, WouldDeadlock
from copilot_actors._session_id import SessionId
from copilot_actors.client import Client, ClientOptions, SessionOptionFields
from copilot_actors.client._options._session_options import check_prompt
from copilot_actors.client._session._context import handling
from copilot_actors.client._session._limits import seconds_of
from copilot_actors.transport import Transport

from ._backend import Backend
from ._one_shot import OneShotBackend
from ._result import AgentSessionResult
from ._supervised import SupervisedBackend

ChatBackend: TypeAlias = Literal["session", "oneshot"]

_DEFAULT_TIMEOUT = 60.0


class Chat:
    """One conversation, one turn at a time. Made by :meth:`Copilot.session`.

    Can be shared between tasks: their prompts are asked in the order of the calls. Entered as a
    context manager it is closed at the end.
    """

    def __init__(self, backend: Backend, seconds: float | None) -> None:
        self._backend = backend
        self._seconds = seconds
        self._last: AgentSessionResult | None = None
        self._lock = trio.Lock()
        self._closed = False
        self._released = False
        self._turn: trio.CancelScope | None = None

    def __repr__(self) -> str:
        return f"<Chat {self.id()!r}{' closed' if self._closed else ''}>"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    @property
    def last(self) -> AgentSessionResult:
        """The result of the latest turn; that of the first prompt at the beginning."""
        if self._last is None:
            raise RuntimeError("no prompt of this chat was answered yet")
        return self._last

    @property
    def closed(self) -> bool:
        """Whether :meth:`close` was called."""
        return self._closed

    def id(self) -> str | None:
        """Id of the session; ``None`` while the CLI has not shown that it has one."""
        return self._backend.session_id

    async def send(
        self,
        prompt: str,
        *,
        timeout: float | msgspec.UnsetType | None = msgspec.UNSET,  # noqa: ASYNC109
    ) -> AgentSessionResult:
        """Ask the next prompt of the conversation, wait for its result, keep it as :attr:`last`.

        A turn that went wrong is a result too, with ``success`` false and its ``error``; the
        chat can be used on. Cancelled, the turn is aborted (its process ended), and ``last``
        stays as it was.

        Args:
            prompt: text that is not blank; at most 10 MiB, 120 KiB in a process per turn.
            timeout: seconds for the turn; ``None`` for no limit, ``UNSET`` for the chat's.

        Raises:
            InvalidPrompt: it cannot be sent.
            InvalidOption: ``timeout`` is no positive number.
            SessionClosed: the chat is closed, or was closed meanwhile.
            WouldDeadlock: called from a handler that this chat's turn waits for.
            CopilotError: the session or the CLI is gone for good.
        """
        check_chat_prompt(prompt)
        seconds = self._seconds if isinstance(timeout, msgspec.UnsetType) else timeout
        seconds_of("timeout", seconds)
        self._check_handler()
        self._check_open()
        async with self._lock:
            self._check_open()
            result: AgentSessionResult | None = None
            with trio.CancelScope() as scope:
                self._turn = scope
                try:
                    result = await self._backend.turn(prompt, seconds)
                finally:
                    self._turn = None
        if result is None:
            raise self._gone()
        self._last = result
        return result

    async def close(self) -> Self:
        """End the chat and the CLI that is its own; the conversation stays on disk.

        A turn under way is aborted, and its caller gets ``SessionClosed``. Idempotent; returns
        the chat. Shielded from cancellation and bounded by the stop of a CLI
        (``stop_timeout``); a CLI that belongs to a client of the caller's goes on.

        Raises:
            WouldDeadlock: called from a handler that this chat's turn waits for.
        """
        self._check_handler()
        self._closed = True
        if self._turn is not None:
            self._turn.cancel()
        with trio.CancelScope(shield=True):
            async with self._lock:
                if not self._released:
                    self._released = True
                    await self._backend.close()
        return self

    def _check_open(self) -> None:
        if self._closed:
            raise self._gone()

    def _check_handler(self) -> None:
        chosen = self.id()
        if chosen is not None and chosen in handling.get():
            raise WouldDeadlock(chosen, "a handler of this chat's turn cannot wait for its end")

    def _gone(self) -> SessionClosed:
        return SessionClosed(self.id() or "", "the chat is closed")


class ChatOpening:
    """A chat that is to be opened: ``await`` it, or enter it with ``async with``."""

    def __init__(
        self, prompt: str, seconds: float | None, start: Callable[[], Awaitable[Backend]]
    ) -> None:
        self._prompt = prompt
        self._seconds = seconds
        self._start = start
        self._chat: Chat | None = None

    def __await__(self) -> Generator[object, None, Chat]:
        return self._open().__await__()

    async def __aenter__(self) -> Chat:
        self._chat = await self._open()
        return self._chat

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._chat is not None:
            await self._chat.close()

    async def _open(self) -> Chat:
        check_chat_prompt(self._prompt)
        seconds_of("timeout", self._seconds)
        chat = Chat(await self._start(), self._seconds)
        try:
            await chat.send(self._prompt)
        except BaseException:
            await chat.close()
            raise
        return chat


class Copilot:
    """The way in for who wants an answer: ``chat = await Copilot.session("prompt")``."""

    @staticmethod
    def session(
        prompt: str,
        *,
        backend: ChatBackend = "session",
        client: Client | None = None,
        client_options: ClientOptions | None = None,
        cli: Transport | None = None,
        env: Mapping[str, str] | None = None,
        home: str | os.PathLike[str] | None = None,
        session_id: str | SessionId | None = None,
        resume: str | SessionId | None = None,
        timeout: float | None = _DEFAULT_TIMEOUT,
        **options: Unpack[SessionOptionFields],
    ) -> ChatOpening:
        """Open a chat and ask its first prompt; it is answered when the chat is there.

        ``async with Copilot.session("...") as chat:`` closes it at the end of the block;
        ``chat = await Copilot.session("...")`` leaves that to ``close()``. What was not closed is
        ended when the trio run ends: nothing outlives it. Cancelled or failed while it opens,
        nothing is left of it, and a session that was made stays on disk.

        A first turn that went wrong is a chat all the same, with ``chat.last.success`` false.

        Args:
            prompt: the first prompt; text that is not blank.
            backend: ``"session"`` keeps a supervised CLI, restarted and resumed when it dies;
                ``"oneshot"`` starts one process for each turn (``copilot -p``).
            client: a client of yours whose session this is to be; without it the chat has its
                own.
            client_options: how the chat's own CLI is started.
            cli: as in ``ClientOptions``, and so are the next two; they win over
                ``client_options``.
            env: exactly the environment of the CLI.
            home: where the sessions are stored.
            session_id: an id of your own for a new session; a UUID for ``"oneshot"``.
            resume: the id of a stored session to go on with instead.
            timeout: seconds for each turn, unless ``send`` says another; ``None`` for no limit.
            **options: of the session; see ``SessionOptions``. ``"oneshot"`` takes ``model``,
                ``provider``, ``working_directory``, ``github_token`` and
                ``on_permission_request`` (``approve_all``, or nothing, which denies).

        Raises (when awaited or entered):
            InvalidPrompt: the prompt cannot be sent; nothing was started.
            InvalidOption: an unknown option or a wrong value.
            CliNotFound: there is no CLI.
            ConnectionFault: the CLI could not be started.
            SessionNotFound: there is no session to resume.
            CopilotError: the session could not be opened.
        """
        if session_id is not None and resume is not None:
            raise InvalidOption("resume", "give session_id for a new session, or resume for an old")
        if client is not None and backend == "oneshot":
            raise InvalidOption("client", "a process per turn has none; give client_options")
        if backend not in ("session", "oneshot"):
            raise InvalidOption("backend", f"expected 'session' or 'oneshot', got {backend!r}")
        given = {"cli": cli, "env": env, "home": home}
        changes = {name: value for name, value in given.items() if value is not None}
        if client is not None and (changes or client_options is not None):
            raise InvalidOption("client", "it has its options already: give one or the other")
        own = msgspec.structs.replace(client_options or ClientOptions(), **changes)
        chosen = session_id if resume is None else resume
        fields = cast("Mapping[str, object]", options)

        async def start() -> Backend:
            if backend == "oneshot":
                return await OneShotBackend.open(own, chosen, fields, resume=resume is not None)
            owner = own if client is None else client
            return await SupervisedBackend.open(owner, chosen, fields, resume=resume is not None)

        return ChatOpening(prompt, timeout, start)


def check_chat_prompt(prompt: object) -> str:
    """Return a prompt that can be asked.

    Raises:
        InvalidPrompt: not text, blank, or what ``session.send`` refuses.
    """
    text = check_prompt(prompt)
    if not text.strip():
        raise InvalidPrompt("it is empty")
    return text
