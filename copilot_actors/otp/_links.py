"""Links: two actors that end together. Parent and child need none; this is for siblings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._errors import NoProcess
from ._process import DEAD
from ._reasons import Crash

if TYPE_CHECKING:
    from ._ref import Ref


def link(one: Ref, two: Ref) -> None:
    """Make two actors send each other an exit signal when they end; idempotent.

    A signal with a reason other than `Normal` ends the peer with the same reason, or becomes an
    `Exit` message if the peer traps exits. The link belongs to the incarnations that run now. If
    one of them does not run, the other gets the signal at once, with ``Crash(NoProcess)``.

    Args:
        one: an actor; ``Exit.ref`` is the ref that is passed here.
        two: another.
    """
    first, second = one._process, two._process
    first_dead = first is None or first.status is DEAD
    second_dead = second is None or second.status is DEAD
    if first is not None and second is not None and not first_dead and not second_dead:
        if first is not second:
            first.link(one, second, two)
    elif first is not None and not first_dead:
        first.signal(two, Crash(NoProcess(two, "link")))
    elif second is not None and not second_dead:
        second.signal(one, Crash(NoProcess(one, "link")))


def unlink(one: Ref, two: Ref) -> None:
    """Undo `link`; unknown links are ignored.

    Args:
        one: an actor.
        two: another.
    """
    if one._process is not None and two._process is not None:
        one._process.unlink(two._process)
