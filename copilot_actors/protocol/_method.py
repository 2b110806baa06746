"""What the published schema says of one method."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

MethodGroup: TypeAlias = Literal["server", "session", "client_session", "client_global"]


class Method(NamedTuple):
    """One method.

    Attributes:
        name: on the wire.
        group: ``"server"`` (of ``client.rpc``), ``"session"`` (of ``session.rpc``), or
            ``"client_session"`` and ``"client_global"``: requests of the CLI to this process.
        path: attributes under ``rpc`` that lead to it, such as ``"history.compact"``.
        module: the generated module with its types.
        params: name of the type of its parameters, or ``None``.
        result: the type of its result.
        stability: ``"experimental"`` or ``"stable"``.
        internal: whether GitHub marks it as not meant for users.
    """

    name: str
    group: MethodGroup
    path: str
    module: str
    params: str | None
    result: str
    stability: str
    internal: bool
