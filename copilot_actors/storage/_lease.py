"""What a session lease is: at most one owner, who holds a number that only grows.

Two CLI processes that load one session do not notice each other: each goes on with a history of
its own, and both write to one log (protocol section 8). A lease keeps the second one out.
"""

from __future__ import annotations

import abc

from copilot_actors._holder import Holder


class HeldLease(abc.ABC):
    """A lease that this process holds, until :meth:`release` or the end of the process."""

    __slots__ = ()

    session_id: str
    holder: Holder
    succeeded: Holder | None = None
    """Who had the lease before and is gone without having released it, where that is known."""

    @property
    def fencing(self) -> int:
        """The lease's number, greater than that of every earlier lease of the session.

        Hand it to whatever else you write for the session, and let that refuse smaller numbers:
        so an owner that was taken for dead and was not can do no harm there.
        """
        return self.holder.fencing

    @abc.abstractmethod
    async def renew(self) -> None:
        """Confirm that the lease is still held; called every ``Lease.renew_interval`` seconds.

        Cancellation leaves the lease as it is.

        Raises:
            LeaseLost: somebody else has it, or it is not certain any more that nobody has.
            LeaseUnavailable: that could not be found out; asked again after the next interval.
        """

    @abc.abstractmethod
    async def release(self) -> None:
        """Give the lease up, so that the next owner gets it at once.

        Idempotent; does nothing when the lease was lost, and nothing in a fork of the process
        that holds it. Bounded, and raises nothing: what cannot be released here is stale as soon
        as this process has ended.
        """


class Lease(abc.ABC):
    """A backend of session leases: a value, given to ``open_client(lease=...)``.

    Derive from it to keep leases elsewhere. The session's ``store`` is part of its name: for a
    CLI that this process starts it is the real path of its ``COPILOT_HOME``.
    """

    @property
    def renew_interval(self) -> float | None:
        """Seconds between two :meth:`HeldLease.renew`; ``None``: a lease holds without them.

        A plain class attribute of this name will do.
        """
        return None

    def covers(self, store: str) -> bool:  # noqa: ARG002
        """Whether this backend looks after the sessions of ``store``; the others go unguarded."""
        return True

    @abc.abstractmethod
    async def acquire(self, store: str, session_id: str) -> HeldLease:
        """Take the lease of a session. Never waits for its holder.

        A holder that is provably gone is succeeded at once. Cancelled, nothing is held.

        Raises:
            SessionInUse: somebody has it; ``holder`` says who.
            LeaseUnavailable: the backend cannot tell.
        """

    @abc.abstractmethod
    async def get_holder(self, store: str, session_id: str) -> Holder | None:
        """Return who holds a session now, or ``None``.

        Raises:
            LeaseUnavailable: the backend cannot tell.
        """
