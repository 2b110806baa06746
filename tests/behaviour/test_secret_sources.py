"""Keys that come from a source: asked for at each loading, and what becomes of one that is away."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Text

SCRIPT = Script.by_prompt({}, default=Text("ok"))
KEY = "sk-source-0123456789abcdef"


class Vault:
    """Gives another key each time, or what a test wants of it."""

    def __init__(self) -> None:
        self.asked = 0
        self.away = 0

    def key(self) -> str:
        self.asked += 1
        if self.away:
            self.away -= 1
            raise LookupError(f"cannot read {KEY}")
        return f"{KEY}-{self.asked}"

    async def key_later(self) -> str:
        await trio.sleep(0.01)  # long enough to be in the way of others
        return self.key()


def with_key(world, source) -> dict[str, object]:
    """Options of a session whose provider has its key from ``source``."""
    provider = {"base_url": "http://127.0.0.1:9/v1", **world.session_options.get("provider", {})}
    return {"model": "m", **world.session_options, "provider": {**provider, "api_key": source}}


@pytest.mark.parametrize(
    "kind", ["plain", pytest.param("async", marks=pytest.mark.exhaustive("real"))]
)
async def test_a_key_is_asked_for_at_each_loading(world, kind):
    vault = Vault()
    source = vault.key if kind == "plain" else vault.key_later
    async with world.client(SCRIPT) as client:
        options = with_key(world, source)
        session = await client.create_session(**options)
        await session.send_and_wait("a")
        assert vault.asked == 1
        world.kill(client)
        await session.wait_state("recovering")
        assert await session.send_and_wait("b", timeout=30)
        assert vault.asked == 2
        await session.disconnect()
        again = await client.resume_session(session.session_id, **options)
        assert await again.send_and_wait("c")
        assert vault.asked == 3


@pytest.mark.exhaustive("real")
async def test_a_changed_handler_asks_for_the_key_too(world):
    vault = Vault()
    async with world.client(SCRIPT) as client:
        session = await client.create_session(**with_key(world, vault.key_later))
        await session.register_user_input_handler(lambda _: "yes")
        assert vault.asked == 2
        assert await session.send_and_wait("a")


@pytest.mark.parametrize("world_name", ["simulator"], indirect=True)
class TestOnTheSimulator:
    """What depends on our own side alone."""

    async def test_the_environment_is_read_at_each_loading(self, world, monkeypatch):
        source = ca.EnvironmentSecret("A_KEY_OF_THIS_TEST")
        monkeypatch.setenv("A_KEY_OF_THIS_TEST", f"{KEY}-old")
        told = keys_told(world)
        async with world.client(SCRIPT) as client:
            session = await client.create_session(**with_key(world, source))
            monkeypatch.setenv("A_KEY_OF_THIS_TEST", f"{KEY}-new")
            world.kill(client)
            await session.wait_state("recovering")
            await session.wait_state("idle")
            assert told() == f"{KEY}-new"
            monkeypatch.delenv("A_KEY_OF_THIS_TEST")
            with pytest.raises(ca.SecretUnavailable, match="A_KEY_OF_THIS_TEST") as caught:
                await client.create_session(**with_key(world, source))
            assert caught.value.option == "provider.api_key"
            assert caught.value.retryable

    @pytest.mark.parametrize(
        ("option", "options"),
        [
            ("provider.api_key", lambda s: {"provider": {"base_url": "http://h", "api_key": s}}),
            (
                "provider.bearer_token",
                lambda s: {"provider": ca.ProviderConfig(base_url="http://h", bearer_token=s)},
            ),
            (
                "provider.headers['X-Key']",
                lambda s: {"provider": {"base_url": "http://h", "headers": {"X-Key": s}}},
            ),
            (
                "providers[0].api_key",
                lambda s: {
                    "providers": [ca.NamedProvider(name="p", base_url="http://h", api_key=s)]
                },
            ),
            (
                "mcp_servers['files'].env['KEY']",
                lambda s: {
                    "mcp_servers": {"files": ca.McpStdioServer(command="true", env={"KEY": s})}
                },
            ),
            ("github_token", lambda s: {"github_token": s}),
        ],
    )
    @pytest.mark.parametrize(
        ("says", "reason"),
        [
            (lambda: "", "empty"),
            (lambda: None, "NoneType instead of text"),
            (KEY.encode, "bytes instead of text"),
            (lambda: KEY + "\ud800", "no Unicode"),
            (lambda: {}["key"], "raised KeyError"),
            (trio.sleep_forever, "none within 3 s"),
        ],
    )
    async def test_a_source_without_a_key_is_a_fault_that_names_the_option(
        self, world, option, options, says, reason
    ):
        async with world.client(SCRIPT) as client:
            with pytest.raises(ca.SecretUnavailable, match=reason) as caught:
                await client.create_session(model="m", secret_timeout=3, **options(says))
            assert caught.value.option == option
            assert KEY not in str(caught.value)
            assert caught.value.__cause__ is caught.value.__context__ is None
            assert client.statistics().sessions == 0

    async def test_a_key_with_the_end_of_its_line_is_refused(self, world):
        async with world.client(SCRIPT) as client:
            with pytest.raises(ca.SecretUnavailable, match="end of a line"):
                await client.create_session(**with_key(world, lambda: KEY + "\n"))

    async def test_a_recovery_waits_for_a_key_and_tells_of_it(self, world):
        vault, told = Vault(), []
        async with world.client(SCRIPT) as client:
            session = await client.create_session(**with_key(world, vault.key_later))
            await session.on(
                "copilot_actors.session.secret_unavailable", lambda e: told.append(e.data)
            )
            vault.away = 3
            world.kill(client)
            await session.wait_state("recovering")
            assert (await session.send_and_wait("a")).data.content == "ok"
        assert [(one.attempt, one.retry_in) for one in told] == [(1, 0.5), (2, 1.0), (3, 2.0)]
        assert {(one.option, one.reason) for one in told} == {
            ("provider.api_key", "its function raised LookupError")
        }

    async def test_a_recovery_without_a_key_fails_that_session_alone(self, world):
        vault = Vault()
        async with world.client(SCRIPT) as client:
            session = await client.create_session(**with_key(world, vault.key))
            other = await client.create_session(**world.session_options)
            vault.away = 100
            world.kill(client)
            await session.wait_state("recovering")
            with pytest.raises(ca.SecretUnavailable) as caught:
                await session.send_and_wait("a", timeout=200)
            assert KEY not in repr(caught.value)
            assert session.state == "failed"
            assert await other.send_and_wait("b")
            vault.away = 0
            again = await client.resume_or_create_session(
                session.session_id, **with_key(world, vault.key)
            )
            assert await again.send_and_wait("c")

    async def test_a_session_that_waits_for_its_key_can_be_closed(self, world):
        vault = Vault()
        async with world.client(SCRIPT) as client:
            session = await client.create_session(**with_key(world, vault.key))
            vault.away = 100
            world.kill(client)
            await session.wait_state("recovering")
            await trio.sleep(5)  # simulated time
            begun = trio.current_time()
            await session.disconnect()
            assert trio.current_time() - begun <= 2

    @pytest.mark.parametrize("cancelled", [True, False])
    async def test_a_start_that_waits_for_its_key_can_be_cancelled(self, world, cancelled):
        async with world.client(SCRIPT) as client:
            with trio.move_on_after(1 if cancelled else 100) as scope:
                with pytest.raises((ca.SecretUnavailable, trio.Cancelled)) as caught:
                    await client.create_session(
                        **with_key(world, trio.sleep_forever), secret_timeout=10
                    )
                if caught.errisinstance(trio.Cancelled):
                    raise caught.value
            assert scope.cancelled_caught is cancelled
            assert client.statistics().sessions == 0
            assert await (await client.create_session(model="m")).send_and_wait("a")


def keys_told(world):
    """Return a function that tells the key that the CLI was last told."""

    def told() -> str:
        process = world.simulator.processes[-1]
        (session,) = process.sessions.values()
        return session.options.provider["apiKey"]

    return told
