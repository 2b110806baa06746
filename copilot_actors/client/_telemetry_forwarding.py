"""Hands the CLI's own reports to GitHub, forwarded on request, to a function of the program.

The function is served as a subscriber is: a slow one loses events, which are counted, and delays
nobody; one that raises is logged and goes on.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import msgspec

from copilot_actors.protocol import SessionEvent

from ._options._client_handlers import GitHubTelemetry

if TYPE_CHECKING:
    from copilot_actors._errors import JsonValue

    from ._options._session_options import EventHandler
    from ._session._context import ClientContext

GITHUB_TELEMETRY = "gitHubTelemetry.event"
_SUBSCRIBERS = ":telemetry"
"""Where its subscription stands among those of sessions: no session has this id."""


def forward_telemetry(context: ClientContext) -> None:
    """Subscribe the handler of the options, if there is one, for as long as the client lives."""
    handler = context.options.on_github_telemetry
    if handler is None:
        return
    subscriptions = context.subscriptions

    def notified(params: msgspec.Raw) -> None:
        try:
            fields = msgspec.json.decode(params, type=dict)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            fields = {}
        if not isinstance(fields.get("event"), dict):
            context.counters.malformed_events += 1
            return
        event = SessionEvent(GITHUB_TELEMETRY, data=fields, ephemeral=True)
        subscriptions.publish(_SUBSCRIBERS, event)

    subscriptions.add(_SUBSCRIBERS, {GITHUB_TELEMETRY}, _of_reports(handler))
    context.link.notification_handlers[GITHUB_TELEMETRY] = notified


def _report(event: SessionEvent) -> GitHubTelemetry:
    data = event.data
    details = cast("dict[str, JsonValue]", data["event"])
    kind, session_id = details.get("kind"), data.get("sessionId")
    return GitHubTelemetry(
        session_id=session_id if isinstance(session_id, str) else None,
        # What does not say that anybody may see it is for few.
        restricted=data.get("restricted") is not False,
        kind=kind if isinstance(kind, str) else "",
        properties=_mapping(details.get("properties")),
        metrics=_mapping(details.get("metrics")),
        event=details,
    )


def _mapping(value: JsonValue) -> dict[str, JsonValue]:
    return value if isinstance(value, dict) else {}


def _of_reports(handler: Callable[..., object]) -> EventHandler:
    # What wraps an async function is served as one: it is looked through.
    @functools.wraps(handler)
    def adapted(event: SessionEvent) -> object:
        return handler(_report(event))

    return cast("EventHandler", adapted)
