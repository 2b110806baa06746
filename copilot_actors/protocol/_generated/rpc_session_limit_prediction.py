"""Types and methods: rpc_session_limit_prediction.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, cast

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "SessionLimitPredictionBaselineData",
    "SessionLimitPredictionClientType",
    "SessionLimitPredictionDetails",
    "SessionLimitPredictionPredictParams",
    "SessionLimitPredictionResult",
    "SessionLimitPredictionResultAvailable",
    "SessionLimitPredictionResultUnavailable",
    "SessionLimitPredictionRpc",
    "SessionLimitPredictionSource",
    "SessionLimitPredictionTier",
    "SessionLimitPredictionTierOption",
    "SessionLimitPredictionUnavailableReason",
]


class SessionLimitPredictionBaselineData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Baseline data provenance for a prediction.

    Attributes:
        window_start: Start of the baseline data slice.
        window_end: End of the baseline data slice.
    """

    window_start: str
    window_end: str


class SessionLimitPredictionDetails(WireStruct, frozen=True, kw_only=True):
    """Explainable AI-credit session-limit prediction.

    Attributes:
        client_type: Client population used for the prediction.
        model_id: Model identifier used for lookup.
        source: Baseline fallback level used to create the prediction.
        source_key: Key matched at the source level, such as a model id, family id, or `global`.
        family: Resolved model family when known.
        tiers: Ordered usage tiers and their AI-credit caps.
        baseline_data: Baseline data provenance.
        recommended_tier: Tier chosen as the recommended cap.
        recommended_cap: Recommended maximum AI credits for this session.
    """

    client_type: SessionLimitPredictionClientType
    model_id: str
    source: SessionLimitPredictionSource
    source_key: str
    family: str | None = None
    tiers: list[SessionLimitPredictionTierOption]
    baseline_data: SessionLimitPredictionBaselineData
    recommended_tier: SessionLimitPredictionTier
    recommended_cap: float


class SessionLimitPredictionResultAvailable(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="available",
    gc=False,
):
    """``SessionLimitPredictionResultAvailable`` of the schema.

    Attributes:
        prediction: Predicted session limit details.
    """

    kind: ClassVar[Literal["available"]] = "available"
    prediction: SessionLimitPredictionDetails


class SessionLimitPredictionResultUnavailable(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="unavailable",
    gc=False,
):
    """``SessionLimitPredictionResultUnavailable`` of the schema.

    Attributes:
        reason: Reason no prediction is available.
    """

    kind: ClassVar[Literal["unavailable"]] = "unavailable"
    reason: SessionLimitPredictionUnavailableReason


class SessionLimitPredictionTierOption(WireStruct, frozen=True, kw_only=True, gc=False):
    """Semantic usage tier and its AI-credit cap.

    Attributes:
        tier: Semantic usage tier.
        cap: AI-credit cap for this tier.
    """

    tier: SessionLimitPredictionTier
    cap: float


if TYPE_CHECKING:
    SessionLimitPredictionClientType: TypeAlias = Literal["cli-interactive", "cli-prompt"] | str
    """Client population used for the prediction baseline.

    - ``cli-interactive``: Interactive CLI sessions where a user can accept, edit, or top up the
        limit.
    - ``cli-prompt``: Prompt/non-interactive CLI sessions where the initial limit must cover more
        of the run.
    """
    SessionLimitPredictionSource: TypeAlias = Literal["model", "family", "global"] | str
    """Baseline fallback level used to create the prediction.

    - ``model``: The prediction used the exact resolved model's baseline cell.
    - ``family``: The exact model was unavailable, so the prediction used the model family's
        baseline cell.
    - ``global``: No model or family cell was available, so the prediction used the global
        client-type baseline cell.
    """
    SessionLimitPredictionTier: TypeAlias = Literal["recommended", "additional_headroom", "generous_headroom", "maximum_headroom"] | str
    """Semantic usage tier used for a recommended cap or additional headroom.

    - ``recommended``: Recommended starting tier.
    - ``additional_headroom``: Additional headroom for longer-running sessions.
    - ``generous_headroom``: Generous headroom for unusually high usage.
    - ``maximum_headroom``: Maximum available headroom tier.
    """
    SessionLimitPredictionUnavailableReason: TypeAlias = Literal["auto_unresolved", "no_model"] | str
    """Reason a prediction could not be computed.

    - ``auto_unresolved``: The current model is auto and has not resolved to a concrete model
        yet.
    - ``no_model``: No model was provided and the session does not currently have a selected
        model.
    """
    SessionLimitPredictionResult: TypeAlias = SessionLimitPredictionResultAvailable | SessionLimitPredictionResultUnavailable | UnknownVariant
    """Prediction result. Available results include prediction details; unavailable results include
    an explicit reason.
    """
else:
    SessionLimitPredictionClientType = Literal["cli-interactive", "cli-prompt"]
    SessionLimitPredictionSource = Literal["model", "family", "global"]
    SessionLimitPredictionTier = Literal["recommended", "additional_headroom", "generous_headroom", "maximum_headroom"]
    SessionLimitPredictionUnavailableReason = Literal["auto_unresolved", "no_model"]
    SessionLimitPredictionResult = SessionLimitPredictionResultAvailable | SessionLimitPredictionResultUnavailable


class SessionLimitPredictionPredictParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.limitPrediction.predict``."""

    model_id: str | None = None
    client_type: SessionLimitPredictionClientType | None = None


class SessionLimitPredictionRpc(RpcNamespace):
    """``session.limitPrediction.*``."""

    __slots__ = ()

    async def predict(
        self,
        *,
        model_id: str | None = None,
        client_type: SessionLimitPredictionClientType | None = None,
        rpc_timeout: float | None = None,
    ) -> SessionLimitPredictionResult:
        """Predicts an AI-credit session limit for the session's resolved model. Returns an
        unavailable result instead of falling back when the current model is unresolved auto.

        ``session.limitPrediction.predict`` on the wire; experimental.

        Args:
            model_id: Optional model identifier override. If omitted, the session's current model
                is used.
            client_type: Client type to size for. Defaults to `cli-interactive`.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Prediction result. Available results include prediction details; unavailable results
            include an explicit reason.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return cast(
            "SessionLimitPredictionResult",
            await self._call(
                "session.limitPrediction.predict",
                SessionLimitPredictionPredictParams(
                    model_id=model_id,
                    client_type=client_type,
                ),
                cast("type[object]", SessionLimitPredictionResult),
                rpc_timeout,
            ),
        )
