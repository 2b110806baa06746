"""Stored sessions made by hand: as CLI 1.0.102 writes them, and rotated as newer ones will.

No CLI of this day rotates its log. What :func:`rotated` makes follows the rules of GitHub's guide
as ``copilot_actors/storage/_segments.py`` repeats them.
"""

from __future__ import annotations

import json
from pathlib import Path


def event(number, kind="assistant.message", parent=..., **data):
    """One event; its parent is the one before it."""
    if parent is ...:
        parent = f"e{number - 1}" if number > 1 else None
    return {
        "type": kind,
        "data": data or {"content": f"text {number}"},
        "id": f"e{number}",
        "timestamp": f"2026-01-01T00:00:{number % 60:02}.000Z",
        "parentId": parent,
    }


def start(session_id="s-1"):
    return event(1, "session.start", sessionId=session_id, version=1)


def line(value):
    return json.dumps(value, separators=(",", ":")).encode()


def log(*values):
    """Events, or raw bytes, each on a line of its own."""
    return b"".join((v if isinstance(v, bytes) else line(v)) + b"\n" for v in values)


def good_log(count=6):
    return log(start(), *(event(number) for number in range(2, count + 1)))


def session(home, data=None, session_id="s-1", **files):
    """A session's folder; a file's name is given with ``__`` for ``/`` and ``_dot_`` for a dot."""
    folder = Path(home, "session-state", session_id)
    folder.mkdir(parents=True)
    if data is not None:
        (folder / "events.jsonl").write_bytes(data)
    for name, content in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def link(name, number=1):
    """The record that says which archive a segment continues."""
    return event(1000 + number, "session.log_rotated", predecessor=name)


def checkpoint(number):
    return {**event(2000 + number, "session.state"), "checkpoint": True}


def rotated(folder, archives=2, each=3):
    """Archives of ``each`` events, and a head; returns the ids of the whole history."""
    ids = []
    number = 1
    for index in range(1, archives + 2):
        events = [event(n) if n > 1 else start() for n in range(number, number + each)]
        ids += [e["id"] for e in events]
        number += each
        prefix = [] if index == 1 else [link(f"events.{index - 1}.jsonl", index), checkpoint(index)]
        name = "events.jsonl" if index == archives + 1 else f"events.{index}.jsonl"
        (folder / name).write_bytes(log(*prefix, *events))
    return ids
