"""Frames of a simulated CLI: the trace's entries, error replies, what faults make of a frame."""

from __future__ import annotations

import msgspec

from copilot_actors._errors import JsonValue
from copilot_actors.testing._faults import _kinds as faults

from ._wire import Message


class Frame(msgspec.Struct, frozen=True):
    """One frame in the trace of a simulation.

    Attributes:
        time: when, on trio's clock.
        process: number of the process, from 0.
        direction: who sent it.
        message: what it says.
        index: its number among those of its direction and process, from 0.
        reply_to: the method of the request that it answers, if it answers one.
        note: what a fault did to it, or ``""``.
    """

    time: float
    process: int
    direction: faults.Direction
    message: Message
    index: int
    reply_to: str | None = None
    note: str = ""


def error_reply(request_id: JsonValue, code: int, message: str, data: JsonValue = None) -> Message:
    """Return the reply that refuses a request."""
    error: Message = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    return {"jsonrpc": "2.0", "id": request_id, "error": error}


def delivery(
    head: bytes, body: bytes, happening: list[faults.FrameFault]
) -> tuple[bytes, float, int]:
    """Return what is written in place of a frame, after how long, and in pieces of which size."""
    before, delay, times, size = b"", 0.0, 1, 0
    for fault in happening:
        if isinstance(fault, faults.Drop):
            times = 0
        elif isinstance(fault, faults.Delay):
            delay += fault.seconds
        elif isinstance(fault, faults.Duplicate):
            times += fault.copies
        elif isinstance(fault, faults.Garble) and body:
            place = fault.offset % len(body)
            body = body[:place] + bytes([fault.value]) + body[place + 1 :]
        elif isinstance(fault, faults.GarbleHeader):
            head = fault.header
        elif isinstance(fault, faults.Stray):
            before += fault.text
        elif isinstance(fault, faults.Split):
            size = fault.size
    return before + (head + body) * times, delay, size
