"""The public names of the trio API, and what becomes of each at a border.

Everything that is not named here crosses as it is: a generator writes its signature, documented
in ``copilot_actors/_tools/gen_borders.py``. A test fails for a name that is neither on a border
nor in one of these tables.
"""

from __future__ import annotations

from collections.abc import Mapping

BY_HAND: Mapping[str, frozenset[str]] = {
    "Client": frozenset({"on_request", "open_sessions", "rpc"}),
    "Session": frozenset({"history", "rpc"}),
    "AgentHost": frozenset(),
    "SessionUi": frozenset(),
    "SessionWorkspace": frozenset(),
}
"""What the classes under the generated ones define, since it differs more than in its form."""

INTERNAL = frozenset({"connection_changed", "dispose", "keep", "materialize", "notified", "start"})
"""Methods of ``AgentHost`` that only its client calls."""

ABSENT: Mapping[str, Mapping[str, str]] = {
    "blocking": {
        "Client.drain_at_signal": "Python delivers signals to the main thread: there Ctrl-C is an "
        "exception, and a handler of `signal.signal` may set a flag; then call `drain`",
        "Client.pipeline": "work functions run beside the sessions, on the trio side; see "
        "`copilot-actors pipeline` for batch work without trio",
    },
    "aio": {
        "Client.pipeline": "work functions run beside the sessions, on the trio side; see "
        "`copilot-actors pipeline` for batch work without trio",
    },
}
"""Names that a border lacks, with the reason (docs/blocking.md and docs/asyncio.md tell it)."""
