"""Opening, listing, reading, settings and deletion of sessions; errors of requests."""

from itertools import chain

import pytest

from copilot_actors.testing import Script, Text, ToolCall, ToolCalls

SESSION = "s-1"


async def fails(client, method, match, code=-32603, **params):
    with pytest.raises(Exception, match=match) as caught:
        await client.call(method, **params)
    assert caught.value.code == code


async def test_ping_and_connect_say_who_answers(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        connected = await client.call("connect")
        assert connected == {
            "ok": True,
            "protocolVersion": 3,
            "version": "1.0.102",
            "taskKinds": ["agent", "shell"],
        }
        assert (await client.call("ping", message="hi"))["message"] == "pong: hi"
        assert (await client.call("ping"))["message"] == "pong"
        await fails(client, "connect", "AUTHENTICATION_NOT_CONFIGURED", -32003, token="x")
        status = await client.call("status.get")
        assert status == {"version": "1.0.102", "protocolVersion": 3}


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize(
    "method", ["session.sendAndWait", "session.setModel", "session.ping", "no.such"]
)
async def test_an_unknown_method_is_named_in_the_error(open_world, method):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await fails(client, method, f"Unhandled method {method}", -32601)


@pytest.mark.exhaustive("real")
async def test_requests_about_an_unknown_session_fail(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        nowhere = "Session not found for sessionId: nope"
        for method in ("session.send", "session.abort", "session.metadata.activity"):
            await fails(client, method, nowhere, sessionId="nope", prompt="x")
        await fails(client, "session.getMessages", "Session not found: nope", sessionId="nope")
        await fails(client, "session.send", "Missing sessionId in session.send request")
        await fails(
            client,
            "session.resume",
            "Failed to load session events: Session not found: nope",
            sessionId="nope",
        )
        assert await client.call("sessions.save", sessionId="nope") == {}
        assert await client.call("session.destroy", sessionId="nope") == {"success": False}
        assert await client.call("sessions.getMetadata", sessionId="nope") == {}


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("session_id", ["my session/1", "../../evil"])
async def test_an_id_with_other_characters_is_rejected(open_world, session_id):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await fails(client, "session.create", "invalid sessionId", sessionId=session_id)


@pytest.mark.exhaustive("real")
async def test_an_empty_id_makes_the_cli_choose_one(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        created = await client.open(sessionId="")
        assert len(created["sessionId"]) == 36


@pytest.mark.exhaustive("real")
async def test_only_prompted_sessions_are_listed(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open()
        await client.open(sessionId="never")
        await client.turn("hello there")
        listed = (await client.call("session.list"))["sessions"]
        assert [item["sessionId"] for item in listed] == [SESSION]
        assert listed[0]["summary"] == "hello there"
        assert listed[0]["isRemote"] is False
        one = await client.call("session.getMetadata", sessionId=SESSION)
        assert one == {"session": listed[0]}
        snapshot = await client.call("session.metadata.snapshot", sessionId="never")
        assert snapshot["selectedModel"] == "gpt-4.1"
        elsewhere = await client.call("session.list", filter={"cwd": "/nowhere"})
        assert elsewhere == {"sessions": []}


@pytest.mark.exhaustive("real")
async def test_deleted_sessions_are_gone_and_announced(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open()
        await client.turn("x")
        deleted = await client.call("session.delete", sessionId=SESSION)
        assert deleted == {"success": True}
        await client.settle()
        kinds = [note["type"] for note in client.lifecycle]
        assert kinds.count("session.deleted") >= 1
        again = await client.call("session.delete", sessionId=SESSION)
        assert again == {"success": False, "error": f"Session file not found for {SESSION}"}
        await fails(client, "session.resume", "Session not found", sessionId=SESSION)
        assert world.journal() is None


@pytest.mark.exhaustive("real")
async def test_a_closed_session_is_resumed_in_full(open_world, log_of):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open()
        await client.turn("x")
        await client.call("session.destroy", sessionId=SESSION)
        assert log_of(world)[-1] == "session.shutdown"
        await client.resume()
        reply = await client.call("session.getMessages", sessionId=SESSION)
        types = [event["type"] for event in reply["events"]]
        assert types[-2:] == ["session.shutdown", "session.resume"]
        await client.turn("y")
        roles = [m["role"] for m in world.requests[-1].messages]
        assert roles == ["system", "user", "assistant", "user"]


@pytest.mark.exhaustive("real")
async def test_the_log_is_read_in_pages_both_ways(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open()
        await client.turn("x")
        everything = await client.call("sessions.readPersistedEvents", sessionId=SESSION)
        types = [event["type"] for event in everything["events"]]
        assert "session.usage_record" in types
        assert (everything["hasMore"], everything["cursorStatus"]) == (False, "ok")

        async def pages(**first):
            seen, page = [], {"hasMore": True}
            while page["hasMore"]:
                page = await client.call(
                    "sessions.readPersistedEvents", sessionId=SESSION, max=2, **first
                )
                seen.append([event["type"] for event in page["events"]])
                first = {"cursor": page["cursor"]}
            return seen

        forward = await pages()
        assert list(chain.from_iterable(forward)) == types
        assert all(len(page) <= 2 for page in forward)
        backward = await pages(direction="backward")
        assert list(chain.from_iterable(reversed(backward))) == types
        assert backward[0] == types[-2:]


@pytest.mark.exhaustive("real")
async def test_a_cursor_is_used_once(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open()
        await client.turn("x")
        read = "sessions.readPersistedEvents"
        page = await client.call(read, sessionId=SESSION, max=2)
        await client.call(read, sessionId=SESSION, max=2, cursor=page["cursor"])
        again = await client.call(read, sessionId=SESSION, max=2, cursor=page["cursor"])
        assert (again["events"], again["hasMore"], again["cursorStatus"]) == ([], False, "expired")
        bogus = await client.call(read, sessionId=SESSION, cursor="bogus")
        assert (bogus["events"], bogus["cursorStatus"]) == ([], "expired")
        await fails(client, read, "unknown variant", sessionId=SESSION, direction="sideways")


@pytest.mark.exhaustive("real")
async def test_the_event_log_of_a_loaded_session_can_be_followed(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open()
        tail = await client.call("session.eventLog.tail", sessionId=SESSION)
        await client.turn("x")
        page = await client.call("session.eventLog.read", sessionId=SESSION, cursor=tail["cursor"])
        types = [event["type"] for event in page["events"]]
        assert "user.message" in types
        assert "assistant.message" in types
        assert page["cursorStatus"] == "ok"


@pytest.mark.exhaustive("real")
async def test_client_metadata_survives_a_kill_even_unprompted(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open()
        await client.call(
            "session.metadata.updateClientMetadata", sessionId=SESSION, set={"job": "42"}
        )
        await world.kill(client)
        client = await world.start()
        await client.open()
        kept = await client.call("session.metadata.getClientMetadata", sessionId=SESSION)
        assert "42" in str(kept)


@pytest.mark.exhaustive("real")
async def test_settings_are_read_and_changed(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open()
        current = await client.call("session.model.getCurrent", sessionId=SESSION)
        assert current == {"modelId": "gpt-4.1"}
        switched = await client.call(
            "session.model.switchTo", sessionId=SESSION, modelId="gpt-5-mini"
        )
        assert (switched["status"], switched["modelId"]) == ("applied", "gpt-5-mini")
        changed = await client.event("session.model_change")
        assert (changed["previousModel"], changed["newModel"]) == ("gpt-4.1", "gpt-5-mini")
        assert await client.call("session.mode.get", sessionId=SESSION) == "interactive"
        await client.call("session.name.set", sessionId=SESSION, name="nm")
        assert await client.call("session.name.get", sessionId=SESSION) == {"name": "nm"}
        await client.call("session.log", sessionId=SESSION, message="note")
        assert (await client.event("session.info"))["message"] == "note"


@pytest.mark.exhaustive("real")
async def test_approve_all_asks_no_more_until_the_session_is_resumed(open_world):
    script = Script.by_prompt({"g": [ToolCalls([ToolCall("guarded")]), Text("ok")]})
    async with open_world(script) as world:
        client = await world.start()
        await client.open()
        await client.call("session.permissions.setApproveAll", sessionId=SESSION, enabled=True)
        await client.prompt("g")
        wanted = await client.event("external_tool.requested")
        await client.tool(wanted["requestId"], "done")
        await client.event("session.idle")
        assert client.data("permission.requested") == []
        await world.kill(client)
        client = await world.start()
        await client.resume()
        await client.prompt("g")
        await client.event("permission.requested")


async def test_shutdown_of_the_runtime_ends_the_process(open_world, log_of):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open()
        await client.turn("x")
        assert await client.call("runtime.shutdown") is None
        with pytest.raises(EOFError):
            await client.settle(10)
        assert log_of(world)[-1] == "session.shutdown"


@pytest.mark.exhaustive("real")
async def test_sessions_are_deleted_in_bulk_and_without_a_word(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        for session_id in ("a", "b"):
            await client.open(sessionId=session_id)
            await client.call("session.send", sessionId=session_id, prompt="x")
            await client.event("session.idle")
        sizes = (await client.call("sessions.getSizes"))["sizes"]
        assert set(sizes) == {"a", "b"}
        assert await client.call("sessions.delete", sessionId="a") == {}
        freed = (await client.call("sessions.bulkDelete", sessionIds=["b"]))["freedBytes"]
        assert freed["b"] > 0
        assert await client.call("session.list") == {"sessions": []}


@pytest.mark.exhaustive("real")
async def test_create_of_a_loaded_session_changes_nothing(open_world, log_of):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        first = await client.open()
        await client.turn("x")
        before = log_of(world)
        again = await client.open()
        assert again["startTime"] == first["startTime"]
        await client.settle()
        assert log_of(world) == before
        await client.turn("y")
        roles = [m["role"] for m in world.requests[-1].messages]
        assert roles == ["system", "user", "assistant", "user"]


@pytest.mark.exhaustive("real")
async def test_a_closed_session_is_unloaded_and_kept(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open()
        await client.turn("x")
        assert await client.call("sessions.close", sessionId=SESSION) == {}
        await fails(client, "session.send", "Session not found", sessionId=SESSION, prompt="y")
        await client.resume()
        await client.turn("y")


@pytest.mark.exhaustive("real")
async def test_a_session_that_was_shut_down_is_resumed_by_another_process_only(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open()
        await client.turn("x")
        assert await client.call("session.shutdown", sessionId=SESSION) is None
        await client.settle()
        assert client.trace()[-1] == "session.shutdown"
        with pytest.raises(Exception, match="Session event stream is closed"):
            await client.resume()
        await world.kill(client)
        client = await world.start()
        await client.resume()


@pytest.mark.exhaustive("real")
async def test_processing_is_known_while_it_lasts(open_world):
    async with open_world(Script.by_prompt({}, default=Text("x", first_delay=0.4))) as world:
        client = await world.start()
        await client.open()
        await client.prompt("x")
        await client.event("user.message")
        known = "session.metadata.isProcessing"
        assert await client.call(known, sessionId=SESSION) == {"processing": True}
        await client.event("session.idle")
        assert await client.call(known, sessionId=SESSION) == {"processing": False}


@pytest.mark.exhaustive("real")
async def test_without_a_terminal_there_is_no_foreground(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open()
        assert await client.call("session.getForeground") == {}
        reply = await client.call("session.setForeground", sessionId=SESSION)
        assert reply["success"] is False
        await fails(client, "models.list", "Not authenticated")
        assert (await client.call("auth.getStatus"))["isAuthenticated"] is False


@pytest.mark.exhaustive("real")
async def test_the_event_log_can_be_waited_on_and_knows_old_cursors(open_world):
    async with open_world(Script.by_prompt({}, default=Text("x", first_delay=0.3))) as world:
        client = await world.start()
        await client.open()
        await client.turn("x")
        read = "session.eventLog.read"
        tail = await client.call("session.eventLog.tail", sessionId=SESSION)
        waiting = await client.send(
            read, sessionId=SESSION, cursor=tail["cursor"], waitMs=5000, includeEphemeral=True
        )
        await client.prompt("y")
        page = await client.reply(waiting)
        assert page["events"]
        nothing = await client.call(read, sessionId=SESSION, cursor=page["cursor"], waitMs=1)
        assert nothing["cursorStatus"] == "ok"
        await client.event("session.idle")
        await world.kill(client)
        client = await world.start()
        await client.resume()
        old = await client.call(read, sessionId=SESSION, cursor=tail["cursor"])
        assert old["cursorStatus"] == "ok"
        assert "user.message" in [event["type"] for event in old["events"]]
        unknown = "00000000-0000-4000-8000-000000000000|3"
        expired = await client.call(read, sessionId=SESSION, cursor=unknown)
        assert expired["cursorStatus"] == "expired"
        assert expired["events"][0]["type"] == "session.start"


@pytest.mark.exhaustive("real")
async def test_a_warning_can_be_noted_without_telling_the_model(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open()
        await client.call("session.log", sessionId=SESSION, message="careful", level="warning")
        assert (await client.event("session.warning"))["message"] == "careful"
        await client.turn("x")
        assert "careful" not in str(world.requests[-1].messages)
