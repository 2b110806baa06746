"""What the classes of ``session.rpc`` and ``client.rpc`` need: something that calls."""

from __future__ import annotations

from typing import Protocol, TypeVar

T = TypeVar("T")


class Call(Protocol):
    """Sends one request and decodes its result.

    Args:
        method: name on the wire.
        params: a Struct, a mapping, or ``None`` for no parameters.
        result: the type of the result.
        rpc_timeout: seconds, or ``None`` for the client's default.
    """

    async def __call__(
        self, method: str, params: object, result: type[T], rpc_timeout: float | None
    ) -> T:
        """Send, wait and decode."""
        ...


class RpcNamespace:
    """Methods of one namespace. It holds nothing but the way to call them."""

    __slots__ = ("_call",)

    def __init__(self, call: Call) -> None:
        self._call = call

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"
