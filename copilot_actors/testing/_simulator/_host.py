"""What a simulated session needs from its process, and the seeded source of all chance."""

from __future__ import annotations

import abc
import random
import uuid
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, TypeAlias, final

import msgspec
import trio

from copilot_actors._errors import JsonValue

from ._disk import SimulatedDisk
from ._kernel import Kernel, Slot
from ._model import SimulatedModel

Params: TypeAlias = Mapping[str, JsonValue]

CLI_VERSION: Final = "1.0.102"
PROTOCOL_VERSION: Final = 3
INTERNAL_ERROR: Final = -32603
_EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)


class RpcFailure(Exception):
    """A request is answered with an error."""

    def __init__(self, message: str, code: int = INTERNAL_ERROR, data: JsonValue = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.data = data


@final
class Inference:
    """An answer to a request to the model, as it comes from the client."""

    def __init__(self) -> None:
        self.status: int | None = None
        self.body = b""
        self.ended: Slot[str | None] = Slot()
        """Gets ``None`` at the end of the answer, or why there is none."""


@final
class Dice:
    """Ids and delays from one seed."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def uuid(self) -> str:
        """Return a fresh UUID."""
        return str(uuid.UUID(int=self.rng.getrandbits(128), version=4))

    def delay(self, low: float, high: float) -> float:
        """Return a number of seconds between the two."""
        return self.rng.uniform(low, high)


class FilesOption(msgspec.Struct, frozen=True, kw_only=True):
    """What ``sessionFs.setProvider`` said."""

    working_directory: str
    state_path: str

    def path(self, name: str) -> str:
        """Return the path of a file of the CLI's own."""
        return f"{self.state_path}/{name}"


class Host(abc.ABC):
    """The process, as its sessions see it.

    Attributes:
        kernel: runs activities.
        dice: the source of chance.
        disk: what survives the process.
        model: the model that answers.
        pid: the process's number.
        working_directory: where tools run.
        started_at: when the simulation began, on trio's clock.
        intercepts_models: whether the client answers requests to the model.
        inferences: those that it is answering, by their ids.
        files: what ``sessionFs.setProvider`` said, or ``None``.
    """

    kernel: Kernel
    dice: Dice
    disk: SimulatedDisk
    model: SimulatedModel
    pid: int
    working_directory: str
    started_at: float
    intercepts_models: bool
    inferences: dict[str, Inference]
    files: FilesOption | None

    @abc.abstractmethod
    def notify(self, method: str, params: Params) -> None:
        """Send a notification to the client."""

    @abc.abstractmethod
    def request(self, method: str, params: Params) -> Slot[Params]:
        """Send a request to the client; the slot gets its whole reply."""

    @abc.abstractmethod
    def background(self, function: Callable[[], Awaitable[object]]) -> None:
        """Run an async function beside the activities, until the process ends."""

    def timestamp(self) -> str:
        """Return the present time as the CLI writes it."""
        now = _EPOCH + timedelta(seconds=trio.current_time() - self.started_at)
        return now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def workspace(self, session_id: str) -> str:
        """Return the directory that the CLI keeps for a session."""
        if self.files is not None:
            return self.files.state_path
        return f"/simulated/session-state/{session_id}"


def text_of(params: Params, key: str, default: str = "") -> str:
    """Return a text parameter; the CLI takes other types for missing."""
    value = params.get(key)
    return value if isinstance(value, str) else default


def mapping_of(params: Params, key: str) -> dict[str, JsonValue]:
    """Return an object parameter, or an empty one."""
    value = params.get(key)
    return value if isinstance(value, dict) else {}


def mappings_of(params: Params, key: str) -> list[dict[str, JsonValue]]:
    """Return the objects of a list parameter."""
    value = params.get(key)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
