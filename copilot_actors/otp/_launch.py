"""Starting incarnations, and waiting in the caller's task for supervisors and starts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from trio.lowlevel import (
    Abort,
    RaiseCancelT,
    current_task,
    enable_ki_protection,
    wait_task_rescheduled,
)

from ._call import blocked_on
from ._child import Child
from ._errors import AlreadyStarted
from ._process import Parent, Process
from ._reasons import SHUTDOWN
from ._tree import current_process

if TYPE_CHECKING:
    from ._tree import Tree


@enable_ki_protection
def launch(
    tree: Tree, parent: Parent, child: Child, *, inherit: bool = False, here: bool = False
) -> Process:
    """Make a new incarnation of a child and start it; what it has to wait for runs in its task.

    Args:
        tree: where it runs.
        parent: who hears of its fate.
        child: its place.
        inherit: give it the caller's context variables instead of the tree's.
        here: an ``init`` that cannot wait may run in the calling task.

    Returns:
        The process, in status ``starting``; ``running`` if its start is over.

    Raises:
        AlreadyStarted: another actor has the name or the registry key.
        Exception: whatever the class's constructor raises.
    """
    refuse_taken(child)
    if child.spec.name is not None:
        tree.names[child.spec.name] = child
    process = child.spec.start.make_process(tree, parent, child)
    child.process = process
    if child.spec.start_timeout < math.inf:
        process.limit_start(child.spec.start_timeout)
    tree.alive += 1
    if child.spec.starts_at_once:
        process.await_work()
    elif here and child.spec.starts_here:
        process.start_here()
    else:
        tree.spawn(process, inherit=inherit)
    return process


def refuse_taken(child: Child) -> None:
    """Raise if another actor holds what a child is to be known by.

    Args:
        child: a child that does not run.

    Raises:
        AlreadyStarted: another child has the name, or an actor the unique key.
    """
    spec = child.spec
    holder = child.tree.names.get(spec.name)
    if spec.name is not None and holder is not None and holder is not child:
        raise AlreadyStarted(holder.ref)
    if spec.via is not None and spec.via.registry.keys_policy == "unique":
        registered = spec.via.whereis()
        if registered is not None:
            raise AlreadyStarted(registered)


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
