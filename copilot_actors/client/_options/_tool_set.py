"""Tools by where they come from: patterns for ``available_tools`` and ``excluded_tools``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final


@final
class ToolSet:
    """Builds the tools that a session has, by where they come from: for ``available_tools``.

    ``ToolSet().builtin("view", "grep").mcp("*").custom("deploy")``. Each method returns a new
    value; iterate over it for the CLI's patterns.
    """

    __slots__ = ("_patterns",)

    def __init__(self, patterns: Sequence[str] = ()) -> None:
        self._patterns = tuple(patterns)

    def __repr__(self) -> str:
        return f"ToolSet({list(self._patterns)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ToolSet) and self._patterns == other._patterns

    def __hash__(self) -> int:
        return hash(self._patterns)

    @property
    def patterns(self) -> tuple[str, ...]:
        """The patterns, in the order of the calls."""
        return self._patterns

    def builtin(self, *names: str) -> ToolSet:
        """Add tools of the CLI; ``"*"`` for all of them."""
        return self._with("builtin", names)

    def mcp(self, *names: str) -> ToolSet:
        """Add tools of MCP servers; ``"*"`` for all of them."""
        return self._with("mcp", names)

    def custom(self, *names: str) -> ToolSet:
        """Add tools of this program; ``"*"`` for all of them."""
        return self._with("custom", names)

    def _with(self, source: str, names: Sequence[str]) -> ToolSet:
        return ToolSet((*self._patterns, *(f"{source}:{name}" for name in names)))
