"""What a simulated session asks of its client beside tools, permissions and hooks.

Transforms of the system message, tokens of providers, skills: requests at fixed places of a turn.
"""

from __future__ import annotations

from copilot_actors._errors import JsonValue

from ._host import Params, RpcFailure, mapping_of, mappings_of, text_of
from ._kernel import Activity
from ._model import SYSTEM_MESSAGE
from ._session import SimulatedSession

_SECTION_TEXT = "The simulated section {name}."


def ask(session: SimulatedSession, method: str, params: Params) -> Activity[Params]:
    """Send a request and return the whole reply."""
    scoped: dict[str, JsonValue] = {"sessionId": session.session_id, **params}
    return (yield from session.host.request(method, scoped).wait())


def load_skills(session: SimulatedSession) -> Activity[None]:
    """Ask for the catalogue, if the client has a provider."""
    skills: list[JsonValue] = []
    if session.options.has_skills:
        reply = yield from ask(session, "skillProvider.list", {})
        found = mappings_of(mapping_of(reply, "result"), "skills")
        skills = [{**skill, "source": "sdk", "enabled": True} for skill in found]
    session.emit("session.skills_loaded", {"skills": skills}, ephemeral=True)


def read_skill(session: SimulatedSession, name: str) -> Activity[str | None]:
    """Ask for a skill's text; ``None`` if there is none."""
    if not session.options.has_skills:
        return None
    reply = yield from ask(session, "skillProvider.read", {"name": name})
    markdown = mapping_of(reply, "result").get("markdown")
    return markdown if isinstance(markdown, str) else None


def system_message(session: SimulatedSession) -> Activity[str]:
    """The system message, with the sections that the client transforms."""
    parts = [SYSTEM_MESSAGE]
    sections = mapping_of(session.options.system_message, "sections")
    for name, override in sections.items():
        if not isinstance(override, dict) or override.get("action") != "transform":
            continue
        content = _SECTION_TEXT.format(name=name)
        asked: dict[str, JsonValue] = {"sections": {name: {"content": content}}}
        reply = yield from ask(session, "systemMessage.transform", asked)
        changed = mapping_of(mapping_of(mapping_of(reply, "result"), "sections"), name)
        parts.append(text_of(changed, "content", content))
    return "\n\n".join(parts)


def provider_token(session: SimulatedSession) -> Activity[bool]:
    """Ask for the token of a model call; return whether the call can be made."""
    if session.options.provider.get("hasBearerTokenProvider") is not True:
        return True
    reply = yield from ask(session, "providerToken.getToken", {"providerName": "default"})
    return isinstance(mapping_of(reply, "result").get("token"), str)


def canvas(session: SimulatedSession, method: str, params: Params) -> Activity[JsonValue]:
    """Ask the provider of a canvas.

    Raises:
        RpcFailure: it refuses.
    """
    reply = yield from ask(session, method, params)
    if "result" not in reply:
        message = text_of(mapping_of(reply, "error"), "message")
        raise RpcFailure(f"Request session.{method} failed with message: {message}")
    return reply["result"]
