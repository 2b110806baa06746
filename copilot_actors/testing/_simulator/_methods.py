"""The requests that a simulated CLI serves: one table from method to handler.

Names, shapes and error texts are those of CLI 1.0.102 (protocol, sections 2 to 6).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from . import _interception as interception
from . import _methods_asking as asking
from . import _methods_hosting as hosting
from . import _methods_process as process
from . import _methods_reading as reading
from . import _methods_sessions as sessions
from . import _methods_settings as settings
from . import _methods_turns as turns
from . import _methods_workspace as workspace
from ._sessions import Handler

METHODS: Final[Mapping[str, Handler]] = {
    **asking.METHODS,
    **hosting.METHODS,
    **interception.METHODS,
    **process.METHODS,
    **reading.METHODS,
    **sessions.METHODS,
    **settings.METHODS,
    **turns.METHODS,
    **workspace.METHODS,
}
"""Every method that the simulated CLI serves; all others are answered -32601."""
