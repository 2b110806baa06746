"""One process per turn: ``copilot -p PROMPT --output-format json``."""

from __future__ import annotations

import math
import os
import uuid
from collections.abc import Mapping
from typing import cast

import msgspec
import trio

from copilot_actors._errors import (
    CliExited,
    CopilotError,
    InvalidOption,
    InvalidPrompt,
    InvalidSessionId,
)
from copilot_actors._session_errors import SessionNotFound
from copilot_actors._session_id import SessionId
from copilot_actors._turn_errors import TurnTimeout
from copilot_actors.client import ClientOptions, ProviderConfig, approve_all, deny_all
from copilot_actors.client._options._session_options import (
    SessionOptions,
    check_session_id,
    session_options,
)
from copilot_actors.transport import (
    CliProcess,
    ExitStatus,
    LaunchOptions,
    Stdio,
    start_prompt,
)

from ._backend import Backend
from ._json_lines import Event, JsonLines, Usage
from ._record import TurnRecord
from ._result import AgentSessionResult

MAX_PROMPT_ARGUMENT_BYTES = 120 * 1024
"""Linux takes no argument of more than 128 KiB."""

_READ_SIZE = 64 * 1024
_LAST_WORDS_SECONDS = 2.0
"""How long the output of a dead process is read on: a tool of it may hold the pipe."""

_PROVIDER_VARIABLES: Mapping[str, str] = {
    "type": "COPILOT_PROVIDER_TYPE",
    "base_url": "COPILOT_PROVIDER_BASE_URL",
    "api_key": "COPILOT_PROVIDER_API_KEY",
    "bearer_token": "COPILOT_PROVIDER_BEARER_TOKEN",
    "wire_api": "COPILOT_PROVIDER_WIRE_API",
    "transport": "COPILOT_PROVIDER_TRANSPORT",
}
_TAKEN = ("model", "provider", "working_directory", "github_token", "on_permission_request")


class OneShotBackend(Backend):
    """A chat of processes: the session is on disk, and each turn resumes it."""

    def __init__(
        self, launch: LaunchOptions, cli: Stdio, words: tuple[str, ...], session_id: str
    ) -> None:
        self._launch = launch
        self._cli = cli
        self._words = words
        self._id = session_id
        self._seen = False

    @classmethod
    async def open(
        cls,
        client: ClientOptions,
        session_id: str | SessionId | None,
        options: Mapping[str, object],
        *,
        resume: bool,
    ) -> OneShotBackend:
        """Work out what to run; nothing is started yet.

        Raises:
            InvalidOption: what a process per turn has no switch for.
            InvalidSessionId: a new session's id is no UUID.
            SessionNotFound: there is no session to resume.
        """
        await trio.lowlevel.checkpoint()
        merged = session_options(None, options)
        for name in options:
            if name not in _TAKEN:
                raise InvalidOption(name, f"a process per turn takes only {', '.join(_TAKEN)}")
        if not isinstance(client.cli, Stdio):
            raise InvalidOption("cli", "a process per turn needs Stdio()")
        launch = _launch_options(client, merged)
        chosen = str(uuid.uuid4()) if session_id is None else check_session_id(session_id)
        if resume:
            home = client.cli.home(launch)
            if home is None or not await trio.Path(home, "session-state", chosen).is_dir():
                raise SessionNotFound(chosen)
        elif not _is_uuid(chosen):
            raise InvalidSessionId(chosen, "in a process per turn a new session's id is a UUID")
        backend = cls(launch, client.cli, _words(merged), chosen)
        backend._seen = resume
        return backend

    @property
    def session_id(self) -> str | None:
        """The id, once the CLI has said anything of the session."""
        return self._id if self._seen else None

    async def turn(self, prompt: str, seconds: float | None) -> AgentSessionResult:
        """Run one process; see :meth:`Backend.turn`.

        Raises:
            InvalidPrompt: too long for an argument of a process.
            CliNotFound: there is no CLI.
            ConnectFailed: the system has no room for another process.
        """
        size = len(prompt.encode())
        if size > MAX_PROMPT_ARGUMENT_BYTES or "\0" in prompt:
            raise InvalidPrompt(
                f"a process per turn takes {MAX_PROMPT_ARGUMENT_BYTES} bytes without null "
                "characters; use backend='session'",
                size=size,
                limit=MAX_PROMPT_ARGUMENT_BYTES,
            )
        begun = trio.current_time()
        words = (*self._words, f"--session-id={self._id}", f"--prompt={prompt}")
        process = await start_prompt(
            self._launch, path=self._cli.path, args=self._cli.args, words=words
        )
        record = TurnRecord(self._id, redact=process.redact)
        status: ExitStatus | None = None
        try:
            with trio.move_on_after(math.inf if seconds is None else seconds):
                status = await self._run(process, record)
        finally:
            timeout = self._launch.stop_timeout
            report = await process.stop(graceful=status is None, timeout=timeout)
        ended = status or report.status or ExitStatus(code=None, signal=None)
        stderr = process.stderr_tail
        if stderr.strip():
            record.add_text(stderr.rstrip("\n"))
        code = ended.code if ended.signal is None else -ended.signal
        error = self._error(record, ended, stderr, seconds=seconds, timed_out=status is None)
        return record.result(
            seconds=trio.current_time() - begun,
            error=error,
            exit_code=code,
            session_id=self.session_id,
        )

    async def close(self) -> None:
        """Nothing lives between turns."""
        await trio.lowlevel.checkpoint()

    def _error(
        self,
        record: TurnRecord,
        ended: ExitStatus,
        stderr: str,
        *,
        seconds: float | None,
        timed_out: bool,
    ) -> CopilotError | None:
        if timed_out:
            return TurnTimeout(self._id, None, seconds or 0.0, aborted=True)
        if record.finished and ended.code == 0:
            return None
        return record.failure or CliExited(ended.code, ended.signal, stderr)

    async def _run(self, process: CliProcess, record: TurnRecord) -> ExitStatus:
        """Read all that it says until it ends, which is watched by itself."""
        lines = JsonLines()
        read = trio.Event()

        async def read_all() -> None:
            try:
                while data := await process.stdout.receive_some(_READ_SIZE):
                    self._take(lines, record, data)
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                pass
            finally:
                self._take(lines, record, None)
                read.set()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(read_all)
            status = await process.wait()
            with trio.move_on_after(_LAST_WORDS_SECONDS):
                await read.wait()
            nursery.cancel_scope.cancel()
        return status

    def _take(self, lines: JsonLines, record: TurnRecord, data: bytes | bytearray | None) -> None:
        for line in lines.finish() if data is None else lines.receive_data(data):
            if isinstance(line, str):
                record.add_text(line)
                continue
            self._seen = True
            if isinstance(line, Event):
                record.add(line.event, line.text)
            elif isinstance(line, Usage):
                record.add_text(line.text)


def _is_uuid(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text.lower()
    except ValueError:
        return False


def _launch_options(client: ClientOptions, options: SessionOptions) -> LaunchOptions:
    """What to start: the client's options, with what a session's add to the environment.

    Secrets travel in the environment, never in an argument.
    """
    env = dict(os.environ if client.env is None else client.env)
    env.update(_provider_variables(options.provider))
    token = _text("github_token", options.github_token) or client.github_token
    folder = _text("working_directory", options.working_directory)
    return LaunchOptions(
        env=env,
        home=_text("home", client.home),
        working_directory=folder or _text("working_directory", client.working_directory),
        github_token=token,
        log_level=client.log_level,
        start_timeout=client.handshake_timeout,
        stop_timeout=client.stop_timeout,
    )


def _provider_variables(provider: object) -> dict[str, str]:
    if provider is None or isinstance(provider, msgspec.UnsetType):
        return {}
    if isinstance(provider, ProviderConfig):
        fields = msgspec.structs.asdict(provider)
    else:
        # It was checked with the session's other options.
        fields = dict(cast("Mapping[str, object]", provider))
    variables: dict[str, str] = {}
    for name, value in fields.items():
        if value is None or isinstance(value, msgspec.UnsetType):
            continue
        variable = _PROVIDER_VARIABLES.get(name)
        text = _text(f"provider.{name}", value)
        if variable is None or text is None:
            taken = ", ".join(_PROVIDER_VARIABLES)
            raise InvalidOption(f"provider.{name}", f"a process per turn takes only {taken}")
        variables[variable] = text
    return variables


def _words(options: SessionOptions) -> tuple[str, ...]:
    words = ["--output-format=json"]
    model = _text("model", options.model)
    if model is not None:
        words.append(f"--model={model}")
    if options.on_permission_request is approve_all:
        words.append("--allow-all-tools")
    elif options.on_permission_request not in (None, deny_all):
        raise InvalidOption(
            "on_permission_request",
            "nobody can be asked in a process per turn: give approve_all, or nothing to deny all",
        )
    return tuple(words)


def _text(option: str, value: object) -> str | None:
    if value is None or isinstance(value, msgspec.UnsetType):
        return None
    text = value.__fspath__() if isinstance(value, os.PathLike) else value
    if not isinstance(text, str):
        raise InvalidOption(option, f"a process per turn takes text, got {type(value).__name__}")
    return text
