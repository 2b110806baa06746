"""The few texts of the CLI that decide something: its errors have no codes for these cases."""

from __future__ import annotations

SERVER_ERROR = -32000
APPLICATION_ERROR = -32603

_NOT_FOUND = ("Session not found", "Session file not found", "journal is unavailable")
_CORRUPTED = ("corrupted", "incompatible")
_SHUTTING_DOWN = "SERVER_SHUTTING_DOWN"
_HOST_GONE = (
    "session event host disconnected",
    "session event host was disconnected",
    "session event delivery closed",
)

_NOBODY_TO_ASK = "Extension disconnected before responding"


def says_nobody_was_there(message: str) -> bool:
    """Whether a tool call failed only because this program's connection was gone."""
    return _NOBODY_TO_ASK in message or says_host_is_gone(message)


def says_not_found(code: int, message: str) -> bool:
    """Whether an error means that the CLI does not have the session."""
    return code == APPLICATION_ERROR and any(words in message for words in _NOT_FOUND)


def says_corrupted(message: str) -> bool:
    """Whether the CLI refuses to load a log that no repair of its own can mend."""
    return any(word in message for word in _CORRUPTED)


def says_host_is_gone(message: str) -> bool:
    """Whether something failed because the CLI's connection to us was ending."""
    return any(words in message for words in _HOST_GONE)


def says_it_ends(code: int, message: str) -> bool:
    """Whether an error means that the CLI is ending (SIGTERM, end of input), not a refusal."""
    if code == SERVER_ERROR:
        return message == _SHUTTING_DOWN
    return code == APPLICATION_ERROR and says_host_is_gone(message)
