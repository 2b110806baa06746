"""What every test may rely on, however the suite is run."""

from __future__ import annotations

import os
import signal

import pytest


def pytest_configure(config):
    """Let the hundreds of CLIs that a run starts share the code that each would compile anew.

    A cache of Node's, which the CLI is built on; it takes a seventh off the processor time of a
    start with a turn. Programs under test inherit it, and one that is given an environment does not.
    """
    if (cache := getattr(config, "cache", None)) is not None:
        os.environ.setdefault("NODE_COMPILE_CACHE", str(cache.mkdir("node-compile-cache")))


def pytest_collection_modifyitems(config, items):
    """Leave out what is ``exhaustive``, unless ``COPILOT_ACTORS_FULL_SWEEP`` is set.

    Marked are further cells of a matrix whose other cells always run. ``exhaustive("real")`` means
    those on the real CLI, where the simulator always runs them all.
    """
    if os.environ.get("COPILOT_ACTORS_FULL_SWEEP"):
        return

    def left_out(item):
        return any(
            not marker.args or item.get_closest_marker("real_cli") is not None
            for marker in item.iter_markers("exhaustive")
        )

    config.hook.pytest_deselected(items=[item for item in items if left_out(item)])
    items[:] = [item for item in items if not left_out(item)]


@pytest.fixture(autouse=True)
def _interrupts_as_usual():
    """Workers of pytest-xdist ignore SIGINT; trio and the tests need Python's own handler."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
