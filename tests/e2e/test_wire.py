"""Bytes that a CLI may write, and bytes that it may refuse to read."""

from __future__ import annotations

import os
import resource
import signal

import pytest
import trio

import copilot_actors as ca


def rss():
    """Resident bytes of this process."""
    with open("/proc/self/statm") as file:  # noqa: PTH123
        return int(file.read().split()[1]) * resource.getpagesize()


async def ask(client, prompt="hello", **options):
    session = await client.create_session(**options)
    answer = await session.send_and_wait(prompt, timeout=20)
    await session.disconnect()
    return answer.data["content"]


@pytest.mark.parametrize("size", [1, 7, 4096])
async def test_F1_frames_in_pieces_of_any_size_are_read(fake, size):
    fake.play(f"cli.chunk = {size}")
    async with ca.open_client(**fake.options()) as client:
        assert await ask(client) == "echo: hello"
    assert len(fake.starts) == 1


async def test_F1_a_reply_of_300_kB_and_two_frames_in_one_write_are_read(fake):
    fake.play(
        """
        import random
        random.seed(1)

        @on("big")
        def _(request):
            data = frame({"id": request["id"], "result": {"text": "é" * 150_000}})
            while data:
                size = random.choice([1, 100, 4096, 70_000])
                os.write(1, data[:size])
                data = data[size:]

        @on("pair")
        def _(request):
            one = frame({"id": request["id"], "result": 1})
            note = frame({"method": "session.lifecycle", "params": {"type": "x", "sessionId": "y"}})
            cli.raw(note + one + note)
        """
    )
    seen = []
    async with ca.open_client(**fake.options()) as client:
        client.on_lifecycle(seen.append)
        assert await client.request("big") == {"text": "é" * 150_000}
        assert await client.request("pair") == 1
        await client.ping()
    assert [(one.type, one.session_id) for one in seen] == [("x", "y")] * 2


async def test_F2_a_length_beyond_the_limit_is_refused_unread_and_the_cli_replaced(fake):
    fake.play(
        """
        @on("session.send")
        def _(request):
            message_id = cli.accept(request)
            if START == 1:
                cli.raw(b"Content-Length: 1000000000000\\r\\n\\r\\n")
                while True:
                    os.write(1, b" " * 65536)
            cli.answer(request["params"]["sessionId"], message_id, "again")
        """
    )
    async with ca.open_client(**fake.options()) as client:
        session = await client.create_session(session_id="s")
        before = rss()
        with trio.fail_after(5):
            answer = await session.send_and_wait("hello")
        assert answer.data["content"] == "echo: hello"
        assert rss() - before < 64 << 20
    assert len(fake.starts) == 2


async def test_F2_many_large_frames_are_not_one_large_frame(fake):
    fake.play(
        """
        @on("session.send")
        def _(request):
            message_id = cli.accept(request)
            session = request["params"]["sessionId"]
            for _ in range(1000):
                cli.event(session, "assistant.message_delta", {"deltaContent": "x" * 100_000}, ephemeral=True)
            cli.answer(session, message_id, "done")
        """
    )
    before = rss()
    async with ca.open_client(**fake.options()) as client:
        assert await ask(client) == "done"
    assert rss() - before < 100 << 20


NOISE = {
    "a banner": b"A new version is available!\n",
    "a banner and CRLF": b"hello\r\n\r\nthere\r\n",
    "a binary": bytes(range(128, 256)) + b"\n",
    "many lines": b"warning: deprecated\n" * 500,
}


@pytest.mark.parametrize("noise", list(NOISE.values()), ids=list(NOISE))
async def test_F4_stray_text_is_skipped_reported_once_and_counted(fake, caplog, noise):
    fake.play(
        f"""
        original = cli.raw
        original({noise!r})

        @on("noisy")
        def _(request):
            original({noise!r})
            cli.reply(request, "here")
        """
    )
    async with ca.open_client(**fake.options()) as client:
        assert await client.request("noisy") == "here"
        assert await ask(client) == "echo: hello"
        assert client.statistics().stray_lines >= 1
    assert len(fake.starts) == 1
    said = [record for record in caplog.records if "text between frames" in record.getMessage()]
    assert len(said) == 1


@pytest.mark.parametrize(
    "header",
    [
        b"content-length: %d\r\n\r\n",
        b"CONTENT-LENGTH:%d\r\n\r\n",
        b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n",
        b"Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n",
        b"X-Foo: bar\r\ncOnTeNt-LeNgTh:   %d  \r\nX-Bar: 1\r\n\r\n",
    ],
)
async def test_F4_headers_of_any_case_order_and_number_are_read(fake, header):
    fake.play(
        f"""
        def frame(message, **fields):
            body = json.dumps({{"jsonrpc": "2.0", **message, **fields}}).encode()
            return {header!r} % len(body) + body
        """
    )
    async with ca.open_client(**fake.options()) as client:
        assert await ask(client) == "echo: hello"
        assert client.statistics().stray_lines == 0


@pytest.mark.parametrize("escaped", [True, False])
async def test_F5_text_is_utf_8_whatever_the_locale(fake, monkeypatch, escaped):
    for name, value in {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"}.items():
        monkeypatch.setenv(name, value)
    text = "→ “quoted” 漢字 \x81\x8d\x9d 😀 \u2028 é"
    fake.play(
        f"""
        @on("text")
        def _(request):
            body = {{"jsonrpc": "2.0", "id": request["id"], "result": request["params"]["text"]}}
            body = json.dumps(body, ensure_ascii={escaped}).encode()
            cli.raw(b"Content-Length: %d\\r\\n\\r\\n" % len(body) + body)
        """
    )
    async with ca.open_client(**fake.options()) as client:
        assert await client.request("text", {"text": text}) == text
        assert await ask(client, text) == f"echo: {text}"


BAD_BODIES = [b"{", b"", b"[]", b"7", b'"x"', b"\xff\xfe{}", b'{"jsonrpc":"2.0"}', b"null",
              b'{"jsonrpc":"2.0","id":1,"result":' + b"[" * 5000, b"{}" * 100]  # fmt: skip


@pytest.mark.parametrize("body", BAD_BODIES, ids=lambda body: repr(body[:20]))
async def test_a_bad_body_loses_only_itself(fake, body):
    fake.play(
        f"""
        @on("bad")
        def _(request):
            cli.raw(b"Content-Length: {len(body)}\\r\\n\\r\\n" + {body!r})
            cli.reply(request, "good")
        """
    )
    async with ca.open_client(**fake.options()) as client:
        assert await client.request("bad") == "good"
        assert client.statistics().bad_frames == 1
        assert await ask(client) == "echo: hello"
    assert len(fake.starts) == 1


@pytest.mark.parametrize(
    "reply",
    [
        '{"id": 999999, "result": 1}',
        '{"id": "abc", "result": {}}',
        '{"id": -1, "error": {"code": 1, "message": "x"}}',
    ],
)
async def test_replies_that_nobody_asked_for_are_counted(fake, reply):
    fake.play(
        f"""
        @on("odd")
        def _(request):
            cli.raw(frame(json.loads({reply!r})))
            cli.reply(request, "mine")
            cli.reply(request, "twice")
        """
    )
    async with ca.open_client(**fake.options()) as client:
        assert await client.request("odd") == "mine"
        assert await client.request("odd") == "mine"
        assert (await client.ping()).message == "pong"
        assert client.statistics().late_replies == 4
    assert len(fake.starts) == 1


async def test_a_late_reply_reaches_nobody_and_is_counted(fake):
    fake.play(
        """
        late = []

        @on("late")
        def _(request):
            late.append(request)

        @on("now")
        def _(request):
            cli.reply(late.pop(), "too late")
            cli.reply(request, "now")
        """
    )
    async with ca.open_client(**fake.options()) as client:
        with pytest.raises(ca.RpcTimeout) as caught:
            await client.request("late", timeout=0.1)
        assert caught.value.method == "late"
        assert await client.request("now") == "now"
        assert client.statistics().late_replies == 1
        assert client.statistics().pending_requests == 0
        assert client.state == "connected"


async def test_C4_requests_cancelled_at_random_leave_no_entry_behind(fake):
    fake.play(
        """
        import random
        waiting = []

        @on("maybe")
        def _(request):
            waiting.append(request)
            if len(waiting) > 20:
                for one in waiting:
                    cli.reply(one, one["params"]["n"])
                waiting.clear()
        """
    )
    async with ca.open_client(**fake.options()) as client:
        right = []

        async def one(number):
            with trio.move_on_after(number % 7 * 0.01):
                right.append(await client.request("maybe", {"n": number}) == number)

        async with trio.open_nursery() as nursery:
            for number in range(10_000):
                nursery.start_soon(one, number)
        assert all(right)
        await client.ping()
        assert client.statistics().pending_requests == 0


async def test_an_error_without_id_from_a_healthy_cli_restarts_nothing(fake):
    fake.play(
        """
        @on("odd")
        def _(request):
            cli.raw(frame({"id": None, "error": {"code": -32700, "message": "EOF while parsing"}}))
            cli.reply(request, 1)
        """
    )
    async with ca.open_client(**fake.options()) as client:
        for _ in range(3):
            assert await client.request("odd") == 1
        # A restart, or a probe, that the errors caused would have begun by now.
        await trio.sleep(0.2)
        await client.ping()
        assert client.statistics().uncorrelated_errors == 3
        assert client.state == "connected"
    assert len(fake.starts) == 1


async def test_an_error_without_id_from_a_deaf_cli_is_found_out_soon(fake):
    fake.play(
        """
        @on("session.send")
        def _(request):
            message_id = cli.accept(request)
            if START == 1:
                cli.raw(frame({"id": None, "error": {"code": -32700, "message": "junk header"}}))
                forever()
            cli.answer("s", message_id, "heard")
        """
    )
    async with ca.open_client(**fake.options(ping_interval=60.0)) as client:
        session = await client.create_session(session_id="s")
        with trio.fail_after(6):
            assert (await session.send_and_wait("hello")).data["content"] == "echo: hello"
        assert client.statistics().uncorrelated_errors == 1
    assert len(fake.starts) == 2


async def test_a_handler_that_ends_after_the_end_of_the_wire_hides_nothing(fake):
    fake.play(
        """
        @on("die")
        def _(request):
            cli.raw(frame({"id": "r1", "method": "ask.me", "params": {}}))
            os.close(1)
            forever()
        """
    )

    async def handler(params):
        await trio.sleep(0.1)  # into the moment in which the client finds out why the wire ended
        return "too late"

    async with ca.open_client(**fake.options()) as client:
        client.on_request("ask.me", handler)
        with pytest.raises(ca.ConnectionFault) as caught:
            await client.request("die")
        assert caught.value.retryable
        assert await ask(client) == "echo: hello"
        assert client.statistics().connection_faults == 1
        assert client.statistics().handler_errors == 0


async def test_an_odd_item_in_a_listing_hides_no_other(fake):
    fake.play(
        """
        @on("session.list")
        def _(request):
            cli.reply(request, {"sessions": [
                {"sessionId": "a", "summary": "x"}, {"sessionId": "b", "isRemote": None}, 7, {}, None,
            ]})
        """
    )
    async with ca.open_client(**fake.options()) as client:
        listed = await client.list_sessions()
    assert [(one.session_id, one.summary) for one in listed] == [("a", "x"), ("b", None)]


async def test_events_of_sessions_that_are_not_ours_are_counted_not_kept(fake):
    fake.play(
        """
        @on("flood")
        def _(request):
            for number in range(20_000):
                cli.notify("session.event", {"sessionId": f"other-{number}", "event": {"type": "x", "data": {}}})
            cli.notify("session.event", {"sessionId": 7})
            cli.notify("session.event", [])
            cli.notify("session.event", None)
            cli.notify("never.heard.of", {"a": 1})
            cli.notify("session.lifecycle", 7)
            cli.reply(request, "done")
        """
    )
    seen = []
    async with ca.open_client(**fake.options()) as client:
        client.on_lifecycle(seen.append)
        before = rss()
        assert await client.request("flood") == "done"
        numbers = client.statistics()
        assert numbers.unroutable_events == 20_000
        assert numbers.malformed_events == 3
        assert rss() - before < 32 << 20
        assert await ask(client) == "echo: hello"
    assert len(fake.starts) == 1


@pytest.mark.parametrize(
    "method", ["ping", "session.list", "session.getLastId", "session.create", "session.getMessages"]
)
async def test_a_method_that_is_never_answered_ends_at_its_deadline(fake, method):
    fake.play("MUTE = os.environ['MUTE']\non(MUTE)(lambda request: None)")
    env = {**os.environ, "MUTE": method}
    async with ca.open_client(**fake.options(env=env, rpc_timeout=0.3)) as client:
        begun = trio.current_time()
        calls = {
            "ping": client.ping,
            "session.list": client.list_sessions,
            "session.getLastId": client.get_last_session_id,
            "session.create": client.create_session,
        }
        if method == "session.getMessages":
            calls[method] = (await client.create_session()).get_messages
        with pytest.raises(ca.RpcTimeout) as caught:
            await calls[method]()
        assert caught.value.method == method
        assert trio.current_time() - begun < 4
        assert client.statistics().pending_requests == 0


async def test_a_request_of_the_cli_that_nobody_serves_is_refused(fake):
    fake.play(
        """
        @on("ask")
        def _(request):
            for name in ("who.are.you", "boom"):
                cli.raw(frame({"id": name, "method": name, "params": {}}))
                reply = cli.receive()
                assert reply["id"] == name, reply
                (STORE / name).write_text(str(reply["error"]["code"]))
            cli.reply(request, "asked")
        """
    )
    async with ca.open_client(**fake.options()) as client:

        async def boom(_params):
            raise ValueError("secret text of a handler")

        client.on_request("boom", boom)
        assert await client.request("ask") == "asked"
        assert client.statistics().unknown_requests == 1
        assert client.statistics().handler_errors == 1
    assert (fake.store / "who.are.you").read_text() == "-32601"
    assert (fake.store / "boom").read_text() == "-32603"


async def test_F3_a_cli_that_does_not_read_delays_no_event_and_is_replaced(fake):
    fake.play(
        """
        @on("session.send")
        def _(request):
            message_id = cli.accept(request)
            session = request["params"]["sessionId"]
            if START == 1 and request["params"]["prompt"] == "flood":
                for _ in range(2000):
                    cli.event(session, "assistant.message_delta", {"deltaContent": "x" * 10_000}, ephemeral=True)
                forever()
            cli.answer(session, message_id, "ok")
        """
    )
    events, complete = [], trio.Event()

    def count(event):
        events.append(event.id)
        if len(events) == 2000:
            complete.set()

    options = fake.options(ping_interval=1.0, ping_timeout=1.5)
    async with ca.open_client(**options) as client:
        session = await client.create_session(session_id="s")
        await session.on("assistant.message_delta", count)
        await session.send("flood")
        begun = trio.current_time()
        with pytest.raises(ca.CopilotError) as caught:
            await client.request("big", {"text": "y" * 5_000_000}, timeout=0.5)
        assert isinstance(caught.value, ca.RpcTimeout | ca.ConnectionFault)
        assert trio.current_time() - begun < 2
        with trio.fail_after(8):
            await complete.wait()
            await client.wait_state("reconnecting")
            await session.wait_state("idle")
            assert (await session.send_and_wait("again")).data["content"] == "ok"
    assert len(fake.starts) == 2


async def test_F3_a_frame_that_was_cut_by_the_stop_is_followed_by_nothing(fake):
    fake.play(
        """
        @on("hold")
        def _(request):
            time.sleep(0.6)
            rest = cli.buffer
            while data := os.read(0, 1 << 20):
                rest += data
            (STORE / "rest").write_bytes(rest)
        """
    )
    async with trio.open_nursery() as nursery:
        async with ca.open_client(**fake.options(stop_timeout=4.0)) as client:
            ends = []

            async def call(method, params):
                try:
                    await client.request(method, params)
                except ca.ConnectionStopped as error:
                    ends.append(error)

            nursery.start_soon(call, "hold", {})
            # The first frame is to be read by the CLI before the big one fills its pipe.
            await trio.sleep(0.1)
            nursery.start_soon(call, "big", {"text": "y" * 5_000_000})
            # The pipe is to be full, and the writer blocked, before the stop begins.
            await trio.sleep(0.1)
            stopping = trio.current_time()
    assert len(ends) == 2
    assert trio.current_time() - stopping < 4
    rest = (fake.store / "rest").read_bytes()
    assert b'"big"' in rest
    assert len(rest) < 5_000_000
    assert b"runtime.shutdown" not in rest


async def test_P8_a_flood_on_stderr_is_drained_and_only_its_tail_kept(fake):
    fake.play(
        """
        block = b"e" * 99 + b"\\n"

        @on("flood")
        def _(request):
            for _ in range(200):
                os.write(2, block * 10_000)
            os.write(2, b"the end\\n")
            cli.reply(request, "flooded")

        @on("die")
        def _(request):
            os._exit(5)
        """
    )
    async with ca.open_client(**fake.options(restart=False)) as client:
        before = rss()
        assert await client.request("flood", timeout=60) == "flooded"
        assert rss() - before < 8 << 20
        with pytest.raises(ca.CliExited) as caught:
            await client.request("die")
        assert caught.value.code == 5
        assert caught.value.stderr_tail.endswith("the end\n")
        assert len(caught.value.stderr_tail) <= 64 << 10
        assert len(str(caught.value)) < 2000


@pytest.mark.parametrize(
    ("code", "number"), [(0, None), (1, None), (134, None), (None, 6), (None, 11)]
)
async def test_P1_how_a_cli_died_in_mid_request_is_told(fake, code, number):
    end = f"os._exit({code})" if number is None else f"os.kill(os.getpid(), {number}); forever()"
    fake.play(
        f"""
        @on("die")
        def _(request):
            os.write(2, b"last words")
            os.write(1, b"Content-Length: 500\\r\\n\\r\\n{{")
            {end}
        """
    )
    async with ca.open_client(**fake.options()) as client:
        with pytest.raises(ca.CliExited) as caught, trio.fail_after(1):
            await client.request("die")
        assert (caught.value.code, caught.value.signal) == (code, number)
        assert caught.value.stderr_tail == "last words"
        assert not caught.value.during_start
        assert caught.value.retryable
        with trio.fail_after(3):
            await client.ping()
    assert len(fake.starts) == 2


async def test_P6_a_frozen_cli_is_found_by_its_heartbeat_and_replaced(fake):
    async with ca.open_client(**fake.options(ping_interval=0.2, ping_timeout=0.3)) as client:
        session = await client.create_session(session_id="s")
        await session.send_and_wait("one")
        os.kill(client.pid, signal.SIGSTOP)
        with trio.fail_after(4):
            assert (await session.send_and_wait("two")).data["content"] == "echo: two"
    assert len(fake.starts) == 2


async def test_X1_one_session_that_is_flooded_delays_no_other(fake):
    fake.play(
        """
        @on("session.send")
        def _(request):
            message_id = cli.accept(request)
            session = request["params"]["sessionId"]
            for _ in range(30_000 if session == "loud" else 0):
                cli.event(session, "assistant.message_delta", {"deltaContent": "x"}, ephemeral=True)
            cli.answer(session, message_id, "ok")
        """
    )

    async def slow(event):
        # Longer than the test: this subscriber never keeps up. Cancelled with its session.
        await trio.sleep(60)

    async with ca.open_client(**fake.options(subscriber_buffer=100)) as client:
        loud, quiet = [await client.create_session(session_id=name) for name in ("loud", "quiet")]
        await loud.on(slow)
        with trio.fail_after(20):
            await loud.send_and_wait("go")
            await quiet.send_and_wait("go")
        assert client.statistics().lagged_events > 20_000
