"""The model of a session while it is open: another one, and what automatic routing prefers.

A preference (``auto_tier``) is not in force when the CLI has taken it: it is tried when a later
turn with the model ``auto`` begins, and the newest one wins (protocol: ``switchAutoTier``).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar, final

import msgspec
import trio
from msgspec import UNSET, UnsetType

from copilot_actors._errors import InvalidOption, JsonValue, UnsupportedOption
from copilot_actors._session_errors import ModelMismatch, SessionClosed, TierSwitchFailed
from copilot_actors.client._auto_tiers import AutoTierInfo, auto_tiers
from copilot_actors.client._options._providers import CapiOptions, ModelCapabilities
from copilot_actors.client._options._session_options import SessionOptions, session_options
from copilot_actors.client._options._wire import FUSION_TIERS, wire_values
from copilot_actors.client._promise import Promise
from copilot_actors.client._replies import decode_reply

if TYPE_CHECKING:
    from copilot_actors.protocol import SessionEvent

    from ._context import ClientContext
    from ._record import SessionRecord

_T = TypeVar("_T")

AUTO = "auto"
FUSION = "fusion"
_TIERS = frozenset({"autoTier", "auto_tier", "fusionTier", "fusion_tier"})

_IN_FORCE = frozenset({"session.model_change", "session.resume"})
TIER_EVENTS = _IN_FORCE | {"session.auto_tier_switch_failed"}
"""Events that may decide a pending preference; a resume puts into force what it is given."""

TierStatus: TypeAlias = Literal["pending", "unchanged"]


class CurrentModel(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The model of a session and its settings, as the CLI has them now.

    Attributes:
        model_id: its name, ``"auto"`` for automatic routing.
        reasoning_effort: how hard it thinks, where that is set.
        context_tier: which context window, where it has several.
        auto_tier: the preference in force; it may outlast the choice of another model.
        pending_auto_tier: the one that a later turn will try; ``None`` for the provider's own
            choice, ``UNSET`` if there is none.
        activating_auto_tier: the one that is being tried; as above.
    """

    model_id: str | None = None
    reasoning_effort: str | None = None
    context_tier: str | None = None
    auto_tier: str | None = None
    pending_auto_tier: str | UnsetType | None = UNSET
    activating_auto_tier: str | UnsetType | None = UNSET


# Its annotations are read here: it is shown as a class of the package, where they mean nothing.
msgspec.json.Decoder(CurrentModel)


class ModelSwitch(msgspec.Struct, frozen=True, kw_only=True):
    """What came of ``session.set_model``.

    Attributes:
        model: the model that the session has now.
        deferred: the switch waits for the end of the turn that runs: a turn is never switched.
    """

    model: str | None
    deferred: bool = False


class _Switched(msgspec.Struct):
    status: str = "applied"
    deferred: bool = False
    model: str | None = msgspec.field(name="modelId", default=None)


class _TierReply(msgspec.Struct, rename="camel"):
    status: str = "pending"
    effective_auto_tier: str | None = None


@final
class TierSwitch:
    """A preference of automatic routing that the CLI has taken. Made by ``set_auto_tier``.

    Attributes:
        tier: what was asked for; ``None`` for the provider's own choice.
        status: ``"unchanged"`` if it was in force already, else ``"pending"``.
        effective: what was in force then.
    """

    def __init__(self, record: SessionRecord, tier: str | None) -> None:
        self.tier = tier
        self.status: TierStatus = "pending"
        self.effective: str | None = None
        self._record = record
        self._promise: Promise[str | None] = Promise()

    def acknowledge(self, status: str, effective: str | None) -> None:
        """The CLI has taken it."""
        self.effective = effective
        if status == "unchanged":
            self.status = "unchanged"
            self._promise.set(self.tier)

    async def outcome(self) -> str | None:
        """Wait until a turn with the model ``auto`` has put it in force.

        Waits for as long as there is no such turn; bound it with ``trio.fail_after``. A crash of
        the CLI ends no wait: the preference is given to the next one.

        Returns:
            The preference in force: ``tier``.

        Raises:
            TierSwitchFailed: it was refused, or a newer preference took its place.
            SessionClosed: the session is over.
        """
        async with trio.open_nursery() as nursery:

            async def watch() -> None:
                await self._record.closed.settled()
                self._promise.fail(SessionClosed(self._record.session_id))

            nursery.start_soon(watch)
            await self._promise.settled()
            nursery.cancel_scope.cancel()
        return await self._promise.wait()

    def observe(self, event: SessionEvent) -> bool:
        """Take note of an event of the session. Returns whether this is decided."""
        data = event.data
        if event.type in _IN_FORCE:
            absent = None if event.type == "session.resume" else UNSET
            if data.get("autoTier", absent) == self.tier:
                self._promise.set(self.tier)
        elif data.get("requestedAutoTier") == self.tier:
            self._fail(str(data.get("reason")), data.get("effectiveAutoTier"))
        return self._promise.done

    def supersede(self) -> None:
        """A newer preference took its place."""
        self._fail("superseded", self.effective)

    def _fail(self, reason: str, effective: JsonValue) -> None:
        known = effective if isinstance(effective, str) else None
        self._promise.fail(TierSwitchFailed(self._record.session_id, self.tier, reason, known))


def _supersede(record: SessionRecord, switches: Sequence[TierSwitch]) -> None:
    """Newer preferences took their place, unless they were decided before."""
    _forget(record, switches)
    for switch in switches:
        switch.supersede()


def _forget(record: SessionRecord, switches: Sequence[TierSwitch]) -> None:
    record.tier_switches = tuple(one for one in record.tier_switches if one not in switches)


def _with_tier(
    options: SessionOptions, given: Mapping[str, object], tier: str | UnsetType | None
) -> SessionOptions:
    """The options with other values, so that a crash leaves what was chosen since."""
    if tier is UNSET:
        return session_options(options, given)
    capi = options.capi
    before = dict(capi) if isinstance(capi, Mapping) else _capi_fields(capi)
    kept = {name: value for name, value in before.items() if name not in _TIERS}
    return session_options(options, {**given, "capi": {**kept, "autoTier": tier}})


def _capi_fields(capi: CapiOptions | UnsetType | None) -> dict[str, object]:
    return dict(msgspec.to_builtins(capi)) if isinstance(capi, CapiOptions) else {}


def _wire(options: SessionOptions, names: Collection[str]) -> dict[str, JsonValue]:
    wire = wire_values(options, "create")
    return {wire_name: wire[wire_name] for name in names if (wire_name := _camel(name)) in wire}


def _camel(name: str) -> str:
    head, *tail = name.split("_")
    return head + "".join(part.capitalize() for part in tail)


def _decode(method: str, reply: JsonValue, shape: type[_T]) -> _T:
    return decode_reply(method, msgspec.Raw(msgspec.json.encode(reply)), shape)


class SessionModel:
    """The part of a session's handle that is about its model."""

    __slots__ = ()

    _context: ClientContext
    _session_id: str

    @abstractmethod
    def _record(self) -> SessionRecord:
        """The session's record; raises when the session is over."""

    @abstractmethod
    async def request(
        self,
        method: str,
        params: Mapping[str, JsonValue] | None = None,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the protocol's deadline
    ) -> JsonValue:
        """Send any method with this session's id."""

    async def get_current_model(self) -> CurrentModel:
        """The model, its settings and the preferences of automatic routing, as the CLI has them.

        Raises:
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI's answer, or none in time.
        """
        reply = await self.request("session.model.getCurrent")
        return _decode("session.model.getCurrent", reply, CurrentModel)

    async def list_auto_tiers(self) -> tuple[AutoTierInfo, ...]:
        """The preferences of automatic routing that GitHub offers this session's account.

        As :meth:`Client.list_auto_tiers`, for a session with a token of its own. Empty where
        there are none.

        Raises:
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI's answer, or none in time.
        """
        return auto_tiers(await self.request("session.model.list"))

    async def set_model(
        self,
        model: str,
        *,
        reasoning_effort: str | UnsetType = UNSET,
        reasoning_summary: str | UnsetType = UNSET,
        context_tier: str | UnsetType = UNSET,
        model_capabilities: ModelCapabilities | Mapping[str, JsonValue] | UnsetType = UNSET,
        auto_tier: str | UnsetType | None = UNSET,
    ) -> ModelSwitch:
        """Give the session another model, from its next turn on; also after a crash.

        Args:
            model: its name; ``"auto"`` for automatic routing.
            reasoning_effort: as in ``SessionOptions``; ``UNSET`` leaves it as it is. So below.
            reasoning_summary: as in ``SessionOptions``.
            context_tier: as in ``SessionOptions``.
            model_capabilities: as in ``SessionOptions``.
            auto_tier: what routing prefers, ``None`` for the provider's own choice; only with
                the model ``"auto"``. See :meth:`set_auto_tier`.

        Returns:
            The model that the session has now, and whether the switch waits for a turn's end.

        Raises:
            InvalidOption: something that is no option; nothing was sent.
            ModelMismatch: the CLI keeps the other model.
            SessionClosed: the session is over (or another session error that says why).
            RpcError: the CLI refused.
            CopilotError: none in time; the model may have been switched.
        """
        record = self._record()
        given: dict[str, object] = {
            "model": model,
            "reasoning_effort": reasoning_effort,
            "reasoning_summary": reasoning_summary,
            "context_tier": context_tier,
            "model_capabilities": model_capabilities,
        }
        given = {name: value for name, value in given.items() if value is not UNSET}
        if not isinstance(model, str) or not model:
            raise InvalidOption("model", f"expected the name of a model, got {model!r}")
        if auto_tier is not UNSET and model != AUTO:
            raise InvalidOption("auto_tier", f"only the model 'auto' has one, not {model!r}")
        async with record.changing:
            after = _with_tier(record.options, given, auto_tier)
            params = _wire(after, given)
            params["modelId"] = params.pop("model", model)
            if auto_tier is not UNSET:
                params["autoTier"] = auto_tier
            earlier = list(record.tier_switches) if auto_tier is not UNSET else []
            reply = await self.request("session.model.switchTo", params)
            switched = _decode("session.model.switchTo", reply, _Switched)
            if switched.status not in ("applied", "deferred") and not switched.deferred:
                raise ModelMismatch(self._session_id, model, switched.model or "")
            _supersede(record, earlier)
            record.options = after
            record.model = model
        return ModelSwitch(model=switched.model, deferred=switched.deferred)

    async def set_auto_tier(self, tier: str | None) -> TierSwitch:
        """Tell automatic routing what to prefer; a later turn with the model ``auto`` tries it.

        Args:
            tier: ``"efficiency"``, ``"balance"``, ``"intelligence"``, ``"fast"``, or one that
                GitHub adds later; ``None`` for the provider's own choice.

        Returns:
            The pending switch; ``await switch.outcome()`` tells whether it came into force. The
            newest one wins: those before it fail as ``"superseded"``.

        Raises:
            InvalidOption: no text.
            RpcError: the CLI refused, for instance because the model is not ``"auto"``.
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI's answer, or none in time.
        """
        if tier is not None and (not isinstance(tier, str) or not tier):
            raise InvalidOption("auto_tier", f"expected the name of a tier or None, got {tier!r}")
        record = self._record()
        async with record.changing:
            switch, earlier = TierSwitch(record, tier), list(record.tier_switches)
            # It may be decided before the reply is here.
            record.tier_switches = (*record.tier_switches, switch)
            try:
                reply = await self.request("session.model.switchAutoTier", {"autoTier": tier})
                known = _decode("session.model.switchAutoTier", reply, _TierReply)
            except BaseException:
                _forget(record, [switch])
                raise
            if known.status == "unchanged":
                _forget(record, [switch])
            switch.acknowledge(known.status, known.effective_auto_tier)
            _supersede(record, earlier)
            record.options = _with_tier(record.options, {}, tier)
        return switch

    async def set_fusion_tier(self, tier: str) -> None:
        """Choose the tier of the model ``"fusion"``, for CLIs that have it.

        Args:
            tier: ``"standard"``, ``"high"`` or ``"max"``.

        Raises:
            InvalidOption: another tier, or the model is neither ``"fusion"`` nor ``"auto"``.
            UnsupportedOption: the CLI does not have it.
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI's answer, or none in time.
        """
        if tier not in FUSION_TIERS:
            raise InvalidOption(
                "fusion_tier", f"expected one of {', '.join(FUSION_TIERS)}, got {tier!r}"
            )
        record = self._record()
        model = (record.model or "").lower()
        if model not in (FUSION, AUTO):
            raise InvalidOption("fusion_tier", f"the model {record.model!r} has none")
        features = self._context.link.features
        if features.option("capi.fusion_tier") == "absent":
            raise UnsupportedOption("capi.fusion_tier", features.cli_version)
        capi = {"fusion_tier": tier}
        await self._change({"model": FUSION, "capi": capi})

    @abstractmethod
    async def _change(self, fields: Mapping[str, object]) -> None:
        """Replace options of the session and tell the CLI what it has to know of it."""
