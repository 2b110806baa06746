"""What the facades check, send and make of the answers; on the simulator, without the real CLI."""

from __future__ import annotations

import msgspec
import pytest

import copilot_actors as ca
from copilot_actors.client._connection._rpc import checked
from copilot_actors.client._replies import MALFORMED_REPLY, decode_typed
from copilot_actors.client._session._event_filter import LIBRARY_EVENT_TYPES, OBSERVED_EVENT_TYPES
from copilot_actors.protocol import KNOWN_EVENT_TYPES, rpc
from copilot_actors.protocol._library_events import LIBRARY_EVENTS
from copilot_actors.testing import Script, Simulator


def test_the_names_of_the_librarys_own_events_are_complete():
    assert set(LIBRARY_EVENTS) == LIBRARY_EVENT_TYPES
    assert not (LIBRARY_EVENT_TYPES | OBSERVED_EVENT_TYPES) & KNOWN_EVENT_TYPES


async def test_a_method_of_a_session_and_one_of_the_client(autojump_clock):
    async with ca.open_client(cli=Simulator(Script.echo())) as client:
        session = await client.create_session(session_id="s", model="gpt-4.1")
        assert await session.rpc.mode.get() == "interactive"
        assert (await client.rpc.ping(message="x")).message == "pong: x"
        with pytest.raises(ca.RpcError) as refused:
            await session.rpc.factory.list_runs()
        assert refused.value.code == -32601
        await session.disconnect()
        with pytest.raises(ca.SessionClosed):
            await session.rpc.mode.get()
    with pytest.raises(ca.ConnectionStopped):
        await client.rpc.ping()


async def test_a_call_has_a_deadline_of_its_own(autojump_clock):
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator, ping_interval=1000) as client:
        session = await client.create_session(model="gpt-4.1")
        simulator.freeze()
        with pytest.raises(ca.RpcTimeout) as timeout:
            await session.rpc.mode.get(rpc_timeout=3.0)
        assert timeout.value.method == "session.mode.get"
        with pytest.raises(ca.InvalidOption, match="rpc_timeout"):
            await session.rpc.mode.get(rpc_timeout=-1.0)
        simulator.thaw()


async def test_a_call_that_waits_for_a_new_cli_is_sent_once_the_session_is_loaded(autojump_clock):
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator, max_restarts=50) as client:
        session = await client.create_session(model="gpt-4.1")
        await session.send_and_wait("x")
        simulator.kill()
        await client.wait_state("reconnecting")
        assert await session.rpc.mode.get() == "interactive"


class Case(msgspec.Struct, frozen=True):
    """Arguments that are refused, and what the error says."""

    params: msgspec.Struct
    option: str
    says: str


REFUSED = {
    "unknown word": Case(
        rpc.SessionModeSetParams(mode="plam"), "mode", "unknown value 'plam'; did you mean 'plan'?"
    ),
    "wrong type": Case(rpc.SessionModeSetParams(mode=3), "mode", "expected `str`, got `int`"),
    "attribute": Case(
        rpc.SessionModeSetParams(mode="plan", expected_mode="autopilo"),
        "expected_mode",
        "did you mean 'autopilot'?",
    ),
    "inside": Case(
        rpc.SessionPermissionsHandlePendingPermissionRequestParams(
            request_id="r", result={"kind": "approve-onse"}
        ),
        "result",
        "unknown value 'approve-onse' in result.kind; did you mean 'approve-once'?",
    ),
    "missing inside": Case(
        rpc.SessionPermissionsHandlePendingPermissionRequestParams(request_id="r", result={}),
        "result",
        "missing required field `kind`",
    ),
    "in a list": Case(
        rpc.SessionSendParams(prompt="x", attachments=[{"type": "fil", "path": "/x"}]),
        "attachments",
        "did you mean 'file'?",
    ),
    "not JSON": Case(
        rpc.SessionModeSetParams(mode=object()), "session.any", "the parameters cannot be sent"
    ),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_wrong_arguments_are_refused_before_anything_is_sent(case):
    with pytest.raises(ca.InvalidOption) as refused:
        checked("session.any", case.params)
    assert refused.value.option == case.option
    assert case.says in refused.value.reason


def test_what_is_left_out_is_not_sent():
    assert checked("m", None) == {}
    fields = checked("m", rpc.SessionModelSetAllowedModelsParams(allowed_models=None))
    assert {name: bytes(value) for name, value in fields.items()} == {"allowedModels": b"null"}
    assert checked("m", rpc.SessionHistoryCompactParams()) == {}


def test_plain_mappings_are_taken_for_structs():
    file = {"type": "file", "path": "/x", "displayName": "x"}
    params = rpc.SessionSendParams(prompt="x", attachments=[file])
    assert msgspec.json.decode(checked("m", params)["attachments"]) == [file]


def test_a_reply_that_a_newer_cli_has_extended_fits():
    raw = b'{"status":"paused","modelChanged":false,"future":{"x":1}}'
    reply = decode_typed("m", msgspec.Raw(raw), rpc.ModeSetResult)
    assert (reply.status, reply.model_changed) == ("paused", False)


def test_a_reply_of_another_shape_is_an_error_that_holds_it():
    with pytest.raises(ca.RpcError) as malformed:
        decode_typed("m", msgspec.Raw(b'{"status":"done"}'), rpc.ModeSetResult)
    assert malformed.value.code == MALFORMED_REPLY
    assert malformed.value.data == {"status": "done"}
    assert "done" not in str(malformed.value)


def test_a_reply_of_another_shape_shows_no_secret():
    raw = msgspec.Raw(b'{"status":"sk-test-0123456789abcdef"}')
    with pytest.raises(ca.RpcError) as malformed:
        decode_typed(
            "m", raw, rpc.ModeSetResult, lambda text: text.replace("sk-test-0123456789abcdef", "-")
        )
    assert malformed.value.data == {"status": "-"}


@pytest.mark.parametrize("raw", [b"null", b"{}", b'{"success":true}'])
def test_a_method_without_a_result_takes_any_answer(raw):
    assert decode_typed("m", msgspec.Raw(raw), type(None)) is None
