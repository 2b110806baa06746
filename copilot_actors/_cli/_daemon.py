"""The daemon of ``copilot-actors serve``: a client, its gateway, the signals of a service."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import AsyncIterator, Callable
from typing import Final

import outcome
import trio

from copilot_actors import Client, ConnectionFault, CopilotError, DrainReport, open_client
from copilot_actors.gateway import Gateway, open_gateway

from ._log_lines import set_up_log
from ._serve_config import ConfigError, ServeConfig
from ._store_lock import StoreLock
from ._systemd import Notifier

_log = logging.getLogger("copilot_actors.daemon")

_FIXED: Final = ("host", "port", "certificate", "key", "client", "home")
"""Settings that are read at the start only."""


class Daemon:
    """One run of the daemon.

    Args:
        config: its settings.
        reload: reads them again.
        lock: of the store, which is held.
    """

    def __init__(
        self, config: ServeConfig, reload: Callable[[], ServeConfig], lock: StoreLock
    ) -> None:
        self._config = config
        self._reload = reload
        self._lock = lock
        self._notifier = Notifier(os.environ)

    async def run(self) -> DrainReport:
        """Serve until a signal says to stop, then drain.

        Raises:
            ConfigError: the certificate cannot be used.
            ConnectionFault: the CLI could not be started, or not be kept alive.
            CopilotError: a setting that cannot be right.
            OSError: the address cannot be listened at.
        """
        config = self._config
        context = config.ssl_context()
        with trio.open_signal_receiver(
            signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1
        ) as signals:
            async with (
                open_client(config.client) as client,
                open_gateway(
                    client,
                    host=config.host,
                    port=config.port,
                    tokens=config.tokens,
                    allowed_origins=config.allowed_origins,
                    ssl_context=context,
                    limits=config.limits,
                    session_defaults=config.session,
                    allow_insecure_public=config.allow_insecure_public,
                ) as gateway,
            ):
                if not config.tokens:
                    _log.warning("no tokens: every user of this machine may run commands here")
                self._lock.tell(gateway.url)
                _log.info("serving at %s", gateway.url)
                self._notifier.ready(f"serving at {gateway.url}")
                return await self._serve(client, gateway, signals)

    async def _serve(
        self, client: Client, gateway: Gateway, signals: AsyncIterator[int]
    ) -> DrainReport:
        ended: list[outcome.Value[DrainReport] | outcome.Error] = []
        async with trio.open_nursery() as nursery:

            async def watch() -> None:
                ended.append(await outcome.acapture(_failure, client))
                nursery.cancel_scope.cancel()

            async def listen() -> None:
                ended.append(await outcome.acapture(self._listen, client, gateway, signals))
                nursery.cancel_scope.cancel()

            nursery.start_soon(self._show_life, client)
            nursery.start_soon(watch)
            nursery.start_soon(listen)
        return ended[0].unwrap()

    async def _listen(
        self, client: Client, gateway: Gateway, signals: AsyncIterator[int]
    ) -> DrainReport:
        async for number in signals:
            if number == signal.SIGHUP:
                self._read_again(gateway)
            elif number == signal.SIGUSR1:
                _log.info("the tree:\n%s", client.dump_tree())
            else:
                _log.info("%s: draining", signal.Signals(number).name)
                break
        self._notifier.stopping()
        gateway.drain()
        report: list[DrainReport] = []
        async with trio.open_nursery() as nursery:

            async def hurry() -> None:
                async for number in signals:
                    if number in (signal.SIGTERM, signal.SIGINT):
                        _log.warning("%s again: ending at once", signal.Signals(number).name)
                        await client.drain(0)

            nursery.start_soon(hurry)
            report.append(await client.drain(self._config.drain_deadline))
            nursery.cancel_scope.cancel()
        for session in report[0].sessions:
            _log.info("session %s: %s", session.session_id, session.outcome)
        return report[0]

    def _read_again(self, gateway: Gateway) -> None:
        """Take over what has changed in the file; one that cannot be right changes nothing."""
        self._notifier.reloading()
        try:
            config = self._reload()
            gateway.update(
                tokens=config.tokens,
                allowed_origins=config.allowed_origins,
                limits=config.limits,
                session_defaults=config.session,
            )
        except (ConfigError, CopilotError) as error:
            _log.error("the configuration was not reloaded, the old one stays: %s", error)
        else:
            before = self._config
            for name in _FIXED:
                if name != "client" and getattr(config, name) != getattr(before, name):
                    _log.warning("%s is read at the start only: it stays as it was", name)
            self._config = config
            set_up_log(config.log_format, config.log_level)
            _log.info("the configuration was reloaded")
        self._notifier.ready(f"serving at {gateway.url}")

    async def _show_life(self, client: Client) -> None:
        interval = self._notifier.watchdog_interval
        while interval is not None:
            if client.state != "failed":
                self._notifier.alive()
            await trio.sleep(interval)


async def _failure(client: Client) -> DrainReport:
    """Wait until the client has failed for good.

    Raises:
        ConnectionFault: why.
    """
    try:
        await client.wait_state("failed")
    except ConnectionFault:
        # It was stopped, which the drain does.
        await trio.sleep_forever()
    raise client.fault or ConnectionFault("the client has failed")
