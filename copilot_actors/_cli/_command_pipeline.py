"""``copilot-actors pipeline``: batch work over sessions without writing Python."""

from __future__ import annotations

import argparse
import os
import re
import signal
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, cast

import msgspec
import trio

import copilot_actors
from copilot_actors import pipeline as pl

from ._client_arguments import (
    add_client_arguments,
    add_model_arguments,
    client_options,
    session_options,
)
from ._exit_codes import (
    DAMAGED,
    FAILED,
    IN_USE,
    INTERRUPTED,
    OK,
    STORAGE,
    UNREACHABLE,
    USAGE,
    describe,
)
from ._permission_arguments import add_permission_arguments, permission_rules
from ._terminal import stderr, stdout
from ._usage import UsageError
from ._usage import report as report_error

DESCRIPTION: Final = """\
Asks the model about each line of a file, one session each, several at a time. What is done is kept
in a store: start the same command again after a crash, and it goes on where it stood.

A model provider of your own is read from the environment, as the CLI does it:
COPILOT_PROVIDER_BASE_URL, COPILOT_PROVIDER_API_KEY and COPILOT_MODEL.
"""
_EXIT_CODES: Final = (OK, FAILED, USAGE, UNREACHABLE, DAMAGED, STORAGE, IN_USE, INTERRUPTED)
_FIELD: Final = re.compile(r"\{\{|\}\}|\{([\w.-]+)\}")
_PLAIN_LINES_EVERY: Final = 10.0
"""Seconds between lines of progress where nobody watches a terminal."""


_CODES: Final = (
    (pl.PipelineInUse, IN_USE),
    (pl.PipelineDamaged, DAMAGED),
    (pl.PipelineStoreFailed, STORAGE),
)
"""What the table of all commands says, for errors that only this one can have."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its parts."""
    parser.description = DESCRIPTION
    parser.epilog = describe(_EXIT_CODES)
    parts = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    run_parser = parts.add_parser("run", help="run the items of a file", description=DESCRIPTION)
    _configure_run(run_parser)
    for name, text in (
        ("status", "what a store says of its items, also while it is in use"),
        ("retry", "let items that failed be tried anew by the next run"),
        ("report", "the same as status, with every item or as a picture"),
    ):
        part = parts.add_parser(name, help=text, description=text)
        part.add_argument("store", metavar="STORE", help="path of the store")
        part.add_argument("--json", action="store_true", help="print JSON")
        if name == "retry":
            part.add_argument("keys", metavar="KEY", nargs="*", help="which items; none for all")
        if name == "report":
            part.add_argument(
                "--items", action="store_true", help="print a JSON line for each item"
            )
            part.add_argument("--plot", metavar="FILE", help="draw the runs over time (matplotlib)")


def _configure_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.jsonl", help="the items, one JSON value a line")
    parser.add_argument(
        "--prompt",
        metavar="TEMPLATE",
        required=True,
        help="the prompt; {name} is a field of the item, {item} the whole; @FILE reads a file",
    )
    parser.add_argument("--out", metavar="FILE", help="write all results here, as JSON lines")
    parser.add_argument("--store", metavar="FILE", help="the store (default: FILE.jsonl.db)")
    parser.add_argument("--name", default="batch", help="of the pipeline (default: %(default)s)")
    parser.add_argument(
        "--key", metavar="FIELD", help="the field that names an item (default: line)"
    )
    parser.add_argument(
        "--concurrency",
        metavar="N",
        type=int,
        default=4,
        help="items at once (default: %(default)s)",
    )
    parser.add_argument(
        "--clis", metavar="N", type=int, default=1, help="CLI processes (default: %(default)s)"
    )
    parser.add_argument(
        "--attempts", metavar="N", type=int, default=3, help="per item (default: %(default)s)"
    )
    parser.add_argument("--timeout", metavar="SECONDS", type=float, help="limit for each attempt")
    parser.add_argument(
        "--rate", metavar="N/SECONDS", type=_rate, help="how many attempts may begin, as in 60/60"
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    add_permission_arguments(parser)
    add_model_arguments(parser)
    add_client_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run one action and return its exit code."""
    actions = {"run": _run, "status": _status, "retry": _retry, "report": _report}
    try:
        return actions[arguments.action](arguments)
    except pl.PipelineError as error:
        report_error(error, as_json=arguments.json)
        return next((code for kind, code in _CODES if isinstance(error, kind)), FAILED)


# --- Reading a store --------------------------------------------------------------------------


def _status(arguments: argparse.Namespace) -> int:
    return _show(pl.read_report(arguments.store), as_json=arguments.json)


def _report(arguments: argparse.Namespace) -> int:
    if arguments.plot:
        from copilot_actors.pipeline._plot import save_plot  # noqa: PLC0415 - needs matplotlib

        try:
            save_plot(arguments.store, arguments.plot)
        except ImportError as error:
            raise UsageError(
                f"--plot needs matplotlib ({error}): pip install 'copilot-actors[plot]'"
            ) from None
    if arguments.items:
        out = stdout()
        for record in pl.read_items(arguments.store):
            out.line(record.to_json())
        return 0
    return _show(pl.read_report(arguments.store), as_json=arguments.json)


def _retry(arguments: argparse.Namespace) -> int:
    keys = trio.run(pl.retry_items, arguments.store, arguments.keys or None)
    if arguments.json:
        stdout().line(msgspec.json.encode(keys).decode())
    else:
        stdout().line(f"{len(keys)} items are waiting for the next run")
    return 0 if keys or not arguments.keys else 1


def _show(report: pl.Report, *, as_json: bool) -> int:
    text = msgspec.json.encode(report).decode() if as_json else str(report)
    stdout().line(text)
    return 0 if report.complete else 1


# --- Running ----------------------------------------------------------------------------------


def _rate(text: str) -> pl.RateLimit:
    count, _, seconds = text.partition("/")
    try:
        return pl.RateLimit(count=int(count), seconds=float(seconds or 1))
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected N/SECONDS, got {text!r}") from None


def _run(arguments: argparse.Namespace) -> int:
    template = arguments.prompt
    path = Path(arguments.file)
    try:
        if template.startswith("@"):
            template = Path(template[1:]).read_text(encoding="utf-8")
        path.open("rb").close()
    except (OSError, UnicodeError) as error:
        raise UsageError(str(error)) from None
    store = arguments.store or f"{arguments.file}.db"
    report = trio.run(_run_items, arguments, template, path, store)
    if arguments.out:
        _write_results(store, Path(arguments.out))
    return _show(report, as_json=arguments.json)


async def _run_items(
    arguments: argparse.Namespace, template: str, path: Path, store: str
) -> pl.Report:
    out = stderr()
    last = 0.0

    def tell(progress: pl.Progress) -> None:
        nonlocal last
        if out.interactive:
            out.status(str(progress))
        elif progress.over or progress.elapsed >= last + _PLAIN_LINES_EVERY:
            last = progress.elapsed
            out.line(str(progress))

    options: pl.PipelineOptionFields = {
        "max_concurrency": arguments.concurrency,
        "max_attempts": arguments.attempts,
        "item_timeout": arguments.timeout,
        "rate_limit": arguments.rate,
        "session_options": _sessions(arguments),
        "drain_signals": [signal.SIGTERM, signal.SIGINT],
        "on_progress": tell,
    }

    async def work(session: copilot_actors.Session, line: _Line) -> str:
        event = await session.send_and_wait(_filled(template, line.item), timeout=None)
        return "" if event is None else str(event.data.get("content", ""))

    async with (
        _host(arguments) as host,
        pl.open_pipeline(host, arguments.name, store=store, **options) as pipeline,
    ):
        async for result in pipeline.run(
            _lines(path, arguments.key), work, key=lambda one: one.key
        ):
            if result.error is not None and not result.recalled:
                out.line(out.styled(f"{result.key}: {result.error}", "red"))
        out.status("")
        return await pipeline.report()


def _sessions(arguments: argparse.Namespace) -> copilot_actors.SessionOptions:
    """The options of each session; model and provider come from the environment if need be.

    Raises:
        UsageError: options that contradict each other, or a variable that is not set.
    """
    options = session_options(arguments)
    rules = permission_rules(arguments.allow_tools, arguments.deny)
    changes: dict[str, object] = {"on_permission_request": copilot_actors.PermissionRules(rules)}
    if arguments.model is None and (model := os.environ.get("COPILOT_MODEL")):
        changes["model"] = model
    url = os.environ.get("COPILOT_PROVIDER_BASE_URL")
    if arguments.provider_url is None and url:
        key = os.environ.get("COPILOT_PROVIDER_API_KEY", "")
        changes["provider"] = copilot_actors.ProviderConfig(base_url=url, api_key=key)
    return msgspec.structs.replace(options, **changes)


@asynccontextmanager
async def _host(
    arguments: argparse.Namespace,
) -> AsyncIterator[copilot_actors.Client | copilot_actors.ClientPool]:
    options = msgspec.structs.replace(client_options(arguments), max_restarts=20, max_seconds=60.0)
    if arguments.clis == 1:
        async with copilot_actors.open_client(options) as client:
            yield client
    else:
        async with copilot_actors.open_pool(
            lambda _name: options, max_clients=arguments.clis, placement="least_busy"
        ) as pool:
            yield pool


class _Line(msgspec.Struct, frozen=True):
    """One item: its key and its value."""

    key: str
    item: object


def _lines(path: Path, field: str | None) -> Iterator[_Line]:
    """Read the items one at a time: the file may be larger than memory.

    Raises:
        UsageError: a line is no JSON, or lacks the field of its key.
    """
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                item: object = msgspec.json.decode(line)
            except msgspec.DecodeError as error:
                raise UsageError(f"{path}, line {number}: {error}") from None
            if field is None:
                yield _Line(str(number), item)
            elif isinstance(item, dict) and isinstance(item.get(field), str | int):
                yield _Line(str(item[field]), item)
            else:
                raise UsageError(f"{path}, line {number}: it has no text or number {field!r}")


def _filled(template: str, item: object) -> str:
    """The prompt for an item.

    Raises:
        UsageError: the item lacks a field that the template names.
    """

    def value(match: re.Match[str]) -> str:
        if match[0] in {"{{", "}}"}:
            return match[0][0]
        name = match[1]
        if name == "item":
            return _text(item)
        fields = cast("Mapping[str, object]", item) if isinstance(item, dict) else {}
        if name not in fields:
            raise UsageError(f"the template names {{{name}}}, which an item lacks")
        return _text(fields[name])

    return _FIELD.sub(value, template)


def _text(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _write_results(store: str, path: Path) -> None:
    """Write all that the store has, as a whole or not at all."""
    partial = path.with_name(f"{path.name}.partial")
    try:
        with partial.open("w", encoding="utf-8") as file:
            for record in pl.read_items(store):
                file.write(record.to_json() + "\n")
        partial.replace(path)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None
