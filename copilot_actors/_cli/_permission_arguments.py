"""``--allow-tools`` and ``--deny``: what the model may do, as rules; the rest is denied."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from typing import Final

import copilot_actors as ca

from ._usage import UsageError


def add_permission_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what the model may do without being asked about."""
    group = parser.add_argument_group("permissions")
    group.add_argument(
        "--allow-tools",
        metavar="RULE",
        action="append",
        default=[],
        help="allow this: a kind (read, write, shell, url, mcp, custom-tool, memory, ...), "
        "KIND(PATTERN) such as 'shell(git log*)', or 'all'; may be given several times",
    )
    group.add_argument(
        "--deny",
        metavar="RULE",
        action="append",
        default=[],
        help="deny this, whatever --allow-tools says",
    )


_PATTERN_FIELDS: Final[Mapping[str, str]] = {
    "shell": "commands",
    "read": "paths",
    "write": "paths",
    "url": "urls",
    "mcp": "tools",
    "custom-tool": "tools",
    "hook": "tools",
}
"""Kind of request to the field of a ``PermissionRule`` that its pattern is for."""
_RULE: Final = re.compile(r"([a-z-]+)(?:\((.+)\))?", re.DOTALL)


def permission_rules(
    allowed: Sequence[str], denied: Sequence[str]
) -> tuple[ca.PermissionRule, ...]:
    """Return the rules for ``--allow-tools`` and ``--deny``; those that deny come first.

    Raises:
        UsageError: a rule that is none.
    """
    rules = [_rule("--deny", text, "deny") for text in denied]
    rules += [_rule("--allow-tools", text, "allow") for text in allowed]
    return tuple(rules)


def _rule(option: str, text: str, effect: str) -> ca.PermissionRule:
    match = _RULE.fullmatch(text.strip())
    if match is None:
        raise UsageError(f"{option}: {text!r} is no rule: expected KIND, KIND(PATTERN) or all")
    kind, pattern = match[1], match[2]
    fields: dict[str, object] = {"effect": effect}
    if kind != "all":
        fields["kinds"] = (kind,)
    if pattern is not None:
        field = _PATTERN_FIELDS.get(kind)
        if field is None:
            known = ", ".join(_PATTERN_FIELDS)
            raise UsageError(f"{option}: {kind!r} takes no pattern; those that do are {known}")
        fields[field] = (pattern,)
    try:
        return ca.PermissionRule(**fields)  # type: ignore[arg-type]
    except ca.InvalidOption as error:
        raise UsageError(f"{option}: {error.reason}") from error
