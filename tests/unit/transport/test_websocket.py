"""The byte stream over a WebSocket, against a server of trio-websocket's on loopback."""

import socket

import pytest
import trio
from trio_websocket import ConnectionClosed, serve_websocket

from copilot_actors._errors import AuthenticationFailed, ConnectFailed
from copilot_actors.transport import LaunchOptions, WebSocket
from copilot_actors.transport._websocket import MAX_SENT_MESSAGE_SIZE

OPTIONS = LaunchOptions(start_timeout=10.0)
TOKEN = "secret-0123456789"


class Server:
    """What the server does with a connection, and what it saw."""

    def __init__(self):
        self.headers = {}
        self.messages = []
        self.answer = self.echo
        self.url = ""

    async def handle(self, request):
        self.headers = {name.decode().lower(): value.decode() for name, value in request.headers}
        if "reject" in request.path:
            await request.reject(int(request.path.partition("?")[0].rpartition("/")[2]))
            return
        connection = await request.accept()
        try:
            await self.answer(connection)
        except ConnectionClosed:
            return

    async def echo(self, connection):
        while True:
            message = await connection.get_message()
            self.messages.append(message)
            await connection.send_message(message)


@pytest.fixture
async def server(nursery):
    one = Server()
    listening = await nursery.start(
        lambda task_status: serve_websocket(
            one.handle, "127.0.0.1", 0, None, task_status=task_status
        )
    )
    one.url = f"ws://127.0.0.1:{listening.port}"
    return one


async def exactly(stream, size):
    data = b""
    with trio.fail_after(20):
        while len(data) < size:
            chunk = await stream.receive_some()
            assert chunk
            data += chunk
    return data


async def test_bytes_go_both_ways_and_messages_do_not_matter(server):
    channel = await WebSocket(server.url).open(OPTIONS)
    assert (channel.pid, channel.port, channel.token) == (None, None, None)
    assert channel.send_nowait(b"never part of a message") == 0
    await channel.stream.send_all(b"hello")
    await channel.stream.wait_send_all_might_not_block()
    with trio.fail_after(10):
        assert await channel.stream.receive_some(2) == b"he"
        assert await channel.stream.receive_some(100) == b"llo"
    data = bytes(range(256)) * 10_000
    await channel.stream.send_all(memoryview(data))
    assert await exactly(channel.stream, len(data)) == data
    assert max(map(len, server.messages)) == MAX_SENT_MESSAGE_SIZE
    assert (await channel.stop()).step == "not_owned"


async def test_a_message_of_the_largest_frame_is_received(server):
    size = 64 * 1024 * 1024 + 30

    async def answer(connection):
        await connection.send_message(bytes(size))
        await connection.get_message()

    server.answer = answer
    channel = await WebSocket(server.url).open(OPTIONS)
    with trio.fail_after(60):
        assert len(await channel.stream.receive_some()) == size
    await channel.stop(graceful=False)


async def test_text_is_taken_as_utf8(server):
    async def answer(connection):
        await connection.send_message("héllo →")
        await connection.get_message()

    server.answer = answer
    channel = await WebSocket(server.url).open(OPTIONS)
    with trio.fail_after(10):
        assert (await channel.stream.receive_some()).decode() == "héllo →"
    await channel.stop()


async def test_the_token_is_in_a_header_and_nowhere_else(server):
    transport = WebSocket(server.url + "/path?query=1", token=TOKEN)
    channel = await transport.open(OPTIONS)
    assert server.headers["authorization"] == f"Bearer {TOKEN}"
    assert TOKEN not in repr(transport)
    await channel.stop()


@pytest.mark.parametrize("url", ["ws://h:1/p?token={}", "wss://h/p/?a=1&key={}", "ws://h#{}"])
def test_no_repr_shows_what_a_url_may_hide(url):
    transport = WebSocket(url.format(TOKEN), token=TOKEN)
    for text in (repr(transport), str(transport), repr([transport]), f"{transport}"):
        assert TOKEN not in text
        assert "://h" in text


@pytest.mark.parametrize("status", [401, 403])
async def test_a_refused_token_is_permanent(server, status):
    with pytest.raises(AuthenticationFailed) as caught:
        await WebSocket(f"{server.url}/reject/{status}", token=TOKEN).open(OPTIONS)
    assert caught.value.permanent
    assert TOKEN not in str(caught.value)


async def test_another_status_is_a_failed_connection(server):
    with pytest.raises(ConnectFailed, match="503"):
        await WebSocket(f"{server.url}/reject/503?key={TOKEN}").open(OPTIONS)


async def test_an_address_that_refuses_is_a_failed_connection():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(ConnectFailed) as caught:
        await WebSocket(f"ws://127.0.0.1:{port}/p?key={TOKEN}").open(OPTIONS)
    assert TOKEN not in str(caught.value)


async def test_a_server_that_does_not_answer_is_given_up(nursery):
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")

    async def silent(stream):
        await trio.sleep_forever()

    nursery.start_soon(trio.serve_listeners, silent, listeners)
    port = listeners[0].socket.getsockname()[1]
    with trio.fail_after(10), pytest.raises(ConnectFailed, match=r"no answer within 0\.1 s"):
        await WebSocket(f"ws://127.0.0.1:{port}").open(LaunchOptions(start_timeout=0.1))
    with trio.move_on_after(0.05) as scope:
        await WebSocket(f"ws://127.0.0.1:{port}").open(OPTIONS)
    assert scope.cancelled_caught


@pytest.mark.parametrize("scheme", ["ws", "wss"])
async def test_a_server_that_speaks_something_else_is_a_failed_connection(nursery, scheme):
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")

    async def rude(stream):
        await stream.receive_some()
        await stream.send_all(b"SSH-2.0-x\r\n\r\n")
        await stream.aclose()

    nursery.start_soon(trio.serve_listeners, rude, listeners)
    port = listeners[0].socket.getsockname()[1]
    with trio.fail_after(10), pytest.raises(ConnectFailed):
        await WebSocket(f"{scheme}://127.0.0.1:{port}").open(OPTIONS)


async def test_an_orderly_close_is_the_end_of_the_stream(server):
    async def answer(connection):
        await connection.aclose()

    server.answer = answer
    channel = await WebSocket(server.url).open(OPTIONS)
    with trio.fail_after(10):
        assert await channel.stream.receive_some() == b""
        assert await channel.stream.receive_some() == b""
    with pytest.raises(trio.BrokenResourceError):
        await channel.stream.send_all(b"x")
    await channel.stop()


async def test_a_close_for_a_fault_breaks_the_stream(server):
    async def answer(connection):
        await connection.aclose(1011, "overload")

    server.answer = answer
    channel = await WebSocket(server.url).open(OPTIONS)
    with trio.fail_after(10), pytest.raises(trio.BrokenResourceError, match="1011: overload"):
        await channel.stream.receive_some()
    await channel.stop()


async def test_after_our_own_close_the_stream_is_closed(server):
    channel = await WebSocket(server.url).open(OPTIONS)
    await channel.stream.aclose()
    await channel.stream.aclose()
    with pytest.raises(trio.ClosedResourceError):
        await channel.stream.receive_some()
    with pytest.raises(trio.ClosedResourceError):
        await channel.stream.send_all(b"x")
    with pytest.raises(trio.ClosedResourceError):
        await channel.stream.wait_send_all_might_not_block()
    await channel.stop()


async def test_a_task_that_reads_during_the_stop_is_told(server, nursery):
    channel = await WebSocket(server.url).open(OPTIONS)
    told = trio.Event()

    async def read():
        with pytest.raises(trio.ClosedResourceError):
            await channel.stream.receive_some()
        told.set()

    nursery.start_soon(read)
    await trio.testing.wait_all_tasks_blocked()
    with trio.fail_after(10):
        await channel.stop()
        await told.wait()


async def test_two_tasks_cannot_send_at_once(server, nursery):
    async def answer(connection):
        await trio.sleep_forever()

    server.answer = answer
    channel = await WebSocket(server.url).open(OPTIONS)

    async def send():
        with pytest.raises((trio.ClosedResourceError, trio.BrokenResourceError)):
            await channel.stream.send_all(bytes(50_000_000))

    nursery.start_soon(send)
    await trio.testing.wait_all_tasks_blocked(0.01)
    with pytest.raises(trio.BusyResourceError):
        await channel.stream.send_all(b"x")
    with pytest.raises(ValueError, match="at least 1"):
        await channel.stream.receive_some(0)
    await channel.stop(graceful=False)


async def test_a_peer_that_does_not_say_good_bye_is_left(server):
    async def answer(connection):
        await trio.sleep_forever()

    server.answer = answer
    channel = await WebSocket(server.url).open(OPTIONS)
    with trio.fail_after(10):
        report = await channel.stop(graceful=False)
    assert report.step == "not_owned"


@pytest.mark.parametrize(
    "url", ["", "http://host", "ws://", "host:1", "ws://u:p@host", "ws://host:x", "ws://[::1"]
)
def test_what_is_no_url_for_us_is_refused(url):
    with pytest.raises(ValueError, match="url") as caught:
        WebSocket(url)
    assert "u:p" not in str(caught.value)


def test_a_token_that_no_header_can_hold_is_refused():
    for token in ("a\r\nX: 1", "schlüssel"):
        with pytest.raises(ValueError, match="token"):
            WebSocket("ws://host", token)
