"""The public names: complete, sorted, shown under their public module, and light to import."""

from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil
import subprocess
import sys

import pytest

import copilot_actors as ca
from copilot_actors import _errors

PACKAGES = [
    "",
    ".aio",
    ".blocking",
    ".chat",
    ".client",
    ".gateway",
    ".jsonrpc",
    ".otp",
    ".pipeline",
    ".protocol",
    ".storage",
    ".testing",
    ".testing.strategies",
    ".transport",
]


@pytest.mark.parametrize("name", PACKAGES)
def test_all_lists_every_public_name_once_and_each_exists(name):
    package = importlib.import_module("copilot_actors" + name)
    assert len(package.__all__) == len(set(package.__all__))
    for public in package.__all__:
        assert getattr(package, public) is not None
    modules = {module.name for module in pkgutil.iter_modules(package.__path__)}
    exported = {
        public
        for public in vars(package)
        if not public.startswith("_") and public not in modules and public != "annotations"
    }
    assert exported <= set(package.__all__) | {"sys", "TYPE_CHECKING"}


def test_public_classes_say_where_they_are_imported_from():
    for name in ca.__all__:
        thing = getattr(ca, name)
        module = getattr(thing, "__module__", "copilot_actors")
        if isinstance(thing, type) and module.startswith("copilot_actors"):
            assert module == "copilot_actors", name


ERRORS = [
    ca.CliExited(1, None, "tail", hint="do this"),
    ca.CliNotFound(["a", "b"]),
    ca.HandlerFailed("on_list_models", "raised ValueError: no"),
    ca.CursorExpired("s", "an-id"),
    ca.HistoryGap("s", "events.2.jsonl", "events.3.jsonl"),
    ca.InvalidAnswer("s", "m", "{}", "expected more", response_type="Offer", path="$.a"),
    ca.InvalidAttachment(1, "too long", size=3, limit=2),
    ca.InvalidOption("model", "is wrong"),
    ca.LedgerFull("ledger.db", 3),
    ca.LedgerInUse("ledger.db"),
    ca.RpcError("ping", -1, "no", {"a": 1}),
    ca.RpcTimeout("ping", 1.0),
    ca.LeaseUnavailable("s", "no room"),
    ca.AccessDenied("delete_session", "acme", None),
    ca.PoolFull("acme", "clients", 3, 1.5),
    ca.SessionInUse("s", ca.Holder(host="h", pid=1)),
    ca.SessionQuarantined("s", 3),
    ca.StoreError("events.jsonl", "it is not a regular file"),
    ca.TranscriptDamaged("s", [1, 2], start_moved=True),
    ca.TurnFailed("s", "m", "rate_limit", "slow down", 429),
    ca.TurnTimeout("s", "m", 2.0, aborted=True),
    ca.UnsupportedOption("capi.fusion_tier", "1.0.102"),
    ca.WrongEventLoop("the loop would stop", running="asyncio", instead="use aio"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("how", ["copy", "pickle"])
def test_an_error_keeps_its_data_when_it_is_copied_or_pickled(error, how):
    again = copy.copy(error) if how == "copy" else pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert again.__dict__ == error.__dict__
    assert again.retryable == error.retryable


def test_every_error_is_drawn_in_the_tree():
    for name in vars(_errors):
        thing = getattr(_errors, name)
        if isinstance(thing, type) and issubclass(thing, ca.CopilotError):
            assert f" {name}" in _errors.__doc__ or thing is ca.CopilotError


def test_importing_the_package_loads_no_test_kit_no_command_and_nothing_heavy():
    code = (
        "import sys, copilot_actors;"
        "bad = [m for m in sys.modules if m.startswith(('copilot_actors.testing',"
        "'copilot_actors._cli', 'copilot_actors.gateway', 'copilot_actors.chat', 'copilot_actors.aio',"
        "'copilot_actors.pipeline',"
        "'copilot_actors.blocking', 'copilot_actors.transport._tcp', 'copilot_actors.otp._sys',"
        "'copilot_actors.client._options._fields', 'trio_websocket', 'httpx', 'hypothesis', 'asyncio', 'h11', 'sqlite3', 'coredis', 'anyio'))];"
        "print(bad)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"
