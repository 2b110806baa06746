"""A child's place in its supervisor: what stays while incarnations come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._errors import MailboxFull, NoProcess
from ._process import CALL, RUNNING

if TYPE_CHECKING:
    from random import Random

    from ._call import From
    from ._child_spec import Backoff, ChildSpec
    from ._process import Process
    from ._ref import Ref
    from ._tree import Tree


class Child:
    """A child's place in its supervisor: the address that survives incarnations.

    ``state`` is ``"running"``, ``"starting"``, ``"restarting"`` (a start is certain to be
    attempted), ``"exited"`` (its supervisor has not decided yet), ``"stopped"`` or ``"gone"``.
    """

    __slots__ = (
        "attempt",
        "clock",
        "incarnation",
        "offspring",
        "process",
        "ref",
        "restarts",
        "spec",
        "state",
        "ticket",
        "tree",
        "waiting",
    )

    def __init__(self, tree: Tree, spec: ChildSpec) -> None:
        self.tree = tree
        self.clock = tree.clock
        self.spec = spec
        self.process: Process | None = None
        self.state = "stopped"
        self.incarnation = 0
        self.restarts = 0
        self.attempt = 0
        self.ticket: object = None
        self.waiting: dict[From, None] | None = None
        # Children of a static supervisor keep their addresses when it is restarted itself.
        self.offspring: dict[object, Child] | None = None
        self.ref: Ref = spec.start.make_ref(self)

    @property
    def label(self) -> object:
        """What logs and errors call it."""
        return self.spec.name if self.spec.name is not None else self.spec.id

    @property
    def will_run(self) -> bool:
        """Whether a call may wait for the next incarnation."""
        return self.state in ("starting", "restarting", "exited")

    def bind(self, process: Process) -> None:
        """A new incarnation runs: calls that waited for it are delivered, in order.

        One that it refuses fails alone: it is neither the actor's fault nor the others'.
        """
        self.process = process
        self.state = RUNNING
        self.ref._process = process
        waiting, self.waiting = self.waiting, None
        for call in waiting or ():
            call._target = process
            try:
                process.deliver(CALL, call)
            except (MailboxFull, TypeError) as refusal:
                call._fail(refusal)

    def unbind(self, state: str) -> None:
        """No incarnation runs; for a final state the calls that waited fail with `NoProcess`."""
        self.state = state
        self.process = None
        self.ref._process = None
        if not self.will_run:
            if self.spec.name is not None and self.tree.names.get(self.spec.name) is self:
                del self.tree.names[self.spec.name]
            for child in (self.offspring or {}).values():
                child.unbind("gone")
            waiting, self.waiting = self.waiting, None
            for call in waiting or ():
                call._fail(NoProcess(self.ref, type(call.request).__name__, call.timeout))

    def next_delay(self, backoff: Backoff | None, rng: Random, uptime: float) -> float:
        """Seconds to wait before the next start."""
        if backoff is None:
            return 0.0
        if uptime >= backoff.healthy_after:
            self.attempt = 0
        delay = backoff.delay(self.attempt, rng)
        self.attempt += 1
        return delay
