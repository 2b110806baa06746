"""The intended differences from Erlang/OTP: each by name, with its reason.

A difference is a rewrite of one pair of entries, OTP's and ours, that removes exactly what
is meant to differ. docs/otp-conformance.md lists the same names; a test holds the two
together.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from ._scenario import Entry, Scenario, ident_of

Rewrite = Callable[[Scenario, int, Entry, Entry], tuple[Entry, Entry]]


@dataclass(frozen=True)
class Difference:
    """One intended difference.

    Attributes:
        name: how reports call it.
        reason: why it is meant.
        rewrite: takes it out of a pair of entries, given the scenario and the entry's number.
    """

    name: str
    reason: str
    rewrite: Rewrite


def _terminate_untrapped(
    scenario: Scenario, _: int, otp: Entry, ours: Entry
) -> tuple[Entry, Entry]:
    children = scenario.children()
    extra = [
        event
        for event in ours.e
        if event.startswith("t ")
        and event not in otp.e
        and not children[ident_of(event[2:])].trap
        and event[2:] in ours.d
    ]
    return otp, replace(ours, e=tuple(event for event in ours.e if event not in extra))


def _giving_up(scenario: Scenario, _: int, otp: Entry, ours: Entry) -> tuple[Entry, Entry]:
    children = scenario.children()

    def plain(down: str) -> str:
        sup = children.get(ident_of(down))
        detail = f":max_restarts({sup.id},{sup.intensity})" if sup else ""
        return down.removesuffix(detail) if f" shutdown{detail}" in down else down

    return otp, replace(ours, d=tuple(plain(down) for down in ours.d))


def _addresses(_: Scenario, __: int, otp: Entry, ours: Entry) -> tuple[Entry, Entry]:
    *words, who = otp.r.split(" ")
    head = " ".join(words)
    if head in {"ok", "error:already_started"} and who not in {"-", "?"}:
        return replace(otp, r=f"{head} {ident_of(who)}"), ours
    return otp, ours


def _start_order(scenario: Scenario, _: int, otp: Entry, ours: Entry) -> tuple[Entry, Entry]:
    if not otp.r.startswith("["):
        return otp, ours
    theirs, mine = otp.r[1:-1].split(), ours.r[1:-1].split()
    dynamic = scenario.dynamic_parents()
    if any(ident_of(each.rstrip("-?*")) in dynamic for each in theirs):
        theirs, mine = sorted(theirs), sorted(mine)
    else:
        theirs.reverse()
    return replace(otp, r=f"[{' '.join(theirs)}]"), replace(ours, r=f"[{' '.join(mine)}]")


def _dead_ref(_: Scenario, __: int, otp: Entry, ours: Entry) -> tuple[Entry, Entry]:
    return (replace(otp, r="ok -") if otp.r == "ignore" else otp), ours


def _killed_with_supervisor(
    scenario: Scenario, _: int, otp: Entry, ours: Entry
) -> tuple[Entry, Entry]:
    children = scenario.children()
    killed = [each for each in otp.d if each.endswith(" killed")]
    if all(children[ident_of(each)].kind == "worker" for each in killed):
        return otp, ours
    events = tuple(each for each in otp.e if each.removeprefix("t ") not in otp.d)
    return replace(otp, e=events, d=tuple(sorted(otp.d))), replace(ours, d=tuple(sorted(ours.d)))


def _system_lane(scenario: Scenario, number: int, otp: Entry, ours: Entry) -> tuple[Entry, Entry]:
    otp, ours = _without_overtaken(otp, ours), _without_overtaken(ours, ours)
    steps = scenario.steps[:number]
    if not steps or steps[-1][0] != "release":
        return otp, ours
    ident = steps[-1][1]
    held = max((n for n, step in enumerate(steps) if step == ("hold", ident)), default=number)
    since = [step for step in steps[held:] if step[1] == ident]
    signals = [step for step in since if step[0] == "signal" and step[2] != "kill"]
    if signals and scenario.children()[str(ident)].trap:
        seen, rest = ours.e[: len(signals)], ours.e[len(signals) :]
        if all(event.startswith(f"i {ident}") for event in seen):
            otp = replace(otp, e=tuple(e for e in otp.e if not e.startswith(f"i {ident}")))
            ours = replace(ours, e=rest)
    stops = [step for step in since if step[0] == "stop"]
    if stops:
        otp = replace(
            otp,
            e=tuple(e for e in otp.e if not e.startswith((f"n {ident}", f"c {ident}"))),
            q=tuple(re.sub(rf" reply {ident}\d+$", f" exit:{stops[0][2]}", q) for q in otp.q),
        )
    return otp, ours


def _without_overtaken(entry: Entry, ours: Entry) -> Entry:
    """Leave out the signals of workers that ended: the order to stop may have come first."""
    ended = {down.split(" ")[0] for down in ours.d}
    return replace(
        entry, e=tuple(e for e in entry.e if e[:2] != "i " or e.split(" ")[1] not in ended)
    )


DIFFERENCES: tuple[Difference, ...] = (
    Difference(
        "terminate runs without trapping exits",
        "A server that forgot trap_exit leaks in OTP; here only a kill skips terminate.",
        _terminate_untrapped,
    ),
    Difference(
        "giving up says so",
        "A supervisor over its limit exits Shutdown(MaxRestarts) and not a bare shutdown, so "
        "that parents behave the same and people can still tell it from an ordered stop.",
        _giving_up,
    ),
    Difference(
        "addresses instead of pids",
        "start_child, restart_child and already_started give a ref that outlives the "
        "incarnation; OTP gives the pid of one incarnation.",
        _addresses,
    ),
    Difference(
        "which_children in start order",
        "OTP lists the newest child first and calls the order undefined; here it is the order "
        "of the specs. A dynamic supervisor has no order in OTP.",
        _start_order,
    ),
    Difference(
        "ignore gives a ref that is not alive",
        "Elixir's DynamicSupervisor answers :ignore where Erlang's supervisor answers "
        "{ok, undefined}; here both kinds answer the same: a ref with alive == False.",
        _dead_ref,
    ),
    Difference(
        "killing a supervisor kills what is below it",
        "In OTP the orphans of a killed supervisor run terminate(killed), in any order and "
        "unsupervised; here a kill takes the whole subtree, and nobody's terminate runs.",
        _killed_with_supervisor,
    ),
    Difference(
        "system messages overtake user messages",
        "In OTP a stop or a trapped exit signal waits behind every queued message; here signals "
        "come before messages and an order to stop before both, so that a server under load "
        "can be stopped. Whoever waits in the queue gets the reason.",
        _system_lane,
    ),
)
