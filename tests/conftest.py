"""What every test may rely on, however the suite is run."""

from __future__ import annotations

import signal

import pytest


@pytest.fixture(autouse=True)
def _interrupts_as_usual():
    """Workers of pytest-xdist ignore SIGINT; trio and the tests need Python's own handler."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
