"""Shell commands in the background: ``bash`` with ``mode: "async"``.

While one runs, a session whose main agent has nothing to do says ``assistant.idle`` but not
``session.idle``. Its end is told to the model in a turn of its own, under the ids of the prompt
that came last; now and then the CLI says that it is idle just before that turn. An abort leaves
the command running; the end of the process does not.
"""

from __future__ import annotations

from collections.abc import Callable

from copilot_actors._errors import JsonValue

from ._host import text_of
from ._kernel import Activity, Slot
from ._model import ToolRequest
from ._pending import Outcome
from ._session import QueuedTurn, SimulatedSession

_EARLY_IDLES = 0.3
"""Share of commands whose end the CLI calls idle before it tells the model."""


def start_shell(session: SimulatedSession, call: ToolRequest, command: str) -> Outcome:
    """Start a command in the background and return what the model is told at once."""
    shell_id = str(len(session.shells))
    arguments = call.arguments if isinstance(call.arguments, dict) else {}
    shell: dict[str, JsonValue] = {
        "type": "shell",
        "id": shell_id,
        "description": text_of(arguments, "description"),
        "command": command,
        "attachmentMode": "attached",
        "executionMode": "background",
        "status": "running",
    }
    session.shells.append(shell)
    ended: Slot[None] = Slot()
    session.shell_ends.append(ended)
    session.emit("session.background_tasks_changed", {}, ephemeral=True)
    session.host.kernel.start(_run(session, shell, ended, command))
    return Outcome(text=f"<command started in background with shellId: {shell_id}>")


def works(session: SimulatedSession) -> bool:
    """Whether a command still runs in the background."""
    return any(shell["status"] == "running" for shell in session.shells)


def await_shells(session: SimulatedSession, start_run: Callable[[SimulatedSession], None]) -> bool:
    """See to it that the end of each command is told to the model.

    Returns:
        Whether there is anything to tell, now or later.
    """
    ends, session.shell_ends = session.shell_ends, []
    for ended in ends:
        session.host.kernel.start(_tell(session, ended, start_run))
    return bool(ends)


def _run(
    session: SimulatedSession, shell: dict[str, JsonValue], ended: Slot[None], command: str
) -> Activity[None]:
    for part in command.split(";"):
        word, _, rest = part.strip().partition(" ")
        if word == "sleep":
            yield float(rest)
    shell["status"] = "completed"
    if not session.closed:
        session.emit("session.background_tasks_changed", {}, ephemeral=True)
    ended.put(None)


def _tell(
    session: SimulatedSession,
    ended: Slot[None],
    start_run: Callable[[SimulatedSession], None],
) -> Activity[None]:
    late, dice = works(session), session.host.dice
    yield from ended.wait()
    at_rest = session.run is None and not works(session) and not session.closed
    if late and at_rest and dice.rng.random() < _EARLY_IDLES:
        session.say_idle(aborted=False)
        yield dice.delay(0.002, 0.06)
    if session.closed:
        return
    session.queue.append(
        QueuedTurn(
            item_id="notice",
            prompts=[],
            delivery="idle",
            origin=session.last_origin,
            mode=None,
            notice="<system_notification>\nA shell command has completed.\n</system_notification>",
        )
    )
    start_run(session)
