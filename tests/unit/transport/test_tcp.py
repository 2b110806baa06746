"""A CLI server over TCP: our own, and one that runs already."""

import os
import signal
import socket
import sys

import pytest
import trio

from copilot_actors._errors import CliExited, CliNotFound, ConnectFailed, HandshakeTimeout
from copilot_actors.transport import ExitStatus, LaunchOptions, Tcp
from copilot_actors.transport._tcp import connect

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")


@pytest.fixture
def server(fake):
    def make(*habit):
        return fake(*habit, transport=Tcp)

    return make


async def receive(stream):
    with trio.fail_after(10):
        return await stream.receive_some()


async def test_our_own_server_listens_on_loopback_with_a_random_token(server, options, processes):
    before = processes.descriptors()
    tokens = set()
    for _ in range(2):
        channel = await server("serves").open(options)
        assert processes.lives(channel.pid)
        assert channel.port is not None
        assert len(channel.token) >= 32
        assert (await receive(channel.stream)).decode() == channel.token
        tokens.add(channel.token)
        assert channel.send_nowait(b"hello") == 5
        assert await receive(channel.stream) == b"hello"
        report = await channel.stop()
        assert report.step == "term"
        assert report.status == ExitStatus(None, signal.SIGTERM)
    assert len(tokens) == 2
    assert processes.descriptors() == before


async def test_a_token_of_the_caller_is_used_and_shown_nowhere(fake, options, processes):
    args = fake("serves").args
    transport = Tcp(token="secret-0123456789", path=sys.executable, args=args)
    assert "secret" not in repr(transport)
    channel = await transport.open(options)
    try:
        assert await receive(channel.stream) == b"secret-0123456789"
        with open(f"/proc/{channel.pid}/cmdline", encoding="utf-8") as cmdline:  # noqa: ASYNC230, PTH123
            assert "secret" not in cmdline.read()
    finally:
        await channel.stop()


async def test_what_the_server_goes_on_printing_is_read(server, options, processes):
    banner = "CLI server listening on port {}"
    channel = await server("serves", banner, "300").open(options)
    try:
        # More than a pipe holds was written before it accepted us.
        assert await receive(channel.stream)
    finally:
        await channel.stop()


async def test_the_server_ends_though_it_ignores_sigterm(server, processes):
    transport = server("tool", "serves")
    channel = await transport.open(LaunchOptions(stop_timeout=1.0))
    os.kill(channel.pid, signal.SIGSTOP)
    report = await channel.stop()
    assert report.step in {"term", "kill"}
    assert report.leftovers == 1


@pytest.mark.parametrize(
    ("habit", "expected"),
    [
        (("exits", "1", "Address already in use (os error 98)"), (1, "Another program listens")),
        (("exits", "0"), (0, "Is this program the Copilot CLI?")),
        (("tool", "killed"), (None, "signal 9")),
    ],
)
async def test_a_server_that_ends_before_it_names_its_port(
    server, options, processes, habit, expected
):
    code, text = expected
    with trio.fail_after(15), pytest.raises(CliExited, match="before it was ready") as caught:
        await server(*habit).open(options)
    assert caught.value.code == code
    assert caught.value.during_start
    assert text in str(caught.value)


@pytest.mark.parametrize("habit", ["echo", "ignores_all"])
async def test_a_server_that_never_names_its_port(server, processes, habit):
    options = LaunchOptions(start_timeout=0.5, stop_timeout=1.0)
    if habit == "echo":
        # Its stdin is empty, so that it ends at once.
        with trio.fail_after(10), pytest.raises(CliExited):
            await server(habit).open(LaunchOptions(start_timeout=5.0))
        return
    with trio.fail_after(10), pytest.raises(HandshakeTimeout) as caught:
        await server(habit).open(options)
    assert caught.value.seconds == 0.5


async def test_a_server_that_names_a_port_it_does_not_listen_on(server, processes):
    options = LaunchOptions(start_timeout=1.0, stop_timeout=1.0)
    with trio.fail_after(10), pytest.raises(ConnectFailed):
        await server("serves", "listening on port 1 not {}").open(options)


async def test_an_attempt_without_time_names_the_time_that_there_was():
    with pytest.raises(ConnectFailed, match=r"no answer within 0\.5 s"):
        await connect("127.0.0.1", 9, 0, within=0.5)


async def test_cancelling_the_start_leaves_no_server(server, options, processes):
    for seconds in (0.0, 0.01, 0.05):
        with trio.move_on_after(seconds):
            channel = await server("ignores_all").open(options)
            await channel.stop()
        assert processes.children() == {}


async def test_a_missing_binary_is_not_found(options):
    with pytest.raises(CliNotFound):
        await Tcp(path="/nonexistent").open(options)


# A server that runs already


@pytest.fixture
async def listener(nursery):
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    held = []

    async def serve(stream):
        held.append(stream)
        async for data in stream:
            await stream.send_all(data)

    nursery.start_soon(trio.serve_listeners, serve, listeners)
    return listeners[0].socket.getsockname()[1]


async def test_a_running_server_is_reached_and_never_ended(listener, options):
    channel = await Tcp("127.0.0.1", listener, token="t0ken").open(options)
    assert (channel.pid, channel.port, channel.token) == (None, listener, "t0ken")
    assert channel.redact("a t0ken") == "a [redacted]"
    assert channel.stderr_tail == ""
    assert channel.send_nowait(b"hello") == 5
    assert await receive(channel.stream) == b"hello"
    with trio.move_on_after(0.01) as scope:
        await channel.wait_exit()
    assert scope.cancelled_caught
    for _ in range(2):
        report = await channel.stop()
        assert (report.step, report.status) == ("not_owned", None)
    again = await Tcp(port=listener).open(options)
    assert again.token is None
    assert again.redact("text") == "text"
    await again.stop()


async def test_an_address_that_refuses_is_a_typed_error(options):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(ConnectFailed, match="Connection refused") as caught:
        await Tcp(port=port).open(options)
    assert caught.value.address == f"127.0.0.1:{port}"
    assert caught.value.retryable


@pytest.mark.parametrize("host", ["no-such-host.invalid", "x" * 300, "a..b"])
async def test_a_name_that_does_not_exist_is_a_typed_error(options, host):
    with pytest.raises(ConnectFailed):
        await Tcp(host, 1).open(options)


async def test_an_address_that_is_silent_is_given_up(mock_clock, monkeypatch):
    async def silent(_host, _port):
        await trio.sleep_forever()

    monkeypatch.setattr(trio, "open_tcp_stream", silent)
    mock_clock.rate = 1000
    with pytest.raises(ConnectFailed, match=r"\[::1\]:5.*no answer within 30 s"):
        await connect("::1", 5, 30)


@pytest.mark.parametrize(
    ("address", "host", "port"),
    [
        ("8080", "127.0.0.1", 8080),
        ("example.org:80", "example.org", 80),
        ("[::1]:80", "::1", 80),
        ("http://localhost:3000/", "localhost", 3000),
        ("tcp://10.0.0.1:1", "10.0.0.1", 1),
    ],
)
def test_addresses(address, host, port):
    transport = Tcp.from_address(address, token="t")
    assert (transport.host, transport.port, transport.token) == (host, port, "t")


@pytest.mark.parametrize(
    "address", ["", "host", "host:", "host:x", "host:99999", "a:b@host:1", "h:1/p", "0"]
)
def test_what_is_no_address_is_refused(address):
    with pytest.raises(ValueError, match=r"expected|port must be"):
        Tcp.from_address(address)


@pytest.mark.parametrize(
    "fields",
    [
        {"host": "h"},
        {"port": 0},
        {"port": 65536},
        {"token": ""},
        {"port": 1, "path": "/x"},
        {"port": 1, "args": ["x"]},
        {"port": 1, "listen_port": 2},
        {"listen_port": 0},
        {"listen_port": 65536},
    ],
)
def test_contradictions_are_refused(fields):
    with pytest.raises(ValueError, match=r"port|token|starts"):
        Tcp(**fields)


def test_transports_are_values():
    assert Tcp(port=1) == Tcp(port=1)
    assert hash(Tcp(port=1)) == hash(Tcp(port=1))
    with pytest.raises(AttributeError):
        Tcp(port=1).port = 2
