"""What the model is sent on the real CLI: system message, tools, folders, attachments."""

from __future__ import annotations

import base64
import json

import pytest

import copilot_actors as ca
from copilot_actors.testing import Citation, Text, ToolCall, ToolCalls

pytestmark = [pytest.mark.real_cli, pytest.mark.exhaustive]

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
DOCUMENT = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/MediaBox[0 0 3 3]>>endobj
trailer<</Root 1 0 R>>
"""
PERSONA = "You are Botanica, who knows plants only."


def choose(request):
    """``call NAME ARGUMENTS`` calls a tool; then, or else, the results or the prompt are said."""
    if request.prompt.startswith("call ") and request.step == 0:
        _, name, arguments = request.prompt.split(" ", 2)
        return ToolCalls([ToolCall(name, json.loads(arguments))])
    return Text("|".join(result.content for result in request.tool_results) or request.prompt)


def system(model):
    """The system message of the last request to the model."""
    return "\n".join(
        str(message["content"])
        for message in model.requests[-1].messages
        if message["role"] == "system"
    )


def offered(model):
    """The tools in the last request to the model, by name."""
    return {tool["function"]["name"]: tool["function"] for tool in model.requests[-1].tools}


@pytest.fixture
def asked_anew(real):
    """Ask in a new session with these options, or in one that is resumed with them."""

    async def ask(client, *, resumed=False, prompt="1+1", **options):
        given = {"on_permission_request": ca.approve_all, **real.session, **options}
        if not resumed:
            session = await client.create_session(**given)
        else:
            before = await client.create_session(**real.session)
            await before.send_and_wait("before")
            await before.disconnect()
            session = await client.resume_session(before.session_id, **given)
        answer = await session.send_and_wait(prompt)
        return session, answer.data["content"]

    return ask


async def test_the_system_message_is_extended_replaced_and_customized(real, asked_anew):
    async with real.client(choose) as client:
        await asked_anew(client)
        usual = system(real.model)
        for resumed in (False, True):
            await asked_anew(client, resumed=resumed, system_message="End with HAVE A NICE DAY.")
            assert "HAVE A NICE DAY." in system(real.model)
            assert usual.splitlines()[0] in system(real.model)
        whole = "You are Testy. Reply briefly."
        await asked_anew(client, system_message={"mode": "replace", "content": whole})
        assert system(real.model) == whole
        parts = {
            "tone": {"action": "replace", "content": "Be warm."},
            "code_change_rules": {"action": "remove"},
        }
        await asked_anew(
            client,
            system_message={"mode": "customize", "sections": parts, "content": "Mention money."},
        )
        assert "Be warm." in system(real.model)
        assert "Mention money." in system(real.model)
        assert "<code_change_instructions>" in usual
        assert "<code_change_instructions>" not in system(real.model)
        for section in ("identity", "preamble"):
            replaced = {section: {"action": "replace", "content": PERSONA}}
            await asked_anew(client, system_message={"mode": "customize", "sections": replaced})
            assert PERSONA in system(real.model)


def greeting(name):
    return ca.Tool(name, name, None, lambda: f"from {name}", skip_permission=True)


async def test_the_model_is_offered_the_tools_that_were_chosen(real, asked_anew):
    async with real.client(choose) as client:
        await asked_anew(client)
        everything = set(offered(real.model))
        assert {"view", "edit", "grep"} <= everything
        agents = offered(real.model)["task"]["parameters"]["properties"]["agent_type"]["enum"]
        assert "explore" in agents
        await asked_anew(client, available_tools=["view", "edit"])
        assert set(offered(real.model)) == {"view", "edit"}
        await asked_anew(client, resumed=True, available_tools=["view"])
        assert set(offered(real.model)) == {"view"}
        await asked_anew(client, excluded_tools=["view"])
        assert set(offered(real.model)) == everything - {"view"}
        _, answer = await asked_anew(
            client,
            tools=[greeting("allowed"), greeting("excluded")],
            available_tools=["allowed", "excluded"],
            excluded_tools=["excluded"],
            extra={"toolFilterPrecedence": "excluded"},
            prompt="call allowed {}",
        )
        assert answer == "from allowed"
        assert set(offered(real.model)) == {"allowed"}
        hidden = {"defaultAgent": {"excludedTools": ["secret"]}}
        await asked_anew(client, tools=[greeting("secret")], extra=hidden)
        assert "secret" not in offered(real.model)
        for resumed in (False, True):
            await asked_anew(client, resumed=resumed, extra={"excludedBuiltinAgents": ["explore"]})
            task = offered(real.model)["task"]["parameters"]["properties"]["agent_type"]
            assert set(task["enum"]) == set(agents) - {"explore"}
            limits = {"sessionLimits": {"maxAiCredits": 30}}
            await asked_anew(client, resumed=resumed, extra=limits)
            assert "30 AI credits" in json.dumps(real.model.requests[-1].messages)


async def test_a_client_that_starts_from_nothing_tells_nothing_of_the_machine(
    real, asked_anew, tmp_path
):
    folder = tmp_path / "folder-of-the-machine"
    folder.mkdir()
    (folder / "AGENTS.md").write_text("Always say SENTINEL.")
    isolated = ca.ToolSet().builtin(*ca.BUILTIN_TOOLS_ISOLATED)
    chosen = {"task", "read_agent", "list_agents", "write_agent"}
    async with real.client(choose, working_directory=folder) as client:
        await asked_anew(client)
        usual = system(real.model)
        assert "SENTINEL" in usual
        assert "Current working directory" in usual
    async with real.client(choose, working_directory=folder, mode="empty") as client:
        for resumed in (False, True):
            if resumed:
                before = await client.create_session(available_tools=[], **real.session)
                await before.send_and_wait("before")
                await before.disconnect()
                session = await client.resume_session(
                    before.session_id, available_tools=isolated, **real.session
                )
                await session.send_and_wait("1+1")
            else:
                await asked_anew(client, available_tools=isolated)
            assert set(offered(real.model)) == chosen
            for words in ("SENTINEL", folder.name, "working directory", "Operating System"):
                assert words not in system(real.model)
        await asked_anew(client, available_tools=[], system_message="End with GOODBYE.")
        assert offered(real.model) == {}
        assert "GOODBYE" in system(real.model)
        assert folder.name not in system(real.model)
        without = ca.ToolSet().builtin("task", "read_agent")
        await asked_anew(client, available_tools=without, excluded_tools=["builtin:task"])
        assert set(offered(real.model)) == {"read_agent"}
        mine = ca.ToolSet().custom("*")
        tools = [greeting("mine")]
        _, answer = await asked_anew(
            client, available_tools=mine, tools=tools, prompt="call mine {}"
        )
        assert answer == "from mine"
        assert set(offered(real.model)) == {"mine"}


async def test_citations_of_attached_documents_are_asked_for_and_told(real, tmp_path):
    document = ca.BlobAttachment(
        data=DOCUMENT, mime_type="application/pdf", display_name="grass.pdf"
    )
    citation = Citation(cited_text="Grass is green.", document_title="grass.pdf")

    def cite(request):
        return Text("It is green.", citations=[citation])

    def asked(model):
        blocks = model.requests[-1].messages[-1]["content"]
        [found] = [block for block in blocks if block["type"] == "document"]
        return found.get("citations")

    async with real.client(cite) as client:
        speaking = {"model": "claude-sonnet-4.5", "provider": real.model.provider("anthropic")}
        session = await client.create_session(**speaking)
        answer = await session.send_and_wait("What colour is grass?", attachments=[document])
        assert asked(real.model) is None
        assert "citations" not in answer.raw["data"]
        await session.disconnect()
        created = await client.create_session(enable_citations=True, **speaking)
        resumed = await client.resume_session(session.session_id, enable_citations=True, **speaking)
        for session in (created, resumed):
            answer = await session.send_and_wait("And today?", attachments=[document])
            assert asked(real.model) == {"enabled": True}
            told = answer.raw["data"]["citations"]
            assert [source["title"] for source in told["sources"]] == ["grass.pdf"]
            [span] = told["spans"]
            assert span["references"][0]["citedText"] == "Grass is green."
            assert answer.data.citations is not None


async def test_folders_and_instructions_are_those_that_were_named(real, asked_anew, tmp_path):
    for name in ("of-client", "of-session"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "marker.txt").write_text(f"in {name}")
    more = tmp_path / "more" / ".github" / "instructions"
    more.mkdir(parents=True)
    (more / "extra.instructions.md").write_text("Always say SENTINEL.")
    look = "call view " + json.dumps({"path": "marker.txt"})
    list_it = "call bash " + json.dumps({"command": "cat marker.txt", "description": "x"})
    async with real.client(choose, working_directory=tmp_path / "of-client") as client:
        _, answer = await asked_anew(client, prompt=list_it)
        assert "in of-client" in answer
        for resumed in (False, True):
            _, answer = await asked_anew(
                client,
                resumed=resumed,
                prompt=list_it,
                working_directory=tmp_path / "of-session",
            )
            assert "in of-session" in answer
            await asked_anew(
                client,
                resumed=resumed,
                extra={"instructionDirectories": [str(tmp_path / "more")]},
            )
            assert "SENTINEL" in system(real.model)
        session, answer = await asked_anew(client, config_directory=tmp_path / "settings")
        assert answer == "1+1"
        assert (await session.send_and_wait(look)).type == "assistant.message"


ATTACHED = [
    {"type": "file", "path": "notes.txt", "lineRange": {"start": 1, "end": 1}},
    {"type": "directory", "path": "folder"},
    {
        "type": "selection",
        "filePath": "notes.txt",
        "text": "some text",
        "selection": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 9}},
    },
    {"type": "blob", "data": PIXEL, "mimeType": "image/png"},
]


@pytest.mark.exhaustive
async def test_attachments_and_the_mode_of_a_prompt_are_in_its_event(real, tmp_path):
    (tmp_path / "notes.txt").write_text("some text\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "inside.txt").write_text("inside\n")
    async with real.client(choose) as client:
        session = await client.create_session(
            working_directory=tmp_path, on_permission_request=ca.approve_all, **real.session
        )
        for item in ATTACHED:
            attached = {**item, "displayName": f"a {item['type']}"}
            for name in ("path", "filePath"):
                if name in item:
                    attached[name] = str(tmp_path / item[name])
            await session.send_and_wait("look", attachments=[attached], agent_mode="plan")
        prompts = [e.data for e in await session.get_messages() if e.type == "user.message"]
        assert [data["agentMode"] for data in prompts] == ["plan"] * len(ATTACHED)
        for data, item in zip(prompts, ATTACHED, strict=True):
            [kept] = data["attachments"]
            assert kept["displayName"] == f"a {item['type']}"
            for name in set(item) - {"path", "filePath", "data"}:
                assert kept[name] == item[name], item["type"]


@pytest.mark.exhaustive
async def test_images_are_sent_to_a_model_that_is_said_to_see(real, asked_anew, tmp_path):
    (tmp_path / "pixel.png").write_bytes(base64.b64decode(PIXEL))
    look = "call view " + json.dumps({"path": str(tmp_path / "pixel.png")})

    def seen():
        return "image_url" in json.dumps(real.model.requests[-1].messages)

    def sight(vision):
        return {"modelCapabilities": {"supports": {"vision": vision}}}

    async with real.client(choose) as client:
        for first in (False, True):
            session, _ = await asked_anew(
                client, working_directory=tmp_path, prompt=look, extra=sight(first)
            )
            assert seen() is first
            await session.request(
                "session.model.switchTo", {"modelId": real.session["model"], **sight(not first)}
            )
            await session.request("session.history.truncate", {"eventId": await first_of(session)})
            await session.send_and_wait(look)
            assert seen() is not first


async def first_of(session):
    """The first prompt of a session: what is cut from there on leaves no image behind."""
    events = await session.get_messages()
    return next(event.id for event in events if event.type == "user.message")
