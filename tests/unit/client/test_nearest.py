"""What an unknown name was probably meant to be."""

from __future__ import annotations

import pytest

from copilot_actors.client._nearest import nearest

KNOWN = ["streaming", "in-memory", "a_b", "Tone"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("streamin", "streaming"),
        ("IN_MEMORY", "in-memory"),
        ("ab", "a_b"),
        ("TONE", "Tone"),
        ("something else", None),
        ("", None),
        (5, None),
    ],
)
def test_the_nearest_name_is_told_if_one_is_near(name, meant):
    assert nearest(name, KNOWN) == (f"; did you mean {meant!r}?" if meant else "")


def test_nothing_is_near_where_nothing_is_known():
    assert nearest("x", ()) == ""
