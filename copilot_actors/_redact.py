"""What is shown of other programs' words: without secrets, though the text may have been cut."""

from __future__ import annotations

import codecs
from collections.abc import Iterable

REDACTED = "[redacted]"

CUT = "…"
"""Ends a text that was cut, so that :func:`redact` looks there for the start of a secret."""

_MIN_PART = 4
"""Characters of a secret that are hidden where a cut runs through it; fewer tell nothing."""


def excerpt(data: bytes | bytearray, size: int) -> str:
    """Return the first ``size`` bytes as text, and :data:`CUT` if there are more."""
    cut = len(data) > size
    text = decode_start(data[:size], cut=cut)
    return text + CUT if cut else text


def decode_start(data: bytes | bytearray, *, cut: bool) -> str:
    """Decode text of any kind. A character that the cut runs through is left out."""
    return codecs.utf_8_decode(data, "backslashreplace", not cut)[0]


def redact(text: str, secrets: Iterable[str], *, cut_start: bool = False) -> str:
    """Return ``text`` without the secrets, whatever their order and though they overlap.

    Where the text was cut, four characters and more of a secret are hidden too: its start before
    a :data:`CUT` at the end, and its end at the beginning.

    Args:
        text: what is to be shown.
        secrets: values that must not be.
        cut_start: whether something before ``text`` was cut off.
    """
    if cut_start:
        # What is left of a character that the cut ran through.
        text = text.lstrip("\ufffd")
    end = len(text) - len(CUT) if text.endswith(CUT) else None
    spans: list[tuple[int, int]] = []
    for secret in secrets:
        if not secret:
            continue
        at = text.find(secret)
        while at >= 0:
            spans.append((at, at + len(secret)))
            # Not behind it: it may overlap itself.
            at = text.find(secret, at + 1)
        if cut_start and (size := _end_at_start(text, secret)):
            spans.append((0, size))
        if end is not None and (size := _start_at_end(text[:end], secret)):
            spans.append((end - size, end))
    return _without(text, sorted(spans)) if spans else text


def _end_at_start(text: str, secret: str) -> int:
    """How many characters of the end of ``secret`` the text begins with."""
    head = text[:_MIN_PART]
    if len(head) < _MIN_PART:
        return 0
    at = secret.find(head)
    while at >= 0:
        if text.startswith(secret[at:]):
            return len(secret) - at
        at = secret.find(head, at + 1)
    return 0


def _start_at_end(text: str, secret: str) -> int:
    """How many characters of the start of ``secret`` the text ends with."""
    tail = text[-_MIN_PART:]
    if len(tail) < _MIN_PART:
        return 0
    at = secret.rfind(tail)
    while at >= 0:
        size = at + _MIN_PART
        if text.endswith(secret[:size]):
            return size
        at = secret.rfind(tail, 0, size - 1)
    return 0


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    """Replace the spans, which are sorted; those that overlap as one."""
    parts: list[str] = []
    done = 0
    for start, end in spans:
        if start >= done or not parts:
            parts += (text[done:start], REDACTED)
        done = max(done, end)
    return "".join(parts) + text[done:]
