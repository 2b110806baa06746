"""The chat for asyncio: ``chat = await Copilot.session("prompt")``."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping
from types import TracebackType
from typing import Self, Unpack, cast

from msgspec import UNSET, UnsetType

from copilot_actors import chat as trio_side
from copilot_actors._session_id import SessionId
from copilot_actors.chat import AgentSessionResult, ChatBackend
from copilot_actors.client import ClientOptions, SessionOptionFields
from copilot_actors.transport import Transport

from ._base import AsyncioAdapter, Facade
from ._bridge import Bridge
from ._facade import Client

_DEFAULT_TIMEOUT = 60.0


class Chat(Facade[trio_side.Chat]):
    """As ``copilot_actors.chat.Chat``, for tasks of asyncio.

    Can be shared between tasks: their prompts are asked in the order of the calls. Entered as a
    context manager it is closed at the end.
    """

    __slots__ = ("_own",)

    def __init__(self, inner: trio_side.Chat, bridge: Bridge, *, own: bool) -> None:
        super().__init__(inner, bridge)
        self._own = own

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
        return self._inner.last

    @property
    def closed(self) -> bool:
        """Whether :meth:`close` was called."""
        return self._inner.closed

    def id(self) -> str | None:
        """Id of the session; ``None`` while the CLI has not shown that it has one."""
        return self._inner.id()

    async def send(
        self,
        prompt: str,
        *,
        timeout: float | UnsetType | None = UNSET,  # noqa: ASYNC109 - the turn's, as in trio
    ) -> AgentSessionResult:
        """Ask the next prompt, wait for its result, keep it as :attr:`last`.

        Arguments, limits, errors: as ``copilot_actors.chat.Chat.send``. Cancelled, the
        turn is aborted.
        """
        return await self._call(self._inner.send(prompt, timeout=timeout))

    async def close(self) -> Self:
        """End the chat and the CLI that is its own; the conversation stays on disk.

        A turn under way is aborted, and its caller gets ``SessionClosed``. Idempotent; returns
        the chat.

        Raises:
            WouldDeadlock: called from a handler that this chat's turn waits for.
        """
        if not self._bridge.over:
            await self._call(self._inner.close())
        if self._own:
            await self._bridge.close(quiet=True)
        return self

    def _session_of_errors(self) -> str | None:
        return self._inner.id() or ""


class ChatOpening:
    """A chat that is to be opened: ``await`` it, or enter it with ``async with``."""

    __slots__ = ("_bridge", "_chat", "_client", "_opening")

    def __init__(
        self, opening: trio_side.ChatOpening, bridge: Bridge, client: Client | None
    ) -> None:
        self._opening = opening
        self._bridge = bridge
        self._client = client
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
        if self._client is not None:
            return Chat(await self._client._call(_opened(self._opening)), self._bridge, own=False)
        chat = await self._bridge.open(lambda: self._opening, owned=False)
        return Chat(chat, self._bridge, own=True)


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
        ended when the loop is closed. Arguments and errors are those of
        ``copilot_actors.chat.Copilot.session``.

        Args:
            prompt: the first prompt; text that is not blank.
            backend: ``"session"`` keeps a supervised CLI, ``"oneshot"`` starts one process for
                each turn.
            client: a client of this loop whose session this is to be.
            client_options: how the chat's own CLI is started.
            cli: as in ``ClientOptions``, and so are the next two.
            env: exactly the environment of the CLI.
            home: where the sessions are stored.
            session_id: an id of your own for a new session; a UUID for ``"oneshot"``.
            resume: the id of a stored session to go on with instead.
            timeout: seconds for each turn; ``None`` for no limit.
            **options: of the session; see ``SessionOptions``.

        Raises (when awaited or entered):
            WrongEventLoop: no asyncio loop runs here.
            CopilotError: as in ``copilot_actors.chat.Copilot.session``.
        """
        bridge = Bridge("chat") if client is None else client._bridge
        adapter = AsyncioAdapter(bridge)
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
        return ChatOpening(opening, bridge, client)


async def _opened(opening: trio_side.ChatOpening) -> trio_side.Chat:
    return await opening
