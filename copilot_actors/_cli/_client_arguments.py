"""The options that all commands with a client have: which CLI, which sessions, which model."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, get_args

import msgspec
from msgspec import UNSET, UnsetType

import copilot_actors as ca
from copilot_actors.transport import LogLevel, Stdio, Tcp, Transport, WebSocket

from ._usage import UsageError

PROVIDER_TYPES: Final = ("openai", "azure", "anthropic")
STOP_TIMEOUT: Final = 5.0
"""Seconds for the CLI to end: a person waits for their prompt."""
_UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_HTTP: Final = re.compile(r"https?://[^/]", re.IGNORECASE)
_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)([smhdw]?)", re.ASCII)


def add_client_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which CLI is used and where its sessions are."""
    group = parser.add_argument_group("the CLI")
    group.add_argument("--cli", metavar="PATH", help="the Copilot CLI to run")
    group.add_argument("--home", metavar="DIR", help="where the sessions are (COPILOT_HOME)")
    group.add_argument(
        "--connect",
        metavar="URL",
        help="use a server that runs already: ws://, wss:// or tcp://host:port",
    )
    group.add_argument(
        "--token-env", metavar="NAME", help="environment variable with the server's token"
    )
    group.add_argument(
        "--log-level",
        choices=get_args(LogLevel),
        default="error",
        help="how much the CLI writes to its logs (default: %(default)s)",
    )


def add_model_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which model answers."""
    group = parser.add_argument_group("the model")
    group.add_argument("--model", metavar="NAME", help="the model to ask")
    group.add_argument(
        "--provider-url", metavar="URL", help="your own model provider instead of GitHub's"
    )
    group.add_argument(
        "--provider-type",
        choices=PROVIDER_TYPES,
        default="openai",
        help="its protocol (default: %(default)s)",
    )
    group.add_argument(
        "--provider-key-env",
        metavar="NAME",
        help="environment variable with its key, which is never given on the command line",
    )


def client_options(arguments: argparse.Namespace) -> ca.ClientOptions:
    """Return the options of the command's client.

    Raises:
        UsageError: options that contradict each other, or a variable that is not set.
    """
    return ca.ClientOptions(
        cli=_transport(arguments),
        home=arguments.home,
        log_level=arguments.log_level,
        stop_timeout=STOP_TIMEOUT,
    )


def session_options(arguments: argparse.Namespace) -> ca.SessionOptions:
    """Return the options of the command's session: its model and provider.

    Raises:
        UsageError: a key without a provider, no address, or a variable that is not set.
    """
    options = ca.SessionOptions(
        model=UNSET if arguments.model is None else arguments.model,
        client_name="copilot-actors",
        working_directory=UNSET if arguments.connect else Path.cwd(),
    )
    if arguments.provider_url is None:
        if arguments.provider_key_env is not None:
            raise UsageError("--provider-key-env needs --provider-url")
        return options
    if not _HTTP.match(arguments.provider_url):
        raise UsageError("--provider-url: expected http://... or https://...")
    key: str | UnsetType = UNSET
    if arguments.provider_key_env is not None:
        key = from_environment("--provider-key-env", arguments.provider_key_env)
    provider = ca.ProviderConfig(
        type=arguments.provider_type, base_url=arguments.provider_url, api_key=key
    )
    return msgspec.structs.replace(options, provider=provider)


def store_path(arguments: argparse.Namespace, env: Mapping[str, str] | None = None) -> Path:
    """Return the folder of the sessions on this machine.

    Raises:
        UsageError: they are those of a server.
    """
    if arguments.connect:
        raise UsageError("this reads the files of the sessions, which a server does not give away")
    env = os.environ if env is None else env
    given = arguments.home or env.get("COPILOT_HOME")
    return Path(given) if given else Path.home() / ".copilot"


def from_environment(option: str, name: str, env: Mapping[str, str] | None = None) -> str:
    """Return the value of a variable that an option names; the value is in no message.

    Raises:
        UsageError: it is not set, or empty.
    """
    value = (os.environ if env is None else env).get(name, "")
    if not value:
        raise UsageError(f"{option}: the environment variable {name!r} is not set")
    return value


def duration(text: str) -> float:
    """Read seconds, or a number with a unit: ``90``, ``30s``, ``15m``, ``12h``, ``30d``, ``2w``.

    Raises:
        argparse.ArgumentTypeError: it is something else.
    """
    match = _DURATION.fullmatch(text.strip())
    if match is None:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no duration: expected a number, or one with s, m, h, d or w as in 30d"
        )
    return float(match[1]) * _UNITS[match[2] or "s"]


def _transport(arguments: argparse.Namespace) -> Transport:
    url: str | None = arguments.connect
    if url is None:
        if arguments.token_env is not None:
            raise UsageError("--token-env needs --connect")
        return Stdio(arguments.cli)
    for option, value in (("--cli", arguments.cli), ("--home", arguments.home)):
        if value is not None:
            raise UsageError(f"--connect and {option} exclude each other: the server has its own")
    token = None
    if arguments.token_env is not None:
        token = from_environment("--token-env", arguments.token_env)
    try:
        if url.startswith("tcp://"):
            return Tcp.from_address(url, token=token)
        return WebSocket(url, token)
    except ValueError as error:
        raise UsageError(f"--connect: {error}") from error
