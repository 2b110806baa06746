"""Fixtures of copilot_actors for pytest: simulated and real CLI, scripted model, leak checks.

Pytest loads this file at its start wherever the library is installed, as a module of its own beside
the package (``_copilot_actors_pytest``), so that test suites that use none of it load neither
trio nor the library: everything else is imported by the fixtures. In a source tree
``copilot_actors.testing.pytest_plugin`` loads it.
"""

# ruff: noqa: PLC0415 - see above

from __future__ import annotations

import functools
import inspect
import os
import pathlib
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping
from typing import TYPE_CHECKING, Final, cast

import pytest

if TYPE_CHECKING:
    from copilot_actors.otp import Ref
    from copilot_actors.testing import OfflineCli, ScriptedModel, ScriptFunction, Simulator

_TRUE: Final = "copilot_leak_checks"
_CHECKED: Final = pytest.StashKey[bool]()
_ASYNC_FIXTURES: Final = frozenset({"scripted_model", "real_copilot_cli", "start_supervised"})
_SCRIPT_MARKER: Final = (
    "copilot_script(script, **options): what the model of copilot_cli, scripted_model and "
    "real_copilot_cli answers: a script function, a mapping (Script.by_prompt), a list "
    "(Script.by_turn) or the path of a recording beside the test (Script.recorded); options are "
    "those of that method, and seed= and faults= of the Simulator"
)
_LEAKS_MARKER: Final = (
    "copilot_leak_checks(enabled=True): fail the test if it leaves a trio task, a process or a "
    "descriptor behind; False spares one test where the ini option is set"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the ini option."""
    parser.addini(_TRUE, "check every test for leaks of copilot_actors' kit", "bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Name the markers."""
    for marker in (_SCRIPT_MARKER, _LEAKS_MARKER):
        config.addinivalue_line("markers", marker)


# --- Async fixtures without what runs them --------------------------------------------------


@pytest.hookimpl(tryfirst=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> None:
    """Say what an async fixture of ours needs where it cannot work."""
    if fixturedef.argname not in _ASYNC_FIXTURES or fixturedef.func.__module__ != __name__:
        return
    config, name = request.config, fixturedef.argname
    if not config.pluginmanager.has_plugin("trio"):
        pytest.fail(
            f"fixture {name!r} is async and needs pytest-trio: "
            "python -m pip install 'copilot-actors[testing]'",
            pytrace=False,
        )
    if request.node.get_closest_marker("trio") is None:
        pytest.fail(
            f"fixture {name!r} is async: the test must be an async function, with trio_mode = true "
            "in pytest's configuration or @pytest.mark.trio on it",
            pytrace=False,
        )


# --- Scripts --------------------------------------------------------------------------------


@pytest.fixture
def copilot_script(request: pytest.FixtureRequest) -> ScriptFunction:
    """What the model answers: that of ``@pytest.mark.copilot_script(...)``, else the prompt itself.

    Override it in a ``conftest.py`` to give every test below it another script.
    """
    from copilot_actors.testing import Script

    marker = request.node.get_closest_marker("copilot_script")
    if marker is None or not marker.args:
        return Script.echo()
    return _make_script(marker, pathlib.Path(request.path).parent)


def _make_script(marker: pytest.Mark, folder: pathlib.Path) -> ScriptFunction:
    from copilot_actors.testing import Script

    (given,) = marker.args
    options = {name: value for name, value in marker.kwargs.items() if name not in _OF_SIMULATOR}
    if isinstance(given, str | os.PathLike):
        return Script.recorded(folder / given, **options)
    if isinstance(given, Mapping):
        return Script.by_prompt(given, **options)
    if isinstance(given, list | tuple):
        return Script.by_turn(given, **options)
    if not callable(given) or options:
        raise pytest.UsageError(
            "copilot_script: expected a script function without options, a mapping, a list or the "
            f"path of a recording, got {given!r} and {options!r}"
        )
    return cast("ScriptFunction", given)


_OF_SIMULATOR: Final = frozenset({"seed", "faults"})


# --- CLIs -----------------------------------------------------------------------------------


@pytest.fixture
def copilot_cli(request: pytest.FixtureRequest, copilot_script: ScriptFunction) -> Simulator:
    """A fresh simulated CLI, for ``open_client(cli=copilot_cli)``.

    With ``autojump_clock`` it takes no time. It answers by ``copilot_script``; set
    ``copilot_cli.script`` to change that at any moment. The marker ``copilot_script`` also takes
    ``seed=`` and ``faults=``.
    """
    from copilot_actors.testing import Simulator

    marker = request.node.get_closest_marker("copilot_script")
    given = {} if marker is None else marker.kwargs
    return Simulator(copilot_script, seed=given.get("seed", 0), faults=given.get("faults"))


@pytest.fixture
async def scripted_model(copilot_script: ScriptFunction) -> AsyncIterator[ScriptedModel]:
    """A model server on loopback that answers by ``copilot_script``, while the test runs. Async."""
    from copilot_actors.testing import open_scripted_model

    async with open_scripted_model(copilot_script) as model:
        yield model


@pytest.fixture
def _copilot_cli_path() -> pathlib.Path:
    from copilot_actors import CliNotFound
    from copilot_actors.transport import find_cli

    try:
        return find_cli(None, os.environ)
    except CliNotFound as error:
        pytest.skip(f"real_copilot_cli: {error}\nInstall it: copilot-actors install-cli")


@pytest.fixture
async def real_copilot_cli(
    _copilot_cli_path: pathlib.Path, scripted_model: ScriptedModel, tmp_path: pathlib.Path
) -> OfflineCli:
    """The real CLI, offline on ``scripted_model``, for ``open_client(cli=real_copilot_cli)``.

    It has a home of its own. The test is skipped where there is no CLI. Time is real. Async.
    """
    from copilot_actors.testing import OfflineCli

    return OfflineCli(scripted_model, tmp_path / "copilot-home")


@pytest.fixture
async def start_supervised() -> AsyncIterator[Callable[..., Awaitable[Ref]]]:
    """Starts actors that end with the test.

    Called as ``ref = await start_supervised(Counter, 0)``, with a class and the arguments of its
    ``child_spec``, or with a child spec. They are restarted as their specs say, and stopped in
    reverse order when the test is over. Async.
    """
    from copilot_actors.otp import ChildSpec, open_supervisor

    async with open_supervisor(name="test", max_restarts=1_000_000) as supervisor:

        async def start(what: object, /, *args: object, **options: object) -> Ref:
            spec = what
            if not isinstance(what, ChildSpec):
                make: Callable[..., object] = getattr(what, "child_spec")  # noqa: B009
                spec = make(*args, **options)
            if not isinstance(spec, ChildSpec):
                raise TypeError(f"expected a child spec or a class that has one, got {what!r}")
            return await supervisor.start_child(spec)

        yield start


# --- Leaks ----------------------------------------------------------------------------------


@pytest.fixture
def copilot_leak_checks(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test if it leaves a trio task, a process or a descriptor; say which, and whence.

    For one test: name it, or ``@pytest.mark.copilot_leak_checks``. For all: ``copilot_leak_checks =
    true`` in pytest's configuration. What fixtures of a wider scope have is theirs.
    """
    from copilot_actors.testing._leaks import GRACE, refuse
    from copilot_actors.testing._leaks_system import SystemSnapshot

    request.node.stash[_CHECKED] = True
    snapshot = SystemSnapshot()
    yield
    refuse(snapshot.wait(GRACE))


@pytest.fixture(autouse=True)
def _copilot_leak_checks_where_wanted(request: pytest.FixtureRequest) -> None:
    marker = request.node.get_closest_marker("copilot_leak_checks")
    wanted = request.config.getini(_TRUE)
    if marker is not None:
        wanted = marker.kwargs.get("enabled", *marker.args or (True,))
    if wanted:
        request.getfixturevalue("copilot_leak_checks")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Let the run itself look for tasks, which are gone when it is over."""
    if item.stash.get(_CHECKED, False) and isinstance(item, pytest.Function):
        # Behind Hypothesis each example is a run.
        inner = getattr(item.obj, "hypothesis", None)
        if inner is not None and inspect.iscoroutinefunction(inner.inner_test):
            inner.inner_test = _without_tasks_left(inner.inner_test)
        elif inspect.iscoroutinefunction(item.obj):
            item.obj = _without_tasks_left(item.obj)
    return (yield)


def _without_tasks_left(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def checked(*args: object, **kwargs: object) -> None:
        from copilot_actors.testing._leaks import GRACE, assert_no_tasks_left

        async with assert_no_tasks_left(GRACE):
            await test(*args, **kwargs)

    return checked
