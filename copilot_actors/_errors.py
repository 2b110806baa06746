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

The faults of one prompt stand in ``_turn_errors``. A message never holds a secret: tokens and
provider keys do not reach these modules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from ._holder import Holder

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
    """A permanent fault is not retried by the supervisor: the next start would fail alike."""


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


class SessionError(CopilotError):
    """Base of the faults of one session."""

    def __init__(self, session_id: str, message: str) -> None:
        super().__init__(f"session {session_id!r}: {message}")
        self.session_id = session_id


class SessionNotFound(SessionError):
    """The CLI has no data for this id (a session that was never prompted leaves none)."""

    def __init__(self, session_id: str, message: str = "not found") -> None:
        super().__init__(session_id, message)


class SessionAlreadyExists(SessionError):
    """``create_session`` on an id that has data would fork its history (protocol section 7.2)."""

    def __init__(self, session_id: str) -> None:
        super().__init__(
            session_id,
            "has data already; use resume_session, resume_or_create_session or delete_session",
        )


class SessionBusy(SessionError):
    """The operation needs an idle session."""

    retryable: ClassVar[bool] = True


class SessionInUse(SessionError):
    """Another owner holds this session: a second one would fork its history.

    Attributes:
        holder: who holds it: host, pid, and since when.
    """

    retryable: ClassVar[bool] = True

    def __init__(self, session_id: str, holder: Holder) -> None:
        super().__init__(session_id, f"is in use by {holder}")
        self.holder = holder


class LeaseUnavailable(SessionError):
    """Whether somebody else holds the session cannot be told, so it was not opened."""

    retryable: ClassVar[bool] = True

    def __init__(self, session_id: str, reason: str) -> None:
        super().__init__(session_id, f"its lease cannot be had: {reason}")
        self.reason = reason


class LeaseLost(SessionError):
    """The session's lease is not ours any more, so the session was given up."""

    def __init__(self, session_id: str) -> None:
        super().__init__(session_id, "its lease was lost: another owner may have it now")


class SessionClosed(SessionError):
    """The session was disconnected, deleted or its client ended."""

    def __init__(self, session_id: str, message: str = "is closed") -> None:
        super().__init__(session_id, message)


class SessionFailed(SessionError):
    """The session cannot go on; ``reason`` says why and is also the ``__cause__``."""

    def __init__(self, session_id: str, reason: BaseException | str) -> None:
        super().__init__(session_id, f"failed: {reason}")
        self.reason = reason


class SessionQuarantined(SessionFailed):
    """The session took its connection down too often and is not resumed again."""

    def __init__(self, session_id: str, crashes: int) -> None:
        super().__init__(session_id, f"quarantined: it took its connection down {crashes} times")
        self.crashes = crashes


class SessionUnresumable(SessionFailed):
    """The CLI refuses to load the session's log for good; the same resume is never repeated.

    ``SessionOptions.on_poisoned`` may decide to begin anew under the same id.
    """


class AbortFailed(SessionFailed):
    """A turn could not be ended, and the CLI does not let the session go: it is not used again.

    The CLI and its other sessions go on. ``Client.recover_session`` tries once more; a new CLI
    has nothing of the turn, so that the session may be resumed there as it is.
    """

    retryable: ClassVar[bool] = True

    def __init__(self, session_id: str) -> None:
        super().__init__(
            session_id,
            "the CLI confirmed neither the end of its turn nor that it let the session go; "
            "recover_session() tries again",
        )


class ModelMismatch(SessionFailed):
    """The session was resumed with another model than was asked for, and could not be switched.

    Attributes:
        wanted: the model asked for, or in use before the crash.
        actual: the model that the CLI reports.
    """

    def __init__(self, session_id: str, wanted: str, actual: str) -> None:
        super().__init__(session_id, f"it has the model {actual!r} instead of {wanted!r}")
        self.wanted = wanted
        self.actual = actual


class TierSwitchFailed(SessionError):
    """A preference of automatic routing did not come into force; the one before it stays.

    Attributes:
        tier: what was asked for; ``None`` for the provider's own choice.
        reason: ``"policy_rejected"``, ``"request_failed"``, ``"setup_failed"``, ``"unsupported"``
            or another word of the CLI's; ``"superseded"`` when a newer preference took its place.
        effective: the preference in force.
    """

    def __init__(
        self, session_id: str, tier: str | None, reason: str, effective: str | None
    ) -> None:
        super().__init__(session_id, f"the tier {tier!r} did not come into force: {reason}")
        self.tier = tier
        self.reason = reason
        self.effective = effective


class SubscriberTooSlow(SessionError):
    """A subscriber was so far behind that persistent events would have been lost.

    Attributes:
        behind: events in its buffer when it was closed.
    """

    def __init__(self, session_id: str, behind: int) -> None:
        super().__init__(session_id, f"a subscriber is {behind} events behind and was closed")
        self.behind = behind


class TranscriptDamaged(SessionError):
    """The session's log on disk is damaged (protocol: error -32075).

    Attributes:
        lines: numbers of the invalid lines.
        start_moved: whether ``session.start`` was not the first record.
        segment: which file of the log: the CLI loads ``events.jsonl`` alone, the reader of stored
            sessions the archives before it too.
    """

    def __init__(
        self,
        session_id: str,
        lines: Sequence[int],
        *,
        start_moved: bool = False,
        segment: str = "events.jsonl",
    ) -> None:
        where = "" if segment == "events.jsonl" else f" of {segment}"
        super().__init__(session_id, f"the transcript is damaged in lines {list(lines)}{where}")
        self.lines = tuple(lines)
        self.start_moved = start_moved
        self.segment = segment


class HistoryGap(SessionError):
    """A part of the session's rotated log is missing, so its history has a gap.

    The session can be resumed all the same: a resume reads ``events.jsonl`` alone.

    Attributes:
        archive: the file that is missing, as the one after it names it.
        named_by: the file that names it.
    """

    def __init__(self, session_id: str, archive: str, named_by: str) -> None:
        super().__init__(session_id, f"{archive!r}, which {named_by} continues, is missing")
        self.archive = archive
        self.named_by = named_by


class SecretUnavailable(SessionError):
    """A secret of the session could not be had from its source, so it was not loaded.

    The source's own exception is not kept, since it might show the secret.

    Attributes:
        option: the path of the option, for instance ``"provider.api_key"``.
        reason: what was wrong.
    """

    retryable: ClassVar[bool] = True

    def __init__(self, session_id: str, option: str, reason: str) -> None:
        super().__init__(session_id, f"the secret {option!r} cannot be had: {reason}")
        self.option = option
        self.reason = reason


class WouldDeadlock(SessionError):
    """A handler of this session asked for something that can only come after it returns."""


class CapabilityMissing(SessionError):
    """The session cannot do this: the CLI, or the clients that share the session, do not offer it.

    Attributes:
        capability: which, as a path into ``session.capabilities``, for instance
            ``"ui.elicitation"``.
    """

    def __init__(self, session_id: str, capability: str) -> None:
        super().__init__(session_id, f"it has no capability {capability!r}")
        self.capability = capability


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
