"""Types of session events: events_other.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from copilot_actors.protocol._typed_event import TypedEvent
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "CapabilitiesChanged",
    "CapabilitiesChangedData",
    "CapabilitiesChangedUI",
    "CommandCompleted",
    "CommandCompletedData",
    "CommandExecute",
    "CommandExecuteData",
    "CommandQueued",
    "CommandQueuedData",
    "CommandsChanged",
    "CommandsChangedCommand",
    "CommandsChangedData",
    "UIEphemeralQueryPhase",
    "UiEphemeralQuery",
    "UiEphemeralQueryData",
]


class CapabilitiesChangedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Session capability change notification

    Attributes:
        ui: UI capability changes
    """

    ui: CapabilitiesChangedUI | None = None


class CapabilitiesChangedUI(WireStruct, frozen=True, kw_only=True, gc=False):
    """UI capability changes

    Attributes:
        elicitation: Whether elicitation is now supported
        mcp_apps: Whether MCP Apps (SEP-1865) UI passthrough is now supported
        canvases: Whether canvas rendering is now supported
    """

    elicitation: bool | None = None
    mcp_apps: bool | None = None
    canvases: bool | None = None


class CommandCompletedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Queued command completion notification signaling UI dismissal

    Attributes:
        request_id: Request ID of the resolved command request; clients should dismiss any UI for
            this request
    """

    request_id: str


class CommandExecuteData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Registered command dispatch request routed to the owning client

    Attributes:
        request_id: Unique identifier; used to respond via
            session.commands.handlePendingCommand()
        command: The full command text (e.g., /deploy production)
        command_name: Command name without leading /
        args: Raw argument string after the command name
    """

    request_id: str
    command: str
    command_name: str
    args: str


class CommandQueuedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Queued slash command dispatch request for client execution

    Attributes:
        request_id: Unique identifier for this request; used to respond via
            session.respondToQueuedCommand()
        command: The slash command text to be executed (e.g., /help, /clear)
    """

    request_id: str
    command: str


class CommandsChangedCommand(WireStruct, frozen=True, kw_only=True, gc=False):
    """A single slash command available in the session, as listed by the `commands.changed` event.

    Attributes:
        name: Slash command name without the leading slash.
        description: Optional human-readable command description.
    """

    name: str
    description: str | None = None


class CommandsChangedData(WireStruct, frozen=True, kw_only=True):
    """SDK command registration change notification

    Attributes:
        commands: Current list of registered SDK commands
    """

    commands: list[CommandsChangedCommand]


class UiEphemeralQueryData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Ordered output and terminal state for a transient query that does not modify conversation
    history.

    Attributes:
        request_id: Runtime-minted query identifier.
        phase: Current query lifecycle phase.
        chunk: Ordered text delta, present for the `chunk` phase.
        answer: Full response text, present for the `completed` phase.
        error: Model or transport failure message, present for the `failed` phase.
    """

    request_id: str
    phase: UIEphemeralQueryPhase
    chunk: str | None = None
    answer: str | None = None
    error: str | None = None


if TYPE_CHECKING:
    UIEphemeralQueryPhase: TypeAlias = Literal["started", "chunk", "completed", "failed", "aborted"] | str
    """Lifecycle phase for a Rust-owned ephemeral query stream.

    - ``started``: The ephemeral query stream has begun.
    - ``chunk``: A partial result chunk was produced by the stream.
    - ``completed``: The ephemeral query stream finished successfully.
    - ``failed``: The ephemeral query stream ended with an error.
    - ``aborted``: The ephemeral query stream was cancelled before completing.
    """
else:
    UIEphemeralQueryPhase = Literal["started", "chunk", "completed", "failed", "aborted"]


class CapabilitiesChanged(TypedEvent["CapabilitiesChangedData"]):
    """``capabilities.changed``: Session capability change notification

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "capabilities.changed"
    data_type: ClassVar[Hashable] = CapabilitiesChangedData


class CommandCompleted(TypedEvent["CommandCompletedData"]):
    """``command.completed``: Queued command completion notification signaling UI dismissal

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "command.completed"
    data_type: ClassVar[Hashable] = CommandCompletedData


class CommandExecute(TypedEvent["CommandExecuteData"]):
    """``command.execute``: Registered command dispatch request routed to the owning client

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "command.execute"
    data_type: ClassVar[Hashable] = CommandExecuteData


class CommandQueued(TypedEvent["CommandQueuedData"]):
    """``command.queued``: Queued slash command dispatch request for client execution

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "command.queued"
    data_type: ClassVar[Hashable] = CommandQueuedData


class CommandsChanged(TypedEvent["CommandsChangedData"]):
    """``commands.changed``: SDK command registration change notification

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "commands.changed"
    data_type: ClassVar[Hashable] = CommandsChangedData


class UiEphemeralQuery(TypedEvent["UiEphemeralQueryData"]):
    """``ui.ephemeral_query``: Ordered output and terminal state for a transient query that does not
    modify conversation history.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "ui.ephemeral_query"
    data_type: ClassVar[Hashable] = UiEphemeralQueryData
