"""How a client reaches, watches and restarts its CLI, and what it tells it of itself."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from copilot_actors.otp import Backoff
from copilot_actors.storage import FileLease, Lease, LedgerBackend, SessionFileSystem
from copilot_actors.transport import LogLevel, Stdio, Transport

from ._checks import CLIENT_OPTIONS, check_values
from ._client_settings import ClientInfo, ClientMode, Telemetry, plugin_directories
from ._session_files import FileSystemOf, SessionFiles, session_files

if TYPE_CHECKING:
    from copilot_actors.client._handlers._model_requests import ModelInterceptor
    from copilot_actors.client._recycle import Recycle
    from copilot_actors.client._session._subscriptions import FaultHandler

    from ._client_handlers import ModelLister, TelemetryHandler


class ClientOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How a client reaches, watches and restarts its CLI. All times are seconds.

    Attributes:
        mode: ``"copilot-cli"`` leaves to the CLI what a session does not say. ``"empty"`` starts
            from nothing: each session names its tools (``available_tools``), reads no
            instructions, skills, agents, hooks or settings of the machine, keeps nothing beyond
            itself, and its system message says nothing of the machine. What a session says
            stands all the same. Needs ``home``, so that nothing is shared with the user's own CLI.
        cli: the transport: ``Stdio()``, ``Tcp()``, ``WebSocket(url)`` or a simulator.
        env: exactly the environment of the CLI; ``None`` inherits this process's.
        home: the CLI's ``COPILOT_HOME``, where the sessions are stored.
        working_directory: of the CLI process.
        github_token: secret, handed over in the environment only.
        use_logged_in_user: ``False`` keeps the CLI from using a stored login.
        log_level: the CLI's own log level.
        session_idle_timeout: the CLI's own idle limit; ``None`` leaves it off. A session that the
            CLI let go is recovered at its next use; see ``SessionOptions.passivate_after``.
        handshake_timeout: from spawn to the answer of ``connect`` (a cold start with an empty
            cache takes 2 s, four at once 7.5 s).
        rpc_timeout: for one request and its answer.
        ping_interval: between heartbeats.
        ping_timeout: without a pong for this long the CLI counts as dead.
        stop_timeout: end of input, SIGTERM, SIGKILL. Asking the CLI to end comes before it, ending
            what it left running after it, each within 2 s more.
        max_restarts: restarts of the connection allowed within ``max_seconds`` without a turn
            finished in between: a CLI that does its work may die as often as it likes.
        max_seconds: the window of ``max_restarts``.
        backoff: delay before a restart; grows while no turn is finished, ``None`` for none.
        restart: ``False`` never restarts the CLI: its end is final and reaches every caller.
        max_parallel_resumes: sessions recovered at the same time after a restart.
        subscriber_buffer: events that one subscriber may lag behind before ephemeral ones are
            dropped and counted.
        max_concurrent_turns: sessions that may have a prompt under way at once; the prompts of
            the others wait in the order of the calls. ``None`` for no limit.
        on_subscriber_error: a plain, quick function that is told of each exception of a
            subscriber, as a ``SubscriberFault``; returning ``True`` ends that subscription.
        ledger: where prompts and answers under way are recorded so that they outlive this
            program: a ``SqliteLedger``, a ``MemoryLedger`` or a ``LedgerBackend`` of your own;
            ``None`` records nothing.
        lease: keeps other owners from opening a session that is open here: ``FileLease()``,
            ``ProcessLease()`` or a backend of your own; ``None`` for nothing. A server that runs
            already needs none: its clients join one session and see each other's turns.
        recycle: limits of age, turns or memory at which the CLI is replaced, at a moment without
            a turn; ``None`` for none.
        telemetry: where the CLI sends its OpenTelemetry traces, as a ``Telemetry`` or a mapping;
            ``None`` leaves it to the environment.
        client_info: what this program is, for GitHub's reports, as a ``ClientInfo`` or a mapping.
        event_log_rotation_bytes: the size at which the CLI begins a new log file of a session;
            for CLIs newer than 1.0.102.
        builtin_plugin_directories: absolute paths of plugins that every session has.
        on_list_models: a plain or async function that ``client.list_models()`` asks instead of
            the CLI, within ``rpc_timeout``.
        on_github_telemetry: a plain or async function that gets each event of the CLI's reports
            to GitHub; without it the CLI is not asked to forward them.
        on_model_request: a plain or async function that answers the requests of the CLI to its
            models, as ``InterceptedRequest`` values; without it the CLI sends them itself.
        model_request_timeout: limit of one of its answers over HTTP; ``None`` for none. The
            messages of a WebSocket have the limits of their turns.
        session_file_system: where sessions have their files instead of ``home``: a
            ``SessionFileSystem`` such as ``InMemoryFileSystem()``, in which each session gets a
            directory; a function from a session's id to its file system; or ``SessionFiles``.
            Fixed for the life of the client; set again for each new CLI before it has a session.
    """

    cli: Transport = msgspec.field(default_factory=Stdio)
    mode: ClientMode = "copilot-cli"
    env: Mapping[str, str] | None = None
    home: str | os.PathLike[str] | None = None
    working_directory: str | os.PathLike[str] | None = None
    github_token: str | None = None
    use_logged_in_user: bool | None = None
    log_level: LogLevel = "error"
    session_idle_timeout: float | None = None
    handshake_timeout: float = 30.0
    rpc_timeout: float = 30.0
    ping_interval: float = 15.0
    ping_timeout: float = 10.0
    stop_timeout: float = 10.0
    max_restarts: int = 3
    max_seconds: float = 5.0
    backoff: Backoff | None = msgspec.field(
        default_factory=lambda: Backoff(0.1, 10.0, factor=2.0, jitter=0.1)
    )
    restart: bool = True
    max_parallel_resumes: int = 8
    subscriber_buffer: int = 1024
    max_concurrent_turns: int | None = None
    on_subscriber_error: FaultHandler | None = None
    ledger: LedgerBackend | None = None
    lease: Lease | None = msgspec.field(default_factory=FileLease)
    recycle: Recycle | None = None
    telemetry: Telemetry | Mapping[str, object] | None = None
    client_info: ClientInfo | Mapping[str, object] | None = None
    event_log_rotation_bytes: int | None = None
    builtin_plugin_directories: Sequence[str | os.PathLike[str]] | None = None
    on_list_models: ModelLister | None = None
    on_github_telemetry: TelemetryHandler | None = None
    on_model_request: ModelInterceptor | None = None
    model_request_timeout: float | None = 600.0
    session_file_system: SessionFiles | SessionFileSystem | FileSystemOf | None = None

    def __repr__(self) -> str:
        # The environment and the token hold secrets.
        return f"ClientOptions(cli={self.cli!r}, ...)"

    def validate(self) -> None:
        """Check types and ranges.

        Raises:
            InvalidOption: naming the option.
        """
        check_values(self, CLIENT_OPTIONS)
        plugin_directories(self)
        if self.session_file_system is not None:
            session_files(self.session_file_system)
