"""The diagram of session states in recovery.md, drawn from the machine's own table.

Run ``python docs/state_diagram.py`` after a change of ``NEXT_PHASES``; a test fails until then.
"""

from __future__ import annotations

import pathlib
from collections.abc import Iterable

PAGE = pathlib.Path(__file__).with_name("recovery.md")
BEGIN = "<!-- begin of the generated diagram -->\n"
END = "<!-- end of the generated diagram -->\n"


def mermaid(next_phases: Iterable[tuple[str, Iterable[str]]]) -> str:
    """Draw each change of phase as one arrow, in the order of the table; sinks end the diagram."""
    table = list(next_phases)
    order = [str(phase) for phase, _ in table]
    lines = ["stateDiagram-v2", f"    [*] --> {order[0]}"]
    for phase, followers in table:
        names = sorted((str(name) for name in followers), key=order.index)
        lines += [f"    {phase} --> {name}" for name in names or ["[*]"]]
    return "```mermaid\n" + "\n".join(lines) + "\n```\n"


def with_diagram(page: str, diagram: str) -> str:
    """Put the diagram between its markers."""
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}{diagram}{END}{tail}"


def main() -> None:
    """Write the page anew."""
    from copilot_actors.client._session._machine import NEXT_PHASES  # noqa: PLC0415

    PAGE.write_text(with_diagram(PAGE.read_text(), mermaid(NEXT_PHASES.items())))


if __name__ == "__main__":
    main()
