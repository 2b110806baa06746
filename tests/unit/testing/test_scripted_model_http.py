"""The HTTP server below the scripted model, against raw bytes."""

import socket
import struct
from contextlib import suppress

import pytest
import trio
import trio.testing

from copilot_actors.testing._scripted_model._http_server import open_http_server


async def hello(request, exchange):
    await exchange.respond(200, f"{request.method} {request.path} {len(request.body)}".encode())


async def talk(server, *pieces):
    stream = await trio.open_tcp_stream(server.host, server.port)
    async with stream:
        for piece in pieces:
            await stream.send_all(piece)
        received = b""
        while chunk := await stream.receive_some():
            received += chunk
        return received


GET = b"GET /a HTTP/1.1\r\nhost: x\r\n\r\n"
LAST = b"GET /b HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"


async def test_pipelined_requests_are_answered_in_order():
    async with open_http_server(hello) as server:
        received = await talk(server, GET + GET + LAST)
    assert [line for line in received.split(b"\r\n") if line[:4] in (b"GET ", b"HTTP")] == [
        b"HTTP/1.1 200 OK",
        b"GET /a 0HTTP/1.1 200 OK",
        b"GET /a 0HTTP/1.1 200 OK",
        b"GET /b 0",
    ]


async def test_a_request_may_come_byte_by_byte():
    async with open_http_server(hello) as server:
        received = await talk(server, *(bytes([byte]) for byte in LAST))
    assert received.endswith(b"GET /b 0")


async def test_a_body_over_the_limit_is_refused():
    head = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 11\r\n\r\n"
    async with open_http_server(hello, max_body=10) as server:
        received = await talk(server, head + b"0" * 11)
        assert server.statistics().bad_requests == 1
    assert received.startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("garbage", [b"\0\0\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"x" * 100_000])
async def test_garbage_is_answered_with_400_and_harms_nobody_else(garbage):
    async with open_http_server(hello) as server:
        try:
            received = await talk(server, garbage)
        except trio.BrokenResourceError:
            received = b"HTTP/1.1 4"
        assert received.startswith(b"HTTP/1.1 4")
        assert (await talk(server, LAST)).endswith(b"GET /b 0")
        assert server.statistics().bad_requests == 1


async def test_expect_100_continue_is_answered_before_the_body():
    head = b"POST / HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n"
    async with open_http_server(hello) as server:
        async with await trio.open_tcp_stream(server.host, server.port) as stream:
            await stream.send_all(head)
            assert (await stream.receive_some()).startswith(b"HTTP/1.1 100 ")
            await stream.send_all(b"ab")
            assert (await stream.receive_some()).endswith(b"POST / 2")


async def test_a_handler_that_raises_is_answered_with_500_and_counted():
    async def broken(_request, _exchange):
        raise ValueError("oops")

    async with open_http_server(broken) as server:
        received = await talk(server, LAST)
        assert server.statistics().handler_errors == 1
    assert received.startswith(b"HTTP/1.1 500 ")
    assert received.endswith(b"ValueError: oops")


async def test_a_handler_that_raises_in_the_middle_of_its_answer_drops_the_connection():
    async def broken(_request, exchange):
        await exchange.start(200, [("content-type", "text/plain")])
        raise ValueError("oops")

    async with open_http_server(broken) as server:
        received = await talk(server, LAST)
        assert server.statistics().handler_errors == 1
        assert server.statistics().dropped == 1
    assert received.startswith(b"HTTP/1.1 200 ")


async def test_connections_over_the_limit_are_closed_at_once_and_counted():
    async with open_http_server(hello, max_connections=1) as server:
        async with await trio.open_tcp_stream(server.host, server.port) as first:
            await first.send_all(GET)
            await first.receive_some()
            with suppress(trio.BrokenResourceError):
                assert await talk(server, GET) == b""
            assert server.statistics().refused_connections == 1
        while server.statistics().open_connections:
            await trio.lowlevel.checkpoint()
        assert (await talk(server, LAST)).endswith(b"GET /b 0")


def reset(stream):
    """Close so that the other side gets a reset instead of an end of file."""
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    stream.socket.close()


@pytest.mark.parametrize("sent", [b"", b"GET / HT", GET])
async def test_a_reset_at_any_moment_ends_only_that_connection(sent):
    async def slow(request, exchange):
        if request.path == "/a":
            await trio.sleep_forever()
        await hello(request, exchange)

    async with open_http_server(slow) as server:
        stream = await trio.open_tcp_stream(server.host, server.port)
        await stream.send_all(sent)
        with trio.fail_after(5):
            while server.statistics().requests < (sent == GET):
                await trio.lowlevel.checkpoint()
            reset(stream)
            assert (await talk(server, LAST)).endswith(b"GET /b 0")
            while server.statistics().open_connections:
                await trio.lowlevel.checkpoint()
        assert server.statistics().disconnected == (sent == GET)


async def test_a_client_that_stops_reading_and_resets_ends_the_answer():
    ended = trio.Event()

    async def endless(_request, exchange):
        await exchange.start(200, [])
        try:
            while True:
                await exchange.send(b"x" * 100_000)
        finally:
            ended.set()

    async with open_http_server(endless) as server:
        stream = await trio.open_tcp_stream(server.host, server.port)
        await stream.send_all(GET)
        await stream.receive_some()
        reset(stream)
        with trio.fail_after(5):
            await ended.wait()
            while not server.statistics().disconnected:
                await trio.lowlevel.checkpoint()


async def test_a_client_that_pipelines_too_much_is_read_no_further_until_its_turn():
    release = trio.Event()
    seen = []

    async def gated(request, exchange):
        seen.append(request.path)
        await release.wait()
        await hello(request, exchange)

    async with open_http_server(gated) as server:
        stream = await trio.open_tcp_stream(server.host, server.port)
        with trio.fail_after(10):
            async with stream, trio.open_nursery() as nursery:
                nursery.start_soon(stream.send_all, GET * 50_000 + LAST)
                await trio.testing.wait_all_tasks_blocked()
                assert seen == ["/a"]
                nursery.cancel_scope.cancel()


async def test_an_unknown_status_has_no_reason():
    async def odd(_request, exchange):
        await exchange.respond(599, b"")

    async with open_http_server(odd) as server:
        assert (await talk(server, LAST)).startswith(b"HTTP/1.1 599 \r\n")


async def test_a_port_in_use_is_an_os_error():
    async with open_http_server(hello) as server:
        with pytest.raises(OSError, match=r"in use|Errno"):
            async with open_http_server(hello, port=server.port):
                raise AssertionError("unreachable")
