"""Skills that this program supplies instead of files on the CLI's disk."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Sequence
from typing import Protocol, runtime_checkable

import msgspec

from copilot_actors._errors import JsonValue

from ._handler_calls import unexpected

MAX_SKILLS = 1024
MAX_CATALOG = 1024 * 1024
"""Bytes of the whole catalogue; both limits are the CLI's (its schema says so)."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}\Z")


class Skill(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the catalogue of a :class:`SkillProvider`.

    Attributes:
        name: up to 64 letters, digits, ``.``, ``_`` and ``-``.
        description: what the model decides by.
        user_invocable: whether a person may call it as a slash command; ``None`` as the CLI does.
        disable_model_invocation: whether the model may not; ``None`` as the CLI does.
        argument_hint: shown behind the command, or ``None``.
    """

    name: str
    description: str
    user_invocable: bool | None = None
    disable_model_invocation: bool | None = None
    argument_hint: str | None = None


@runtime_checkable
class SkillProvider(Protocol):
    """Supplies skills. Both methods may be plain or async, and are cancelled when over time."""

    def list_skills(self) -> Sequence[Skill] | Awaitable[Sequence[Skill]]:
        """The catalogue; asked when the session loads its skills."""
        ...

    def read_skill(self, name: str, /) -> str | Awaitable[str | None] | None:
        """The text of one skill's ``SKILL.md``, or ``None`` if there is no such skill."""
        ...


def catalog_answer(value: object) -> JsonValue:
    """The reply for what ``list_skills`` returned.

    Raises:
        TypeError: it is no list of skills.
        ValueError: a name or the size is not allowed.
    """
    if not isinstance(value, Sequence) or isinstance(value, str | bytes | bytearray):
        raise unexpected(value, "a list of Skill")
    if len(value) > MAX_SKILLS:
        raise ValueError(f"it returned {len(value)} skills, at most {MAX_SKILLS} are allowed")
    skills: list[JsonValue] = []
    for skill in value:
        if not isinstance(skill, Skill) or not isinstance(skill.description, str):
            raise unexpected(skill, "a list of Skill")
        if not isinstance(skill.name, str) or not _NAME.match(skill.name):
            raise ValueError(f"{skill.name!r} is not a name for a skill")
        fields: dict[str, JsonValue] = {"name": skill.name, "description": skill.description}
        optional: dict[str, JsonValue] = {
            "userInvocable": skill.user_invocable,
            "disableModelInvocation": skill.disable_model_invocation,
            "argumentHint": skill.argument_hint,
        }
        skills.append({**fields, **{k: v for k, v in optional.items() if v is not None}})
    size = len(msgspec.json.encode(skills))
    if size > MAX_CATALOG:
        raise ValueError(f"the catalogue has {size} bytes, at most {MAX_CATALOG} are allowed")
    return {"skills": skills}


def skill_answer(value: object) -> JsonValue:
    """The reply for what ``read_skill`` returned.

    Raises:
        TypeError: it is not text.
        LookupError: it is ``None``.
    """
    if value is None:
        raise LookupError("there is no such skill")
    if not isinstance(value, str):
        raise unexpected(value, "the skill's text, or None")
    return {"markdown": value}
