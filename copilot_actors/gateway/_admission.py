"""Whether a connection is upgraded: decided from its request alone, before anything is accepted.

A browser sends its page's address as ``Origin`` and cannot set ``Authorization``; other programs
do the opposite. So a request with an origin needs a listed one, and one without an origin is no
browser's. A token in the URL is never looked at: servers and proxies log those.
"""

from __future__ import annotations

import base64
import binascii
import urllib.parse
from collections.abc import Collection, Iterable, Sequence
from typing import Literal, TypeAlias

import msgspec

from copilot_actors._errors import InvalidOption

from ._tokens import ANYBODY, AttemptLimiter, Authenticator, Principal

SUBPROTOCOL = "copilot-actors.v1"
"""What a browser asks for as its subprotocol, beside its token."""
TOKEN_SUBPROTOCOL = "copilot-actors.token."  # noqa: S105 - a name, not a secret
"""Comes before the token's base64url form in a browser's list of subprotocols."""

Why: TypeAlias = Literal["origin", "token", "throttled", "request"]


class Refused(msgspec.Struct, frozen=True):
    """Not upgraded: the HTTP status, and what is counted."""

    status: int
    reason: str
    why: Why


class Admitted(msgspec.Struct, frozen=True):
    """To be upgraded; ``principal`` is ``None`` for a peer that has not shown its token yet."""

    principal: Principal | None
    subprotocol: str | None = None


def check_origins(origins: Iterable[str]) -> frozenset[str]:
    """Return the allowed origins as browsers write them.

    Raises:
        InvalidOption: one is no origin such as ``https://app.example.com:8443``.
    """
    checked: set[str] = set()
    for origin in origins:
        parts = urllib.parse.urlsplit(origin) if isinstance(origin, str) else None
        if (
            parts is None
            or parts.scheme not in ("http", "https")
            or not parts.hostname
            or urllib.parse.urlunsplit((parts.scheme, parts.netloc, "", "", "")) != origin
            or "@" in parts.netloc
        ):
            raise InvalidOption(
                "allowed_origins", f"expected 'https://host' or 'https://host:port', got {origin!r}"
            )
        checked.add(origin.lower())
    return frozenset(checked)


def admit(
    headers: Sequence[tuple[bytes, bytes]],
    subprotocols: Collection[str],
    address: str,
    *,
    origins: frozenset[str],
    authenticator: Authenticator,
    limiter: AttemptLimiter,
    now: float,
) -> Admitted | Refused:
    """Decide about a request to upgrade.

    Args:
        headers: of the request.
        subprotocols: that it proposes.
        address: where it comes from, for the limit on attempts.
        origins: of the pages that may connect.
        authenticator: knows the tokens.
        limiter: knows who guessed.
        now: the time.
    """
    shown = _values(headers, b"origin")
    if shown and (len(shown) > 1 or shown[0].lower() not in origins):
        return Refused(403, "this origin may not connect", "origin")
    chosen = SUBPROTOCOL if SUBPROTOCOL in subprotocols else None
    if not authenticator.required:
        return Admitted(ANYBODY, chosen)
    if limiter.blocked(address, now):
        return Refused(429, "too many wrong tokens: try again later", "throttled")
    try:
        token = _token(headers, subprotocols)
    except ValueError as error:
        return Refused(400, str(error), "request")
    if token is None:
        return Admitted(None, chosen)
    principal = authenticator.identify(token)
    if principal is None:
        limiter.failed(address, now)
        return Refused(401, "wrong token", "token")
    return Admitted(principal, chosen)


def _token(headers: Sequence[tuple[bytes, bytes]], subprotocols: Collection[str]) -> str | None:
    shown = _values(headers, b"authorization")
    if len(shown) > 1:
        raise ValueError("more than one Authorization header")
    if shown:
        scheme, _, token = shown[0].partition(" ")
        if scheme.lower() != "bearer":
            raise ValueError("Authorization must be 'Bearer <token>'")
        return token.strip()
    for name in subprotocols:
        if name.startswith(TOKEN_SUBPROTOCOL):
            encoded = name[len(TOKEN_SUBPROTOCOL) :]
            try:
                padded = encoded + "=" * (-len(encoded) % 4)
                return base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii")
            except (binascii.Error, UnicodeDecodeError):
                raise ValueError("the token's subprotocol is not base64url") from None
    return None


def _values(headers: Sequence[tuple[bytes, bytes]], name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in headers if key.lower() == name]
