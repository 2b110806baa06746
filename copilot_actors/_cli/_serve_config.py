"""The configuration file of ``copilot-actors serve``: TOML, with nothing in it that is not known.

Secrets are not in it: it names the files and environment variables that hold them.
"""

from __future__ import annotations

import os
import ssl
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from copilot_actors import (
    ClientOptions,
    CopilotError,
    EnvironmentSecret,
    SessionOptions,
    SqliteLedger,
)
from copilot_actors.client._nearest import nearest
from copilot_actors.client._options._session_options import session_options
from copilot_actors.gateway import GatewayLimits, GatewayToken
from copilot_actors.transport import Stdio

LogFormat: TypeAlias = Literal["text", "json"]
_Table: TypeAlias = dict[str, object]


class ConfigError(Exception):
    """The file cannot be used, and why."""


class _Token(msgspec.Struct, frozen=True, kw_only=True):
    """One ``[[gateway.tokens]]``: what it is called, whose it is, and where it is to be had."""

    name: str
    file: str | None = None
    env: str | None = None
    tenant: str | None = None
    user: str | None = None
    read_only: bool = False


class _Gateway(msgspec.Struct, frozen=True, kw_only=True):
    """The table ``[gateway]``."""

    host: str = "127.0.0.1"
    port: int = 8765
    certificate: str | None = None
    key: str | None = None
    allowed_origins: list[str] = []
    allow_insecure_public: bool = False
    tokens: list[_Token] = []
    limits: _Table = {}


class _Client(msgspec.Struct, frozen=True, kw_only=True):
    """The table ``[client]``: what a file can say of :class:`ClientOptions`."""

    cli: str | None = None
    home: str | None = None
    working_directory: str | None = None
    ledger: str | None = None
    github_token_env: str | None = None
    use_logged_in_user: bool | None = None
    log_level: str = "error"
    session_idle_timeout: float | None = None
    handshake_timeout: float = 30.0
    rpc_timeout: float = 30.0
    ping_interval: float = 15.0
    ping_timeout: float = 10.0
    stop_timeout: float = 10.0
    max_restarts: int = 3
    max_seconds: float = 5.0
    max_parallel_resumes: int = 8
    max_concurrent_turns: int | None = None
    subscriber_buffer: int = 1024


class _Daemon(msgspec.Struct, frozen=True, kw_only=True):
    """The table ``[daemon]``."""

    log_format: LogFormat = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    drain_deadline: float = 20.0


class _File(msgspec.Struct, frozen=True, kw_only=True):
    """The whole file; ``session`` are options of the sessions of peers, which override them."""

    gateway: _Gateway = _Gateway()
    client: _Client = _Client()
    daemon: _Daemon = _Daemon()
    session: _Table = {}


class ServeConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What the daemon needs, read and checked."""

    host: str
    port: int
    tokens: tuple[GatewayToken, ...]
    allowed_origins: tuple[str, ...]
    allow_insecure_public: bool
    certificate: str | None
    key: str | None
    limits: GatewayLimits
    client: ClientOptions
    session: SessionOptions
    log_format: LogFormat
    log_level: str
    drain_deadline: float
    home: Path

    def ssl_context(self) -> ssl.SSLContext | None:
        """The context for TLS.

        Raises:
            ConfigError: the files cannot be used.
        """
        if self.certificate is None:
            return None
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        try:
            context.load_cert_chain(self.certificate, self.key)
        except (OSError, ssl.SSLError) as error:
            raise ConfigError(f"gateway.certificate: {error}") from error
        return context


def load_config(path: Path | None, env: Mapping[str, str]) -> ServeConfig:
    """Read a configuration file and check all of it; ``None`` gives the defaults.

    Paths in it are relative to its folder.

    Raises:
        ConfigError: it cannot be read, is no TOML, or something in it is unknown or wrong.
    """
    folder = Path.cwd() if path is None else path.parent
    file = _File() if path is None else _read(path)
    try:
        return _config(file, folder, env)
    except CopilotError as error:
        raise ConfigError(str(error)) from error


def _read(path: Path) -> _File:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"it cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"it is no TOML: {error}") from error
    _check_known(table, _File, "")
    try:
        return msgspec.convert(table, _File)
    except msgspec.ValidationError as error:
        raise ConfigError(str(error)) from error


_TABLES: Mapping[tuple[type, str], type] = {
    (_File, "gateway"): _Gateway,
    (_File, "client"): _Client,
    (_File, "daemon"): _Daemon,
    (_Gateway, "tokens"): _Token,
    (_Gateway, "limits"): GatewayLimits,
}


def _check_known(table: object, shape: type[msgspec.Struct], where: str) -> None:
    if not isinstance(table, dict):
        return  # the conversion says what it should be
    known = shape.__struct_fields__
    for name, value in table.items():
        if name not in known:
            raise ConfigError(f"there is no setting {where}{name}{nearest(name, known)}")
        inner = _TABLES.get((shape, name))
        for item in value if isinstance(value, list) else [value]:
            if inner is not None:
                _check_known(item, inner, f"{where}{name}.")


def _config(file: _File, folder: Path, env: Mapping[str, str]) -> ServeConfig:
    gateway, client = file.gateway, file.client
    if (gateway.certificate is None) != (gateway.key is None):
        raise ConfigError("gateway.certificate and gateway.key belong together")
    try:
        limits = msgspec.convert(gateway.limits, GatewayLimits)
    except msgspec.ValidationError as error:
        raise ConfigError(f"gateway.limits: {error}") from error
    home = Path(client.home or env.get("COPILOT_HOME") or Path.home() / ".copilot")
    return ServeConfig(
        host=gateway.host,
        port=gateway.port,
        tokens=tuple(_token(item, folder, env) for item in gateway.tokens),
        allowed_origins=tuple(gateway.allowed_origins),
        allow_insecure_public=gateway.allow_insecure_public,
        certificate=_path(gateway.certificate, folder),
        key=_path(gateway.key, folder),
        limits=limits,
        client=_client_options(client, folder, env),
        session=_session(file.session),
        log_format=file.daemon.log_format,
        log_level=file.daemon.log_level,
        drain_deadline=file.daemon.drain_deadline,
        home=folder / home,
    )


def _path(given: str | None, folder: Path) -> str | None:
    return None if given is None else str(folder / Path(given).expanduser())


def _token(item: _Token, folder: Path, env: Mapping[str, str]) -> GatewayToken:
    where = f"gateway.tokens: the token {item.name!r}"
    if (item.file is None) == (item.env is None):
        raise ConfigError(f"{where} needs either 'file' or 'env', which holds it")
    if item.env is not None:
        token = env.get(item.env, "")
        if not token:
            raise ConfigError(f"{where}: the variable {item.env} is not set")
    else:
        try:
            token = Path(str(_path(item.file, folder))).read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"{where}: its file cannot be read: {error}") from error
    return GatewayToken(
        token=token,
        name=item.name,
        tenant=item.tenant,
        user=item.user,
        read_only=item.read_only,
    )


def _client_options(client: _Client, folder: Path, env: Mapping[str, str]) -> ClientOptions:
    fields: dict[str, object] = {
        name: getattr(client, name)
        for name in client.__struct_fields__
        if name not in ("cli", "home", "working_directory", "ledger", "github_token_env")
    }
    fields["cli"] = Stdio(path=_path(client.cli, folder))
    for name in ("home", "working_directory"):
        fields[name] = _path(getattr(client, name), folder)
    if client.ledger is not None:
        fields["ledger"] = SqliteLedger(str(_path(client.ledger, folder)))
    if client.github_token_env is not None:
        token = env.get(client.github_token_env, "")
        if not token:
            raise ConfigError(f"client: the variable {client.github_token_env} is not set")
        fields["github_token"] = token
    options = msgspec.structs.replace(ClientOptions(), **fields)
    options.validate()
    return options


def _session(table: _Table) -> SessionOptions:
    """The options of sessions; a secret is named by ``{ env = "VARIABLE" }``."""
    return session_options(None, {name: _with_secrets(value) for name, value in table.items()})


def _with_secrets(value: object) -> object:
    if isinstance(value, dict):
        if set(value) == {"env"} and isinstance(value["env"], str):
            return EnvironmentSecret(value["env"])
        return {name: _with_secrets(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_with_secrets(item) for item in value]
    return value


def default_config_path(env: Mapping[str, str]) -> Path:
    """Where a configuration is expected: ``copilot-actors/serve.toml`` of the user's settings."""
    base = env.get("XDG_CONFIG_HOME") or os.path.join(Path.home(), ".config")  # noqa: PTH118
    return Path(base) / "copilot-actors" / "serve.toml"
