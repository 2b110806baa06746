"""``open_pipeline``: a store, a place to run, and the runs over items."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, TypeVar, Unpack, cast

import trio

from copilot_actors._errors import InvalidOption
from copilot_actors.client import Client, ClientPool, Session
from copilot_actors.client._options._checks import check_seconds
from copilot_actors.otp import NoProcess, TaskSupervisor, open_supervisor

from . import _statements as sql
from ._attempts import Work, Worker
from ._errors import PipelineError
from ._feed import Source
from ._host import ClientHost, Host, PoolHost
from ._keys import check_name
from ._policy import Restart
from ._progress import Progress, Report
from ._reading import report_of
from ._records import ItemRecord
from ._rules import Rules
from ._run import Run
from ._settings import OnDrain, PipelineOptionFields, PipelineOptions, check_options
from ._states import ItemState
from ._step import returned_by
from ._store import Store, check_path
from ._writer import Writer

if TYPE_CHECKING:
    from copilot_actors.otp import Supervisor

I = TypeVar("I")  # noqa: E741 - item
T = TypeVar("T")


class Pipeline:
    """Work over items that goes on where it stood. Made by ``client.pipeline``.

    Can be shared between tasks; one run goes on at a time.
    """

    def __init__(
        self, name: str, options: PipelineOptions, store: Store, writer: Writer, host: Host
    ) -> None:
        self._name = name
        self._options = options
        self._store = store
        self._writer = writer
        self._host = host
        self._run: Run[object] | None = None
        self._told: Run[object] | None = None
        self._draining = False
        self._tasks: TaskSupervisor
        self._items: TaskSupervisor

    def __repr__(self) -> str:
        return f"<Pipeline {self._name!r} {str(self._store.path)!r}>"

    def run(
        self,
        items: Iterable[I] | AsyncIterable[I],
        work: Callable[[Session, I], Awaitable[T]],
        *,
        key: Callable[[I], str] | None = None,
        ordered: bool = False,
        priority: Callable[[I], float] | None = None,
        restart: Restart | Callable[[I], Restart] | None = None,
        result_type: type[T] | None = None,
    ) -> Run[T]:
        """Run ``work`` over items and give their results.

        An item that the store has as finished is not run: its result is recalled. One that was
        under way when the program ended, or was parked, is run again in *its* session, with that
        session's history; its recorded steps are skipped. One that failed for good is recalled
        with its error until :meth:`retry`. A result is on disk before it is given.

        Args:
            items: any iterable, plain or async, endless ones too. It is pulled as there is room:
                at most twice ``max_concurrency`` items are at hand, besides those that wait for
                their next attempt. An item must be something that JSON can hold (``msgspec``
                encodes it; paths are text).
            work: an async function of the item's session and the item. The session is opened
                before it and disconnected after it. It is run again from its start after a
                failure or a crash; what :func:`step` has recorded is not.
            key: the name of an item, any text, in every run the same; without it items are texts
                or paths and their own keys. A second item with a key is refused.
            ordered: results in the order of the items, instead of as they come. At most 1,000
                wait behind one that is not there.
            priority: greater numbers first, among the items that are at hand.
            restart: one kind, or a function of the item, instead of the pipeline's.
            result_type: what results are decoded as; without it the type that ``work`` is
                annotated to return. Fresh results are decoded too, so that both are alike.

        Returns:
            An async iterator of :class:`Result`. An item's failure is a result, never an
            exception of the iteration.

        Raises:
            trio.BusyResourceError: another run goes on.
            PipelineError: the pipeline has ended.
            TypeError: ``items`` is no iterable, ``work`` no function.
            InvalidOption: another argument that makes no sense.
            TooManyFailures: out of the iteration, as all of these, after the results that are
                there: more than ``max_failures`` attempts failed within ``max_seconds``.
            ProviderLimit: the provider's limit ends later than ``breaker.max_wait``.
            PipelineStoreFailed: the store could not be written for ``store_patience``.
            ConnectionFault: the client gave up or was stopped; items under way are parked.
            BaseException: what work raised that is no Exception; items under way are parked.
            Exception: what ``items`` or ``key`` raised, when what was at hand is done.
        """
        if not callable(work):
            raise TypeError(f"work: expected an async function, got {type(work).__name__}")
        source: Source[object] = Source(items)
        chosen = self._options.restart if restart is None else restart
        rules = Rules(key, priority, chosen, self._options)
        if self._run is not None and not self._run._over.is_set():
            raise trio.BusyResourceError("another run of this pipeline is not over")
        as_type = returned_by(work) if result_type is None else result_type
        worker = Worker(
            self._name,
            self._options,
            writer=self._writer,
            host=self._host,
            work=cast("Work", work),
            as_type=as_type,
        )
        run: Run[T] = Run(
            self._name,
            self._options,
            writer=self._writer,
            host=self._host,
            source=source,
            rules=rules,
            worker=worker,
            as_type=as_type,
            ordered=ordered,
            rng=random.Random(self._options.backoff.seed),  # noqa: S311 - jitter is no secret
        )
        if self._draining:
            run._skip()
            return run
        try:
            run._begin(self._tasks, self._items)
        except NoProcess:
            raise PipelineError(f"the pipeline {self._name!r} has ended") from None
        self._run = cast("Run[object]", run)
        return run

    async def drain(self, deadline: float = 20.0, *, running: OnDrain = "finish") -> Report:
        """Pull and begin nothing any more, and bring what is under way to a good end.

        The results of items that finish are still given by the iteration, which ends then. The
        pipeline begins nothing any more. May be called again.

        Args:
            deadline: seconds after which items that still run are parked.
            running: ``"finish"`` lets items under way finish until then, ``"park"`` gives them
                up at once: the next run goes on with them, in their sessions.

        Returns:
            The report.

        Raises:
            InvalidOption: a value that makes no sense.
        """
        seconds = check_seconds("deadline", deadline)
        if running not in ("finish", "park"):
            raise InvalidOption("running", f"expected 'finish' or 'park', got {running!r}")
        self._draining = True
        run = self._run
        if run is not None:
            run._stop("drained", park=running == "park")
            with trio.move_on_after(seconds):
                await run._over.wait()
            if not run._over.is_set():
                run._stop("drained", park=True)
                await run._over.wait()
        return await self.report()

    @property
    def draining(self) -> bool:
        """Whether a drain was asked for; a run that ended may not be complete."""
        return self._draining

    def progress(self) -> Progress:
        """A snapshot of the run that goes on, or of the last one."""
        return Progress(elapsed=0.0) if self._run is None else self._run.progress()

    async def report(self) -> Report:
        """What the store says of all runs together.

        Raises:
            PipelineStoreFailed: it cannot be read.
        """
        path = str(self._store.path)
        return await self._writer.do(lambda db: report_of(db, path), durable=False)

    async def dead_letters(self, limit: int = 1000) -> list[ItemRecord]:
        """The items that failed for good, dead letters among them, oldest first.

        Raises:
            PipelineStoreFailed: the store cannot be read.
        """
        bad = (ItemState.FAILED, ItemState.DEAD_LETTER)
        return await self._writer.do(
            lambda db: list(sql.records(db, bad, limit=limit)), durable=False
        )

    async def retry(self, *keys: str) -> list[str]:
        """Let items that failed be tried anew, with all their attempts, by the next run.

        Args:
            *keys: which; none for all.

        Returns:
            The keys of the items that are waiting now.

        Raises:
            PipelineStoreFailed: the store cannot be written.
        """
        chosen: Sequence[str] | None = keys or None
        return await self._writer.do(lambda db: sql.reset(db, chosen), durable=True)

    # --- Its life -------------------------------------------------------------------------

    def _begin(self, root: Supervisor) -> None:
        writers, self._items, self._tasks = (
            cast("TaskSupervisor", root.whereis(name)) for name in ("writer", "items", "runs")
        )
        writers.start_child(self._writer.run, name="writer")
        if self._options.on_progress is not None:
            self._tasks.start_child(self._tell, self._options.on_progress, name="progress")
        if self._options.drain_signals:
            self._tasks.start_child(self._watch_signals, name="signals")

    async def _end(self) -> None:
        if self._run is not None:
            with trio.CancelScope(shield=True):
                await self._run.aclose()
                if self._options.on_progress is not None and self._run is not self._told:
                    self._options.on_progress(self._run.progress())

    async def _tell(self, on_progress: Callable[[Progress], None]) -> None:
        while True:
            await trio.sleep(self._options.progress_interval)
            run = self._run
            if run is not None and run is not self._told:
                on_progress(run.progress())
                self._told = run if run._over.is_set() else None

    async def _watch_signals(self) -> None:
        with trio.open_signal_receiver(
            *(signal.Signals(number) for number in self._options.drain_signals)
        ) as arrivals:
            await anext(arrivals)
            self._tasks.start_child(
                self._drain_at_signal, self._options.drain_deadline, self._options.on_drain
            )
            async for _ in arrivals:
                self._tasks.start_child(self._drain_at_signal, 0.0, "park")

    async def _drain_at_signal(self, deadline: float, running: OnDrain) -> None:
        await self.drain(deadline, running=running)


def open_pipeline(
    host: Client | ClientPool,
    name: str,
    *,
    store: str | os.PathLike[str],
    tenant: str = "",
    **options: Unpack[PipelineOptionFields],
) -> AbstractAsyncContextManager[Pipeline]:
    """Open the store of a pipeline for the length of a block; ``client.pipeline`` does it too.

    At the end of the block, however it ends, items under way are parked.

    Args:
        host: where items run: in one client, or spread over a pool, each in the client with the
            least to do. The clients of a pool must share one ``home``, so that each finds the
            sessions of the others.
        name: 1 to 40 characters; stands in the ids of the sessions. Not two pipelines of one
            ``home`` at the same time may have one name.
        store: path of the file; made if there is none, beside it a folder with its lease.
        tenant: whose client, if ``host`` is a pool with a client for each tenant.
        **options: see :class:`PipelineOptions`.

    Raises:
        InvalidOption: a value that makes no sense; nothing was opened.
        PipelineInUse: another owner has the store open.
        PipelineDamaged: the file is no store of this pipeline, or one of another version.
        PipelineStoreFailed: it cannot be made, read or written.
    """
    chosen = check_options(options)
    place: Host
    if isinstance(host, Client):
        place = ClientHost(host)
    elif isinstance(host, ClientPool):
        place = PoolHost(host, tenant)
    else:
        raise InvalidOption("host", f"expected a client or a pool, got {type(host).__name__}")
    return _open(place, check_name(name), Store(check_path(store), name), chosen)


@asynccontextmanager
async def _open(
    host: Host, name: str, store: Store, options: PipelineOptions
) -> AsyncIterator[Pipeline]:
    await store.open()
    writer = Writer(store, options.store_patience)
    pipeline = Pipeline(name, options, store, writer, host)
    # In reverse order they end: runs begin nothing, items are parked, what they say is written.
    tree = [
        TaskSupervisor.child_spec(id=child, name=child) for child in ("writer", "items", "runs")
    ]
    try:
        async with open_supervisor(tree, name=f"pipeline {name}") as root:
            pipeline._begin(root)
            try:
                yield pipeline
            finally:
                await pipeline._end()
    finally:
        await store.aclose()
