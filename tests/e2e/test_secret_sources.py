"""Keys of a source in a whole life of a session with the real CLI: written down nowhere."""

from __future__ import annotations

import logging
import os
import signal
import traceback
import warnings
from pathlib import Path

import pytest

import copilot_actors as ca
from copilot_actors.client._session._actor import SessionActor
from copilot_actors.otp import sys
from copilot_actors.testing import HttpError, Script, Text, open_scripted_model

SCRIPT = Script.by_prompt({"fail": HttpError(400, "no such thing")}, default=Text("ok"))
PARTS = ("sk-life-0123456789abcdef", "bearer-life-0123456789abcdef", "head-life-0123456789abcdef")


class Sources:
    """Fresh keys at each loading; knows all that it gave away."""

    def __init__(self) -> None:
        self.given: list[str] = []
        self.away = False

    def give(self, part: str) -> str:
        if self.away:
            raise LookupError(f"the vault has {self.given[-1]}")
        self.given.append(f"{part}-{len(self.given)}")
        return self.given[-1]

    async def key(self) -> str:
        return self.give(PARTS[0])

    def bearer(self) -> str:
        return self.give(PARTS[1])

    def header(self) -> str:
        return self.give(PARTS[2])


def shown(value) -> str:
    """Every way in which a value may be shown, an exception with the variables of its frames."""
    texts = [repr(value), str(value)]
    if isinstance(value, BaseException):
        texts += traceback.format_exception(value)
        texts += traceback.TracebackException.from_exception(value, capture_locals=True).format()
        texts += [repr(value.args), repr(vars(value))]
    return "\n".join(texts)


def written(*folders: Path):
    """All files under these folders, with what is in them."""
    for folder in folders:
        for path in folder.rglob("*"):
            if path.is_file():
                yield path, path.read_bytes()


@pytest.mark.real_cli
async def test_X2_keys_of_sources_are_written_down_nowhere(real, caplog, tmp_path, monkeypatch):
    sources, texts, events = Sources(), [], []
    options: dict[str, object] = {}
    caplog.set_level(logging.DEBUG)
    (tmp_path / "ledger").mkdir()

    async def look(client, *values):
        """Keep whatever a program may print of a client, its tree and its actors."""
        texts.extend(shown(value) for value in (client, *values))
        texts.extend((client.dump_tree(), repr(client.which_children())))
        texts.append(repr(client.statistics()))
        texts.append(client._context.link.channel.stderr_tail)
        for record in client._context.table:
            texts.append(shown(await sys.get_status(record.ref)))
            texts.append(shown(await sys.get_state(record.ref)))
            texts.append(shown(record.options))

    with warnings.catch_warnings(record=True) as warned:
        async with open_scripted_model(SCRIPT) as model:
            provider = {
                **model.provider(),
                "api_key": sources.key,
                "bearer_token": sources.bearer,
                "headers": {"X-Extra": sources.header},
            }
            options = {
                "model": model.model_name,
                "provider": ca.ProviderConfig(**provider),
                "on_event": events.append,
            }
            settings = real.options(
                model,
                log_level="all",
                ledger=ca.SqliteLedger(tmp_path / "ledger" / "l.sqlite", store_prompts=True),
                lease=ca.FileLease(tmp_path / "leases"),
            )
            async with ca.open_client(**settings) as client:
                session = await client.create_session(**options)
                await session.send_and_wait("hello")
                with pytest.raises(ca.TurnFailed) as failed:
                    await session.send_and_wait("fail")
                await look(client, session, failed.value)
                os.kill(client.pid, signal.SIGKILL)
                await session.wait_state("recovering")
                await session.send_and_wait(f"do you know {sources.given[0]}?", timeout=60)
                crash_once(monkeypatch)
                await session.send_and_wait("after a crash of the actor", timeout=60)
                assert "boom" in caplog.text
                await look(client, session)
                sources.away = True
                with pytest.raises(ca.SecretUnavailable) as away:
                    await client.create_session(**options)
                sources.away = False
                with pytest.raises(ca.CopilotError) as unknown:
                    await client.resume_session("nobody-knows-this-one", **options)
                wrong = {**options, "extra": {"provider": 7}}
                with pytest.raises(ca.CopilotError) as refused:
                    await client.create_session(**{**wrong, "mcp_servers": server(sources)})
                await look(client, away.value, unknown.value, refused.value)
                await session.disconnect()
                again = await client.resume_session(session.session_id, **options)
                await again.send_and_wait("resumed")
                await look(client, again)
    assert len(sources.given) >= 5 * len(PARTS)
    texts += [repr(warning) for warning in warned]
    for record in caplog.records:
        texts.append(record.getMessage())
        texts.append(repr(record.args))
        if record.exc_info and record.exc_info[1] is not None:
            texts.append(shown(record.exc_info[1]))
    asked = [e for e in events if "do you know" in repr(e.raw)]
    assert asked  # the transcript has what its user wrote
    texts += [shown(event) + repr(event.raw) for event in events if event not in asked]
    for key in sources.given:
        for text in texts:
            assert key not in text, text[max(0, text.find(key) - 300) : text.find(key) + 100]
        for path, data in written(tmp_path / "ledger", tmp_path / "leases"):
            assert key.encode() not in data, path
        for path, data in written(real.home):
            if key != sources.given[0]:
                assert key.encode() not in data, path


def crash_once(monkeypatch) -> None:
    """Let the actor of a session crash at the next event that it sees."""
    sound = SessionActor._event

    def crash(self, event):
        monkeypatch.setattr(SessionActor, "_event", sound)
        raise RuntimeError("boom")

    monkeypatch.setattr(SessionActor, "_event", crash)


def server(sources: Sources) -> dict[str, object]:
    """An MCP server whose environment has a key."""
    return {"s": ca.McpStdioServer(command="true", env={"A_KEY": sources.bearer})}
