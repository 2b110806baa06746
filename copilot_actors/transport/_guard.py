"""A guard that ends the CLI when this process dies without a chance to do so itself."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping

import trio

from ._leftovers import INSTANCE_VARIABLE

_RELEASE_SECONDS = 1.0

# Not PR_SET_PDEATHSIG: that follows the *thread* that forked, and trio forks in worker threads,
# which come and go. Not the child's end of file either: a CLI that is stopped or busy does not
# read it. A shell that waits for one pipe costs 1 MB and needs nothing from the CLI.
#
# First line: the process group to watch. Then any line is an orderly end, and the end of the
# file without one means that the only writer, this process, is gone. From there on: SIGTERM,
# two seconds, SIGKILL; then whatever carries the instance's mark, since the tools of the CLI
# live in sessions of their own.
_SCRIPT = """
trap '' HUP INT TERM
read -r group || group=
[ "$group" = done ] && exit 0
if [ -n "$group" ]; then
    read -r line && exit 0
    kill -s TERM -- "-$group"
    kill -s CONT -- "-$group"
    rounds=0
    while [ "$rounds" -lt 20 ] && kill -s 0 -- "-$group"; do
        sleep 0.1
        rounds=$((rounds + 1))
    done
    kill -s KILL -- "-$group"
fi
[ -d /proc/self ] || exit 0
for round in 1 2 3; do
    found=
    for environ in $(grep -ls "$2=$1" /proc/[0-9]*/environ); do
        pid=${environ#/proc/}
        kill -s KILL "${pid%/environ}" && found=yes
    done
    [ -n "$found" ] || break
done
"""


class Guard:
    """One guard process for one CLI.

    It is in a session of its own, so that a signal to our terminal's group does not reach it,
    and ignores the polite signals. It ends within a moment of :meth:`release`, and by itself when
    this process dies. A copy of this process made by ``os.fork`` alone keeps the pipe open as
    long as the copy lives.
    """

    __slots__ = ("_pipe", "_process")

    def __init__(self, process: trio.Process, pipe: int) -> None:
        self._process = process
        self._pipe = pipe

    @classmethod
    async def start(cls, instance: str, env: Mapping[str, str]) -> Guard | None:
        """Start a guard for the CLI that will carry ``instance`` in its environment.

        Started before the CLI, so that there is no moment without one.

        Returns:
            The guard, or ``None`` where there is no ``/bin/sh``.
        """
        read_end, write_end = os.pipe()
        try:
            process = await trio.lowlevel.open_process(
                ["/bin/sh", "-c", _SCRIPT, "copilot-actors-guard", instance, INSTANCE_VARIABLE],
                stdin=read_end,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                # Without the mark: it must not find itself.
                env={"PATH": env.get("PATH", os.defpath)},
                start_new_session=True,
                cwd="/",
            )
        except OSError:
            os.close(write_end)
            return None
        except BaseException:
            os.close(write_end)
            raise
        finally:
            os.close(read_end)
        return cls(process, write_end)

    @property
    def pid(self) -> int:
        """Process id of the guard."""
        return self._process.pid

    def watch(self, group: int) -> None:
        """Name the process group that must not outlive this process."""
        self._tell(b"%d\n" % group)

    async def release(self) -> None:
        """Let it go, since its CLI is gone, and reap it.

        Shielded, takes two seconds at most, and may be repeated.
        """
        with trio.CancelScope(shield=True):
            if self._pipe >= 0:
                self._tell(b"done\n")
                os.close(self._pipe)
                self._pipe = -1
            with trio.move_on_after(_RELEASE_SECONDS):
                await self._process.wait()
                return
            self._process.kill()
            with trio.move_on_after(_RELEASE_SECONDS):
                await self._process.wait()

    def _tell(self, line: bytes) -> None:
        try:
            os.write(self._pipe, line)
        except BrokenPipeError:
            # It was killed from outside. The CLI goes on unguarded.
            return
