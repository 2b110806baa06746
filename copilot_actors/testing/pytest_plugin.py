"""The pytest plugin by its name in the package: ``-p copilot_actors.testing.pytest_plugin``.

Where the library is installed pytest finds the fixtures by itself, as plugin ``copilot_actors``.
This is for a source tree that is not. It registers them under the same name, so that they are never
there twice, whichever comes first.
"""

from __future__ import annotations

import importlib

import pytest

PLUGIN = "copilot_actors"
_PLACES = ("copilot_actors.testing._pytest_fixtures", "_copilot_actors_pytest")
"""Where the fixtures are in a source tree, and where they are installed."""


def pytest_addoption(pluginmanager: pytest.PytestPluginManager) -> None:
    """Register the fixtures, unless pytest has found them or was told to block them."""
    if not pluginmanager.has_plugin(PLUGIN) and not pluginmanager.is_blocked(PLUGIN):
        pluginmanager.register(_fixtures(), PLUGIN)


def _fixtures() -> object:
    source, installed = _PLACES
    try:
        return importlib.import_module(source)
    except ModuleNotFoundError as error:
        if error.name != source:
            raise
        return importlib.import_module(installed)
