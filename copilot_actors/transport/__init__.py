"""Layer 1: makers of byte streams to a CLI, and owners of its process. No framing, no JSON."""

from typing import TYPE_CHECKING

from copilot_actors._lazy import lazy_names as _lazy_names

from ._base import REDACTED as REDACTED
from ._base import Channel as Channel
from ._base import ExitStatus as ExitStatus
from ._base import LaunchOptions as LaunchOptions
from ._base import LogLevel as LogLevel
from ._base import StopReport as StopReport
from ._base import Transport as Transport
from ._launch import allowed_env as allowed_env
from ._leftovers import INSTANCE_VARIABLE as INSTANCE_VARIABLE
from ._leftovers import Leftover as Leftover
from ._leftovers import end_leftovers as end_leftovers
from ._leftovers import find_leftovers as find_leftovers
from ._locate import CLI_PATH_VARIABLE as CLI_PATH_VARIABLE
from ._locate import cached_cli_path as cached_cli_path
from ._locate import cached_clis as cached_clis
from ._locate import cli_cache_dir as cli_cache_dir
from ._locate import find_cli as find_cli
from ._process import CliProcess as CliProcess
from ._prompt import start_prompt as start_prompt
from ._stdio import Stdio as Stdio
from ._tail import find_secrets as find_secrets

if TYPE_CHECKING:
    from ._tcp import Tcp as Tcp
    from ._websocket import WebSocket as WebSocket
else:
    __getattr__ = _lazy_names(__name__, {"._tcp": ["Tcp"], "._websocket": ["WebSocket"]})

__all__ = [
    "CLI_PATH_VARIABLE",
    "INSTANCE_VARIABLE",
    "REDACTED",
    "Channel",
    "CliProcess",
    "ExitStatus",
    "LaunchOptions",
    "Leftover",
    "LogLevel",
    "Stdio",
    "StopReport",
    "Tcp",
    "Transport",
    "WebSocket",
    "allowed_env",
    "cached_cli_path",
    "cached_clis",
    "cli_cache_dir",
    "end_leftovers",
    "find_cli",
    "find_leftovers",
    "find_secrets",
    "start_prompt",
]
