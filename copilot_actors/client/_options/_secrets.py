"""Where a key comes from: a value, the environment, or a function that is asked at each loading."""

from __future__ import annotations

import inspect
import os
import traceback
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Annotated, TypeAlias, cast

import msgspec
import trio

from copilot_actors._errors import InvalidOption, JsonValue
from copilot_actors._session_errors import SecretUnavailable
from copilot_actors.client._isolation import is_own_fault


class EnvironmentSecret(msgspec.Struct, frozen=True):
    """A secret that a variable of this process's environment holds when it is needed.

    Attributes:
        name: the variable, for instance ``"OPENAI_API_KEY"``.
    """

    name: str


SecretSource: TypeAlias = str | EnvironmentSecret | Callable[[], str | Awaitable[str]]
"""A secret, or where it is to be had: the value itself, an :class:`EnvironmentSecret`, or a plain
or async function without arguments. All but a value are asked anew each time that the session is
loaded into a CLI, and what they say is kept no longer than that takes."""


class _SecretMark:
    """Tells that an annotated type is a :data:`SecretSource`."""


SECRET = _SecretMark()
Secret: TypeAlias = Annotated[SecretSource, SECRET]
"""The annotation of an option that is a secret."""


class UnreadSecret:
    """Stands among the parameters of a request for a secret that has not been read yet."""

    __slots__ = ("option", "source")

    def __init__(self, option: str, source: EnvironmentSecret | Callable[[], object]) -> None:
        self.option = option
        self.source = source

    def __repr__(self) -> str:
        return f"<secret of {self.option!r}>"


def conform_secret(value: object, where: str) -> JsonValue:
    """Return a secret as it is sent, or what stands for it until it is read.

    Raises:
        InvalidOption: it is neither text nor a source; never shows the value.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, EnvironmentSecret):
        if not isinstance(value.name, str) or not value.name or set(value.name) & set("=\0"):
            raise InvalidOption(where, "an EnvironmentSecret needs the name of a variable")
    elif not callable(value):
        raise InvalidOption(
            where,
            f"expected text, an EnvironmentSecret or a function, got {type(value).__name__}",
        )
    # Everything between here and the request treats it as one of the values.
    return cast("JsonValue", UnreadSecret(where, value))


def encode_unread(value: object) -> object:
    """The ``enc_hook`` of msgspec for parameters whose secrets have not been read."""
    if isinstance(value, UnreadSecret):
        return ""
    raise TypeError(f"{type(value).__name__} is no JSON")


class Secrets:
    """What the sources of one session said, for one loading of it. Shows nothing of that."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values

    def __repr__(self) -> str:
        return f"<{len(self._values)} secrets>"

    @property
    def values(self) -> tuple[str, ...]:
        """The secrets, so that they can be hidden."""
        return tuple(self._values.values())

    def fill(self, value: JsonValue | UnreadSecret) -> JsonValue:
        """Return JSON with the secrets in their places."""
        if isinstance(value, UnreadSecret):
            return self._values[value.option]
        if isinstance(value, dict):
            return {name: self.fill(item) for name, item in value.items()}
        if isinstance(value, list):
            return [self.fill(item) for item in value]
        return value


async def read_secrets(
    session_id: str, params: Mapping[str, JsonValue], *, seconds: float
) -> Secrets:
    """Ask the sources among the parameters of a request, one after the other.

    Args:
        session_id: the session that they are for.
        params: the parameters.
        seconds: for all of them together.

    Raises:
        SecretUnavailable: one has none; names the option, and never what its source said.
    """
    values: dict[str, str] = {}
    deadline = trio.current_time() + seconds
    for unread in _unread(params):
        said, fault = await _ask(unread.source, deadline, seconds)
        if fault is None:
            fault = _unfit(said, unread.option)
        if fault is not None:
            raise SecretUnavailable(session_id, unread.option, fault)
        values[unread.option] = cast("str", said)
    return Secrets(values)


def _unread(value: object) -> Iterator[UnreadSecret]:
    if isinstance(value, UnreadSecret):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _unread(item)
    elif isinstance(value, list):
        for item in value:
            yield from _unread(item)


async def _ask(
    source: EnvironmentSecret | Callable[[], object], deadline: float, seconds: float
) -> tuple[object, str | None]:
    """What a source says, and what was wrong.

    Its exception is not kept: its text, or its frames, may hold what must not be shown.
    """
    if isinstance(source, EnvironmentSecret):
        known = os.environ.get(source.name)
        missing = f"the environment has no variable {source.name!r}"
        return known, missing if known is None else None
    try:
        with trio.move_on_at(deadline):
            said = source()
            return await said if inspect.isawaitable(said) else said, None
    except BaseException as error:
        if not is_own_fault(error):
            raise
        return None, f"its function raised {type(error).__name__}"
    return None, f"its function gave none within {seconds:g} s"


def _unfit(said: object, option: str) -> str | None:
    if not isinstance(said, str):
        return f"its function returned {type(said).__name__} instead of text"
    if not said:
        return "it is empty"
    if any("\ud800" <= character <= "\udfff" for character in said):
        return "it is no Unicode text"
    if not said.isprintable() and ".env[" not in option:
        return "it has characters that no key has, such as the end of a line"
    return None


def forget_locals(error: BaseException) -> None:
    """Let the frames that an exception came through forget their variables.

    Some hold the parameters of a request, and a report with the variables of each frame would
    show the keys among them.
    """
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        traceback.clear_frames(one.__traceback__)
        waiting += [one.__cause__, one.__context__]
