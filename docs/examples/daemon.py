"""A daemon that answers each line "user prompt" on its standard input, one session per user.

Sessions are resumed by name, so that they outlive the daemon. SIGTERM, SIGINT and the end of the
input let the answers under way come, within 20 seconds; then the CLI is stopped. The exit code
is 1 when the CLI could not be kept alive, so that a process supervisor starts the daemon
again. A provider of your own is read from COPILOT_PROVIDER_BASE_URL and COPILOT_PROVIDER_API_KEY.
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator

import trio

from copilot_actors import (
    Client,
    ConnectionFault,
    CopilotError,
    PermissionDecision,
    PermissionRequest,
    ProviderConfig,
    Session,
    SessionOptions,
    approve_once,
    open_client,
    reject,
    tool,
)

GRACE = 20.0
AT_ONCE = 16


@tool(skip_permission=True)
def weather(city: str) -> str:
    """Current temperature of a city."""
    return f"18 degrees in {city}"


def decide(request: PermissionRequest) -> PermissionDecision:
    """Reading is allowed, nothing else."""
    if request.kind == "read":
        return approve_once()
    return reject(f"this daemon does not allow: {request.kind}")


def options() -> SessionOptions:
    """The same options whenever a session is opened: the CLI stores none of them."""
    url = os.environ.get("COPILOT_PROVIDER_BASE_URL")
    key = os.environ.get("COPILOT_PROVIDER_API_KEY", "")
    return SessionOptions(
        model=os.environ.get("COPILOT_MODEL", "gpt-5"),
        provider=ProviderConfig(base_url=url, api_key=key) if url else None,
        tools=[weather],
        on_permission_request=decide,
    )


async def lines() -> AsyncIterator[str]:
    """The lines of standard input, without a thread."""
    rest = b""
    async with trio.lowlevel.FdStream(os.dup(sys.stdin.fileno())) as stdin:
        async for chunk in stdin:
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                yield line.decode(errors="replace")


async def answer(session: Session, prompt: str, limit: trio.CapacityLimiter) -> None:
    """Answer one prompt. Its failure is one line of output and touches nobody else."""
    async with limit:
        try:
            event = await session.send_and_wait(prompt, timeout=300)
        except CopilotError as error:
            print(f"{session.session_id}: error: {error}", flush=True)
        else:
            text = event.data.get("content") if event is not None else None
            print(f"{session.session_id}: {text or ''}", flush=True)


async def read(client: Client, answers: trio.Nursery) -> None:
    """Hand each prompt to its user's session."""
    sessions: dict[str, Session] = {}
    limit = trio.CapacityLimiter(AT_ONCE)
    async for line in lines():
        user, _, prompt = line.partition(" ")
        if not prompt:
            continue
        try:
            if user not in sessions or sessions[user].state in ("closed", "failed"):
                sessions[user] = await client.resume_or_create_session(user, options())
        except CopilotError as error:
            print(f"{user}: error: {error}", flush=True)
            continue
        answers.start_soon(answer, sessions[user], prompt, limit)


async def main() -> None:
    """Serve until the input ends or a signal comes, then finish what was begun."""
    async with open_client() as client, trio.open_nursery() as answers:
        print(f"ready, CLI {client.cli_version}", flush=True)
        async with trio.open_nursery() as reader:

            async def stop_at_a_signal() -> None:
                await client.drain_at_signal(deadline=GRACE)
                reader.cancel_scope.cancel()

            reader.start_soon(stop_at_a_signal)
            await read(client, answers)
            await client.drain(GRACE)
            reader.cancel_scope.cancel()
    print("stopped", flush=True)


if __name__ == "__main__":
    try:
        trio.run(main)
    except ConnectionFault as fault:
        sys.exit(f"the CLI cannot be kept alive: {fault}")
