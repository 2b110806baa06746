"""``make bench``: what it makes of its samples, and one row of it from end to end."""

from __future__ import annotations

import importlib
import json
import os
import pathlib
import subprocess
import sys
from types import SimpleNamespace

import pytest

import copilot_actors
from copilot_actors.client._connection import _connection as client_connection
from copilot_actors.protocol import decode_event_list
from copilot_actors.protocol.events import UnknownEvent, typed
from copilot_actors.transport import Stdio

ROOT = pathlib.Path(__file__).parents[3]


@pytest.fixture(scope="module")
def table():
    sys.path.insert(0, str(ROOT))
    try:
        names = ("rows", "ratios", "report", "measuring", "server", "environment")
        yield SimpleNamespace(
            **{name: importlib.import_module(f"benchmarks.table.{name}") for name in names}
        )
    finally:
        sys.path.remove(str(ROOT))


def test_a_ratio_is_the_median_of_the_ratios_of_the_rounds(table):
    values = {"ours": [10.0, 30.0, 20.0], "python_sdk": [1.0, 2.0, 4.0]}
    ratio = table.rows.Ratio("turn", "ours", "python_sdk", ">=", 8)
    row = table.ratios.row_of(ratio, values, {})
    assert row["ratio"] == {
        "of": "copilot_actors",
        "to": "Python SDK",
        "median": 10.0,
        "low": 5.0,
        "high": 15.0,
    }
    assert (row["target"], row["met"], table.ratios.miss(row)) == (">= 8", True, "met")
    assert row["contenders"] == {"copilot_actors": 20.0, "Python SDK": 2.0}


@pytest.mark.parametrize(
    ("sense", "limit", "result"),
    [
        (">=", 4, "missed by 50 %"),
        (">=", 2, "met"),
        ("<=", 1, "missed by 100 %"),
        ("<=", 2, "met"),
        (None, None, ""),
    ],
)
def test_a_target_is_met_or_missed_by_a_share_of_it(table, sense, limit, result):
    ratio = table.rows.Ratio("turn", "ours", "floor", sense, limit)
    row = table.ratios.row_of(ratio, {"ours": [2.0], "floor": [1.0]}, {})
    assert table.ratios.miss(row) == result
    assert row["met"] is {"met": True, "": None}.get(result, False)


@pytest.mark.parametrize(
    ("values", "missing", "note"),
    [
        ({"ours": [1.0]}, {"node_sdk": "node is not installed"}, "node is not installed"),
        ({"ours": [1.0]}, {}, "a contender failed"),
        ({}, {}, "a contender failed"),
        ({"ours": [None, 1.0], "node_sdk": [1.0]}, {}, "a contender failed"),
    ],
)
def test_a_missing_peer_is_a_row_that_says_why(table, values, missing, note):
    ratio = table.rows.Ratio("turn", "ours", "node_sdk", ">=", 1.5)
    row = table.ratios.row_of(ratio, values, missing)
    assert (row["ratio"], row["met"], row["note"]) == (None, None, f"not measured: {note}")
    assert table.report.summary({"Client": [row]}).endswith("; 1 not measured.")
    assert f"not measured: {note}" in table.report.verdicts([row])[-1]


def test_a_round_in_which_one_failed_gives_no_ratio(table):
    values = {"ours": [8.0, 9.0, 10.0], "floor": [None, 3.0]}
    assert table.ratios.per_round(values, "ours", "floor") == [3.0]
    samples = table.measuring.Samples()
    samples.add(1, "floor", "turn", {"turn": 3.0, "server_share": 0.1})
    assert samples.values == {"turn": {"floor": [None, 3.0]}}
    assert samples.shares == {"turn": {"floor": [0.1]}}


def test_every_ratio_is_of_contenders_that_its_row_measures(table):
    rows = table.rows.rows_by_id()
    counts = {scenario.name: scenario.counts for scenario in table.rows.SCENARIOS}
    for ratio in table.rows.RATIOS:
        assert ratio.row in rows, ratio
        if not ratio.unmeasured:
            assert {ratio.of, ratio.to} <= counts[rows[ratio.row].scenario].keys(), ratio
    assert len({row.id for row in table.rows.ROWS}) == len(table.rows.ROWS)
    assert {row.scenario for row in table.rows.ROWS} == counts.keys()
    for contender in {name for some in counts.values() for name in some}:
        assert (table.measuring.CONTENDERS / table.measuring.FILES[contender]).is_file()


@pytest.mark.parametrize(
    ("only", "found"),
    [
        ("tools_32", ["tools-32"]),
        ("tool calls", ["tools-1", "tools-32"]),
        ("events-small", ["events-small"]),
        ("no such row", []),
    ],
)
def test_only_takes_ids_names_and_scenarios(table, only, found):
    assert [scenario.name for scenario in table.rows.selected(only)] == found


def test_a_shorter_run_keeps_waves_and_batches_whole(table):
    scaled = table.measuring.scaled
    assert scaled("ping-1000", 6000, 0.2) == 1000
    assert scaled("turns-1000", 2, 0.2) == 1
    assert scaled("turn", 1000, 0.2) == 200
    assert scaled("sessions", 10_000, 0.2) == 10_000


def test_the_plot_shows_how_many_times_as_good(table):
    ratio = {"of": "copilot_actors", "to": "floor", "median": 2.0, "low": 1.0, "high": 4.0}
    row = {"ratio": ratio, "target": "<= 1.25"}
    assert table.ratios.times_as_good(row) == (0.5, 0.25, 1.0, 0.8)
    assert table.ratios.times_as_good(row | {"target": ">= 3"}) == (2.0, 1.0, 4.0, 3.0)
    assert table.ratios.times_as_good(row | {"target": None}) == (2.0, 1.0, 4.0, None)
    assert table.ratios.times_as_good(row | {"ratio": None}) is None
    exponent = {"of": "log", "to": "log", "median": 0.9, "low": 0.9, "high": 0.9}
    assert table.ratios.times_as_good(row | {"ratio": exponent}) is None
    assert table.ratios.times_as_good(row | {"ratio": ratio | {"low": -0.1}}) is None


@pytest.mark.parametrize(
    ("met", "target", "result"),
    [(True, "none lost", "met"), (False, "none lost", "missed"), (None, None, "")],
)
def test_a_row_without_a_ratio_has_figures_and_a_verdict(table, met, target, result):
    row = {
        "row": "flood",
        "name": "events of the flood",
        "unit": "events",
        "contenders": {"lost": 0, "lagged": 6466},
        "ratio": None,
        "target": target,
        "met": met,
        "note": "",
    }
    assert table.ratios.miss(row) == result
    cells = [
        "flood: events of the flood",
        "lost: 0 events; lagged: 6,466 events",
        "",
        "",
        target or "",
        result,
    ]
    assert table.report.verdicts([row])[-1] == f"| {' | '.join(cells)} |"


def test_the_page_takes_another_measured_section_as_often_as_wanted(table):
    begin, end = table.report.BEGIN, table.report.END
    page = f"# Benchmarks\n\n{begin}\nold\n{end}\n\nafter\n"
    once = table.report.replaced(page, "new")
    assert once == f"# Benchmarks\n\n{begin}\n\nnew\n{end}\n\nafter\n"
    assert table.report.replaced(once, "new") == once
    with pytest.raises(ValueError, match="no section"):
        table.report.replaced("# Benchmarks\n", "new")
    assert begin in table.report.DOCS.read_text()


def test_what_cannot_be_installed_is_a_reason_and_no_end(table, monkeypatch, tmp_path):
    environment = table.environment
    reason = environment.install(pathlib.Path("/bin/false"), "no-such-package")
    assert reason == "pip could not install it (no message)"
    monkeypatch.setattr(environment.shutil, "which", lambda _name: None)
    assert environment.install_node(tmp_path) == "node and npm are not installed"


def bodies(data):
    while data:
        head, _, rest = data.partition(b"\r\n\r\n")
        length = int(head.removeprefix(b"Content-Length: "))
        yield json.loads(rest[:length])
        data = rest[length:]


def test_the_synthetic_cli_speaks_as_the_real_one(table, monkeypatch):
    server, written = table.server.Server(), []
    monkeypatch.setattr(table.server, "write", written.append)

    def ask(method, **params):
        message = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
        assert server.take(table.server.framed(json.dumps(message).encode())) == b""
        frames = list(bodies(b"".join([*written, *server.out])))
        written.clear()
        server.out.clear()
        return frames

    (reply,) = ask("connect")
    assert reply == {
        "jsonrpc": "2.0",
        "id": 7,
        "result": json.loads(table.server.CONNECT),
    }
    (refusal,) = ask("session.sendAndWait", sessionId="s")
    assert refusal["error"] == {"code": -32601, "message": "Unhandled method session.sendAndWait"}
    frames = ask("session.create", sessionId="s", model="bench")
    frames += ask("session.send", sessionId="s", prompt="go", source="agent-1")
    frames += ask("session.send", sessionId="s", prompt="flood small 3")
    frames += ask("session.send", sessionId="s", prompt="flood large 1")
    frames += ask("session.send", sessionId="s", prompt="tools 1 1")
    request = frames[-1]["params"]["event"]["data"]["requestId"]
    frames += ask("session.tools.handlePendingToolCall", sessionId="s", requestId=request)
    events = [
        frame["params"]["event"] for frame in frames if frame.get("method") == "session.event"
    ]
    types = [event["type"] for event in events]
    turn = ["user.message", "assistant.turn_start"]
    end = ["assistant.message", "assistant.turn_end", "assistant.idle", "session.idle"]
    delta = ["assistant.message_delta"]
    call = ["tool.execution_start", "external_tool.requested"]
    call += ["external_tool.completed", "tool.execution_complete"]
    assert types == [
        *("session.start", "session.managed_settings_resolved"),
        *(*turn, *end),
        *(*turn, *delta * 3, *end),
        *(*turn, *delta, *end),
        *(*turn, *call, *end),
    ]
    for event in decode_event_list(json.dumps(events).encode()):
        view = typed(event)
        assert not isinstance(view, UnknownEvent), event.raw
        assert not view.malformed, event.raw
    durable = [event["id"] for event in events if not event.get("ephemeral")]
    assert len(set(durable)) == len(durable)


async def test_the_synthetic_cli_refuses_nothing_that_the_library_asks(monkeypatch, tmp_path):
    # A refusal costs a ping and a second round trip, which the real CLI does not cause.
    refused = []
    real = client_connection._rpc_error
    monkeypatch.setattr(
        client_connection,
        "_rpc_error",
        lambda method, *rest: refused.append(method) or real(method, *rest),
    )
    lookup = copilot_actors.Tool("lookup", "", None, lambda: "7", skip_permission=True)
    cli = Stdio(path=sys.executable, args=["-I", "-S", str(ROOT / "benchmarks/table/server.py")])
    async with copilot_actors.open_client(cli=cli, home=tmp_path) as client:
        session = await client.create_session(model="bench", tools=[lookup])
        await session.send_and_wait("go")
        await session.send_and_wait("tools 2 4")
        await client.ping()  # after the reply to the last save: this CLI answers in order
        assert client.statistics().failed_saves == 0
        assert refused == []


@pytest.mark.parametrize(("name", "size"), [("SMALL", 380), ("LARGE", 65536)])
def test_a_delta_of_the_synthetic_cli_has_the_size_that_is_promised(table, name, size):
    assert getattr(table.server, name) == size
    frame = table.server.delta(size, b"5e5510a0-0000-4000-8000-000000000001")
    assert len(frame.partition(b"\r\n\r\n")[2]) == size


def test_one_row_of_the_library_alone_from_end_to_end(tmp_path):
    words = ["--here", "--quick", "--rounds", "1", "--only", "ping_sequential"]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "benchmarks.table",
            *words,
            *("--contenders", "ours,floor", "--out", str(tmp_path)),
        ],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    results = json.loads((tmp_path / "results.json").read_text())
    rows = {row["name"]: row for row in results["groups"]["Client"]}
    floor = rows["ping, one after the other: copilot_actors / floor"]
    assert floor["ratio"]["median"] > 0
    assert floor["contenders"].keys() == {"copilot_actors", "floor"}
    peer = rows["ping, one after the other: Python SDK / copilot_actors"]
    assert peer["note"] == "not measured: left out by --contenders"
    assert "| ping, one after the other" in (tmp_path / "table.md").read_text()
