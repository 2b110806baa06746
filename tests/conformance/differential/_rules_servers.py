"""Hand-written scenarios for the rules about servers: 12 to 15 and 18 to 20."""

from ._scenario import Scenario
from ._words import ALL, ONE, REST, STOP, crash, d, end, s, w


def _child_ends(restart: str) -> list[Scenario]:
    return [
        Scenario(
            f"07 a {restart} child that ends with {reason}",
            s("root", ONE, w("a", restart=restart), w("b")),
            (end("a", reason), ("which", "root"), ("count", "root"), STOP),
        )
        for reason in ("normal", "shutdown", "shutdown:x", "crash")
    ] + [
        Scenario(
            f"12 a {restart} child that gets the signal {reason}{'' if trap else ' untrapped'}",
            s("root", ONE, w("a", restart=restart, trap=trap), w("b")),
            (("signal", "a", reason), ("which", "root"), STOP),
        )
        for reason in ("normal", "shutdown", "shutdown:x", "crash", "kill")
        for trap in (True, False)
    ]


def _limits(limit: int | str) -> list[Scenario]:
    plain = {"shutdown": limit, "trap": False}
    scenarios = [
        Scenario(
            f"14 an idle worker with the limit {limit} is stopped",
            s("root", ONE, w("a", shutdown=limit), w("b", **plain)),
            (("terminate_child", "root", "a"), ("terminate_child", "root", "b"), STOP),
        ),
        Scenario(
            f"14 a slow terminate with the limit {limit}",
            s("root", ONE, w("a", shutdown=limit, term="slow"), w("b")),
            (("terminate_child", "root", "a"), STOP),
        ),
    ]
    if limit == "infinity":
        return scenarios
    return [
        *scenarios,
        Scenario(
            f"14 a hanging terminate with the limit {limit}",
            s("root", ONE, w("a", shutdown=limit, term="hang"), w("b")),
            (("terminate_child", "root", "a"), ("restart_child", "root", "a"), STOP),
        ),
        Scenario(
            f"14 a busy trapping worker with the limit {limit} is deaf",
            s("root", ONE, w("a", shutdown=limit), w("b")),
            (("hold", "a"), ("call", "a"), ("terminate_child", "root", "a"), STOP),
        ),
        Scenario(
            f"14 a busy plain worker with the limit {limit} is interrupted",
            s("root", ONE, w("a", **plain), w("b")),
            (("hold", "a"), ("call", "a"), ("terminate_child", "root", "a"), STOP),
        ),
    ]


def _links(trap: bool, reason: str) -> list[Scenario]:
    trapping = "trapping" if trap else "plain"
    return [
        Scenario(
            f"12 a link to a {trapping} worker carries {reason} under {strategy}",
            s("root", strategy, w("a", trap=trap), w("b"), w("c"), intensity=9),
            (
                ("link", "a", "b"),
                end("b", reason),
                end("b", reason),
                ("link", "b", "a"),
                ("unlink", "a", "b"),
                end("b", reason),
                ("count", "root"),
                STOP,
            ),
        )
        for strategy in (ONE, ALL, REST)
    ]


def _dying_server(act: str, reason: str) -> Scenario:
    return Scenario(
        f"18 callers of a server that ends by {act} {reason}",
        s("root", ONE, w("a", shutdown=60), w("b")),
        (
            ("hold", "a"),
            ("call", "a"),
            ("call", "a", act, reason),
            ("call", "a"),
            ("cast", "a"),
            ("call", "a"),
            ("release", "a"),
            ("call", "a"),
            STOP,
        ),
    )


RULES: tuple[Scenario, ...] = (
    *(each for restart in ("permanent", "transient", "temporary") for each in _child_ends(restart)),
    *(each for limit in ("brutal_kill", 60, "infinity") for each in _limits(limit)),
    *(
        _dying_server(act, reason)
        for act in ("stop_reply", "stop_noreply")
        for reason in ("normal", "shutdown", "shutdown:x", "crash")
    ),
    *(
        each
        for trap in (True, False)
        for reason in ("normal", "shutdown", "shutdown:x", "crash")
        for each in _links(trap, reason)
    ),
    Scenario(
        "12 a link to a worker that is gone",
        s("root", ONE, w("a"), w("b", trap=False), w("c", restart="temporary")),
        (end("c"), ("link", "a", "c"), ("link", "b", "c"), ("count", "root"), STOP),
    ),
    Scenario(
        "12 a killed peer",
        s("root", ONE, w("a"), w("b", trap=False), w("c")),
        (
            ("link", "a", "c"),
            ("signal", "c", "kill"),
            ("link", "b", "c"),
            ("signal", "c", "kill"),
            STOP,
        ),
    ),
    Scenario(
        "12 kill becomes killed for everybody else",
        s("root", REST, w("a"), w("b", trap=False)),
        (("monitor", "a"), ("signal", "a", "kill"), ("signal", "b", "kill"), STOP),
    ),
    Scenario(
        "12 an exit signal to a busy worker",
        s("root", ONE, w("a", shutdown=60), w("b", shutdown=60, trap=False)),
        (
            ("hold", "a"),
            ("hold", "b"),
            ("call", "b"),
            ("signal", "a", "shutdown"),
            ("signal", "b", "shutdown"),
            ("release", "a"),
            ("hold", "a"),
            ("signal", "a", "kill"),
            STOP,
        ),
    ),
    Scenario(
        "13 a supervisor ignores signals of strangers",
        s("root", ONE, s("sup1", ONE, w("a")), d("dyn1")),
        (
            *(
                ("signal", target, reason)
                for target in ("root", "sup1", "dyn1")
                for reason in ("normal", "shutdown", "crash")
            ),
            ("which", "root"),
            STOP,
        ),
    ),
    Scenario(
        "13 a killed supervisor takes its children along",
        s("root", ONE, w("b"), s("sup1", ONE, w("a"), restart="temporary")),
        (("signal", "sup1", "kill"), ("which", "root"), STOP),
    ),
    Scenario(
        "13 a supervisor with brutal_kill takes its children along",
        s(
            "root",
            ONE,
            s("sup1", ONE, w("a"), w("b", trap=False), shutdown="brutal_kill"),
            d("dyn1", shutdown="brutal_kill"),
        ),
        (
            ("start_child", "dyn1", w("p")),
            ("terminate_child", "root", "sup1"),
            ("terminate_child", "root", "dyn1"),
            ("restart_child", "root", "sup1"),
            ("restart_child", "root", "dyn1"),
            STOP,
        ),
    ),
    Scenario(
        "15 a terminate that raises is the reason of the end",
        s(
            "root",
            ONE,
            w("a", restart="transient", term="raise"),
            w("b", term="raise"),
            intensity=9,
        ),
        (
            ("monitor", "a"),
            end("a"),
            ("stop", "a", "normal"),
            ("stop", "a", "shutdown"),
            ("call", "a", "stop_noreply", "normal"),
            ("call", "a", "stop_reply", "normal"),
            ("terminate_child", "root", "b"),
            STOP,
        ),
    ),
    Scenario(
        "15 a temporary or permanent child whose terminate raises",
        s(
            "root",
            ONE,
            w("a", restart="temporary", term="raise"),
            w("b", term="raise"),
            intensity=1,
        ),
        (crash("a"), crash("b"), ("count", "root"), STOP),
    ),
    Scenario(
        "18 calls to a child in each state",
        s("root", ONE, w("a"), w("b", "ignore", "ok"), w("c", restart="temporary")),
        (
            ("call", "a"),
            ("call", "b"),
            ("call", "z"),
            ("stop", "z", "normal"),
            ("call", "a", "noreply", 20),
            ("terminate_child", "root", "a"),
            ("call", "a"),
            ("stop", "a", "normal"),
            ("cast", "a"),
            ("restart_child", "root", "a"),
            ("call", "a"),
            crash("a"),
            ("call", "a"),
            ("restart_child", "root", "b"),
            ("call", "b"),
            end("c"),
            ("call", "c"),
            STOP,
            ("call", "a"),
        ),
    ),
    *(
        Scenario(
            f"18 calls to the children of a supervisor that is down {why}",
            s("root", ONE, s("sup1", ONE, s("sup2", ONE, w("a")), w("b"), **options)),
            (first, ("call", "a"), ("call", "b"), ("cast", "b"), ("stop", "a", "normal"), STOP),
        )
        for why, first, options in (
            ("after giving up", crash("b"), {"restart": "transient", "intensity": 0}),
            ("and erased", crash("b"), {"restart": "temporary", "intensity": 0}),
            ("by its own end", ("stop", "sup1", "normal"), {"restart": "transient"}),
            ("by terminate_child", ("terminate_child", "root", "sup1"), {}),
            ("with the tree", STOP, {}),
        )
    ),
    Scenario(
        "18 a failed call that nobody catches ends the calling server",
        s("root", ONE, w("a"), w("b"), w("c", "ignore"), w("e", trap=False), intensity=9),
        (
            ("call", "a", "relay", "b"),
            ("call", "a", "relay", "c"),
            ("call", "e", "relay", "z"),
            ("call", "b", "relay", "b"),
            ("count", "root"),
            STOP,
        ),
    ),
    *(
        Scenario(
            f"18 a server that waits for one that ends with {reason} under {strategy}",
            s("root", strategy, w("a"), w("b", restart="temporary", shutdown=60), w("c")),
            (
                ("hold", "b"),
                ("call", "b", "stop_noreply", reason),
                ("call", "a", "relay", "b"),
                ("call", "a"),
                ("release", "b"),
                ("count", "root"),
                STOP,
            ),
        )
        for reason in ("normal", "shutdown", "shutdown:x", "crash")
        for strategy in (ONE, REST)
    ),
    Scenario(
        "18 a server that waits for one that is killed",
        s("root", ONE, w("a", trap=False), w("b"), intensity=9),
        (
            ("hold", "b"),
            ("call", "a", "relay", "b"),
            ("signal", "b", "kill"),
            ("hold", "b"),
            ("call", "a", "relay", "b"),
            ("signal", "a", "kill"),
            ("release", "b"),
            STOP,
        ),
    ),
    Scenario(
        "19 a late answer reaches nobody, and never the next call",
        s("root", ONE, w("a"), w("b")),
        (
            ("call", "a", "noreply", 20),
            ("call", "a", "defer"),
            ("call", "a"),
            ("answer", "a"),
            ("call", "a"),
            ("call", "a", "noreply", 20),
            ("answer", "a"),
            ("call", "a", "defer"),
            ("call", "a"),
            ("answer", "a"),
            STOP,
        ),
    ),
    *(
        Scenario(
            f"18 callers whose answer was put off when the server ends by {step[0]} {step[-1]}",
            s("root", ONE, w("a"), w("b")),
            (("call", "a", "defer"), ("call", "a", "defer"), step, ("answer", "a"), STOP),
        )
        for step in (
            end("a"),
            end("a", "shutdown:x"),
            crash("a"),
            ("signal", "a", "kill"),
            ("stop", "a", "normal"),
            ("terminate_child", "root", "a"),
            ("call", "a", "stop_reply", "normal"),
        )
    ),
    Scenario(
        "18 callers of a server that is killed or stopped by its supervisor",
        s("root", ONE, w("a", shutdown=60), w("b", shutdown=60)),
        (
            ("hold", "a"),
            ("call", "a"),
            ("signal", "a", "kill"),
            ("hold", "b"),
            ("call", "b"),
            ("stop", "b", "shutdown"),
            ("call", "b"),
            ("release", "b"),
            STOP,
        ),
    ),
    Scenario(
        "19 continue comes first and its crash does not reach the caller",
        s("root", ONE, w("a", "continue", "ok", "continue_crash", "ok"), intensity=9),
        (
            ("call", "a", "reply_continue", "normal"),
            ("call", "a", "reply_continue", "crash"),
            ("call", "a"),
            crash("a"),
            ("call", "a"),
            STOP,
        ),
    ),
    Scenario(
        "19 continue comes before what was queued",
        s("root", ONE, w("a", shutdown=60)),
        (
            ("hold", "a"),
            ("call", "a", "reply_continue", "normal"),
            ("cast", "a"),
            ("call", "a", "reply_continue", "crash"),
            ("cast", "a"),
            ("call", "a"),
            ("release", "a"),
            STOP,
        ),
    ),
    Scenario(
        "19 a start_child whose continue crashes has already answered",
        s("root", ONE, w("a"), d("dyn1")),
        (
            ("start_child", "root", w("b", "continue_crash", "ok")),
            ("start_child", "dyn1", w("p", "continue_crash", "ok", restart="temporary")),
            ("which", "root"),
            STOP,
        ),
    ),
    Scenario(
        "20 a monitor belongs to one incarnation",
        s("root", ONE, w("a"), w("b", restart="temporary")),
        (
            ("monitor", "a"),
            ("monitor", "a"),
            crash("a"),
            crash("a"),
            ("monitor", "b"),
            end("b"),
            ("monitor", "b"),
            ("monitor", "z"),
            STOP,
            ("monitor", "a"),
        ),
    ),
)
