"""Types and methods: rpc_session_canvas.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    WireStruct,
)

__all__ = [
    "CanvasAction",
    "CanvasActionInvokeResult",
    "CanvasList",
    "CanvasListOpenResult",
    "DiscoveredCanvas",
    "OpenCanvasInstance",
    "SessionCanvasActionInvokeParams",
    "SessionCanvasActionRpc",
    "SessionCanvasCloseParams",
    "SessionCanvasOpenParams",
    "SessionCanvasProviderRegisterParams",
    "SessionCanvasProviderRpc",
    "SessionCanvasProviderUnregisterParams",
    "SessionCanvasRpc",
]


class CanvasAction(WireStruct, frozen=True, kw_only=True):
    """Canvas action that the agent or host can invoke. To discover the input schema for a
    particular action, call the list_canvas_capabilities tool.

    Attributes:
        name: Action name exposed by the canvas provider
        description: Description of the action
        input_schema: JSON Schema for the action input
    """

    name: str
    description: str | None = None
    input_schema: JsonValue | None = None


class CanvasActionInvokeResult(WireStruct, frozen=True, kw_only=True):
    """Canvas action invocation result.

    Attributes:
        result: Provider-supplied action result
    """

    result: JsonValue | None = None


class CanvasList(WireStruct, frozen=True, kw_only=True):
    """Declared canvases available in this session.

    Attributes:
        canvases: Declared canvases available in this session
    """

    canvases: list[DiscoveredCanvas]


class CanvasListOpenResult(WireStruct, frozen=True, kw_only=True):
    """Live open-canvas snapshot.

    Attributes:
        open_canvases: Currently open canvas instances
    """

    open_canvases: list[OpenCanvasInstance]


class DiscoveredCanvas(WireStruct, frozen=True, kw_only=True):
    """Canvas available in the current session.

    Attributes:
        display_name: Human-readable canvas name
        description: Short, single-sentence description shown to the agent in canvas catalogs.
        icon: Host-local PNG path for the canvas icon, when supplied
        input_schema: JSON Schema for canvas open input
        actions: Actions the agent or host may invoke on an open instance
        extension_id: Owning provider identifier
        extension_name: Owning extension display name, when available
        canvas_id: Provider-local canvas identifier
    """

    display_name: str
    description: str
    icon: str | None = None
    input_schema: JsonValue | None = None
    actions: list[CanvasAction] | None = None
    extension_id: str
    extension_name: str | None = None
    canvas_id: str


class OpenCanvasInstance(WireStruct, frozen=True, kw_only=True):
    """Open canvas instance snapshot.

    Attributes:
        instance_id: Stable caller-supplied canvas instance identifier
        extension_id: Owning provider identifier
        extension_name: Owning extension display name, when available
        canvas_id: Provider-local canvas identifier
        icon: Host-local PNG path for the canvas icon, when supplied
        title: Rendered title
        status: Provider-supplied status text
        url: URL for web-rendered canvases
        input: Input supplied when the instance was opened
    """

    instance_id: str
    extension_id: str
    extension_name: str | None = None
    canvas_id: str
    icon: str | None = None
    title: str | None = None
    status: str | None = None
    url: str | None = None
    input: JsonValue | None = None


class SessionCanvasActionInvokeParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.canvas.action.invoke``."""

    instance_id: str
    action_name: str
    input: JsonValue | None = None


class SessionCanvasCloseParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.canvas.close``."""

    instance_id: str


class SessionCanvasOpenParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.canvas.open``."""

    extension_id: str | None = None
    canvas_id: str
    instance_id: str
    input: JsonValue | None = None


class SessionCanvasProviderRegisterParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.canvas.provider.register``."""

    connection_id: str
    info: JsonValue
    canvases: Sequence[JsonValue]


class SessionCanvasProviderUnregisterParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.canvas.provider.unregister``."""

    connection_id: str


class SessionCanvasRpc(RpcNamespace):
    """``session.canvas.*``."""

    __slots__ = ()

    @property
    def action(self) -> SessionCanvasActionRpc:
        """``session.canvas.action.*``."""
        return SessionCanvasActionRpc(self._call)

    @property
    def provider(self) -> SessionCanvasProviderRpc:
        """``session.canvas.provider.*``."""
        return SessionCanvasProviderRpc(self._call)

    async def close(
        self,
        *,
        instance_id: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Closes an open canvas instance.

        ``session.canvas.close`` on the wire; experimental.

        Args:
            instance_id: Open canvas instance identifier
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.canvas.close",
            SessionCanvasCloseParams(
                instance_id=instance_id,
            ),
            NoneType,
            rpc_timeout,
        )

    async def list(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> CanvasList:
        """Lists canvases declared for the session.

        ``session.canvas.list`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Declared canvases available in this session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.canvas.list",
            None,
            CanvasList,
            rpc_timeout,
        )

    async def list_open(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> CanvasListOpenResult:
        """Lists currently open canvas instances for the live session.

        ``session.canvas.listOpen`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Live open-canvas snapshot.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.canvas.listOpen",
            None,
            CanvasListOpenResult,
            rpc_timeout,
        )

    async def open(
        self,
        *,
        extension_id: str | None = None,
        canvas_id: str,
        instance_id: str,
        input: JsonValue | None = None,
        rpc_timeout: float | None = None,
    ) -> OpenCanvasInstance:
        """Opens or focuses a canvas instance.

        ``session.canvas.open`` on the wire; experimental.

        Args:
            extension_id: Owning provider identifier. Optional when the canvasId is unique across
                providers; required to disambiguate when multiple providers register the same
                canvasId.
            canvas_id: Provider-local canvas identifier
            instance_id: Caller-supplied stable instance identifier
            input: Canvas open input
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Open canvas instance snapshot.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.canvas.open",
            SessionCanvasOpenParams(
                extension_id=extension_id,
                canvas_id=canvas_id,
                instance_id=instance_id,
                input=input,
            ),
            OpenCanvasInstance,
            rpc_timeout,
        )


class SessionCanvasActionRpc(RpcNamespace):
    """``session.canvas.action.*``."""

    __slots__ = ()

    async def invoke(
        self,
        *,
        instance_id: str,
        action_name: str,
        input: JsonValue | None = None,
        rpc_timeout: float | None = None,
    ) -> CanvasActionInvokeResult:
        """Invokes an action on an open canvas instance.

        ``session.canvas.action.invoke`` on the wire; experimental.

        Args:
            instance_id: Open canvas instance identifier
            action_name: Action name to invoke
            input: Action input
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Canvas action invocation result.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.canvas.action.invoke",
            SessionCanvasActionInvokeParams(
                instance_id=instance_id,
                action_name=action_name,
                input=input,
            ),
            CanvasActionInvokeResult,
            rpc_timeout,
        )


class SessionCanvasProviderRpc(RpcNamespace):
    """``session.canvas.provider.*``."""

    __slots__ = ()

    async def register(
        self,
        *,
        connection_id: str,
        info: JsonValue,
        canvases: Sequence[JsonValue],
        rpc_timeout: float | None = None,
    ) -> None:
        """Registers an internal canvas provider connection and its contributions.

        ``session.canvas.provider.register`` on the wire; experimental, internal.

        Args:
            connection_id: Connection identifier for callback routing
            info: Provider metadata supplied by the host
            canvases: Canvas contributions supplied by the provider
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.canvas.provider.register",
            SessionCanvasProviderRegisterParams(
                connection_id=connection_id,
                info=info,
                canvases=canvases,
            ),
            NoneType,
            rpc_timeout,
        )

    async def unregister(
        self,
        *,
        connection_id: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Unregisters an internal canvas provider connection.

        ``session.canvas.provider.unregister`` on the wire; experimental, internal.

        Args:
            connection_id: Connection identifier to unregister
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.canvas.provider.unregister",
            SessionCanvasProviderUnregisterParams(
                connection_id=connection_id,
            ),
            NoneType,
            rpc_timeout,
        )
