"""The asyncio bridge: clients and sessions for programs that run asyncio.

``async with aio.open_client() as client:`` runs trio as a guest of the loop that runs, in its
thread; the methods of the trio API are for asyncio's tasks here. Options, values and errors are
those of ``copilot_actors``. See docs/asyncio.md.
"""

from ._base import SessionHistory as SessionHistory
from ._chat import Chat as Chat
from ._chat import ChatOpening as ChatOpening
from ._chat import Copilot as Copilot
from ._facade import AgentHost as AgentHost
from ._facade import Client as Client
from ._facade import Session as Session
from ._facade import SessionUi as SessionUi
from ._facade import SessionWorkspace as SessionWorkspace
from ._invocations import CommandInvocation as CommandInvocation
from ._invocations import ToolInvocation as ToolInvocation
from ._open import open_client as open_client

__all__ = [
    "AgentHost",
    "Chat",
    "ChatOpening",
    "Client",
    "CommandInvocation",
    "Copilot",
    "Session",
    "SessionHistory",
    "SessionUi",
    "SessionWorkspace",
    "ToolInvocation",
    "open_client",
]


def _name_publicly() -> None:
    """Let tracebacks, reprs and pickles show where a user imports a name from."""
    for name in __all__:
        if globals()[name].__module__.startswith(f"{__name__}."):
            globals()[name].__module__ = __name__


_name_publicly()
