"""Slash commands that this program offers in a session."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from copilot_actors._errors import InvalidOption, JsonValue

from ._handler_calls import unexpected

if TYPE_CHECKING:
    from copilot_actors.client._session._handle import Session

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}\Z")


class CommandInvocation(msgspec.Struct, frozen=True, kw_only=True):
    """A slash command was called.

    Attributes:
        session: handle of the session; a handler may use it.
        name: the command's name, without the slash.
        arguments: what stands behind it.
        command: the whole line.
        request_id: the CLI's id of the call.
    """

    session: Session
    name: str
    arguments: str
    command: str
    request_id: str


CommandHandler: TypeAlias = Callable[..., "str | Awaitable[str | None] | None"]


class Command(msgspec.Struct, frozen=True):
    """A slash command that this process answers.

    Attributes:
        name: without the slash: letters, digits, ``-`` and ``_``.
        handler: plain or async; called with a :class:`CommandInvocation`, or nothing. Returns
            ``None`` when the command is done, or text that says why it failed. Of an exception
            only the type is told.
        description: shown in listings.
    """

    name: str
    handler: CommandHandler
    description: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not _NAME.match(self.name):
            raise InvalidOption("commands", f"{self.name!r} is not a name for a command")
        if not callable(self.handler):
            raise InvalidOption("commands", f"the handler of {self.name!r} is not callable")

    def to_wire(self) -> dict[str, JsonValue]:
        """The command's declaration in ``session.create`` and ``session.resume``."""
        return {"name": self.name, "description": self.description}


def check_commands(commands: object) -> None:
    """Refuse what is no command, and two of one name.

    Raises:
        InvalidOption: naming it.
    """
    names: set[str] = set()
    for item in commands if isinstance(commands, list | tuple) else ():
        if not isinstance(item, Command):
            raise InvalidOption("commands", f"expected Command, got {type(item).__name__}")
        if item.name in names:
            raise InvalidOption("commands", f"two commands are named {item.name!r}")
        names.add(item.name)


def command_answer(value: object) -> dict[str, JsonValue]:
    """The reply for what the handler returned.

    Raises:
        TypeError: it is neither ``None`` nor text.
    """
    if value is None:
        return {}
    if not isinstance(value, str):
        raise unexpected(value, "None, or text that says why it failed")
    return {"error": value}
