"""What a run tells of itself while it goes on, and a pipeline at the end."""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

from ._records import ItemRecord, Usage
from ._states import ItemState


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """A snapshot of a run.

    Attributes:
        elapsed: seconds since its begin.
        pulled: items taken from the iterable.
        running: items under way.
        waiting: items at hand, those that wait for their next attempt included.
        finished: items that this run finished.
        recalled: items that an earlier run had brought to an end.
        failed: items that this run brought to another end, dead letters included.
        refused: items that were not run: duplicate keys, and what cannot be stored.
        retries: attempts that failed and will be repeated.
        blocked: times that a work function kept the event loop to itself for too long.
        paused_for: seconds for which the breaker lets nothing begin.
        rate: items finished per second, over the whole run.
        usage: of this run.
        over: whether the run has ended.
    """

    elapsed: float
    pulled: int = 0
    running: int = 0
    waiting: int = 0
    finished: int = 0
    recalled: int = 0
    failed: int = 0
    refused: int = 0
    retries: int = 0
    blocked: int = 0
    paused_for: float = 0.0
    rate: float = 0.0
    usage: Usage = Usage()
    over: bool = False

    def __str__(self) -> str:
        parts = [
            f"{self.finished + self.recalled} done",
            f"{self.running} running",
            f"{self.failed} failed",
            f"{self.retries} retries",
            f"{self.rate:.2f}/s",
        ]
        if self.refused:
            parts.append(f"{self.refused} refused")
        if self.paused_for:
            parts.append(f"paused for {self.paused_for:.0f} s")
        return ", ".join([*parts, usage_text(self.usage)])


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What the store of a pipeline says of all runs together.

    Attributes:
        name: of the pipeline.
        store: path of the store.
        counts: items by state; states without items too.
        attempts: attempts that were begun.
        duration: seconds of work, summed over items.
        usage: summed over items.
        elapsed: seconds that the runs took, without those in which the program ended.
        runs: how many there were.
        stopped: why the last run ended: ``"complete"``, ``"drained"``, what stopped it, or
            ``None`` while it goes on or when the program ended in the middle.
        dead_letters: the first 20 items that failed or are dead letters.
    """

    name: str
    store: str
    counts: Mapping[ItemState, int]
    attempts: int = 0
    duration: float = 0.0
    usage: Usage = Usage()
    elapsed: float = 0.0
    runs: int = 0
    stopped: str | None = None
    dead_letters: list[ItemRecord] = []

    @property
    def complete(self) -> bool:
        """Whether all items that the store knows are finished."""
        return sum(self.counts.values()) == self.counts[ItemState.FINISHED]

    def __str__(self) -> str:
        work = f"{self.attempts} attempts, {self.duration:.1f} s of work"
        lines = [
            f"pipeline {self.name!r}: {sum(self.counts.values())} items in {self.store}",
            "  " + ", ".join(f"{count} {state}" for state, count in self.counts.items() if count),
            f"  {work}, {self.runs} runs that took {self.elapsed:.1f} s",
            f"  {usage_text(self.usage)}",
        ]
        if self.stopped not in (None, "complete"):
            lines.append(f"  the last run ended: {self.stopped}")
        for record in self.dead_letters:
            reason = "" if record.error is None else record.error.message.splitlines()[0][:200]
            lines.append(f"  {record.state} {record.key[:80]!r} ({record.attempts}): {reason}")
        return "\n".join(line for line in lines if line.strip())


def usage_text(usage: Usage) -> str:
    """Usage in a few words."""
    text = f"{usage.input_tokens} + {usage.output_tokens} tokens"
    return text if math.isclose(usage.cost, 0.0) else f"{text}, cost {usage.cost:.2f}"
