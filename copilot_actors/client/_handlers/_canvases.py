"""Canvases: views that this program opens for the model or the user, beside the conversation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from copilot_actors._errors import InvalidOption, JsonValue

from ._handler_calls import unexpected
from ._questions import Fields, text


class CanvasRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What a canvas is asked.

    Attributes:
        session_id: the session.
        canvas_id: the canvas.
        instance_id: one open view of it.
        action: the action's name, or ``None`` for open and close.
        input: the input, in the form of the schema that was declared; ``None`` without one.
        details: the whole request as it was on the wire.
    """

    session_id: str
    canvas_id: str
    instance_id: str
    action: str | None
    input: JsonValue
    details: Mapping[str, JsonValue]


class CanvasError(Exception):
    """Raised by a handler of a canvas to refuse, with words that the asker is told.

    Any other exception is answered with the code ``canvas_handler_error`` and its type alone:
    its text may hold what only this process should know.

    Attributes:
        code: for programs, for instance ``"board_locked"``.
        message: for people and the model.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type[CanvasError], tuple[str, str]]:
        return type(self), (self.code, self.message)


class CanvasView(msgspec.Struct, frozen=True, kw_only=True):
    """An opened view: where it is to be seen, its title and a status text."""

    url: str | None = None
    title: str | None = None
    status: str | None = None


CanvasActionHandler: TypeAlias = Callable[[CanvasRequest], object]
CanvasOpenHandler: TypeAlias = Callable[[CanvasRequest], "CanvasView | Awaitable[CanvasView]"]


class CanvasAction(msgspec.Struct, frozen=True):
    """Something that can be done with an open canvas.

    Attributes:
        name: what the model calls it.
        handler: plain or async; given a :class:`CanvasRequest`; returns anything that can be JSON.
        description: what the model is told.
        input_schema: JSON schema of the input.
    """

    name: str
    handler: CanvasActionHandler
    description: str = ""
    input_schema: Mapping[str, JsonValue] | None = None


class Canvas(msgspec.Struct, frozen=True, kw_only=True):
    """A canvas that this program provides.

    A handler refuses with :class:`CanvasError`.

    Attributes:
        id: unique in the session.
        display_name: for people.
        description: for the model.
        open: plain or async; opens a view or focuses it, also again after a resume.
        close: plain or async, or ``None``.
        actions: what can be done with it.
        input_schema: JSON schema of the input of ``open``.
    """

    id: str
    display_name: str
    description: str
    open: CanvasOpenHandler
    close: CanvasActionHandler | None = None
    actions: Sequence[CanvasAction] = ()
    input_schema: Mapping[str, JsonValue] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.id, str) or not self.id:
            raise InvalidOption("canvases", f"{self.id!r} is not an id for a canvas")
        handlers = [self.open, *(action.handler for action in self.actions)]
        if not all(callable(item) for item in handlers):
            raise InvalidOption("canvases", f"a handler of {self.id!r} is not callable")

    def to_wire(self) -> dict[str, JsonValue]:
        """The canvas's declaration in ``session.create`` and ``session.resume``."""
        fields: dict[str, JsonValue] = {
            "id": self.id,
            "displayName": self.display_name,
            "description": self.description,
        }
        if self.input_schema is not None:
            fields["inputSchema"] = dict(self.input_schema)
        if self.actions:
            fields["actions"] = [_declared(action) for action in self.actions]
        return fields

    def handler(self, request: CanvasRequest, method: str) -> CanvasActionHandler | None:
        """What serves a request, or ``None``: nothing is to be done.

        Raises:
            CanvasError: there is no such action.
        """
        if method == "canvas.open":
            return self.open
        if method == "canvas.close":
            return self.close
        for action in self.actions:
            if action.name == request.action:
                return action.handler
        raise CanvasError(
            "canvas_action_no_handler", f"The canvas {self.id!r} has no action {request.action!r}."
        )


def _declared(action: CanvasAction) -> JsonValue:
    fields: dict[str, JsonValue] = {"name": action.name, "description": action.description}
    if action.input_schema is not None:
        fields["inputSchema"] = dict(action.input_schema)
    return fields


def check_canvases(canvases: object) -> None:
    """Refuse what is no canvas, and two with one id.

    Raises:
        InvalidOption: naming it.
    """
    ids: set[str] = set()
    for item in canvases if isinstance(canvases, list | tuple) else ():
        if not isinstance(item, Canvas):
            raise InvalidOption("canvases", f"expected Canvas, got {type(item).__name__}")
        if item.id in ids:
            raise InvalidOption("canvases", f"two canvases have the id {item.id!r}")
        ids.add(item.id)


def canvas_request(session_id: str, fields: Fields) -> CanvasRequest:
    """Read the parameters of ``canvas.open``, ``canvas.close`` or ``canvas.action.invoke``."""
    return CanvasRequest(
        session_id=session_id,
        canvas_id=text(fields, "canvasId"),
        instance_id=text(fields, "instanceId"),
        action=text(fields, "actionName") or None,
        input=fields.get("input"),
        details=fields,
    )


def canvas_error(error: BaseException) -> CanvasError:
    """What the asker is told of an exception of a handler."""
    if isinstance(error, CanvasError):
        return error
    return CanvasError("canvas_handler_error", f"{type(error).__name__} in handler")


def view_answer(value: object) -> JsonValue:
    """The reply for what ``open`` returned.

    Raises:
        TypeError: it is no view.
    """
    if not isinstance(value, CanvasView):
        raise unexpected(value, "a CanvasView")
    fields: dict[str, JsonValue] = {}
    for name in ("url", "title", "status"):
        item = getattr(value, name)
        if not isinstance(item, str | None):
            raise unexpected(item, f"CanvasView.{name} as text")
        if item is not None:
            fields[name] = item
    return fields
