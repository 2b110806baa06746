"""``copilot-actors install-cli``."""

from __future__ import annotations

import argparse
import os
import shutil
import time
from typing import Final, final

import msgspec

from copilot_actors.transport._locate import cached_clis, cli_cache_dir

from ._install_cli import DEFAULT_CLI_VERSION, Installed, Progress, install_cli
from ._install_errors import InstallError
from ._terminal import Terminal, stderr, stdout

DESCRIPTION: Final = f"""\
Installs GitHub's Copilot CLI into your cache directory, where copilot_actors finds it.

The package @github/copilot-<os>-<arch> comes from the npm registry that you have configured:
environment variables npm_config_*, .npmrc of the project, of the user and the global one, scoped
registries (@github:registry), tokens, proxies and certificates count as they do for npm. Node.js
is not needed. The download is verified before it is unpacked, by the strongest hash that the
registry announces (sha512 as a rule). A version that is there already is left alone. Interrupted
or killed, the command leaves nothing half-written.

The CLI is GitHub's, under GitHub's licence, which is installed beside it.
Default version: {DEFAULT_CLI_VERSION}, the one this library is tested with.
"""
EPILOG: Final = """\
examples:
  copilot-actors install-cli
  copilot-actors install-cli --version 1.0.102 --force
  copilot-actors install-cli --json

exit codes:
  0    installed, or it was already
  1    an unforeseen failure
  2    wrong arguments, or an npm setting that cannot be used
  3    the registry cannot be reached, or it refused
  4    no such version, or no CLI for this system
  5    the download is not what the registry announced, or damaged
  6    the cache directory cannot be written, or the disk is full
  130  interrupted
"""
_BAR_WIDTH: Final = 30
_MEGABYTE: Final = 1_000_000
_REDRAW_SECONDS: Final = 0.1
_PLAIN_STEP: Final = 0.25
_VERBS: Final = {"downloading": "Downloading", "unpacking": "Unpacking"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument(
        "--version",
        dest="cli_version",
        metavar="X",
        default=DEFAULT_CLI_VERSION,
        help="version of the CLI, or a tag such as latest (default: %(default)s)",
    )
    parser.add_argument(
        "--force", action="store_true", help="install again, even if it is there already"
    )
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")
    parser.add_argument(
        "--json", action="store_true", help="print the result, or the error, as one JSON object"
    )


def run(arguments: argparse.Namespace) -> int:
    """Install, and say what was done."""
    quiet: bool = arguments.quiet
    as_json: bool = arguments.json
    errors = stderr()
    report = _Report(errors) if not (quiet or as_json) else None
    try:
        installed = install_cli(
            arguments.cli_version,
            cache_dir=cli_cache_dir(),
            force=arguments.force,
            on_progress=report or (lambda _: None),
        )
    except InstallError as exc:
        if as_json:
            failure = {"error": type(exc).__name__, "message": str(exc), "hint": exc.hint}
            stdout().line(msgspec.json.encode(failure).decode())
        else:
            errors.line(f"{errors.styled('error:', 'red')} {exc}")
            if exc.hint:
                errors.line(f"{errors.styled('hint:', 'bold')} {exc.hint}")
        return exc.exit_code
    if as_json:
        stdout().line(msgspec.json.encode(installed).decode())
    elif not quiet:
        _say(installed, stdout(), errors)
    return 0


def _say(installed: Installed, output: Terminal, errors: Terminal) -> None:
    done = "is already installed" if installed.already else "is installed"
    took = "" if installed.already else f" ({installed.seconds:.1f} s)"
    output.line(
        f"{output.styled(f'Copilot CLI {installed.version} {done}', 'green')}: "
        f"{installed.path}{took}"
    )
    used = os.environ.get("COPILOT_CLI_PATH") or str(next(iter(cached_clis()), ""))
    if used != installed.path:
        errors.line(
            f"{errors.styled('note:', 'yellow')} {used} is what will be used; to use this one, "
            f"set COPILOT_CLI_PATH={installed.path}"
        )


@final
class _Report:
    """Shows progress: a moving line on a terminal, else one line a stage and a quarter."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._stage = ""
        self._next_draw = 0.0
        self._next_share = 0.0

    def __call__(self, progress: Progress) -> None:
        if progress.stage != self._stage:
            self._stage = progress.stage
            self._next_draw = self._next_share = 0.0
            if progress.stage == "waiting":
                self._terminal.line("Another process is installing; waiting for it")
            elif progress.stage == "resolving":
                self._terminal.line(f"Looking up {progress.detail}")
            elif progress.stage == "retrying":
                self._terminal.line(f"Trying again: {progress.detail}")
        if progress.stage not in _VERBS:
            return
        verb = _VERBS[progress.stage]
        if self._terminal.interactive:
            self._draw(verb, progress)
        else:
            self._print(verb, progress)

    def _draw(self, verb: str, progress: Progress) -> None:
        now = time.monotonic()
        ended = progress.done == progress.total
        if now < self._next_draw and not ended:
            return
        self._next_draw = now + _REDRAW_SECONDS
        amount = f"{progress.done / _MEGABYTE:.0f} MB"
        text = f"{verb} {amount}"
        if progress.total:
            share = progress.done / progress.total
            filled = round(_BAR_WIDTH * share)
            bar = "#" * filled + "." * (_BAR_WIDTH - filled)
            text = f"{verb:<11} [{bar}] {share:4.0%} of {progress.total / _MEGABYTE:.0f} MB"
        width = shutil.get_terminal_size().columns - 1
        self._terminal.status("" if ended and verb == "Unpacking" else text[:width])

    def _print(self, verb: str, progress: Progress) -> None:
        if not progress.total:
            if not self._next_share:
                self._next_share = 1.0
                self._terminal.line(f"{verb} {progress.detail}")
            return
        share = progress.done / progress.total
        if share < self._next_share:
            return
        self._terminal.line(
            f"{verb} {progress.detail}: {share:.0%} of {progress.total / _MEGABYTE:.0f} MB"
        )
        while self._next_share <= share:
            self._next_share += _PLAIN_STEP
