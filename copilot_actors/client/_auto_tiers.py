"""The preferences of automatic routing that GitHub offers, as the lists of models tell them.

``models.list`` and ``session.model.list`` have them in ``auto``: ``{defaultTier, tiers: [{id,
displayName, description, type, status: {enabled, pickerVisible, reason}}]}``, by the schema that
CLI 1.0.102 brings; the published one does not have the field yet. So it is read leniently: what is
missing or has another type is left out, and a list without it offers none.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from copilot_actors._errors import JsonValue

_KIND = "auto"


class AutoTierInfo(msgspec.Struct, frozen=True, kw_only=True):
    """One preference of automatic routing, for ``capi.auto_tier`` and ``set_auto_tier``.

    Attributes:
        id: what ``set_auto_tier`` takes.
        name: for people.
        description: for people; may be empty.
        order: its place in GitHub's order, from 0.
        enabled: whether this account may choose it.
        visible: whether a list for people should show it.
        default: whether it is in force when nobody has chosen.
        reason: why it is not enabled, as GitHub's word for it, or ``None``.
    """

    id: str
    name: str
    description: str = ""
    order: int = 0
    enabled: bool = True
    visible: bool = True
    default: bool = False
    reason: str | None = None


def auto_tiers(reply: JsonValue) -> tuple[AutoTierInfo, ...]:
    """The preferences that a list of models tells of; other kinds of routing are left out."""
    auto = _mapping(reply).get(_KIND)
    given = _mapping(auto).get("tiers")
    default = _mapping(auto).get("defaultTier")
    found: list[AutoTierInfo] = []
    for tier in given if isinstance(given, list) else ():
        fields = _mapping(tier)
        name = fields.get("id")
        if not isinstance(name, str) or not name or fields.get("type", _KIND) != _KIND:
            continue
        status = _mapping(fields.get("status"))
        reason = status.get("reason")
        found.append(
            AutoTierInfo(
                id=name,
                name=_text(fields.get("displayName")) or name,
                description=_text(fields.get("description")),
                order=len(found),
                # One that does not say so is not promised to be selectable.
                enabled=status.get("enabled") is True,
                visible=status.get("pickerVisible") is not False,
                default=name == default,
                reason=reason if isinstance(reason, str) else None,
            )
        )
    return tuple(found)


def _mapping(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else {}


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""
