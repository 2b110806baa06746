"""What to run and with which environment: a pure function of the options."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from copilot_actors._errors import InvalidOption

from ._base import LaunchOptions
from ._leftovers import INSTANCE_VARIABLE, new_instance
from ._locate import find_cli, find_node
from ._tail import secrets_of

PROMPT_TOKEN_VARIABLE = "COPILOT_GITHUB_TOKEN"  # noqa: S105
AUTH_TOKEN_VARIABLE = "COPILOT_SDK_AUTH_TOKEN"  # noqa: S105
CONNECTION_TOKEN_VARIABLE = "COPILOT_CONNECTION_TOKEN"  # noqa: S105
HOME_VARIABLE = "COPILOT_HOME"


_ALLOWED = (
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "TZ",
    "TERM",
    "TMPDIR",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
)
_ALLOWED_PREFIXES = ("LC_", "XDG_")


def allowed_env(*names: str, env: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return an environment for the CLI that holds nothing but what is named.

    With ``LaunchOptions.env`` unset the CLI, and each shell tool that a model runs in it, sees
    every variable of this process: tokens of bots and keys of clouds too. This is for those who
    want to hand over a list of names instead::

        open_client(env=allowed_env("GH_TOKEN"))

    Args:
        names: variables to pass on besides those that programs need to run at all (search path,
            home, language, time zone, temporary and XDG directories, certificates, proxies).
        env: where they are taken from; ``os.environ`` by default.
    """
    source = os.environ if env is None else env
    allowed = {*_ALLOWED, *names}
    return {
        name: value
        for name, value in source.items()
        if name in allowed or name.startswith(_ALLOWED_PREFIXES)
    }


class Launch(msgspec.Struct, frozen=True, kw_only=True):
    """One process to start. Its ``repr`` shows neither arguments nor environment.

    Attributes:
        argv: program and arguments; never a secret.
        env: the whole environment of the child.
        cwd: its working directory, or ``None`` for ours.
        instance: the mark in its environment.
        secrets: values that must not be shown.
        program: path of the CLI, for messages.
    """

    argv: tuple[str, ...]
    env: Mapping[str, str]
    cwd: str | None
    instance: str
    secrets: tuple[str, ...]
    program: str

    def __repr__(self) -> str:
        return f"Launch({self.program!r})"


def home_of(options: LaunchOptions) -> str | None:
    """Return the real path of the ``COPILOT_HOME`` of a CLI that is started with ``options``.

    Returns:
        ``None`` when there can be none: such options start no CLI.
    """
    env = os.environ if options.env is None else options.env
    home = options.home or env.get(HOME_VARIABLE)
    if not home:
        import getpass  # noqa: PLC0415 - with termios, for programs without HOME alone

        # Without HOME programs ask the system's list of users.
        user = env.get("HOME") or Path(f"~{getpass.getuser()}").expanduser()
        home = str(Path(user, ".copilot"))
    try:
        return os.path.realpath(Path(options.working_directory or "", home))
    except ValueError:  # a null character
        return None


def plan_launch(
    options: LaunchOptions,
    *,
    path: str | os.PathLike[str] | None,
    args: Sequence[str],
    mode: Sequence[str],
    connection_token: str | None = None,
    headless: bool = True,
) -> Launch:
    """Work out how to start a CLI.

    The environment is the whole of ``os.environ`` when ``options.env`` is ``None``; else exactly
    ``options.env`` and, of ours, only ``COPILOT_HOME`` (from ``home``),
    ``COPILOT_SDK_AUTH_TOKEN`` (from ``github_token``), ``COPILOT_CONNECTION_TOKEN`` (a server
    that we start) and ``COPILOT_ACTORS_INSTANCE`` (the mark by which leftovers are found).
    Secrets travel in these and never in an argument, which every user of the machine can read.

    Args:
        options: the client's.
        path: an explicit CLI, or ``None``.
        args: arguments put before all others, so that ``path`` may be an interpreter.
        mode: the arguments that choose how the CLI is reached.
        connection_token: what clients of a server must present.
        headless: whether it is to be spoken to; else it runs one prompt, which has switches and
            a variable for the token of its own.

    Raises:
        CliNotFound: no binary.
        InvalidOption: a value that no process can be started with.
    """
    _check_types(options, path, args)
    given = options.env
    # `COPILOT_CLI_PATH` speaks to us, so a curated environment for the child does not hide it.
    search = {**os.environ, **(given or {})}
    cli = find_cli(path, search)
    program = [find_node(search, cli), str(cli)] if cli.suffix == ".js" else [str(cli)]

    env = dict(os.environ if given is None else given)
    if options.home is not None:
        env[HOME_VARIABLE] = options.home
    if options.github_token is not None:
        env[AUTH_TOKEN_VARIABLE if headless else PROMPT_TOKEN_VARIABLE] = options.github_token
    if connection_token is not None:
        env[CONNECTION_TOKEN_VARIABLE] = connection_token
    else:
        # Means nothing to a CLI that is reached by pipes; do not pass somebody else's on.
        env.pop(CONNECTION_TOKEN_VARIABLE, None)
    instance = new_instance()
    env[INSTANCE_VARIABLE] = instance

    flags = _flags(options) if headless else _prompt_flags(options)
    argv = (*program, *args, *flags, *mode)
    _check(options, argv, env)
    return Launch(
        argv=argv,
        env=env,
        cwd=options.working_directory,
        instance=instance,
        secrets=secrets_of(env, options.github_token, connection_token),
        program=str(cli),
    )


def _flags(options: LaunchOptions) -> list[str]:
    flags = ["--headless", "--no-auto-update", "--log-level", options.log_level]
    if options.github_token is not None:
        flags += ["--auth-token-env", AUTH_TOKEN_VARIABLE]
    # A token that was given is the one to use: do not fall back to whoever is signed in here.
    signed_in = options.use_logged_in_user
    if signed_in is None:
        signed_in = options.github_token is None
    if not signed_in:
        flags.append("--no-auto-login")
    if options.session_idle_timeout is not None:
        seconds = options.session_idle_timeout
        if not (math.isfinite(seconds) and seconds > 0):
            raise InvalidOption("session_idle_timeout", f"expected seconds above 0, got {seconds}")
        flags += ["--session-idle-timeout", str(math.ceil(seconds))]
    return flags


def _prompt_flags(options: LaunchOptions) -> list[str]:
    return ["--no-auto-update", "--log-level", options.log_level]


def _check_types(
    options: LaunchOptions, path: str | os.PathLike[str] | None, args: Sequence[str]
) -> None:
    """Refuse what a type checker would have refused, for those who use none."""
    if path is not None and not isinstance(_fspath(path), str):
        raise InvalidOption("path", f"expected text or a path, got {path!r}")
    # A string is a sequence of strings, one for each character: never what was meant.
    if isinstance(args, str | bytes) or not all(isinstance(word, str) for word in args):
        raise InvalidOption("args", "expected a list of texts")
    for name, value in (options.env or {}).items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise InvalidOption("env", f"{str(name)[:80]!r} and its value must be text")
    if options.github_token is not None and not isinstance(options.github_token, str):
        raise InvalidOption("github_token", "expected text")


def _fspath(path: object) -> object:
    return path.__fspath__() if isinstance(path, os.PathLike) else path


def _encodable(text: str) -> bool:
    """Whether the operating system can take it: no null character, no lone surrogate."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def _check(options: LaunchOptions, argv: Sequence[str], env: Mapping[str, str]) -> None:
    """Refuse here, by name, what ``fork`` and ``exec`` would refuse without a name."""
    if not all(map(_encodable, argv)):
        raise InvalidOption("args", "an argument contains a null character or a lone surrogate")
    for option, text in (("home", options.home), ("github_token", options.github_token)):
        if text is not None and not _encodable(text):
            raise InvalidOption(option, "it contains a null character or a lone surrogate")
    for name, value in env.items():
        if not name or "=" in name or not _encodable(name) or not _encodable(value):
            # The value may be a secret; the name alone says what to look at.
            raise InvalidOption("env", f"{name[:80]!r} cannot be an environment variable")
    if options.working_directory is not None and not Path(options.working_directory).is_dir():
        raise InvalidOption(
            "working_directory", f"{options.working_directory!r} is not a directory"
        )
    _prepare_home(options, env)


def _prepare_home(options: LaunchOptions, env: Mapping[str, str]) -> None:
    """Create the CLI's home, as it would itself, since it fails without a word when it cannot."""
    home = env.get(HOME_VARIABLE)
    if not home:
        return
    path = Path(options.working_directory or ".") / home
    option = "home" if options.home is not None else f"env[{HOME_VARIABLE!r}]"
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InvalidOption(option, f"{home!r} cannot be created: {reason}") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise InvalidOption(option, f"{home!r} is not writable")
