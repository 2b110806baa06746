"""The blocking API: clients and sessions for programs without an event loop.

``with blocking.open_client() as client:`` starts one background thread in which trio runs the
client; the methods of the trio API wait here. Options, values and errors are those of
``copilot_actors``. See docs/blocking.md.
"""

from ._base import SessionHistory as SessionHistory
from ._chat import Chat as Chat
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
