"""``copilot-actors doctor``: what is in order, what is not, and what to do about it."""

from __future__ import annotations

import argparse
import functools
import os
from typing import Final

import trio

import copilot_actors as ca

from . import _doctor_checks as checks
from ._client_arguments import (
    add_client_arguments,
    add_model_arguments,
    client_options,
    session_options,
    store_path,
)
from ._exit_codes import FAILED, OK, describe
from ._terminal import printable, stderr, stdout
from ._usage import run_async

DESCRIPTION: Final = """\
Checks what the library needs and says for each thing whether it is ok, a warning or a failure,
and what to do about it. Nothing is changed. The model is asked only with --ask, which costs one
tiny request. Secrets are never shown.
"""
EPILOG: Final = f"""\
examples:
  copilot-actors doctor
  copilot-actors doctor --ask --provider-url http://127.0.0.1:8080/v1 --model m
  copilot-actors doctor --json | jq '.checks[] | select(.status != "ok")'

{describe()}"""
_STYLES: Final = {"ok": "green", "warn": "yellow", "fail": "red"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("--ask", action="store_true", help="send the model one tiny prompt")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    add_model_arguments(parser)
    add_client_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check, print, and fail when something failed."""
    client = client_options(arguments)
    session = session_options(arguments)
    return run_async(functools.partial(_doctor, arguments, client, session))


async def _doctor(
    arguments: argparse.Namespace, client: ca.ClientOptions, session: ca.SessionOptions
) -> int:
    found = checks.check_python()
    runnable = True
    if arguments.connect is None:
        home = store_path(arguments)
        cli = checks.check_cli(arguments.cli, os.environ)
        runnable = all(one.status != "fail" for one in cli)
        found += cli
        # Disks may be slow and /proc is long: not in the way of an interrupt.
        found += await trio.to_thread.run_sync(checks.check_storage, home, abandon_on_cancel=True)
        found += await trio.to_thread.run_sync(checks.check_locks, home, abandon_on_cancel=True)
    if runnable:
        found += await checks.check_connection(client, session, ask=arguments.ask)
    failed = any(one.status == "fail" for one in found)
    _print(found, failed=failed, as_json=arguments.json)
    return FAILED if failed else OK


def _print(found: list[checks.Check], *, failed: bool, as_json: bool) -> None:
    out = stdout()
    if as_json:
        out.json({"ok": not failed, "checks": found})
        return
    for one in found:
        status = out.styled(f"{one.status:<5}", _STYLES[one.status])
        out.line(f"{status} {one.name:<10} {printable(one.detail)}")
        if one.hint:
            out.line(f"{'':<16} {out.styled('hint:', 'bold')} {one.hint}")
    if failed:
        stderr().line("something does not work; see the hints above")
