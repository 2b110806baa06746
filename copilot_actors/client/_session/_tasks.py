"""How a session's work outside its mailbox is started, and how it reports back.

As a task that ends with its connection; or without one, where a plain function can take what
comes. All report inputs of the machine under the number of the connection that they belong to.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Protocol, TypeAlias

import msgspec
import outcome

from copilot_actors._errors import ConnectionFault, CopilotError, JsonValue
from copilot_actors.jsonrpc import Response
from copilot_actors.otp import MailboxFull, NoProcess

from . import _values as v
from ._calls import call as send_request

if TYPE_CHECKING:
    from copilot_actors.client._connection._connection import Connection

    from ._context import ClientContext
    from ._record import SessionRecord

Reply: TypeAlias = outcome.Outcome[Response]

MAILBOX_PAUSE = 0.1
"""Seconds until news is offered again to a session whose mailbox is full."""


class Asking(Protocol):
    """A request and all that its reply may lead to. ``reply`` is that to a request already sent."""

    async def __call__(
        self, connection: Connection, *, reply: Reply | None = None
    ) -> v.Input | None: ...


class SessionTasks:
    """Starts the work of one session on the connection that is current."""

    __slots__ = ("_connection", "_context", "_incarnation", "_record", "_report")

    def __init__(
        self,
        context: ClientContext,
        record: SessionRecord,
        report: Callable[[int, v.Input], None],
    ) -> None:
        self._context = context
        self._record = record
        self._report = report
        self._connection: Connection | None = None
        self._incarnation = 0

    def use(self, connection: Connection, incarnation: int) -> None:
        """From now on jobs run on this connection and report under this number."""
        self._connection = connection
        self._incarnation = incarnation

    def _start(self, job: Callable[[Connection], Awaitable[v.Input | None]], name: str) -> None:
        connection = self._connection
        if connection is not None:
            self._start_on(connection, self._incarnation, job, name)

    def _start_on(
        self,
        connection: Connection,
        incarnation: int,
        job: Callable[[Connection], Awaitable[v.Input | None]],
        name: str,
    ) -> None:
        task = functools.partial(self._run, job, connection, incarnation)
        self._context.start_job(task, f"{name} {self._record.session_id}")

    def _ask(
        self,
        method: str,
        params: Mapping[str, JsonValue],
        accept: Callable[[msgspec.Raw], v.Input | None],
        job: Asking,
        name: str,
    ) -> None:
        """Send a request whose result a plain function takes.

        A task costs more than the request: it is started only if the request cannot be sent at
        once, or if the reply is not a result that ``accept`` can use.
        """
        connection, incarnation = self._connection, self._incarnation
        if connection is None:
            return

        def replied(reply: Reply) -> None:
            response = reply.value if isinstance(reply, outcome.Value) else None
            if response is not None and response.error is None:
                try:
                    what = accept(response.result)
                except CopilotError:
                    what = None
                except Exception as error:
                    what = v.Broken(error)
                if what is not None:
                    self._tell(connection, incarnation, what)
                    return
            elif isinstance(reply, outcome.Error) and isinstance(reply.error, ConnectionFault):
                # The connection's end reaches the session as news of its own.
                return
            try:
                judge = functools.partial(job, reply=reply)
                self._start_on(connection, incarnation, judge, name)
            except NoProcess:
                return  # all sessions have ended

        within = self._context.options.rpc_timeout
        if not connection.post(method, params, within=within, wake=replied):
            self._start_on(connection, incarnation, job, name)

    def _later(self, seconds: float, what: Callable[[], v.Input | None]) -> None:
        """Report what there is to report then, unless the connection ends before."""
        connection, incarnation = self._connection, self._incarnation

        if connection is None:
            return

        def due() -> None:
            news = what()
            if news is not None:
                self._tell(connection, incarnation, news)

        connection.call_later(seconds, due)

    def _tell(self, connection: Connection, incarnation: int, what: v.Input) -> None:
        """Report out of a task of the connection, which must not fail for a flooded session."""
        try:
            self._report(incarnation, what)
        except MailboxFull:
            again = functools.partial(self._tell, connection, incarnation, what)
            connection.call_later(MAILBOX_PAUSE, again)

    async def _run(
        self,
        job: Callable[[Connection], Awaitable[v.Input | None]],
        connection: Connection,
        incarnation: int,
    ) -> None:
        try:
            what = await job(connection)
        except ConnectionFault:
            # The connection's end reaches the session as news of its own.
            return
        except Exception as error:
            what = v.Broken(error)
        if what is not None:
            self._report(incarnation, what)

    async def _call(
        self,
        connection: Connection,
        method: str,
        params: Mapping[str, JsonValue],
        seconds: float | None = None,
        reply: Reply | None = None,
    ) -> msgspec.Raw:
        within = self._context.options.rpc_timeout if seconds is None else seconds
        return await send_request(connection, method, params, within, reply)
