"""The rows: their contenders, and what this library is to reach beside which of them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field

from .calls import (
    call_asyncio,
    call_fail_after,
    call_floor,
    call_inline_floor,
    call_otp,
    call_otpylib,
    call_pykka,
    fan_in_asyncio,
    fan_in_floor,
    fan_in_otp,
    fan_in_otpylib,
    handle_calls,
    on_uvloop,
)
from .casts import (
    cast_asyncio,
    cast_channel,
    cast_floor,
    cast_otp,
    cast_otpylib,
    cast_pykka,
    handle_all,
)
from .common import InlineEcho, PlainEcho
from .elixir import elixir
from .idle import idle
from .restarts import restart_floor, restart_otp, restart_otpylib

Contender = Callable[[int], float]


@dataclass(frozen=True)
class Target:
    """The ratio of two contenders' figures, and what it must be."""

    of: str
    to: str
    sense: str
    limit: float
    note: str = ""


@dataclass(frozen=True)
class Row:
    id: str
    name: str
    unit: str
    lower_is_better: bool
    count: int
    contenders: dict[str, Contender]
    """The first one is what the others are compared with on the terminal."""
    targets: list[Target] = field(default_factory=list)


OTPYLIB, ELIXIR, ASYNCIO = "otpylib", "Elixir", "asyncio Queue+Future"
HANDSHAKE = "spawn (otp and otpylib: with init handshake)"
ONE_TASK = "a mailbox and a task, without what supervision needs"
ASYNC_INIT = "otp (async init)"
VM_MEMORY = "Elixir's figure is the memory of its VM"

ROWS = [
    Row(
        "otp_call",
        "call, 1 caller",
        "us",
        True,
        20_000,
        {
            "otp (deadline 5 s)": call_otp,
            "otp (no deadline)": functools.partial(call_otp, timeout=None),
            "otp (plain handler)": functools.partial(call_otp, cls=PlainEcho),
            "otp (inline_calls)": functools.partial(call_otp, cls=InlineEcho),
            "floor: trio ping-pong": call_floor,
            "floor: plain call, inline": call_inline_floor,
            "floor + fail_after": call_fail_after,
            ASYNCIO: call_asyncio,
            "the same, async handler": functools.partial(call_asyncio, server=handle_calls),
            "uvloop Queue+Future": on_uvloop(call_asyncio),
            "pykka": call_pykka,
            OTPYLIB: call_otpylib,
            ELIXIR: elixir("call"),
        },
        [
            Target(OTPYLIB, "otp (deadline 5 s)", ">=", 4),
            Target("otp (deadline 5 s)", ASYNCIO, "<=", 1.3),
            Target("otp (deadline 5 s)", "floor: trio ping-pong", "<=", 1.15),
            Target("otp (deadline 5 s)", "otp (no deadline)", "<=", 1.2),
            Target(OTPYLIB, "otp (inline_calls)", ">=", 40),
            Target(ELIXIR, "otp (inline_calls)", ">=", 1.5),
            Target("otp (inline_calls)", "floor: plain call, inline", "<=", 1.5),
        ],
    ),
    Row(
        "otp_fan_in",
        "call, 100 callers",
        "us",
        True,
        40_000,
        {
            "otp (deadline 5 s)": fan_in_otp,
            "otp (inline_calls)": functools.partial(fan_in_otp, cls=InlineEcho),
            "floor: one task step": fan_in_floor,
            ASYNCIO: fan_in_asyncio,
            "the same, async handler": functools.partial(fan_in_asyncio, server=handle_calls),
            "uvloop Queue+Future": on_uvloop(fan_in_asyncio),
            OTPYLIB: fan_in_otpylib,
            ELIXIR: elixir("fan_in"),
        },
        [
            Target(OTPYLIB, "otp (deadline 5 s)", ">=", 8),
            Target(ASYNCIO, "otp (deadline 5 s)", ">=", 0.85),
            Target("otp (deadline 5 s)", "floor: one task step", "<=", 2.5),
            Target(ELIXIR, "otp (inline_calls)", ">=", 1),
        ],
    ),
    Row(
        "otp_cast",
        "cast, bursts of 1000",
        "/s",
        False,
        200_000,
        {
            "otp (async handler)": cast_otp,
            "otp (plain handler)": functools.partial(cast_otp, cls=PlainEcho),
            "floor: bare deque": cast_floor,
            "trio memory channel": cast_channel,
            "asyncio Queue": cast_asyncio,
            "the same, async handler": functools.partial(cast_asyncio, server=handle_all),
            "pykka": cast_pykka,
            OTPYLIB: cast_otpylib,
            ELIXIR: elixir("cast"),
        },
        [
            Target("otp (async handler)", OTPYLIB, ">=", 20),
            Target("otp (async handler)", "the same, async handler", ">=", 2, "asyncio Queue"),
            Target("otp (async handler)", ELIXIR, ">=", 0.5),
            Target("otp (async handler)", "floor: bare deque", ">=", 0.7),
        ],
    ),
    Row(
        "otp_idle",
        "idle actor",
        "bytes",
        True,
        10_000,
        {
            "otp": idle("otp", 0),
            "otp (plain init)": idle("otp-init", 0),
            ASYNC_INIT: idle("otp-async-init", 0),
            "floor: task + deque": idle("floor", 0),
            "floor: + scope, handshake": idle("handshake", 0),
            OTPYLIB: idle("otpylib", 0),
            ELIXIR: elixir("idle"),
        },
        [
            Target("otp", OTPYLIB, "<=", 0.42),
            Target("otp", ELIXIR, "<=", 1.3, VM_MEMORY),
            Target("otp", "floor: task + deque", "<=", 1.25, ONE_TASK),
            Target(ASYNC_INIT, OTPYLIB, "<=", 0.42),
            Target(ASYNC_INIT, "floor: task + deque", "<=", 1.25, ONE_TASK),
        ],
    ),
    Row(
        "otp_spawn",
        HANDSHAKE,
        "/s",
        False,
        10_000,
        {
            "otp": idle("otp", 1),
            "otp (plain init)": idle("otp-init", 1),
            ASYNC_INIT: idle("otp-async-init", 1),
            "floor: task + deque": idle("floor", 1),
            "floor: + scope, handshake": idle("handshake", 1),
            OTPYLIB: idle("otpylib", 1),
            ELIXIR: elixir("spawn"),
        },
        [
            Target("otp (plain init)", OTPYLIB, ">=", 5),
            Target("otp (plain init)", ELIXIR, ">=", 0.2),
            Target(ASYNC_INIT, OTPYLIB, ">=", 5),
        ],
    ),
    Row(
        "otp_restart",
        "restart",
        "us",
        True,
        1_000,
        {
            "otp": restart_otp,
            "floor: bare restart": restart_floor,
            OTPYLIB: restart_otpylib,
            ELIXIR: elixir("restart"),
        },
        [
            Target(OTPYLIB, "otp", ">=", 3),
            Target("otp", ELIXIR, "<=", 2),
            Target("otp", "floor: bare restart", "<=", 1.6, "no intensity, links or logging"),
        ],
    ),
]
