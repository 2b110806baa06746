"""Secrets reach the CLI and nobody else; a server without a token is never ours."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import traceback
from pathlib import Path

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Text, open_scripted_model
from copilot_actors.transport import Tcp

GITHUB = "ghp_github0123456789abcdef0123456789"
API_KEY = "sk-provider-0123456789abcdef"
BEARER = "bearer-0123456789abcdefghij"
ENV = "env-secret-0123456789abcdef"
CONNECTION = "connection-0123456789abcdef"
SECRETS = (GITHUB, API_KEY, BEARER, ENV, CONNECTION)
PROVIDER = {
    "type": "openai",
    "base_url": "http://127.0.0.1:9/v1",
    "api_key": API_KEY,
    "bearer_token": BEARER,
    "headers": {"X-Key": API_KEY},
}
SCRIPT = Script.by_prompt({}, default=Text("ok"))


def texts(value):
    """Every way in which a value may be shown."""
    yield repr(value)
    yield str(value)
    yield f"{value!a}"
    if isinstance(value, BaseException):
        yield "".join(traceback.format_exception(value))
        yield repr(value.args)
        yield repr(vars(value))


def check(*values):
    for value in values:
        for text in texts(value):
            for secret in SECRETS:
                assert secret not in text, f"{secret} in {text[:500]}"


def argv_of_everybody():
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit():
                yield (entry / "cmdline").read_bytes().decode("utf-8", "replace")


@pytest.fixture
def everything_logged(caplog):
    """All log records of the test, from DEBUG on; checked for secrets at its end."""
    with caplog.at_level(logging.DEBUG):
        yield caplog
    for record in caplog.get_records("call"):
        check(record.getMessage(), record.args, record.exc_text or "")
        if record.exc_info and record.exc_info[1] is not None:
            check(record.exc_info[1])
    check(caplog.text)


def leaky(fake):
    """A CLI that gives away what it knows wherever it can."""
    fake.play(
        """
        (STORE / f"seen-{START}.json").write_text(
            json.dumps({"argv": sys.argv, "env": dict(os.environ)})
        )
        known = [os.environ[n] for n in ("COPILOT_SDK_AUTH_TOKEN", "MY_SECRET")]
        os.write(2, f"starting with {known}\\n".encode())
        os.write(1, f"stray {known}\\n".encode())

        def told(request):
            provider = request["params"]["provider"]
            return [provider["apiKey"], provider["bearerToken"], provider["headers"]]

        @on("session.resume")
        def _(request):
            known.extend(told(request))
            cli.reply(request, {"sessionId": "s"})

        @on("session.create")
        def _(request):
            known.extend(told(request))
            if request["params"]["sessionId"] == "refused":
                cli.error(request, -32603, f"cannot use {told(request)}", {"got": told(request)})
            else:
                cli.reply(request, {"sessionId": "s"})

        @on("session.send")
        def _(request):
            message_id = cli.accept(request)
            if request["params"]["prompt"] == "die":
                os.write(1, f"stray {known}\\n".encode())
                os.write(2, f"crash with {known}\\n".encode())
                cli.raw(frame({"id": None, "error": {"code": -32700, "message": str(known)}}))
                os._exit(1)
            cli.answer(request["params"]["sessionId"], message_id, "ok")
        """
    )
    return fake.options(
        github_token=GITHUB,
        env={**os.environ, "MY_SECRET": ENV},
        max_restarts=0,
    )


async def test_X2_secrets_show_up_nowhere(fake, everything_logged):
    options = ca.ClientOptions(**leaky(fake))
    check(options, options.cli)
    session_options = ca.SessionOptions(provider=PROVIDER, model="m")
    provider = ca.ProviderConfig(
        base_url="http://x", api_key=API_KEY, bearer_token=BEARER, headers={"k": API_KEY}
    )
    check(session_options, provider, ca.SessionOptions(provider=provider))
    shown = []
    with pytest.raises(ca.CliExited) as caught:  # noqa: PT012
        async with ca.open_client(options) as client:
            session = await client.create_session(session_options, session_id="s")
            await session.on(shown.append)
            answer = await session.send_and_wait("hello")
            shown += [client, session, answer, client.statistics(), client.dump_tree()]
            shown += [client.which_children()]
            shown += list(argv_of_everybody())
            with pytest.raises(ca.SessionFailed) as refused:
                await client.create_session(session_options, session_id="refused")
            shown += [refused.value, refused.value.__cause__, refused.value.__cause__.data]
            assert "[redacted]" in str(refused.value)
            os.kill(client.pid, signal.SIGKILL)
            await session.wait_state("idle")
            await session.send_and_wait("die")
            await trio.sleep_forever()
    check(caught.value, client.fault, client.dump_tree(), *shown)
    assert "[redacted]" in caught.value.stderr_tail
    seen = json.loads((fake.store / "seen-1.json").read_text())
    assert seen["env"]["COPILOT_SDK_AUTH_TOKEN"] == GITHUB
    assert not any(secret in word for word in seen["argv"] for secret in SECRETS)


async def test_X2_secrets_are_not_in_the_errors_of_a_bad_start(
    fake, start_fault, everything_logged
):
    fake.play("says(f'bad credentials {dict(os.environ)}', 1)")
    fault = await start_fault(
        **fake.options(github_token=GITHUB, env={**os.environ, "API_TOKEN": ENV})
    )
    check(fault.error)
    assert "bad credentials" in fault.error.stderr_tail
    fault = await start_fault(cli=Tcp(path=fake.path, token=CONNECTION), handshake_timeout=0.5)
    check(fault.error)


@pytest.mark.parametrize(
    "options",
    [
        {"github_token": GITHUB, "max_restarts": "x"},
        {"cli": GITHUB},
        {"env": {"A=B": ENV}},
        {"github_token": GITHUB + "\0"},
    ],
)
async def test_X2_secrets_are_not_in_complaints_about_options(fake, options, everything_logged):
    with pytest.raises(ca.InvalidOption) as caught:
        async with ca.open_client(**{**fake.options(), **options}):
            pass
    if "cli" not in options:
        check(caught.value)


async def test_X2_secrets_are_not_in_complaints_about_a_session(fake, everything_logged):
    async with ca.open_client(**fake.options()) as client:
        for wrong in (
            {"provider": {**PROVIDER, "oops": object()}},
            {"provider": {**PROVIDER, "api_key": API_KEY + "\ud800"}},
            {"provider": PROVIDER, "tool_timeout": -1},
            {"provider": PROVIDER, "no_such_option": 1},
        ):
            with pytest.raises(ca.CopilotError) as caught:
                await client.create_session(**wrong)
            check(caught.value)
        with pytest.raises(ca.CopilotError) as caught:
            await client.request("x", {"token": GITHUB, "bad": object()})
        check(caught.value)
        assert (await client.ping()).message == "pong"


async def test_X2_the_environment_is_exactly_the_one_that_was_given(fake, monkeypatch):
    monkeypatch.setenv("BOT_TOKEN", ENV)
    monkeypatch.setenv("COPILOT_CONNECTION_TOKEN", CONNECTION)
    fake.play("(STORE / 'env.json').write_text(json.dumps(dict(os.environ)))")
    async with ca.open_client(**fake.options(env={"A": "1"}, home=fake.directory / "home")):
        pass
    seen = json.loads((fake.store / "env.json").read_text())
    for added_by_python in ("LC_CTYPE", "__CF_USER_TEXT_ENCODING"):
        seen.pop(added_by_python, None)
    assert set(seen) == {"A", "COPILOT_HOME", "COPILOT_ACTORS_INSTANCE"}
    async with ca.open_client(**fake.options()):
        pass
    seen = json.loads((fake.store / "env.json").read_text())
    assert seen["BOT_TOKEN"] == ENV
    assert "COPILOT_CONNECTION_TOKEN" not in seen


# --- The real CLI ----------------------------------------------------------------------------


@pytest.mark.real_cli
async def test_X3_a_server_of_ours_has_a_token_and_strangers_are_refused(real, start_fault):
    async with real.client(SCRIPT, cli=Tcp()) as client:
        session = await client.create_session(session_id="mine", **real.session)
        assert (await session.send_and_wait("hello")).data["content"] == "ok"
        port = client.port
        for token in (None, "wrong"):
            fault = await start_fault(cli=Tcp(port=port, token=token))
            assert type(fault.error) is ca.AuthenticationFailed
            assert fault.error.permanent
            assert "token" in str(fault.error)
            assert fault.seconds < 2
        assert not any(str(port) in argv for argv in argv_of_everybody() if "--port" in argv)
        # A server that is ours is replaced like any other CLI.
        os.kill(client.pid, signal.SIGKILL)
        assert (await session.send_and_wait("again")).data["content"] == "ok"
        assert client.port != port
        assert (await session.get_messages())[-1].type
    fault = await start_fault(cli=Tcp(port=port), handshake_timeout=2.0)
    assert type(fault.error) is ca.ConnectFailed
    assert str(port) in str(fault.error)


@pytest.mark.real_cli
async def test_X3_a_running_server_is_used_with_its_token_and_never_ended(real, processes):
    async with open_scripted_model(SCRIPT) as model:
        options = {**real.options(model, stop_timeout=3.0), "cli": Tcp(token=CONNECTION)}
        async with ca.open_client(**options) as owner:
            pid = owner.pid
            async with ca.open_client(cli=Tcp(port=owner.port, token=CONNECTION)) as guest:
                assert guest.pid is None
                session = await guest.create_session(
                    model=model.model_name, provider=model.provider()
                )
                assert (await session.send_and_wait("hello")).data["content"] == "ok"
            assert processes.lives(pid)
            await owner.ping()
        assert not processes.lives(pid)


@pytest.mark.real_cli
async def test_X2_secrets_show_up_nowhere_with_the_real_cli(real, everything_logged, tmp_path):
    async with open_scripted_model(SCRIPT) as model:
        provider = {**model.provider(), "api_key": API_KEY}
        options = real.options(model, github_token=GITHUB, log_level="all")
        async with ca.open_client(**options) as client:
            session = await client.create_session(model=model.model_name, provider=provider)
            shown = []
            await session.on(shown.append)
            await session.send_and_wait("hello")
            os.kill(client.pid, signal.SIGKILL)
            await session.send_and_wait("again")
            check(client, session, client.dump_tree(), client.statistics(), *shown)
            check(*argv_of_everybody())
