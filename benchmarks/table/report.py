"""The results as JSON, as Markdown, and as the measured section of docs/benchmarks.md."""

from __future__ import annotations

import datetime as dt
import json
import os
import pathlib
import platform
from collections.abc import Mapping, Sequence
from typing import TypedDict

from .ratios import RowOf, miss
from .rows import NAMES, ROWS, SERVER

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
BUSY = (
    "**Other programs had the machine as well: this shows that everything runs, and hardly more.**"
)
DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md"


class Results(TypedDict):
    """What a run leaves in results.json."""

    machine: str
    cores: int
    load: list[float]
    """The load average before and after."""
    date: str
    seconds: float
    rounds: int
    seed: int
    scale: float
    cpu: bool
    """Rates are per second of the client's CPU time."""
    versions: dict[str, str]
    groups: dict[str, list[RowOf]]
    server: dict[str, dict[str, float]]
    """Share of the time in which the synthetic server was busy, by scenario and contender."""
    missing: dict[str, str]
    failures: list[str]


def cores() -> int:
    return len(os.sched_getaffinity(0))


def machine() -> str:
    """The machine in general terms."""
    kilobytes = int(pathlib.Path("/proc/meminfo").read_text().split()[1])
    release = ".".join(platform.release().split(".")[:2])
    return (
        f"{cores()} {'core' if cores() == 1 else 'cores'} ({platform.machine()}), "
        f"{kilobytes / 2**20:.0f} GB, {platform.system()} {release}"
    )


def today() -> str:
    return dt.datetime.now(dt.UTC).date().isoformat()


def number(value: float) -> str:
    """Three digits that matter."""
    return f"{value:.3g}" if abs(value) < 100 else f"{value:,.0f}"


def line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def spread(low: float, high: float) -> str:
    return "" if low == high else f"{number(low)} to {number(high)}"


def figure(row: RowOf) -> str:
    """The figures behind a ratio, or all that a row without one has."""
    ratio, contenders = row["ratio"], row["contenders"]
    unit = row["unit"] or ""
    if ratio is not None and {ratio["of"], ratio["to"]} <= contenders.keys():
        return f"{number(contenders[ratio['of']])} / {number(contenders[ratio['to']])} {unit}"
    if row["note"].startswith("not measured"):
        return ""
    return "; ".join(
        f"{name}: {number(value)} {unit}".strip() for name, value in contenders.items()
    )


def figures(rows: Sequence[RowOf]) -> list[str]:
    """What each contender did, a line for each row."""
    names = [name for name in NAMES.values() if any(name in row["contenders"] for row in rows)]
    kinds = {row.id: row for row in ROWS}
    lines = [line("row", "unit", "better", *names), line(*["---"] * 3, *["---:"] * len(names))]
    seen: set[str] = set()
    for row in rows:
        if row["row"] in seen or row["row"] not in kinds or not row["contenders"]:
            continue
        seen.add(row["row"])
        kind = kinds[row["row"]]
        name = f"{kind.name} (floor: {kind.floor})" if kind.floor else kind.name
        values = [row["contenders"].get(contender) for contender in names]
        cells = ["" if value is None else number(value) for value in values]
        lines.append(line(name, kind.unit, "less" if kind.lower_is_better else "more", *cells))
    return lines


def verdicts(rows: Sequence[RowOf]) -> list[str]:
    """Each ratio beside its target."""
    columns = ["row", "figures", "ratio", "range", "target", "result"]
    lines = [line(*columns), line("---", "---", *["---:"] * 3, "---")]
    for row in rows:
        ratio = row["ratio"]
        result = miss(row)
        if row["note"]:
            result = row["note"] if ratio is None else f"{result}; {row['note']}".lstrip("; ")
        lines.append(
            line(
                row["name"] if ":" in row["name"] else f"{row['row']}: {row['name']}",
                figure(row),
                "" if ratio is None else number(ratio["median"]),
                "" if ratio is None else spread(ratio["low"], ratio["high"]),
                row["target"] or "",
                result,
            )
        )
    return lines


def server_lines(server: Mapping[str, Mapping[str, float]]) -> list[str]:
    names = [key for key in NAMES if any(key in shares for shares in server.values())]
    lines = [
        line("scenario", *(NAMES[name] for name in names)),
        line("---", *["---:"] * len(names)),
    ]
    for scenario, shares in server.items():
        cells = [f"{shares[name]:.0%}" if name in shares else "" for name in names]
        lines.append(line(scenario, *cells))
    return lines


def summary(groups: Mapping[str, Sequence[RowOf]]) -> str:
    rows = [row for group in groups.values() for row in group]
    judged = [row for row in rows if row["met"] is not None]
    met = sum(bool(row["met"]) for row in judged)
    unmeasured = sum(row["note"].startswith("not measured") for row in rows)
    missed = len(judged) - met
    return f"{met} of {len(judged)} targets met, {missed} missed; {unmeasured} not measured."


def measured(results: Results) -> str:
    """The measured section, in Markdown."""
    before, after = results["load"]
    versions = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    shorter = "" if results["scale"] == 1 else f", {results['scale']:g} of the work"
    run = (
        f"{results['date']}; {results['machine']}; {versions}.\n"
        f"{results['rounds']} rounds{shorter}, seed {results['seed']}, "
        f"{results['seconds'] / 60:.1f} minutes; load {before:.1f} before and {after:.1f} after."
    )
    if results["cpu"]:
        run += "\nRates are per second of the client's own processor time; delays are not."
    parts = [run, "", summary(results["groups"])]
    if before > results["cores"] / 2:
        parts += ["", BUSY]
    for name, rows in results["groups"].items():
        parts += ["", f"### {name}", ""]
        if any(row["row"] in {kind.id for kind in ROWS} for row in rows):
            parts += [*figures(rows), ""]
        parts += verdicts(rows)
    if results["server"]:
        parts += [
            "",
            "### How busy the synthetic server was",
            "",
            f'Its share of the time of each contender; "{NAMES[SERVER]}" is all that it can do.',
            "",
            *server_lines(results["server"]),
        ]
    if results["missing"] or results["failures"]:
        parts += ["", "### What did not run", ""]
        parts += [f"- {NAMES.get(key, key)}: {why}" for key, why in results["missing"].items()]
        parts += [f"- {failure}" for failure in results["failures"]]
    return "\n".join(parts) + "\n"


def write(results: Results, folder: pathlib.Path) -> pathlib.Path:
    """Write results.json and table.md and return the latter."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    page = folder / "table.md"
    page.write_text(f"# Benchmarks\n\n{measured(results)}")
    return page


def replaced(page: str, section: str) -> str:
    """The page with another measured section.

    Raises:
        ValueError: the page has no such section.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"no section between {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{section}\n{END}{after}"


def write_docs(results_file: pathlib.Path, page: pathlib.Path = DOCS) -> None:
    """Put the results of a run into the page."""
    results: Results = json.loads(results_file.read_text())
    page.write_text(replaced(page.read_text(), measured(results)))
