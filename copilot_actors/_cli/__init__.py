"""The ``copilot-actors`` command; the top layer, imported by nothing."""

from ._main import main as main

__all__ = ["main"]
