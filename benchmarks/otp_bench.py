"""Speed and memory of copilot_actors.otp against the raw trio floor and against its peers.

    python benchmarks/otp_bench.py [--rounds 5] [--quick] [--cpu] [--only ROW] [--json FILE]

Every row runs each contender once per round, interleaved, so that a change of the machine's mood
hits all of them; figures are medians, ratios are medians of per-round ratios with their range.
pykka, otpylib and Elixir take part where they are installed; the floors need nothing.
"""

import pathlib
import sys

if __name__ == "__main__":
    # Behind what is installed: this library is measured as its users have it.
    sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
    from benchmarks.otp.program import main

    main(__doc__.partition("\n")[0])
