"""LAYER 3: a conversation for scripts: open it with a prompt, send the next one, read results."""

import sys as _sys

from ._chat import Chat as Chat
from ._chat import ChatBackend as ChatBackend
from ._chat import ChatOpening as ChatOpening
from ._chat import Copilot as Copilot
from ._result import AgentSessionResult as AgentSessionResult

__all__ = [
    "AgentSessionResult",
    "Chat",
    "ChatBackend",
    "ChatOpening",
    "Copilot",
]

for _name in __all__:
    _thing = getattr(_sys.modules[__name__], _name)
    if getattr(_thing, "__module__", "").startswith(f"{__name__}."):
        _thing.__module__ = __name__
