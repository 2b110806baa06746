"""A server that says it is a gateway and is none: the client fails with a name, and in time."""

from __future__ import annotations

import json

import pytest
import trio
from trio_websocket import ConnectionClosed, serve_websocket

import copilot_actors as ca
from copilot_actors.transport import WebSocket


def reply(**result):
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


async def silence(socket):
    await trio.sleep_forever()


async def closing(socket):
    await socket.get_message()
    await socket.aclose(1008, "go away")


async def too_large(socket):
    await socket.get_message()
    await socket.aclose(1009, "Exceeded maximum message size: 1000 bytes")


def sending(data):
    async def answer(socket):
        await socket.get_message()
        await socket.send_message(data)
        await trio.sleep_forever()

    return answer


LIES = {
    "says nothing": (silence, ca.HandshakeTimeout, "answer"),
    "closes": (closing, ca.ConnectionFault, "go away"),
    "takes no message of ours": (too_large, ca.ConnectionFault, "1000 bytes; this side takes"),
    "sends no frames": (sending("hello there\r\n\r\n"), ca.ConnectionFault, ""),
    "sends a frame that is too large": (
        sending(b"Content-Length: 99999999999\r\n\r\n"),
        ca.ConnectionFault,
        "99999999999",
    ),
    "speaks another version": (
        sending(reply(ok=True, protocolVersion=99)),
        ca.ProtocolVersionMismatch,
        "99",
    ),
    "has no version": (sending(reply(ok=True)), ca.ProtocolVersionMismatch, ""),
    "sends no JSON": (
        sending(b"Content-Length: 3\r\n\r\n{{{"),
        ca.ConnectionFault,
        "",
    ),
}


@pytest.mark.parametrize("lie", LIES)
async def test_a_client_of_a_gateway_that_lies_fails_by_name_and_in_time(lie, nursery):
    answer, error, words = LIES[lie]

    async def handle(request):
        socket = await request.accept()
        try:
            await answer(socket)
        except ConnectionClosed:
            return

    def listen(task_status):
        return serve_websocket(handle, "127.0.0.1", 0, None, task_status=task_status)

    server = await nursery.start(listen)
    url = f"ws://127.0.0.1:{server.port}/"
    with trio.fail_after(10), pytest.raises(error) as caught:
        async with ca.open_client(cli=WebSocket(url), handshake_timeout=1, restart=False):
            raise AssertionError("it opened")
    assert words in str(caught.value)
    nursery.cancel_scope.cancel()


async def test_a_gateway_that_is_not_there_is_named():
    with pytest.raises(ca.ConnectFailed, match=r"127\.0\.0\.1:9"):
        async with ca.open_client(cli=WebSocket("ws://127.0.0.1:9/"), restart=False):
            raise AssertionError("it opened")
