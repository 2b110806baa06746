"""Questions of the model and the CLI to the person at the terminal: what is shown, what counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import copilot_actors as ca

from ._command_run import describe_request
from ._terminal import printable

DENIED: Final = "The user did not allow that."
_PERMISSIONS: Final[Mapping[str, str]] = {
    "y": "once",
    "yes": "once",
    "a": "always",
    "always": "always",
    "n": "no",
    "no": "no",
    "": "no",
}
_YES: Final = frozenset({"y", "yes"})
_NO: Final = frozenset({"n", "no", ""})


def permission_question(request: ca.PermissionRequest) -> str:
    """Return what is shown for a permission request."""
    return f"allow {describe_request(request)}? [y]es, [a]lways in this session, [N]o: "


def permission_answer(text: str | None) -> ca.PermissionDecision | None:
    """Read the answer to a permission request; ``None`` if it is none and is asked for again.

    No line, and an empty one, deny.
    """
    meaning = "no" if text is None else _PERMISSIONS.get(text.strip().lower())
    if meaning is None:
        return None
    if meaning == "no":
        return ca.reject(DENIED)
    return ca.approve_once() if meaning == "once" else ca.approve_for_session()


def input_question(request: ca.UserInputRequest) -> list[str]:
    """Return the lines that are shown for a question of the model; the last one awaits input."""
    lines = printable(request.question).split("\n")
    lines += [f"  {number}. {printable(one)}" for number, one in enumerate(request.choices, 1)]
    free = request.allow_freeform or not request.choices
    what = f"1 to {len(request.choices)}" if request.choices else "your answer"
    return [*lines, f"{what}{', or your own answer' if request.choices and free else ''}: "]


def input_answer(text: str, choices: Sequence[str], *, freeform: bool) -> str | None:
    """Read the answer to a question of the model; ``None`` if it is none and is asked again."""
    text = text.strip()
    if text.isascii() and text.isdigit() and 1 <= int(text) <= len(choices):
        return choices[int(text) - 1]
    if text in choices or (text and (freeform or not choices)):
        return text
    return None


def plan_question(request: ca.ExitPlanModeRequest) -> list[str]:
    """Return the lines that are shown when the model wants to carry out its plan."""
    plan = printable(request.plan_content or request.summary)
    return [*plan.split("\n"), "carry out this plan? [y]es, [N]o: "]


def plan_answer(text: str | None) -> bool | None:
    """Read the answer to that; ``None`` if it is none and is asked for again."""
    word = "" if text is None else text.strip().lower()
    return True if word in _YES else False if word in _NO else None
