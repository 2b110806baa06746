"""A picture of the runs of a pipeline over time. Needs matplotlib: ``copilot-actors[plot]``."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ._reading import read_items, read_report
from ._states import ItemState


def save_plot(store: str | os.PathLike[str], path: str | os.PathLike[str]) -> None:
    """Draw how many items were done and how many were under way, and save it.

    Args:
        store: path of the store, which may be open elsewhere.
        path: of the picture; its suffix says of what kind.

    Raises:
        ImportError: there is no matplotlib.
        PipelineError: the store cannot be read.
        OSError: the picture cannot be written.
    """
    from matplotlib.backends.backend_agg import (  # noqa: PLC0415 - optional, and slow to load
        FigureCanvasAgg,
    )
    from matplotlib.figure import Figure  # noqa: PLC0415

    spans = [
        (record.started_at, record.ended_at, record.state)
        for record in read_items(store)
        if record.started_at is not None and record.ended_at is not None
    ]
    report = read_report(store)
    begin = min((start for start, _, _ in spans), default=0.0)
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for label, states in (
        ("finished", {ItemState.FINISHED}),
        ("failed", {ItemState.FAILED, ItemState.DEAD_LETTER}),
    ):
        ends = sorted(end - begin for _, end, state in spans if state in states)
        axes.step(*_counted([(end, 1) for end in ends]), where="post", label=label)
    changes = [(start - begin, 1) for start, _, _ in spans]
    changes += [(end - begin, -1) for _, end, _ in spans]
    axes.step(*_counted(sorted(changes)), where="post", label="running", alpha=0.5)
    axes.set_xlabel("seconds")
    axes.set_ylabel("items")
    axes.set_title(f"{report.name}: {report.runs} runs, {report.attempts} attempts")
    axes.legend()
    figure.savefig(path)


def _counted(changes: Sequence[tuple[float, int]]) -> tuple[list[float], list[int]]:
    times, totals, total = [0.0], [0], 0
    for time, change in changes:
        total += change
        times.append(time)
        totals.append(total)
    return times, totals
