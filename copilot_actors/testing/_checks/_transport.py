"""The contract of a transport, as a check that its author can run: one function for each rule."""

from __future__ import annotations

import inspect
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias, final

import msgspec
import trio

from copilot_actors import _errors as errors
from copilot_actors.testing._faults._faulty_transport import FaultyChannel
from copilot_actors.testing._leaks_system import SystemSnapshot
from copilot_actors.testing._simulator._simulator import SimulatedChannel
from copilot_actors.transport import Channel, ExitStatus, LaunchOptions, StopReport, Transport

from ._contract import Make, check_rule, made_by, require, rule_name
from ._transport_peer import Peer, is_closed, is_over

Kill: TypeAlias = Callable[[Channel], Awaitable[object] | object]
"""Ends the process behind a channel at once, from outside; plain or async."""

_STEPS: Final = frozenset({"not_owned", "already_exited", "eof", "term", "kill"})
_MAX_PORT: Final = 65535
_TAIL: Final = 64 * 1024
_BIG: Final = 256 * 1024
_MANY: Final = 40
_CANCELS: Final = 60
_OPENS: Final = 8
_AFTERWARDS: Final = 3.0
"""Seconds that a stop may take beyond its own time: those that the docstring of ``stop`` names."""
_NOTICED: Final = 5.0
_SECRET: Final = "gho_0123456789abcdefContractCheck"  # noqa: S105 - nobody's


async def check_transport(
    make: Make[Transport], *, options: LaunchOptions | None = None, kill: Kill | None = None
) -> None:
    """Check that a transport keeps what :class:`Transport` and :class:`Channel` promise.

    Run it in a test of your own, in real time if there is a process or a network behind it. What
    it leads to must answer ``connect`` and ``ping`` as a CLI does: the real CLI, the simulated one
    or a stub. Each rule gets a new transport.

    Args:
        make: returns a transport; may be async.
        options: what each ``open`` is given; by default a stop of at most 5 s and no more.
        kill: ends the process behind a channel from outside; ``None`` sends SIGKILL to its
            ``pid``. Where a channel has no process of ours, and there is no ``kill``, what must
            happen at its death is not checked.

    Raises:
        AssertionError: a rule is broken: which, and what was seen.
        TypeError: ``make`` returned something else.

    Example:
        >>> async def test_my_transport_keeps_the_rules() -> None:
        ...     await check_transport(MyTransport)
    """
    given = LaunchOptions(stop_timeout=5.0) if options is None else options
    for rule in RULES:
        transport = await made_by(make, Transport)
        subject = _Subject(transport, given, kill)
        await check_rule(rule_name(rule), partial(rule, subject))


@final
class _Subject:
    """One transport, and how its channels are opened and killed."""

    def __init__(self, transport: Transport, options: LaunchOptions, kill: Kill | None) -> None:
        self.transport = transport
        self.options = options
        self._kill = kill

    async def open(self) -> Channel:
        """Open a channel; whoever calls stops it."""
        channel = await self.transport.open(self.options)
        require(isinstance(channel, Channel), f"open returned a {type(channel).__name__}")
        return channel

    @asynccontextmanager
    async def channel(self) -> AsyncIterator[tuple[Channel, Peer]]:
        """Open a channel, connect, and stop it however the block ends."""
        channel = await self.open()
        try:
            peer = Peer(channel)
            await peer.connect()
            yield channel, peer
        finally:
            with trio.CancelScope(shield=True):
                await channel.stop(graceful=False)

    def can_kill(self, channel: Channel) -> bool:
        """Whether there is a way to end the process from outside."""
        return self._kill is not None or channel.pid is not None

    async def kill(self, channel: Channel) -> None:
        """End the process behind a channel, from outside."""
        if self._kill is not None:
            done = self._kill(channel)
            if inspect.isawaitable(done):
                await done
            return
        inner = channel.inner if isinstance(channel, FaultyChannel) else channel
        if isinstance(inner, SimulatedChannel):
            inner.process.kill()
        elif channel.pid is not None:
            os.kill(channel.pid, signal.SIGKILL)


# --- Opening --------------------------------------------------------------------------------


async def _a_channel_says_what_it_is(subject: _Subject) -> None:
    async with subject.channel() as (channel, _):
        pid, port, token = channel.pid, channel.port, channel.token
        require(pid is None or (isinstance(pid, int) and pid > 0), f"pid is {pid!r}")
        is_port = isinstance(port, int) and 0 < port <= _MAX_PORT
        require(port is None or is_port, f"port is {port!r}")
        require(token is None or (isinstance(token, str) and token), "token is no text")
        require(isinstance(channel.stream, trio.abc.Stream), "stream is no trio.abc.Stream")
        require(isinstance(channel.stderr_tail, str), "stderr_tail is no text")


async def _the_store_has_one_name(subject: _Subject) -> None:
    names = [subject.transport.home(subject.options) for _ in range(2)]
    require(names[0] == names[1], f"home() names {names[0]!r}, then {names[1]!r}")
    require(names[0] is None or isinstance(names[0], str), f"home() is {names[0]!r}")
    await trio.lowlevel.checkpoint()


async def _two_channels_are_two(subject: _Subject) -> None:
    async with subject.channel() as (first, one), subject.channel() as (second, two):
        require(first is not second, "a second open returned the first channel")
        await one.ask("to the first")
        await two.ask("to the second")
        await first.stop()
        await two.ask("and to the second again")


async def _no_secret_is_on_the_command_line(subject: _Subject) -> None:
    options = msgspec.structs.replace(subject.options, github_token=_SECRET)
    channel = await subject.transport.open(options)
    try:
        command = Path(f"/proc/{channel.pid}/cmdline")
        if channel.pid is not None and await trio.to_thread.run_sync(command.exists):
            words = await trio.to_thread.run_sync(command.read_bytes)
            require(_SECRET.encode() not in words, "github_token is among the arguments")
    finally:
        await channel.stop(graceful=False)


async def _a_cancelled_open_leaves_nothing(subject: _Subject) -> None:
    begun = trio.current_time()
    await (await subject.open()).stop(graceful=False)
    whole = trio.current_time() - begun
    before = SystemSnapshot()
    for attempt in range(_OPENS):
        channel = None
        # At some moment of the work: before, in the middle, after.
        with trio.move_on_after(whole * attempt / (_OPENS - 2)):
            channel = await subject.open()
        if channel is not None:
            await channel.stop(graceful=False)
    left = await trio.to_thread.run_sync(before.wait, _NOTICED)
    require(not left, f"after opens that were cancelled there is left: {'; '.join(left)}")


# --- Bytes ----------------------------------------------------------------------------------


async def _a_question_is_answered(subject: _Subject) -> None:
    async with subject.channel() as (_, peer):
        for number in range(3):
            await peer.ask(f"number {number}")


async def _a_frame_may_be_written_byte_by_byte(subject: _Subject) -> None:
    async with subject.channel() as (channel, peer):
        number, data = peer.ping("split")
        for byte in data:
            await channel.stream.send_all(bytes([byte]))
        await peer.expect({number: "split"})


async def _frames_may_be_written_together(subject: _Subject) -> None:
    async with subject.channel() as (channel, peer):
        sent, data = _pings(peer, _MANY)
        await channel.stream.send_all(data)
        await peer.expect(sent)


async def _a_read_takes_no_more_than_it_is_asked_for(subject: _Subject) -> None:
    async with subject.channel() as (channel, peer):
        for most in (1, 7):
            sent, data = _pings(peer, 3)
            await channel.stream.send_all(data)
            await peer.expect(sent, most=most)


async def _a_cancelled_read_loses_nothing(subject: _Subject) -> None:
    async with subject.channel() as (channel, peer):
        # While nothing comes, and while there is something.
        for _ in range(3):
            with trio.move_on_after(0.001):
                peer.feed(await peer.read(5))
        sent, data = _pings(peer, _MANY)
        await channel.stream.send_all(data)
        for number in range(_CANCELS):
            if number % 5 == 0:
                # So that there is something.
                peer.feed(await peer.read(5))
            got: bytes | None = None
            async with trio.open_nursery() as nursery:
                # Before it, and while it comes back with something.
                nursery.start_soon(_cancel_later, nursery.cancel_scope, number % 5)
                got = await peer.read(5)
                nursery.cancel_scope.cancel()
            peer.feed(got or b"")
        await peer.expect(sent)


async def _cancel_later(scope: trio.CancelScope, steps: int) -> None:
    for _ in range(steps):
        await trio.lowlevel.checkpoint()
    scope.cancel()


async def _large_frames_pass_whole(subject: _Subject) -> None:
    async with subject.channel() as (channel, peer):
        texts = {f"{at}" * _BIG for at in range(2)}
        sent: dict[int, str] = {}
        frames: list[bytes] = []
        for text in texts:
            number, data = peer.ping(text)
            sent[number] = text
            frames.append(data)
        async with trio.open_nursery() as nursery:
            # Whoever only writes may wait for a CLI that waits for its reader.
            nursery.start_soon(channel.stream.send_all, b"".join(frames))
            await peer.expect(sent)


async def _what_send_nowait_took_is_written_once(subject: _Subject) -> None:
    async with subject.channel() as (channel, peer):
        for at in range(5):
            number, data = peer.ping(f"at once {at}" * (at * 2000 + 1))
            taken = channel.send_nowait(data)
            require(isinstance(taken, int) and 0 <= taken <= len(data), f"it took {taken!r} bytes")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(channel.stream.send_all, data[taken:])
                await peer.expect({number: f"at once {at}" * (at * 2000 + 1)})


def _pings(peer: Peer, count: int) -> tuple[dict[int, str], bytes]:
    sent: dict[int, str] = {}
    frames: list[bytes] = []
    for at in range(count):
        number, data = peer.ping(f"text {at}")
        sent[number] = f"text {at}"
        frames.append(data)
    return sent, b"".join(frames)


# --- The end --------------------------------------------------------------------------------


async def _a_stop_reports_what_it_did(subject: _Subject) -> None:
    for graceful in (True, False):
        async with subject.channel() as (channel, _):
            begun = trio.current_time()
            report = await channel.stop(graceful=graceful)
            seconds = trio.current_time() - begun
            require(isinstance(report, StopReport), f"stop returned {report!r}")
            require(report.step in _STEPS, f"step is {report.step!r}")
            require(0 <= report.seconds <= seconds + 0.001, f"seconds is {report.seconds!r}")
            most = subject.options.stop_timeout + _AFTERWARDS
            require(seconds <= most, f"it took {seconds:.1f} s, of at most {most:g}")
            ours = channel.pid is not None
            require((report.step == "not_owned") != ours, f"step is {report.step!r}")
            require((report.status is not None) == ours, f"status is {report.status!r}")
            if not graceful:
                require(report.step in {"kill", "not_owned"}, f"forced, step is {report.step!r}")


async def _a_stop_is_idempotent(subject: _Subject) -> None:
    async with subject.channel() as (channel, _):
        reports: list[StopReport] = []

        async def stop() -> None:
            reports.append(await channel.stop())

        async with trio.open_nursery() as nursery:
            nursery.start_soon(stop)
            nursery.start_soon(stop)
        await stop()
        reports.append(await channel.stop(graceful=False))
        statuses = {report.status for report in reports}
        require(len(statuses) == 1, f"its stops report {sorted(map(str, statuses))}")


async def _a_stop_ends_in_spite_of_cancellation(subject: _Subject) -> None:
    async with subject.channel() as (channel, _):
        with trio.CancelScope() as scope:
            scope.cancel()
            await channel.stop()
        if channel.pid is not None:
            with trio.move_on_after(_NOTICED) as patience:
                await channel.wait_exit()
            require(not patience.cancelled_caught, "the process lives")
        still = await _still_open(channel)
        require(not still, f"{still} goes on")


async def _behind_a_stop_nothing_passes(subject: _Subject) -> None:
    async with subject.channel() as (channel, _):
        await channel.stop()
        still = await _still_open(channel)
        require(not still, f"{still} raises neither ClosedResourceError nor BrokenResourceError")


async def _still_open(channel: Channel) -> str:
    with trio.move_on_after(_NOTICED):
        return " and ".join(await is_closed(channel.stream))
    return "receive_some waits, so it"


async def _the_exit_is_told_to_everybody_alike(subject: _Subject) -> None:
    async with subject.channel() as (channel, _):
        if channel.pid is None:
            with trio.move_on_after(0.05) as scope:
                await channel.wait_exit()
            require(scope.cancelled_caught, "of a process that is not ours an exit was told")
            return
        told: list[ExitStatus] = []

        async def wait() -> None:
            told.append(await channel.wait_exit())

        async with trio.open_nursery() as nursery:
            for _ in range(3):
                nursery.start_soon(wait)
            with trio.move_on_after(0.01):
                # A wait that is given up takes nothing from the others.
                await wait()
            require(not told, "an exit was told before the end")
            report = await channel.stop()
        await wait()
        if report.status is not None:
            told.append(report.status)
        require(len(set(map(str, told))) == 1, f"it was told as {sorted(set(map(str, told)))}")
        status = told[0]
        one = (status.code is None) != (status.signal is None)
        require(one, f"{status} has not one of code and signal")


async def _a_death_is_noticed(subject: _Subject) -> None:
    async with subject.channel() as (channel, peer):
        await peer.ask()
        if not subject.can_kill(channel):
            return
        status: ExitStatus | None = None
        with trio.move_on_after(_NOTICED) as scope:
            await subject.kill(channel)
            require(await is_over(channel.stream), "the stream goes on")
            if channel.pid is not None:
                status = await channel.wait_exit()
        require(not scope.cancelled_caught, f"not within {_NOTICED:g} s")
        if status is not None:
            error = channel.exit_error(status)
            same = (error.code, error.signal) == (status.code, status.signal)
            is_error = isinstance(error, errors.CliExited)
            require(is_error and same, f"exit_error() of {status} is {error!r}")
            report = await channel.stop()
            require(report.step == "already_exited", f"a stop after it reports {report.step!r}")
            require(report.status == status, f"a stop after it reports {report.status}")


async def _what_is_shown_is_bounded_and_without_secrets(subject: _Subject) -> None:
    async with subject.channel() as (channel, peer):
        await peer.ask()
        secrets = [_SECRET, *([] if channel.token is None else [channel.token])]
        channel.hide([_SECRET])
        shown = channel.redact(f"before {' between '.join(secrets)} behind")
        require(not any(s in shown for s in secrets), "redact() left a secret")
        require("before" in shown and "behind" in shown, f"redact() made {shown!r}")
        await channel.stop()
        tail = channel.stderr_tail
        require(len(tail) <= _TAIL, f"stderr_tail has {len(tail)} characters of at most {_TAIL}")
        error = str(channel.exit_error(ExitStatus(1, None)))
        require(not any(s in tail or s in error for s in secrets), "a secret is shown")


async def _nothing_is_left(subject: _Subject) -> None:
    # The first one may make what the whole program has, once.
    async with subject.channel() as (_, peer):
        await peer.ask()
    before = SystemSnapshot()
    for graceful in (True, False):
        async with subject.channel() as (channel, peer):
            await peer.ask()
            await channel.stop(graceful=graceful)
    left = await trio.to_thread.run_sync(before.wait, _NOTICED)
    require(not left, "; ".join(left))


RULES: Final = (
    _a_channel_says_what_it_is,
    _the_store_has_one_name,
    _a_question_is_answered,
    _a_frame_may_be_written_byte_by_byte,
    _frames_may_be_written_together,
    _a_read_takes_no_more_than_it_is_asked_for,
    _a_cancelled_read_loses_nothing,
    _large_frames_pass_whole,
    _what_send_nowait_took_is_written_once,
    _two_channels_are_two,
    _a_stop_reports_what_it_did,
    _a_stop_is_idempotent,
    _a_stop_ends_in_spite_of_cancellation,
    _behind_a_stop_nothing_passes,
    _the_exit_is_told_to_everybody_alike,
    _a_death_is_noticed,
    _what_is_shown_is_bounded_and_without_secrets,
    _no_secret_is_on_the_command_line,
    _a_cancelled_open_leaves_nothing,
    _nothing_is_left,
)
"""The rules, in the order in which they are checked."""
