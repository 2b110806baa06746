"""What a caller is told when the model's provider fails, on both worlds."""

from __future__ import annotations

import re

import pytest
import trio

import copilot_actors as ca
from copilot_actors._turn_errors import TurnFailed
from copilot_actors.client._session._turn_faults import turn_failed
from copilot_actors.client._session._values import Failed
from copilot_actors.testing import Cut, HttpError, Text


def choose(request):
    match = re.match(r"status (\d+)", request.prompt)
    if match is not None:
        return HttpError(int(match[1]), "scripted", retry_after=1)
    return Cut() if request.prompt == "drop" else Text("ok")


# prompt: error type, status, retryable. What the CLI says is not always what the provider said.
FAILURES = {
    "status 400": ("query", 400, False),
    "status 401": ("authentication", 401, False),
    "status 402": ("query", 402, False),
    "status 404": ("query", 404, False),
    "status 422": ("query", 422, False),
    "status 429": ("rate_limit", 429, True),
    "status 500": ("query", 500, True),
    "drop": ("query", None, True),
}


async def test_every_failure_of_the_provider_is_typed_with_its_status_and_whether_to_retry(world):
    outcomes = {}
    async with world.client(choose) as client:

        async def ask(prompt):
            session = await client.create_session(**world.session_options)
            with pytest.raises(ca.TurnFailed) as caught:
                await session.send_and_wait(prompt)
            error = caught.value
            outcomes[prompt] = (error.error_type, error.status, error.retryable)
            assert type(error) is ca.TurnFailed
            assert error.message_id
            assert "sk-test" not in str(error)
            assert session.state == "idle"
            assert (await session.send_and_wait("next")).data.content == "ok"

        # Together, since the CLI repeats some of these calls for 20 s.
        async with trio.open_nursery() as nursery:
            for prompt in FAILURES:
                nursery.start_soon(ask, prompt)
    assert outcomes == FAILURES


def failed(data, call=None) -> TurnFailed:
    return turn_failed("s", "m", Failed(data, call or {}), lambda text: text)


def test_a_rate_limit_carries_its_code_and_when_it_ends():
    error = failed(
        {"errorType": "rate_limit", "errorCode": "user_weekly_rate_limited", "message": "slow"},
        {"statusCode": 429, "retryAfterSeconds": 90},
    )
    assert (error.error_code, error.retry_after, error.status) == (
        "user_weekly_rate_limited",
        90.0,
        429,
    )
    assert error.retryable


def test_a_used_up_quota_carries_when_it_is_renewed():
    snapshots = {
        "chat": {"hasQuota": True, "resetDate": "2027-03-01T00:00:00Z"},
        "premium": {"hasQuota": False, "resetDate": "2027-01-01T00:00:00Z"},
    }
    error = failed(
        {"errorType": "quota", "statusCode": 402, "message": "used up"},
        {"quotaSnapshots": snapshots},
    )
    assert (error.reset_at, error.retryable) == ("2027-01-01T00:00:00Z", False)


@pytest.mark.parametrize("junk", [None, True, "soon", [], {"a": 1}, float("inf")])
def test_fields_of_another_shape_are_left_out(junk):
    call = {"retryAfterSeconds": junk, "quotaSnapshots": junk, "statusCode": junk}
    error = failed({"errorType": junk, "errorCode": junk, "message": junk}, call)
    assert error.status is None
    assert error.reset_at is None
    assert error.retry_after in (None, float("inf"))


def test_an_error_without_a_status_has_that_of_its_last_model_call():
    # A prompt too long: the CLI compacts, asks again and gives up without naming the status.
    assert failed({"errorType": "query", "message": "too long"}, {"statusCode": 413}).status == 413
