"""All names of all modules, for type checkers; never imported.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from .client_global import *
from .client_session import *
from .rpc_common import *
from .rpc_server import *
from .rpc_server_account import *
from .rpc_server_agent_registry import *
from .rpc_server_agents import *
from .rpc_server_catalog import *
from .rpc_server_commands import *
from .rpc_server_extensions import *
from .rpc_server_hooks import *
from .rpc_server_instructions import *
from .rpc_server_llm_inference import *
from .rpc_server_managed_settings import *
from .rpc_server_mcp import *
from .rpc_server_models import *
from .rpc_server_plugins import *
from .rpc_server_runtime import *
from .rpc_server_secrets import *
from .rpc_server_session_fs import *
from .rpc_server_sessions import *
from .rpc_server_skills import *
from .rpc_server_tools import *
from .rpc_server_user import *
from .rpc_session import *
from .rpc_session_agent import *
from .rpc_session_autopilot_objective import *
from .rpc_session_canvas import *
from .rpc_session_commands import *
from .rpc_session_completions import *
from .rpc_session_content_exclusion import *
from .rpc_session_debug import *
from .rpc_session_event_log import *
from .rpc_session_extensions import *
from .rpc_session_factory import *
from .rpc_session_fleet import *
from .rpc_session_github_auth import *
from .rpc_session_history import *
from .rpc_session_instructions import *
from .rpc_session_limit_prediction import *
from .rpc_session_lsp import *
from .rpc_session_mcp import *
from .rpc_session_metadata import *
from .rpc_session_mode import *
from .rpc_session_model import *
from .rpc_session_name import *
from .rpc_session_options import *
from .rpc_session_permissions import *
from .rpc_session_plan import *
from .rpc_session_plugins import *
from .rpc_session_provider import *
from .rpc_session_queue import *
from .rpc_session_remote import *
from .rpc_session_sandbox import *
from .rpc_session_schedule import *
from .rpc_session_settings import *
from .rpc_session_shell import *
from .rpc_session_skills import *
from .rpc_session_tasks import *
from .rpc_session_telemetry import *
from .rpc_session_tools import *
from .rpc_session_ui import *
from .rpc_session_usage import *
from .rpc_session_visibility import *
from .rpc_session_workspaces import *
