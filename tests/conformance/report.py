"""Print what the suite found, as in docs/otp-conformance.md: python tests/conformance/report.py."""

import logging
import sys

from differential._verdicts import recorded, totals, verdict


def main() -> None:
    """Run every recorded scenario and print the tables, then every disagreement."""
    logging.disable(logging.CRITICAL)
    sys.stdout.write("\n".join(totals().lines()) + "\n")
    for name in recorded():
        for line in verdict(name).disagreements:
            sys.stdout.write(f"\n{name}\n  {line}\n")
    sys.exit(bool(totals().cells_disagreed))


if __name__ == "__main__":
    main()
