"""The chat in its blocking form: ``chat = Copilot.session("prompt")``."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import TracebackType
from typing import Self, Unpack, cast

from msgspec import UNSET, UnsetType

from copilot_actors import chat as trio_side
from copilot_actors._session_id import SessionId
from copilot_actors.chat import AgentSessionResult, ChatBackend
from copilot_actors.client import ClientOptions, SessionOptionFields
from copilot_actors.transport import Transport

from ._base import BlockingAdapter, Facade
from ._facade import Client
from ._portal import Portal

_DEFAULT_TIMEOUT = 60.0


class Chat(Facade[trio_side.Chat]):
    """As ``copilot_actors.chat.Chat``, for programs without an event loop; each method waits.

    Can be used by several threads: their prompts are asked in the order of the calls. Entered as a
    context manager it is closed at the end.
    """

    __slots__ = ("_own",)

    def __init__(self, inner: trio_side.Chat, portal: Portal, *, own: bool) -> None:
        super().__init__(inner, portal)
        self._own = own

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def last(self) -> AgentSessionResult:
        """The result of the latest turn; that of the first prompt at the beginning."""
        return self._inner.last

    @property
    def closed(self) -> bool:
        """Whether :meth:`close` was called."""
        return self._inner.closed

    def id(self) -> str | None:
        """Id of the session; ``None`` while the CLI has not shown that it has one."""
        return self._inner.id()

    def send(self, prompt: str, *, timeout: float | UnsetType | None = UNSET) -> AgentSessionResult:
        """Ask the next prompt, wait for its result, keep it as :attr:`last`.

        Arguments, limits, errors: as ``copilot_actors.chat.Chat.send``. Ctrl-C aborts the turn.
        """
        return self._call(self._inner.send(prompt, timeout=timeout))

    def close(self) -> Self:
        """End the chat, its CLI and the thread that are its own; the conversation stays on disk.

        A turn under way is aborted, and its caller gets ``SessionClosed``. Idempotent; returns
        the chat.

        Raises:
            WouldDeadlock: called from a handler that this chat's turn waits for.
        """
        if not self._portal.ended:
            self._call(self._inner.close())
        if self._own:
            self._portal.close(quiet=True)
        return self

    def _session_of_errors(self) -> str | None:
        return self._inner.id() or ""


class Copilot:
    """The way in for who wants an answer: ``chat = Copilot.session("prompt")``."""

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
    ) -> Chat:
        """Open a chat, ask its first prompt and return when that is answered.

        Without ``client`` the chat has a CLI and a thread of its own, which end with ``close()``;
        what was not closed is closed when the program ends. Arguments and errors are those of
        ``copilot_actors.chat.Copilot.session``.

        Args:
            prompt: the first prompt; text that is not blank.
            backend: ``"session"`` keeps a supervised CLI, ``"oneshot"`` starts one process for
                each turn.
            client: a blocking client of yours whose session this is to be.
            client_options: how the chat's own CLI is started.
            cli: as in ``ClientOptions``, and so are the next two.
            env: exactly the environment of the CLI.
            home: where the sessions are stored.
            session_id: an id of your own for a new session; a UUID for ``"oneshot"``.
            resume: the id of a stored session to go on with instead.
            timeout: seconds for each turn; ``None`` for no limit.
            **options: of the session; see ``SessionOptions``.

        Raises:
            WrongEventLoop: an event loop runs in this thread.
            CopilotError: as in ``copilot_actors.chat.Copilot.session``.
        """
        portal = Portal("chat") if client is None else client._portal
        adapter = BlockingAdapter(portal)
        fields = cast("SessionOptionFields", adapter.adapted({**options}))
        opening = trio_side.Copilot.session(
            prompt,
            backend=backend,
            client=None if client is None else client._inner,
            client_options=adapter.adapted(client_options),
            cli=cli,
            env=env,
            home=home,
            session_id=session_id,
            resume=resume,
            timeout=timeout,
            **fields,
        )
        if client is None:
            return Chat(portal.open(lambda: opening), portal, own=True)
        return Chat(client._call(_opened(opening)), portal, own=False)


async def _opened(opening: trio_side.ChatOpening) -> trio_side.Chat:
    return await opening
