"""``open_client``: builds the supervision tree of one client and takes it down again."""

from __future__ import annotations

import contextlib
import functools
import logging
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TypedDict, Unpack, cast

import msgspec
import trio

from copilot_actors._errors import (
    ConnectFailed,
    ConnectionFault,
    ConnectionLost,
    CopilotError,
    InvalidOption,
)
from copilot_actors._session_errors import SessionClosed
from copilot_actors.otp import (
    ActorError,
    Backoff,
    ChildSpec,
    DynamicSupervisor,
    MaxRestarts,
    StartFailed,
    Supervisor,
    Task,
    TaskSupervisor,
    open_supervisor,
)
from copilot_actors.storage import Lease, LedgerBackend, SessionFileSystem
from copilot_actors.transport import LaunchOptions, LogLevel, Transport

from ._client import Client
from ._client_requests import serve_requests
from ._connection._connection import Connection
from ._connection._features import warn_of_lacking
from ._handlers._model_requests import ModelInterceptor
from ._interception import intercept_models
from ._leases import Leases
from ._options._checks import check_names
from ._options._client_handlers import ModelLister, TelemetryHandler
from ._options._client_options import ClientOptions
from ._options._client_settings import ClientInfo, ClientMode, Telemetry, check_owned, launch_env
from ._options._session_files import FileSystemOf, SessionFiles
from ._recycle import Recycle, keep_young
from ._session._attach import end_cut_turn
from ._session._context import MAX_HANDLERS, ClientContext
from ._session._record import AbortResult
from ._session._subscriptions import FaultHandler, Subscriptions
from ._session._values import Phase
from ._telemetry_forwarding import forward_telemetry

_log = logging.getLogger("copilot_actors.client")

_ENDED = "ended with its client"
_SESSION_RESTARTS = 1000
"""A session actor limits its own restarts, so that one bad session ends none of its siblings."""
_STOP_MARGIN = 5.0
"""Seconds on top of the stop ladder before a connection that does not end is cancelled."""


class ClientOptionFields(TypedDict, total=False):
    """The keyword arguments of :func:`open_client`: see :class:`ClientOptions`."""

    cli: Transport
    mode: ClientMode
    env: Mapping[str, str] | None
    home: str | os.PathLike[str] | None
    working_directory: str | os.PathLike[str] | None
    github_token: str | None
    use_logged_in_user: bool | None
    log_level: LogLevel
    session_idle_timeout: float | None
    handshake_timeout: float
    rpc_timeout: float
    ping_interval: float
    ping_timeout: float
    stop_timeout: float
    max_restarts: int
    max_seconds: float
    backoff: Backoff | None
    restart: bool
    max_parallel_resumes: int
    subscriber_buffer: int
    max_concurrent_turns: int | None
    on_subscriber_error: FaultHandler | None
    ledger: LedgerBackend | None
    lease: Lease | None
    recycle: Recycle | None
    telemetry: Telemetry | Mapping[str, object] | None
    client_info: ClientInfo | Mapping[str, object] | None
    event_log_rotation_bytes: int | None
    builtin_plugin_directories: Sequence[str | os.PathLike[str]] | None
    on_list_models: ModelLister | None
    on_github_telemetry: TelemetryHandler | None
    on_model_request: ModelInterceptor | None
    model_request_timeout: float | None
    session_file_system: SessionFiles | SessionFileSystem | FileSystemOf | None


@asynccontextmanager
async def open_client(
    options: ClientOptions | None = None, /, **overrides: Unpack[ClientOptionFields]
) -> AsyncIterator[Client]:
    """Start a CLI (or reach one) and keep it alive for the length of the block.

    When the CLI ends, it is restarted with backoff and every open session is resumed; handles,
    subscriptions, prompts under way and pending tool calls go on. When the block ends, however
    it ends, sessions are stopped, then the connection, by a bounded ladder; no process, task or
    file descriptor is left.

    Args:
        options: all options as one value, or ``None``.
        **overrides: single options; see :class:`ClientOptions`.

    Example:
        >>> async def main() -> None:
        ...     async with open_client() as client:
        ...         session = await client.create_session(model="gpt-5")
        ...         answer = await session.send_and_wait("What does this repository do?")

    Raises:
        InvalidOption: an unknown option or a wrong value; nothing was started.
        LedgerError: the durable ledger is in use, damaged or out of reach; nothing was started.
        CliNotFound: there is no CLI, and how to get one.
        ConnectionFault: the CLI could not be started, or (out of the block) it could not be
            kept alive: more than ``max_restarts`` restarts within ``max_seconds``. A fault that
            no restart can mend (a permanent one) leaves the block alone: the client's state is
            ``failed`` and every call raises the fault.
    """
    merged = _client_options(options, cast("Mapping[str, object]", overrides))
    context = _context(merged)
    serve_requests(context)
    intercept_models(context)
    writer = context.ledger.writer
    if writer is not None:
        await writer.open()
    gave_up = False
    own: BaseException | None = None
    try:
        async with open_supervisor(_tree(context), strategy="rest_for_one", max_restarts=0) as root:
            _use_tasks(context, root)
            try:
                yield Client(context, root, root.whereis("sessions", DynamicSupervisor))
            except BaseException as error:
                own = error
                raise
            finally:
                gave_up = context.gave_up or not root.alive
                context.ending = True
                context.link.stop()
    except StartFailed as error:
        if error is own:
            raise
        fault = _fault_of(error)
        if fault is None:
            # A transport that breaks its contract: still one error of the public tree.
            cause = _cause_of(error)
            raise ConnectFailed(repr(merged.cli), f"{type(cause).__name__}: {cause}") from cause
        raise fault from None
    except MaxRestarts as error:
        if context.link.fault is None or error is own:
            raise
        raise context.link.fault from error
    except BaseExceptionGroup as group:
        # Callers in a nursery of the block heard of the same fault, each for itself.
        others = group.split(CopilotError)[1]
        if not gave_up or others is not None or context.link.fault is None:
            raise
        raise context.link.fault from group
    finally:
        own = None  # no reference cycle through this frame
        _answer_everybody(context)
        if writer is not None:
            await writer.aclose()
        # Not before: the CLI writes to its logs until it has ended.
        await context.leases.release_all()


def _context(options: ClientOptions) -> ClientContext:
    context = ClientContext(options)
    store = options.cli.home(_launch_options(options))
    check_owned(options, owned=store is not None)
    if options.recycle is not None:
        options.recycle.validate(owned=store is not None)
    context.link.listen(functools.partial(_connection_changed, context))
    context.leases = Leases(options.lease, store, timeout=options.rpc_timeout)
    if context.files is not None:
        context.files.home = store
        context.files.log_written = functools.partial(_log_written, context)
    return context


def _log_written(context: ClientContext, session_id: str) -> None:
    record = context.table.get(session_id)
    if record is not None and not context.stopping():
        with contextlib.suppress(ActorError):
            context.start_job(
                functools.partial(end_cut_turn, context, record), f"look after {session_id}"
            )


def _connection_changed(context: ClientContext, connection: Connection | None, _: str) -> None:
    if connection is not None:
        warn_of_lacking(context.link.features, context.table)


def _tree(context: ClientContext) -> list[ChildSpec]:
    """The children of the root, in start order; they are stopped in reverse.

    Registry, ledger and subscriptions are values of the context; what writes a durable ledger is
    the first child, so that it is stopped when nothing changes any more. A lost connection is
    restarted by its own supervisor and does not touch the sessions; if that supervisor gives up,
    so does the root (``max_restarts=0``), and the client ends.
    """
    options = context.options
    writer = context.ledger.writer
    ledger = [Task.child_spec(writer.run, id="ledger", restart="permanent")] if writer else []
    return [
        *ledger,
        TaskSupervisor.child_spec(id="subscribers"),
        TaskSupervisor.child_spec(id="handlers", max_children=MAX_HANDLERS),
        TaskSupervisor.child_spec(id="jobs"),
        Supervisor.child_spec(
            [
                Task.child_spec(
                    _keep_connected,
                    context,
                    _launch_options(options),
                    id="connection",
                    restart="transient",
                    shutdown=options.stop_timeout + _STOP_MARGIN,
                )
            ],
            max_restarts=options.max_restarts,
            max_seconds=options.max_seconds,
            id="connection_supervisor",
        ),
        DynamicSupervisor.child_spec(
            max_restarts=_SESSION_RESTARTS, max_seconds=1.0, id="sessions"
        ),
    ]


def _use_tasks(context: ClientContext, root: Supervisor) -> None:
    """Let the parts of the client start tasks under the tree's supervisors."""
    subscribers = root.whereis("subscribers", TaskSupervisor)
    context.jobs = root.whereis("jobs", TaskSupervisor)
    context.handlers = root.whereis("handlers", TaskSupervisor)
    context.subscriptions = Subscriptions(
        subscribers.start_child,
        limit=context.options.subscriber_buffer,
        counters=context.counters,
        on_error=context.options.on_subscriber_error,
    )
    forward_telemetry(context)
    interval = context.leases.renew_interval
    if interval is not None:
        context.jobs.start_child(context.leases.keep, context, interval, name="renew leases")
    recycle = context.options.recycle
    if recycle is not None:
        context.jobs.start_child(keep_young, context, recycle, name="recycle")


def _answer_everybody(context: ClientContext) -> None:
    """The tree is gone: tell those outside of it who still wait, whatever became of the actors.

    Session actors do this themselves when they are stopped in order; one that was killed, or
    whose tree gave up, did not.
    """
    for record in context.table:
        if record.closed.done:
            continue
        error = record.error or context.link.fault or SessionClosed(record.session_id, _ENDED)
        record.error = error
        record.state = msgspec.structs.replace(record.state, phase=Phase.FAILED)
        record.opened.fail(error)
        for entry in record.ledger.prompts.values():
            entry.fail(error)
        for waiter in record.abort_waiters:
            waiter.set(AbortResult("failed"))
        context.release(record)
        record.closed.set(None)
        record.notify()


def _fault_of(error: BaseException) -> CopilotError | None:
    """The fault of a connection behind a failed start, through any number of supervisors."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, CopilotError):
            return seen
        seen = seen.__cause__
    return None


def _cause_of(error: BaseException) -> BaseException:
    while error.__cause__ is not None:
        error = error.__cause__
    return error


async def _keep_connected(
    context: ClientContext,
    launch: LaunchOptions,
    *,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Run one connection after the other, for as long as they prove useful.

    The first start must succeed: its fault is raised out of ``open_client``. A permanent fault
    ends the client instead of being retried. The end of a connection on which a turn was
    finished begins anew, with the shortest backoff; any other crashes this task, so that its
    supervisor counts it: ``max_restarts`` are restarts without a finished turn in between. A
    death that a session is blamed for is not counted either: that session is quarantined before
    its siblings have to suffer for it. Nor is the end of one that was retired to be replaced.
    """
    link = context.link
    reported = recycled = False
    while True:
        if link.incarnation > 0:
            if not reported:
                # The attempt itself is the restart: its failure counts like any other crash.
                task_status.started()
                reported = True
            task_status = trio.TASK_STATUS_IGNORED
            if not recycled:
                await trio.sleep(link.next_delay(context.options.backoff))
        blamed_before = context.blamed_deaths
        connection = Connection(context.options, launch, link)
        recycled = False
        try:
            await connection.run(task_status=task_status)
        except ConnectionFault as fault:
            if connection.retired is not None and not link.final:
                # Its end was wanted: neither counted nor waited for.
                recycled = reported = True
                continue
            link.fault = fault
            if link.incarnation == 0:
                raise
            if link.final:
                return
            if fault.permanent or not context.options.restart:
                link.fail(fault)
                return
            _log.warning("%s", fault)
            if not link.useful and context.blamed_deaths == blamed_before:
                raise
            reported = True
        except InvalidOption as error:
            # What the options ask for cannot be had any more (a folder is gone): no restart helps.
            if link.incarnation == 0:
                raise
            gone = ConnectionLost(str(error))
            gone.__cause__ = error
            link.fail(gone)
            return


def _launch_options(options: ClientOptions) -> LaunchOptions:
    def text(option: str) -> str | None:
        value = getattr(options, option)
        path = value.__fspath__() if isinstance(value, os.PathLike) else value
        if path is not None and not isinstance(path, str):
            raise InvalidOption(option, f"expected text or a path, got {value!r}")
        return path

    return LaunchOptions(
        env=launch_env(options),
        home=text("home"),
        working_directory=text("working_directory"),
        github_token=options.github_token,
        use_logged_in_user=options.use_logged_in_user,
        log_level=options.log_level,
        session_idle_timeout=options.session_idle_timeout,
        start_timeout=options.handshake_timeout,
        stop_timeout=options.stop_timeout,
    )


def _client_options(
    options: ClientOptions | None, overrides: Mapping[str, object]
) -> ClientOptions:
    check_names("client", overrides, ClientOptions.__struct_fields__)
    merged = msgspec.structs.replace(options or ClientOptions(), **overrides)
    merged.validate()
    return merged
