"""The types of all published methods: parameters, results and what they are made of.

``SessionRpc`` is the class of ``session.rpc``, ``ServerRpc`` that of ``client.rpc``; types of the
CLI's requests to this process are here too. Written from GitHub's schema by a generator; see
docs/protocol.md. A family of types is imported when one of its names is used first.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from ._method import Method as Method
from ._method import MethodGroup as MethodGroup
from ._wire_struct import UnknownVariant as UnknownVariant
from ._wire_struct import WireStruct as WireStruct

if TYPE_CHECKING:
    from ._generated.all_rpc import *  # noqa: F403


def __getattr__(name: str) -> object:
    from ._generated.index import RPC_NAMES  # noqa: PLC0415

    module = RPC_NAMES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    package = __name__.rpartition(".")[0]
    found: object = getattr(importlib.import_module(f"{package}._generated.{module}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    from ._generated.index import RPC_NAMES  # noqa: PLC0415

    return sorted({*globals(), *RPC_NAMES})


def published_methods() -> tuple[Method, ...]:
    """Every method of the published schema."""
    from ._generated.methods import METHODS  # noqa: PLC0415

    return METHODS
