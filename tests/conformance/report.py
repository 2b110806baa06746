"""Print what the suite found: python tests/conformance/report.py [--write].

With --write the tables of docs/otp-conformance.md are replaced as well. The exit status says
whether anything disagrees.
"""

import argparse
import logging
import sys

from differential._verdicts import DOCUMENT, recorded, totals, verdict


def main() -> None:
    """Run every recorded scenario, print the tables, then every disagreement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    write = parser.parse_args().write
    logging.disable(logging.CRITICAL)
    tables = "\n".join(totals().lines())
    sys.stdout.write(tables + "\n")
    for name in recorded():
        for line in verdict(name).disagreements:
            sys.stdout.write(f"\n{name}\n  {line}\n")
    if write:
        text = DOCUMENT.read_text()
        before, after = (
            text.index("| what |"),
            text.index("\n\n`python tests/conformance/report.py"),
        )
        DOCUMENT.write_text(text[:before] + tables + text[after:])
    sys.exit(bool(totals().cells_disagreed))


if __name__ == "__main__":
    main()
