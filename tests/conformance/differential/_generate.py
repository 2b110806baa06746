"""Random scenarios, each a pure function of its seed.

What is left out is what neither runtime promises an order for, or what Erlang can only
show by hanging: see "What is not generated" in docs/otp-conformance.md.
"""

import random

from msgspec.structs import replace

from ._scenario import NO_WINDOW, START_OK, Child, Init, Scenario, Step

STATIC_IDS = "abcdefghijklmno"
DYNAMIC_IDS = "pqrstuvwxyz"
ONE = "one_for_one"
# Long enough for a slow terminate (10 ms), short enough to wait for a hanging one.
SHORT_LIMIT_MS = 60
# Inside a window of one second, and past it even when both ends are rounded to seconds.
INSIDE_MS = 300
OUTSIDE_MS = 2200


def generate(seed: int, *, timed: bool = False) -> Scenario:
    """Make scenario number `seed`; a timed one moves through restart windows of 1 s."""
    return _Generator(seed, timed=timed).scenario()


class _Generator:
    def __init__(self, seed: int, *, timed: bool) -> None:
        self.rng = random.Random(f"{'timed' if timed else 'plain'} {seed}")
        self.name = f"{'timed' if timed else 'seed'}-{seed}"
        self.timed = timed
        self.static_ids = list(STATIC_IDS)
        self.dynamic_ids = list(DYNAMIC_IDS)
        self.supervisors: list[Child] = []
        self.nested = 0
        self.root_strategy = ONE
        self.busy: set[str] = set()
        self.linked: dict[str, str] = {}
        self.built = False
        self.workers: dict[str, tuple[str, Child]] = {}
        self.quirks = not timed and self.rng.random() < 0.3

    def pick(self, **weights: float) -> str:
        return self.rng.choices(list(weights), list(weights.values()))[0]

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    # Trees

    def scenario(self) -> Scenario:
        tree = self.supervisor("root", depth=0)
        self.built = True
        steps: list[Step] = []
        since_gap = 0
        for _ in range(self.rng.randint(5, 9)):
            if self.timed and self.chance(0.4):
                since_gap += 1
                wait = INSIDE_MS if since_gap <= 2 and self.chance(0.5) else OUTSIDE_MS
                since_gap = since_gap if wait == INSIDE_MS else 0
                steps.append(("advance", wait))
            steps.extend(self.step())
        steps.append(("stop",))
        return Scenario(self.name, tree, tuple(steps))

    def supervisor(self, ident: str, *, depth: int, auto: str = "never") -> Child:
        strategy = self.pick(one_for_one=1, one_for_all=1, rest_for_one=1)
        if depth == 0:
            self.root_strategy = strategy
        auto_shutdown = "never"
        if not self.timed and self.chance(0.2):
            auto_shutdown = self.pick(any_significant=1, all_significant=1)
        children: list[Child] = []
        for _ in range(self.rng.randint(1, 4 if depth == 0 else 3)):
            if depth < 2 and self.chance(0.3 if depth == 0 else 0.2):
                self.nested += 1
                if self.chance(0.4):
                    children.append(self.dynamic(f"dyn{self.nested}", auto_shutdown))
                else:
                    inner = f"sup{self.nested}"
                    children.append(self.supervisor(inner, depth=depth + 1, auto=auto_shutdown))
            elif self.static_ids:
                children.append(self.worker(ident, auto_shutdown))
        made = Child(
            id=ident,
            kind="supervisor",
            restart=self.restart(auto) if depth else "permanent",
            significant=False,
            strategy=strategy,
            intensity=self.intensity(),
            period=1 if self.timed else NO_WINDOW,
            auto_shutdown=auto_shutdown,
            children=tuple(children),
        )
        made = self.maybe_significant(made, auto)
        self.supervisors.append(made)
        return made

    def dynamic(self, ident: str, auto: str) -> Child:
        made = Child(
            id=ident,
            kind="dynamic",
            restart=self.restart(auto),
            intensity=self.intensity(),
            period=1 if self.timed else NO_WINDOW,
            max_children=self.rng.choice([None, None, 1, 2]),
        )
        made = self.maybe_significant(made, auto)
        self.supervisors.append(made)
        return made

    def intensity(self) -> int:
        if self.timed:
            return self.rng.choice([1, 2, 3])
        return int(self.pick(**{"0": 1, "1": 2, "2": 3, "3": 3, "5": 4, "20": 3}))

    def restart(self, auto: str) -> str:
        if self.timed:
            return "permanent"
        if auto != "never":
            return self.pick(permanent=1, transient=2, temporary=2)
        return self.pick(permanent=3, transient=2, temporary=1)

    def maybe_significant(self, child: Child, auto: str) -> Child:
        if auto == "never" or child.restart == "permanent" or not self.chance(0.7):
            return child
        return replace(child, significant=True)

    def worker(self, parent: str, auto: str) -> Child:
        dynamic = parent.startswith("dyn")
        ident = (self.dynamic_ids if dynamic else self.static_ids).pop(0)
        term = self.pick(ok=8, **{"raise": 1, "slow": 1, "hang": 1}) if self.quirks else "ok"
        trap = term != "ok" or self.chance(0.75)
        shutdown: int | str | None = None
        if term != "ok" or self.quirks:
            shutdown = SHORT_LIMIT_MS
        if self.chance(0.1):
            shutdown = "brutal_kill"
        elif self.chance(0.1) and not self.quirks:
            shutdown = "infinity"
        made = Child(
            id=ident,
            restart=self.restart(auto),
            shutdown=shutdown,
            trap=trap,
            # A worker that hangs in terminate after its own crash hangs for ever in OTP.
            init=START_OK if term == "hang" else self.init(parent),
            term=term,
        )
        made = self.maybe_significant(made, "never" if dynamic else auto)
        self.workers[ident] = (parent, made)
        return made

    def init(self, parent: str) -> tuple[Init, ...]:
        if self.chance(0.55):
            return START_OK
        odd = {"ok": 3, "crash": 4, "ignore": 2, "normal": 1, "shutdown": 1}
        odd |= {"continue": 1}
        if self.continue_may_crash(parent):
            odd |= {"continue_crash": 1}
        script = [self.pick(**odd) for _ in range(self.rng.randint(1, 3))]
        # A tree that does not start is one short trace: keep most trees startable.
        if not self.built or self.chance(0.93):
            script.insert(0, self.pick(ok=6, ignore=1, **{"continue": 1}))
        if self.chance(0.7):
            script.append("ok")
        return tuple(script)

    def continue_may_crash(self, parent: str) -> bool:
        """Whether the order of what follows such a crash is defined, and the same in both.

        Below a nested supervisor it is not: the supervisor above may still be starting its
        next child. In a group a restart overtakes the retry of a sibling, and what becomes
        of that retry is a difference that the documentation names.
        """
        return parent.startswith("dyn") or (parent == "root" and self.root_strategy == ONE)

    # Steps

    def step(self) -> list[Step]:
        weights = {
            "exit": 30.0, "signal": 10, "call": 7, "stop": 5, "cast": 1, "monitor": 2, "answer": 2,
            "start_child": 11, "terminate_child": 9, "restart_child": 7, "delete_child": 5,
            "which": 2, "count": 3, "hold": 5 if self.quirks else 0,
            "link": 0 if self.quirks else 6,
        }  # fmt: skip
        if self.timed:
            weights = {"exit": 1.0}
        op = self.pick(**weights)
        made: list[Step] = getattr(self, f"step_{op}")()
        return made

    def some_worker(self, *, ends: bool = False) -> str | None:
        """An id; one that may end itself excludes those whose terminate hangs."""
        ids = [i for i, (_, w) in self.workers.items() if not (ends and w.term == "hang")]
        return self.rng.choice(ids) if ids else None

    def reason(self) -> str:
        if self.timed:
            return "crash"
        return self.pick(crash=6, normal=2, shutdown=1, **{"shutdown:x": 1})

    def step_exit(self) -> list[Step]:
        ident = self.some_worker(ends=True)
        return [("exit", ident, self.reason())] if ident else []

    def step_signal(self) -> list[Step]:
        if self.chance(0.1) and self.supervisors:
            target = self.rng.choice(self.supervisors).id
            return [("signal", target, self.pick(normal=1, shutdown=2, crash=1))]
        ident = self.some_worker(ends=True)
        reason = self.pick(kill=4, shutdown=3, normal=1, crash=3, **{"shutdown:x": 1})
        return [("signal", ident, reason)] if ident else []

    def step_call(self) -> list[Step]:
        ident = self.some_worker(ends=True)
        if ident is None:
            return []
        act = self.pick(
            get=4, stop_reply=3, stop_noreply=4, reply_continue=2, noreply=1, defer=2, relay=3
        )
        if act == "get":
            return [("call", ident)]
        if act == "noreply":
            return [("call", ident, "noreply", 20)]
        if act == "defer":
            steps: list[Step] = [("call", ident, "defer")] * self.rng.randint(1, 2)
            return [*steps, ("answer", ident)] if self.chance(0.5) else steps
        if act == "relay":
            # A busy peer would make a second busy server, whose end is a race.
            peers = [each for each in self.workers if each not in self.busy]
            return [("call", ident, "relay", self.rng.choice(peers))] if peers else []
        return [("call", ident, act, self.reason())]

    def step_stop(self) -> list[Step]:
        nested = [each.id for each in self.supervisors if each.id != "root"]
        if nested and self.chance(0.3):
            return [("stop", self.rng.choice(nested), self.pick(normal=1, shutdown=1, crash=1))]
        ident = self.some_worker(ends=True)
        # Which of two orders to stop a busy server obeys is not compared.
        if ident is None or ident in self.busy:
            return []
        return [("stop", ident, self.reason())]

    def step_cast(self) -> list[Step]:
        ident = self.some_worker()
        return [("cast", ident)] if ident else []

    def step_answer(self) -> list[Step]:
        ident = self.some_worker()
        return [("answer", ident)] if ident else []

    def step_link(self) -> list[Step]:
        """Link two workers of one supervisor, and neither to a third.

        Else several processes end, or several supervisors work, at once and in no order. A
        brutal kill races with the signal of a peer that ends.
        """
        parents = {
            ident: parent
            for ident, (parent, worker) in self.workers.items()
            if not parent.startswith("dyn") and worker.shutdown != "brutal_kill"
        }
        for ident in self.rng.sample(sorted(parents), len(parents)):
            peers = [i for i, p in parents.items() if p == parents[ident] and i != ident]
            if ident in self.linked:
                peers = [self.linked[ident]]
            else:
                peers = [i for i in peers if i not in self.linked]
            if peers:
                peer = self.rng.choice(peers)
                self.linked |= {ident: peer, peer: ident}
                return [(self.pick(link=5, unlink=1), ident, peer)]
        return []

    def step_monitor(self) -> list[Step]:
        ident = self.some_worker()
        return [("monitor", ident)] if ident else []

    def step_start_child(self) -> list[Step]:
        parent = self.rng.choice(self.supervisors)
        mine = [i for i, (p, _) in self.workers.items() if p == parent.id]
        if parent.kind != "dynamic" and mine and self.chance(0.4):
            ident = self.rng.choice(mine)
            spec = replace(self.workers[ident][1], restart="transient", significant=False)
            return [("start_child", parent.id, spec)]
        if not (self.dynamic_ids if parent.kind == "dynamic" else self.static_ids):
            return []
        return [("start_child", parent.id, self.worker(parent.id, parent.auto_shutdown))]

    def some_child(self, *, dynamic: bool) -> tuple[str, str] | None:
        pairs = [(p, i) for i, (p, _) in self.workers.items()]
        pairs += [(e.id, c.id) for e in self.supervisors for c in e.children if c.kind != "worker"]
        pairs = [(p, i) for p, i in pairs if dynamic or not p.startswith("dyn")]
        return self.rng.choice(pairs) if pairs else None

    def step_terminate_child(self) -> list[Step]:
        pair = self.some_child(dynamic=True)
        return [("terminate_child", *pair)] if pair else []

    def step_restart_child(self) -> list[Step]:
        pair = self.some_child(dynamic=False)
        if pair is None:
            return []
        if self.chance(0.5):
            return [("terminate_child", *pair), ("restart_child", *pair)]
        return [("restart_child", *pair)]

    def step_delete_child(self) -> list[Step]:
        pair = self.some_child(dynamic=False)
        if pair is None:
            return []
        if self.chance(0.5):
            return [("terminate_child", *pair), ("delete_child", *pair)]
        return [("delete_child", *pair)]

    def step_which(self) -> list[Step]:
        return [("which", self.rng.choice(self.supervisors).id)]

    def step_count(self) -> list[Step]:
        return [("count", self.rng.choice(self.supervisors).id)]

    def step_hold(self) -> list[Step]:
        """Keep a worker busy, queue calls behind it, then let something happen to it."""
        able = [i for i, (_, w) in self.workers.items() if w.shutdown not in (None, "infinity")]
        able = [i for i in able if self.workers[i][1].term != "hang"]
        if not able:
            return []
        ident = self.rng.choice(able)
        steps: list[Step] = [("hold", ident)]
        for _ in range(self.rng.randint(0, 2)):
            act = self.pick(get=2, stop_reply=1, stop_noreply=1)
            steps.append(("call", ident) if act == "get" else ("call", ident, act, self.reason()))
        after = self.pick(release=5, terminate=2, signal=2, nothing=1)
        if after == "terminate":
            steps.append(("terminate_child", self.workers[ident][0], ident))
        elif after == "signal":
            steps.append(("signal", ident, self.pick(kill=1, shutdown=1, crash=1)))
        if after == "nothing":
            self.busy.add(ident)
        else:
            steps.append(("release", ident))
        return steps
