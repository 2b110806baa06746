"""Options that exclude or need each other."""

from __future__ import annotations

import pytest

import copilot_actors as ca
from copilot_actors.client._options._session_options import session_options

ONE = {"base_url": "http://h/v1"}
NAMED = {"name": "mine", **ONE}


@pytest.mark.parametrize(
    ("options", "named", "said"),
    [
        ({"provider": ONE, "providers": [NAMED]}, "providers", "provider"),
        ({"provider": ONE, "models": []}, None, ""),
        ({"provider": ONE, "github_token": "ghp_x"}, "github_token", "provider"),
        ({"models": [{"id": "m", "provider": "mine"}]}, "models[0].provider", "none"),
        (
            {"providers": [NAMED], "models": [{"id": "m", "provider": "mien"}]},
            "models[0].provider",
            "did you mean 'mine'",
        ),
        ({"providers": [NAMED, NAMED]}, "providers[1].name", "two are named 'mine'"),
        (
            {"custom_agents": [{"name": "a", "prompt": ""}, {"name": "a", "prompt": ""}]},
            "custom_agents[1].name",
            "two are named 'a'",
        ),
        (
            {
                "infinite_sessions": ca.InfiniteSessions(
                    background_compaction_threshold=0.9, buffer_exhaustion_threshold=0.5
                )
            },
            "infinite_sessions.background_compaction_threshold",
            "not below",
        ),
        (
            {
                "infinite_sessions": {
                    "backgroundCompactionThreshold": 0.5,
                    "bufferExhaustionThreshold": 0.5,
                }
            },
            "infinite_sessions.background_compaction_threshold",
            "not below",
        ),
        ({"infinite_sessions": {"backgroundCompactionThreshold": 1}}, None, ""),
        ({"infinite_sessions": {"bufferExhaustionThreshold": 0.1}}, None, ""),
        ({"capi": {"auto_tier": "fast", "fusion_tier": "max"}}, "capi.fusion_tier", "auto_tier"),
        ({"enable_managed_settings": True}, "enable_managed_settings", "github_token"),
        ({"trust_working_directory": "session"}, "trust_working_directory", "working_directory"),
        ({"enable_managed_settings": True, "github_token": "ghp_x"}, None, ""),
        ({"providers": [NAMED], "models": [{"id": "m", "provider": "mine"}]}, None, ""),
    ],
)
def test_options_that_cannot_be_right_together_are_refused(options, named, said):
    if named is None:
        session_options(None, options)
        return
    with pytest.raises(ca.InvalidOption, match=said) as caught:
        session_options(None, options)
    assert caught.value.option == named


def test_what_is_given_as_extra_is_not_judged():
    session_options(None, {"provider": ONE, "extra": {"providers": [NAMED]}})
