"""Which values an option may have: tables, and what a wrong one is told."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeAlias, get_args

from msgspec import UNSET

from copilot_actors._errors import InvalidOption
from copilot_actors.client._nearest import nearest
from copilot_actors.otp import Backoff
from copilot_actors.storage import Lease, LedgerBackend, SessionFileSystem
from copilot_actors.transport import LogLevel, Transport

from ._client_settings import ClientInfo, ClientMode, Telemetry
from ._session_files import SessionFiles
from ._values import OptionValue, conform, fits

Check: TypeAlias = tuple[Callable[[object], bool], str]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_path(value: object) -> bool:
    return isinstance(value, str | os.PathLike)


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


def _is_mapping(value: object) -> bool:
    return isinstance(value, Mapping)


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _is_seconds(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def _is_finite_seconds(value: object) -> bool:
    return isinstance(value, int | float) and _is_seconds(value) and math.isfinite(value)


def _is_text_mapping(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(name, str) and isinstance(item, str) for name, item in value.items()
    )


def _is_handlers(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(name, str) and callable(item) for name, item in value.items()
    )


def _count(least: int) -> Check:
    return (
        lambda value: isinstance(value, int) and not isinstance(value, bool) and value >= least,
        f"an integer of at least {least}",
    )


class _OneOf:
    """Accepts some words; kept, so that the nearest one can be named."""

    def __init__(self, choices: Sequence[str]) -> None:
        self.choices = choices

    def __call__(self, value: object) -> bool:
        return value in self.choices


def _one_of(*choices: str) -> Check:
    return _OneOf(choices), f"one of {', '.join(choices)}"


class _Shaped:
    """Accepts a Struct, or a mapping in its place; kept, so that the wrong part is named."""

    def __init__(self, kind: type[OptionValue]) -> None:
        self.kind = kind

    def __call__(self, value: object) -> bool:
        return fits(value, self.kind)


def _shaped(kind: type[OptionValue]) -> Check:
    return _Shaped(kind), kind.__name__


_TEXT: Check = (_is_text, "text")
_PATH: Check = (_is_path, "a path")
_BOOL: Check = (_is_bool, "True or False")
_MAPPING: Check = (_is_mapping, "a mapping")
_LIST: Check = (_is_list, "a list")
_SECONDS: Check = (_is_seconds, "a positive number of seconds")
_FINITE: Check = (
    _is_finite_seconds,
    "a finite positive number of seconds: a stop is always bounded",
)
_FUNCTION: Check = (callable, "a function")
_TRANSPORT: Check = (lambda v: isinstance(v, Transport), "a transport such as Stdio()")
_LEDGER: Check = (lambda v: isinstance(v, LedgerBackend), "a ledger such as SqliteLedger(path)")
_BACKOFF: Check = (lambda v: isinstance(v, Backoff), "a Backoff")

CLIENT_OPTIONS: Mapping[str, Check] = {
    "cli": _TRANSPORT,
    "mode": _one_of(*get_args(ClientMode)),
    "env": (_is_text_mapping, "a mapping of text to text"),
    "home": _PATH,
    "working_directory": _PATH,
    "github_token": _TEXT,
    "use_logged_in_user": _BOOL,
    "log_level": _one_of(*get_args(LogLevel)),
    "session_idle_timeout": _SECONDS,
    "handshake_timeout": _SECONDS,
    "rpc_timeout": _SECONDS,
    "ping_interval": _SECONDS,
    "ping_timeout": _SECONDS,
    "stop_timeout": _FINITE,
    "max_restarts": _count(0),
    "max_seconds": _SECONDS,
    "backoff": _BACKOFF,
    "restart": _BOOL,
    "max_parallel_resumes": _count(1),
    "subscriber_buffer": _count(1),
    "max_concurrent_turns": _count(1),
    "on_subscriber_error": _FUNCTION,
    "ledger": _LEDGER,
    "recycle": (lambda v: hasattr(v, "max_rss"), "a Recycle"),
    "lease": (lambda v: isinstance(v, Lease), "a lease such as FileLease()"),
    "telemetry": _shaped(Telemetry),
    "client_info": _shaped(ClientInfo),
    "event_log_rotation_bytes": _count(1),
    "builtin_plugin_directories": _LIST,
    "on_list_models": _FUNCTION,
    "on_github_telemetry": _FUNCTION,
    "on_model_request": _FUNCTION,
    "model_request_timeout": _SECONDS,
    "session_file_system": (
        lambda v: isinstance(v, SessionFiles | SessionFileSystem) or callable(v),
        "a SessionFileSystem, a function or SessionFiles",
    ),
}

SESSION_OPTIONS: Mapping[str, Check] = {
    "tools": _LIST,
    "on_event": _FUNCTION,
    "on_permission_request": _FUNCTION,
    "on_user_input_request": _FUNCTION,
    "on_exit_plan_mode_request": _FUNCTION,
    "on_elicitation_request": _FUNCTION,
    "on_auto_mode_switch_request": _FUNCTION,
    "on_session_limits_request": _FUNCTION,
    "on_mcp_auth_request": _FUNCTION,
    "on_mcp_headers_request": _FUNCTION,
    "on_sampling_request": _FUNCTION,
    "hooks": (_is_handlers, "a mapping of hook names to functions"),
    "commands": _LIST,
    "canvases": _LIST,
    "skill_provider": (
        lambda v: hasattr(v, "list_skills") and hasattr(v, "read_skill"),
        "an object with the methods list_skills and read_skill",
    ),
    "section_transforms": (_is_handlers, "a mapping of section names to functions"),
    "bearer_token_provider": _FUNCTION,
    "github_token_provider": _FUNCTION,
    "tool_timeout": _SECONDS,
    "hook_timeout": _SECONDS,
    "permission_timeout": _SECONDS,
    "question_timeout": _SECONDS,
    "secret_timeout": _SECONDS,
    "passivate_after": _SECONDS,
    "turn_timeout": _SECONDS,
    "quiet_timeout": _SECONDS,
    "on_timeout": _one_of("abort", "leave"),
    "wait_for_background": _BOOL,
    "compaction_timeout": _SECONDS,
    "max_compactions": _count(1),
    "on_poisoned": _FUNCTION,
    "on_recovery": _FUNCTION,
    "web_socket_fallback": _BOOL,
    "delivery": _one_of("effectively_once", "at_most_once"),
    "interrupted": _one_of("continue", "raise"),
    "durability": _one_of("turn", "none"),
    "continue_pending_work": _BOOL,
    "extra": _MAPPING,
}

_NEVER_NONE = frozenset(
    {
        "cli",
        "log_level",
        "handshake_timeout",
        "rpc_timeout",
        "ping_interval",
        "ping_timeout",
        "stop_timeout",
        "max_restarts",
        "max_seconds",
        "restart",
        "max_parallel_resumes",
        "subscriber_buffer",
        "tools",
        "hooks",
        "commands",
        "canvases",
        "section_transforms",
        "tool_timeout",
        "hook_timeout",
        "secret_timeout",
        "on_timeout",
        "wait_for_background",
        "delivery",
        "interrupted",
        "durability",
        "continue_pending_work",
        "extra",
    }
)


def check_names(kind: str, names: Collection[str], known: Collection[str]) -> None:
    """Refuse an option that does not exist.

    Raises:
        InvalidOption: naming it and the nearest one that exists.
    """
    for name in names:
        if name not in known:
            raise InvalidOption(name, f"no such {kind} option{nearest(name, known)}")


def check_seconds(name: str, value: object) -> float:
    """Return a time limit that may be 0 but not endless.

    Raises:
        InvalidOption: naming it.
    """
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf:
        return float(value)
    raise InvalidOption(name, f"expected a finite number of seconds, got {value!r}")


def check_values(options: object, checks: Mapping[str, Check]) -> None:
    """Refuse an option with a value of the wrong kind.

    Raises:
        InvalidOption: naming it, what was expected and the type that was given; never the value,
            which may be a secret.
    """
    for name, (accepts, expected) in checks.items():
        value = getattr(options, name)
        if value is UNSET or (value is None and name not in _NEVER_NONE):
            continue
        if isinstance(accepts, _Shaped):
            conform(value, accepts.kind, name)
        if not accepts(value):
            given = f"{value!r}" if isinstance(value, int | float) else type(value).__name__
            hint = nearest(value, accepts.choices) if isinstance(accepts, _OneOf) else ""
            raise InvalidOption(name, f"expected {expected}, got {given}{hint}")
