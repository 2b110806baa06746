"""Permission policies as values: a table of rules, of which the first that fits decides.

A rule's patterns decide with a doubt against the model: a rule that allows must fit everything
that a request would do, one that denies or asks need fit only a part of it.
"""

from __future__ import annotations

import fnmatch
import posixpath
import re
from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from copilot_actors._errors import InvalidOption, JsonValue
from copilot_actors.client._nearest import nearest

from ._handler_calls import call
from ._permissions import (
    PermissionDecision,
    PermissionHandler,
    PermissionRequest,
    approve_once,
    reject,
)

Effect: TypeAlias = Literal["allow", "deny", "ask"]

_EFFECTS: Final = ("allow", "deny", "ask")
KINDS: Final = (
    "shell",
    "write",
    "read",
    "url",
    "mcp",
    "custom-tool",
    "memory",
    "hook",
    "extension-management",
    "extension-permission-access",
    "extension-env-access",
    "factory",
)
"""The kinds of requests in the CLI's schema."""

_NOT_ALLOWED: Final = "The rules of this program do not allow that."

# What a pattern for commands cannot see through: redirection, substitution, variables, groups,
# escapes, quotes of the other kind, and further lines.
_OPAQUE: Final = re.compile(r"[<>`$(){}\\\n\r#!]")
_SEPARATORS: Final = re.compile(r"[;&|]+")
_ASSIGNMENT: Final = re.compile(r"\A\s*\w+=")


class PermissionRule(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a :class:`PermissionRules` table. Every condition that is given must hold.

    Patterns are those of a shell: ``*``, ``?`` and ``[...]`` (``*`` also across ``/`` and blanks),
    with upper and lower case distinct. A pattern for paths without any of these stands for the
    file or folder and all that is in it.

    Attributes:
        effect: ``"allow"``, ``"deny"`` or ``"ask"`` (the table's ``ask`` handler decides).
        kinds: kinds of requests, for instance ``("read", "write")``; empty for all.
        commands: patterns for the command of a ``shell`` request, for instance ``"git log*"``. A
            rule that allows must fit each command of the line, and no line with redirection,
            substitution, variables or groups fits it; one that denies or asks fits when any of
            its commands does, or the whole line.
        paths: patterns for the absolute path of a ``read`` or ``write`` request; ``..`` is
            resolved first. A relative path fits no rule that allows.
        urls: patterns for the address of a ``url`` request.
        tools: patterns for the tool's name of an ``mcp``, ``custom-tool`` or ``hook`` request.
        servers: patterns for the server of an ``mcp`` request.
        decision: what ``"allow"`` or ``"deny"`` answers; ``None`` for this one request, and with a
            feedback for the model.
    """

    effect: Effect
    kinds: Sequence[str] = ()
    commands: Sequence[str] = ()
    paths: Sequence[str] = ()
    urls: Sequence[str] = ()
    tools: Sequence[str] = ()
    servers: Sequence[str] = ()
    decision: PermissionDecision | None = None

    def __post_init__(self) -> None:
        if self.effect not in _EFFECTS:
            known = ", ".join(_EFFECTS)
            hint = nearest(self.effect, _EFFECTS)
            raise InvalidOption("rules", f"the effect {self.effect!r} is none of {known}{hint}")
        for name in ("kinds", "commands", "paths", "urls", "tools", "servers"):
            patterns = getattr(self, name)
            if isinstance(patterns, str) or not all(isinstance(item, str) for item in patterns):
                raise InvalidOption("rules", f"{name} is a sequence of text, not {patterns!r}")
        for kind in self.kinds:
            if kind not in KINDS:
                raise InvalidOption("rules", f"there is no kind {kind!r}{nearest(kind, KINDS)}")

    def fits(self, request: PermissionRequest) -> bool:
        """Whether this rule decides a request."""
        if self.kinds and request.kind not in self.kinds:
            return False
        allows = self.effect == "allow"
        tests: tuple[tuple[Sequence[str], Callable[[], bool]], ...] = (
            (self.commands, lambda: _command_fits(self.commands, request, allows=allows)),
            (self.paths, lambda: _path_fits(self.paths, request, allows=allows)),
            (self.urls, lambda: _any(self.urls, request.url)),
            (self.tools, lambda: _any(self.tools, request.tool_name)),
            (self.servers, lambda: _any(self.servers, request.server_name)),
        )
        return all(test() for patterns, test in tests if patterns)


class PermissionRules:
    """A permission handler made of rules; the first that fits decides, and none means no.

    Example:
        >>> policy = PermissionRules(
        ...     [
        ...         PermissionRule(effect="deny", paths=["/repo/secrets"]),
        ...         PermissionRule(effect="allow", kinds=["read"], paths=["/repo"]),
        ...         PermissionRule(effect="allow", commands=["git log*", "git diff*", "ls*"]),
        ...     ]
        ... )

    Args:
        rules: in the order of their precedence.
        ask: the handler that decides what a rule with ``"ask"`` fits; without it that is denied.
        default: ``"deny"``, or ``"ask"`` for what no rule fits.

    Raises:
        InvalidOption: something that is no rule, or a default that does not exist.
    """

    __slots__ = ("_ask", "_default", "_rules")

    def __init__(
        self,
        rules: Sequence[PermissionRule],
        *,
        ask: PermissionHandler | None = None,
        default: Literal["deny", "ask"] = "deny",
    ) -> None:
        self._rules = tuple(rules)
        self._ask = ask
        self._default: Effect = default
        if default not in ("deny", "ask"):
            raise InvalidOption("default", f"expected 'deny' or 'ask', got {default!r}")
        for rule in self._rules:
            if not isinstance(rule, PermissionRule):
                raise InvalidOption("rules", f"expected PermissionRule, got {type(rule).__name__}")

    def __repr__(self) -> str:
        return f"PermissionRules({list(self._rules)!r}, default={self._default!r})"

    def match(self, request: PermissionRequest) -> PermissionRule | None:
        """The rule that decides a request, or ``None``: for logs and for tests of a table."""
        return next((rule for rule in self._rules if rule.fits(request)), None)

    async def __call__(self, request: PermissionRequest) -> PermissionDecision:
        """Decide one request."""
        rule = self.match(request)
        effect = self._default if rule is None else rule.effect
        if effect == "ask" and self._ask is not None:
            # What it returns is checked where every handler's result is.
            return await call(self._ask, request)  # type: ignore[return-value]
        if rule is not None and rule.decision is not None and effect != "ask":
            return rule.decision
        return approve_once() if effect == "allow" else reject(_NOT_ALLOWED)


def approve_reads(request: PermissionRequest) -> PermissionDecision:
    """Policy: allow what only reads; refuse all else, and the turn goes on.

    That is ``read`` requests, tools that their MCP server declares as reading, and shell lines of
    which the CLI says that every command only reads.
    """
    details = request.details
    reads = request.kind == "read" or (request.kind == "mcp" and details.get("readOnly") is True)
    if request.kind == "shell":
        commands = details.get("commands")
        reads = (
            isinstance(commands, list)
            and bool(commands)
            and all(isinstance(item, dict) and item.get("readOnly") is True for item in commands)
            and details.get("hasWriteFileRedirection") is False
            and _OPAQUE.search(request.command or ">") is None
        )
    return approve_once() if reads else reject("This program allows reading only.")


def _any(patterns: Sequence[str], text: str | None) -> bool:
    return text is not None and any(fnmatch.fnmatchcase(text, item) for item in patterns)


def _command_fits(patterns: Sequence[str], request: PermissionRequest, *, allows: bool) -> bool:
    line = request.command
    if request.kind != "shell" or line is None:
        return False
    parts = _segments(request.details.get("commandSegments"))
    if not allows:
        parts = [*parts, line, *_SEPARATORS.split(line)]
        return any(_any(patterns, part.strip()) for part in parts)
    if _OPAQUE.search(line):
        # The CLI's own view of a line has no redirections in it, so it is not enough.
        return False
    if not parts:
        parts = [] if "'" in line or '"' in line else _SEPARATORS.split(line)
    return bool(parts) and all(
        _any(patterns, part.strip()) and not _ASSIGNMENT.match(part) for part in parts
    )


def _segments(value: JsonValue) -> list[str]:
    """The commands of a line as the CLI has parsed them."""
    items = value if isinstance(value, list) else []
    parts = [item.get("fullCommandText") for item in items if isinstance(item, dict)]
    return [part for part in parts if isinstance(part, str)]


def _path_fits(patterns: Sequence[str], request: PermissionRequest, *, allows: bool) -> bool:
    path, resolved = request.path, request.details.get("resolvedPath")
    known = [item for item in (path, resolved) if isinstance(item, str)]
    if not known:
        return False
    fit = [_in_any(patterns, item) for item in known]
    return all(fit) if allows else any(fit)


def _in_any(patterns: Sequence[str], path: str) -> bool:
    if not path.startswith("/"):
        return False
    path = posixpath.normpath(path)
    for pattern in patterns:
        if any(mark in pattern for mark in "*?["):
            if fnmatch.fnmatchcase(path, pattern):
                return True
        elif path == (folder := posixpath.normpath(pattern)) or path.startswith(
            folder.rstrip("/") + "/"
        ):
            return True
    return False
