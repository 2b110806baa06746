"""What the outside world may hand in, item by item: each is typed, and no other session suffers."""

from __future__ import annotations

import msgspec
import pytest
import trio

import copilot_actors as ca
from copilot_actors import SessionId
from copilot_actors.testing import Script, Simulator

ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
OPERATIONS = {
    "create_session": lambda c, i: c.create_session(session_id=i, model="m"),
    "resume_session": lambda c, i: c.resume_session(i, model="m"),
    "resume_or_create_session": lambda c, i: c.resume_or_create_session(i, model="m"),
    "delete_session": lambda c, i: c.delete_session(i),
    "recover_session": lambda c, i: c.recover_session(i),
    "get_session_metadata": lambda c, i: c.get_session_metadata(i),
    "set_foreground_session_id": lambda c, i: c.set_foreground_session_id(i),
}


@pytest.mark.parametrize("operation", OPERATIONS)
async def test_an_id_with_any_odd_character_reaches_no_cli(autojump_clock, operation):
    """Every character of the first planes' beginnings, at each end and in the middle."""
    odd = [chr(code) for code in range(0x300) if chr(code) not in ALPHABET]
    odd += ["\u200b", "\u202e", "\u2028", "\uff41", "\uff0f", "\ufeff", "\U0001f600", "\ud800"]
    async with ca.open_client(cli=Simulator(Script.echo())) as client:
        before = client.statistics().requests
        for character in odd:
            for text in (f"{character}a", f"a{character}b", f"a{character}"):
                with pytest.raises(ca.InvalidSessionId):
                    await OPERATIONS[operation](client, text)
        for text in ("", ".", "..", "a" * 256, None if operation != "create_session" else 7, b"a"):
            with pytest.raises(ca.InvalidSessionId):
                await OPERATIONS[operation](client, text)
        assert client.statistics().requests == before
        session = await client.create_session(session_id=SessionId(user="../../é\n"), model="m")
        assert (await session.send_and_wait("hi")).data.content == "hi"


class Liar(ca.InMemoryFileSystem):
    """Says of each file that it is some other size."""

    def __init__(self, size):
        super().__init__()
        self.size = size

    async def stat(self, path):
        info = await super().stat(path)
        if info.kind != "file":
            return info
        return msgspec.structs.replace(info, size=self.size(info.size))


SIZES = {
    "empty": lambda _size: 0,
    "half": lambda size: size // 2,
    "much more": lambda size: 1000 * size + 1,
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.exhaustive("real")
async def test_a_file_system_that_lies_about_sizes_loses_nothing(world, size):
    """The content is what is read, and sizes are a hint: in this process, and in the CLI."""
    made = {"liar": Liar(SIZES[size]), "honest": ca.InMemoryFileSystem()}
    async with world.client(Script.echo(), session_file_system=made.__getitem__) as client:
        sessions = [
            await client.create_session(session_id=name, **world.session_options) for name in made
        ]
        for prompt in ("one", "two"):
            for session in sessions:
                assert (await session.send_and_wait(prompt)).data.content == prompt
        world.kill(client)
        for session in sessions:
            assert (await session.send_and_wait("three")).data.content == "three"
            messages = await session.get_messages()
            asked = [e.data.content for e in messages if e.type == "user.message"]
            assert asked == ["one", "two", "three"]
            await session.disconnect()
        session = await client.resume_session("liar", **world.session_options)
        assert len([e for e in await session.get_messages() if e.type == "user.message"]) == 3


class Broken(ca.InMemoryFileSystem):
    """Raises something odd at each operation, once it is switched on."""

    broken = False

    async def append_file(self, path, content, *, mode=None):
        if self.broken:
            raise RuntimeError("of the user")
        await super().append_file(path, content, mode=mode)


async def test_a_file_system_that_breaks_for_good_takes_no_other_session_along(autojump_clock):
    made = {"broken": Broken(), "fine": ca.InMemoryFileSystem()}
    async with ca.open_client(
        cli=Simulator(Script.echo()), session_file_system=made.__getitem__
    ) as client:
        broken, fine = [await client.create_session(session_id=name, model="m") for name in made]
        for session in (broken, fine):
            await session.send_and_wait("one")
        made["broken"].broken = True
        with trio.move_on_after(300), pytest.raises(ca.CopilotError):
            await broken.send_and_wait("two", timeout=60)
        assert (await fine.send_and_wait("two")).data.content == "two"
        assert client.statistics().connections == 1
        made["broken"].broken = False
        await broken.disconnect()
        session = await client.resume_session("broken", model="m")
        assert (await session.send_and_wait("three")).data.content == "three"
