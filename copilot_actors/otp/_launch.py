"""Starting incarnations, and waiting in the caller's task for supervisors and starts."""

from __future__ import annotations

import math
from contextlib import contextmanager
from typing import TYPE_CHECKING

from trio.lowlevel import (
    Abort,
    RaiseCancelT,
    current_task,
    enable_ki_protection,
    wait_task_rescheduled,
)

from ._call import From, refuse_cycle, waits_for
from ._errors import AlreadyStarted
from ._process import Child, Parent, Process
from ._reasons import SHUTDOWN
from ._ref import Ref
from ._tree import current_process

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._tree import Tree


@enable_ki_protection
def launch(tree: Tree, parent: Parent, child: Child, *, inherit: bool = False) -> Process:
    """Make a new incarnation of a child and start its task; its ``init`` runs later.

    Args:
        tree: where it runs.
        parent: who hears of its fate.
        child: its place.
        inherit: give it the caller's context variables instead of the tree's.

    Returns:
        The process, in status ``starting``.

    Raises:
        AlreadyStarted: another child has the name.
        Exception: whatever the class's constructor raises.
    """
    name = child.spec.name
    if name is not None:
        holder = tree.names.setdefault(name, child)
        if holder is not child:
            raise AlreadyStarted(holder.ref)
    process = child.spec.start.make_process(tree, parent, child)
    child.process = process
    if child.spec.start_timeout < math.inf:
        process.limit_start(child.spec.start_timeout)
    tree.spawn(process, inherit=inherit)
    return process


@contextmanager
def blocked_on(ref: Ref, process: Process, operation: str) -> Iterator[From]:
    """Enter the calling actor, if any, into the wait-for graph while it waits for ``process``.

    Args:
        ref: how errors call the target.
        process: what is waited for.
        operation: how errors call the request.

    Yields:
        The edge, which is also a call that ``process`` may answer.

    Raises:
        CallingSelf: the target is the caller.
        CallCycle: the target waits for the caller.
    """
    task = current_task()
    caller = current_process.get()
    edge = From(ref, process, operation, None, task)
    if caller is None or not waits_for(caller, task):
        yield edge
        return
    refuse_cycle(ref, caller, process, operation)
    if caller.calls_out is None:
        caller.calls_out = {}
    calls_out = caller.calls_out
    calls_out[edge] = None
    try:
        yield edge
    finally:
        calls_out.pop(edge, None)


async def wait_started(process: Process) -> None:
    """Wait in the calling task until the start of ``process`` has succeeded or failed.

    Cancelled, it stops the process, which is then never seen by anyone.

    Args:
        process: a process that was just spawned.
    """

    def abort(_: RaiseCancelT) -> Abort:
        process.starter = None
        process.interrupt(SHUTDOWN)
        return Abort.SUCCEEDED

    if current_process.get() is None:
        process.starter = current_task()
        await wait_task_rescheduled(abort)
        return
    with blocked_on(process.child.ref, process, "start"):
        process.starter = current_task()
        await wait_task_rescheduled(abort)
