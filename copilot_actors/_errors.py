"""The public error tree. Every failure of a client or a session is one of these.

Each carries its data as attributes and a class attribute ``retryable``: whether the same call
may succeed later without a change by the caller::

    CopilotError
     +- InvalidRequest (also ValueError)     refused here, nothing was sent
     |   +- InvalidSessionId
     |   +- InvalidPrompt
     |   +- InvalidOption
     |   |   +- UnsupportedOption
     |   +- InvalidAttachment
     +- ConnectionFault                      the CLI process or the wire
     |   +- CliNotFound
     |   +- CliExited
     |   +- ConnectFailed
     |   +- HandshakeTimeout
     |   +- ProtocolVersionMismatch
     |   +- AuthenticationFailed
     |   +- ConnectionLost
     |   +- ConnectionStopped
     |   +- StopFailed
     +- RpcError                             the CLI answered with a JSON-RPC error
     +- RpcTimeout
     +- WrongEventLoop (also RuntimeError)   a call from where it cannot work
     +- HandlerFailed                        a function of yours that was asked
     +- PoolFull                             a pool of clients has no room
     +- AccessDenied                         a tenant may not do this
     +- SessionError                         one session
     |   +- SessionNotFound
     |   +- SessionAlreadyExists
     |   +- SessionBusy
     |   +- SessionInUse
     |   +- LeaseUnavailable
     |   +- LeaseLost
     |   +- SessionClosed
     |   +- SessionFailed
     |   |   +- SessionQuarantined
     |   |   +- SessionUnresumable
     |   |   +- ModelMismatch
     |   |   +- AbortFailed
     |   +- TierSwitchFailed
     |   +- SubscriberTooSlow
     |   +- TranscriptDamaged
     |   +- HistoryGap
     |   +- CursorExpired
     |   +- WouldDeadlock
     |   +- CapabilityMissing
     |   +- SecretUnavailable
     +- LedgerError                          the durable ledger
     |   +- LedgerInUse
     |   +- LedgerDamaged
     |   +- LedgerFailed
     |   +- LedgerFull
     +- StoreError                           the sessions' files
     +- TurnError                            one prompt
         +- TurnTimeout
         +- TurnStalled
         +- TurnInterrupted
         +- TurnAborted
         +- TurnNoProgress
         +- TurnFailed
         |   +- SessionPoisoned
         +- InvalidAnswer
         +- OutcomeUnknown

Those of one session stand in ``_session_errors``, those of one prompt in ``_turn_errors``, those of
pipelines (``PipelineError``) in ``copilot_actors.pipeline``. A
message never holds a secret: tokens and provider keys do not reach these modules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"


class CopilotError(Exception):
    """Base of every error that a client or a session raises.

    Can be copied and pickled: one fault that many callers wait for is raised to each of them as
    a copy, so that their tracebacks do not pile up in one object.
    """

    retryable: ClassVar[bool] = False

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args, {**self.__dict__, "__cause__": self.__cause__})


def _rebuild(
    cls: type[CopilotError], args: tuple[object, ...], attributes: dict[str, object]
) -> CopilotError:
    error = cls.__new__(cls, *args)
    error.args = args
    for name, value in attributes.items():
        setattr(error, name, value)
    return error


class InvalidRequest(CopilotError, ValueError):
    """The arguments were refused before anything was sent."""


class InvalidSessionId(InvalidRequest):
    """The session id is not one that the CLI accepts (protocol: ``[A-Za-z0-9_-]``)."""

    def __init__(self, session_id: str, reason: str) -> None:
        super().__init__(
            f"{session_id[:80]!r} is not a session id: {reason}. "
            "Use 1 to 255 characters from A-Z a-z 0-9 _ -"
        )
        self.session_id = session_id
        self.reason = reason


class InvalidPrompt(InvalidRequest):
    """The prompt cannot be sent: not text, not valid Unicode, or over the size limit."""

    def __init__(self, reason: str, *, size: int | None = None, limit: int | None = None) -> None:
        super().__init__(f"the prompt was not sent: {reason}")
        self.reason = reason
        self.size = size
        self.limit = limit


class InvalidOption(InvalidRequest):
    """An option is unknown, has the wrong type, or contradicts another."""

    def __init__(self, option: str, reason: str) -> None:
        super().__init__(f"option {option!r}: {reason}")
        self.option = option
        self.reason = reason


class UnsupportedOption(InvalidOption):
    """The CLI that runs does not have what an option asks for; nothing was sent.

    Attributes:
        cli_version: version of the CLI.
        needed: the oldest version that is known to have it, or ``None`` where only newer ones
            than those that are known to lack it can.
    """

    def __init__(self, option: str, cli_version: str, needed: str | None = None) -> None:
        wanted = f"{needed} or a newer one" if needed else "a newer one"
        super().__init__(
            option,
            f"Copilot CLI {cli_version} does not have it; {wanted} is needed. "
            "Install it with: copilot-actors install-cli --version X",
        )
        self.cli_version = cli_version
        self.needed = needed


class InvalidAttachment(InvalidRequest):
    """An attachment that the model would not get; nothing was sent.

    Attributes:
        index: which of the prompt's attachments, counted from 0.
        reason: what is wrong with it.
        size: its size in bytes, where that is the fault.
        limit: how many bytes it may have.
    """

    def __init__(
        self, index: int, reason: str, *, size: int | None = None, limit: int | None = None
    ) -> None:
        super().__init__(f"attachment {index}: {reason}")
        self.index = index
        self.reason = reason
        self.size = size
        self.limit = limit


class ConnectionFault(CopilotError):
    """The CLI process or the wire to it failed."""

    retryable: ClassVar[bool] = True
    permanent: ClassVar[bool] = False
    """A permanent fault is not retried by the supervisor, since the next start would fail alike."""


class CliNotFound(ConnectionFault):
    """No Copilot CLI in any of the places searched."""

    retryable: ClassVar[bool] = False
    permanent: ClassVar[bool] = True

    def __init__(self, searched: Sequence[str]) -> None:
        places = "".join(f"\n  - {place}" for place in searched)
        super().__init__(
            f"the Copilot CLI was not found. Searched, in this order:{places}\n"
            "Install it with: copilot-actors install-cli"
        )
        self.searched = tuple(searched)


class CliExited(ConnectionFault):
    """The CLI process ended.

    Attributes:
        code: exit code, or ``None`` when a signal ended it.
        signal: number of the signal that ended it, or ``None``.
        stderr_tail: the last bytes (at most 64 KiB) of its stderr, decoded.
        during_start: whether it ended before the handshake was complete.
    """

    def __init__(
        self,
        code: int | None,
        signal: int | None,
        stderr_tail: str = "",
        *,
        during_start: bool = False,
        hint: str = "",
    ) -> None:
        how = f"was ended by signal {signal}" if signal is not None else f"exited with code {code}"
        when = " before it was ready" if during_start else ""
        tail = stderr_tail.strip()
        says = f"; its stderr ends with: {tail[-400:]}" if tail else ""
        advice = f". {hint}" if hint else ""
        super().__init__(f"the Copilot CLI {how}{when}{says}{advice}")
        self.code = code
        self.signal = signal
        self.stderr_tail = stderr_tail
        self.during_start = during_start


class ConnectFailed(ConnectionFault):
    """The address of a CLI server could not be reached."""

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(f"cannot connect to the Copilot CLI at {address}: {reason}")
        self.address = address
        self.reason = reason


class HandshakeTimeout(ConnectionFault):
    """The process started but did not answer ``connect`` in time."""

    def __init__(self, seconds: float, stderr_tail: str = "") -> None:
        tail = stderr_tail.strip()
        says = f"; its stderr ends with: {tail[-400:]}" if tail else ""
        super().__init__(
            f"no answer to the handshake within {seconds:g} s: is this program the Copilot CLI, "
            f"and are its home and cache directories writable?{says}"
        )
        self.seconds = seconds
        self.stderr_tail = stderr_tail


class ProtocolVersionMismatch(ConnectionFault):
    """The CLI speaks a protocol version that this library does not."""

    retryable: ClassVar[bool] = False
    permanent: ClassVar[bool] = True

    def __init__(self, version: object, supported: tuple[int, int], cli_version: str = "") -> None:
        low, high = supported
        named = f" {cli_version}" if cli_version else ""
        super().__init__(
            f"the Copilot CLI{named} speaks protocol version {version!r}; this library supports "
            f"{low} to {high}. Install another CLI with: copilot-actors install-cli --version X"
        )
        self.version = version
        self.supported = supported
        self.cli_version = cli_version


class AuthenticationFailed(ConnectionFault):
    """The server refused the connection token, or wants one and none was given."""

    retryable: ClassVar[bool] = False
    permanent: ClassVar[bool] = True

    def __init__(self, reason: str) -> None:
        super().__init__(f"the Copilot CLI refused the connection: {reason}")
        self.reason = reason


class ConnectionLost(ConnectionFault):
    """The wire was closed or is unusable while the process may still live."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the connection to the Copilot CLI was lost: {reason}")
        self.reason = reason


class ConnectionStopped(ConnectionFault):
    """The client is stopping or has stopped; nothing more is sent."""

    retryable: ClassVar[bool] = False

    def __init__(self, reason: str = "the client is stopped") -> None:
        super().__init__(reason)
        self.reason = reason


class StopFailed(ConnectionFault):
    """A CLI process could not be ended, not even by SIGKILL."""

    retryable: ClassVar[bool] = False

    def __init__(self, pid: int, reason: str) -> None:
        super().__init__(f"the Copilot CLI (pid {pid}) could not be stopped: {reason}")
        self.pid = pid
        self.reason = reason


class RpcError(CopilotError):
    """The CLI answered a request with a JSON-RPC error.

    Attributes:
        method: the method of the request.
        code: JSON-RPC error code; 0 when the CLI answered with a result that is not what the
            method returns.
        message: the CLI's text.
        data: the error's ``data``, or ``None``; from a method of ``rpc`` with code 0: the result.
    """

    def __init__(self, method: str, code: int, message: str, data: JsonValue = None) -> None:
        super().__init__(f"{method}: {message} (JSON-RPC error {code})")
        self.method = method
        self.code = code
        self.message = message
        self.data = data


class RpcTimeout(CopilotError, TimeoutError):
    """No answer to one request within its deadline; a late answer is dropped and counted."""

    retryable: ClassVar[bool] = True

    def __init__(self, method: str, seconds: float) -> None:
        super().__init__(f"{method}: no answer within {seconds:g} s")
        self.method = method
        self.seconds = seconds


class WrongEventLoop(CopilotError, RuntimeError):
    """A call of the blocking API or of the asyncio bridge from where it cannot work.

    Nothing was sent. It would have stopped the event loop that it was made in, or waited for
    itself.

    Attributes:
        running: what runs there: ``"trio"``, ``"asyncio"``, ``"portal"`` (a plain handler in the
            thread of the blocking API), ``"another loop"``, or ``""`` for nothing.
        instead: what to use there.
    """

    def __init__(self, problem: str, *, running: str, instead: str) -> None:
        super().__init__(f"{problem}; {instead}")
        self.running = running
        self.instead = instead


class HandlerFailed(CopilotError):
    """A function of the program, asked in the CLI's place, raised or gave what is of no use.

    Its own exception, if there is one, is the ``__cause__``.

    Attributes:
        option: the option that it was given as.
        reason: what was wrong.
    """

    retryable: ClassVar[bool] = True

    def __init__(self, option: str, reason: str) -> None:
        super().__init__(f"the function of {option!r} {reason}")
        self.option = option
        self.reason = reason


class PoolFull(CopilotError):
    """A pool of clients has no room for a caller.

    Attributes:
        tenant: for whom; ``""`` for nobody in particular.
        lacking: what there is not enough of: ``"clients"`` (all are in use), ``"sessions"`` (the
            client has as many as it may) or ``"waiting"`` (too many callers wait already).
        limit: how many there may be.
        seconds: how long the caller waited.
    """

    retryable: ClassVar[bool] = True

    def __init__(self, tenant: str, lacking: str, limit: int, seconds: float = 0.0) -> None:
        whom = f" for {tenant!r}" if tenant else ""
        waited = f" after {seconds:g} s" if seconds else ""
        super().__init__(f"the pool has no room{whom}{waited}: {_LACKING[lacking].format(limit)}")
        self.tenant = tenant
        self.lacking = lacking
        self.limit = limit
        self.seconds = seconds


_LACKING = {
    "clients": "its {} clients are in use",
    "sessions": "the client has {} sessions open",
    "waiting": "{} callers wait already",
}


class AccessDenied(CopilotError):
    """A tenant may not do this: ``authorize`` said no, or could not be asked. Nothing was sent.

    Attributes:
        operation: the name of the method.
        tenant: who asked.
        user: who asked.
    """

    def __init__(self, operation: str, tenant: str | None, user: str | None) -> None:
        super().__init__(f"{operation} is denied to tenant {tenant!r}, user {user!r}")
        self.operation = operation
        self.tenant = tenant
        self.user = user


class StoreError(CopilotError):
    """A file of a stored session cannot be read, or a copy of it cannot be written.

    Attributes:
        path: which file.
        reason: what went wrong.
    """

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class LedgerError(CopilotError):
    """The durable ledger cannot do what it is for.

    Attributes:
        ledger: which one, as its backend names it: the path of its file.
        reason: what went wrong.
    """

    def __init__(self, ledger: str, reason: str) -> None:
        super().__init__(f"the ledger {ledger}: {reason}")
        self.ledger = ledger
        self.reason = reason


class LedgerInUse(LedgerError):
    """Another client, of this process or of another one, has the ledger open."""

    retryable: ClassVar[bool] = True

    def __init__(self, ledger: str) -> None:
        super().__init__(ledger, "it is open in another client; a ledger has one owner at a time")


class LedgerDamaged(LedgerError):
    """What is stored is no ledger, or none that this version can read; nothing was changed."""


class LedgerFailed(LedgerError):
    """The ledger could not be read or written (the disk is full, say).

    A prompt that raises this was not sent, and a tool handler whose start could not be recorded
    did not run: without the record a crash could repeat them.
    """

    retryable: ClassVar[bool] = True


class LedgerFull(LedgerError):
    """The ledger holds as many entries that are not over as it may.

    Attributes:
        limit: how many that is.
    """

    retryable: ClassVar[bool] = True

    def __init__(self, ledger: str, limit: int) -> None:
        super().__init__(ledger, f"it holds {limit} entries that are not over; nothing was sent")
        self.limit = limit
