"""The page of pipelines agrees with the code."""

from __future__ import annotations

import pathlib
import re

from copilot_actors import pipeline as pl
from copilot_actors.pipeline import ItemState
from copilot_actors.pipeline._states import TRANSITIONS

PAGE = (pathlib.Path(__file__).parents[3] / "docs" / "batch.md").read_text()


def test_every_option_is_on_the_page():
    section = PAGE.split("## Flow")[1].split("## Stopping")[0]
    named = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (.*?) \|", section, re.MULTILINE)))
    told = {"progress_interval"}
    assert set(named) | told == set(pl.PipelineOptions.__struct_fields__)
    assert set(pl.PipelineOptionFields.__annotations__) == set(pl.PipelineOptions.__struct_fields__)


def test_every_error_is_on_the_page_with_what_it_says_of_itself():
    section = PAGE.split("## Errors")[1]
    rows = dict(re.findall(r"^\| `(\w+)` \| ([\w ]+) \|", section, re.MULTILINE))
    leaves = {
        name: value
        for name in pl.__all__
        if isinstance(value := getattr(pl, name), type)
        and issubclass(value, pl.PipelineError)
        and not value.__subclasses__()
    }
    assert set(rows) == set(leaves)
    for name, error in leaves.items():
        assert rows[name] in ("as recorded", "yes" if error.retryable else "no")


def test_the_table_of_the_page_is_that_of_the_code():
    shown = re.findall(r"^\| `(\w+)` \| (\w+)[^|]* \| `(\w+)` \|$", PAGE, re.MULTILINE)
    assert sorted(shown) == sorted(
        (str(state), str(what), str(then)) for (state, what), then in TRANSITIONS.items()
    )
    assert all(f"`{state}`" in PAGE for state in ItemState)
