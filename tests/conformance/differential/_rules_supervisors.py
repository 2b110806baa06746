"""Hand-written scenarios for the rules about supervisors: 01 to 11, 16, 17 and 20."""

from ._scenario import Init, Scenario, Step
from ._words import ALL, ONE, REST, STOP, crash, d, end, s, w


def _group_restarts(strategy: str) -> list[Scenario]:
    short = {ALL: "all", REST: "rest"}[strategy]
    return [
        Scenario(
            f"01 a {short} group restart revives ended, stopped and ignored siblings",
            s(
                "root",
                strategy,
                w("a"),
                w("b", restart="transient"),
                w("c"),
                w("e", "ignore", "ok"),
            ),
            (
                end("b"),
                ("terminate_child", "root", "c"),
                ("which", "root"),
                crash("a"),
                ("which", "root"),
                STOP,
            ),
        ),
        Scenario(
            f"01 a {short} group restart of a deleted sibling does not revive it",
            s("root", strategy, w("a"), w("b"), w("c")),
            (
                ("terminate_child", "root", "b"),
                ("delete_child", "root", "b"),
                crash("a"),
                STOP,
            ),
        ),
        Scenario(
            f"02 a {short} group restart erases temporary siblings until the supervisor restarts",
            s(
                "root",
                ONE,
                s("sup1", strategy, w("a"), w("b", restart="temporary"), w("c"), intensity=1),
            ),
            (
                ("count", "sup1"),
                crash("a"),
                ("count", "sup1"),
                ("restart_child", "sup1", "b"),
                crash("c"),
                ("count", "sup1"),
                STOP,
            ),
        ),
        Scenario(
            f"02 a crashed temporary child restarts nobody under {short}",
            s("root", strategy, w("a", restart="temporary"), w("b"), intensity=0),
            (crash("a"), ("count", "root"), ("restart_child", "root", "a"), STOP),
        ),
        Scenario(
            f"03 a failed {short} restart goes on where the strategy says",
            s("root", strategy, w("a"), w("b"), w("c", "ok", "crash", "ok"), w("e"), intensity=5),
            (crash("b"), STOP),
        ),
        Scenario(
            f"03 a {short} restart that fails twice goes on where the strategy says",
            s(
                "root",
                strategy,
                w("a"),
                w("b"),
                w("c", "ok", "crash", "crash", "ok"),
                w("e", "ok", "crash", "ok"),
                intensity=9,
            ),
            (crash("a"), STOP),
        ),
        Scenario(
            f"03 a {short} restart that ignores in the middle goes on",
            s("root", strategy, w("a"), w("b", "ok", "ignore", "ok"), w("c"), intensity=5),
            (crash("a"), crash("c"), crash("a"), STOP),
        ),
        Scenario(
            f"04 a {short} group restart counts once",
            s("root", strategy, w("a"), w("b"), w("c"), intensity=1),
            (crash("a"), crash("a"), ("count", "root")),
        ),
        Scenario(
            f"04 failed {short} attempts cost one each",
            s("root", strategy, w("a"), w("b", "ok", "crash", "crash", "ok"), intensity=3),
            (crash("a"), crash("b"), ("count", "root")),
        ),
        Scenario(
            f"17 a {short} group is stopped in reverse and started in order",
            s(
                "root",
                strategy,
                w("a"),
                w("b", term="slow", shutdown=60),
                s("sup1", ONE, w("c"), w("e", term="slow", shutdown=60)),
                w("f"),
            ),
            (crash("b"), crash("a"), STOP),
        ),
        Scenario(
            f"17 a {short} restart from a kill stops the siblings in reverse",
            s("root", strategy, w("a"), w("b"), w("c", shutdown="brutal_kill"), w("e")),
            (("signal", "b", "kill"), ("signal", "a", "shutdown"), STOP),
        ),
    ]


def _giving_up(restart: str) -> list[Scenario]:
    return [
        Scenario(
            f"05 a {restart} supervisor that gives up",
            s("root", ONE, w("a"), s("sup1", ONE, w("b"), w("c"), intensity=1, restart=restart)),
            (crash("b"), crash("c"), ("which", "root"), ("restart_child", "root", "sup1"), STOP),
        ),
        Scenario(
            f"05 a {restart} dynamic supervisor that gives up",
            s("root", ONE, w("a"), d("dyn1", intensity=1, restart=restart)),
            (
                ("start_child", "dyn1", w("p")),
                ("start_child", "dyn1", w("q")),
                crash("p"),
                crash("q"),
                ("which", "root"),
                ("restart_child", "root", "dyn1"),
                STOP,
            ),
        ),
        Scenario(
            f"13 a {restart} supervisor that is asked to stop",
            s("root", ONE, w("a"), s("sup1", ONE, w("b"), restart=restart)),
            (("stop", "sup1", "normal"), ("stop", "sup1", "crash"), ("which", "root"), STOP),
        ),
    ]


def _auto_shutdown(mode: str, restart: str) -> list[Scenario]:
    quiet = {"restart": restart, "significant": True}
    return [
        Scenario(
            f"16 {mode} with {restart} children ends with {reason}",
            s(
                "root",
                ONE,
                s("sup1", ONE, w("a", **quiet), w("b", **quiet), w("c"), auto_shutdown=mode),
            ),
            (end("a", reason), ("count", "root"), end("b", reason), ("count", "root"), STOP),
        )
        for reason in ("normal", "shutdown", "crash")
    ] + [
        Scenario(
            f"16 {mode} does not react to terminate_child of a {restart} child",
            s("root", ONE, w("a", **quiet), w("b", **quiet), w("c"), auto_shutdown=mode),
            (("terminate_child", "root", "a"), ("terminate_child", "root", "b"), end("b"), STOP),
        ),
        Scenario(
            f"16 {mode} does not wait for stopped {restart} children",
            s("root", ONE, w("a", **quiet), w("b", **quiet), w("c"), auto_shutdown=mode),
            (("terminate_child", "root", "a"), end("b"), ("count", "root")),
        ),
        Scenario(
            f"16 {mode} does not wait for ignored {restart} children",
            s("root", ONE, w("a", "ignore", **quiet), w("b", **quiet), auto_shutdown=mode),
            (end("b"), ("count", "root")),
        ),
        Scenario(
            f"16 {mode} does not react to a group restart of {restart} children",
            s("root", ALL, w("a", **quiet), w("b", **quiet), w("c"), auto_shutdown=mode),
            (crash("c"), ("count", "root"), STOP),
        ),
        Scenario(
            f"16 {mode} with a significant {restart} supervisor that gives up",
            s(
                "root",
                ONE,
                s("sup1", ONE, w("a"), intensity=0, **quiet),
                w("b"),
                auto_shutdown=mode,
            ),
            (crash("a"), ("count", "root")),
        ),
    ]


def _window(name: str, intensity: int, *steps: Step, strategy: str = ONE) -> Scenario:
    tree = s("root", strategy, w("a"), w("b"), intensity=intensity, period=1)
    return Scenario(f"04 {name}", tree, (*steps, ("count", "root")))


def _failed_start(reason: Init) -> list[Scenario]:
    return [
        Scenario(
            f"11 a tree whose init answers {reason} does not open",
            s("root", ONE, w("a"), s("sup1", ONE, w("b"), s("sup2", ONE, w("c"), w("e", reason)))),
            (("count", "root"),),
        ),
        Scenario(
            f"11 an automatic restart whose init answers {reason} is tried again",
            s("root", ONE, w("a"), w("b", "ok", reason, "ok"), intensity=2),
            (crash("b"), crash("b"), ("count", "root")),
        ),
        Scenario(
            f"11 a dynamic restart whose init answers {reason} is tried again",
            s("root", ONE, w("a"), d("dyn1", intensity=2)),
            (
                ("start_child", "dyn1", w("p", "ok", reason, "ok")),
                crash("p"),
                ("count", "dyn1"),
                crash("p"),
                ("count", "dyn1"),
                STOP,
            ),
        ),
        Scenario(
            f"08 a start_child whose init answers {reason} leaves nothing",
            s("root", ONE, w("a"), d("dyn1"), intensity=0),
            (
                ("start_child", "root", w("b", reason, "ok")),
                ("count", "root"),
                ("start_child", "root", w("b")),
                ("start_child", "dyn1", w("p", reason, "ok")),
                ("count", "dyn1"),
                STOP,
            ),
        ),
        Scenario(
            f"08 a restart_child whose init answers {reason} leaves the stopped child",
            s("root", ONE, w("a", "ok", reason, "ok"), intensity=0),
            (
                ("terminate_child", "root", "a"),
                ("restart_child", "root", "a"),
                ("which", "root"),
                ("restart_child", "root", "a"),
                STOP,
            ),
        ),
    ]


RULES: tuple[Scenario, ...] = (
    *_group_restarts(ALL),
    *_group_restarts(REST),
    *(each for restart in ("permanent", "transient", "temporary") for each in _giving_up(restart)),
    *(
        each
        for mode in ("any_significant", "all_significant")
        for restart in ("transient", "temporary")
        for each in _auto_shutdown(mode, restart)
    ),
    *(each for reason in ("crash", "normal", "shutdown") for each in _failed_start(reason)),
    Scenario(
        "04 a limit of nought ends the supervisor at the first crash",
        s("root", ONE, w("a"), w("b"), intensity=0),
        (crash("b"), ("count", "root")),
    ),
    Scenario(
        "04 a limit of two permits two restarts",
        s("root", ONE, w("a"), w("b"), intensity=2),
        (crash("a"), crash("b"), ("count", "root"), crash("a"), ("count", "root")),
    ),
    Scenario(
        "04 failed attempts use the budget up",
        s("root", ONE, s("sup1", ONE, w("a", "ok", "crash"), intensity=3), restart="permanent"),
        (crash("a"), ("count", "root")),
    ),
    _window("restarts inside the window add up", 1, crash("a"), ("advance", 300), crash("b")),
    _window(
        "a restart before the window is forgotten", 1, crash("a"), ("advance", 2200), crash("b")
    ),
    _window(
        "the window slides",
        2,
        crash("a"),
        ("advance", 2200),
        crash("a"),
        ("advance", 300),
        crash("b"),
        ("advance", 300),
        crash("a"),
    ),
    _window(
        "the window slides for groups", 1, crash("a"), ("advance", 2200), crash("b"), strategy=ALL
    ),
    Scenario(
        "06 a restarted supervisor has a full budget and its first children",
        s("root", ONE, s("sup1", ONE, w("a"), w("b"), d("dyn2"), intensity=1), d("dyn1")),
        (
            ("start_child", "sup1", w("c")),
            ("start_child", "dyn2", w("p")),
            ("terminate_child", "sup1", "b"),
            ("delete_child", "sup1", "b"),
            ("which", "sup1"),
            crash("a"),
            crash("c"),
            ("which", "sup1"),
            ("count", "dyn2"),
            crash("a"),
            ("which", "root"),
            STOP,
        ),
    ),
    Scenario(
        "06 a supervisor that its parent stopped and restarted is new",
        s("root", ONE, s("sup1", ONE, w("a"), intensity=1)),
        (
            ("start_child", "sup1", w("b")),
            crash("a"),
            ("terminate_child", "root", "sup1"),
            ("which", "root"),
            ("count", "root"),
            ("restart_child", "root", "sup1"),
            crash("a"),
            ("which", "sup1"),
            STOP,
        ),
    ),
    Scenario(
        "07 management calls and clean ends are free",
        s(
            "root",
            ONE,
            w("a"),
            w("t", restart="transient"),
            w("u", restart="temporary"),
            intensity=0,
        ),
        (
            ("terminate_child", "root", "a"),
            ("restart_child", "root", "a"),
            ("terminate_child", "root", "a"),
            ("restart_child", "root", "a"),
            ("start_child", "root", w("b", "crash")),
            end("t"),
            ("restart_child", "root", "t"),
            end("t", "shutdown:x"),
            crash("u"),
            ("which", "root"),
            end("a"),
            ("which", "root"),
        ),
    ),
    Scenario(
        "08 what stays after ignore, and after terminate_child",
        s("root", ONE, w("a"), d("dyn1")),
        (
            ("start_child", "root", w("b", "ignore", "ignore", "ok")),
            ("start_child", "root", w("c", "ignore", restart="transient")),
            ("start_child", "root", w("e", "ignore", restart="temporary")),
            ("start_child", "root", w("f", restart="temporary")),
            ("start_child", "dyn1", w("p", "ignore")),
            ("count", "dyn1"),
            ("which", "root"),
            ("restart_child", "root", "b"),
            ("restart_child", "root", "b"),
            ("restart_child", "root", "e"),
            ("terminate_child", "root", "f"),
            ("restart_child", "root", "f"),
            ("terminate_child", "root", "c"),
            ("count", "root"),
            STOP,
        ),
    ),
    Scenario(
        "08 a temporary child that the first list ignores is not kept",
        s(
            "root",
            ONE,
            w("a", "ignore", restart="temporary"),
            w("b", "ignore", restart="transient"),
        ),
        (("which", "root"), ("count", "root"), ("restart_child", "root", "a"), STOP),
    ),
    Scenario(
        "09 ignore on an automatic restart ends the matter",
        s("root", ONE, w("a", "ok", "ignore", "ok"), d("dyn1", max_children=1)),
        (
            crash("a"),
            ("which", "root"),
            ("count", "root"),
            ("restart_child", "root", "a"),
            ("start_child", "dyn1", w("p", "ok", "ignore")),
            ("start_child", "dyn1", w("q")),
            crash("p"),
            ("count", "dyn1"),
            ("start_child", "dyn1", w("r")),
            STOP,
        ),
    ),
    Scenario(
        "09 ignore on an automatic restart of a temporary or transient child",
        s("root", ONE, w("a", "ok", "ignore", "ok", restart="transient")),
        (crash("a"), ("which", "root"), ("restart_child", "root", "a"), STOP),
    ),
    Scenario(
        "10 a present id is refused and its spec is not taken over",
        s("root", ONE, w("a"), w("b"), w("c", "ignore")),
        (
            ("start_child", "root", w("a", restart="temporary")),
            ("terminate_child", "root", "b"),
            ("start_child", "root", w("b", restart="temporary")),
            ("start_child", "root", w("c")),
            ("restart_child", "root", "b"),
            crash("b"),
            ("which", "root"),
            STOP,
        ),
    ),
    Scenario(
        "10 delete, restart and terminate in every state of a child",
        s("root", ONE, w("a"), w("b", "ignore"), s("sup1", ONE, w("c"))),
        (
            *(
                (op, "root", ident)
                for ident in ("a", "sup1")
                for op in ("delete_child", "restart_child", "terminate_child", "terminate_child")
            ),
            ("terminate_child", "root", "b"),
            ("terminate_child", "root", "z"),
            ("restart_child", "root", "z"),
            ("delete_child", "root", "z"),
            ("restart_child", "root", "a"),
            ("restart_child", "root", "sup1"),
            ("terminate_child", "root", "a"),
            ("delete_child", "root", "a"),
            ("delete_child", "root", "a"),
            ("delete_child", "root", "b"),
            ("start_child", "root", w("a")),
            ("which", "root"),
            STOP,
        ),
    ),
    Scenario(
        "11 a failed open stops the started siblings in reverse",
        s("root", REST, w("a"), w("b", trap=False), d("dyn1"), w("c"), w("e", "crash"), w("f")),
        (("count", "root"),),
    ),
    Scenario(
        "11 a supervisor that cannot restart its children is tried again by its parent",
        s(
            "root",
            ONE,
            w("b"),
            s("sup1", ONE, w("a", "ok", "crash", "crash", "ok"), intensity=0),
            intensity=5,
        ),
        (crash("a"), STOP),
    ),
    Scenario(
        "17 a restarted child keeps its place, a late one is last",
        s("root", ONE, w("a"), w("b"), w("c")),
        (
            crash("a"),
            ("start_child", "root", w("e")),
            ("terminate_child", "root", "b"),
            ("restart_child", "root", "b"),
            ("which", "root"),
            STOP,
        ),
    ),
    Scenario(
        "17 a dynamic supervisor stops all its children",
        s("root", ONE, d("dyn1")),
        (
            ("start_child", "dyn1", w("p", term="slow", shutdown=60)),
            ("start_child", "dyn1", w("q", term="hang", shutdown=60)),
            ("start_child", "dyn1", w("r", shutdown="brutal_kill")),
            ("start_child", "dyn1", w("s", trap=False)),
            STOP,
        ),
    ),
    Scenario(
        "20 counts with stopped children, and max_children",
        s("root", ONE, w("a"), w("b", "ignore"), s("sup1", ONE), d("dyn1", max_children=2)),
        (
            ("count", "root"),
            ("terminate_child", "root", "a"),
            ("terminate_child", "root", "sup1"),
            ("count", "root"),
            ("start_child", "dyn1", w("p")),
            ("start_child", "dyn1", w("q", restart="temporary")),
            ("start_child", "dyn1", w("r")),
            ("terminate_child", "dyn1", "p"),
            ("terminate_child", "dyn1", "p"),
            end("q"),
            ("count", "dyn1"),
            ("start_child", "dyn1", w("s")),
            ("start_child", "dyn1", w("t", "crash")),
            ("start_child", "dyn1", w("u")),
            ("start_child", "dyn1", w("v")),
            STOP,
        ),
    ),
)
