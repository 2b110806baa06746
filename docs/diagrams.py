"""The pictures of the documentation, drawn from the code's own tables as plain SVG.

Run ``python docs/diagrams.py`` after a change of one of the tables; a test fails until then. The
tables say what is drawn. Only where it stands on the picture is said here, and a state without a
place, or a place without a state, is an error.
"""

from __future__ import annotations

import math
import pathlib
import re
from collections.abc import Iterable, Mapping
from html import escape

FOLDER = pathlib.Path(__file__).with_name("diagrams")

Point = tuple[float, float]

WIDTH, HEIGHT = 128.0, 40.0
"""Of a box."""
STYLE = """\
  <style>
    text { font: 15px system-ui, sans-serif; fill: #1c2733; text-anchor: middle; }
    .left { text-anchor: start; }
    .note { font-size: 13px; fill: #52606d; }
    .code { font-family: ui-monospace, monospace; font-size: 14px; }
    .box { fill: #ffffff; stroke: #52606d; stroke-width: 1.5; }
    .end { fill: #eef1f4; }
    .line { fill: none; stroke-width: 1.6; }
    .blue { stroke: #1f6feb; } .blue-head { fill: #1f6feb; }
    .orange { stroke: #bf5b04; } .orange-head { fill: #bf5b04; }
    .grey { stroke: #8a96a3; } .grey-head { fill: #8a96a3; }
    .red { stroke: #c62f3e; } .red-head { fill: #c62f3e; }
  </style>
"""

SESSION_PLACES: Mapping[str, Point] = {
    "starting": (90, 250),
    "idle": (330, 130),
    "running": (330, 370),
    "recovering": (590, 250),
    "paused": (590, 60),
    "closing": (840, 370),
    "closed": (1040, 250),
    "failed": (590, 490),
}
PROMPT_PLACES: Mapping[str, Point] = {
    "prepared": (90, 130),
    "written": (330, 130),
    "acknowledged": (590, 130),
    "seen": (840, 130),
    "lost": (330, 280),
    "completed": (840, 280),
    "interrupted": (590, 280),
    "unknown": (1040, 280),
}
COLOURS: Mapping[str, str] = {
    "recovering": "orange",
    "paused": "grey",
    "closing": "grey",
    "closed": "grey",
    "failed": "red",
    "lost": "grey",
    "interrupted": "orange",
    "unknown": "red",
}
"""Of the arrows to a state; blue where nothing is said."""

BENDS: Mapping[tuple[str, str], float] = {
    ("starting", "closed"): 42,
    ("starting", "failed"): -62,
    ("idle", "closing"): 66,
    ("paused", "failed"): 92,
    ("written", "seen"): 38,
    ("seen", "written"): -66,
}
"""Of arrows that would lead through a box."""

TREE_NOTES: Mapping[str, str] = {
    "root": "made by open_client; its end stops the children in reverse order",
    "ledger": "writes the durable ledger, if there is one",
    "subscribers": "tasks of async subscribers",
    "handlers": "your tool and permission handlers; they outlive the CLI that asked",
    "jobs": "requests to the CLI",
    "connection_supervisor": "restarts with backoff; over its budget the client ends",
    "connection": "one CLI process, and the bytes to and from it",
    "sessions": "one actor for each open session; waits while there is no CLI",
    "alice": "a session",
}


def picture(title: str, width: float, height: float, parts: Iterable[str]) -> str:
    """A whole SVG file, on white so that it reads the same on dark pages."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img">\n'
        f"  <title>{escape(title)}</title>\n{STYLE}"
        f'  <rect width="{width:g}" height="{height:g}" rx="8" fill="#ffffff"/>\n'
    )
    return head + "".join(f"  {part}\n" for part in parts) + "</svg>\n"


def text(x: float, y: float, words: str, kind: str = "") -> str:
    """One line of text."""
    attribute = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}"{attribute}>{escape(words)}</text>'


def box(place: Point, words: str, *, end: bool = False) -> str:
    """A state: a box with its name, shaded when nothing follows it."""
    x, y = place
    kind = "box end" if end else "box"
    return (
        f'<rect class="{kind}" x="{x - WIDTH / 2:g}" y="{y - HEIGHT / 2:g}" '
        f'width="{WIDTH:g}" height="{HEIGHT:g}" rx="8"/>{text(x, y + 5, words)}'
    )


def _border(centre: Point, towards: Point) -> Point:
    """Where the line from the centre of a box to a point leaves the box."""
    dx, dy = towards[0] - centre[0], towards[1] - centre[1]
    scale = min(
        (WIDTH / 2 + 3) / abs(dx) if dx else math.inf,
        (HEIGHT / 2 + 3) / abs(dy) if dy else math.inf,
    )
    return centre[0] + dx * scale, centre[1] + dy * scale


def arrow(start: Point, end: Point, colour: str, bend: float) -> str:
    """A curved arrow from box to box; ``bend`` is how far its middle is from the straight line."""
    length = math.dist(start, end)
    normal = ((end[1] - start[1]) / length, -(end[0] - start[0]) / length)
    middle = (
        (start[0] + end[0]) / 2 + normal[0] * bend * 2,
        (start[1] + end[1]) / 2 + normal[1] * bend * 2,
    )
    first, last = _border(start, middle), _border(end, middle)
    angle = math.atan2(last[1] - middle[1], last[0] - middle[0])
    corners = [
        (last[0] - 11 * math.cos(angle + turn), last[1] - 11 * math.sin(angle + turn))
        for turn in (-0.38, 0.38)
    ]
    head = " ".join(f"{x:.1f},{y:.1f}" for x, y in [last, *corners])
    return (
        f'<path class="line {colour}" d="M{first[0]:.1f},{first[1]:.1f} '
        f'Q{middle[0]:.1f},{middle[1]:.1f} {last[0]:.1f},{last[1]:.1f}"/>'
        f'<polygon class="{colour}-head" points="{head}"/>'
    )


def states(
    title: str, table: Mapping[str, Iterable[str]], places: Mapping[str, Point], size: Point
) -> str:
    """A diagram of states: one arrow for each change that the table allows."""
    if set(table) != set(places):
        raise ValueError(f"{title}: no place, or no state: {set(table) ^ set(places)}")
    changes = [(one, after) for one, followers in table.items() for after in sorted(followers)]
    drawn = [
        arrow(
            places[one],
            places[after],
            COLOURS.get(after, "blue"),
            BENDS.get((one, after), 9 if (after, one) in changes else 0),
        )
        for one, after in changes
    ]
    boxes = [box(places[name], name, end=not tuple(table[name])) for name in table]
    return picture(title, *size, [*drawn, *boxes])


def tree(title: str, dump: str) -> str:
    """The supervision tree, from what ``Client.dump_tree`` prints."""
    parts = []
    above: dict[int, float] = {}
    for row, line in enumerate(dump.splitlines()):
        found = re.match(r"((?:[| ]  )*)(\+- )?(\w+)  (\w+)(?: (\w+_for_\w+))?", line)
        assert found is not None, line
        indent, branch, name, kind, strategy = found.groups()
        depth = len(indent) // 3 + bool(branch)
        x, y = 24.0 + depth * 34, 34.0 + row * 36
        if depth:
            top = max(above.get(depth, 0) - 4, above[depth - 1] + 8)
            parts.append(f'<path class="line grey" d="M{x - 20:g},{top:g} V{y - 5:g} H{x - 3:g}"/>')
        above[depth] = y
        parts += [
            text(x + 2, y, name, "left code"),
            text(300, y, f"{kind}, {strategy}" if strategy else kind, "left note"),
            text(510, y, TREE_NOTES[name], "left note"),
        ]
    return picture(title, 960, 20 + 36 * len(dump.splitlines()), parts)


def dump_of_a_client() -> str:
    """The tree of a client with a ledger and one session, on the simulator."""
    import trio  # noqa: PLC0415 - only when pictures are drawn
    from trio.testing import MockClock  # noqa: PLC0415

    from copilot_actors import MemoryLedger, open_client  # noqa: PLC0415
    from copilot_actors.testing import Simulator  # noqa: PLC0415

    async def main() -> str:
        async with open_client(cli=Simulator(), ledger=MemoryLedger(), lease=None) as client:
            await client.create_session(session_id="alice", model="m")
            return client.dump_tree()

    return trio.run(main, clock=MockClock(autojump_threshold=0))


def pictures() -> dict[str, str]:
    """The name and the content of each picture."""
    from copilot_actors.client._session._machine import NEXT_PHASES  # noqa: PLC0415
    from copilot_actors.storage import NEXT_STATES  # noqa: PLC0415

    session = {str(one): [str(after) for after in others] for one, others in NEXT_PHASES.items()}
    prompt = {str(one): [str(after) for after in others] for one, others in NEXT_STATES.items()}
    return {
        "session-states.svg": states("States of a session", session, SESSION_PLACES, (1130, 530)),
        "prompt-states.svg": states(
            "States of a prompt in the ledger", prompt, PROMPT_PLACES, (1130, 330)
        ),
        "supervision-tree.svg": tree("The supervision tree of a client", dump_of_a_client()),
    }


def main() -> None:
    """Write the pictures anew."""
    for name, content in pictures().items():
        (FOLDER / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
