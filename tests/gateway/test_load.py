"""The gateway under load, in small; ``make gateway-load`` does it in full."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "gateway_load.py"


@pytest.mark.exhaustive
def test_deaf_peers_a_reconnect_storm_and_a_guesser_do_no_harm():
    words = "--connections 30 --deaf 3 --seconds 6 --rounds 3 --guesses 30 --json"
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *words.split()],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    report = json.loads(done.stdout)
    assert report["failures"] == []
    assert done.returncode == 0
    assert report["crowd"]["cut_off"] == 3
    assert report["storm"]["wrong_histories"] == 0
    assert report["guesses"]["statuses"] == {"401": 5, "429": 25}
