"""From the options of a session to the parameters of ``session.create`` and ``session.resume``."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, cast

from msgspec import UNSET

from copilot_actors._errors import InvalidOption, JsonValue
from copilot_actors.client._nearest import nearest

from ._system_message import check_sections
from ._table import WIRE_OPTIONS, When
from ._tool_set import ToolSet
from ._trace_context import check_trace_context
from ._values import conform

if TYPE_CHECKING:
    from ._session_options import SessionOptions

_Params = dict[str, JsonValue]

_values_of: Callable[[SessionOptions], tuple[object, ...]] = attrgetter(*WIRE_OPTIONS)
"""All of them in one step: most are not set."""


def wire_values(options: SessionOptions, when: When) -> _Params:
    """Return what is set, with its names and values on the wire.

    Args:
        options: what was asked for.
        when: the request that it is for.

    Raises:
        InvalidOption: a value that cannot be right; names the part of it.
    """
    params: _Params = {}
    for value, (name, option) in zip(_values_of(options), WIRE_OPTIONS.items(), strict=True):
        if value is UNSET or option.only not in (None, when):
            continue
        if value is None and not option.null:
            raise InvalidOption(name, "None is no value of it; UNSET leaves it to the CLI")
        prepared = _PREPARE.get(name, _as_it_is)(value)
        params[option.wire] = None if prepared is None else conform(prepared, option.shape, name)
    # Always told: without it the CLI lets the tools that are available win.
    if params.get("excludedTools") is not None:
        params["toolFilterPrecedence"] = "excluded"
    _spread_trace_context(params)
    return params


def _as_it_is(value: object) -> object:
    return value


def _appended(value: object) -> object:
    return {"mode": "append", "content": value} if isinstance(value, str) else value


def _patterns(value: object) -> object:
    return value.patterns if isinstance(value, ToolSet) else value


_PREPARE: Mapping[str, Callable[[object], object]] = {
    "system_message": _appended,
    "available_tools": _patterns,
    "excluded_tools": _patterns,
}


def _spread_trace_context(params: _Params) -> None:
    context = params.pop("traceparent", None)
    if isinstance(context, dict):
        check_trace_context(context["traceparent"], context.get("tracestate"), "trace_context.")
        params.update({name: value for name, value in context.items() if value is not None})


_SOUND_SECRET = frozenset({"mcpOAuthTokenStorage", "authClientIdMetadataUrl"})


def secret_options(params: Mapping[str, JsonValue]) -> _Params:
    """The options that may hold secrets; some others only have names that sound so."""
    return {name: value for name, value in params.items() if name not in _SOUND_SECRET}


def is_stored_elsewhere(options: SessionOptions, session_id: str) -> bool:
    """Whether a session of this id is in the folder that its options name.

    The CLI keeps a session there, and does not find it when it is asked about its own store.
    """
    folder = options.config_directory
    if folder is UNSET or folder is None:
        return False
    return Path(folder, "session-state", session_id, "events.jsonl").exists()


# --- What excludes or needs what ------------------------------------------------------------


def check_together(params: Mapping[str, JsonValue], options: SessionOptions) -> None:
    """Refuse options that each could be right, but not together.

    Args:
        params: the options on the wire, without ``extra``.
        options: the options, of which ``extra`` is believed as it is.

    Raises:
        InvalidOption: naming one of them, and why.
    """
    given = {name: value for name, value in params.items() if name not in options.extra}
    for rule in _RULES:
        for option, reason in rule(given):
            raise InvalidOption(option, reason)


_Faults = Iterator[tuple[str, str]]
_Given = Mapping[str, JsonValue]


def _one_provider(given: _Given) -> _Faults:
    for name in ("providers", "models"):
        if given.get("provider") and given.get(name):
            yield name, "cannot be combined with 'provider': the CLI takes one or the other"
    if given.get("provider") and given.get("gitHubToken"):
        yield "github_token", "cannot be combined with 'provider': the CLI takes one or the other"


def _models_have_providers(given: _Given) -> _Faults:
    names = _names(given.get("providers"))
    for index, model in enumerate(_mappings(given.get("models"))):
        provider = str(model["provider"])
        if provider not in names:
            known = f"none of them is named so{nearest(provider, names)}" if names else "none"
            yield f"models[{index}].provider", f"expected the name of one of 'providers': {known}"


def _unique_names(given: _Given) -> _Faults:
    for option, wire in (("providers", "providers"), ("custom_agents", "customAgents")):
        seen: set[str] = set()
        for index, name in enumerate(_names(given.get(wire))):
            if name in seen:
                yield f"{option}[{index}].name", f"two are named {name!r}"
            seen.add(name)


def _ratios(given: _Given) -> _Faults:
    sessions = given.get("infiniteSessions")
    if isinstance(sessions, dict):
        background = sessions.get("backgroundCompactionThreshold", 0.0)
        buffer = sessions.get("bufferExhaustionThreshold", math.inf)
        if cast("float", background) >= cast("float", buffer):
            yield (
                "infinite_sessions.background_compaction_threshold",
                "is not below buffer_exhaustion_threshold: turns would wait from its begin on",
            )


FUSION_TIERS = ("standard", "high", "max")


def _tiers(given: _Given) -> _Faults:
    """The guide's rules: one tier, of the model that is chosen, and fusion's have fixed names."""
    capi, model = given.get("capi"), given.get("model")
    if not isinstance(capi, dict):
        return
    fusion = isinstance(model, str) and model.lower() == "fusion"
    if "fusionTier" in capi and "autoTier" in capi:
        yield "capi.fusion_tier", "cannot be combined with 'auto_tier'"
    if "autoTier" in capi and fusion:
        yield "capi.auto_tier", "the model 'fusion' has none, not even None"
    if capi.get("fusionTier") is not None:
        if capi["fusionTier"] not in FUSION_TIERS:
            yield "capi.fusion_tier", f"expected one of {', '.join(FUSION_TIERS)}"
        if model is not None and not fusion:
            yield "capi.fusion_tier", f"the model {model!r} has none"


def _policy_needs_token(given: _Given) -> _Faults:
    tokens = ("gitHubToken", "gitHubTokenProviderRegistrationId")
    if given.get("enableManagedSettings") and not any(given.get(name) for name in tokens):
        yield "enable_managed_settings", "needs 'github_token', whose policy it is"


def _trust_needs_folder(given: _Given) -> _Faults:
    if given.get("trustWorkingDirectory") and not given.get("workingDirectory"):
        yield "trust_working_directory", "needs 'working_directory', which it is about"


def _sections(given: _Given) -> _Faults:
    check_sections(given.get("systemMessage"))
    yield from ()


_RULES: Sequence[Callable[[_Given], _Faults]] = (
    _one_provider,
    _models_have_providers,
    _unique_names,
    _ratios,
    _tiers,
    _policy_needs_token,
    _trust_needs_folder,
    _sections,
)


def _mappings(value: JsonValue) -> list[dict[str, JsonValue]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _names(value: JsonValue) -> list[str]:
    return [str(item["name"]) for item in _mappings(value)]
