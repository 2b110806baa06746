"""What a client tells its CLI beside the sessions: telemetry, who it is, and plugins."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, cast

import msgspec
from msgspec import UNSET, Meta, UnsetType

from copilot_actors._errors import InvalidOption, JsonValue

from ._values import OptionValue, conform

if TYPE_CHECKING:
    from ._client_options import ClientOptions

ClientMode: TypeAlias = Literal["copilot-cli", "empty"]
ROTATION_VARIABLE = "COPILOT_SESSION_EVENT_LOG_ROTATION_BYTES"


class Telemetry(OptionValue, frozen=True, kw_only=True, rename=None):
    """Where the CLI sends its OpenTelemetry traces; handed over in its environment.

    Attributes:
        otlp_endpoint: URL of a collector.
        otlp_protocol: ``"http/json"`` or ``"http/protobuf"``.
        file_path: a file for them instead, as lines of JSON.
        exporter_type: ``"otlp-http"`` or ``"file"``.
        source_name: name of the instrumentation scope.
        capture_content: whether prompts and answers are in them; off unless it is ``True``.
    """

    otlp_endpoint: (
        Annotated[str, Meta(pattern=r"^https?://\S", description="that is an http or https URL")]
        | UnsetType
    ) = msgspec.field(default=UNSET, name="OTEL_EXPORTER_OTLP_ENDPOINT")
    otlp_protocol: Literal["http/json", "http/protobuf"] | UnsetType = msgspec.field(
        default=UNSET, name="OTEL_EXPORTER_OTLP_PROTOCOL"
    )
    file_path: str | os.PathLike[str] | UnsetType = msgspec.field(
        default=UNSET, name="COPILOT_OTEL_FILE_EXPORTER_PATH"
    )
    exporter_type: Literal["otlp-http", "file"] | UnsetType = msgspec.field(
        default=UNSET, name="COPILOT_OTEL_EXPORTER_TYPE"
    )
    source_name: str | UnsetType = msgspec.field(default=UNSET, name="COPILOT_OTEL_SOURCE_NAME")
    capture_content: bool | UnsetType = msgspec.field(
        default=UNSET, name="OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
    )


_Word = Annotated[str, Meta(min_length=1)]


class ClientInfo(OptionValue, frozen=True, kw_only=True):
    """What this program is, for GitHub's reports; told in the handshake.

    Attributes:
        application_name: for instance ``"acme-portal"``.
        application_version: for instance ``"2.4.0"``.
        integration_name: of a part of it that uses the CLI.
        integration_version: of that part.
    """

    application_name: _Word | UnsetType = msgspec.field(default=UNSET, name="editorName")
    application_version: _Word | UnsetType = msgspec.field(default=UNSET, name="editorVersion")
    integration_name: _Word | UnsetType = msgspec.field(default=UNSET, name="extensionName")
    integration_version: _Word | UnsetType = msgspec.field(default=UNSET, name="extensionVersion")


def launch_env(options: "ClientOptions") -> Mapping[str, str] | None:
    """Return the environment of the CLI, with what the options put into it; ``None`` is ours."""
    added: dict[str, str] = {}
    if options.telemetry is not None:
        wire = cast("dict[str, JsonValue]", conform(options.telemetry, Telemetry, "telemetry"))
        added.update({"COPILOT_OTEL_ENABLED": "true"} | {k: _text(v) for k, v in wire.items()})
    if options.event_log_rotation_bytes is not None:
        added[ROTATION_VARIABLE] = str(options.event_log_rotation_bytes)
    if not added:
        return options.env
    return {**(os.environ if options.env is None else options.env), **added}


def check_owned(options: "ClientOptions", *, owned: bool) -> None:
    """Refuse what only the start of a CLI can set, where the CLI runs already, and what it lacks.

    Raises:
        InvalidOption: naming the option.
    """
    if owned and options.mode == "empty" and options.home is None:
        raise InvalidOption("home", "a client with mode='empty' needs a folder of its own")
    for name in ("telemetry", "event_log_rotation_bytes"):
        if not owned and getattr(options, name) is not None:
            raise InvalidOption(name, "this transport does not start the CLI")


def _text(value: JsonValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def client_info(options: "ClientOptions") -> JsonValue:
    """Return the ``clientInfo`` of the handshake, or ``None`` for none."""
    if options.client_info is None:
        return None
    return conform(options.client_info, ClientInfo, "client_info") or None


def plugin_directories(options: "ClientOptions") -> list[JsonValue]:
    """Return the folders of plugins as the CLI expects them.

    Raises:
        InvalidOption: one is no path, or not absolute.
    """
    result: list[JsonValue] = []
    for index, item in enumerate(options.builtin_plugin_directories or ()):
        where = f"builtin_plugin_directories[{index}]"
        path = str(conform(item, str | os.PathLike[str], where))
        if not os.path.isabs(path):  # noqa: PTH117 - of text
            raise InvalidOption(where, "expected an absolute path")
        result.append(path)
    return result
