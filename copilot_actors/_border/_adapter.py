"""Handlers that cross a border: found in whatever they are handed over in, and wrapped."""

from __future__ import annotations

import functools
import inspect
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import TypeVar, cast

import msgspec

from copilot_actors.client import CommandInvocation, Session, SkillProvider, ToolInvocation

T = TypeVar("T")


class Adapter(ABC):
    """Wraps handlers, so that they are called with what their side of the border knows."""

    @abstractmethod
    def to_user(self, session: Session) -> object:
        """The handle that the other side has of a session."""

    @abstractmethod
    def from_user(self, value: object) -> object:
        """The trio side's handle in place of the other's; anything else as it is."""

    @abstractmethod
    async def finish(self, result: Awaitable[object]) -> object:
        """Wait, on the trio side, for what a handler returned that is awaitable."""

    def adapted(self, value: T) -> T:
        """Wrap each handler in an argument or an option; one without any is returned itself.

        Handlers are functions and other callables (types are not), alone or as fields of Structs,
        as values of mappings or in lists, and the methods of a :class:`SkillProvider`.
        """
        return cast("T", self._adapted(value))

    def _adapted(self, value: object) -> object:
        if value is None or isinstance(value, str | int | float | bytes | type):
            return value
        if isinstance(value, msgspec.Struct):
            changed = {
                name: new
                for name in value.__struct_fields__
                if (new := self._adapted(old := getattr(value, name))) is not old
            }
            return msgspec.structs.replace(value, **changed) if changed else value
        if isinstance(value, dict):
            values = {key: self._adapted(item) for key, item in value.items()}
            return values if any(values[key] is not value[key] for key in value) else value
        if isinstance(value, list | tuple):
            items = [self._adapted(item) for item in value]
            same = all(new is old for new, old in zip(items, value, strict=True))
            return value if same else items
        if isinstance(value, SkillProvider):
            return _Skills(self, value)
        return self.handler(value) if callable(value) else self.from_user(value)

    def handler(self, function: Callable[..., object]) -> Callable[..., object]:
        """Wrap one handler. It keeps its signature, which says how many arguments it gets."""

        @functools.wraps(function)
        def adapted(*arguments: object, **named: object) -> object:
            result = function(*map(self._argument, arguments), **named)
            return self._finished(result) if inspect.isawaitable(result) else self.from_user(result)

        return adapted

    def async_handler(
        self, function: Callable[..., object]
    ) -> Callable[[object], Awaitable[object]]:
        """Wrap a plain or async handler where the client expects an async one."""
        handler = self.handler(function)

        async def adapted(argument: object) -> object:
            result = handler(argument)
            return await result if inspect.isawaitable(result) else result

        return adapted

    async def _finished(self, result: Awaitable[object]) -> object:
        return self.from_user(await self.finish(result))

    def _argument(self, value: object) -> object:
        if isinstance(value, ToolInvocation | CommandInvocation):
            return msgspec.structs.replace(value, session=self.to_user(value.session))
        return value


class _Skills:
    """A provider of skills on the other side."""

    def __init__(self, adapter: Adapter, provider: SkillProvider) -> None:
        self.list_skills = adapter.handler(provider.list_skills)
        self.read_skill = adapter.handler(provider.read_skill)
