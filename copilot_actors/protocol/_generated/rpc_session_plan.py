"""Types and methods: rpc_session_plan.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from types import NoneType

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "PlanReadResult",
    "PlanReadSqlTodosResult",
    "PlanReadSqlTodosWithDependenciesResult",
    "PlanSqlTodoDependency",
    "PlanSqlTodosRow",
    "SessionPlanRpc",
    "SessionPlanUpdateParams",
]


class PlanReadResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Existence, contents, and resolved path of the session plan file.

    Attributes:
        exists: Whether the plan file exists in the workspace
        content: The content of the plan file, or null if it does not exist
        path: Absolute file path of the plan file, or null if workspace is not enabled
    """

    exists: bool
    content: str | None
    path: str | None


class PlanReadSqlTodosResult(WireStruct, frozen=True, kw_only=True):
    """Todo rows read from the session SQL database. Empty when no session database is available.

    Attributes:
        rows: Rows from the session SQL todos table, ordered by creation time with insertion
            order used to break ties when available and id used for WITHOUT ROWID tables.
    """

    rows: list[PlanSqlTodosRow]


class PlanReadSqlTodosWithDependenciesResult(WireStruct, frozen=True, kw_only=True):
    """Todo rows + dependency edges read from the session SQL database.

    Attributes:
        rows: Rows from the session SQL todos table, ordered by creation time with insertion
            order used to break ties when available and id used for WITHOUT ROWID tables. Empty
            when no database, no todos table, or the SELECT failed.
        dependencies: Edges from the session SQL todo_deps table. Empty when no database, no
            todo_deps table, or the SELECT failed. Read independently from `rows`, so a broken
            todo_deps table does not affect the rows result and vice versa.
    """

    rows: list[PlanSqlTodosRow]
    dependencies: list[PlanSqlTodoDependency]


class PlanSqlTodoDependency(WireStruct, frozen=True, kw_only=True, gc=False):
    """A single dependency edge read from the session SQL `todo_deps` table, indicating that one
    todo must complete before another.

    Attributes:
        todo_id: ID of the todo that has the dependency.
        depends_on: ID of the todo it depends on.
    """

    todo_id: str
    depends_on: str


class PlanSqlTodosRow(WireStruct, frozen=True, kw_only=True, gc=False):
    """A single todo row read from the session SQL `todos` table. All fields are optional because
    the SQL schema is best-effort and the agent may not have populated every column.

    Attributes:
        id: Todo identifier.
        title: Todo title.
        description: Todo description.
        status: Todo status.
        created_at: Todo creation time, as stored by the session SQL schema's `datetime('now')`
            default: `YYYY-MM-DD HH:MM:SS` in UTC. Lets clients attribute todos to the work item
            that created them (e.g. scoping a goal's progress to the todos it produced) rather
            than to the whole session.
    """

    id: str | None = None
    title: str | None = None
    description: str | None = None
    status: str | None = None
    created_at: str | None = None


class SessionPlanUpdateParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.plan.update``."""

    content: str


class SessionPlanRpc(RpcNamespace):
    """``session.plan.*``."""

    __slots__ = ()

    async def delete(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> None:
        """Deletes the session plan file from the workspace.

        ``session.plan.delete`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.plan.delete",
            None,
            NoneType,
            rpc_timeout,
        )

    async def read(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> PlanReadResult:
        """Reads the session plan file from the workspace.

        ``session.plan.read`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Existence, contents, and resolved path of the session plan file.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.plan.read",
            None,
            PlanReadResult,
            rpc_timeout,
        )

    async def read_sql_todos(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> PlanReadSqlTodosResult:
        """Reads todo rows from the session SQL database for plan rendering.

        ``session.plan.readSqlTodos`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Todo rows read from the session SQL database. Empty when no session database is
            available.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.plan.readSqlTodos",
            None,
            PlanReadSqlTodosResult,
            rpc_timeout,
        )

    async def read_sql_todos_with_dependencies(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> PlanReadSqlTodosWithDependenciesResult:
        """Reads todo rows AND dependency edges from the session SQL database for structured
        progress UI. Same defensive behavior as readSqlTodos — returns empty arrays when the
        database, tables, or columns aren't available. Clients should call this on session start
        and after every `session.todos_changed` event to refresh structured-UI rendering.

        ``session.plan.readSqlTodosWithDependencies`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Todo rows + dependency edges read from the session SQL database.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.plan.readSqlTodosWithDependencies",
            None,
            PlanReadSqlTodosWithDependenciesResult,
            rpc_timeout,
        )

    async def update(
        self,
        *,
        content: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Writes new content to the session plan file.

        ``session.plan.update`` on the wire; experimental.

        Args:
            content: The new content for the plan file
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.plan.update",
            SessionPlanUpdateParams(
                content=content,
            ),
            NoneType,
            rpc_timeout,
        )
