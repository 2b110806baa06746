"""The system message: something added, something else instead, or its sections one by one."""

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from msgspec import UNSET, UnsetType

from copilot_actors._errors import InvalidOption
from copilot_actors.client._nearest import nearest

from ._values import OptionValue

Section: TypeAlias = Literal[
    "preamble",
    "identity",
    "tone",
    "tool_efficiency",
    "environment_context",
    "code_change_rules",
    "guidelines",
    "safety",
    "tool_instructions",
    "custom_instructions",
    "runtime_instructions",
    "last_instructions",
]
SectionAction: TypeAlias = Literal["replace", "remove", "append", "prepend", "preserve"]


class SystemMessage(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """Base of the three ways to change the system message."""


class AppendSystemMessage(SystemMessage, frozen=True, kw_only=True, rename="camel"):
    """The CLI's system message with text after it. A plain ``str`` means the same.

    Attributes:
        content: the text.
        mode: always ``"append"``.
    """

    content: str | UnsetType = UNSET
    mode: Literal["append"] = "append"


class ReplaceSystemMessage(SystemMessage, frozen=True, kw_only=True, rename="camel"):
    """A system message of your own, without the CLI's rules of safety.

    Attributes:
        content: all of it.
        mode: always ``"replace"``.
    """

    content: str
    mode: Literal["replace"] = "replace"


class SectionOverride(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """What becomes of one section of the CLI's system message.

    Attributes:
        action: ``"replace"``, ``"append"`` or ``"prepend"`` with ``content``, ``"remove"``, or
            ``"preserve"`` for a section of a group that is removed.
        content: the text.
    """

    action: SectionAction
    content: str | UnsetType = UNSET


class CustomizeSystemMessage(SystemMessage, frozen=True, kw_only=True, rename="camel"):
    """The CLI's system message with some sections changed.

    Attributes:
        sections: overrides by the name of the section. An unknown name is refused: the CLI
            would ignore its removal, and put its text elsewhere.
        content: text after all sections.
        mode: always ``"customize"``.
    """

    sections: Mapping[str, SectionOverride | Mapping[str, object]] | UnsetType = UNSET
    content: str | UnsetType = UNSET
    mode: Literal["customize"] = "customize"


def check_sections(wire: object) -> None:
    """Refuse sections that the CLI does not have.

    Raises:
        InvalidOption: naming the section and the nearest one that exists.
    """
    sections = wire.get("sections") if isinstance(wire, dict) else None
    for name in sections or ():
        if name not in get_args(Section):
            raise InvalidOption(
                f"system_message.sections[{name!r}]",
                f"no such section{nearest(name, get_args(Section))}",
            )
