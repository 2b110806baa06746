"""Types and methods: rpc_session_queue.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Literal, TypeAlias

from .rpc_common import (
    Attachment,
    SendAgentMode,
    SendMode,
)
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    WireStruct,
)

__all__ = [
    "QueueBeginDeferredIdleDrainResult",
    "QueueDuplicateAtResult",
    "QueueEnqueueResumePendingResult",
    "QueueFinishDeferredIdleDrainResult",
    "QueueHasPendingResult",
    "QueueInsertAtResult",
    "QueueInsertMessage",
    "QueueMoveItemResult",
    "QueuePendingItems",
    "QueuePendingItemsKind",
    "QueuePendingItemsResult",
    "QueueRemoveAtResult",
    "QueueRemoveMostRecentResult",
    "QueueSendNowResult",
    "QueueSnapshotResult",
    "QueueUpdateTextResult",
    "SessionQueueBeginDeferredIdleDrainParams",
    "SessionQueueConsumeSystemNotificationsParams",
    "SessionQueueDeferSessionIdleParams",
    "SessionQueueDuplicateAtParams",
    "SessionQueueFinishDeferredIdleDrainParams",
    "SessionQueueInsertAtParams",
    "SessionQueueMoveItemParams",
    "SessionQueueRemoveAtParams",
    "SessionQueueRpc",
    "SessionQueueSendNowParams",
    "SessionQueueSetDrainPausedParams",
    "SessionQueueUpdateTextParams",
]


class QueueBeginDeferredIdleDrainResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Whether a deferred-idle drain should run.

    Attributes:
        should_drain: True when the host should run finishDeferredIdleDrain asynchronously.
    """

    should_drain: bool


class QueueDuplicateAtResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of duplicating a queued item.

    Attributes:
        id: Fresh stable opaque id assigned to the duplicate.
    """

    id: str


class QueueEnqueueResumePendingResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of enqueueing the resume-pending wake item.

    Attributes:
        queued: True when a wake item was newly queued.
    """

    queued: bool


class QueueFinishDeferredIdleDrainResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Action selected by the native deferred-idle drain.

    Attributes:
        action: One of none, processQueue, or emitSessionIdle.
        aborted: Whether the deferred idle was caused by an aborted foreground turn.
    """

    action: str
    aborted: bool


class QueueHasPendingResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Whether the native queue has pending work.

    Attributes:
        has_pending: True when queued or immediate native work is pending.
    """

    has_pending: bool


class QueueInsertAtResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of inserting a queued message.

    Attributes:
        id: Fresh stable opaque id assigned to the inserted item.
    """

    id: str


class QueueInsertMessage(WireStruct, frozen=True, kw_only=True):
    """Serializable message fields accepted by queue.insertAt.

    Attributes:
        prompt: The user message text.
        display_prompt: Optional user-facing display text.
        attachments: Optional attachments for the message.
        agent_mode: Optional explicit agent mode. When omitted, the session's current mode is
            assigned.
        source: Optional provenance source. `system` is rejected: it would hide the inserted row
            from `pendingItems` and make it unaddressable while still executing, so inserted
            items must stay visible.
        billable: Whether the message is billable.
        required_tool: Required tool name for the turn, when any.
        request_headers: Per-turn request headers.
        mode: Accepted for SendOptions compatibility but ignored; inserted items always use
            queued delivery semantics.
        prepend: Accepted for SendOptions compatibility but ignored; the requested public
            position controls placement.
        wait: Accepted for SendOptions compatibility but ignored; insertion scheduling is
            controlled by the queue drain state.
        delivery: Accepted for internal SendOptions compatibility but ignored; delivery is
            derived from current session activity.
    """

    prompt: str
    display_prompt: str | None = None
    attachments: list[Attachment] | None = None
    agent_mode: SendAgentMode | None = None
    source: str | None = None
    billable: bool | None = None
    required_tool: str | None = None
    request_headers: dict[str, str] | None = None
    mode: SendMode | None = None
    prepend: bool | None = None
    wait: bool | None = None
    delivery: str | None = None


class QueueMoveItemResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of moving a queued item.

    Attributes:
        changed: True when the item changed position; false when it was already at the requested
            position.
    """

    changed: bool


class QueuePendingItems(WireStruct, frozen=True, kw_only=True, gc=False):
    """User-facing pending queue entry, with kind and display text for a queued message, slash
    command, or model change.

    Attributes:
        id: Stable opaque id for the canonical queued item. Batch rows share one id.
        message_id: Stable identity of the queued user message. Present for message rows and
            absent for slash commands and model changes.
        kind: Whether this item is a queued user message or a queued slash command / model change
        display_text: Human-readable text to display for this queue entry in the UI
        agent_mode: Agent mode stored on this queued entry, as stamped when it was enqueued.
            Items without an explicit mode report interactive. This is not necessarily the mode
            that will constrain the turn: a plan or autopilot session applies its own write gate,
            continuation loop and permission posture to every drained item regardless of the mode
            stored here.
    """

    id: str
    message_id: str | None = None
    kind: QueuePendingItemsKind
    display_text: str
    agent_mode: SendAgentMode


class QueuePendingItemsResult(WireStruct, frozen=True, kw_only=True):
    """Snapshot of the session's pending queued items and immediate-steering messages.

    Attributes:
        items: Pending queued items in submission order. Includes user messages, queued slash
            commands, and queued model changes; omits internal system items.
        steering_messages: Display text for messages currently in the immediate steering queue
            (interjections sent during a running turn).
        in_flight_steering_count: How many leading entries of `steeringMessages` have already
            been folded into the running turn (and so have an emitted `user.message`), as opposed
            to still waiting for one. Absent for hosts that do not distinguish the two.
    """

    items: list[QueuePendingItems]
    steering_messages: list[str]
    in_flight_steering_count: int | None = None


class QueueRemoveAtResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of removing a queued item.

    Attributes:
        removed: True when the addressed item was removed.
    """

    removed: bool


class QueueRemoveMostRecentResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether a user-facing pending item was removed.

    Attributes:
        removed: True if a user-facing pending item was removed (LIFO across both queues); false
            when no removable items remained.
    """

    removed: bool


class QueueSendNowResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of trying to steer a queued message into a live turn.

    Attributes:
        steered: True when the item was accepted into the steering lane; false when no main turn
            was live.
    """

    steered: bool


class QueueSnapshotResult(WireStruct, frozen=True, kw_only=True):
    """Internal snapshot of native queue state for local session orchestration.

    Attributes:
        items: User-facing pending items in FIFO order.
        steering_messages: Immediate steering messages waiting for an active turn.
        item_orders: Insertion orders for queued items, aligned with `items`.
        steering_message_orders: Insertion orders for immediate steering messages, aligned with
            `steeringMessages`.
    """

    items: list[QueuePendingItems]
    steering_messages: list[str]
    item_orders: list[int] | None = None
    steering_message_orders: list[int] | None = None


class QueueUpdateTextResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of editing a queued message.

    Attributes:
        updated: True when the stored text changed.
    """

    updated: bool


if TYPE_CHECKING:
    QueuePendingItemsKind: TypeAlias = Literal["message", "command"] | str
    """Whether this item is a queued user message or a queued slash command / model change

    - ``message``: A queued user message.
    - ``command``: A queued slash command or model-change command.
    """
else:
    QueuePendingItemsKind = Literal["message", "command"]


class SessionQueueBeginDeferredIdleDrainParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.queue.beginDeferredIdleDrain``."""

    active_background_work: bool


class SessionQueueConsumeSystemNotificationsParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.queue.consumeSystemNotifications``."""

    filter: JsonValue


class SessionQueueDeferSessionIdleParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.queue.deferSessionIdle``."""

    aborted: bool


class SessionQueueDuplicateAtParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.queue.duplicateAt``."""

    id: str


class SessionQueueFinishDeferredIdleDrainParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.queue.finishDeferredIdleDrain``."""

    active_background_work: bool
    has_pending: bool


class SessionQueueInsertAtParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.queue.insertAt``."""

    position: int
    message: QueueInsertMessage


class SessionQueueMoveItemParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.queue.moveItem``."""

    id: str
    to_position: int


class SessionQueueRemoveAtParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.queue.removeAt``."""

    id: str


class SessionQueueSendNowParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.queue.sendNow``."""

    id: str


class SessionQueueSetDrainPausedParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.queue.setDrainPaused``."""

    paused: bool


class SessionQueueUpdateTextParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.queue.updateText``."""

    id: str
    prompt: str
    display_prompt: str | None = None


class SessionQueueRpc(RpcNamespace):
    """``session.queue.*``."""

    __slots__ = ()

    async def begin_deferred_idle_drain(
        self,
        *,
        active_background_work: bool,
        rpc_timeout: float | None = None,
    ) -> QueueBeginDeferredIdleDrainResult:
        """Begins a native deferred-idle drain when background work has quiesced.

        ``session.queue.beginDeferredIdleDrain`` on the wire; experimental, internal.

        Args:
            active_background_work: Whether the host still has active background work.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Whether a deferred-idle drain should run.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.queue.beginDeferredIdleDrain",
            SessionQueueBeginDeferredIdleDrainParams(
                active_background_work=active_background_work,
            ),
            QueueBeginDeferredIdleDrainResult,
            rpc_timeout,
        )

    async def clear(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> None:
        """Clears all pending queued items on the local session.

        ``session.queue.clear`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.queue.clear",
            None,
            NoneType,
            rpc_timeout,
        )

    async def consume_system_notifications(
        self,
        *,
        filter: JsonValue,
        rpc_timeout: float | None = None,
    ) -> QueueRemoveMostRecentResult:
        """Consumes queued native system notifications matching an internal filter.

        ``session.queue.consumeSystemNotifications`` on the wire; experimental, internal.

        Args:
            filter: Opaque runtime-owned filter object.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether a user-facing pending item was removed.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.queue.consumeSystemNotifications",
            SessionQueueConsumeSystemNotificationsParams(
                filter=filter,
            ),
            QueueRemoveMostRecentResult,
            rpc_timeout,
        )

    async def defer_session_idle(
        self,
        *,
        aborted: bool,
        rpc_timeout: float | None = None,
    ) -> None:
        """Marks session.idle as deferred by native background work state.

        ``session.queue.deferSessionIdle`` on the wire; experimental, internal.

        Args:
            aborted: Whether the deferred idle was caused by an aborted foreground turn.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.queue.deferSessionIdle",
            SessionQueueDeferSessionIdleParams(
                aborted=aborted,
            ),
            NoneType,
            rpc_timeout,
        )

    async def duplicate_at(
        self,
        *,
        id: str,
        rpc_timeout: float | None = None,
    ) -> QueueDuplicateAtResult:
        """Duplicates an addressable queued item immediately after its source.

        ``session.queue.duplicateAt`` on the wire; experimental.

        Args:
            id: Stable opaque ID of the queued item to duplicate.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of duplicating a queued item.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.queue.duplicateAt",
            SessionQueueDuplicateAtParams(
                id=id,
            ),
            QueueDuplicateAtResult,
            rpc_timeout,
        )

    async def enqueue_resume_pending(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> QueueEnqueueResumePendingResult:
        """Enqueues the internal resume-pending wake item when orphan handling needs a follow-up
        turn.

        ``session.queue.enqueueResumePending`` on the wire; experimental, internal.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of enqueueing the resume-pending wake item.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.queue.enqueueResumePending",
            None,
            QueueEnqueueResumePendingResult,
            rpc_timeout,
        )

    async def finish_deferred_idle_drain(
        self,
        *,
        active_background_work: bool,
        has_pending: bool,
        rpc_timeout: float | None = None,
    ) -> QueueFinishDeferredIdleDrainResult:
        """Finishes a native deferred-idle drain and reports whether to drain queue work or emit
        idle.

        ``session.queue.finishDeferredIdleDrain`` on the wire; experimental, internal.

        Args:
            active_background_work: Whether the host still has active background work.
            has_pending: Whether native queued work remains.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Action selected by the native deferred-idle drain.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.queue.finishDeferredIdleDrain",
            SessionQueueFinishDeferredIdleDrainParams(
                active_background_work=active_background_work,
                has_pending=has_pending,
            ),
            QueueFinishDeferredIdleDrainResult,
            rpc_timeout,
        )

    async def has_pending(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> QueueHasPendingResult:
        """Reports whether the local session has native queued work pending.

        ``session.queue.hasPending`` on the wire; experimental, internal.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Whether the native queue has pending work.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.queue.hasPending",
            None,
            QueueHasPendingResult,
            rpc_timeout,
        )

    async def insert_at(
        self,
        *,
        position: int,
        message: QueueInsertMessage,
        rpc_timeout: float | None = None,
    ) -> QueueInsertAtResult:
        """Inserts a new queued message at a public visible position.

        ``session.queue.insertAt`` on the wire; experimental.

        Args:
            position: Zero-based position in the public visible queue. Values outside the queue
                clamp to an end.
            message: Queued message contents and delivery metadata.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of inserting a queued message.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.queue.insertAt",
            SessionQueueInsertAtParams(
                position=position,
                message=message,
            ),
            QueueInsertAtResult,
            rpc_timeout,
        )

    async def move_item(
        self,
        *,
        id: str,
        to_position: int,
        rpc_timeout: float | None = None,
    ) -> QueueMoveItemResult:
        """Moves an addressable queued item to a public visible position.

        ``session.queue.moveItem`` on the wire; experimental.

        Args:
            id: Stable opaque queued-item id.
            to_position: Zero-based target position in the public visible queue. Values outside
                the queue clamp to an end.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of moving a queued item.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.queue.moveItem",
            SessionQueueMoveItemParams(
                id=id,
                to_position=to_position,
            ),
            QueueMoveItemResult,
            rpc_timeout,
        )

    async def pending_items(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> QueuePendingItemsResult:
        """Returns the local session's pending user-facing queued items and steering messages.

        ``session.queue.pendingItems`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Snapshot of the session's pending queued items and immediate-steering messages.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.queue.pendingItems",
            None,
            QueuePendingItemsResult,
            rpc_timeout,
        )

    async def process(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> None:
        """Drains the native local-session work queue for in-process session orchestration.

        ``session.queue.process`` on the wire; experimental, internal.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.queue.process",
            None,
            NoneType,
            rpc_timeout,
        )

    async def remove_at(
        self,
        *,
        id: str,
        rpc_timeout: float | None = None,
    ) -> QueueRemoveAtResult:
        """Removes an addressable queued item by its stable id.

        ``session.queue.removeAt`` on the wire; experimental.

        Args:
            id: Stable opaque ID of the queued item to remove.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of removing a queued item.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.queue.removeAt",
            SessionQueueRemoveAtParams(
                id=id,
            ),
            QueueRemoveAtResult,
            rpc_timeout,
        )

    async def remove_most_recent(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> QueueRemoveMostRecentResult:
        """Removes the most recently queued user-facing item (LIFO).

        ``session.queue.removeMostRecent`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether a user-facing pending item was removed.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.queue.removeMostRecent",
            None,
            QueueRemoveMostRecentResult,
            rpc_timeout,
        )

    async def send_now(
        self,
        *,
        id: str,
        rpc_timeout: float | None = None,
    ) -> QueueSendNowResult:
        """Moves an addressable queued message into the live turn's steering lane.

        ``session.queue.sendNow`` on the wire; experimental.

        Args:
            id: Stable opaque ID of the queued item to steer into the live turn.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of trying to steer a queued message into a live turn.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.queue.sendNow",
            SessionQueueSendNowParams(
                id=id,
            ),
            QueueSendNowResult,
            rpc_timeout,
        )

    async def set_drain_paused(
        self,
        *,
        paused: bool,
        rpc_timeout: float | None = None,
    ) -> None:
        """Acquires or releases the queued-lane drain pause.

        ``session.queue.setDrainPaused`` on the wire; experimental.

        Args:
            paused: Whether queued-lane draining should be paused.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.queue.setDrainPaused",
            SessionQueueSetDrainPausedParams(
                paused=paused,
            ),
            NoneType,
            rpc_timeout,
        )

    async def snapshot(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> QueueSnapshotResult:
        """Returns the internal native queue snapshot for in-process session orchestration.

        ``session.queue.snapshot`` on the wire; experimental, internal.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Internal snapshot of native queue state for local session orchestration.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.queue.snapshot",
            None,
            QueueSnapshotResult,
            rpc_timeout,
        )

    async def update_text(
        self,
        *,
        id: str,
        prompt: str,
        display_prompt: str | None = None,
        rpc_timeout: float | None = None,
    ) -> QueueUpdateTextResult:
        """Updates the text of an addressable single-message queue item.

        ``session.queue.updateText`` on the wire; experimental.

        Args:
            id: Stable opaque ID of the queued item to edit.
            prompt: Replacement prompt sent to the model.
            display_prompt: Optional replacement prompt displayed to the user.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of editing a queued message.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.queue.updateText",
            SessionQueueUpdateTextParams(
                id=id,
                prompt=prompt,
                display_prompt=display_prompt,
            ),
            QueueUpdateTextResult,
            rpc_timeout,
        )
