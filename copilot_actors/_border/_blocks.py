"""Small things that both borders need: coroutines that never wait, results that nobody takes."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Protocol, TypeVar, runtime_checkable

from copilot_actors.chat import Chat
from copilot_actors.client import Session, SubscriptionRef

T = TypeVar("T")


@runtime_checkable
class _Subscribed(Protocol):
    async def off(self, ref: SubscriptionRef) -> None: ...


def at_once(work: Coroutine[object, object, T]) -> T:
    """Run a coroutine of the trio side that never waits.

    Raises:
        RuntimeError: it does.
    """
    try:
        work.send(None)
    except StopIteration as end:
        value: T = end.value
        return value
    work.close()
    raise RuntimeError("a coroutine that should not wait does")


async def release(owner: object, value: object) -> None:
    """Undo a call whose caller was cancelled when it had just succeeded.

    As in trio, where a cancelled call leaves no session open and no subscription behind.
    """
    if isinstance(value, Chat):
        await value.close()
    elif isinstance(value, Session):
        await value.disconnect()
    elif isinstance(value, SubscriptionRef) and isinstance(owner, _Subscribed):
        await owner.off(value)
