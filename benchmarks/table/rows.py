"""What is measured and what is promised, as data: rows, the ratios of each, the targets of those.

A ratio is that of two figures of one round: ``Ratio("import_time", "python_sdk", "ours", ">=", 5)``
says that the SDK's import takes at least five times as long as ours. Where there is no target, more
of a ratio is better.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

OURS, EQUAL, PYTHON, NODE = "ours", "ours_unsaved", "python_sdk", "node_sdk"
FLOOR, SERVER = "floor", "server"
ELIXIR = "elixir_client"
"""``EQUAL`` is this library with ``durability="none"``: the work that the others do. By default it
has the CLI put each step of a turn on disk before a handler runs for it, and after the turn."""

NAMES = {
    OURS: "copilot_actors",
    EQUAL: "copilot_actors, unsaved",
    PYTHON: "Python SDK",
    NODE: "Node SDK",
    FLOOR: "floor",
    SERVER: "server alone",
    ELIXIR: "Elixir client",
}

NO_ELIXIR_CLIENT = "the Elixir client needs Elixir packages that this environment does not install"


@dataclass(frozen=True)
class Scenario:
    """One kind of run of each contender; counts are for about half a second on a quiet machine."""

    name: str
    counts: dict[str, int]
    later: int | None = None
    """The count of every round but the first: opening 10,000 sessions takes its time, and memory
    hardly varies."""


@dataclass(frozen=True)
class Row:
    id: str
    name: str
    unit: str
    scenario: str
    lower_is_better: bool = False
    floor: str = ""
    """What the floor of this row is."""


@dataclass(frozen=True)
class Ratio:
    row: str
    of: str
    to: str
    sense: Literal[">=", "<="] | None = None
    limit: float | None = None
    note: str = ""
    unmeasured: str = ""
    """Why nobody can measure this here; such a ratio is listed and counts as no failure."""

    @property
    def target(self) -> str | None:
        return None if self.limit is None else f"{self.sense} {self.limit:g}"

    def met_by(self, value: float) -> bool | None:
        if self.limit is None:
            return None
        return value >= self.limit if self.sense == ">=" else value <= self.limit


SCENARIOS = [
    Scenario("import", {OURS: 1, PYTHON: 1, NODE: 1, FLOOR: 1}),
    Scenario(
        "events-small",
        {OURS: 60_000, PYTHON: 2500, NODE: 30_000, FLOOR: 120_000, SERVER: 200_000},
    ),
    Scenario("events-64k", {OURS: 1500, PYTHON: 500, NODE: 700, FLOOR: 3000, SERVER: 3000}),
    Scenario("paced", {OURS: 1000, PYTHON: 1000, NODE: 1000, FLOOR: 1000}),
    Scenario("ping", {OURS: 3000, PYTHON: 800, NODE: 2500, FLOOR: 8000}),
    Scenario("ping-1000", {OURS: 20_000, PYTHON: 2000, NODE: 6000, FLOOR: 30_000, SERVER: 60_000}),
    Scenario(
        "turn",
        {
            OURS: 800,
            EQUAL: 1200,
            PYTHON: 300,
            NODE: 1000,
            FLOOR: 3000,
            SERVER: 6000,
        },
    ),
    Scenario(
        "turns-1000",
        {
            OURS: 2,
            EQUAL: 3,
            PYTHON: 1,
            NODE: 4,
            FLOOR: 10,
            SERVER: 20,
        },
    ),
    Scenario(
        "tools-1",
        {
            OURS: 800,
            EQUAL: 1500,
            PYTHON: 400,
            NODE: 1500,
            FLOOR: 3000,
            SERVER: 4000,
        },
    ),
    Scenario(
        "tools-32",
        {
            OURS: 2000,
            EQUAL: 4000,
            PYTHON: 500,
            NODE: 2000,
            FLOOR: 10_000,
            SERVER: 12_000,
        },
    ),
    Scenario(
        "sessions",
        {OURS: 10_000, PYTHON: 10_000, NODE: 10_000, FLOOR: 10_000, SERVER: 10_000},
        later=1000,
    ),
    Scenario("death", {OURS: 20, PYTHON: 20, FLOOR: 20}),
    Scenario("recovery", {OURS: 1, PYTHON: 1, FLOOR: 1}),
]

REAL = {"death", "recovery"}
"""Scenarios on the real CLI."""

TRIO = "bare trio client"
ROWS = [
    Row("import_time", "import", "s", "import", True, "trio, msgspec and trio_websocket"),
    Row("import_rss", "memory of the import", "MB", "import", True, "the same three"),
    Row("events_small", "events of 380 bytes", "/s", "events-small", floor="typed pipe"),
    Row("events_cpu", "CPU per 100,000 of them", "s", "events-small", True, "typed pipe"),
    Row("events_64k", "events of 64 KiB", "MB/s", "events-64k", floor="typed pipe"),
    Row("paced_p50", "delay at 1000 events/s, median", "us", "paced", True, TRIO),
    Row("paced_p99", "delay at 1000 events/s, 99th percentile", "us", "paced", True, TRIO),
    Row("ping_sequential", "ping, one after the other", "us", "ping", True, "blocking read"),
    Row("ping_1000", "pings, 1000 at once", "/s", "ping-1000", floor=TRIO),
    Row("turn", "turns of 1 session", "/s", "turn", floor=TRIO),
    Row("turns_1000", "turns of 1000 sessions at once", "/s", "turns-1000", floor=TRIO),
    Row("tools_1", "tool calls, one at a time", "/s", "tools-1", floor=TRIO),
    Row("tools_32", "tool calls, 32 open", "/s", "tools-32", floor=TRIO),
    Row("session_rss_1k", "memory per session of 1000", "KB", "sessions", True, "parked task"),
    Row("session_rss_10k", "memory per session of 10,000", "KB", "sessions", True, "parked task"),
    Row("session_create", "sessions opened, 100 at once", "/s", "sessions", floor=TRIO),
    Row("death", "kill -9 seen by every waiter, in mid-turn", "ms", "death", True, "end of file"),
    Row("recovery", "kill -9 to the next answer, cold", "s", "recovery", True, "bare trio"),
]

BLIND = "depends on the timeout that its user chose (2 s here): no headline"
RATIOS = [
    Ratio("import_time", PYTHON, OURS, ">=", 5),
    Ratio("import_time", OURS, FLOOR, "<=", 1.25),
    Ratio("import_rss", OURS, PYTHON, "<=", 0.5),
    Ratio("import_rss", OURS, FLOOR, "<=", 1.2),
    Ratio("events_small", OURS, PYTHON, ">=", 50),
    Ratio("events_small", OURS, NODE, ">=", 2.5),
    Ratio("events_small", OURS, ELIXIR, ">=", 2, unmeasured=NO_ELIXIR_CLIENT),
    Ratio("events_small", OURS, FLOOR, ">=", 0.33),
    Ratio("events_cpu", PYTHON, OURS, ">=", 50),
    Ratio("events_cpu", OURS, FLOOR, "<=", 3),
    Ratio("events_64k", OURS, PYTHON, ">=", 3.5),
    Ratio("events_64k", OURS, NODE),
    Ratio("events_64k", OURS, ELIXIR, ">=", 1.7, unmeasured=NO_ELIXIR_CLIENT),
    Ratio("events_64k", OURS, FLOOR, ">=", 0.65),
    Ratio("paced_p50", PYTHON, OURS, ">=", 3),
    Ratio("paced_p50", OURS, NODE, "<=", 1),
    Ratio("paced_p50", OURS, FLOOR, "<=", 1.4),
    Ratio("paced_p99", FLOOR, OURS),
    Ratio("ping_sequential", PYTHON, OURS, ">=", 3),
    Ratio("ping_sequential", OURS, NODE, "<=", 1.1),
    Ratio(
        "ping_sequential",
        OURS,
        FLOOR,
        "<=",
        1.8,
        "holds where a wake-up costs some 80 us; where it costs 10, trio's own steps are the row",
    ),
    Ratio("ping_1000", OURS, PYTHON, ">=", 18),
    Ratio("ping_1000", OURS, NODE, ">=", 3),
    Ratio("ping_1000", OURS, ELIXIR, ">=", 1, unmeasured=NO_ELIXIR_CLIENT),
    Ratio("ping_1000", OURS, FLOOR, ">=", 0.75),
    Ratio("turn", OURS, PYTHON, ">=", 5),
    Ratio("turn", EQUAL, PYTHON, ">=", 5),
    Ratio("turn", OURS, NODE, ">=", 1.5),
    Ratio("turn", EQUAL, NODE, ">=", 1.5),
    Ratio("turn", OURS, FLOOR, ">=", 0.75),
    Ratio("turn", EQUAL, FLOOR, ">=", 0.75),
    Ratio("turns_1000", OURS, PYTHON, ">=", 25),
    Ratio("turns_1000", EQUAL, PYTHON, ">=", 25),
    Ratio("turns_1000", OURS, NODE, ">=", 2.5),
    Ratio("turns_1000", EQUAL, NODE, ">=", 2.5),
    Ratio("turns_1000", OURS, FLOOR, ">=", 0.6),
    Ratio("turns_1000", EQUAL, FLOOR, ">=", 0.6),
    Ratio("tools_1", OURS, PYTHON, ">=", 4),
    Ratio("tools_1", EQUAL, PYTHON, ">=", 4),
    Ratio("tools_1", OURS, NODE, ">=", 1.2),
    Ratio("tools_1", EQUAL, NODE, ">=", 1.2),
    Ratio("tools_1", OURS, FLOOR, ">=", 0.7),
    Ratio("tools_1", EQUAL, FLOOR, ">=", 0.7),
    Ratio("tools_32", OURS, PYTHON, ">=", 15),
    Ratio("tools_32", EQUAL, PYTHON, ">=", 15),
    Ratio("tools_32", OURS, NODE, ">=", 4),
    Ratio("tools_32", EQUAL, NODE, ">=", 4),
    Ratio("tools_32", OURS, FLOOR, ">=", 0.7),
    Ratio("tools_32", EQUAL, FLOOR, ">=", 0.7),
    Ratio("session_rss_1k", PYTHON, OURS),
    Ratio("session_rss_10k", OURS, PYTHON, "<=", 1),
    Ratio("session_rss_10k", OURS, FLOOR, "<=", 1.8),
    Ratio("session_create", OURS, PYTHON),
    Ratio("session_create", OURS, NODE),
    Ratio("death", OURS, FLOOR, "<=", 1, "the floor is the end of file, and 5 ms"),
    Ratio("death", PYTHON, OURS, note=BLIND),
    Ratio("recovery", OURS, PYTHON, "<=", 1.05, "the SDK by hand: start, resume, first turn"),
    Ratio("recovery", OURS, FLOOR, "<=", 1.05),
    Ratio(
        "recovery_warm",
        PYTHON,
        OURS,
        ">=",
        2.8,
        unmeasured="no warm spare CLI is kept: it costs 272 MB for a second saved at a crash",
    ),
]
UNMEASURED_ROWS = {
    "recovery_warm": Row("recovery_warm", "the same with a warm spare", "s", "recovery", True)
}


def rows_by_id() -> dict[str, Row]:
    return {row.id: row for row in ROWS} | UNMEASURED_ROWS


def selected(only: str) -> list[Scenario]:
    """The scenarios of the rows whose id or name contains ``only``; all of them without."""
    wanted = {row.scenario for row in ROWS if only in row.id or only in row.name}
    return [scenario for scenario in SCENARIOS if scenario.name in wanted or only in scenario.name]
