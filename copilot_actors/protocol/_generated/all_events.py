"""All names of all modules, for type checkers; never imported.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from .events_agents import *
from .events_common import *
from .events_conversation import *
from .events_other import *
from .events_questions import *
from .events_session import *
from .events_tools import *
