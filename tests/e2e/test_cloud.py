"""Sessions in the cloud, played by a scripted CLI: the real one needs an account for them."""

from __future__ import annotations

import os
import signal

import copilot_actors as ca

CLOUD = """
    RESOURCE = {
        "kind": "coding-agent",
        "sessionId": "resource-7",
        "resourceId": "resource-7",
        "name": "Harvest",
        "summary": "what it is about",
        "state": "running",
        "pullRequestNumber": 42,
        "repository": {"owner": "acme", "name": "farm", "branch": "main"},
        "startTime": "2026-01-01T00:00:00Z",
        "modifiedTime": "2026-01-01T00:00:00Z",
    }

    @on("session.create")
    def create(request):
        cli.error(request, -32603, "a session in the cloud is never created here")

    @on("sessions.connect")
    def connect(request):
        if request["params"]["sessionId"] != "resource-7":
            cli.error(request, -32603, "there is no such resource")
            return
        cli.reply(request, {"sessionId": "runtime-1", "metadata": RESOURCE})
        cli.event("runtime-1", "session.remote_steerable_changed", {"remoteSteerable": True})
"""


async def test_a_session_in_the_cloud_is_told_of_and_resumed_by_the_id_of_its_runtime(fake):
    fake.play(CLOUD)
    async with ca.open_client(**fake.options()) as client:
        connected = await client.rpc.sessions.connect(session_id="resource-7")
        assert connected.session_id == "runtime-1"
        told = connected.metadata
        assert (told.name, told.pull_request_number) == ("Harvest", 42)
        assert (told.repository.owner, told.repository.name) == ("acme", "farm")
        session = await client.resume_session(connected.session_id)
        assert session.session_id == "runtime-1"
        first = (await session.get_messages())[0]
        assert first.type == "session.remote_steerable_changed"
        answer = await session.send_and_wait("hello")
        assert answer.data.content == "echo: hello"
        # After a crash too it is the runtime's id that is resumed, and nothing is created.
        os.kill(fake.starts[-1], signal.SIGKILL)
        answer = await session.send_and_wait("and now?")
        assert answer.data.content == "echo: and now?"
        assert len(fake.starts) == 2
