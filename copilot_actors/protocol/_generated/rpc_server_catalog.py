"""Types and methods: rpc_server_catalog.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    McpServerCardMediaType,
)
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "CatalogAiSkillCandidate",
    "CatalogAiSkillCandidateProvenance",
    "CatalogCandidate",
    "CatalogCandidateKind",
    "CatalogCandidateSource",
    "CatalogCandidateSourceEmbedded",
    "CatalogCandidateSourceUrl",
    "CatalogMcpServerCandidate",
    "CatalogMcpServerCandidateProvenance",
    "CatalogMcpServerInstallability",
    "CatalogSearchParams",
    "CatalogSearchResult",
    "CatalogSearchSucceeded",
    "CatalogTrustEligibility",
    "CatalogTrustProvenance",
    "CatalogTrustSnapshot",
    "CatalogTrustSnapshotAbsent",
    "CatalogTrustSnapshotCurrent",
    "CatalogTrustSnapshotDowngraded",
    "CatalogTrustSnapshotMalformed",
    "CatalogTrustSnapshotRevoked",
    "CatalogTrustSnapshotSchemaVersion",
    "CatalogTrustSnapshotStale",
    "CatalogTrustSnapshotUnsupported",
    "CatalogTrustSource",
    "CatalogTrustTier",
    "CatalogUnsupportedKindError",
    "ServerCatalogRpc",
]


class CatalogAiSkillCandidate(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="ai-skill",
    gc=False,
):
    """An inert AI skill catalog result. AI skills are discovery-only and cannot be represented as
    installable through this surface.

    Attributes:
        handle: Opaque, runtime-instance scoped, TTL-bound, single-use handle for this candidate.
            Carries no readable information and is rejected when stale, replayed, or presented to
            a different runtime instance. Never logged.
        handle_expires_at: ISO 8601 timestamp after which the handle is stale and will be
            rejected.
        media_type: Media type of the underlying AI skill card
        installability: AI skills are discovery-only and cannot be installed through this surface
        display_name: Display name taken verbatim from the card. Inert untrusted text.
        description: Description taken verbatim from the card. Inert untrusted text.
        publisher: Publisher taken verbatim from the card. Inert untrusted text.
        source: Where the card came from: exactly one of a URL or embedded data, encoded as a
            tagged union so neither both nor neither can be represented.
        provenance: Where the catalog reference was observed, without the card itself or any
            content digest.
        trust: Versioned trust metadata observed from the catalog authority. Optional for
            protocol-3 compatibility with runtimes that predate trust snapshots. A trust-capable
            runtime emits an explicit snapshot even when the authority omitted or malformed its
            trust field.
    """

    kind: ClassVar[Literal["ai-skill"]] = "ai-skill"
    handle: str
    handle_expires_at: str
    media_type: Literal["application/ai-skill"]
    installability: Literal["not-installable-kind"]
    display_name: str
    description: str | None = None
    publisher: str | None = None
    source: CatalogCandidateSource
    provenance: CatalogAiSkillCandidateProvenance
    trust: CatalogTrustSnapshot | None = None


class CatalogAiSkillCandidateProvenance(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="mediaType",
    tag="application/ai-skill",
    gc=False,
):
    """Where and when an AI skill catalog reference was observed. Discovery provenance deliberately
    carries no content digest because search does not establish the exact validated content a
    later plan will bind.

    Attributes:
        authority: Host of the catalog authority that advertised the reference, without path,
            query, or credentials. Inert untrusted data.
        observed_at: ISO 8601 timestamp at which the runtime observed the catalog reference. This
            is not a retrieval or validation timestamp.
    """

    media_type: ClassVar[Literal["application/ai-skill"]] = "application/ai-skill"
    authority: str
    observed_at: str


class CatalogCandidateSourceEmbedded(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="embedded",
    gc=False,
):
    """Candidate whose card reference arrived inline. The document and its content-derived
    properties stay behind the runtime boundary.
    """

    kind: ClassVar[Literal["embedded"]] = "embedded"


class CatalogCandidateSourceUrl(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="url",
    gc=False,
):
    """Candidate whose card is retrieved from a URL through the runtime's hardened fetch boundary.

    Attributes:
        url: Card URL as advertised. Inert untrusted data: the runtime retrieves it only through
            its own hardened boundary, and it is never logged.
    """

    kind: ClassVar[Literal["url"]] = "url"
    url: str


class CatalogMcpServerCandidate(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="mcp-server",
    gc=False,
):
    """An inert MCP server catalog result. Every free-text field is untrusted external data and must
    never be treated as an instruction, and the handle is the only way to refer to the candidate
    in a later operation.

    Attributes:
        handle: Opaque, runtime-instance scoped, TTL-bound, single-use handle for this candidate.
            Carries no readable information and is rejected when stale, replayed, or presented to
            a different runtime instance. Never logged.
        handle_expires_at: ISO 8601 timestamp after which the handle is stale and will be
            rejected.
        media_type: JSON MCP media type of the underlying card.
        installability: Whether this MCP server can be planned for installation, and if policy
            prevents it.
        display_name: Display name taken verbatim from the card. Inert untrusted text.
        description: Description taken verbatim from the card. Inert untrusted text.
        publisher: Publisher taken verbatim from the card. Inert untrusted text.
        source: Where the card came from: exactly one of a URL or embedded data, encoded as a
            tagged union so neither both nor neither can be represented.
        provenance: Where the catalog reference was observed, without the card itself or any
            content digest.
        trust: Versioned trust metadata observed from the catalog authority. Optional for
            protocol-3 compatibility with runtimes that predate trust snapshots. A trust-capable
            runtime emits an explicit snapshot even when the authority omitted or malformed its
            trust field.
    """

    kind: ClassVar[Literal["mcp-server"]] = "mcp-server"
    handle: str
    handle_expires_at: str
    media_type: McpServerCardMediaType
    installability: CatalogMcpServerInstallability
    display_name: str
    description: str | None = None
    publisher: str | None = None
    source: CatalogCandidateSource
    provenance: CatalogMcpServerCandidateProvenance
    trust: CatalogTrustSnapshot | None = None


class CatalogMcpServerCandidateProvenance(WireStruct, frozen=True, kw_only=True, gc=False):
    """Where and when an MCP server catalog reference was observed. Discovery provenance
    deliberately carries no content digest because search does not establish the exact validated
    content a later plan will bind.

    Attributes:
        authority: Host of the catalog authority that advertised the reference, without path,
            query, or credentials. Inert untrusted data.
        observed_at: ISO 8601 timestamp at which the runtime observed the catalog reference. This
            is not a retrieval or validation timestamp.
        media_type: JSON MCP media type advertised for the referenced card.
    """

    authority: str
    observed_at: str
    media_type: McpServerCardMediaType


class CatalogSearchSucceeded(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="succeeded",
):
    """A completed catalog search: inert candidate summaries, each carrying a single-use handle.

    Attributes:
        search_id: Pseudonymous identifier for this search, issued by the runtime or by the
            catalog authority it queried and never by the caller, so it cannot be forged or
            replayed to attribute an install to a search that never happened. Always present on a
            success, so a result set can be tied to the installs it leads to. It identifies a
            search rather than a person: it is derived from no user, account, device, or query
            data, and must never be joined with user identity to re-identify anyone.
        candidates: Matching candidates, never more than the requested limit. All text is inert
            untrusted data.
        truncated: Whether further matches existed beyond the requested limit.
        negotiated: Protocol version and capabilities the runtime honoured.
    """

    kind: ClassVar[Literal["succeeded"]] = "succeeded"
    search_id: str
    candidates: list[CatalogCandidate]
    truncated: bool
    negotiated: CatalogNegotiatedContract


class CatalogTrustProvenance(WireStruct, frozen=True, kw_only=True, gc=False):
    """Where and when the runtime observed the trust metadata. Observation time is not the
    authority's evaluation time and must not be used to infer staleness.

    Attributes:
        source: Bounded authority that supplied the trust field.
        observed_at: ISO 8601 timestamp with a timezone offset at which the runtime observed the
            search result carrying this trust field.
    """

    source: CatalogTrustSource
    observed_at: str


class CatalogTrustSnapshotAbsent(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="status",
    tag="absent",
    gc=False,
):
    """Discriminator: the authority omitted trust metadata.

    Attributes:
        schema_version: Schema version of this runtime-owned snapshot envelope.
        eligibility: Service-computed exposure eligibility. `unknown` is required while Agent
            Finder returns no explicit eligibility field.
        provenance: Bounded source and observation time for this snapshot. This is distinct from
            evidence used by the authority to calculate trust.
    """

    status: ClassVar[Literal["absent"]] = "absent"
    schema_version: CatalogTrustSnapshotSchemaVersion
    eligibility: CatalogTrustEligibility
    provenance: CatalogTrustProvenance


class CatalogTrustSnapshotCurrent(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="status",
    tag="current",
    gc=False,
):
    """A recognised current Agent Finder T1 or T2 trust tier.

    Attributes:
        schema_version: Schema version of this runtime-owned snapshot envelope.
        tier: Service-computed T1 or T2 trust tier.
        eligibility: Service-computed exposure eligibility. `unknown` is required while Agent
            Finder returns no explicit eligibility field.
        provenance: Bounded source and observation time for this snapshot. This is distinct from
            evidence used by the authority to calculate trust.
    """

    status: ClassVar[Literal["current"]] = "current"
    schema_version: CatalogTrustSnapshotSchemaVersion
    tier: CatalogTrustTier
    eligibility: CatalogTrustEligibility
    provenance: CatalogTrustProvenance


class CatalogTrustSnapshotDowngraded(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="status",
    tag="downgraded",
    gc=False,
):
    """Discriminator: the authority explicitly reported a downgraded assessment.

    Attributes:
        schema_version: Schema version of this runtime-owned snapshot envelope.
        eligibility: Service-computed exposure eligibility. `unknown` is required while Agent
            Finder returns no explicit eligibility field.
        provenance: Bounded source and observation time for this snapshot. This is distinct from
            evidence used by the authority to calculate trust.
    """

    status: ClassVar[Literal["downgraded"]] = "downgraded"
    schema_version: CatalogTrustSnapshotSchemaVersion
    eligibility: CatalogTrustEligibility
    provenance: CatalogTrustProvenance


class CatalogTrustSnapshotMalformed(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="status",
    tag="malformed",
    gc=False,
):
    """Discriminator: the trust field was empty, unbounded, or had the wrong JSON type.

    Attributes:
        schema_version: Schema version of this runtime-owned snapshot envelope.
        eligibility: Service-computed exposure eligibility. `unknown` is required while Agent
            Finder returns no explicit eligibility field.
        provenance: Bounded source and observation time for this snapshot. This is distinct from
            evidence used by the authority to calculate trust.
    """

    status: ClassVar[Literal["malformed"]] = "malformed"
    schema_version: CatalogTrustSnapshotSchemaVersion
    eligibility: CatalogTrustEligibility
    provenance: CatalogTrustProvenance


class CatalogTrustSnapshotRevoked(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="status",
    tag="revoked",
    gc=False,
):
    """Discriminator: the authority explicitly revoked the assessment.

    Attributes:
        schema_version: Schema version of this runtime-owned snapshot envelope.
        eligibility: Service-computed exposure eligibility. `unknown` is required while Agent
            Finder returns no explicit eligibility field.
        provenance: Bounded source and observation time for this snapshot. This is distinct from
            evidence used by the authority to calculate trust.
    """

    status: ClassVar[Literal["revoked"]] = "revoked"
    schema_version: CatalogTrustSnapshotSchemaVersion
    eligibility: CatalogTrustEligibility
    provenance: CatalogTrustProvenance


class CatalogTrustSnapshotStale(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="status",
    tag="stale",
    gc=False,
):
    """Discriminator: the authority explicitly marked the assessment stale.

    Attributes:
        schema_version: Schema version of this runtime-owned snapshot envelope.
        eligibility: Service-computed exposure eligibility. `unknown` is required while Agent
            Finder returns no explicit eligibility field.
        provenance: Bounded source and observation time for this snapshot. This is distinct from
            evidence used by the authority to calculate trust.
    """

    status: ClassVar[Literal["stale"]] = "stale"
    schema_version: CatalogTrustSnapshotSchemaVersion
    eligibility: CatalogTrustEligibility
    provenance: CatalogTrustProvenance


class CatalogTrustSnapshotUnsupported(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="status",
    tag="unsupported",
    gc=False,
):
    """Discriminator: the authority supplied a bounded trust value this runtime does not understand.

    Attributes:
        schema_version: Schema version of this runtime-owned snapshot envelope.
        eligibility: Service-computed exposure eligibility. `unknown` is required while Agent
            Finder returns no explicit eligibility field.
        provenance: Bounded source and observation time for this snapshot. This is distinct from
            evidence used by the authority to calculate trust.
    """

    status: ClassVar[Literal["unsupported"]] = "unsupported"
    schema_version: CatalogTrustSnapshotSchemaVersion
    eligibility: CatalogTrustEligibility
    provenance: CatalogTrustProvenance


class CatalogUnsupportedKindError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="unsupported-kind",
):
    """The request asked for a candidate kind this runtime does not serve.

    Attributes:
        requested_kinds: The kinds from the request that are not supported.
        supported_kinds: Every candidate kind this runtime can serve.
        message: Human-readable explanation, safe to surface. Never contains a query, URL,
            handle, or secret.
    """

    kind: ClassVar[Literal["unsupported-kind"]] = "unsupported-kind"
    requested_kinds: list[CatalogCandidateKind]
    supported_kinds: list[CatalogCandidateKind]
    message: str


if TYPE_CHECKING:
    CatalogCandidateKind: TypeAlias = Literal["mcp-server", "ai-skill"] | str
    """What kind of resource a catalog candidate describes

    - ``mcp-server``: An MCP server, which can be planned for installation.
    - ``ai-skill``: An AI skill, which is discoverable but not installable through this surface.
    """
    CatalogMcpServerInstallability: TypeAlias = Literal["installable", "not-installable-policy"] | str
    """Whether an MCP server candidate can be planned for installation

    - ``installable``: An install plan can be computed for this MCP server candidate.
    - ``not-installable-policy``: Policy forbids installing this MCP server candidate.
    """
    CatalogTrustEligibility: TypeAlias = Literal["default", "expanded", "hidden", "unknown"] | str
    """Authority-computed exposure eligibility, kept separate from tier. The current tier-only Agent
    Finder response maps to `unknown`, never to a locally inferred eligibility.

    - ``default``: Eligible for default catalogue exposure.
    - ``expanded``: Eligible only when expanded or community results are requested.
    - ``hidden``: Not eligible for normal catalogue exposure.
    - ``unknown``: The authority did not supply an eligibility decision.
    """
    CatalogTrustSnapshotSchemaVersion: TypeAlias = Literal["v1"] | str
    """Schema version of the catalogue trust snapshot envelope

    - ``v1``: Initial envelope carrying one bounded service tier or one explicit unavailable
        state.
    """
    CatalogTrustSource: TypeAlias = Literal["agent-finder"] | str
    """Bounded authority that supplied a catalogue trust observation

    - ``agent-finder``: GitHub Agent Finder supplied the trust field on its search result.
    """
    CatalogTrustTier: TypeAlias = Literal["T1", "T2"] | str
    """Service-computed trust tier currently emitted by Agent Finder. It is independent of search
    score, popularity, and client-side ranking.

    - ``T1``: Tier one as assigned by the catalogue authority.
    - ``T2``: Tier two as assigned by the catalogue authority.
    """
    CatalogCandidate: TypeAlias = CatalogMcpServerCandidate | CatalogAiSkillCandidate | UnknownVariant
    """One inert catalog result, represented as an MCP server or discovery-only AI skill variant so
    kind, media type, provenance, and installability cannot contradict each other.
    """
    CatalogCandidateSource: TypeAlias = CatalogCandidateSourceUrl | CatalogCandidateSourceEmbedded | UnknownVariant
    """Where a candidate's card came from. Exactly one of a URL or embedded data: the union has no
    variant carrying both, and no variant carrying neither, so the rule holds structurally rather
    than by validation.
    """
    CatalogSearchResult: TypeAlias = CatalogSearchSucceeded | CatalogNegotiationRefusedError | CatalogUnsupportedKindError | CatalogInvalidRequestError | CatalogAuthenticationRequiredError | CatalogPolicyRejectedError | CatalogNetworkFailureError | CatalogUnsafeRetrievalError | CatalogMalformedCardError | CatalogContractViolationError | CatalogUnavailableError | UnknownVariant
    """Outcome of a catalog.search call: either bounded inert candidates, or one typed refusal.
    Never a partial success.
    """
    CatalogTrustSnapshot: TypeAlias = CatalogTrustSnapshotCurrent | CatalogTrustSnapshotAbsent | CatalogTrustSnapshotStale | CatalogTrustSnapshotDowngraded | CatalogTrustSnapshotRevoked | CatalogTrustSnapshotUnsupported | CatalogTrustSnapshotMalformed | UnknownVariant
    """A versioned, bounded trust observation carried unchanged with a catalog candidate and its
    private handle context. Current observations require a recognised T1/T2 tier; every
    non-current state structurally forbids a tier. Eligibility remains `unknown` while Agent
    Finder supplies no exposure decision, and states absent from its current wire are never
    inferred from age, relevance, popularity, or a tier transition.
    """
else:
    CatalogCandidateKind = Literal["mcp-server", "ai-skill"]
    CatalogMcpServerInstallability = Literal["installable", "not-installable-policy"]
    CatalogTrustEligibility = Literal["default", "expanded", "hidden", "unknown"]
    CatalogTrustSnapshotSchemaVersion = Literal["v1"]
    CatalogTrustSource = Literal["agent-finder"]
    CatalogTrustTier = Literal["T1", "T2"]
    CatalogCandidate = CatalogMcpServerCandidate | CatalogAiSkillCandidate
    CatalogCandidateSource = CatalogCandidateSourceUrl | CatalogCandidateSourceEmbedded
    CatalogSearchResult = CatalogSearchSucceeded | CatalogNegotiationRefusedError | CatalogUnsupportedKindError | CatalogInvalidRequestError | CatalogAuthenticationRequiredError | CatalogPolicyRejectedError | CatalogNetworkFailureError | CatalogUnsafeRetrievalError | CatalogMalformedCardError | CatalogContractViolationError | CatalogUnavailableError
    CatalogTrustSnapshot = CatalogTrustSnapshotCurrent | CatalogTrustSnapshotAbsent | CatalogTrustSnapshotStale | CatalogTrustSnapshotDowngraded | CatalogTrustSnapshotRevoked | CatalogTrustSnapshotUnsupported | CatalogTrustSnapshotMalformed


class CatalogSearchParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``catalog.search``."""

    contract: CatalogClientContract
    query: str
    limit: int | None = None
    kinds: Sequence[CatalogCandidateKind] | None = None


class ServerCatalogRpc(RpcNamespace):
    """``catalog.*``."""

    __slots__ = ()

    async def search(
        self,
        *,
        contract: CatalogClientContract,
        query: str,
        limit: int | None = None,
        kinds: Sequence[CatalogCandidateKind] | None = None,
        rpc_timeout: float | None = None,
    ) -> CatalogSearchResult:
        """Requests a bounded catalog search. This host-implemented server method is available
        through SDK/TUI hosts; standalone and C-ABI runtimes whose host does not implement
        server-method dispatch return JSON-RPC MethodNotFound. A runtime with search available
        returns inert candidate summaries, each with an opaque single-use handle scoped to this
        runtime instance; a runtime without it returns the typed search-unavailable result.
        Public authorities may be searched anonymously, while an authority that requires
        credentials yields the typed authentication-required result. All returned text, URLs, and
        package metadata are untrusted external data and can never trigger instructions, tools,
        or installation. Read-only: nothing is installed, configured, or persisted.

        ``catalog.search`` on the wire; experimental.

        Args:
            contract: Protocol version and capabilities the caller requires.
            query: Free-text search query. Persisted as tool input for session continuity, but
                omitted from telemetry.
            limit: Maximum number of candidates to return. Defaults to 10 when omitted.
            kinds: Restrict results to these candidate kinds. When omitted, every kind the
                runtime supports is searched.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Outcome of a catalog.search call: either bounded inert candidates, or one typed
            refusal. Never a partial success.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return cast(
            "CatalogSearchResult",
            await self._call(
                "catalog.search",
                CatalogSearchParams(
                    contract=contract,
                    query=query,
                    limit=limit,
                    kinds=kinds,
                ),
                cast("type[object]", CatalogSearchResult),
                rpc_timeout,
            ),
        )
