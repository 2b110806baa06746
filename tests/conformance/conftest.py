"""Makes the suite's own package importable, as it is for record.py."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
