"""Custom tools: a schema from type hints, a handler of this process, an answer in every case."""

from __future__ import annotations

import copy
import dataclasses
import functools
import inspect
import re
import sys
import typing
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias, cast, overload

import msgspec

from copilot_actors._errors import InvalidOption, JsonValue

from ._handler_calls import positional_count

if TYPE_CHECKING:
    from copilot_actors.client._session._handle import Session

_TOOL_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")
_INVOCATION = "invocation"


class ToolInvocation(msgspec.Struct, frozen=True, kw_only=True):
    """What a tool handler is told besides its arguments.

    Attributes:
        session: handle of the calling session; a handler may use it.
        tool_call_id: the model's id of the call; a handler runs at most once for it.
        tool_name: the tool's name.
        request_id: the CLI's id of the request.
        arguments: the arguments as they were on the wire.
    """

    session: Session
    tool_call_id: str
    tool_name: str
    request_id: str
    arguments: JsonValue


ToolHandler: TypeAlias = Callable[..., object]


class Tool(msgspec.Struct, frozen=True, kw_only=False):
    """A tool that the model can call and this process answers.

    Attributes:
        name: 1 to 64 characters from ``A-Z a-z 0-9 _ -``.
        description: what the model is told.
        parameters: JSON schema of the arguments object, or ``None`` for no arguments.
        handler: plain or async; called with ``(arguments, invocation)``, ``(arguments)`` or
            nothing. Returns text, a :class:`ToolResult`, or anything that msgspec can encode as
            JSON. An exception is answered to the model as a failure.
        skip_permission: ``True`` lets the model call it without a permission request.
        arguments_type: type that the arguments are converted to; the default leaves the mapping.
        idempotent: ``True`` if the handler may run again for the same call. It then does when the
            program itself died while it ran and a durable ledger says so; otherwise the model is
            told that the result is unknown.
        overrides_built_in_tool: ``True`` if the tool takes the place of one of the CLI's that has
            its name. Without it the CLI refuses each turn (``TurnFailed``, whose text names the
            tool): nobody takes the place of a tool of the CLI by accident.
    """

    name: str
    description: str = ""
    parameters: Mapping[str, JsonValue] | None = None
    handler: ToolHandler | None = None
    skip_permission: bool = False
    arguments_type: type | None = None
    idempotent: bool = False
    overrides_built_in_tool: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not _TOOL_NAME.match(self.name):
            raise InvalidOption("tools", f"{self.name!r} is not a tool name (A-Z a-z 0-9 _ -)")
        if self.handler is not None and not callable(self.handler):
            raise InvalidOption("tools", f"the handler of {self.name!r} is not callable")

    def to_wire(self) -> dict[str, JsonValue]:
        """The tool's declaration in ``session.create`` and ``session.resume``."""
        fields: dict[str, JsonValue] = {
            "name": self.name,
            "description": self.description,
            "parameters": dict(self.parameters or {"type": "object", "properties": {}}),
        }
        if self.skip_permission:
            fields["skipPermission"] = True
        if self.overrides_built_in_tool:
            fields["overridesBuiltInTool"] = True
        return fields

    def bind(self, arguments: JsonValue, invocation: ToolInvocation) -> tuple[object, ...]:
        """The positional arguments for the handler.

        Raises:
            msgspec.ValidationError: the model's arguments do not fit ``arguments_type``.
        """
        value: object = arguments
        if self.arguments_type is not None:
            value = msgspec.convert(arguments or {}, self.arguments_type, strict=False)
        count = positional_count(cast("ToolHandler", self.handler))
        return (value, invocation)[:count]


class _Signature(msgspec.Struct, frozen=True):
    """A function's parameters: the model's arguments, and those that get the invocation."""

    name: str
    parameters: tuple[inspect.Parameter, ...]
    hints: Mapping[str, object]
    invocations: frozenset[str]

    @property
    def own(self) -> list[inspect.Parameter]:
        """The parameters that the model fills."""
        return [p for p in self.parameters if p.name not in self.invocations]

    @property
    def whole(self) -> tuple[str, type] | None:
        """The only parameter if it has fields: they are the tool's arguments."""
        if len(self.own) != 1:
            return None
        name = self.own[0].name
        hint = self.hints.get(name)
        return (name, hint) if isinstance(hint, type) and _has_fields(hint) else None


def _has_fields(hint: type) -> bool:
    return (
        issubclass(hint, msgspec.Struct)
        or dataclasses.is_dataclass(hint)
        or typing.is_typeddict(hint)
    )


def _read_signature(function: ToolHandler, names: Mapping[str, object]) -> _Signature:
    """Read a function's signature; ``names`` are the caller's, for types local to a function.

    Raises:
        InvalidOption: a parameter or its type hint is of no use for a schema.
    """
    inner = function
    while isinstance(inner, functools.partial):
        inner = inner.func
    name = str(getattr(inner, "__name__", type(inner).__name__))
    if not (inspect.isroutine(inner) or inspect.isclass(inner)):
        inner = cast("ToolHandler", getattr(type(inner), "__call__", inner))  # noqa: B004
    try:
        parameters = tuple(inspect.signature(function).parameters.values())
        try:
            hints = typing.get_type_hints(inner, include_extras=True)
        except NameError:
            hints = typing.get_type_hints(inner, localns=dict(names), include_extras=True)
    except (NameError, TypeError, ValueError) as exc:
        raise InvalidOption("tools", f"the type hints of {name} cannot be resolved: {exc}") from exc
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            raise InvalidOption("tools", f"{name}: *args and **kwargs have no schema")
        if parameter.name == _INVOCATION:
            hints.setdefault(_INVOCATION, ToolInvocation)
        if parameter.name not in hints:
            raise InvalidOption("tools", f"{name}: parameter {parameter.name!r} has no type hint")
    invocations = frozenset(p.name for p in parameters if hints[p.name] is ToolInvocation)
    return _Signature(name, parameters, hints, invocations)


def _arguments_type(signature: _Signature) -> type[msgspec.Struct]:
    """A Struct with one field for each parameter; one with a default is optional."""
    fields: list[tuple[str, type] | tuple[str, type, object]] = []
    for parameter in signature.own:
        hint = cast("type", signature.hints[parameter.name])
        if parameter.default is parameter.empty:
            fields.append((parameter.name, hint))
            continue
        default: object = parameter.default
        if isinstance(default, list | dict | set | bytearray | msgspec.Struct):
            default = msgspec.field(default_factory=functools.partial(copy.deepcopy, default))
        fields.append((parameter.name, hint, default))
    return msgspec.defstruct(f"{signature.name}_arguments", fields, kw_only=True)


def schema_of(arguments_type: type) -> dict[str, JsonValue]:
    """The JSON schema of a msgspec type, with its own definitions inlined at the top.

    Raises:
        InvalidOption: msgspec cannot describe the type.
    """
    try:
        (schema,), definitions = msgspec.json.schema_components(
            [arguments_type], ref_template="#/$defs/{name}"
        )
    except TypeError as exc:
        raise InvalidOption("tools", f"no JSON schema for {arguments_type!r}: {exc}") from exc
    reference = schema.get("$ref")
    if isinstance(reference, str):
        schema = definitions.pop(reference.rpartition("/")[2])
    schema.pop("title", None)
    if definitions:
        schema["$defs"] = definitions
    return cast("dict[str, JsonValue]", schema)


def _adapt(function: ToolHandler, signature: _Signature) -> ToolHandler:
    """Make ``(arguments, invocation)`` of a function with any parameters."""
    whole = signature.whole

    def call(arguments: object, invocation: ToolInvocation) -> object:
        positional: list[object] = []
        keywords: dict[str, object] = {}
        for parameter in signature.parameters:
            value: object
            if parameter.name in signature.invocations:
                value = invocation
            elif whole is not None:
                value = arguments
            else:
                value = getattr(arguments, parameter.name)
            if parameter.kind is parameter.POSITIONAL_ONLY:
                positional.append(value)
            else:
                keywords[parameter.name] = value
        return function(*positional, **keywords)

    return call


@overload
def tool(function: ToolHandler, /) -> Tool: ...


@overload
def tool(
    *,
    name: str | None = None,
    description: str | None = None,
    skip_permission: bool = False,
    idempotent: bool = False,
    overrides_built_in_tool: bool = False,
) -> Callable[[ToolHandler], Tool]: ...


def tool(
    function: ToolHandler | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    skip_permission: bool = False,
    idempotent: bool = False,
    overrides_built_in_tool: bool = False,
) -> Tool | Callable[[ToolHandler], Tool]:
    """Make a :class:`Tool` of a plain or async function.

    The function's parameters become the schema; the docstring becomes the description. A
    function whose only argument is annotated with a msgspec Struct, a dataclass or a TypedDict
    gets that whole; a parameter annotated with :class:`ToolInvocation`, or named ``invocation``
    without annotation, gets the invocation and is not part of the schema. A
    parameter with a default is optional; a mutable default is copied for each call.

    Example:
        >>> @tool(skip_permission=True)
        ... def add(a: int, b: int = 1) -> int:
        ...     "Add two numbers."
        ...     return a + b
        >>> add.name, add.parameters["required"]
        ('add', ['a'])

    Raises:
        InvalidOption: no schema can be derived.
    """
    # Type hints may name what is local to the function in which the tool is made.
    names = sys._getframe(1).f_locals

    def make(target: ToolHandler) -> Tool:
        signature = _read_signature(target, names)
        whole = signature.whole
        arguments_type = _arguments_type(signature) if whole is None else whole[1]
        return Tool(
            name=name or signature.name,
            description=description or inspect.getdoc(target) or "",
            parameters=schema_of(arguments_type),
            handler=_adapt(target, signature),
            skip_permission=skip_permission,
            arguments_type=arguments_type,
            idempotent=idempotent,
            overrides_built_in_tool=overrides_built_in_tool,
        )

    return make if function is None else make(function)
