"""Which exceptions of a user's handler are the handler's own affair."""

from __future__ import annotations

import trio

_ENDS_MORE = (trio.Cancelled, KeyboardInterrupt, SystemExit, GeneratorExit)


def is_own_fault(error: BaseException) -> bool:
    """Whether an exception concerns only the handler that raised it (case S2).

    A cancellation and what ends the program do not, alone or in a group; any other exception
    does, also one that does not inherit from :exc:`Exception`.
    """
    if isinstance(error, BaseExceptionGroup):
        return all(is_own_fault(inner) for inner in error.exceptions)
    return not isinstance(error, _ENDS_MORE)
