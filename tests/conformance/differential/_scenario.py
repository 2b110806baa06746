"""The frozen scenario format: what both runners interpret.

A scenario is a supervision tree and a list of steps. Both runners settle after each step
(nothing will happen any more until the driver acts) and write down what was seen, so a
trace has one entry for the start of the tree and one for each step.
"""

from pathlib import Path
from typing import Literal

import msgspec

Init = Literal["ok", "continue", "continue_crash", "ignore", "crash", "normal", "shutdown"]
Limit = int | Literal["brutal_kill", "infinity"]

# A period that no scenario outlives. msgspec leaves a field out when it *is* the default.
NO_WINDOW = 3600
START_OK: tuple[Init, ...] = ("ok",)


class Child(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One child, a worker unless `kind` says otherwise.

    Workers read `trap`, `init` (what the n-th start of this id does, the last entry for
    ever after) and `term` (what its terminate callback does). Supervisors read the rest.
    Times are milliseconds, `period` is seconds.
    """

    id: str
    kind: Literal["worker", "supervisor", "dynamic"] = "worker"
    restart: Literal["permanent", "transient", "temporary"] = "permanent"
    shutdown: Limit | None = None
    significant: bool = False
    trap: bool = True
    init: tuple[Init, ...] = START_OK
    term: Literal["ok", "raise", "slow", "hang"] = "ok"
    strategy: Literal["one_for_one", "one_for_all", "rest_for_one"] = "one_for_one"
    intensity: int = 3
    period: int = NO_WINDOW
    auto_shutdown: Literal["never", "any_significant", "all_significant"] = "never"
    max_children: int | None = None
    children: tuple["Child", ...] = ()


Step = tuple[str | int | Child, ...]


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named tree and what is done to it."""

    name: str
    tree: Child
    steps: tuple[Step, ...]

    def children(self) -> dict[str, Child]:
        """Every child that the tree or a start_child step names, the root too, by id."""
        found: dict[str, Child] = {}

        def walk(child: Child) -> None:
            found.setdefault(child.id, child)
            for each in child.children:
                walk(each)

        walk(self.tree)
        for step in self.steps:
            for part in step:
                if isinstance(part, Child):
                    walk(part)
        return found

    def needs_time(self) -> bool:
        """Whether something in it waits for a clock: such a recording depends on the machine."""
        slow = any(each.term in {"slow", "hang"} for each in self.children().values())
        return slow or any(
            step[0] in {"advance", "hold"} or "noreply" in step for step in self.steps
        )

    def dynamic_parents(self) -> dict[str, str]:
        """The dynamic supervisor of each child that has one."""
        return {
            step[2].id: str(step[1])
            for step in self.steps
            if step[0] == "start_child" and isinstance(step[2], Child)
            if str(step[1]).startswith("dyn")
        }


def ident_of(seen: str) -> str:
    """The id in "a2 crash", "m:a crash", "sup1#3 shutdown" or "a2"."""
    label = seen.removeprefix("m:").split(" ")[0]
    return label.partition("#")[0] if "#" in label else label.rstrip("0123456789")


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one step showed.

    r: the result of the step. e: callbacks in the order they ran. d: Down messages in
    the order one observer got them. q: results of earlier steps that came only now.
    t: the whole tree, if it is not what it was after the step before.
    """

    r: str
    e: tuple[str, ...] = ()
    d: tuple[str, ...] = ()
    q: tuple[str, ...] = ()
    t: str | None = None


Trace = tuple[Entry, ...]


class Recorded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario with the trace that Erlang/OTP left."""

    scenario: Scenario
    trace: Trace


RECORDED = Path(__file__).parent.parent / "traces.jsonl"


def load() -> list[Recorded]:
    """Read the recorded traces, in the order they were recorded."""
    decoder = msgspec.json.Decoder(Recorded)
    return [decoder.decode(line) for line in RECORDED.read_bytes().splitlines()]
