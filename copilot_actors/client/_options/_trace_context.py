"""The W3C Trace Context grammar (level 2): what ``traceparent`` and ``tracestate`` may hold.

The CLI takes any text and drops what is none; a trace that silently ends there is found late.
"""

from __future__ import annotations

import re

from copilot_actors._errors import InvalidOption

_TRACEPARENT = re.compile(r"(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?\Z")
_KEY = re.compile(
    r"[a-z][a-z0-9_\-*/]{0,255}\Z|[a-z0-9][a-z0-9_\-*/]{0,240}@[a-z][a-z0-9_\-*/]{0,13}\Z"
)
_VALUE = re.compile(r"[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]\Z")
_MAX_MEMBERS = 32


def check_trace_context(traceparent: object, tracestate: object, where: str = "") -> None:
    """Refuse a trace context that the standard does not allow.

    Args:
        traceparent: the header's value, or anything that is not set.
        tracestate: the header's value, or anything that is not set.
        where: what comes before the names in the error.

    Raises:
        InvalidOption: which one, and the rule.
    """
    if isinstance(traceparent, str):
        fault = _traceparent_fault(traceparent)
        if fault:
            raise InvalidOption(f"{where}traceparent", fault)
    if isinstance(tracestate, str):
        if not isinstance(traceparent, str):
            raise InvalidOption(f"{where}tracestate", "means nothing without a traceparent")
        fault = _tracestate_fault(tracestate)
        if fault:
            raise InvalidOption(f"{where}tracestate", fault)


def _traceparent_fault(text: str) -> str:
    match = _TRACEPARENT.match(text)
    if match is None or (text.startswith("00-") and match[3]):
        return "expected 00-<32 hex digits>-<16 hex digits>-<2 hex digits> in lower case"
    if not match[1].strip("0") or not match[2].strip("0"):
        return "an id of zeros only is none"
    return ""


def _tracestate_fault(text: str) -> str:
    members = [member.strip(" \t") for member in text.split(",")]
    keys = [member.partition("=")[0] for member in members if member]
    if len(keys) > _MAX_MEMBERS:
        return f"expected at most {_MAX_MEMBERS} members, got {len(keys)}"
    if len(set(keys)) != len(keys):
        return "a key occurs twice"
    for member in filter(None, members):
        key, equals, value = member.partition("=")
        if not equals or not _KEY.match(key) or not _VALUE.match(value):
            return f"member {members.index(member) + 1} is not key=value as the standard has it"
    return ""
