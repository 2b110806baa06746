"""The real CLI without a network, an account or the user's own files: a transport for tests."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypedDict, final

import msgspec

from copilot_actors.transport import Channel, LaunchOptions, Stdio, Transport

from ._scripted_model._server import ScriptedModel


class OfflineSessionOptions(TypedDict):
    """The options of a session on a scripted model."""

    model: str
    provider: dict[str, str]


@final
class OfflineCli(Transport):
    """A transport that starts the real CLI without a network, in a home of its own.

    ``async with open_client(cli=cli) as client``, then
    ``await client.create_session(**cli.session_options)``.

    Attributes:
        model: the scripted model that its sessions are to use.
        home_directory: the CLI's home, unless the client names one.
        transport: what starts the CLI; ``Stdio()`` unless told otherwise.
    """

    def __init__(
        self, model: ScriptedModel, home: str | os.PathLike[str], transport: Transport | None = None
    ) -> None:
        self.model = model
        self.home_directory = Path(home)
        self.transport = Stdio() if transport is None else transport

    @property
    def session_options(self) -> OfflineSessionOptions:
        """The ``model`` and ``provider`` that a session needs, to be passed on."""
        return {"model": self.model.model_name, "provider": self.model.provider()}

    async def open(self, options: LaunchOptions) -> Channel:
        """Start the CLI; see the inner transport's ``open``.

        Raises:
            CopilotError: as the inner transport's ``open``.
        """
        return await self.transport.open(self._filled(options))

    def home(self, options: LaunchOptions) -> str | None:
        """Name the store of the CLI."""
        return self.transport.home(self._filled(options))

    def _filled(self, options: LaunchOptions) -> LaunchOptions:
        env = os.environ if options.env is None else options.env
        home = str(self.home_directory) if options.home is None else options.home
        return msgspec.structs.replace(options, env={**env, **self.model.environment()}, home=home)
