"""What a pipeline stores and tells: results, usage, records of items, and their JSON."""

from __future__ import annotations

import json
import os
from pathlib import PurePath
from typing import Final, Generic, TypeVar, cast

import msgspec

from ._errors import NotSerializable
from ._policy import describe, is_retryable
from ._states import ItemState

T = TypeVar("T")


class Usage(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the calls to the model took, summed from the CLI's usage events.

    Of a call that the end of the program cut nothing is known.

    Attributes:
        model_calls: calls that were answered.
        input_tokens: tokens read.
        output_tokens: tokens written.
        cache_read_tokens: those of the tokens read that came from the provider's cache.
        cache_write_tokens: tokens that were put there.
        cost: in premium requests, as the CLI says it; 0 with a provider of your own.
    """

    model_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            model_calls=self.model_calls + other.model_calls,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cache_read_tokens=self.cache_read_tokens + other.cache_read_tokens,
            cache_write_tokens=self.cache_write_tokens + other.cache_write_tokens,
            cost=self.cost + other.cost,
        )


class Result(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """What became of one item.

    Attributes:
        key: the item's.
        value: what its work returned, as it was stored; ``None`` if it failed.
        error: why it failed, or ``None``. What work raised, in the run in which it did; in later
            ones an :class:`ItemFailed` with the same data.
        state: ``finished``, ``failed`` or ``dead_letter``.
        attempts: how often its work was begun.
        duration: seconds that all attempts took.
        session_id: of its session, which stays in the CLI's store.
        usage: what its calls to the model took.
        recalled: whether an earlier run finished it: nothing was done for it in this one.
    """

    key: str
    value: T | None = None
    error: Exception | None = None
    state: ItemState = ItemState.FINISHED
    attempts: int = 0
    duration: float = 0.0
    session_id: str = ""
    usage: Usage = Usage()
    recalled: bool = False

    def unwrap(self) -> T:
        """Return the value.

        Raises:
            Exception: ``error``, if the item failed.
        """
        if self.error is not None:
            raise self.error
        return cast("T", self.value)


class StoredError(msgspec.Struct, frozen=True, kw_only=True):
    """An error as the store keeps it; the exception itself could not be read back.

    Attributes:
        type: name of its class.
        message: its text.
        retryable: what it said of itself.
    """

    type: str
    message: str
    retryable: bool = False

    @classmethod
    def of(cls, error: BaseException) -> StoredError:
        """What is kept of an error."""
        return cls(
            type=type(error).__name__,
            message=describe(error)[:MAX_ERROR_TEXT].encode("utf-8", "replace").decode(),
            retryable=is_retryable(error),
        )


class ItemRecord(msgspec.Struct, frozen=True, kw_only=True):
    """All that the store has of one item.

    Attributes:
        key: the item's.
        number: in the order in which the store first saw its items.
        state: what it is.
        item: the item, as JSON values.
        value: what its work returned, as JSON values; ``None`` unless it is finished.
        error: of its last failed attempt, or ``None``.
        attempts: how often its work was begun.
        failures: how many attempts failed.
        interruptions: ends of the program in the middle of it, in a row.
        duration: seconds that its attempts took, those that were cut aside.
        session_id: of its session.
        usage: what its calls to the model took.
        steps: names of the steps that are recorded, the second of a name as ``"name#2"``.
        created_at: when the store first saw it; seconds since 1970.
        started_at: when its last attempt began, or ``None``.
        ended_at: when it ended, or ``None``.
    """

    key: str
    number: int
    state: ItemState
    item: object = None
    value: object = None
    error: StoredError | None = None
    attempts: int = 0
    failures: int = 0
    interruptions: int = 0
    duration: float = 0.0
    session_id: str = ""
    usage: Usage = Usage()
    steps: list[str] = []
    created_at: float = 0.0
    started_at: float | None = None
    ended_at: float | None = None

    def to_json(self) -> str:
        """One line of JSON. Half a surrogate pair in a key is written as its escape."""
        try:
            return msgspec.json.encode(self).decode()
        except UnicodeEncodeError:
            return json.dumps(msgspec.to_builtins(self), separators=(",", ":"))


MAX_ERROR_TEXT: Final = 10_000


def _convert(value: object) -> object:
    if isinstance(value, os.PathLike):
        return os.fspath(cast("os.PathLike[str]", value))
    raise TypeError(f"a {type(value).__name__} is no JSON value")


_encode = msgspec.json.Encoder(enc_hook=_convert).encode


def to_json(key: str, what: str, value: object) -> str:
    """Encode something of an item.

    Raises:
        NotSerializable: it is nothing that JSON can hold.
    """
    try:
        return _encode(value).decode()
    except (TypeError, ValueError, RecursionError, OverflowError) as error:
        reason = str(error) or type(error).__name__
        raise NotSerializable(key, what, reason) from error


def from_json(key: str, what: str, text: str, as_type: object) -> object:
    """Decode something of an item as a type.

    Raises:
        NotSerializable: it is not of the type: the type was changed since it was stored, say, or
            is none that msgspec can decode.
    """
    try:
        if as_type is object:
            return cast("object", msgspec.json.decode(text))
        return msgspec.json.decode(text, type=as_type, dec_hook=_restore)
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise NotSerializable(key, what, str(error)) from error


def _restore(as_type: type, value: object) -> object:
    if issubclass(as_type, PurePath) and isinstance(value, str):
        return as_type(value)
    raise TypeError(f"a {as_type.__name__} cannot be made from JSON")
