"""``python -m copilot_actors`` is the ``copilot-actors`` command."""

import sys

from ._cli import main

if __name__ == "__main__":
    sys.exit(main())
