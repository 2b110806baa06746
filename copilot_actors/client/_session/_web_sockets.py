"""Doing without WebSockets: when a model call has failed because of them, and the options then.

GitHub's provider is asked over a WebSocket where the model has one. A proxy that spreads the frames
of one conversation over several connections makes the provider refuse it: status 400, with a
message that an input item does not belong to this connection. Over HTTP the same call works.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from copilot_actors.client._options._poison import status_of
from copilot_actors.client._options._providers import CapiOptions
from copilot_actors.client._options._session_options import session_options

if TYPE_CHECKING:
    from copilot_actors.client._options._session_options import SessionOptions

_FAULT = "input item id does not belong"
_BAD_REQUEST = 400


def is_web_socket_fault(error: Mapping[str, object], call: Mapping[str, object]) -> bool:
    """Whether a turn failed with exactly what a proxy makes of a WebSocket's conversation."""
    message = str(error.get("message", "")).lower()
    return status_of(error, call) == _BAD_REQUEST and _FAULT in message


def may_fall_back(options: SessionOptions) -> bool:
    """Whether a session may be loaded anew without WebSockets, and its turn continued."""
    off = _capi(options).get("enableWebSocketResponses") is False
    return options.web_socket_fallback and options.interrupted == "continue" and not off


def without_web_sockets(options: SessionOptions) -> SessionOptions:
    """The options with WebSockets off, the other settings of the provider as they are."""
    capi = {**_capi(options), "enableWebSocketResponses": False}
    return session_options(options, {"capi": capi})


def _capi(options: SessionOptions) -> dict[str, object]:
    capi = options.capi
    if isinstance(capi, CapiOptions):
        return dict(msgspec.to_builtins(capi))
    if not isinstance(capi, Mapping):
        return {}
    names = {"enable_web_socket_responses": "enableWebSocketResponses"}
    return {names.get(name, name): value for name, value in capi.items()}
