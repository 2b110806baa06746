"""What each method does: sessions through the supervised client, all others handed on."""

from __future__ import annotations

import contextlib
import functools
import uuid
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias, cast

import msgspec
import trio

from copilot_actors._errors import (
    ConnectionFault,
    CopilotError,
    InvalidOption,
    JsonValue,
    RpcError,
)
from copilot_actors._session_errors import SessionAlreadyExists, SessionNotFound
from copilot_actors._session_id import SessionId
from copilot_actors.client import Session
from copilot_actors.client._session._turn import SendFields
from copilot_actors.protocol import SessionEvent

from . import _refusals as refusals
from ._event_questions import ANSWERS
from ._hosted import Hosted
from ._session_params import (
    Params,
    capabilities,
    extra_options,
    send_fields,
    session_options,
    wire_tools,
)
from ._wire import EncodedEvent

if TYPE_CHECKING:
    from ._gateway import Core
    from ._peer import Peer
    from ._questions import Kind

Call: TypeAlias = Callable[["Core", "Peer", str, Params], Awaitable[JsonValue]]

_Ask: TypeAlias = Callable[[], Awaitable[JsonValue]]

_READY = ("idle", "running", "paused")
_AT_WORK = frozenset({"starting", "running", "recovering"})
_READ_AGAIN = 3
"""Times that a question is put to the CLI when it dies before it has answered."""


# --- Sessions -------------------------------------------------------------------------------


async def create(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """Create a session, attached to the peer; one that never had a prompt may be created again."""
    session_id = params.get("sessionId") or new_id(peer)
    session_id = await core.check(peer, method, session_id)
    async with core.opening(session_id):
        hosted = core.hosted.get(session_id)
        if hosted is not None and hosted.alive:
            if hosted.owner != peer.principal or hosted.prompted:
                raise SessionAlreadyExists(session_id)
            return await _join(core, peer, hosted, params)
        return await _open(core, peer, session_id, params, creating=True)


async def resume(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """Resume a session, or join it if it is open; its turn goes on undisturbed."""
    session_id = await core.check(peer, method, params.get("sessionId"))
    async with core.opening(session_id):
        hosted = await core.find(session_id)
        if hosted is not None:
            return await _join(core, peer, hosted, params)
        return await _open(core, peer, session_id, params, creating=False)


async def _open(
    core: Core, peer: Peer, session_id: str, params: Params, *, creating: bool
) -> JsonValue:
    core.check_room(peer)
    declared = wire_tools(params)
    options = session_options(params, core.defaults)
    hosted = Hosted(session_id, peer.principal, lambda: core.limits, core.counters)
    hosted.start = core.start
    hosted.told = extra_options(params)
    hosted.tools = {name: (item, core.principal(peer)) for name, item in declared.items()}
    options = msgspec.structs.replace(
        options,
        tools=[hosted.tool(item) for item in declared.values()],
        on_event=hosted.publish,
        on_permission_request=hosted.ask_permission,
        tool_timeout=core.limits.answer_timeout,
        question_timeout=core.limits.answer_timeout,
    )
    core.hosted[session_id] = hosted
    if not peer.closed:
        hosted.attach(peer, capabilities(params) | {"permission"}, frozenset(declared))
    try:
        if creating:
            hosted.session = await core.client.create_session(options, session_id=session_id)
        else:
            hosted.session = await core.client.resume_session(session_id, options)
            hosted.prompted = True
    except BaseException:
        core.forget(hosted)
        raise
    await core.watch(hosted)
    return _described(hosted, hosted.session)


async def _join(core: Core, peer: Peer, hosted: Hosted, params: Params) -> JsonValue:
    """Attach a peer to an open session, and take over what it says of tools and handlers."""
    session = core.session(hosted)
    declared = wire_tools(params)
    async with hosted.changing:
        if hosted.owner is not None:
            principal = core.principal(peer)
            for name in declared:
                if name in hosted.tools and hosted.tools[name][1] != principal:
                    clash = f"External tool name clash: {name} already registered by another"
                    raise RpcError("session.resume", refusals.INTERNAL_ERROR, f"{clash} connection")
        if peer.closed:
            return None
        if hosted.session_id not in peer.attached:
            core.check_room(peer)
        flags = capabilities(params) | {"permission"}
        hosted.attach(peer, flags, frozenset(declared))
        with trio.move_on_after(core.rpc_timeout) as scope:
            await session.wait_state(*_READY)
        if scope.cancelled_caught:
            raise refusals.Refusal(refusals.INTERNAL_ERROR, "the session is being recovered")
        if hosted.owner is not None and peer.framed:
            await _retell(core, peer, hosted, params)
    return _described(hosted, session)


async def _retell(core: Core, peer: Peer, hosted: Hosted, params: Params) -> None:
    """Tell the CLI of tools, handlers and settings that have changed since it was told last."""
    session = core.session(hosted)
    declared, options = wire_tools(params), extra_options(params)
    told = hosted.told
    changed = {n: value for n, value in options.items() if (told.get(n) or None) != (value or None)}
    if changed:
        merged = {**hosted.told, **changed}
        await session.set_extra_options({**core.defaults.extra, **merged})
        hosted.told = merged
    if any(
        name not in hosted.tools or hosted.tools[name][0] != declared[name] for name in declared
    ):
        await _use_tools(core, peer, hosted, declared)


async def _use_tools(
    core: Core, peer: Peer, hosted: Hosted, declared: Mapping[str, Params]
) -> None:
    principal = core.principal(peer)
    tools = {name: known for name, known in hosted.tools.items() if known[1] != principal}
    tools.update({name: (item, principal) for name, item in declared.items()})
    await core.session(hosted).set_tools([hosted.tool(item) for item, _ in tools.values()])
    hosted.tools = tools


async def set_tools(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """Replace the peer's tools; those of other peers stay."""
    hosted = await core.own(peer, method, params)
    declared = wire_tools(params)
    async with hosted.changing:
        await _use_tools(core, peer, hosted, declared)
        attachment = hosted.attachments.get(peer)
        if attachment is not None:
            attachment.tools = frozenset(declared)
    return {}


def _described(hosted: Hosted, session: Session | None) -> JsonValue:
    if session is None:
        return {"sessionId": hosted.session_id}
    reply: dict[str, JsonValue] = {
        "sessionId": hosted.session_id,
        "isRemote": False,
        "workspacePath": session.workspace_path,
        "capabilities": cast("JsonValue", dict(session.capabilities)),
        "modelState": {} if session.model is None else {"modelId": session.model},
    }
    if session.transcript_recovery is not None:
        reply["transcriptRecovery"] = cast("JsonValue", dict(session.transcript_recovery))
    return reply


def new_id(peer: Peer) -> str:
    """A new id of a session of this peer's."""
    principal = peer.principal
    if principal is None or not principal.scoped:
        return str(uuid.uuid4())
    named = SessionId(tenant=principal.tenant, user=principal.user, task=uuid.uuid4().hex)
    return named.encode()


async def leave(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """Let a session go: the last peer that does closes it, its data stays."""
    session_id = await core.check(peer, method, params.get("sessionId"))
    hosted = core.hosted.get(session_id)
    if hosted is None:
        return {"success": False}
    hosted.detach(peer)
    if hosted.owner is not None and not hosted.attachments:
        await core.close(hosted)
    return {"success": True}


async def delete(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """Delete a session and its data."""
    session_id = await core.check(peer, method, params.get("sessionId"))
    await core.delete(session_id)
    return {"success": True}


async def delete_all(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """Delete several sessions."""
    for session_id in await core.check_all(peer, method, params):
        await core.delete(session_id)
    return {"freedBytes": {}}


# --- Prompts --------------------------------------------------------------------------------


async def send(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """Send a supervised prompt. One with the ``source`` of an earlier one is that one, again."""
    hosted = await core.own(peer, method, params)
    session = core.session(hosted)
    prompt = params.get("prompt")
    fields = cast("SendFields", send_fields(params))
    source = params.get("source")
    key = source if isinstance(source, str) else f"agent-gateway-{uuid.uuid4().hex}"
    fields["source"] = key
    sent, new = hosted.sent(key)
    if new:
        hosted.prompted = True
        try:
            sent.message_id = await session.send(cast("str", prompt), **fields)
        except BaseException as error:
            hosted.sends.pop(key, None)
            sent.error = error if isinstance(error, Exception) else None
            raise
        finally:
            sent.done.set()
    else:
        core.counters.repeated_prompts += 1
        await sent.done.wait()
        if sent.message_id is None:
            raise sent.error or refusals.Refusal(refusals.INTERNAL_ERROR, "it was not sent")
    return {"messageId": sent.message_id}


async def send_messages(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """Continue a turn that was cut; one that goes on needs nobody to continue it."""
    hosted = await core.own(peer, method, params)
    session = core.session(hosted)
    if not params.get("messages") and session.state in _AT_WORK:
        return {"messageIds": []}
    hosted.prompted = True
    return await session.request(method, _plain(params))


async def abort(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """Abort the running turn and what waits behind it."""
    session = core.session(await core.own(peer, method, params))
    result = await session.abort()
    return {"success": result.outcome != "failed"}


async def activity(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """Whether a turn is under way; one that the gateway is recovering is."""
    hosted = await core.own(peer, method, params)
    session = core.session(hosted)
    if session.state in _AT_WORK:
        return {"hasActiveWork": True, "abortable": True}
    return await _reading(lambda: session.request(method, _plain(params)))


# --- Answers --------------------------------------------------------------------------------

_ANSWERED: dict[str, Kind] = {
    "session.permissions.handlePendingPermissionRequest": "permission",
    "session.tools.handlePendingToolCall": "tool",
}
_EARLY = 2.0
"""Seconds that an answer waits for its question, which is told a little later after a resume."""


async def answer(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """Take the answer of a permission or tool call: the first one counts."""
    hosted = await core.own(peer, method, params)
    session = core.session(hosted)
    kind, request_id = _ANSWERED[method], str(params.get("requestId"))
    if hosted.owner is None:
        return _judged(core, await session.request(method, _plain(params)))
    given = {name: params[name] for name in ("result", "error") if name in params}
    taken = hosted.questions.answer(kind, request_id, given)
    with trio.move_on_after(_EARLY):
        while taken == "unknown":
            await hosted.wait_change()
            taken = hosted.questions.answer(kind, request_id, given)
    if taken == "unknown":
        return _judged(core, await session.request(method, _plain(params)))
    if taken == "already_answered":
        return _judged(core, {"success": False})
    core.counters.questions_answered += 1
    hosted.notify()
    return {"success": True}


async def answer_event(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """Hand on the answer of another question; the CLI takes the first."""
    session = core.session(await core.own(peer, method, params))
    return _judged(core, await session.request(method, _plain(params)))


def _judged(core: Core, reply: JsonValue) -> JsonValue:
    if isinstance(reply, dict) and reply.get("success") is False:
        core.counters.late_answers += 1
        return {**reply, "reason": "already_answered"}
    core.counters.questions_answered += 1
    return reply


# --- Reading --------------------------------------------------------------------------------


async def persisted(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """Read the log of a session, with all that its peers have seen."""
    session_id = await core.check(peer, method, params.get("sessionId"))
    hosted = core.hosted.get(session_id)
    if hosted is not None and hosted.session is not None and hosted.session.state in _READY:
        with contextlib.suppress(CopilotError):
            await hosted.session.request("sessions.save")
    return await _reading(lambda: core.client.request(method, _plain(params)))


async def listing(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """List the stored sessions that are the peer's."""
    reply = await _reading(lambda: core.client.request(method, _plain(params)))
    found = reply.get("sessions") if isinstance(reply, dict) else None
    mine: list[JsonValue] = [
        item
        for item in (found if isinstance(found, list) else [])
        if isinstance(item, dict) and await core.may(peer, method, str(item.get("sessionId")))
    ]
    return {**(reply if isinstance(reply, dict) else {}), "sessions": mine}


async def last_id(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """The last session, if it is the peer's."""
    reply = await _reading(lambda: core.client.request(method, _plain(params)))
    known = reply.get("sessionId") if isinstance(reply, dict) else None
    if isinstance(known, str) and not await core.may(peer, method, known):
        return {}
    return reply


async def forward(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """Hand a request on to the CLI: about a session, a stored one, or none."""
    rule = core.rule(method)
    if rule.scope == "sessions":
        await core.check_all(peer, method, params)
    if rule.scope != "session" or method.startswith("sessions."):
        if rule.scope == "session":
            await core.check(peer, method, params.get("sessionId"))
        asking: _Ask = functools.partial(core.client.request, method, _plain(params))
    else:
        session = core.session(await core.own(peer, method, params))
        asking = functools.partial(session.request, method, _plain(params))
    return await (_reading(asking) if rule.reads else asking())


async def _reading(ask: _Ask) -> JsonValue:
    """Ask again where the CLI died before it answered: nothing is changed by that."""
    for _ in range(_READ_AGAIN - 1):
        try:
            return await ask()
        except ConnectionFault as error:
            if not error.retryable:
                raise
    return await ask()


def _plain(params: Params) -> dict[str, JsonValue]:
    return dict(params)


# --- The gateway's own methods --------------------------------------------------------------


async def attach(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """Attach to an open session, from a cursor on: persistent events after it come once, in order.

    The cursor is the id of the last persistent event that the peer had. Live events wait until
    the missed ones are sent. What was ephemeral among the missed ones is lost, and a
    ``copilot_actors.gateway.gap`` event says so.
    """
    session_id = await core.check(peer, method, params.get("sessionId"))
    async with core.opening(session_id):
        hosted = await core.find(session_id)
    if hosted is None:
        raise SessionNotFound(session_id)
    session = core.session(hosted)
    cursor = params.get("cursor")
    if cursor is not None and not isinstance(cursor, str):
        raise InvalidOption("cursor", "expected the id of an event")
    if session_id not in peer.attached:
        core.check_room(peer)
    principal = core.principal(peer)
    looks = principal.read_only or method == "gateway.tail"
    flags = frozenset() if looks else capabilities(params) | {"permission"}
    if peer.closed:
        return None
    attachment = hosted.attach(peer, flags)
    status = "live"
    if cursor is not None:
        attachment.held = []
        try:
            history = await session.get_messages()
        except BaseException:
            hosted.detach(peer)
            raise
        if cursor:
            gap = SessionEvent(
                "copilot_actors.gateway.gap", data={"cursor": cursor}, ephemeral=True
            )
            peer.send_event(EncodedEvent(session_id, gap))
        found = attachment.catch_up(session_id, cursor, history, hosted.published)
        status = "found" if found else "expired"
    pending: list[JsonValue] = [q.event.raw for q in hosted.questions.open() if q.event is not None]
    pending += [event.raw for event in hosted.event_questions.open()]
    return {
        "sessionId": session_id,
        "state": session.state,
        "cursorStatus": status,
        "pending": pending,
    }


async def detach(core: Core, peer: Peer, method: str, params: Params) -> JsonValue:
    """Get no more events of a session, which stays open."""
    session_id = await core.check(peer, method, params.get("sessionId"))
    hosted = core.hosted.get(session_id)
    if hosted is not None:
        hosted.detach(peer)
    return {}


async def sessions(core: Core, peer: Peer, method: str, _params: Params) -> JsonValue:
    """The open sessions that are the peer's."""
    found: list[JsonValue] = []
    for session_id, session in sorted(core.client.open_sessions().items()):
        if not await core.may(peer, method, session_id):
            continue
        hosted = core.hosted.get(session_id)
        found.append(
            {
                "sessionId": session_id,
                "state": session.state,
                "model": session.model,
                "peers": 0 if hosted is None else len(hosted.attachments),
                "questions": 0 if hosted is None else len(hosted.questions),
            }
        )
    return {"sessions": found}


async def tree(core: Core, _peer: Peer, _method: str, _params: Params) -> JsonValue:
    """The supervision tree, as text."""
    await trio.lowlevel.checkpoint()
    return {"tree": core.client.dump_tree()}


async def statistics(core: Core, _peer: Peer, _method: str, _params: Params) -> JsonValue:
    """The counters of the gateway and of its client."""
    await trio.lowlevel.checkpoint()
    client: JsonValue = msgspec.to_builtins(core.client.statistics())
    own: JsonValue = msgspec.to_builtins(core.statistics())
    return {"gateway": own, "client": client}


async def ping(_core: Core, _peer: Peer, _method: str, params: Params) -> JsonValue:
    """Answer without the CLI: the gateway lives while that is restarted."""
    await trio.lowlevel.checkpoint()
    message = params.get("message")
    return {"message": f"pong: {message}" if message else "pong", "protocolVersion": 3}


CALLS: Mapping[str, Call] = {
    "ping": ping,
    "session.create": create,
    "session.resume": resume,
    "session.send": send,
    "session.sendMessages": send_messages,
    "session.abort": abort,
    "session.destroy": leave,
    "session.detach": leave,
    "sessions.close": leave,
    "session.delete": delete,
    "sessions.delete": delete,
    "sessions.bulkDelete": delete_all,
    "session.metadata.activity": activity,
    "session.tools.set": set_tools,
    "session.list": listing,
    "session.getLastId": last_id,
    "sessions.readPersistedEvents": persisted,
    **dict.fromkeys(_ANSWERED, answer),
    **dict.fromkeys(ANSWERS, answer_event),
    "gateway.attach": attach,
    "gateway.tail": attach,
    "gateway.detach": detach,
    "gateway.sessions": sessions,
    "gateway.tree": tree,
    "gateway.statistics": statistics,
}
"""The methods that are not just forwarded."""
