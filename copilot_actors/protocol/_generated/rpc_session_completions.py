"""Types and methods: rpc_session_completions.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations


from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "CompletionsGetTriggerCharactersResult",
    "CompletionsRequestResult",
    "SessionCompletionItem",
    "SessionCompletionsRequestParams",
    "SessionCompletionsRpc",
]


class CompletionsGetTriggerCharactersResult(WireStruct, frozen=True, kw_only=True):
    """Characters that, when typed in the composer, should trigger a `completions.request`. Empty
    when the session has no host-driven completions (e.g. local sessions, or a relay host that
    does not advertise `completionTriggerCharacters`).

    Attributes:
        trigger_characters: Trigger characters advertised by the host (e.g. `["@", "#"]`). Empty
            disables host-driven completions for the session.
    """

    trigger_characters: list[str]


class CompletionsRequestResult(WireStruct, frozen=True, kw_only=True):
    """Host-driven completion items for the current composer input. Empty when the host returns no
    items or does not support completions.

    Attributes:
        items: Completion items in host-ranked order.
    """

    items: list[SessionCompletionItem]


class SessionCompletionItem(WireStruct, frozen=True, kw_only=True, gc=False):
    """A single host-driven completion. Accepting an item replaces `[rangeStart, rangeEnd)` (UTF-16
    code units) in the composer with `insertText`; when the range is absent, the active token
    around the cursor is replaced.

    Attributes:
        insert_text: Text spliced into the composer when the item is accepted.
        range_start: Start of the replacement range in `text`, in UTF-16 code units.
        range_end: End (exclusive) of the replacement range in `text`, in UTF-16 code units.
        label: Primary display label for the picker row. Falls back to `insertText` when absent.
        kind: Render-kind hint for the picker row (e.g. `"document"`, `"directory"`), derived
            from the host's display kind.
    """

    insert_text: str
    range_start: int | None = None
    range_end: int | None = None
    label: str | None = None
    kind: str | None = None


class SessionCompletionsRequestParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.completions.request``."""

    text: str
    offset: int


class SessionCompletionsRpc(RpcNamespace):
    """``session.completions.*``."""

    __slots__ = ()

    async def get_trigger_characters(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> CompletionsGetTriggerCharactersResult:
        """Gets the characters that should trigger host-driven completions for the session. Empty
        disables host-driven completions (e.g. local sessions, or a relay host that does not
        advertise them).

        ``session.completions.getTriggerCharacters`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Characters that, when typed in the composer, should trigger a `completions.request`.
            Empty when the session has no host-driven completions (e.g. local sessions, or a
            relay host that does not advertise `completionTriggerCharacters`).

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.completions.getTriggerCharacters",
            None,
            CompletionsGetTriggerCharactersResult,
            rpc_timeout,
        )

    async def request(
        self,
        *,
        text: str,
        offset: int,
        rpc_timeout: float | None = None,
    ) -> CompletionsRequestResult:
        """Requests host-driven completion items for the current composer input. Returns an empty
        list when the host has no items or does not support completions.

        ``session.completions.request`` on the wire; experimental.

        Args:
            text: The full composed composer input.
            offset: Cursor offset within `text`, in UTF-16 code units.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Host-driven completion items for the current composer input. Empty when the host
            returns no items or does not support completions.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.completions.request",
            SessionCompletionsRequestParams(
                text=text,
                offset=offset,
            ),
            CompletionsRequestResult,
            rpc_timeout,
        )
