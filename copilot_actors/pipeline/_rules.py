"""What a run does with each item: how it is called, how important it is, how often tried."""

from __future__ import annotations

from collections.abc import Callable

from ._attempts import Entry
from ._feed import key_of
from ._policy import Restart, RetryPolicy
from ._settings import PipelineOptions, check_restart


class Rules:
    """Makes the entry of each item."""

    def __init__(
        self,
        key: Callable[..., str] | None,
        priority: Callable[..., float] | None,
        restart: object,
        options: PipelineOptions,
    ) -> None:
        self._key = key
        self._priority = priority
        self._restart_of = restart if callable(restart) else None
        self._restart: Restart = "transient" if callable(restart) else check_restart(restart)
        self._options = options

    def entry(self, position: int, item: object) -> Entry:
        """Make the entry of an item.

        Raises:
            InvalidOption: its key is no text, its restart none that exists.
            Exception: what the functions of the caller raise.
        """
        key = key_of(item, self._key)
        priority = 0.0 if self._priority is None else float(self._priority(item))
        chosen: Restart = self._restart
        if self._restart_of is not None:
            chosen = check_restart(self._restart_of(item))
        policy = RetryPolicy(
            restart=chosen,
            max_attempts=self._options.max_attempts,
            max_interruptions=self._options.max_interruptions,
        )
        return Entry(position, key, item, priority=priority, policy=policy)
