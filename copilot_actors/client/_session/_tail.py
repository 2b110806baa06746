"""What the tail of a session's log says: which part matters, and what a crash left half-way."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from copilot_actors.client._cli_words import says_host_is_gone, says_nobody_was_there
from copilot_actors.protocol import SessionEvent

from ._web_sockets import is_web_socket_fault


def names_of(event: SessionEvent) -> tuple[str, ...]:
    """The key of a prompt, or the id of a request, under which an event is looked for."""
    if event.type == "user.message":
        name = event.data.get("source")
    elif event.type in ("external_tool.requested", "permission.requested"):
        name = event.data.get("requestId")
    else:
        return ()
    return (name,) if isinstance(name, str) else ()


def _is_unasked(event: SessionEvent) -> bool:
    """Whether a tool's completion only says that there was nobody to ask."""
    if event.type != "tool.execution_complete":
        return False
    error = event.data.get("error")
    message = error.get("message") if isinstance(error, dict) else None
    return isinstance(message, str) and says_nobody_was_there(message)


def lost_result(
    events: Sequence[SessionEvent], *, active: bool = True
) -> tuple[SessionEvent | None, tuple[str, ...]]:
    """Find a tool call that the log calls answered without having our answer.

    The CLI records an answered call in two steps. A crash between them leaves a session that
    waits for ever after its resume: the request takes no second answer, and none is there. And a
    CLI whose input ends while it asks for a call fails that call by itself, although it would be
    pending still had the input ended a moment later.

    Args:
        events: what was read of the log.
        active: whether the CLI is at work on the session: only then something waits for ever,
            and calls of the first kind are looked for, else those of the second.

    Returns:
        The ``external_tool.completed`` to truncate at, or ``None``: the first of that kind, or an
        earlier one whose result stands after it, which would be lost half-way by the truncation.
        And the request ids of the results that it would take with it.
    """
    calls: dict[str, str] = {}
    answered: dict[str, SessionEvent] = {}
    unasked: set[str] = set()
    for event in events:
        data = event.data
        request_id, call_id = str(data.get("requestId")), str(data.get("toolCallId"))
        if event.type == "external_tool.requested":
            calls[request_id] = call_id
        elif event.type == "external_tool.completed" and request_id in calls:
            answered[request_id] = event
        elif _is_unasked(event):
            unasked.add(call_id)
        elif event.type == "tool.execution_complete":
            for known in [r for r in answered if calls[r] == call_id]:
                del answered[known]
        elif event.type in ("abort", "user.message", "assistant.message"):
            # The model has been told; what it made of it is not taken back.
            answered.clear()
    answered = {r: event for r, event in answered.items() if (calls[r] in unasked) != active}
    if not answered:
        return None, ()
    first = next(iter(answered.values()))
    while True:
        done = {
            str(e.data.get("toolCallId"))
            for e in events[events.index(first) :]
            if e.type == "tool.execution_complete" and not _is_unasked(e)
        }
        later = tuple(r for r, call_id in calls.items() if call_id in done)
        begun = next(
            e
            for e in events
            if e is first
            or (e.type == "external_tool.completed" and str(e.data.get("requestId")) in later)
        )
        if begun is first:
            return first, later
        first = begun


def partly_asked(
    events: Sequence[SessionEvent], *, own_tools: Collection[str], heard: Collection[str]
) -> SessionEvent | None:
    """Find a message with tool calls of which the CLI cannot be answered some.

    An end of the CLI between the requests for parallel calls leaves a log from which it asks for
    some of them and has failed the others, as interrupted or for lack of somebody to ask. While no
    handler was started for any of them and none has a result, the model can be asked again instead.

    Args:
        events: what was read of the log.
        own_tools: names of the tools that this program answers.
        heard: ids of tool calls for which a handler was started.

    Returns:
        The ``assistant.message`` to truncate at, or ``None``.
    """
    message: SessionEvent | None = None
    asked: dict[str, str] = {}
    completed: set[str] = set()
    failed: set[str] = set()
    for event in events:
        data = event.data
        request_id, call_id = str(data.get("requestId")), str(data.get("toolCallId"))
        if event.agent_id is not None:
            continue
        if event.type in ("assistant.message", "user.message", "abort"):
            message = event if data.get("toolRequests") else None
            asked, completed, failed = {}, set(), set()
        elif event.type == "external_tool.requested":
            asked[request_id] = call_id
        elif event.type == "external_tool.completed":
            completed.add(asked.get(request_id, ""))
        elif event.type == "tool.execution_complete":
            if data.get("success") is True:
                message = None
            failed.add(call_id)
    requests = message.data.get("toolRequests") if message is not None else None
    if not isinstance(requests, list) or not asked or completed - failed:
        return None
    calls: set[str] = set()
    for request in requests:
        if not isinstance(request, dict) or request.get("name") not in own_tools:
            return None
        calls.add(str(request.get("toolCallId")))
    waiting = set(asked.values()) - failed
    return message if calls > waiting and calls.isdisjoint(heard) else None


def begun_while_ending(
    events: Sequence[SessionEvent], *, resendable: Collection[str]
) -> SessionEvent | None:
    """Find the first prompt that a CLI took up after it had failed a turn because it was ending.

    Such a CLI goes on with its queue and fails one prompt after the other. Taken out of the log
    with what follows, they are sent again, and the turn before them is continued; in the log, the
    next prompt would pass for the end of that turn. The same goes for a CLI that is to load the
    session anew because a turn has failed for its WebSocket, and had the next one queued.

    Args:
        events: what was read of the log.
        resendable: keys of the prompts that may be sent again.

    Returns:
        The ``user.message`` to truncate at, or ``None``: also when anything after it is somebody
        else's prompt, or an answer, or a tool's work, which is not taken back.
    """
    ending = False
    found: SessionEvent | None = None
    for event in events:
        if event.agent_id is not None:
            continue
        if event.type == "session.error":
            ending = ending or says_host_is_gone(str(event.data.get("message")))
            ending = ending or is_web_socket_fault(event.data, {})
        elif event.type == "user.message":
            if found is None and not ending:
                continue
            if event.data.get("source") not in resendable:
                found, ending = None, False
                continue
            found = found or event
        elif event.type in ("assistant.message", "tool.execution_start", "abort"):
            found, ending = None, False
    return found


def withdrawn(
    events: Sequence[SessionEvent], *, anchors: Collection[str], seen: Sequence[str]
) -> tuple[str, ...]:
    """Ids of delivered events that the log does not have, in the order of their delivery.

    Args:
        events: what was read of the log, back to an anchor at least.
        anchors: places that the log held at some time; older events are not judged.
        seen: ids of delivered persistent events, oldest first.
    """
    logged = {event.id for event in events}
    start = 0
    for index, event_id in enumerate(seen):
        if event_id in anchors and event_id in logged:
            start = index + 1
    return tuple(event_id for event_id in seen[start:] if event_id not in logged)


def cut_tail(
    events: list[SessionEvent],
    *,
    anchors: Collection[str],
    seen: Collection[str],
    keys: Collection[str],
) -> tuple[SessionEvent, ...]:
    """The part of the log that matters: what came after the last anchor.

    Without an anchor in it (nothing was idle yet), the tail begins with the first prompt or
    request of ours, or the first event that was delivered, or else the last user message: older
    events belong to an earlier life of the session and are never delivered again.
    """
    start = None
    for index, event in enumerate(events):
        if event.id in anchors:
            start = index + 1
    if start is None:
        for index, event in enumerate(events):
            ours = any(name in keys for name in names_of(event)) if keys else False
            if ours or event.id in seen:
                start = index
                break
    if start is None:
        for index, event in enumerate(events):
            if event.type == "user.message" and event.agent_id is None:
                start = index
    return tuple(events[len(events) if start is None else start :])
