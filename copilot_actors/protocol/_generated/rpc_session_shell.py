"""Types and methods: rpc_session_shell.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "CancelUserRequestedShellCommandResult",
    "SessionShellCancelUserRequestedParams",
    "SessionShellExecParams",
    "SessionShellExecuteUserRequestedParams",
    "SessionShellKillParams",
    "SessionShellRpc",
    "ShellExecResult",
    "ShellKillResult",
    "ShellKillSignal",
    "UserRequestedShellCommandResult",
]


class CancelUserRequestedShellCommandResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Cancellation result for a user-requested shell command.

    Attributes:
        cancelled: Whether an in-flight execution was found and signalled to cancel
    """

    cancelled: bool


class ShellExecResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Identifier of the spawned process, used to correlate streamed output and exit notifications.

    Attributes:
        process_id: Unique identifier for tracking streamed output
    """

    process_id: str


class ShellKillResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the signal was delivered; false if the process was unknown or already
    exited.

    Attributes:
        killed: Whether the signal was sent successfully
    """

    killed: bool


class UserRequestedShellCommandResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of a user-requested shell command.

    Attributes:
        tool_call_id: Tool call id emitted for the shell execution
        success: Whether the command completed successfully
        output: Captured command output
        exit_code: Process exit code, when available
        error: Error output when the execution failed
    """

    tool_call_id: str
    success: bool
    output: str
    exit_code: int | None | UnsetType = UNSET
    error: str | None = None


if TYPE_CHECKING:
    ShellKillSignal: TypeAlias = Literal["SIGTERM", "SIGKILL", "SIGINT"] | str
    """Signal to send (default: SIGTERM)

    - ``SIGTERM``: Request graceful process termination.
    - ``SIGKILL``: Forcefully terminate the process.
    - ``SIGINT``: Send an interrupt signal to the process.
    """
else:
    ShellKillSignal = Literal["SIGTERM", "SIGKILL", "SIGINT"]


class SessionShellCancelUserRequestedParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.shell.cancelUserRequested``."""

    request_id: str


class SessionShellExecParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.shell.exec``."""

    command: str
    cwd: str | None = None
    timeout: int | None = None


class SessionShellExecuteUserRequestedParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.shell.executeUserRequested``."""

    request_id: str
    command: str


class SessionShellKillParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.shell.kill``."""

    process_id: str
    signal: ShellKillSignal | None = None


class SessionShellRpc(RpcNamespace):
    """``session.shell.*``."""

    __slots__ = ()

    async def cancel_user_requested(
        self,
        *,
        request_id: str,
        rpc_timeout: float | None = None,
    ) -> CancelUserRequestedShellCommandResult:
        """Cancels a user-requested shell command by request ID.

        ``session.shell.cancelUserRequested`` on the wire; experimental.

        Args:
            request_id: Request ID previously passed to executeUserRequested
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Cancellation result for a user-requested shell command.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.shell.cancelUserRequested",
            SessionShellCancelUserRequestedParams(
                request_id=request_id,
            ),
            CancelUserRequestedShellCommandResult,
            rpc_timeout,
        )

    async def exec(
        self,
        *,
        command: str,
        cwd: str | None = None,
        timeout: int | None = None,
        rpc_timeout: float | None = None,
    ) -> ShellExecResult:
        """Starts a shell command and streams output through session notifications. The command runs
        as the leader of its own process group (POSIX) or in a dedicated job object (Windows), so
        a forced termination — via "shell.kill", the request timeout, or session disposal —
        signals that whole group/job rather than only the direct child. Two gaps are worth
        planning for: a command that exits on its own does not trigger that teardown, and on
        POSIX a descendant that moves itself into a new session or process group (for example via
        "setsid") leaves the signalled group, so either can leave a background process running.

        ``session.shell.exec`` on the wire; experimental.

        Args:
            command: Shell command to execute
            cwd: Working directory (defaults to session working directory)
            timeout: Timeout in milliseconds (default: 30000)
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Identifier of the spawned process, used to correlate streamed output and exit
            notifications.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.shell.exec",
            SessionShellExecParams(
                command=command,
                cwd=cwd,
                timeout=timeout,
            ),
            ShellExecResult,
            rpc_timeout,
        )

    async def execute_user_requested(
        self,
        *,
        request_id: str,
        command: str,
        rpc_timeout: float | None = None,
    ) -> UserRequestedShellCommandResult:
        """Executes a user-requested shell command through the session runtime.

        ``session.shell.executeUserRequested`` on the wire; experimental.

        Args:
            request_id: Caller-provided cancellation handle for this execution
            command: Shell command to execute
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of a user-requested shell command.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.shell.executeUserRequested",
            SessionShellExecuteUserRequestedParams(
                request_id=request_id,
                command=command,
            ),
            UserRequestedShellCommandResult,
            rpc_timeout,
        )

    async def kill(
        self,
        *,
        process_id: str,
        signal: ShellKillSignal | None = None,
        rpc_timeout: float | None = None,
    ) -> ShellKillResult:
        """Sends a signal to a shell process previously started via "shell.exec". The signal targets
        the command's whole process group (POSIX) or job object (Windows), so descendants still
        in that group are signalled too, not just the direct child. On POSIX a descendant that
        moved itself into a new session or process group (for example via "setsid") is no longer
        in the signalled group and survives.

        ``session.shell.kill`` on the wire; experimental.

        Args:
            process_id: Process identifier returned by shell.exec
            signal: Signal to send (default: SIGTERM)
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the signal was delivered; false if the process was unknown or
            already exited.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.shell.kill",
            SessionShellKillParams(
                process_id=process_id,
                signal=signal,
            ),
            ShellKillResult,
            rpc_timeout,
        )
