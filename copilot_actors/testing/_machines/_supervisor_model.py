"""What a supervisor does, as plain data: the reference that real supervisors are compared with.

Written from the rules of OTP (supervisor.erl; docs/otp-semantics.md), not from this library's
supervisor. It has no tasks, no mailboxes and no clock but a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from copilot_actors.otp import (
    AlreadyPresent,
    AlreadyStarted,
    ChildNotFound,
    ChildRunning,
    MaxChildren,
    Restart,
    StartFailed,
    Strategy,
)

StartOutcome: TypeAlias = Literal["ok", "fail", "ignore"]
ModelStrategy: TypeAlias = Strategy | Literal["dynamic"]
Refusal: TypeAlias = type[Exception] | None
"""The class of the error that a call raises, or ``None`` if it succeeds."""


@dataclass(eq=False)
class ModelChild:
    """One child of the model.

    Attributes:
        id: its id.
        restart: its restart type.
        status: ``"running"``, ``"stopped"``, or ``"restarting"`` between the two.
    """

    id: str
    restart: Restart
    status: Literal["running", "stopped", "restarting"] = "stopped"


@dataclass(eq=False)
class SupervisorModel:
    """A supervisor and its children.

    Attributes:
        strategy: a static supervisor's, or ``"dynamic"``.
        max_restarts: restarts allowed within ``max_seconds``.
        max_seconds: that window.
        max_children: children that a dynamic supervisor takes.
        children: in their order of start.
        plans: what the next starts of a child come to; without one they succeed.
        log: the life of the children: ``"ok a"``, ``"fail a"``, ``"ignore a"``, ``"down a"``.
        now: the time.
        dead: the supervisor has given up, since there were too many restarts.
    """

    strategy: Strategy | Literal["dynamic"]
    max_restarts: int = 3
    max_seconds: float = 5.0
    max_children: int = 4
    children: list[ModelChild] = field(default_factory=list)
    plans: dict[str, list[StartOutcome]] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    now: float = 0.0
    dead: bool = False
    _restarts: list[float] = field(default_factory=list)

    @property
    def dynamic(self) -> bool:
        """Whether it is a dynamic supervisor."""
        return self.strategy == "dynamic"

    @property
    def running(self) -> list[str]:
        """The ids of the children that run."""
        return [child.id for child in self.children if child.status == "running"]

    def find(self, name: str) -> ModelChild | None:
        """Return the child of an id."""
        return next((child for child in self.children if child.id == name), None)

    def start_all(self, children: Sequence[tuple[str, Restart]]) -> None:
        """Start the children that a static supervisor begins with."""
        for name, restart in children:
            child = ModelChild(name, restart)
            self.children.append(child)
            self._start(child)

    def stop_all(self) -> None:
        """End the children in reverse order, as at the end of the supervisor."""
        for child in reversed(self.children):
            self._stop(child)

    def child_ended(self, name: str, *, abnormal: bool, silently: bool = False) -> None:
        """A running child has ended by itself, or was ended by somebody else.

        Args:
            name: its id.
            abnormal: for another reason than ``Normal`` or ``Shutdown``.
            silently: without ``terminate``, as a killed one does.
        """
        child = self._known(name)
        if not silently:
            self.log.append(f"down {child.id}")
        child.status = "stopped"
        if child.restart == "permanent" or (child.restart == "transient" and abnormal):
            self._restart(child)
        elif child.restart == "temporary" or self.dynamic:
            self.children.remove(child)

    def start_child(self, name: str, restart: Restart) -> Refusal:
        """As the supervisor's call of that name."""
        if self.dynamic and len(self.children) >= self.max_children:
            return MaxChildren
        present = self.find(name)
        if present is not None:
            return AlreadyPresent if present.status == "stopped" else AlreadyStarted
        child = ModelChild(name, restart)
        self.children.append(child)
        outcome = self._start(child)
        if outcome == "fail":
            self.children.remove(child)
            return StartFailed
        if outcome == "ignore" and (restart == "temporary" or self.dynamic):
            self.children.remove(child)
        return None

    def terminate_child(self, name: str) -> Refusal:
        """As the supervisor's call of that name."""
        child = self.find(name)
        if child is None:
            return ChildNotFound
        self._stop(child)
        if child.restart == "temporary" or self.dynamic:
            self.children.remove(child)
        return None

    def restart_child(self, name: str) -> Refusal:
        """As the supervisor's call of that name."""
        child = self.find(name)
        if child is None:
            return ChildNotFound
        if child.status == "running":
            return ChildRunning
        return StartFailed if self._start(child) == "fail" else None

    def delete_child(self, name: str) -> Refusal:
        """As the supervisor's call of that name."""
        child = self.find(name)
        if child is None:
            return ChildNotFound
        if child.status == "running":
            return ChildRunning
        self.children.remove(child)
        return None

    # --- Helpers --------------------------------------------------------------------------

    def _known(self, name: str) -> ModelChild:
        child = self.find(name)
        if child is None:
            raise LookupError(f"the model has no child {name!r}")
        return child

    def _start(self, child: ModelChild) -> StartOutcome:
        plan = self.plans.get(child.id)
        outcome: StartOutcome = plan.pop(0) if plan else "ok"
        self.log.append(f"{outcome} {child.id}")
        child.status = "running" if outcome == "ok" else "stopped"
        return outcome

    def _stop(self, child: ModelChild) -> None:
        if child.status == "running":
            self.log.append(f"down {child.id}")
        child.status = "stopped"

    def _restart(self, child: ModelChild) -> None:
        failed: ModelChild | None = child
        while failed is not None:
            if not self._spend():
                self.dead = True
                self.stop_all()
                return
            failed = self._restart_group(self._group(failed), failed)

    def _spend(self) -> bool:
        window = [then for then in self._restarts if self.now <= then + self.max_seconds]
        self._restarts = [*window, self.now]
        return len(self._restarts) <= self.max_restarts

    def _group(self, child: ModelChild) -> list[ModelChild]:
        if self.strategy == "one_for_all":
            return list(self.children)
        if self.strategy == "rest_for_one":
            return self.children[self.children.index(child) :]
        return [child]

    def _restart_group(self, group: list[ModelChild], failed: ModelChild) -> ModelChild | None:
        """Stop a group and start it again; return the child whose start failed."""
        for member in reversed(group):
            if member is not failed:
                self._stop(member)
                if member.restart == "temporary":
                    self.children.remove(member)
                    continue
            member.status = "restarting"
        for member in group:
            if member.status != "restarting":
                continue
            outcome = self._start(member)
            if outcome == "ignore" and self.dynamic:
                self.children.remove(member)
            if outcome == "fail":
                member.status = "restarting"
                return member
        return None
