"""Registry: keys to actors, cleaned up at the moment an actor ends. A value, never a global."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import trio

from ._errors import AlreadyStarted, NoProcess
from ._process import DEAD, Process
from ._ref import Ref, own_process

Keys: TypeAlias = Literal["unique", "duplicate"]


@dataclass(frozen=True, slots=True, eq=False)
class Via:
    """An address in a registry: ``child_spec(via=Via(registry, key))`` registers the actor there.

    Attributes:
        registry: the registry.
        key: the key.
        value: what is stored beside the ref.
    """

    registry: Registry
    key: Hashable
    value: object = None

    def whereis(self) -> Ref | None:
        """The actor that holds the key now."""
        return self.registry.whereis(self.key)


class Registry:
    """A table of running actors by key.

    An entry belongs to one incarnation and goes at the moment that incarnation ends, before
    anyone is told (OTP's registry cleans up a little later). With ``via=`` the next incarnation
    registers itself again before its ``init`` runs.

    Args:
        keys: ``"unique"``, one actor per key, or ``"duplicate"``, any number.
    """

    __slots__ = ("_entries", "_locks", "keys_policy")

    def __init__(self, keys: Keys = "unique") -> None:
        if keys not in get_args(Keys):
            raise ValueError(f"keys: expected one of {get_args(Keys)}, got {keys!r}")
        self.keys_policy = keys
        self._entries: dict[Hashable, dict[Process, list[object]]] = {}
        self._locks: dict[Hashable, tuple[trio.Lock, int]] = {}

    def __len__(self) -> int:
        return self.count()

    def count(self) -> int:
        """How many entries there are, under all keys.

        Returns:
            The number.
        """
        return sum(len(own) for holders in self._entries.values() for own in holders.values())

    def register(self, key: Hashable, value: object = None, *, ref: Ref | None = None) -> None:
        """Enter an actor under a key.

        A second time replaces its value; where keys are duplicate it is one more entry (Elixir).

        Args:
            key: the key.
            value: anything to keep beside the ref.
            ref: the actor; default the calling one.

        Raises:
            AlreadyStarted: the keys are unique and another actor has this one.
            NoProcess: nothing runs at ``ref``.
            NotInActor: no ``ref`` given outside an actor.
        """
        process = own_process("Registry.register") if ref is None else ref._process
        if process is None or process.status is DEAD:
            raise NoProcess(ref, "register")
        holders = self._entries.setdefault(key, {})
        if self.keys_policy == "unique" and holders and process not in holders:
            raise AlreadyStarted(next(iter(holders)).ref)
        if process not in holders:
            process.add_hook(_Forget(self, key, process))
        own = holders.setdefault(process, [])
        if self.keys_policy == "unique":
            own.clear()
        own.append(value)

    def unregister(self, key: Hashable, *, ref: Ref | None = None) -> None:
        """Remove an actor's entries under a key; unknown ones are ignored.

        Args:
            key: the key.
            ref: the actor; default the calling one.
        """
        process = own_process("Registry.unregister") if ref is None else ref._process
        if process is not None:
            process.remove_hook(_Forget(self, key, process))
            self._remove(key, process)

    def _remove(self, key: Hashable, process: Process) -> None:
        holders = self._entries.get(key)
        if holders is not None:
            holders.pop(process, None)
            if not holders:
                del self._entries[key]

    def lookup(self, key: Hashable) -> list[tuple[Ref, object]]:
        """Who is registered under a key.

        Args:
            key: the key.

        Returns:
            Pairs of pinned ref and value: actors in order of registration, each with all its
            values.
        """
        holders = self._entries.get(key, {})
        return [(process.ref, value) for process, own in holders.items() for value in own]

    def values(self, key: Hashable, ref: Ref | None = None) -> list[object]:
        """The values under a key.

        Args:
            key: the key.
            ref: only those of this actor.

        Returns:
            The values, in the order of `lookup`.
        """
        holders = self._entries.get(key, {})
        if ref is not None:
            return list(holders.get(ref._process, ())) if ref._process is not None else []
        return [value for own in holders.values() for value in own]

    def whereis(self, key: Hashable) -> Ref | None:
        """The actor under a key; the first one if there are several.

        Args:
            key: the key.

        Returns:
            Its pinned ref, or ``None``.
        """
        for process in self._entries.get(key, ()):
            return process.ref
        return None

    def keys(self, ref: Ref | None = None) -> list[Hashable]:
        """The keys in use.

        Args:
            ref: only those of this actor.

        Returns:
            The keys, in order of registration.
        """
        if ref is None:
            return list(self._entries)
        return [key for key, holders in self._entries.items() if ref._process in holders]

    def update_value(self, key: Hashable, update: Callable[[object], object]) -> object:
        """Change the calling actor's own value; where keys are duplicate, each of its values.

        Args:
            key: the key.
            update: gets the old value, returns the new one.

        Returns:
            The new value, the last of several.

        Raises:
            KeyError: the calling actor is not registered under the key.
        """
        process = own_process("Registry.update_value")
        holders = self._entries.get(key, {})
        if process not in holders:
            raise KeyError(key)
        own = holders[process]
        own[:] = [update(value) for value in own]
        return own[-1]

    def dispatch(self, key: Hashable, send: Callable[[Ref, object], object]) -> int:
        """Call a plain function for every entry under a key.

        Args:
            key: the key.
            send: gets ref and value; typically ``lambda ref, _: ref.send(message)``.

        Returns:
            For how many it was called.
        """
        entries = self.lookup(key)
        for ref, value in entries:
            send(ref, value)
        return len(entries)

    @asynccontextmanager
    async def lock(self, key: Hashable) -> AsyncIterator[None]:
        """Hold a key's lock; first come, first served, independent of who is registered.

        Args:
            key: the key.

        Yields:
            Nothing; the lock is released at the end of the block, however it ends.
        """
        lock, users = self._locks.get(key, (None, 0))
        if lock is None:
            lock = trio.Lock()
        self._locks[key] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            lock, users = self._locks[key]
            if users == 1:
                del self._locks[key]
            else:
                self._locks[key] = (lock, users - 1)


@dataclass(frozen=True, slots=True)
class _Forget:
    """The hook that removes one entry at an actor's end."""

    registry: Registry
    key: Hashable
    process: Process

    def __call__(self) -> None:
        self.registry._remove(self.key, self.process)
