"""Permission files: what is read and written, what is kept, and the lexical rules of places."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import copilot_actors as ca
from copilot_actors.storage import (
    LocationPermissions,
    PermissionConfig,
    PermissionFiles,
    Permissions,
    PermissionSettings,
    is_trusted,
    location_key,
)

GIT = {"kind": "commands", "commandIdentifiers": ["git"]}


async def files(**written):
    fs = ca.InMemoryFileSystem()
    for name, content in written.items():
        text = content if isinstance(content, str) else json.dumps(content)
        await fs.write_file(f"/session-state/{name}.json", text)
    return fs, PermissionFiles(fs)


async def test_missing_files_are_empty_ones():
    _, permissions = await files()
    assert await permissions.read_permissions() == Permissions()
    assert await permissions.read_settings() == PermissionSettings()
    assert await permissions.read_config() == PermissionConfig()


async def test_files_of_the_cli_are_read():
    _, permissions = await files(
        permissions={
            "locations": {"/repo": {"tool_approvals": [GIT], "allowed_directories": ["/data"]}}
        },
        settings={"allowedUrls": ["example.com"], "sandbox": {"enabled": True}},
        config={"trustedFolders": ["/repo"], "sandboxOnboardingShown": True},
    )
    place = (await permissions.read_permissions()).locations["/repo"]
    assert place.tool_approvals == (GIT,)
    assert place.allowed_directories == ("/data",)
    settings = await permissions.read_settings()
    assert settings.allowed_urls == ("example.com",)
    assert settings.sandbox == {"enabled": True}
    config = await permissions.read_config()
    assert config.trusted_folders == ("/repo",)
    assert config.sandbox_onboarding_shown is True


async def test_unknown_fields_survive_a_change():
    fs, permissions = await files(
        permissions={"locations": {"/a": {"later": 1, "tool_approvals": [GIT]}}, "version": 2},
        settings={"theme": "dark", "allowedUrls": ["a"]},
        config={"allowedUrls": ["ignored by the CLI"], "lastLogin": None},
    )
    read = await permissions.read_permissions()
    await permissions.write_permissions(
        Permissions(
            locations={**read.locations, "/b": LocationPermissions(allowed_directories=["/c"])},
            other=read.other,
        )
    )
    settings = await permissions.read_settings()
    await permissions.write_settings(PermissionSettings(allowed_urls=[], other=settings.other))
    config = await permissions.read_config()
    await permissions.write_config(
        PermissionConfig(trusted_folders=["/a"], sandbox_onboarding_shown=False, other=config.other)
    )
    read_json = {
        name: json.loads(await fs.read_file(f"/session-state/{name}.json"))
        for name in ("permissions", "settings", "config")
    }
    assert read_json == {
        "permissions": {
            "version": 2,
            "locations": {
                "/a": {"later": 1, "tool_approvals": [GIT]},
                "/b": {"allowed_directories": ["/c"]},
            },
        },
        "settings": {"theme": "dark"},
        "config": {
            "allowedUrls": ["ignored by the CLI"],
            "lastLogin": None,
            "trustedFolders": ["/a"],
            "sandboxOnboardingShown": False,
        },
    }


async def test_a_write_that_fails_leaves_the_old_file():
    class Full(ca.InMemoryFileSystem):
        async def rename(self, src, dest):
            raise OSError(28, "No space left on device")

    fs = Full()
    await fs.write_file("/state/config.json", '{"trustedFolders": ["/a"]}')
    permissions = PermissionFiles(fs, state_path="/state/")
    with pytest.raises(OSError, match="No space"):
        await permissions.write_config(PermissionConfig())
    assert (await permissions.read_config()).trusted_folders == ("/a",)


@pytest.mark.parametrize(
    "content",
    ["", "[]", "no json", '{"locations": []}', '{"locations": {"/a": 1}}',
     '{"locations": {"/a": {"tool_approvals": [1]}}}',
     '{"locations": {"/a": {"allowed_directories": [1]}}}', "[" * 2000],
)  # fmt: skip
async def test_a_file_that_is_not_the_clis_is_refused(content):
    _, permissions = await files(permissions=content)
    with pytest.raises(ValueError, match="no"):
        await permissions.read_permissions()


@pytest.mark.parametrize("content", ['{"sandboxOnboardingShown": 1}', '{"trustedFolders": "/"}'])
async def test_a_config_of_another_shape_is_refused(content):
    _, permissions = await files(config=content)
    with pytest.raises(ValueError, match="is no"):
        await permissions.read_config()


@pytest.mark.parametrize(
    ("path", "conventions", "key"),
    [
        ("/workspace", "posix", "/workspace"),
        ("/workspace/", "posix", "/workspace"),
        ("/workspace/./sub/../sub2", "posix", "/workspace/sub2"),
        ("//workspace//sub", "posix", "/workspace/sub"),
        ("/../..", "posix", "/"),
        ("C:\\data\\.\\a", "windows", "C:\\data\\a"),
        ("C:/data/a/", "windows", "C:\\data\\a"),
    ],
)
def test_a_location_key_is_the_lexical_path(path, conventions, key):
    assert location_key(path, conventions) == key
    assert location_key(key, conventions) == key


@pytest.mark.parametrize("path", ["", "workspace", "./a", "a\0b", "/a\0b"])
def test_a_location_is_an_absolute_path(path):
    with pytest.raises(ca.InvalidOption):
        location_key(path)


@pytest.mark.parametrize(
    ("path", "folders", "trusted"),
    [
        ("/repo", ["/repo"], True),
        ("/repo/sub/../sub", ["/repo/"], True),
        ("/repository", ["/repo"], False),
        ("/repo/../other", ["/repo"], False),
        ("/", ["/repo"], False),
        ("/anything", ["/"], True),
        ("/repo", ["repo", "", "../repo"], False),
        ("/repo", [], False),
    ],
)
def test_trust_covers_a_folder_and_what_is_below(path, folders, trusted):
    assert is_trusted(path, folders) is trusted


def test_windows_folders_are_compared_without_case():
    assert is_trusted("c:/Repo/sub", ["C:\\repo"], "windows")
    assert not is_trusted("C:\\repo2", ["C:\\repo"], "windows")


@given(st.lists(st.sampled_from(["a", "b", "..", ".", "", "ab"]), max_size=8))
def test_a_key_is_its_own_key_and_trusted_by_its_parents(parts):
    key = location_key("/" + "/".join(parts))
    assert location_key(key) == key
    assert is_trusted(key, ["/"])
    assert is_trusted(f"{key}/below", [key])
    assert not is_trusted(key, [f"{key}/below"])
