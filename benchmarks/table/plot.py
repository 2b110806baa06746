"""The ratios of a run as a picture: one point per ratio, its range, and the mark of its target.

    python plot.py results.json FOLDER

Run by the environment that has matplotlib; writes ratios.png and ratios.svg.
"""

from __future__ import annotations

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

import matplotlib as mpl

mpl.use("agg")

from matplotlib import pyplot as plt
from matplotlib.lines import Line2D

from benchmarks.table.ratios import times_as_good

COLOURS = {True: "#2a7f3f", False: "#b3261e", None: "#5f6368"}
WORDS = {True: "target met", False: "target missed", None: "no target"}


def main() -> None:
    results = json.loads(pathlib.Path(sys.argv[1]).read_text())
    folder = pathlib.Path(sys.argv[2])
    rows = [row for group in results["groups"].values() for row in group]
    points = [(row, point) for row in rows if (point := times_as_good(row)) is not None]
    if not points:
        return
    figure, axes = plt.subplots(figsize=(10, 1.5 + 0.24 * len(points)), layout="constrained")
    for place, (row, (median, low, high, target)) in enumerate(reversed(points)):
        colour = COLOURS[row["met"]]
        axes.plot([low, high], [place, place], color=colour, linewidth=1.2)
        axes.plot(median, place, "o", color=colour, markersize=5)
        if target is not None:
            axes.plot(target, place, "|", color="black", markersize=11, markeredgewidth=1.6)
    axes.set_xscale("log")
    axes.axvline(1, color="#c0c4c8", linewidth=0.8, zorder=0)
    axes.set_yticks(range(len(points)), [row["name"] for row, _ in reversed(points)], fontsize=7)
    axes.set_ylim(-1, len(points))
    axes.set_xlabel(
        "times as good as the other one (more is better; median and range of the rounds)"
    )
    axes.grid(axis="x", color="#e8eaed", linewidth=0.6)
    axes.set_axisbelow(True)
    handles = [
        Line2D([], [], color=COLOURS[met], marker="o", linestyle="", label=word)
        for met, word in WORDS.items()
    ]
    handles.append(
        Line2D([], [], color="black", marker="|", linestyle="", markersize=10, label="target")
    )
    axes.legend(handles=handles, fontsize=8, loc="lower right")
    axes.set_title(f"copilot_actors, {results['date']}: {results['machine']}", fontsize=9)
    figure.savefig(folder / "ratios.png", dpi=140)
    figure.savefig(folder / "ratios.svg")


if __name__ == "__main__":
    main()
