"""The faults of one session: the branch ``SessionError`` of the tree drawn in ``_errors``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ._errors import CopilotError
from ._holder import Holder


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


class CursorExpired(SessionError):
    """A place in a session's history is not there, or no longer: nothing can be read from it.

    It is the id of another session's event or of an ephemeral one, or what it named was taken out
    of the history by a rewind, or by a crash that came before it was on the disk.

    Attributes:
        cursor: the place.
    """

    def __init__(self, session_id: str, cursor: str) -> None:
        super().__init__(session_id, f"the history has no event {cursor!r} to go on from")
        self.cursor = cursor


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
