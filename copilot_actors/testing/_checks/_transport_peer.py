"""The client's side of a conversation with a CLI, as plain as a check of its transport needs it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Final, final

import msgspec
import trio

from copilot_actors._errors import JsonValue
from copilot_actors.jsonrpc import FrameBuffer, frame
from copilot_actors.transport import Channel

from ._contract import require

_METHOD_NOT_FOUND: Final = -32601

_decode = msgspec.json.Decoder(dict[str, object]).decode


@final
class Peer:
    """Asks over a channel and reads the answers; one task at a time."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self._frames = FrameBuffer()
        self._ids = itertools.count(1)
        self._answers: dict[object, dict[str, object]] = {}

    async def connect(self) -> None:
        """Present the channel's token, as a client does first. What is older has no ``connect``."""
        token = self.channel.token
        number, data = self.request("connect", {} if token is None else {"token": token})
        await self.channel.stream.send_all(data)
        error = (await self.answer(number)).get("error")
        if isinstance(error, dict) and error.get("code") != _METHOD_NOT_FOUND:
            raise AssertionError(f"connect is refused: {error.get('message')}")

    def ping(self, text: str) -> tuple[int, bytes]:
        """Return the id and the frame of a ping."""
        return self.request("ping", {"message": text})

    def request(self, method: str, params: dict[str, JsonValue]) -> tuple[int, bytes]:
        """Return the id and the frame of a request."""
        number = next(self._ids)
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        return number, frame(msgspec.json.encode(message))

    async def ask(self, text: str = "?") -> None:
        """Ping, and check the answer."""
        number, data = self.ping(text)
        await self.channel.stream.send_all(data)
        await self.expect({number: text})

    async def expect(self, sent: dict[int, str], *, most: int | None = None) -> None:
        """Read the answers to pings; check that each has its own text."""
        for number, text in sent.items():
            answer = await self.answer(number, most=most)
            result = answer.get("result")
            said = result.get("message") if isinstance(result, dict) else answer
            short = f"{said!r:.80}" if said != f"pong: {text}" else ""
            require(not short, f"a ping of {len(text)} characters was answered with {short}")

    async def answer(self, number: int, *, most: int | None = None) -> dict[str, object]:
        """Read until an answer has come; ``most`` bytes at once."""
        while number not in self._answers:
            self.feed(await self.read(most))
        return self._answers.pop(number)

    async def read(self, most: int | None = None) -> bytes:
        """Read once.

        Raises:
            AssertionError: the stream has ended, or gave more than was asked for.
        """
        data = bytes(await self.channel.stream.receive_some(most))
        require(data, "the stream ended in the middle of a conversation")
        require(most is None or len(data) <= most, f"a read of {most} gave {len(data)} bytes")
        return data

    def feed(self, data: bytes) -> None:
        """Take what was read."""
        self._frames.feed(data)
        while (body := self._frames.next_frame()) is not None:
            message = _decode(bytes(body))
            if "method" not in message:
                self._answers[message.get("id")] = message


async def is_over(stream: trio.abc.Stream) -> bool:
    """Read until the end of a stream; ``True`` when it has come, as an end or as a broken pipe."""
    while True:
        try:
            if not await stream.receive_some():
                return True
        except trio.BrokenResourceError:
            return True


async def is_closed(stream: trio.abc.Stream) -> Iterable[str]:
    """Return which directions of a stream that was closed on this side still go."""
    open_still: list[str] = []
    try:
        await stream.receive_some()
    except (trio.ClosedResourceError, trio.BrokenResourceError):
        pass
    else:
        open_still.append("receive_some")
    try:
        await stream.send_all(b"\n")
    except (trio.ClosedResourceError, trio.BrokenResourceError):
        pass
    else:
        open_still.append("send_all")
    return open_still
