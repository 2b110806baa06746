"""Options reach the real CLI, have their effect, and have it again after a crash."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Text, open_scripted_model

pytestmark = pytest.mark.real_cli


def load_cases():
    path = Path(__file__).parents[1] / "option_cases.py"
    spec = importlib.util.spec_from_file_location("option_cases", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


cases = load_cases()


@asynccontextmanager
async def open_real(tmp_path, script=lambda request: Text("Hello."), **options):
    async with open_scripted_model(script) as model:
        env = {"PATH": os.environ["PATH"], "HOME": os.environ["HOME"], **model.environment()}
        if "COPILOT_CLI_PATH" in os.environ:
            env["COPILOT_CLI_PATH"] = os.environ["COPILOT_CLI_PATH"]
        options = {"env": env, "home": tmp_path / "home", "backoff": None, **options}
        async with ca.open_client(**options) as client:
            yield client, model


async def ask(session, model, prompt):
    """Send a prompt and return the model's request for it."""
    await session.send_and_wait(prompt)
    return next(one for one in reversed(model.requests) if prompt in cases.text(one))


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(None, id="some"),
        pytest.param("all", id="all", marks=pytest.mark.exhaustive),
    ],
)
async def test_R2_options_have_their_effect_and_have_it_again_after_a_kill(tmp_path, names):
    folders = cases.Folders(tmp_path)
    async with open_real(tmp_path) as (client, model):
        seen = cases.seen_cases(folders, model.provider())
        common = {
            "model": model.model_name,
            "provider": model.provider(),
            "working_directory": folders.work,
        }
        groups = [cases.TOGETHER, *((name,) for name in (names and seen) or cases.ALONE)]
        sessions = {
            group: await client.create_session(
                **{**common, **{key: v for name in group for key, v in seen[name][0].items()}}
            )
            for group in groups
        }
        wrong = set()

        async def check(when, group):
            request = await ask(sessions[group], model, f"{when} {group}.")
            wrong.update((when, name) for name in group if not seen[name][1](request))

        for when in ("before", "after"):
            async with trio.open_nursery() as nursery:
                for group in groups:
                    nursery.start_soon(check, when, group)
            assert wrong == set()
            if when == "before":
                os.kill(client.pid, signal.SIGKILL)
                await client.wait_state("reconnecting")


@pytest.mark.exhaustive
async def test_options_that_are_given_at_a_resume_have_their_effect_and_have_it_again(tmp_path):
    """The session was created without them: another model, effort, tools, agents, and so on."""
    folders = cases.Folders(tmp_path)
    async with open_real(tmp_path) as (client, model):
        seen, taken = cases.seen_cases(folders, model.provider()), cases.taken_cases(folders)
        provider = {"provider": model.provider(), "working_directory": folders.work}
        async with await client.create_session(
            session_id="s", model="another-model", **provider
        ) as session:
            assert (await ask(session, model, "plain")).model == "another-model"
        options = {key: v for name in cases.TOGETHER for key, v in seen[name][0].items()}
        for name in ("reasoning_effort", "capi", "infinite_sessions"):
            options[name] = taken[name]
        session = await client.resume_session(
            "s", model=model.model_name, disabled_skills=["none-such"], **options, **provider
        )
        for when in ("before", "after"):
            request = await ask(session, model, f"{when} the kill")
            assert request.model == model.model_name
            assert "plain" in cases.text(request)
            assert [name for name in cases.TOGETHER if not seen[name][1](request)] == []
            if when == "before":
                os.kill(client.pid, signal.SIGKILL)
                await client.wait_state("reconnecting")


async def test_a_session_with_its_own_folder_is_stored_there_and_survives_a_kill(tmp_path):
    folder = tmp_path / "elsewhere"
    async with open_real(tmp_path) as (client, model):
        common = {
            "model": model.model_name,
            "provider": model.provider(),
            "config_directory": folder,
        }
        session = await client.create_session(session_id="moved", **common)
        await ask(session, model, "first")
        assert (folder / "session-state" / "moved" / "events.jsonl").exists()
        os.kill(client.pid, signal.SIGKILL)
        await client.wait_state("reconnecting")
        request = await ask(session, model, "second")
        assert "first" in cases.text(request)
        await session.disconnect()
        # The CLI itself would begin a second history in the same file.
        with pytest.raises(ca.SessionAlreadyExists):
            await client.create_session(session_id="moved", **common)


async def test_what_shows_no_effect_is_taken_by_the_cli_in_one_session(tmp_path):
    folders = cases.Folders(tmp_path)
    taken = cases.taken_cases(folders)
    async with open_real(tmp_path) as (client, model):
        session = await client.create_session(
            session_id="all",
            model=model.model_name,
            provider=model.provider(),
            name="A title",
            client_name="tests/1",
            working_directory=folders.work,
            **taken,
        )
        await ask(session, model, "first")
        (listed,) = await client.list_sessions()
        assert (listed.name, listed.client_name) == ("A title", "tests/1")
        os.kill(client.pid, signal.SIGKILL)
        await client.wait_state("reconnecting")
        await ask(session, model, "second")


async def test_the_cli_refuses_what_it_checks_itself_and_says_so(tmp_path):
    """What gets past this library is still refused loudly, and leaves no session behind."""
    async with open_real(tmp_path) as (client, model):
        common = {"model": model.model_name, "provider": model.provider()}
        for name, value in (("agent", "nobody"), ("session_limits", {"max_ai_credits": 1})):
            with pytest.raises(ca.SessionFailed):
                await client.create_session(session_id="refused", **common, **{name: value})
        fusion = {"model": "fusion", "capi": {"fusion_tier": "max"}}
        for options in (fusion, {"excluded_managed_settings": ["x"]}):
            with pytest.raises(ca.UnsupportedOption) as caught:
                await client.create_session(session_id="refused", **{**common, **options})
            assert caught.value.cli_version == client.cli_version
        assert client.features.method("session.shrug") == "unknown"
        with pytest.raises(ca.RpcError):
            await client.request("session.shrug", {})
        assert client.features.method("session.shrug") == "absent"
        assert client.features.method("session.create") == "unknown"
        await client.ping()
        assert client.features.method("ping") == "present"
        session = await client.create_session(session_id="refused", **common)
        await session.send_and_wait("Hello.")


async def test_telemetry_goes_where_it_is_wanted_within_the_trace_that_is_wanted(tmp_path):
    file = tmp_path / "spans.jsonl"
    opened, asked = "0af7651916cd43dd8448eb211c80319c", "1af7651916cd43dd8448eb211c80319c"
    plugins = tmp_path / "plugins"
    plugins.mkdir()
    async with open_real(
        tmp_path,
        telemetry=ca.Telemetry(file_path=file, exporter_type="file", capture_content=False),
        client_info=ca.ClientInfo(application_name="tests", application_version="1.0"),
        builtin_plugin_directories=[plugins],
    ) as (client, model):
        session = await client.create_session(
            model=model.model_name,
            provider=model.provider(),
            trace_context=ca.TraceContext(traceparent=f"00-{opened}-b7ad6b7169203331-01"),
        )
        await session.send_and_wait(
            "SECRET-PROMPT",
            trace_context={"traceparent": f"00-{asked}-b7ad6b7169203331-01", "tracestate": "a=b"},
            request_headers={"X-Team": "ours"},
        )
    spans = [json.loads(line) for line in file.read_text().splitlines()]
    assert {opened, asked} <= {span.get("traceId") for span in spans}
    assert "SECRET-PROMPT" not in file.read_text()
