"""Functions that rewrite sections of the CLI's system message before a model sees them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from copilot_actors._errors import InvalidOption, JsonValue
from copilot_actors.client._nearest import nearest

from ._handler_calls import unexpected

SectionTransform: TypeAlias = Callable[[str], "str | Awaitable[str]"]

SECTIONS = (
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
)


def check_transforms(transforms: Mapping[str, object]) -> None:
    """Refuse sections that do not exist.

    Raises:
        InvalidOption: naming the section and the nearest one.
    """
    for name, transform in transforms.items():
        if name not in SECTIONS:
            hint = nearest(name, SECTIONS)
            raise InvalidOption("section_transforms", f"there is no section {name!r}{hint}")
        if not callable(transform):
            raise InvalidOption("section_transforms", f"the one of {name!r} is not callable")


def with_transforms(message: JsonValue, transforms: Mapping[str, object]) -> JsonValue:
    """The CLI's ``systemMessage`` with a request for each transform in it.

    Raises:
        InvalidOption: the message is replaced as a whole, or has another override for a section.
    """
    given = message if isinstance(message, dict) else {}
    if given.get("mode") == "replace":
        raise InvalidOption(
            "section_transforms", "a system message with mode 'replace' has no sections"
        )
    sections = given.get("sections")
    overrides: dict[str, JsonValue] = dict(sections) if isinstance(sections, dict) else {}
    for name in transforms:
        if name in overrides:
            raise InvalidOption(
                "section_transforms", f"system_message overrides the section {name!r} too"
            )
        overrides[name] = {"action": "transform"}
    return {**given, "mode": "customize", "sections": overrides}


def transform_answer(value: object) -> str:
    """The text that a transform returned.

    Raises:
        TypeError: it is not text.
    """
    if not isinstance(value, str):
        raise unexpected(value, "the section's new text")
    return value
