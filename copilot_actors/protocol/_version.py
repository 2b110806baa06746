"""Which protocol versions of the CLI this library speaks."""

from __future__ import annotations

SUPPORTED_PROTOCOL_VERSIONS = (3, 3)
"""Lowest and highest supported version; CLI 1.0.102 answers 3."""


def is_supported(version: object) -> bool:
    """Whether a handshake's ``protocolVersion`` is one that this library speaks."""
    low, high = SUPPORTED_PROTOCOL_VERSIONS
    return isinstance(version, int) and not isinstance(version, bool) and low <= version <= high
