"""dump_tree: a supervision tree as text, for people in trouble. Shows no state and no message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._errors import safe_repr
from ._gen_server import ServerStart
from ._server import ServerProcess
from ._supervisor import BaseSupervisorProcess, SupervisorProcess
from ._sys import info

if TYPE_CHECKING:
    from ._child import Child
    from ._process import Process


def dump_tree(child: Child) -> str:
    """Draw a supervisor and everything below it.

    Args:
        child: the supervisor's place.

    Returns:
        One line per actor, without a final newline.
    """
    lines: list[str] = []
    _draw(child, "", "", lines)
    return "\n".join(lines)


def _draw(child: Child, first: str, rest: str, lines: list[str]) -> None:
    lines.append(first + _line(child))
    process = child.process
    if isinstance(process, BaseSupervisorProcess):
        children = list(process.children.values())
        for number, below in enumerate(children, 1):
            last = number == len(children)
            _draw(below, rest + "+- ", rest + ("   " if last else "|  "), lines)


def _line(child: Child) -> str:
    process = child.process
    words = [str(child.label), _kind(process, child)]
    if process is None:
        words.append("restarting" if child.will_run else child.state)
    else:
        figures = info(process.ref)
        words += [figures.status, f"up {figures.uptime:.1f} s"]
        if isinstance(process, ServerProcess):
            words += [f"mailbox {figures.mailbox}", f"handled {figures.handled}"]
            if figures.current is not None:
                words.append(f"in {figures.current}")
            shown = process.redacted_state()
            if shown is not None:
                words.append(f"state {_text(shown)[:200]}")
    if child.restarts:
        words.append(f"restarts {child.restarts}")
    return "  ".join(words)


def _text(shown: object) -> str:
    return shown if isinstance(shown, str) else safe_repr(shown)


def _kind(process: Process | None, child: Child) -> str:
    if isinstance(process, SupervisorProcess):
        return f"Supervisor {process.strategy}"
    if isinstance(process, ServerProcess):
        return type(process.server).__qualname__
    start = child.spec.start
    return repr(start) if isinstance(start, ServerStart) else type(child.ref).__name__
