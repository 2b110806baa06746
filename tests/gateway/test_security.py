"""Who gets in, and what a connection may take: wrong tokens, origins, sizes, silence."""

from __future__ import annotations

import base64
import contextlib
import json
import logging
import socket as sockets
import ssl

import pytest
import trio
from trio_websocket import ConnectionClosed, ConnectionRejected

import copilot_actors as ca
from copilot_actors.gateway import GatewayLimits, GatewayToken, open_gateway
from copilot_actors.testing import Simulator
from copilot_actors.transport import WebSocket

WRONG = "wrong-token-0123456789"
PAGE = "https://app.example.com"


def leaves(error):
    """The exceptions in a group, however deep."""
    inner = getattr(error, "exceptions", None)
    return [error] if inner is None else [leaf for one in inner for leaf in leaves(one)]


async def refused(place, token=None, **more):
    """The HTTP status with which a connection is refused."""
    with pytest.raises(BaseException) as caught:
        async with place.peer(token, **more):
            raise AssertionError("it was let in")
    (error,) = leaves(caught.value)
    assert isinstance(error, ConnectionRejected), error
    return error.status_code


async def raw_stream(place):
    return await trio.open_tcp_stream("127.0.0.1", place.gateway.port)


async def upgraded(place, token):
    """A WebSocket by hand, which reads and answers nothing that it is not told to."""
    stream = await raw_stream(place)
    await stream.send_all(
        b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        b"Authorization: Bearer " + token.encode() + b"\r\n\r\n"
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += await stream.receive_some(1)
    assert b" 101 " in answer
    return stream


def text_frame(message):
    body = json.dumps(message).encode()
    assert len(body) < 126
    mask = b"\0\0\0\0"
    return bytes([0x81, 0x80 | len(body)]) + mask + body


# --- Tokens ---------------------------------------------------------------------------------


async def test_the_right_token_is_let_in_by_header_message_and_subprotocol(simulated, kit):
    encoded = base64.urlsafe_b64encode(kit.TOKEN.encode()).decode().rstrip("=")
    chosen = ["copilot-actors.v1", f"copilot-actors.token.{encoded}"]
    async with kit.gateway_of(simulated, kit.calls()) as place:
        async with place.peer() as peer:
            await peer.call("gateway.sessions")
        async with place.peer(None) as peer:
            with pytest.raises(kit.Refused) as caught:
                await peer.call("gateway.sessions")
            assert caught.value.code == -32001
            await peer.call("connect", token=kit.TOKEN)
            await peer.call("gateway.sessions")
        async with place.peer(None, subprotocols=chosen) as peer:
            assert peer.socket.subprotocol == "copilot-actors.v1"
            await peer.call("gateway.sessions")


async def test_a_wrong_token_is_refused_before_the_upgrade(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls()) as place:
        assert await refused(place, WRONG) == 401
        assert place.statistics().refused_tokens == 1
        with pytest.raises(ca.AuthenticationFailed):
            async with ca.open_client(cli=WebSocket(place.gateway.url, WRONG)):
                raise AssertionError("it was let in")


async def test_a_client_without_the_token_is_told_that_one_is_wanted(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls()) as place:
        with pytest.raises(ca.AuthenticationFailed):
            async with ca.open_client(cli=WebSocket(place.gateway.url)):
                raise AssertionError("it was let in")


async def test_a_token_in_the_url_is_not_looked_at(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls()) as place:
        url = f"{place.gateway.url}?token={kit.TOKEN}&access_token={kit.TOKEN}"
        async with kit.json_peer(url) as peer:
            with pytest.raises(kit.Refused) as caught:
                await peer.call("gateway.sessions")
            assert caught.value.code == -32001


async def test_an_address_that_guesses_is_refused_even_with_the_right_token(simulated, kit):
    limits = GatewayLimits(auth_attempts=3, auth_window=60)
    async with kit.gateway_of(simulated, kit.calls(), limits=limits) as place:
        assert [await refused(place, WRONG) for _ in range(4)] == [401, 401, 401, 429]
        assert await refused(place, kit.TOKEN) == 429
        statistics = place.statistics()
        assert (statistics.refused_tokens, statistics.throttled) == (3, 2)


async def test_guesses_by_message_count_as_well(simulated, kit):
    limits = GatewayLimits(auth_attempts=3, auth_window=60)
    async with kit.gateway_of(simulated, kit.calls(), limits=limits) as place:
        async with place.peer(None) as peer:
            for _ in range(3):
                with pytest.raises(kit.Refused) as caught:
                    await peer.call("connect", token=WRONG)
                assert caught.value.code == -32002
            with pytest.raises((kit.Refused, AssertionError)):
                await peer.call("connect", token=kit.TOKEN)
            await peer.until_closed()
            assert peer.closed.code == 1008
        assert await refused(place, kit.TOKEN) == 429


async def test_guesses_are_forgotten_after_the_window(simulated, kit):
    limits = GatewayLimits(auth_attempts=1, auth_window=0.2)
    async with kit.gateway_of(simulated, kit.calls(), limits=limits) as place:
        assert await refused(place, WRONG) == 401
        assert await refused(place, kit.TOKEN) == 429
        await trio.sleep(0.3)  # the sockets' time is real
        async with place.peer() as peer:
            await peer.call("ping")


async def test_no_token_is_shown_anywhere(simulated, kit, caplog):
    caplog.set_level(logging.DEBUG)
    async with kit.gateway_of(simulated, kit.calls()) as place:
        await refused(place, WRONG)
        async with place.peer(None) as peer:
            with pytest.raises(kit.Refused) as caught:
                await peer.call("connect", token=WRONG)
            assert WRONG not in str(caught.value)
        shown = caplog.text + repr(place.gateway) + repr(GatewayToken(token=kit.TOKEN))
        assert WRONG not in shown
        assert kit.TOKEN not in shown


async def test_tokens_may_be_changed_and_their_connections_end(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls()) as place, place.peer() as peer:
        await peer.call("ping")
        new = GatewayToken(token="another-token-0123456789", name="other")
        place.gateway.update(tokens=[new])
        assert (await peer.until_closed()).code == 1008
        assert await refused(place, kit.TOKEN) == 401
        async with place.peer(new.token) as other:
            await other.call("ping")
        with pytest.raises(ca.InvalidOption):
            place.gateway.update(tokens=[])


# --- Origins --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "https://app.example.com.evil", f"{PAGE}:8443"]
)
async def test_a_page_that_is_not_listed_is_refused_whatever_its_token(simulated, kit, origin):
    async with kit.gateway_of(simulated, kit.calls(), allowed_origins=[PAGE]) as place:
        status = await refused(place, kit.TOKEN, headers=[(b"Origin", origin.encode())])
        assert status == 403
        assert place.statistics().refused_origins == 1
        async with place.peer(headers=[(b"Origin", PAGE.encode())]) as peer:
            await peer.call("ping")


async def test_pages_are_refused_where_none_is_listed(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls(), tokens=()) as place:
        assert await refused(place, headers=[(b"Origin", b"http://localhost")]) == 403


# --- Addresses ------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.com"])
@pytest.mark.parametrize("given", [{}, {"tokens": ["a-token-0123456789"]}])
async def test_a_public_address_needs_tokens_and_tls(host, given):
    async with ca.open_client(cli=Simulator()) as client:
        with pytest.raises(ca.InvalidOption, match="TLS"):
            async with open_gateway(client, host=host, **given):
                raise AssertionError("it serves")


async def test_a_public_address_may_be_asked_for(simulated, kit):
    options = {"host": "0.0.0.0", "allow_insecure_public": True}
    async with kit.gateway_of(simulated, kit.calls(), **options) as place:
        assert place.gateway.port > 0


async def test_it_serves_tls(simulated, kit, tmp_path, certificate):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*certificate)
    limits = GatewayLimits(handshake_timeout=1)
    options = {"ssl_context": context, "limits": limits}
    async with kit.gateway_of(simulated, kit.calls(), **options) as place:
        assert place.gateway.url.startswith("wss://")
        trusting = ssl.create_default_context(cafile=certificate[0])
        async with kit.json_peer(place.gateway.url, kit.TOKEN, ssl_context=trusting) as peer:
            await peer.call("ping")
        url = f"ws://127.0.0.1:{place.gateway.port}/"
        with pytest.raises(BaseExceptionGroup):
            async with kit.json_peer(url, kit.TOKEN, seconds=0.5):
                raise AssertionError("it spoke without TLS")
        await place.until(
            lambda: (
                (place.statistics().handshake_timeouts + place.statistics().handshake_errors) == 1
            )
        )


# --- Limits ---------------------------------------------------------------------------------


async def test_a_frame_that_is_too_large_is_refused_by_both_sizes(simulated, kit):
    limits = GatewayLimits(max_message_size=10_000)
    async with kit.gateway_of(simulated, kit.calls(), limits=limits) as place:
        async with place.peer() as peer:
            await peer.socket.send_message(b"Content-Length: 20000\r\n\r\n")
            closed = await peer.until_closed()
            assert closed.code == 1009
            assert "20000" in closed.reason
            assert "10000" in closed.reason
        async with place.peer() as peer:
            await peer.socket.send_message(json.dumps({"x": "y" * 20_000}))
            closed = await peer.until_closed()
            assert closed.code == 1009
        assert place.statistics().oversized_messages == 2


async def test_a_reply_over_the_limit_is_an_error_and_the_connection_lives(simulated, kit):
    limits = GatewayLimits(max_message_size=1_500)
    async with kit.gateway_of(simulated, kit.calls(), limits=limits) as place:
        async with place.peer() as peer:
            await peer.call("session.create", sessionId="s", model="gpt-4.1")
            await peer.call("session.send", sessionId="s", prompt="x" * 1_000)
            await peer.event("session.idle")
            with pytest.raises(kit.Refused) as caught:
                await peer.call("session.getMessages", sessionId="s")
            assert caught.value.code == -32007
            await peer.call("ping")


@pytest.mark.parametrize(
    "message", ["no json", "[1, 2]", '{"id": 1}', '{"jsonrpc": "2.0", "method": 3}', ""]
)
async def test_what_is_no_request_is_answered_and_costs_nothing_else(simulated, kit, message):
    async with kit.gateway_of(simulated, kit.calls()) as place, place.peer() as peer:
        await peer.socket.send_message(message)
        await place.until(lambda: place.statistics().bad_messages == 1)
        await peer.call("ping")


async def test_parameters_that_are_no_object_are_refused(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls()) as place, place.peer() as peer:
        number = 77
        await peer.socket.send_message(
            json.dumps({"jsonrpc": "2.0", "id": number, "method": "ping", "params": [1]})
        )
        await peer.until(lambda: number in peer._replies)
        assert peer._replies[number]["error"]["code"] == -32602


async def test_a_connection_over_the_limit_is_not_served(simulated, kit):
    limits = GatewayLimits(max_connections=1)
    async with kit.gateway_of(simulated, kit.calls(), limits=limits) as place:
        async with place.peer() as peer:
            with pytest.raises(BaseExceptionGroup):
                async with place.peer(seconds=0.5):
                    raise AssertionError("it was let in")
            await peer.call("ping")
        assert place.statistics().refused_connections == 1


async def test_requests_over_the_limit_are_refused_at_once(simulated, kit):
    limits = GatewayLimits(max_requests=2)
    async with kit.gateway_of(simulated, kit.calls(), limits=limits) as place:
        async with place.peer() as peer:
            await peer.call("session.create", sessionId="s", model="gpt-4.1")
            results = []

            async def ask():
                try:
                    results.append(await peer.call("session.getMessages", sessionId="s"))
                except kit.Refused as error:
                    results.append(error.code)

            async with trio.open_nursery() as nursery:
                for _ in range(8):
                    nursery.start_soon(ask)
            assert results.count(-32005) == place.statistics().refused_requests > 0


async def test_sessions_over_the_limit_are_refused(simulated, kit):
    limits = GatewayLimits(max_sessions=1)
    async with kit.gateway_of(simulated, kit.calls(), limits=limits) as place:
        async with place.peer() as peer:
            await peer.call("session.create", sessionId="a", model="gpt-4.1")
            with pytest.raises(kit.Refused) as caught:
                await peer.call("session.create", sessionId="b", model="gpt-4.1")
            assert caught.value.code == -32006


async def test_a_peer_that_never_reads_is_cut_off_and_delays_nobody(simulated, kit, caplog):
    limits = GatewayLimits(slow_peer_timeout=0.5, outbox_size=500_000, outbox_limit=1_000_000)
    async with kit.gateway_of(simulated, kit.calls(), limits=limits) as place:
        async with place.peer() as peer:
            await peer.call("session.create", sessionId="s", model="gpt-4.1")
            deaf = await upgraded(place, kit.TOKEN)
            deaf.socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
            request = {"jsonrpc": "2.0", "id": 1, "method": "gateway.attach"}
            await deaf.send_all(text_frame({**request, "params": {"sessionId": "s"}}))
            await place.until(lambda: len(place.gateway._core.hosted["s"].attachments) == 2)
            big = "x" * 200_000
            for _ in range(60):
                if place.statistics().slow_peers:
                    break
                await peer.call("session.send", sessionId="s", prompt=big)
                await peer.event("session.idle")
                peer.events.clear()
            await place.until(lambda: place.statistics().slow_peers == 1)
            await peer.call("ping")
            await deaf.aclose()
        assert "cut off" in caplog.text


async def test_a_connection_that_is_half_open_is_found_by_pings(simulated, kit):
    limits = GatewayLimits(ping_interval=0.1, ping_timeout=0.2)
    async with kit.gateway_of(simulated, kit.calls(), limits=limits) as place:
        stream = await upgraded(place, kit.TOKEN)
        await place.until(lambda: place.statistics().half_open_peers == 1)
        await place.until(lambda: place.statistics().connections == 0)
        await stream.aclose()


@pytest.mark.parametrize(
    "first", [b"", b"GET / HTTP/1.1\r\n", b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/1.1\r\n\r\n"]
)
async def test_a_connection_that_does_not_begin_is_given_up(simulated, kit, first):
    limits = GatewayLimits(handshake_timeout=0.3)
    async with kit.gateway_of(simulated, kit.calls(), limits=limits) as place:
        stream = await raw_stream(place)
        await stream.send_all(first)
        with trio.fail_after(5):
            while await stream.receive_some():
                pass
        await stream.aclose()
        await place.until(
            lambda: (
                (place.statistics().handshake_timeouts + place.statistics().handshake_errors) == 1
            )
        )
        assert place.statistics().connection_errors == 0
        async with place.peer() as peer:
            await peer.call("ping")


async def test_a_peer_without_a_token_is_given_up_after_its_time(simulated, kit):
    limits = GatewayLimits(handshake_timeout=0.3)
    async with kit.gateway_of(simulated, kit.calls(), limits=limits) as place:
        async with place.peer(None) as peer:
            assert (await peer.until_closed()).code == 1008


async def test_the_end_of_the_gateway_closes_its_connections_in_good_order(simulated, kit):
    async with trio.open_nursery() as nursery:
        async with kit.gateway_of(simulated, kit.calls()) as place:
            peer = await nursery.start(_hold, place, kit)
        assert (await peer.until_closed()).code == 1001
        assert place.inner.open_sessions() == {}
        nursery.cancel_scope.cancel()


async def _hold(place, kit, task_status):
    async with place.peer() as peer:
        await peer.call("session.create", sessionId="s", model="gpt-4.1")
        task_status.started(peer)
        await trio.sleep_forever()


@pytest.mark.parametrize(
    "options",
    [
        {"tokens": ["short"]},
        {"tokens": ["with space 0123456789"]},
        {"tokens": ["twice-0123456789012", "twice-0123456789012"]},
        {"tokens": [1]},
        {"allowed_origins": ["app.example.com"]},
        {"allowed_origins": ["https://app.example.com/page"]},
        {"allowed_origins": ["*"]},
    ],
)
async def test_settings_that_cannot_be_right_are_refused(options):
    async with ca.open_client(cli=Simulator()) as client:
        with pytest.raises(ca.InvalidOption):
            async with open_gateway(client, **options):
                raise AssertionError("it serves")


@pytest.mark.parametrize("field", ["max_message_size", "max_requests", "ping_interval"])
@pytest.mark.parametrize("value", [0, -1, float("nan"), "1", None, True])
def test_limits_that_cannot_be_right_are_refused(field, value):
    with pytest.raises(ca.InvalidOption, match=field):
        GatewayLimits(**{field: value})


async def test_an_error_of_the_block_comes_out_as_it_is(simulated, kit):
    async with ca.open_client(cli=Simulator()) as client:
        with pytest.raises(ZeroDivisionError):
            async with open_gateway(client):
                raise ZeroDivisionError
        async with open_gateway(client) as gateway:
            with pytest.raises(OSError):
                async with open_gateway(client, port=gateway.port):
                    raise AssertionError("it serves")


@pytest.mark.parametrize(
    "message", ["x" * 100_000, b"Content-Length: 90000\r\n\r\n" + b"x" * 40_000]
)
async def test_nobody_fills_the_memory_before_showing_a_token(simulated, kit, message):
    async with kit.gateway_of(simulated, kit.calls()) as place:
        async with place.peer(None) as peer:
            with contextlib.suppress(ConnectionClosed):
                await peer.socket.send_message(message)
                await peer.socket.send_message(message)
            assert (await peer.until_closed()).code == 1009
        async with place.peer(None) as peer:
            await peer.call("connect", token=kit.TOKEN)
            await peer.call("ping", message="x" * 100_000)
        assert place.statistics().oversized_messages == 1
