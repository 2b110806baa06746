"""Passes an intercepted request on to where the CLI would have sent it, and the answer back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import trio

if TYPE_CHECKING:
    import httpx2

    from ._model_requests import InterceptedRequest

Pairs: TypeAlias = list[tuple[str, str]]

_NOT_PASSED_ON = frozenset(
    {
        "connection",
        "content-encoding",
        "content-length",
        "host",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
"""Headers of one connection (RFC 9110, section 7.6.1), and those that each connection sets anew.
Bodies are decoded on the way, so that their encoding is not told either."""
_CONNECT_SECONDS = 30.0
_MAX_MESSAGE = 64 * 1024 * 1024


async def forward_http(
    request: InterceptedRequest,
    url: str,
    headers: Mapping[str, str | Sequence[str]],
    client: httpx2.AsyncClient | None,
) -> None:
    """Send the request by HTTP, and what is answered to the CLI as it comes."""
    # Loaded by whoever passes something on: it is half of this library's import time.
    import httpx2  # noqa: PLC0415

    if client is None:
        timeout = httpx2.Timeout(None, connect=_CONNECT_SECONDS)
        async with httpx2.AsyncClient(timeout=timeout) as own:
            await forward_http(request, url, headers, own)
        return
    body = await request.body()
    async with client.stream(
        request.method, url, headers=_passed_on(headers), content=body
    ) as response:
        told = _passed_on(_several(response.headers.multi_items()))
        await request.respond(response.status_code, _several(told))
        async for piece in response.aiter_bytes():
            if piece:
                await request.send(piece)


async def forward_websocket(
    request: InterceptedRequest, url: str, headers: Mapping[str, str | Sequence[str]]
) -> None:
    """Open the channel to the model and pass messages on in both directions until one side ends."""
    from trio_websocket import ConnectionClosed, open_websocket_url  # noqa: PLC0415

    extra = [(name.encode(), value.encode()) for name, value in _passed_on(headers)]
    async with (
        open_websocket_url(
            url,
            extra_headers=extra,
            connect_timeout=_CONNECT_SECONDS,
            max_message_size=_MAX_MESSAGE,
        ) as channel,
        trio.open_nursery() as nursery,
    ):

        async def questions() -> None:
            async for message in request:
                await channel.send_message(message)
            await channel.aclose()

        nursery.start_soon(questions)
        try:
            while True:
                await request.send(await channel.get_message())
        except ConnectionClosed:
            nursery.cancel_scope.cancel()


def _passed_on(headers: Mapping[str, str | Sequence[str]]) -> Pairs:
    return [
        (name, value)
        for name, values in headers.items()
        if name.lower() not in _NOT_PASSED_ON
        for value in ([values] if isinstance(values, str) else values)
    ]


def _several(pairs: Pairs) -> dict[str, list[str]]:
    several: dict[str, list[str]] = {}
    for name, value in pairs:
        several.setdefault(name, []).append(value)
    return several
