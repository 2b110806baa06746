"""Types and methods: rpc_session_content_exclusion.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "ContentExclusionCheckPathsResult",
    "ContentExclusionPathCheck",
    "SessionContentExclusionCheckPathsParams",
    "SessionContentExclusionRpc",
]


class ContentExclusionCheckPathsResult(WireStruct, frozen=True, kw_only=True):
    """Batch content-exclusion result. Callers must fail closed when policy evaluation is
    unavailable.

    Attributes:
        available: Whether the session's policy service was available for the complete batch.
            When false, checks is empty and callers must treat every requested path as excluded.
        checks: Per-path decisions in request order. Empty when available is false.
    """

    available: bool
    checks: list[ContentExclusionPathCheck]


class ContentExclusionPathCheck(WireStruct, frozen=True, kw_only=True, gc=False):
    """Content-exclusion decision for one requested path.

    Attributes:
        path: The path supplied by the caller.
        excluded: Whether the session's complete content-exclusion policy excludes the path.
    """

    path: str
    excluded: bool


class SessionContentExclusionCheckPathsParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.contentExclusion.checkPaths``."""

    paths: Sequence[str]


class SessionContentExclusionRpc(RpcNamespace):
    """``session.contentExclusion.*``."""

    __slots__ = ()

    async def check_paths(
        self,
        *,
        paths: Sequence[str],
        rpc_timeout: float | None = None,
    ) -> ContentExclusionCheckPathsResult:
        """Checks local file system absolute paths within the session working directory against its
        content-exclusion policy. Results preserve input order. Unsupported paths/filesystems and
        unavailable policy evaluation return available false, and callers must treat every
        requested path as excluded.

        ``session.contentExclusion.checkPaths`` on the wire; experimental.

        Args:
            paths: Local file system absolute paths within the session working directory to
                check. Results are returned in the same order, including duplicates.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Batch content-exclusion result. Callers must fail closed when policy evaluation is
            unavailable.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.contentExclusion.checkPaths",
            SessionContentExclusionCheckPathsParams(
                paths=paths,
            ),
            ContentExclusionCheckPathsResult,
            rpc_timeout,
        )
