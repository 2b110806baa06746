"""Tokens on demand: for a model provider of your own, and for GitHub."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec

from copilot_actors._errors import JsonValue

from ._handler_calls import unexpected
from ._questions import Fields, text


class BearerTokenRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A model call needs a token. Asked before each one; keep the token and refresh it yourself.

    Attributes:
        session_id: the session that calls its model.
        provider_name: ``"default"``, or the name of one of several providers.
    """

    session_id: str
    provider_name: str


BearerTokenProvider: TypeAlias = Callable[..., "str | Awaitable[str]"]


def bearer_token_request(session_id: str, fields: Fields) -> BearerTokenRequest:
    """Read the parameters of ``providerToken.getToken``."""
    return BearerTokenRequest(session_id=session_id, provider_name=text(fields, "providerName"))


def bearer_token_answer(value: object) -> str:
    """The token that the handler returned.

    Raises:
        TypeError: it is not text.
        ValueError: it is empty, or would break the header that carries it.
    """
    if not isinstance(value, str):
        raise unexpected(value, "the token as text")
    if not value or not value.isascii() or not value.isprintable():
        raise ValueError("the token is empty or has characters that no header can carry")
    return value


class GitHubTokenRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A session needs a GitHub token: once at its opening, and again before the token expires.

    Attributes:
        session_id: the session.
        host: for instance ``"https://github.com"``.
        reason: ``"initial"`` or ``"refresh"``.
    """

    session_id: str
    host: str
    reason: str


class GitHubToken(msgspec.Struct, frozen=True, kw_only=True):
    """A GitHub token; hidden in ``repr``.

    Attributes:
        access_token: secret.
        expires_in: seconds.
        token_type: the CLI's default is ``"Bearer"``.
    """

    access_token: str
    expires_in: int
    token_type: str | None = None

    def __repr__(self) -> str:
        return "GitHubToken(...)"


GitHubTokenProvider: TypeAlias = Callable[..., "GitHubToken | Awaitable[GitHubToken | None] | None"]

NO_TOKEN: JsonValue = {"kind": "cancelled"}


def github_token_request(session_id: str, fields: Fields) -> GitHubTokenRequest:
    """Read the parameters of ``gitHubToken.getToken``."""
    return GitHubTokenRequest(
        session_id=session_id, host=text(fields, "host"), reason=text(fields, "reason")
    )


def github_token_answer(value: object) -> GitHubToken | None:
    """The token that the handler returned, or ``None``: it declines.

    Raises:
        TypeError: it is neither, or an attribute is of the wrong type.
    """
    if value is None:
        return None
    if not isinstance(value, GitHubToken):
        raise unexpected(value, "a GitHubToken or None")
    if not isinstance(value.access_token, str) or not isinstance(value.token_type, str | None):
        raise unexpected(value, "a GitHubToken whose tokens are text")
    if not isinstance(value.expires_in, int) or isinstance(value.expires_in, bool):
        raise unexpected(value.expires_in, "expires_in as seconds")
    return value


def github_token_reply(token: GitHubToken | None) -> JsonValue:
    """The CLI's form of a token."""
    if token is None:
        return NO_TOKEN
    reply: dict[str, JsonValue] = {
        "kind": "token",
        "accessToken": token.access_token,
        "expiresIn": token.expires_in,
    }
    if token.token_type is not None:
        reply["tokenType"] = token.token_type
    return reply
