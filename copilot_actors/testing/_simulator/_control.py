"""What ends a simulated session's run from outside: abort, suspend, shutdown."""

from __future__ import annotations

from copilot_actors._errors import JsonValue

from ._host import Params
from ._kernel import Activity, Slot
from ._pending import approved_kind, tool_outcome, verdict
from ._session import SimulatedSession, Turn
from ._tools import interrupted


def abort(session: SimulatedSession, reason: str = "user_initiated") -> Activity[None]:
    """Abort the run and empty the queue, without an event for the queued prompts.

    While a hook is unanswered the run goes on to its next stop, and this waits for that.
    """
    if session.aborting is not None:
        yield from session.aborting.wait()
        return
    if not session.busy:
        return
    session.emit("abort", {"reason": reason})
    session.pending_changed()
    if session.hooks:
        session.aborting = Slot()
        _cancel_pending(session, session.turn)
        yield from session.aborting.wait()
        return
    turn = session.drop_run()
    _cancel_pending(session, turn)
    if turn is not None:
        interrupted(session, turn)
    session.host.kernel.start(_aborted(session), after=session.host.dice.delay(0.002, 0.005))


def suspend(session: SimulatedSession) -> Activity[None]:
    """Cancel the run and write the log; what was pending cannot be answered any more."""
    turn = session.drop_run()
    _cancel_pending(session, turn)
    if turn is not None:
        interrupted(session, turn)
    yield 0.003
    session.flush()
    if turn is not None:
        session.say_idle(aborted=True)


def close(session: SimulatedSession, *, tell: bool) -> None:
    """Unload the session; a running turn is killed without an event.

    Args:
        session: the session.
        tell: whether the client is told by ``session.shutdown``; a dying process tells nobody.
    """
    session.drop_run()
    session.tools.clear()
    session.permissions.clear()
    data: dict[str, JsonValue] = {"shutdownType": "routine", "totalPremiumRequests": 0}
    if tell:
        session.emit("session.shutdown", data)
    else:
        session.record("session.shutdown", data)
    session.flush()
    session.closed = True
    for slot in session.elicitations.values():
        slot.put({"action": "cancel"})
    session.host.disk.unlock(session.session_id, session.host.pid)


def answer_tool(session: SimulatedSession, request_id: str, params: Params) -> bool:
    """Take the client's answer to a tool call; return whether one was pending."""
    pending = session.tools.pop(request_id, None)
    if pending is None:
        return False
    session.emit("external_tool.completed", {"requestId": request_id})
    return pending.answer.put(tool_outcome(params))


def answer_permission(session: SimulatedSession, request_id: str, decision: Params) -> bool:
    """Take the client's decision; return whether one was pending."""
    pending = session.permissions.pop(request_id, None)
    if pending is None:
        return False
    kind = approved_kind(decision, pending.request)
    if kind is not None:
        session.approved_kinds.add(kind)
    session.emit(
        "permission.completed",
        {
            "requestId": request_id,
            "toolCallId": pending.call_id,
            "result": verdict(decision).result,
        },
    )
    return pending.answer.put(decision)


def _cancel_pending(session: SimulatedSession, turn: Turn | None) -> None:
    """Withdraw what the client was asked; of resumed work nothing is said."""
    silent = turn is None or turn.phase == "resumed"
    for request_id in session.tools:
        if not silent:
            session.emit("external_tool.completed", {"requestId": request_id})
    for request_id, pending in session.permissions.items():
        if not silent:
            result: JsonValue = {"kind": "cancelled", "reason": "Session aborted"}
            session.emit(
                "permission.completed",
                {"requestId": request_id, "toolCallId": pending.call_id, "result": result},
            )
    session.tools.clear()
    session.permissions.clear()
    for call_id, child in turn.children.items() if turn is not None else ():
        if call_id not in session.hooks:
            child.cancel()


def _aborted(session: SimulatedSession) -> Activity[None]:
    session.pending_changed()
    session.flush()
    session.emit("assistant.idle", {"aborted": True}, ephemeral=True)
    yield 0.002
    session.say_idle(aborted=True)
