"""The rules of a session at rest: when the CLI lets it go, and when it is loaded again.

``session.destroy`` frees the memory that the CLI has for a session and keeps its data; a later
resume goes on from there. So a session that nobody uses need not be loaded. Its actor, mailbox,
subscriptions and lease stay, and the first who needs it has it loaded as after a crash, but
nothing was lost: no prompt is sent again, no turn continued, and no gap marked.
"""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from copilot_actors.protocol import SessionEvent

from ._recovery import connection_lost, forgotten
from ._turns import Result, pump
from ._values import (
    Attach,
    Disconnected,
    Forgotten,
    Input,
    Job,
    Observed,
    Pause,
    Paused,
    PauseDue,
    Phase,
    Publish,
    SessionState,
)


def at_rest(state: SessionState) -> bool:
    """Whether nothing is outstanding: no turn, prompt, question, job, compaction or save."""
    return (
        state.phase is Phase.IDLE
        and state.lane is None
        and state.run is None
        and not (state.prompts or state.pending or state.settled or state.orphans)
        and not (state.compacting or state.background or state.abort_wanted)
        and state.saved >= state.save_wanted
    )


def pause_due(state: SessionState, what: Input) -> Result:
    """The release is a job of the lane, so that no prompt is sent while it is on its way."""
    if not at_rest(state):
        return state, []
    return replace(state, lane=Job.PAUSE), [Pause(cast("PauseDue", what).seconds)]


def paused(state: SessionState, what: Input) -> Result:
    """The session is let go, or was found at work: then it stays.

    Who came meanwhile has it loaded again at once. Work that the CLI began meanwhile, for another
    client or by a schedule, was cut by the release: that is recovered from like a crash.
    """
    done = cast("Paused", what)
    state = replace(state, lane=None)
    if not done.released:
        return pump(replace(state, waking=False))
    if state.run is not None or state.pending or state.settled:
        return forgotten(
            replace(state, waking=False), Forgotten(reason="it was let go while a turn began")
        )
    needed = state.waking or bool(state.prompts) or state.abort_wanted
    marker = SessionEvent(
        "copilot_actors.session.paused", data={"seconds": done.seconds}, ephemeral=True
    )
    # What only the loaded session had is void, as after a crash; from this phase without a marker.
    state, _ = connection_lost(replace(state, phase=Phase.PAUSED), Disconnected("it was let go"))
    state = replace(state, connected=True, discard=False)
    if not needed:
        return state, [Publish((marker,))]
    state, effects = wake(state)
    return state, [Publish((marker,)), *effects]


def wake(state: SessionState) -> Result:
    """Load the session again, at once or when there is a CLI."""
    state = replace(state, phase=Phase.RECOVERING, waking=True)
    if not state.connected:
        return state, []
    return replace(state, lane=Job.ATTACH, buffered=()), [Attach()]


def needed(state: SessionState, _what: Input) -> Result:
    """Somebody has a request to a session that is at rest."""
    return wake(state)


def needed_while_going(state: SessionState, _what: Input) -> Result:
    """Somebody has a request to a session that is just being let go: it is loaded again then."""
    return replace(state, waking=state.lane is Job.PAUSE), []


def connected_at_rest(state: SessionState, _what: Input) -> Result:
    """Another CLI is there. It loads the session when somebody needs it, and not before."""
    return replace(state, connected=True), []


def disconnected_at_rest(state: SessionState, _what: Input) -> Result:
    """The CLI that went had nothing of the session."""
    return replace(state, connected=False, lane=None), []


def observed_at_rest(state: SessionState, what: Input) -> Result:
    """The last events of the release, such as ``session.shutdown``."""
    return state, [Publish((cast("Observed", what).event,))]
