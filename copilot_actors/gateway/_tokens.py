"""Who a peer is: tokens, compared in constant time, and addresses that guess."""

from __future__ import annotations

import collections
import hashlib
import hmac
from collections.abc import Sequence

import msgspec

from copilot_actors._errors import InvalidOption

MIN_TOKEN = 16
"""Characters. A shorter token can be guessed in spite of the limit on attempts."""
MAX_TOKEN = 4096
MAX_ADDRESSES = 4096
"""Addresses with failed attempts that are remembered; beyond it the oldest is forgotten."""


class GatewayToken(msgspec.Struct, frozen=True, kw_only=True):
    """A token, and whose it is. The token is in no ``repr``.

    Attributes:
        token: 16 or more printable ASCII characters, without spaces.
        name: what the peer is called in logs and listings.
        tenant: whose sessions the peer sees; with ``user`` as ``None`` too, all of them.
        user: the user of the tenant; ``None`` for all of its users.
        read_only: the peer may look, and neither send, answer nor change anything.
    """

    token: str
    name: str = "peer"
    tenant: str | None = None
    user: str | None = None
    read_only: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.token, str) or not MIN_TOKEN <= len(self.token) <= MAX_TOKEN:
            raise InvalidOption("tokens", f"a token has {MIN_TOKEN} to {MAX_TOKEN} characters")
        if not (self.token.isascii() and self.token.isprintable()) or " " in self.token:
            raise InvalidOption("tokens", "a token is printable ASCII without spaces")
        for name in ("tenant", "user"):
            value: object = getattr(self, name)
            if value is not None and not (isinstance(value, str) and value):
                raise InvalidOption("tokens", f"{name} is text that is not empty, or None")

    def __repr__(self) -> str:
        return f"GatewayToken(name={self.name!r}, tenant={self.tenant!r}, user={self.user!r})"


class Principal(msgspec.Struct, frozen=True, kw_only=True):
    """Who an authenticated peer is. Peers with equal principals are the same peer, come again."""

    name: str
    tenant: str | None = None
    user: str | None = None
    read_only: bool = False

    @property
    def scoped(self) -> bool:
        """Whether the peer sees some sessions only."""
        return self.tenant is not None or self.user is not None


ANYBODY = Principal(name="local")
"""The peers of a gateway without tokens."""


class Authenticator:
    """Knows the tokens. Without any, everybody is :data:`ANYBODY`."""

    def __init__(self, tokens: Sequence[GatewayToken]) -> None:
        self._digests: list[tuple[bytes, Principal]] = []
        seen: set[bytes] = set()
        for item in tokens:
            digest = _digest(item.token)
            if digest in seen:
                raise InvalidOption("tokens", f"two have the same token: {item!r}")
            seen.add(digest)
            principal = Principal(
                name=item.name, tenant=item.tenant, user=item.user, read_only=item.read_only
            )
            self._digests.append((digest, principal))

    @property
    def required(self) -> bool:
        """Whether a peer needs a token."""
        return bool(self._digests)

    def identify(self, token: str) -> Principal | None:
        """Return whose token it is, or ``None``.

        All are compared, by digests of one length, so that the time tells nothing of any.
        """
        shown, found = _digest(token), None
        for digest, principal in self._digests:
            if hmac.compare_digest(shown, digest):
                found = principal
        return found


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


class AttemptLimiter:
    """Counts wrong tokens by address, without a clock: each call is told the time."""

    def __init__(self, attempts: int, window: float) -> None:
        self._attempts = attempts
        self._window = window
        self._failures: collections.OrderedDict[str, collections.deque[float]] = (
            collections.OrderedDict()
        )

    def __len__(self) -> int:
        return len(self._failures)

    def blocked(self, address: str, now: float) -> bool:
        """Whether the address has failed too often lately to be listened to."""
        failures = self._failures.get(address)
        if failures is None:
            return False
        while failures and failures[0] <= now - self._window:
            failures.popleft()
        if not failures:
            del self._failures[address]
            return False
        return len(failures) >= self._attempts

    def failed(self, address: str, now: float) -> None:
        """An address has shown a wrong token."""
        failures = self._failures.get(address)
        if failures is None:
            failures = self._failures[address] = collections.deque(maxlen=self._attempts)
            while len(self._failures) > MAX_ADDRESSES:
                self._failures.popitem(last=False)
        failures.append(now)
        self._failures.move_to_end(address)
