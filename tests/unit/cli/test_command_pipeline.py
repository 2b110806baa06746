"""``copilot-actors pipeline`` on a simulated CLI and on stores of all kinds."""

from __future__ import annotations

import functools
import json
import sys

import msgspec
import pytest
import trio

import copilot_actors
from copilot_actors import pipeline as pl
from copilot_actors._cli import main
from copilot_actors._cli._exit_codes import DAMAGED, STORAGE
from copilot_actors.testing import HttpError, Simulator, Text


def answer(request):
    if "bad" in request.prompt:
        return HttpError(400, "refused")
    return Text(f"re: {request.prompt}")


@pytest.fixture
def items(tmp_path, monkeypatch):
    """A file of items in the working directory, and a simulated CLI."""
    monkeypatch.chdir(tmp_path)
    for name in ("COPILOT_MODEL", "COPILOT_PROVIDER_BASE_URL", "COPILOT_PROVIDER_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    real = copilot_actors.open_client
    simulator = Simulator(answer)

    @functools.wraps(real)
    def open_client(options):
        return real(msgspec.structs.replace(options, cli=simulator))

    monkeypatch.setattr(copilot_actors, "open_client", open_client)
    path = tmp_path / "items.jsonl"
    path.write_text('{"id": "a", "text": "one", "n": 1}\n"two"\n')
    return path


RUN = ["pipeline", "run", "items.jsonl", "--model", "gpt-4.1"]


def test_a_file_is_run_and_its_results_are_written(items, tmp_path, capsys):
    assert main([*RUN, "--prompt", "Review {item}.", "--out", "out.jsonl"]) == 0
    out, err = capsys.readouterr()
    assert "2 finished" in out
    assert "2 done, 0 running" in err
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [(line["key"], line["value"]) for line in lines] == [
        ("1", 're: Review {"id":"a","text":"one","n":1}.'),
        ("2", "re: Review two."),
    ]
    assert main(["pipeline", "report", "items.jsonl.db", "--items"]) == 0
    assert capsys.readouterr().out == (tmp_path / "out.jsonl").read_text()
    assert main(["pipeline", "status", "items.jsonl.db", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"]["finished"] == 2


def test_items_that_failed_are_told_and_can_be_tried_anew(items, capsys):
    items.write_text('"good"\n"bad"\n')
    assert main([*RUN, "--prompt", "{item}"]) == 1
    out, err = capsys.readouterr()
    assert "1 finished, 1 failed" in out
    assert "2: " in err
    assert main(["pipeline", "status", "items.jsonl.db"]) == 1
    assert main(["pipeline", "retry", "items.jsonl.db", "nobody"]) == 1
    assert main(["pipeline", "retry", "items.jsonl.db"]) == 0
    assert "1 items are waiting" in capsys.readouterr().out
    assert main(["pipeline", "retry", "items.jsonl.db", "--json"]) == 0
    assert capsys.readouterr().out == "[]\n"


@pytest.mark.parametrize(
    ("lines", "arguments", "reason"),
    [
        ("{", [], "line 1"),
        ('{"id": null}', ["--key", "id"], "no text or number 'id'"),
        ("[1]", ["--key", "id"], "no text or number 'id'"),
        ("1", ["--prompt", "@missing"], "missing"),
        ("1", ["--concurrency", "0"], "max_concurrency"),
        ("1", ["--rate", "often"], "expected N/SECONDS"),
        ("1", ["--name", "x" * 99], "name"),
    ],
)
def test_wrong_arguments_are_told_with_code_2(items, capsys, lines, arguments, reason):
    items.write_text(f"{lines}\n")
    assert main([*RUN, "--prompt", "{item}", *arguments]) == 2
    assert reason in capsys.readouterr().err


def test_a_template_that_names_what_an_item_lacks_fails_that_item_at_once(items, capsys):
    assert main([*RUN, "--prompt", "{text} {n}, {{text}}"]) == 1
    out, err = capsys.readouterr()
    assert "1 finished, 1 failed" in out
    assert "names {text}, which an item lacks" in err
    (first, _) = pl.read_items("items.jsonl.db")
    assert first.value == "re: one 1, {text}"


def test_a_prompt_may_stand_in_a_file(items, tmp_path):
    (tmp_path / "prompt.txt").write_text("Review {item}")
    assert main([*RUN, "--prompt", "@prompt.txt"]) == 0


@pytest.mark.parametrize("action", ["status", "retry", "report"])
def test_what_is_no_store_is_told_by_its_exit_code(tmp_path, action, capsys):
    assert main(["pipeline", action, str(tmp_path / "none.db")]) == STORAGE
    (tmp_path / "text.db").write_text("no database at all, only a text" * 100)
    assert main(["pipeline", action, str(tmp_path / "text.db")]) == DAMAGED
    assert "no such file" in capsys.readouterr().err


def test_a_picture_of_the_runs_is_drawn(items, tmp_path, capsys):
    pytest.importorskip("matplotlib")
    main([*RUN, "--prompt", "{item}"])
    assert main(["pipeline", "report", "items.jsonl.db", "--plot", "run.png"]) == 0
    assert (tmp_path / "run.png").read_bytes().startswith(b"\x89PNG")
    assert trio.run(pl.retry_items, "items.jsonl.db") == []


def test_without_matplotlib_it_is_said_what_to_install(items, monkeypatch, capsys):
    main([*RUN, "--prompt", "{item}"])
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    monkeypatch.setitem(sys.modules, "matplotlib.backends.backend_agg", None)
    assert main(["pipeline", "report", "items.jsonl.db", "--plot", "run.png"]) == 2
    assert "pip install 'copilot-actors[plot]'" in capsys.readouterr().err
