"""Settings of a session that have parts: compaction, limits, policies, workspace, extensions."""

import os
from collections.abc import Mapping, Sequence
from typing import Annotated, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ._values import OptionValue

Ratio: TypeAlias = Annotated[float, Meta(gt=0, le=1, description="a part of the context window")]
Count: TypeAlias = Annotated[int, Meta(ge=0)]
_Name: TypeAlias = Annotated[str, Meta(min_length=1)]


class InfiniteSessions(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """When the CLI compacts a session's history.

    Attributes:
        enabled: whether it does.
        background_compaction_threshold: the part of the context window that is filled when it
            begins, beside the turns; the CLI's own is 0.80.
        buffer_exhaustion_threshold: the part at which turns wait for it; the CLI's own is 0.95,
            and it is above the other one.
    """

    enabled: bool | UnsetType = UNSET
    background_compaction_threshold: Ratio | UnsetType = UNSET
    buffer_exhaustion_threshold: Ratio | UnsetType = UNSET


class LargeOutput(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """What becomes of a tool's long output: a file, and its path for the model.

    Attributes:
        enabled: whether that is done.
        max_size_bytes: what is long.
        output_directory: where the files go; the system's temporary folder without it.
    """

    enabled: bool | UnsetType = UNSET
    max_size_bytes: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    output_directory: str | os.PathLike[str] | UnsetType = msgspec.field(
        default=UNSET, name="outputDir"
    )


class ToolSearch(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """Tools that the model finds when it wants them, instead of having them all listed.

    Attributes:
        enabled: whether there is a search.
        defer_threshold: from how many tools on those of MCP servers and yours are left out.
    """

    enabled: bool | UnsetType = UNSET
    defer_threshold: Count | UnsetType = UNSET


class Memory(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """Whether the agent keeps notes over sessions.

    Attributes:
        enabled: whether it does.
        mode: how, for CLIs that have several ways.
    """

    enabled: bool
    mode: str | UnsetType = UNSET


class SessionLimits(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """What a session may cost.

    Attributes:
        max_ai_credits: AI credits in its accounting window; the CLI takes 30 and more.
    """

    max_ai_credits: Annotated[float, Meta(gt=0)] | UnsetType = UNSET


class Autopilot(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """How a session goes on by itself in autopilot mode.

    Attributes:
        continuation_enabled: whether it does.
        max_continues: how often.
    """

    continuation_enabled: bool | UnsetType = UNSET
    max_continues: Count | UnsetType = UNSET


class ManagedPermissions(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """A policy that nobody in the session can loosen. Rules are such as ``"Shell(git push *)"``.

    Attributes:
        deny: never done.
        ask: always asked for.
        allow: done without being asked for.
        disable_bypass_permissions_mode: ``"disable"``, ``"allow-auto-only"``, or what a later
            CLI has: others fail closed.
    """

    deny: Sequence[str] | UnsetType = UNSET
    ask: Sequence[str] | UnsetType = UNSET
    allow: Sequence[str] | UnsetType = UNSET
    disable_bypass_permissions_mode: str | UnsetType = UNSET


class ManagedSettings(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """Settings of an enterprise that the program supplies.

    Attributes:
        permissions: the policy.
    """

    permissions: ManagedPermissions | Mapping[str, object] | UnsetType = UNSET


class Sandbox(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """What shell tools and servers may reach.

    Attributes:
        enabled: whether they are confined.
        user_policy: the CLI's policy mapping: paths and hosts.
        add_current_working_directory: whether the working directory may be written to.
        sandbox_mcp_servers: whether MCP servers are confined too.
        sandbox_lsp_servers: whether language servers are.
        allow_bypass: whether the agent may ask for a command outside.
        allow_dev_tool_access: whether the folders of common tools may be read.
        auth: the CLI's mapping of credentials that may be used inside.
    """

    enabled: bool
    user_policy: Mapping[str, object] | UnsetType = UNSET
    add_current_working_directory: bool | UnsetType = UNSET
    sandbox_mcp_servers: bool | UnsetType = UNSET
    sandbox_lsp_servers: bool | UnsetType = UNSET
    allow_bypass: bool | UnsetType = UNSET
    allow_dev_tool_access: bool | UnsetType = UNSET
    auth: Mapping[str, object] | UnsetType = UNSET


class ImageGeneration(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """Whether the model may make images.

    Attributes:
        enabled: whether it may.
    """

    enabled: bool | UnsetType = UNSET


class ExtensionInfo(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """Who contributes canvases, under an id that outlives connections.

    Attributes:
        source: the namespace.
        name: unique in it.
    """

    source: _Name
    name: _Name


class CanvasProvider(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """Who supplies the host's own canvases.

    Attributes:
        id: any text, but nothing that begins with ``connection:``.
        name: shown to people.
    """

    id: Annotated[
        str, Meta(pattern=r"^(?!connection:).", description="that does not begin 'connection:'")
    ]
    name: str | UnsetType = UNSET


class ExpConfig(OptionValue, frozen=True, kw_only=True):
    """Parameters of one experiment.

    Attributes:
        id: which.
        parameters: their values.
    """

    id: str = msgspec.field(name="Id")
    parameters: Mapping[str, str | float | bool | None] = msgspec.field(name="Parameters")


class ExpAssignments(OptionValue, frozen=True, kw_only=True):
    """The experiments that a session takes part in, as GitHub's service gives them.

    Attributes:
        features: names that are on.
        flights: assigned values by name.
        configs: parameters.
        assignment_context: for reports.
        parameter_groups: passed on as they are.
        flighting_version: of the configuration.
        impression_id: for reports.
    """

    features: Sequence[str] = msgspec.field(name="Features")
    flights: Mapping[str, str] = msgspec.field(name="Flights")
    configs: Sequence[ExpConfig | Mapping[str, object]] = msgspec.field(name="Configs")
    assignment_context: str = msgspec.field(name="AssignmentContext")
    parameter_groups: object = msgspec.field(default=UNSET, name="ParameterGroups")
    flighting_version: int | UnsetType = msgspec.field(default=UNSET, name="FlightingVersion")
    impression_id: str | UnsetType = msgspec.field(default=UNSET, name="ImpressionId")


class TraceContext(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """The W3C trace context that the CLI's spans belong to.

    Attributes:
        traceparent: ``"00-<32 hex digits>-<16 hex digits>-<2 hex digits>"``, lower case, neither
            id all zeros.
        tracestate: up to 32 members ``key=value``, parted by commas, each key once.
    """

    traceparent: str
    tracestate: str | UnsetType | None = UNSET
