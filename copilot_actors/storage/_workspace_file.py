"""``workspace.yaml`` and ``checkpoints/index.md``: as much of them as the CLI writes.

The CLI's YAML is one flat mapping. Its scalars are plain, in single or double quotes, or a block
(``|`` or ``>``, for a name of several lines). Anything else is kept as its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

Scalar: TypeAlias = str | int | float | bool | None

_KEY: Final = re.compile(r"([A-Za-z_][A-Za-z0-9_.-]*):(?:[ \t]+(.*))?")
_BLOCK: Final = re.compile(r"([|>])([+-]?)[1-9]?\s*(?:#.*)?")
_INT: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
_FLOAT: Final = re.compile(r"[-+]?[0-9]{1,18}\.[0-9]{0,18}(?:[eE][-+]?[0-9]{1,3})?")
_ESCAPE: Final = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL
)
_ESCAPED: Final = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}
_WORDS: Final[dict[str, Scalar]] = {
    "": None,
    "~": None,
    "null": None,
    "true": True,
    "false": False,
}
_LAST_CHARACTER: Final = 0x10FFFF


def parse_workspace(text: str) -> dict[str, Scalar]:
    """Read the file's mapping. A line that is no ``key: value`` is passed over."""
    values: dict[str, Scalar] = {}
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        match = _KEY.fullmatch(lines[at])
        at += 1
        if match is None:
            continue
        value = (match[2] or "").strip()
        below = at
        while below < len(lines) and (not lines[below].strip() or lines[below][0] in " \t"):
            below += 1
        block = _BLOCK.fullmatch(value)
        if block is not None:
            values[match[1]] = _block(lines[at:below], block[1], block[2])
        else:
            values[match[1]] = _scalar(value)
        at = below
    return values


def _scalar(text: str) -> Scalar:
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        return _ESCAPE.sub(_unescape, text[1:-1])
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


def _block(lines: list[str], style: str, chomp: str) -> str:
    indents = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
    indent = min(indents, default=0)
    text = "\n".join(line[indent:] for line in lines)
    body = text.rstrip("\n")
    if style == ">":
        body = re.sub(r"(?<!\n)\n(?!\n)", " ", body)
    return body if chomp == "-" else text + "\n" if chomp == "+" else body + "\n"


def _unescape(match: re.Match[str]) -> str:
    number = match[1] or match[2] or match[3]
    if number:
        code = int(number, 16)
        is_character = code <= _LAST_CHARACTER and not 0xD800 <= code < 0xE000  # noqa: PLR2004
        return chr(code) if is_character else "\ufffd"
    return _ESCAPED.get(match[4], match[4])


def parse_checkpoint_index(text: str) -> Iterator[tuple[int, str, str]]:
    """Number, title and file name of each row of the index's table; other lines are passed over."""
    for line in text.splitlines():
        cells = line.strip().split("|")
        # | 1 | a title, which may have bars of its own | 001-a-title.md |
        number = cells[1].strip() if len(cells) >= _MIN_CELLS and not cells[0] else ""
        if number.isascii() and number.isdigit() and len(number) <= _MAX_DIGITS:
            title = "|".join(cells[2:-2]).strip().replace("\\|", "|")
            yield int(number), title, cells[-2].strip()


_MIN_CELLS: Final = 5
_MAX_DIGITS: Final = 9
