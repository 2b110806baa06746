"""Refusing a request of the CLI: what it is told of an exception of a handler."""

from __future__ import annotations

from copilot_actors._errors import JsonValue
from copilot_actors.client._cli_words import APPLICATION_ERROR


class RequestRefused(Exception):
    """The answer to a request of the CLI is this error.

    Attributes:
        message: told to the CLI as it is.
        data: the error's data.
        deliberate: a handler refused; without it one failed, which is counted and logged.
    """

    def __init__(self, message: str, data: JsonValue = None, *, deliberate: bool = True) -> None:
        super().__init__(message)
        self.message = message
        self.data = data
        self.deliberate = deliberate


def is_deliberate(error: BaseException) -> bool:
    """Whether a handler wanted its request to end so."""
    return isinstance(error, RequestRefused) and error.deliberate


def refusal(error: BaseException) -> tuple[int, str, JsonValue]:
    """Code, message and data of the JSON-RPC error for an exception.

    Only words that are meant for the CLI are told to it; of any other exception, its type.
    """
    if isinstance(error, RequestRefused):
        return APPLICATION_ERROR, error.message, error.data
    return APPLICATION_ERROR, f"{type(error).__name__} in handler", None
