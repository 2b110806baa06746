"""A client's sessions for other programs, over WebSocket. Above ``client``, below the command.

Nothing here is loaded by ``import copilot_actors``. ``docs/gateway.md`` has the protocol.
"""

from __future__ import annotations

from ._gateway import Gateway as Gateway
from ._limits import GatewayLimits as GatewayLimits
from ._server import open_gateway as open_gateway
from ._server import serve_gateway as serve_gateway
from ._statistics import GatewayStatistics as GatewayStatistics
from ._tokens import GatewayToken as GatewayToken

__all__ = [
    "Gateway",
    "GatewayLimits",
    "GatewayStatistics",
    "GatewayToken",
    "open_gateway",
    "serve_gateway",
]
