"""Where the CLI is looked for, in which order, and what is said when it is nowhere."""

import os

import pytest

from copilot_actors._errors import CliNotFound
from copilot_actors.transport import cached_cli_path, cached_clis, cli_cache_dir, find_cli


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    return tmp_path / "cache" / "copilot-actors" / "cli"


def make(path, *, mode=0o755):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)
    return path


@pytest.fixture
def places(tmp_path, cache):
    """A CLI in each of the four places."""
    bin_dir = tmp_path / "bin"
    return {
        "path": make(tmp_path / "explicit" / "mine"),
        "variable": make(tmp_path / "variable" / "copilot"),
        "cache": make(cache / "1.0.102" / "copilot"),
        "PATH": make(bin_dir / "copilot"),
        "env": {
            "COPILOT_CLI_PATH": str(tmp_path / "variable" / "copilot"),
            "PATH": str(bin_dir),
        },
    }


def test_the_layout_of_the_cache(cache):
    assert cli_cache_dir() == cache
    assert cached_cli_path("1.0.102") == cache / "1.0.102" / "copilot"


@pytest.mark.parametrize("version", ["", "latest", "1.0", "../1.0.0", "1.0.0/..", "1.0.0-"])
def test_only_versions_have_a_place_in_the_cache(version):
    with pytest.raises(ValueError, match="is not a version"):
        cached_cli_path(version)


def test_the_order_is_path_then_variable_then_cache_then_search_path(places):
    env = places["env"]
    assert find_cli(str(places["path"]), env) == places["path"]
    assert find_cli(None, env) == places["variable"]
    del env["COPILOT_CLI_PATH"]
    assert find_cli(None, env) == places["cache"]
    places["cache"].unlink()
    assert find_cli(None, env) == places["PATH"]
    places["PATH"].unlink()
    with pytest.raises(CliNotFound):
        find_cli(None, env)


def test_an_empty_variable_is_not_set(places):
    places["env"]["COPILOT_CLI_PATH"] = ""
    assert find_cli(None, places["env"]) == places["cache"]


def test_the_newest_version_in_the_cache_wins(cache):
    names = ["1.0.9", "1.0.102-2", "1.0.102-10", "1.0.101", "1.0.102-beta", "1.0.102", "0.99.999"]
    for name in names:
        make(cache / name / "copilot")
    make(cache / ".partial-1.0.999" / "copilot")
    make(cache / "latest" / "copilot")
    (cache / "2.0.0").mkdir()
    order = ["1.0.102", "1.0.102-beta", "1.0.102-10", "1.0.102-2", "1.0.101", "1.0.9", "0.99.999"]
    assert cached_clis() == [cache / name / "copilot" for name in order]
    assert find_cli(None, {}) == cache / "1.0.102" / "copilot"


def test_nothing_found_names_the_four_places_in_order_and_the_command(cache):
    with pytest.raises(CliNotFound) as caught:
        find_cli(None, {"PATH": ""})
    searched = caught.value.searched
    assert [line.partition(":")[0] for line in searched] == [
        "path",
        "COPILOT_CLI_PATH",
        str(cache),
        "PATH",
    ]
    assert "copilot-actors install-cli" in str(caught.value)
    assert caught.value.permanent


@pytest.mark.parametrize(
    ("prepare", "fault"),
    [
        (lambda path: None, "does not exist"),
        (lambda path: path.mkdir(), "is a directory"),
        (lambda path: make(path, mode=0o644), "is not executable"),
        (os.mkfifo, "is not a file"),
        (lambda path: path.symlink_to(path), "(does not exist|cannot be looked at)"),
    ],
)
@pytest.mark.parametrize("by", ["path", "variable"])
def test_a_path_that_was_asked_for_is_never_replaced_by_another(
    places, tmp_path, by, prepare, fault
):
    path = tmp_path / "asked"
    prepare(path)
    env = places["env"]
    if by == "variable":
        env["COPILOT_CLI_PATH"] = str(path)
    with pytest.raises(CliNotFound, match=fault) as caught:
        find_cli(path if by == "path" else None, env)
    assert len(caught.value.searched) == 4
    assert str(path) in str(caught.value)


def test_a_path_with_a_null_character_is_not_found():
    with pytest.raises(CliNotFound):
        find_cli("a\0b", {})


def test_a_bare_name_is_looked_up_on_the_search_path(places):
    assert find_cli("copilot", places["env"]) == places["PATH"]


def test_a_home_relative_and_a_relative_path_become_absolute(tmp_path, monkeypatch):
    wanted = make(tmp_path / "user" / "bin" / "copilot")
    assert find_cli("~/bin/copilot", {}) == wanted
    monkeypatch.chdir(tmp_path)
    assert find_cli("user/bin/copilot", {}) == wanted


def test_a_script_need_not_be_executable(tmp_path):
    script = make(tmp_path / "index.js", mode=0o644)
    assert find_cli(script, {}) == script
