"""Types and methods: rpc_server_mcp.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, cast

from .rpc_common import (
    CatalogAuthenticationRequiredError,
    CatalogClientContract,
    CatalogContractViolationError,
    CatalogInvalidRequestError,
    CatalogMalformedCardError,
    CatalogNegotiatedContract,
    CatalogNegotiationRefusedError,
    CatalogNetworkFailureError,
    CatalogPolicyRejectedError,
    CatalogUnavailableError,
    CatalogUnsafeRetrievalError,
    McpPlanPolicySource,
    McpSerializableServerConfig,
    McpServerCardMediaType,
    McpServerSource,
)
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "CardDigest",
    "CatalogHandleRejectedError",
    "CatalogHandleRejectionReason",
    "CatalogHandleType",
    "CatalogNotInstallableError",
    "CatalogNotInstallableReason",
    "CatalogUnavailableTransportError",
    "CatalogUnavailableTransportReason",
    "DiscoveredMcpServer",
    "DiscoveredMcpServerType",
    "McpConfigAddParams",
    "McpConfigDisableParams",
    "McpConfigEnableParams",
    "McpConfigList",
    "McpConfigRemoveParams",
    "McpConfigUpdateParams",
    "McpDiscoverParams",
    "McpDiscoverResult",
    "McpInstallPlan",
    "McpPlanConfigurationChange",
    "McpPlanConfigurationOperation",
    "McpPlanInstallParams",
    "McpPlanInstallPlanned",
    "McpPlanInstallResult",
    "McpPlanInstallSource",
    "McpPlanInstallSourceCandidate",
    "McpPlanInstallSourceCard",
    "McpPlanPackageTransport",
    "McpPlanPolicyDecision",
    "McpPlanPolicyResult",
    "McpPlanProvenance",
    "McpPlanRemoteTransport",
    "McpPlanRequiredValue",
    "McpPlanRequiredValueEnum",
    "McpPlanRequiredValueScalar",
    "McpPlanResourceIdentity",
    "McpPlanScalarValueType",
    "McpPlanScope",
    "McpPlanSecretPlaceholder",
    "McpPlanTarget",
    "McpPlanTransportChoice",
    "McpPlanTransportChoicePackage",
    "McpPlanTransportChoiceRemote",
    "McpPlanValueCategory",
    "McpServerCardEmbedded",
    "McpServerCardReference",
    "McpServerCardUrl",
    "McpSourceFile",
    "McpSourcePlugin",
    "McpSourceRef",
    "ServerMcpConfigRpc",
    "ServerMcpRpc",
]


class CardDigest(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="algorithm",
    tag="sha256-rfc8785",
    gc=False,
):
    """Semantic digest of a strictly parsed and schema-validated JSON MCP card. Both URL-backed and
    embedded cards are canonicalised with RFC 8785 JSON Canonicalization Scheme, encoded as
    UTF-8, and hashed with SHA-256.

    Attributes:
        value: SHA-256 digest of the RFC 8785 canonical UTF-8 bytes, encoded as exactly 64
            lowercase hexadecimal characters.
    """

    algorithm: ClassVar[Literal["sha256-rfc8785"]] = "sha256-rfc8785"
    value: str


class CatalogHandleRejectedError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="handle-rejected",
    gc=False,
):
    """A presented handle was not accepted. Handles are runtime-instance scoped, TTL-bound, and
    single-use, so each way of failing is reported distinctly.

    Attributes:
        handle_type: Which kind of handle was presented.
        reason: Why the handle was rejected.
        message: Human-readable explanation, safe to surface. Never contains the handle itself,
            nor a query, URL, or secret.
    """

    kind: ClassVar[Literal["handle-rejected"]] = "handle-rejected"
    handle_type: CatalogHandleType
    reason: CatalogHandleRejectionReason
    message: str


class CatalogNotInstallableError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="not-installable",
    gc=False,
):
    """The candidate is discoverable but cannot be installed. `application/ai-skill` resolves here,
    because it stays searchable while remaining typed non-installable.

    Attributes:
        reason: Why the candidate cannot be installed.
        message: Human-readable explanation, safe to surface. Never contains a query, URL,
            handle, or secret.
    """

    kind: ClassVar[Literal["not-installable"]] = "not-installable"
    reason: CatalogNotInstallableReason
    message: str


class CatalogUnavailableTransportError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="unavailable-transport",
    gc=False,
):
    """No transport this runtime can use is available for the requested server.

    Attributes:
        reason: Why no transport could be offered.
        message: Human-readable explanation, safe to surface. Never contains a query, URL,
            handle, or secret.
    """

    kind: ClassVar[Literal["unavailable-transport"]] = "unavailable-transport"
    reason: CatalogUnavailableTransportReason
    message: str


class DiscoveredMcpServer(WireStruct, frozen=True, kw_only=True, gc=False):
    """MCP server discovered by `mcp.discover`, with config source, optional plugin source,
    transport type, and enabled state.

    Attributes:
        name: Server name (config key)
        type: Server transport type: stdio, http, sse (deprecated), or memory
        source: Configuration source: user, workspace, plugin, or builtin
        source_plugin: Plugin name that provided this server, when source is plugin.
        source_plugin_version: Plugin version that provided this server, when source is plugin.
        effective_source: Canonical identity and location of the effective server declaration.
        enabled: Whether the server is enabled (not in the disabled list)
    """

    name: str
    type: DiscoveredMcpServerType | None = None
    source: McpServerSource
    source_plugin: str | None = None
    source_plugin_version: str | None = None
    effective_source: McpSourceRef | None = None
    enabled: bool


class McpConfigList(WireStruct, frozen=True, kw_only=True):
    """User-configured MCP servers, keyed by server name.

    Attributes:
        servers: All MCP servers from user config, keyed by name
    """

    servers: dict[str, McpSerializableServerConfig]


class McpDiscoverResult(WireStruct, frozen=True, kw_only=True):
    """MCP servers discovered from user, workspace, plugin, and built-in sources.

    Attributes:
        servers: MCP servers discovered from all sources
    """

    servers: list[DiscoveredMcpServer]


class McpInstallPlan(WireStruct, frozen=True, kw_only=True):
    """A normalised, inert description of what installing an MCP server would involve. Carries no
    raw card, no install specification, and no secret value.

    Attributes:
        plan_handle: Opaque, runtime-instance scoped, TTL-bound, single-use handle for this plan.
            Rejected when stale, replayed, or presented to a different runtime instance. Never
            logged.
        plan_handle_expires_at: ISO 8601 timestamp after which the plan handle is stale and will
            be rejected. Abandoning a plan needs no call: an unused handle simply expires, so
            cancellation before commit is side-effect free.
        identity: Normalised identity of the server the plan would install.
        provenance: Origin and semantic digest of the exact validated JSON MCP card content bound
            to this plan.
        transport_choices: Every eligible transport, so a host can present an explicit choice. A
            completed plan always has at least one; when none is eligible, planning returns
            `CatalogUnavailableTransportError` instead.
        recommended_transport_choice_id: Identifier of the choice the runtime would pick by
            default. Omitted when there is no eligible transport, or when the runtime expresses
            no preference.
        target: Configuration scope and key the plan would write to.
        policy: Outcome of evaluating the server against registry and enterprise policy.
        configuration_changes: The configuration changes installing would make, described rather
            than serialised, so the mutable configuration payload stays behind the runtime
            boundary.
        reload_required: Whether applying this plan would require an MCP reload to take effect.
            Planning itself never reloads.
        requires_interactive_configuration: Whether the plan cannot be applied without further
            input, because a required value has no default or a secret must be supplied.
    """

    plan_handle: str
    plan_handle_expires_at: str
    identity: McpPlanResourceIdentity
    provenance: McpPlanProvenance
    transport_choices: list[McpPlanTransportChoice]
    recommended_transport_choice_id: str | None = None
    target: McpPlanTarget
    policy: McpPlanPolicyResult
    configuration_changes: list[McpPlanConfigurationChange]
    reload_required: bool
    requires_interactive_configuration: bool


class McpPlanConfigurationChange(WireStruct, frozen=True, kw_only=True):
    """One change applying the plan would make, described rather than serialised so the
    configuration payload stays behind the runtime boundary.

    Attributes:
        operation: Whether the change would create a new entry or modify an existing one.
        scope: Scope the change would be written to.
        config_key: Configuration key the change applies to.
        changed_fields: Names of the configuration fields the change would set, without their
            values.
        secret_references: Secret placeholders the written configuration would reference. The
            constrained placeholder type cannot carry a literal secret value.
    """

    operation: McpPlanConfigurationOperation
    scope: McpPlanScope
    config_key: str
    changed_fields: list[str]
    secret_references: list[str]


class McpPlanInstallPlanned(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="planned",
    gc=False,
):
    """A computed MCP install plan. Nothing has been applied: the plan describes what installing
    would change, and the plan handle is what a later apply operation would consume.

    Attributes:
        plan: The normalised plan.
        negotiated: Protocol version and capabilities the runtime honoured.
    """

    kind: ClassVar[Literal["planned"]] = "planned"
    plan: McpInstallPlan
    negotiated: CatalogNegotiatedContract


class McpPlanInstallSourceCandidate(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="candidate",
    gc=False,
):
    """Plan from a candidate returned by a previous catalog search.

    Attributes:
        candidate_handle: Single-use candidate handle. Consumed by this call, so a replay of the
            same handle is rejected.
        search_id: The runtime- or authority-minted `searchId` returned with the search that
            produced this candidate. A search implementation binds it to private candidate-handle
            context; a planning implementation must verify that context before returning a plan.
            The unavailable planning implementation in this contract layer validates presence but
            does not claim the verification has occurred. It identifies a search rather than a
            person and must never be joined with user identity to re-identify anyone.
    """

    kind: ClassVar[Literal["candidate"]] = "candidate"
    candidate_handle: str
    search_id: str


class McpPlanInstallSourceCard(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="card",
    gc=False,
):
    """Plan from a card supplied directly by the caller, without a preceding search.

    Attributes:
        card: The card to plan from: exactly one of a URL or embedded data.
    """

    kind: ClassVar[Literal["card"]] = "card"
    card: McpServerCardReference


class McpPlanPolicyResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Outcome of evaluating the planned server against registry and enterprise policy. Evaluation
    is read-only.

    Attributes:
        decision: What policy decided for this server.
        source: Which authority produced the decision.
        reason: Human-readable explanation, safe to surface. Never contains a query, URL, handle,
            or secret.
    """

    decision: McpPlanPolicyDecision
    source: McpPlanPolicySource
    reason: str | None = None


class McpPlanProvenance(WireStruct, frozen=True, kw_only=True, gc=False):
    """Provenance of the exact validated JSON MCP card content bound privately to a completed plan
    and its opaque handle.

    Attributes:
        authority: Authority associated with the validated card, without path, query, or
            credentials. Inert untrusted data.
        validated_at: ISO 8601 timestamp at which the runtime completed strict parsing and schema
            validation of the card content.
        card_digest: Semantic digest of the exact validated JSON content bound to the plan
            handle.
        media_type: JSON MCP media type the validated card was interpreted as.
    """

    authority: str
    validated_at: str
    card_digest: CardDigest
    media_type: McpServerCardMediaType


class McpPlanRequiredValueEnum(WireStruct, frozen=True, kw_only=True, tag_field="kind", tag="enum"):
    """One enumerated non-secret value a transport choice needs before it can be applied. The
    permitted values are structurally required.

    Attributes:
        key: Key the value is supplied under. Inert untrusted data.
        category: Where the value is applied when the server is launched.
        value_type: Discriminator: the value must be one of `enumValues`.
        required: Whether the value must be present for the plan to be applicable.
        default_value: Default supplied by the card, when the value can be resolved without
            input. Presence is the authoritative indication that a default exists. Inert
            untrusted data.
        title: Human-readable label from the card. Inert untrusted text.
        description: Human-readable explanation from the card. Inert untrusted text.
        enum_values: Non-empty permitted value set. Inert untrusted data.
        is_repeated: Whether the value may be supplied more than once.
    """

    kind: ClassVar[Literal["enum"]] = "enum"
    key: str
    category: McpPlanValueCategory
    value_type: Literal["enum"]
    required: bool
    default_value: str | None = None
    title: str | None = None
    description: str | None = None
    enum_values: list[str]
    is_repeated: bool


class McpPlanRequiredValueScalar(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="scalar",
    gc=False,
):
    """One non-secret scalar value a transport choice needs before it can be applied.

    Attributes:
        key: Key the value is supplied under. Inert untrusted data.
        category: Where the value is applied when the server is launched.
        value_type: Scalar type the value must conform to.
        required: Whether the value must be present for the plan to be applicable.
        default_value: Default supplied by the card, when the value can be resolved without
            input. Presence is the authoritative indication that a default exists. Inert
            untrusted data.
        title: Human-readable label from the card. Inert untrusted text.
        description: Human-readable explanation from the card. Inert untrusted text.
        is_repeated: Whether the value may be supplied more than once.
    """

    kind: ClassVar[Literal["scalar"]] = "scalar"
    key: str
    category: McpPlanValueCategory
    value_type: McpPlanScalarValueType
    required: bool
    default_value: str | None = None
    title: str | None = None
    description: str | None = None
    is_repeated: bool


class McpPlanResourceIdentity(WireStruct, frozen=True, kw_only=True, gc=False):
    """Normalised identity of the MCP server a plan targets, independent of how the card spelled it.

    Attributes:
        canonical_name: Canonical, normalised name of the server, for example
            `io.github.owner/server`.
        server_name: Local configuration key the server would be recorded under.
        version: Version advertised by the card, when it declares one.
        registry_id: Registry identifier of the server, when it came from a registry.
    """

    canonical_name: str
    server_name: str
    version: str | None = None
    registry_id: str | None = None


class McpPlanSecretPlaceholder(WireStruct, frozen=True, kw_only=True, gc=False):
    """A secret a transport choice needs, referenced by placeholder. No secret value ever appears in
    a plan, and the placeholder resolves against the keychain only when a plan is applied.

    Attributes:
        key: Key the secret is supplied under. Inert untrusted data.
        placeholder: The runtime-assigned `${secret:<id>}` placeholder written into configuration
            in place of the value.
        title: Human-readable label from the card. Inert untrusted text.
    """

    key: str
    placeholder: str
    title: str | None = None


class McpPlanTarget(WireStruct, frozen=True, kw_only=True, gc=False):
    """Where a plan would be written.

    Attributes:
        scope: Configuration scope the plan targets.
        config_key: Configuration key the server would be recorded under within that scope.
    """

    scope: McpPlanScope
    config_key: str


class McpPlanTransportChoicePackage(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="installMethod",
    tag="package",
):
    """An eligible local-package transport choice. Package identity is required and a remote
    endpoint cannot be represented.

    Attributes:
        choice_id: Stable identifier for this choice within the plan, used to select it when the
            plan is applied.
        transport: Local process transport this package choice would use.
        package_type: Packaging ecosystem, for example `oci` or `npm`.
        package_identifier: Package identifier. Inert untrusted data.
        required_values: Typed values this choice requires, excluding secrets.
        secret_placeholders: Secrets this choice requires, referenced by placeholder only.
    """

    install_method: ClassVar[Literal["package"]] = "package"
    choice_id: str
    transport: McpPlanPackageTransport
    package_type: str
    package_identifier: str
    required_values: list[McpPlanRequiredValue]
    secret_placeholders: list[McpPlanSecretPlaceholder]


class McpPlanTransportChoiceRemote(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="installMethod",
    tag="remote",
):
    """An eligible remote-endpoint transport choice. The endpoint is required and package identity
    cannot be represented.

    Attributes:
        choice_id: Stable identifier for this choice within the plan, used to select it when the
            plan is applied.
        transport: Endpoint transport this remote choice would use.
        endpoint: Endpoint URL. Inert untrusted data.
        required_values: Typed values this choice requires, excluding secrets.
        secret_placeholders: Secrets this choice requires, referenced by placeholder only.
    """

    install_method: ClassVar[Literal["remote"]] = "remote"
    choice_id: str
    transport: McpPlanRemoteTransport
    endpoint: str
    required_values: list[McpPlanRequiredValue]
    secret_placeholders: list[McpPlanSecretPlaceholder]


class McpServerCardEmbedded(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="embedded",
    gc=False,
):
    """An MCP server card supplied inline as an inert document.

    Attributes:
        media_type: Media type the card is expected to conform to.
        data: The card document verbatim, treated as inert untrusted bytes. The runtime parses
            and validates it; the host is not expected to interpret it. Never logged.
    """

    kind: ClassVar[Literal["embedded"]] = "embedded"
    media_type: McpServerCardMediaType
    data: str


class McpServerCardUrl(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="url",
    gc=False,
):
    """An MCP server card to be retrieved from a URL through the runtime's hardened fetch boundary.

    Attributes:
        media_type: Media type the card is expected to conform to.
        url: Card URL. Retrieved only through the runtime's hardened boundary, with scheme,
            credential, address-range, redirect, timeout, and response-size controls applied.
            Never logged.
    """

    kind: ClassVar[Literal["url"]] = "url"
    media_type: McpServerCardMediaType
    url: str


class McpSourceFile(WireStruct, frozen=True, kw_only=True, gc=False):
    """Concrete configuration file containing an MCP server declaration.

    Attributes:
        uri: Canonical file URI for the configuration document
        json_pointer: RFC 6901 JSON Pointer to the server declaration, when known
    """

    uri: str
    json_pointer: str | None = None


class McpSourcePlugin(WireStruct, frozen=True, kw_only=True, gc=False):
    """Plugin identity associated with an MCP server declaration.

    Attributes:
        id: Canonical plugin identity
        name: Human-readable plugin name, when available
        version: Plugin version, when available
    """

    id: str
    name: str | None = None
    version: str | None = None


class McpSourceRef(WireStruct, frozen=True, kw_only=True, gc=False):
    """Canonical identity and location of the effective MCP server declaration. The declaration is
    uniquely addressed by this source id together with the discovered server name.

    Attributes:
        kind: Open source-kind identifier. Known values include user, workspace, invocation,
            plugin, builtin, and device-registry.
        id: Opaque stable identity for the configuration source. Clients must not parse this
            value.
        editability: Open semantic editability identifier. Known values are editable and
            read-only.
        file: Configuration file location, when the declaration is file-backed.
        plugin: Plugin identity, when the declaration is plugin-provided.
    """

    kind: str
    id: str
    editability: str
    file: McpSourceFile | None = None
    plugin: McpSourcePlugin | None = None


if TYPE_CHECKING:
    CatalogHandleRejectionReason: TypeAlias = Literal["invalid", "stale", "replayed", "foreign"] | str
    """Why a presented handle was rejected

    - ``invalid``: The handle is unparseable, unknown, or was issued for a different operation.
    - ``stale``: The handle's time to live has elapsed.
    - ``replayed``: The handle has already been used, and handles are single-use.
    - ``foreign``: The handle was issued by a different runtime instance.
    """
    CatalogHandleType: TypeAlias = Literal["candidate", "plan"] | str
    """Which kind of opaque handle was presented

    - ``candidate``: A search candidate handle.
    - ``plan``: An install plan handle.
    """
    CatalogNotInstallableReason: TypeAlias = Literal["kind-not-installable", "ai-skill-not-installable", "policy-forbids"] | str
    """Why a discoverable candidate cannot be installed

    - ``kind-not-installable``: This kind of resource is not installable through this surface.
    - ``ai-skill-not-installable``: AI skills are discoverable but have no typed importer in this
        phase.
    - ``policy-forbids``: Policy forbids installing this candidate.
    """
    CatalogUnavailableTransportReason: TypeAlias = Literal["no-eligible-transport", "transport-not-supported", "remote-enumeration-unavailable"] | str
    """Why no usable transport could be offered

    - ``no-eligible-transport``: The card advertises no transport this runtime can use.
    - ``transport-not-supported``: Every advertised transport is of a kind this runtime does not
        implement.
    - ``remote-enumeration-unavailable``: Eligible remotes could not be enumerated, so no
        explicit choice can be offered.
    """
    DiscoveredMcpServerType: TypeAlias = Literal["stdio", "http", "sse", "memory"] | str
    """Server transport type: stdio, http, sse (deprecated), or memory

    - ``stdio``: Server communicates over stdio with a local child process.
    - ``http``: Server communicates over streamable HTTP.
    - ``sse``: Server communicates over Server-Sent Events (deprecated).
    - ``memory``: Server is backed by an in-memory runtime implementation.
    """
    McpPlanConfigurationOperation: TypeAlias = Literal["add", "update"] | str
    """Whether a planned configuration change would create or modify an entry

    - ``add``: Creates a configuration entry that does not exist yet.
    - ``update``: Modifies a configuration entry that already exists.
    """
    McpPlanPackageTransport: TypeAlias = Literal["stdio"] | str
    """Transport exposed by a locally launched package

    - ``stdio``: A locally launched process spoken to over standard input and output.
    """
    McpPlanPolicyDecision: TypeAlias = Literal["allowed", "blocked", "requires-approval"] | str
    """What policy decided for a planned server

    - ``allowed``: Policy permits the server.
    - ``blocked``: Policy forbids the server, so the plan cannot be applied.
    - ``requires-approval``: Policy permits the server only after an explicit approval.
    """
    McpPlanRemoteTransport: TypeAlias = Literal["http", "streamable-http", "sse"] | str
    """Transport exposed by a remote endpoint

    - ``http``: An HTTP endpoint.
    - ``streamable-http``: A streamable HTTP endpoint.
    - ``sse``: A server-sent events endpoint.
    """
    McpPlanScalarValueType: TypeAlias = Literal["string", "number", "boolean", "path"] | str
    """Scalar type a required value must conform to

    - ``string``: Free text.
    - ``number``: A number.
    - ``boolean``: A boolean.
    - ``path``: A filesystem path.
    """
    McpPlanScope: TypeAlias = Literal["user"] | str
    """Configuration scope an MCP install plan targets

    - ``user``: The user's own MCP configuration.
    """
    McpPlanValueCategory: TypeAlias = Literal["environment-variable", "runtime-argument", "package-argument", "header", "url-variable"] | str
    """Where a required value is applied when the planned server is launched

    - ``environment-variable``: Set as an environment variable on the launched process.
    - ``runtime-argument``: Passed to the runtime that launches the package.
    - ``package-argument``: Passed to the packaged server itself.
    - ``header``: Sent as a request header to a remote endpoint.
    - ``url-variable``: Substituted into the remote endpoint URL.
    """
    McpPlanInstallResult: TypeAlias = McpPlanInstallPlanned | CatalogNegotiationRefusedError | CatalogHandleRejectedError | CatalogInvalidRequestError | CatalogAuthenticationRequiredError | CatalogPolicyRejectedError | CatalogNetworkFailureError | CatalogUnsafeRetrievalError | CatalogMalformedCardError | CatalogContractViolationError | CatalogUnavailableTransportError | CatalogNotInstallableError | CatalogUnavailableError | UnknownVariant
    """Outcome of an mcp.planInstall call: either a normalised plan, or one typed refusal. Nothing
    is written in either case.
    """
    McpPlanInstallSource: TypeAlias = McpPlanInstallSourceCandidate | McpPlanInstallSourceCard | UnknownVariant
    """What an install plan is computed from: a candidate handle from a previous search, or a card
    supplied directly.
    """
    McpPlanRequiredValue: TypeAlias = McpPlanRequiredValueScalar | McpPlanRequiredValueEnum | UnknownVariant
    """One non-secret value a transport choice needs, represented as a scalar or enumerated variant
    so enum values cannot be missing or attached to another type.
    """
    McpPlanTransportChoice: TypeAlias = McpPlanTransportChoicePackage | McpPlanTransportChoiceRemote | UnknownVariant
    """One eligible way to run the server, represented as a tagged package or remote variant so
    package identity and endpoint states cannot contradict the install method.
    """
    McpServerCardReference: TypeAlias = McpServerCardUrl | McpServerCardEmbedded | UnknownVariant
    """A card supplied directly by the caller. Exactly one of a URL or embedded data, encoded
    structurally so neither both nor neither can be expressed.
    """
else:
    CatalogHandleRejectionReason = Literal["invalid", "stale", "replayed", "foreign"]
    CatalogHandleType = Literal["candidate", "plan"]
    CatalogNotInstallableReason = Literal["kind-not-installable", "ai-skill-not-installable", "policy-forbids"]
    CatalogUnavailableTransportReason = Literal["no-eligible-transport", "transport-not-supported", "remote-enumeration-unavailable"]
    DiscoveredMcpServerType = Literal["stdio", "http", "sse", "memory"]
    McpPlanConfigurationOperation = Literal["add", "update"]
    McpPlanPackageTransport = Literal["stdio"]
    McpPlanPolicyDecision = Literal["allowed", "blocked", "requires-approval"]
    McpPlanRemoteTransport = Literal["http", "streamable-http", "sse"]
    McpPlanScalarValueType = Literal["string", "number", "boolean", "path"]
    McpPlanScope = Literal["user"]
    McpPlanValueCategory = Literal["environment-variable", "runtime-argument", "package-argument", "header", "url-variable"]
    McpPlanInstallResult = McpPlanInstallPlanned | CatalogNegotiationRefusedError | CatalogHandleRejectedError | CatalogInvalidRequestError | CatalogAuthenticationRequiredError | CatalogPolicyRejectedError | CatalogNetworkFailureError | CatalogUnsafeRetrievalError | CatalogMalformedCardError | CatalogContractViolationError | CatalogUnavailableTransportError | CatalogNotInstallableError | CatalogUnavailableError
    McpPlanInstallSource = McpPlanInstallSourceCandidate | McpPlanInstallSourceCard
    McpPlanRequiredValue = McpPlanRequiredValueScalar | McpPlanRequiredValueEnum
    McpPlanTransportChoice = McpPlanTransportChoicePackage | McpPlanTransportChoiceRemote
    McpServerCardReference = McpServerCardUrl | McpServerCardEmbedded


class McpConfigAddParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``mcp.config.add``."""

    name: str
    config: McpSerializableServerConfig


class McpConfigDisableParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``mcp.config.disable``."""

    names: Sequence[str]


class McpConfigEnableParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``mcp.config.enable``."""

    names: Sequence[str]


class McpConfigRemoveParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``mcp.config.remove``."""

    name: str
    auth_client_id_metadata_url: str | None = None


class McpConfigUpdateParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``mcp.config.update``."""

    name: str
    config: McpSerializableServerConfig


class McpDiscoverParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``mcp.discover``."""

    working_directory: str | None = None
    include_effective_source: bool | None = None


class McpPlanInstallParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``mcp.planInstall``."""

    contract: CatalogClientContract
    source: McpPlanInstallSource
    scope: McpPlanScope | None = None


class ServerMcpRpc(RpcNamespace):
    """``mcp.*``."""

    __slots__ = ()

    @property
    def config(self) -> ServerMcpConfigRpc:
        """``mcp.config.*``."""
        return ServerMcpConfigRpc(self._call)

    async def discover(
        self,
        *,
        working_directory: str | None = None,
        include_effective_source: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> McpDiscoverResult:
        """Discovers MCP servers from user, workspace, plugin, and builtin sources.

        ``mcp.discover`` on the wire; experimental.

        Args:
            working_directory: Working directory used as context for discovery (e.g., plugin
                resolution)
            include_effective_source: Whether to include canonical effectiveSource metadata for
                each discovered server. Callers must opt in so protocol-3 clients retain the
                legacy closed response shape.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            MCP servers discovered from user, workspace, plugin, and built-in sources.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "mcp.discover",
            McpDiscoverParams(
                working_directory=working_directory,
                include_effective_source=include_effective_source,
            ),
            McpDiscoverResult,
            rpc_timeout,
        )

    async def plan_install(
        self,
        *,
        contract: CatalogClientContract,
        source: McpPlanInstallSource,
        scope: McpPlanScope | None = None,
        rpc_timeout: float | None = None,
    ) -> McpPlanInstallResult:
        """Requests a side-effect-free MCP install plan from a catalog candidate handle or a
        caller-supplied card. This host-implemented server method is available through SDK/TUI
        hosts; standalone and C-ABI runtimes whose host does not implement server-method dispatch
        return JSON-RPC MethodNotFound. A runtime with planning available returns a normalised
        plan and opaque single-use plan handle; a runtime without it returns the typed
        planning-unavailable result. A completed plan reports resource identity, provenance,
        eligible transport choices, the user-scope target, required typed values and secret
        placeholders, the policy result, the configuration changes installing would make, and
        whether a reload would be needed. Planning never writes configuration, stores a secret,
        or reloads MCP servers, so abandoning a plan needs no call and leaves nothing behind.

        ``mcp.planInstall`` on the wire; experimental.

        Args:
            contract: Protocol version and capabilities the caller requires.
            source: What to plan: either a candidate handle from a previous search, or a card
                supplied directly.
            scope: Configuration scope the plan targets. Defaults to user scope when omitted.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Outcome of an mcp.planInstall call: either a normalised plan, or one typed refusal.
            Nothing is written in either case.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return cast(
            "McpPlanInstallResult",
            await self._call(
                "mcp.planInstall",
                McpPlanInstallParams(
                    contract=contract,
                    source=source,
                    scope=scope,
                ),
                cast("type[object]", McpPlanInstallResult),
                rpc_timeout,
            ),
        )


class ServerMcpConfigRpc(RpcNamespace):
    """``mcp.config.*``."""

    __slots__ = ()

    async def add(
        self,
        *,
        name: str,
        config: McpSerializableServerConfig,
        rpc_timeout: float | None = None,
    ) -> None:
        """Adds an MCP server to user configuration.

        ``mcp.config.add`` on the wire; experimental.

        Args:
            name: Unique name for the MCP server
            config: MCP server configuration (stdio process or remote HTTP/SSE)
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "mcp.config.add",
            McpConfigAddParams(
                name=name,
                config=config,
            ),
            NoneType,
            rpc_timeout,
        )

    async def disable(
        self,
        *,
        names: Sequence[str],
        rpc_timeout: float | None = None,
    ) -> None:
        """Disables MCP servers in user configuration for new sessions.

        ``mcp.config.disable`` on the wire; experimental.

        Args:
            names: Names of MCP servers to disable. Each server is added to the persisted
                disabled list so new sessions skip it. Already-disabled names are ignored. Active
                sessions keep their current connections until they end.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "mcp.config.disable",
            McpConfigDisableParams(
                names=names,
            ),
            NoneType,
            rpc_timeout,
        )

    async def enable(
        self,
        *,
        names: Sequence[str],
        rpc_timeout: float | None = None,
    ) -> None:
        """Enables MCP servers in user configuration for new sessions.

        ``mcp.config.enable`` on the wire; experimental.

        Args:
            names: Names of MCP servers to enable. Each server is removed from the persisted
                disabled list so new sessions spawn it. Unknown or already-enabled names are
                ignored.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "mcp.config.enable",
            McpConfigEnableParams(
                names=names,
            ),
            NoneType,
            rpc_timeout,
        )

    async def list(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> McpConfigList:
        """Lists MCP servers from user configuration.

        ``mcp.config.list`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            User-configured MCP servers, keyed by server name.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "mcp.config.list",
            None,
            McpConfigList,
            rpc_timeout,
        )

    async def reload(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> None:
        """Drops this runtime process's in-memory MCP server-definition cache so the next MCP config
        read observes disk.

        ``mcp.config.reload`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "mcp.config.reload",
            None,
            NoneType,
            rpc_timeout,
        )

    async def remove(
        self,
        *,
        name: str,
        auth_client_id_metadata_url: str | None = None,
        rpc_timeout: float | None = None,
    ) -> None:
        """Removes an MCP server from user configuration.

        ``mcp.config.remove`` on the wire; experimental.

        Args:
            name: Name of the MCP server to remove
            auth_client_id_metadata_url: OAuth Client ID Metadata Document URL whose persisted
                credentials should also be removed.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "mcp.config.remove",
            McpConfigRemoveParams(
                name=name,
                auth_client_id_metadata_url=auth_client_id_metadata_url,
            ),
            NoneType,
            rpc_timeout,
        )

    async def update(
        self,
        *,
        name: str,
        config: McpSerializableServerConfig,
        rpc_timeout: float | None = None,
    ) -> None:
        """Updates an MCP server in user configuration.

        ``mcp.config.update`` on the wire; experimental.

        Args:
            name: Name of the MCP server to update
            config: MCP server configuration (stdio process or remote HTTP/SSE)
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "mcp.config.update",
            McpConfigUpdateParams(
                name=name,
                config=config,
            ),
            NoneType,
            rpc_timeout,
        )
