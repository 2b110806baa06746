"""Replace a CLI that has grown old or fat, at a moment when nobody notices."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import msgspec
import trio

from copilot_actors._errors import InvalidOption
from copilot_actors._proc import resident_size

from ._connection._link import Lifecycle
from ._session import _values as v

if TYPE_CHECKING:
    from ._connection._connection import Connection
    from ._session._context import ClientContext

_log = logging.getLogger("copilot_actors.client")

_IDLE_POLL = 0.1
"""Seconds between two looks for an idle moment, while a CLI is due."""
_AT_REST = (v.Phase.IDLE, v.Phase.PAUSED, v.Phase.CLOSED, v.Phase.FAILED)


class Recycle(msgspec.Struct, frozen=True, kw_only=True):
    """When to replace the CLI; what is ``None`` is no reason. At least one limit is needed.

    The CLI keeps the memory of sessions that it has let go and of turns that are over, and ends
    at some gigabytes (case P7). So before that it is ended in good order and started anew, at a
    moment without a turn.

    Attributes:
        max_age: seconds since its start.
        max_turns: finished turns.
        max_rss: bytes of resident memory of its process. Linux only.
        check_interval: seconds between two looks at the limits.
        patience: seconds that a CLI over a limit is given to come to rest before that is counted
            as deferred, once for each such time. It is never replaced under a turn: prompts come
            first.
    """

    max_age: float | None = None
    max_turns: int | None = None
    max_rss: int | None = None
    check_interval: float = 5.0
    patience: float = 60.0

    def validate(self, *, owned: bool) -> None:
        """Check the values, and whether they can be had here.

        Args:
            owned: whether the client starts the CLI.

        Raises:
            InvalidOption: naming the field.
        """
        for name, value in msgspec.structs.asdict(self).items():
            needed = name in ("check_interval", "patience")
            number = isinstance(value, int | float) and not isinstance(value, bool) and value > 0
            if number and name in ("max_turns", "max_rss"):
                number = isinstance(value, int)
            if not number and (needed or value is not None):
                raise InvalidOption(f"recycle.{name}", f"expected a positive number, got {value!r}")
        if self.max_age is None and self.max_turns is None and self.max_rss is None:
            raise InvalidOption("recycle", "no limit is set: max_age, max_turns or max_rss")
        if self.max_rss is not None and sys.platform != "linux":
            raise InvalidOption("recycle.max_rss", "the size of a process is known on Linux only")
        if not owned:
            raise InvalidOption("recycle", "this transport does not start the CLI")

    def reason(self, *, age: float, turns: int, rss: int | None) -> str | None:
        """Say which limit is reached, or return ``None``."""
        if self.max_age is not None and age >= self.max_age:
            return f"it is {age:.0f} s old"
        if self.max_turns is not None and turns >= self.max_turns:
            return f"it has finished {turns} turns"
        if self.max_rss is not None and rss is not None and rss >= self.max_rss:
            return f"it has {rss} bytes in memory"
        return None


async def keep_young(context: ClientContext, recycle: Recycle) -> None:
    """Watch the CLI of a client, one after the other, and replace each that is due."""
    link = context.link
    while True:
        await trio.sleep(recycle.check_interval)
        connection = link.connection
        if connection is None:
            continue
        rss = None
        if recycle.max_rss is not None and connection.channel is not None:
            rss = resident_size(connection.channel.pid or 0)
        reason = recycle.reason(age=trio.current_time() - link.up_since, turns=link.turns, rss=rss)
        if reason is None or not await _at_rest(context, connection, recycle.patience):
            continue
        # No checkpoint since the last look: nothing can have begun.
        context.counters.recycled += 1
        _log.info("the CLI is recycled: %s", reason)
        connection.retire(f"the CLI is recycled: {reason}")
        link.announce(
            Lifecycle(
                type="copilot_actors.client.recycled",
                session_id="",
                metadata={"reason": reason, "incarnation": link.incarnation},
            )
        )


async def _at_rest(context: ClientContext, connection: Connection, patience: float) -> bool:
    """Wait for a moment at which nothing is under way.

    Returns:
        Whether it came before the connection ended, within ``patience`` seconds.
    """
    with trio.move_on_after(patience):
        while connection is context.link.connection:
            if not _is_busy(context, connection):
                return True
            await trio.sleep(_IDLE_POLL)
        return False
    context.counters.deferred_recycles += 1
    return False


def _is_busy(context: ClientContext, connection: Connection) -> bool:
    """Whether a turn, an opening, an end or a request is under way; a drain is an end too."""
    return (
        context.drain is not None
        or connection.busy
        or len(context.ledger) > 0
        or any(record.phase not in _AT_REST or record.waiting for record in context.table)
    )
