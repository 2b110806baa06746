"""What a CLI has: judged by its version, and by what it answered."""

from __future__ import annotations

import pytest

import copilot_actors as ca
from copilot_actors.client._connection._features import MAX_METHODS, parse_version
from copilot_actors.testing import Script, Simulator


def features(version="1.0.102"):
    found = ca.Features()
    found.running(version)
    return found


@pytest.mark.parametrize(
    ("text", "version"),
    [("1.0.102", (1, 0, 102)), ("1.0.103-beta.1", (1, 0, 103)), ("", ()), ("dev", ()), ("2", (2,))],
)
def test_a_version_is_its_numbers(text, version):
    assert parse_version(text) == version


@pytest.mark.parametrize(
    ("version", "support"),
    [("1.0.102", "absent"), ("1.0.9", "absent"), ("1.0.103", "present"), ("", "unknown")],
)
@pytest.mark.parametrize("option", ["capi.fusion_tier", "excluded_managed_settings"])
def test_an_option_that_came_later_is_judged_by_the_version(version, support, option):
    assert features(version).option(option) == support


def test_an_option_of_every_cli_is_there_and_a_name_of_nothing_is_not_known():
    assert features().option("model") == "present"
    assert features().option("modle") == "unknown"


@pytest.mark.parametrize(
    ("options", "name"),
    [
        (ca.SessionOptions(capi=ca.CapiOptions(fusion_tier="max")), "capi.fusion_tier"),
        (ca.SessionOptions(capi={"fusion_tier": "max"}), "capi.fusion_tier"),
        (ca.SessionOptions(capi={"fusionTier": "max"}), "capi.fusion_tier"),
        (ca.SessionOptions(excluded_managed_settings=["a"]), "excluded_managed_settings"),
        (ca.ClientOptions(event_log_rotation_bytes=3000), "event_log_rotation_bytes"),
        (ca.SessionOptions(capi={"auto_tier": "fast"}), None),
        (ca.SessionOptions(), None),
        (ca.ClientOptions(), None),
    ],
)
def test_what_the_cli_lacks_is_refused_by_name_with_the_version(options, name):
    features("1.0.999").check(options)
    if name is None:
        features().check(options)
        return
    with pytest.raises(ca.UnsupportedOption, match=r"1\.0\.102 does not have it") as caught:
        features().check(options)
    assert (caught.value.option, caught.value.cli_version) == (name, "1.0.102")


def test_a_method_is_known_by_what_it_was_answered():
    found = features()
    assert found.method("session.new") == "unknown"
    found.answered("session.new", present=False)
    found.answered("ping", present=True)
    assert found.method("session.new") == "absent"
    assert found.method("ping") == "present"
    assert found.method("session.sendAndWait") == "absent"
    assert "session.new" in found.absent()
    assert "capi.fusion_tier" in found.absent()
    assert "ping" not in found.absent()


def test_another_cli_is_judged_anew_and_the_same_one_is_not():
    found = features()
    found.answered("session.new", present=False)
    found.running("1.0.102")
    assert found.method("session.new") == "absent"
    found.running("1.0.103")
    assert found.method("session.new") == "unknown"
    assert "1.0.103" in repr(found)


async def test_an_option_of_a_client_that_the_cli_lacks_is_refused_by_name(autojump_clock):
    with pytest.raises(ca.UnsupportedOption, match="event_log_rotation_bytes") as caught:
        async with ca.open_client(cli=Simulator(Script.echo()), event_log_rotation_bytes=3000):
            pass
    assert caught.value.cli_version == "1.0.102"


async def test_a_session_is_told_of_when_its_cli_is_replaced_by_one_that_lacks_an_option(
    autojump_clock, caplog
):
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        client.features.running("1.0.999")
        session = await client.create_session(capi=ca.CapiOptions(fusion_tier="max"))
        assert "does not have it" not in caplog.text
        simulator.kill()
        answer = await session.send_and_wait("go on")
        assert answer.data["content"] == "go on"
        assert "'capi.fusion_tier': Copilot CLI 1.0.102 does not have it" in caplog.text


def test_the_memory_of_methods_is_bounded():
    found = features()
    for number in range(MAX_METHODS + 10):
        found.answered(f"m{number}", present=False)
    assert found.method(f"m{MAX_METHODS + 5}") == "unknown"
    assert found.method("m5") == "absent"
