"""What a client tells the process and the connection of itself."""

from __future__ import annotations

import os

import pytest

import copilot_actors as ca
from copilot_actors.client._options._client_settings import client_info, launch_env
from copilot_actors.testing import Script, Simulator
from copilot_actors.transport import Tcp


def test_telemetry_is_a_part_of_the_environment():
    telemetry = ca.Telemetry(
        otlp_endpoint="http://h:4318",
        otlp_protocol="http/json",
        source_name="ours",
        capture_content=False,
    )
    for given in (telemetry, {"otlp_endpoint": "http://h:4318", "otlp_protocol": "http/json"}):
        env = launch_env(ca.ClientOptions(telemetry=given, env={"A": "b"}))
        assert env["A"] == "b"
        assert env["COPILOT_OTEL_ENABLED"] == "true"
        assert env["OTEL_EXPORTER_OTLP_ENDPOINT"] == "http://h:4318"
        assert env["OTEL_EXPORTER_OTLP_PROTOCOL"] == "http/json"
    env = launch_env(ca.ClientOptions(telemetry=telemetry))
    assert env["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] == "false"
    assert env["PATH"] == os.environ["PATH"]


def test_without_such_options_the_environment_is_the_given_one():
    assert launch_env(ca.ClientOptions()) is None
    assert launch_env(ca.ClientOptions(env={})) == {}
    rotation = launch_env(ca.ClientOptions(env={}, event_log_rotation_bytes=5))
    assert rotation == {"COPILOT_SESSION_EVENT_LOG_ROTATION_BYTES": "5"}


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"telemetry": {"otlp_protocol": "grpc"}}, "telemetry.otlp_protocol"),
        ({"telemetry": {"endpoint": "http://h"}}, "telemetry.endpoint"),
        ({"client_info": {"application_nam": "x"}}, "client_info.application_nam"),
        ({"client_info": {"application_name": ""}}, "client_info.application_name"),
        ({"builtin_plugin_directories": ["relative"]}, "builtin_plugin_directories[0]"),
        ({"builtin_plugin_directories": [5]}, "builtin_plugin_directories[0]"),
        ({"event_log_rotation_bytes": 0}, "event_log_rotation_bytes"),
    ],
)
async def test_a_wrong_part_of_them_is_refused_before_anything_is_started(options, part):
    with pytest.raises(ca.InvalidOption) as caught:
        async with ca.open_client(cli=Simulator(Script.echo()), **options):
            pass
    assert caught.value.option == part


@pytest.mark.parametrize(
    "options", [{"telemetry": ca.Telemetry(file_path="f")}, {"event_log_rotation_bytes": 5}]
)
async def test_a_server_that_runs_has_its_environment_already(options):
    with pytest.raises(ca.InvalidOption, match="does not start the CLI"):
        async with ca.open_client(cli=Tcp("127.0.0.1", 1), **options):
            pass


async def test_a_state_that_does_not_exist_is_refused_with_the_nearest_one(autojump_clock):
    async with ca.open_client(cli=Simulator(Script.echo())) as client:
        with pytest.raises(ca.InvalidOption, match="did you mean 'connected'"):
            await client.wait_state("conected")
        session = await client.create_session()
        with pytest.raises(ca.InvalidOption, match="did you mean 'idle'"):
            await session.wait_state("idel")


def test_the_name_of_the_program_has_the_words_of_the_wire():
    info = ca.ClientInfo(application_name="ours", application_version="1.0")
    expected = {"editorName": "ours", "editorVersion": "1.0"}
    assert client_info(ca.ClientOptions(client_info=info)) == expected
    assert client_info(ca.ClientOptions()) is None
    assert client_info(ca.ClientOptions(client_info={})) is None
