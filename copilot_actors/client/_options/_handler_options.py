"""The handlers of a session's options: their checks, and what the CLI is told of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from copilot_actors._errors import InvalidOption, JsonValue
from copilot_actors.client._handlers._canvases import check_canvases
from copilot_actors.client._handlers._commands import check_commands
from copilot_actors.client._handlers._hooks import by_hook_name
from copilot_actors.client._handlers._section_transforms import check_transforms, with_transforms

if TYPE_CHECKING:
    from ._session_options import SessionOptions


def check_handlers(options: SessionOptions) -> dict[str, object]:
    """Check the handlers whose form a plain type check does not show.

    Returns:
        The fields that are to be replaced: hooks under the wire's names.

    Raises:
        InvalidOption: naming what is wrong, and the nearest known name.
    """
    check_commands(options.commands)
    check_canvases(options.canvases)
    check_transforms(options.section_transforms)
    return {"hooks": by_hook_name(options.hooks)}


def handler_params(options: SessionOptions, *, creating: bool) -> dict[str, JsonValue]:
    """What ``session.create`` and ``session.resume`` say of the handlers.

    Permission requests and plans are always routed to this process: it answers each of them, with
    "no" when nobody is there to ask (invariant 8).
    """
    params: dict[str, JsonValue] = {
        "requestPermission": True,
        "requestUserInput": options.on_user_input_request is not None,
        "requestElicitation": options.on_elicitation_request is not None,
        "requestExitPlanMode": True,
        "requestAutoModeSwitch": options.on_auto_mode_switch_request is not None,
        "hooks": bool(options.hooks),
    }
    if options.commands or not creating:
        params["commands"] = [command.to_wire() for command in options.commands]
    if options.canvases or not creating:
        params["canvases"] = [canvas.to_wire() for canvas in options.canvases]
    if options.skill_provider is not None:
        params["hasSkillProvider"] = True
    if options.github_token_provider is not None:
        params["gitHubTokenProviderRegistrationId"] = registration_id(options)
    return params


def add_to_settings(params: dict[str, JsonValue], options: SessionOptions) -> None:
    """Mark in the settings of a session what handlers supply: tokens and sections.

    Raises:
        InvalidOption: the settings and the handlers contradict each other.
    """
    if options.section_transforms:
        params["systemMessage"] = with_transforms(
            params.get("systemMessage"), options.section_transforms
        )
    if options.bearer_token_provider is None:
        return
    provider, several = params.get("provider"), params.get("providers")
    known: list[JsonValue] = [provider, *(several if isinstance(several, list) else [])]
    marked = [item for item in known if isinstance(item, dict) and _lacks_key(item)]
    for item in marked:
        item["hasBearerTokenProvider"] = True
    if not marked:
        raise InvalidOption(
            "bearer_token_provider", "there is no provider without an api_key or bearer_token"
        )


def registration_id(options: SessionOptions) -> str:
    """The name under which the CLI asks for a GitHub token of this session's provider."""
    return f"copilot-actors-{id(options.github_token_provider):x}"


def _lacks_key(provider: Mapping[str, JsonValue]) -> bool:
    return not any(provider.get(name) for name in ("apiKey", "bearerToken"))
