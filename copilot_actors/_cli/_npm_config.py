"""npm's configuration as far as a download needs it: registry, credentials, proxy, trust."""

from __future__ import annotations

import base64
import math
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, final
from urllib.parse import SplitResult, unquote, urlsplit

import msgspec

from ._install_errors import NpmConfigError
from ._npmrc import ConfigValue, parse_environment, parse_npmrc

DEFAULT_REGISTRY: Final = "https://registry.npmjs.org/"
# Read below npm's own global file, for machines whose administrator configured npm in one of
# these places while the Node.js that would look there is not on PATH.
SYSTEM_FILES: Final = ("/usr/local/etc/npmrc", "/usr/etc/npmrc", "/etc/npmrc")
_SECRET_KEYS: Final = ("_authToken", "_auth", "_password")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_DEFAULT_RETRIES: Final = 2
_DEFAULT_TIMEOUT: Final = 60.0


class ConfigSource(msgspec.Struct, frozen=True):
    """One layer of the configuration: what it is and the file it came from, if any."""

    name: str
    path: str = ""


@final
class NpmConfig:
    """The merged configuration. Its ``repr`` and its messages hold no secrets."""

    def __init__(
        self,
        layers: Sequence[tuple[ConfigSource, Mapping[str, ConfigValue]]],
        env: Mapping[str, str],
    ) -> None:
        """Merge ``layers``, given from the strongest to the weakest."""
        self._home = _home(env)
        self._env = {name.lower(): value for name, value in env.items() if value}
        self._layers = tuple(layers)
        self.sources = tuple(source for source, _ in layers)
        """The layers that exist, from the strongest to the weakest."""

    def __repr__(self) -> str:
        return f"<NpmConfig of {', '.join(source.name for source in self.sources)}>"

    @classmethod
    def load(
        cls,
        *,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        system_files: Sequence[str] = SYSTEM_FILES,
    ) -> NpmConfig:
        """Read the configuration that npm would use here.

        From the strongest to the weakest: ``npm_config_*`` variables (in any case), the
        ``.npmrc`` of the project, of the user (``~/.npmrc``, or where ``userconfig`` says), the
        global one (``<prefix>/etc/npmrc``, or where ``globalconfig`` says), npm's built-in one.
        The project is the nearest folder upwards with a ``package.json`` or ``node_modules``,
        else ``cwd``. The prefix is the ``prefix`` setting, or follows from the ``node`` or
        ``npm`` on ``PATH``. Neither of them has to be there.

        Args:
            env: environment variables; the process's own if ``None``.
            cwd: where to look for the project; the current directory if ``None``.
            system_files: global files to read besides, weaker than npm's own, unless
                ``globalconfig`` is set.

        Raises:
            NpmConfigError: a configuration file exists but cannot be read.
        """
        env = os.environ if env is None else env
        cwd = _current_directory() if cwd is None else cwd
        layers: list[tuple[ConfigSource, Mapping[str, ConfigValue]]] = []

        def setting(key: str) -> str | None:
            for _, values in layers:
                if isinstance(value := values.get(key), str):
                    return value
            return None

        def add(name: str, path: Path | None) -> None:
            values = None if path is None else _read(path, env)
            if values is not None:
                layers.append((ConfigSource(name, str(path)), values))

        environment = parse_environment(env)
        if environment:
            layers.append((ConfigSource("environment"), environment))
        node, npm = _program("node", env), _program("npm", env)
        builtin_file = _builtin_file(node, npm)
        builtin = (builtin_file and _read(builtin_file, env)) or {}
        home = _home(env)
        user_file = _path(setting("userconfig") or _text(builtin.get("userconfig")), home)
        user_file = user_file or (home / ".npmrc" if home else None)
        project_file = cwd and _project_root(cwd) / ".npmrc"
        if project_file != user_file:
            add("project", project_file)
        if moved := setting("userconfig"):
            user_file = _path(moved, home)
        add("user", user_file)
        prefix = _path(setting("prefix") or _text(builtin.get("prefix")), home)
        prefix = prefix or _prefix(node, npm, env)
        if chosen := setting("globalconfig"):
            add("global", _path(chosen, home))
        else:
            files = [str(prefix / "etc" / "npmrc")] if prefix else []
            for file in dict.fromkeys([*files, *system_files]):
                add("global", Path(file))
        if builtin:
            layers.append((ConfigSource("builtin", str(builtin_file)), builtin))
        return cls(layers, env)

    def get(self, key: str) -> ConfigValue:
        """Return the strongest value of ``key``, or ``None``."""
        for _, values in self._layers:
            if key in values:
                return values[key]
        return None

    def registry_for(self, package: str) -> str:
        """Return the registry of ``package``: that of its scope, else the general one.

        The URL ends in a slash and holds no user name or password.

        Raises:
            NpmConfigError: the configured value is no http or https URL.
        """
        scope = package.partition("/")[0] if package.startswith("@") else ""
        key = f"{scope}:registry" if scope and self.get(f"{scope}:registry") else "registry"
        value = _text(self.get(key)) or DEFAULT_REGISTRY
        url = value if value.endswith("/") else value + "/"
        if not is_http_url(url):
            raise NpmConfigError(
                f"the npm setting {key!r} is not an http or https URL",
                hint="see all settings with: npm config list -l",
            )
        parts = urlsplit(url)
        return parts._replace(netloc=_host(parts), query="", fragment="").geturl()

    def authorization_for(self, url: str, registry: str) -> str | None:
        """Return the ``Authorization`` header for a request to ``url``, or ``None``.

        Credentials belong to a URL prefix (``//host/path/:_authToken``); the longest one that
        ``url`` lies below wins, and those of ``registry`` serve its whole host. Nothing is ever
        returned for another host, nor for plain http when the registry is https.
        """
        target, home = urlsplit(url), urlsplit(registry)
        if target.scheme == "http" and home.scheme == "https":
            return None
        header = self._header_below(target)
        if header is None and _host(target) == _host(home):
            header = self._header_below(home) or self._unscoped_header(home)
        return header

    def proxy_for(self, url: str) -> str | None:
        """Return the proxy for ``url``, or ``None`` to connect directly.

        Settings ``https-proxy`` and ``proxy`` come before ``HTTPS_PROXY``, ``HTTP_PROXY``,
        ``PROXY`` and ``ALL_PROXY``; setting ``noproxy`` before ``NO_PROXY``.
        """
        if self.get("proxy") is False:
            return None
        parts = urlsplit(url)
        names = ["https_proxy", "all_proxy"]
        if parts.scheme == "http":
            names = ["https_proxy", "http_proxy", "proxy", "all_proxy"]
        candidates = [_text(self.get("https-proxy")), _text(self.get("proxy"))]
        candidates += [self._env.get(name, "") for name in names]
        proxy = next(filter(None, candidates), None)
        if proxy is None or self._bypasses_proxy(parts.hostname or ""):
            return None
        return proxy if "://" in proxy else f"http://{proxy}"

    @property
    def strict_ssl(self) -> bool:
        """Whether certificates are verified."""
        return self.get("strict-ssl") is not False

    @property
    def retries(self) -> int:
        """How often a failed request is repeated."""
        return int(self._number("fetch-retries", _DEFAULT_RETRIES))

    @property
    def timeout(self) -> float:
        """Seconds without a byte after which a request has failed."""
        # 0 is none for npm. Here each request has a limit, and that of httpx would be 0 seconds.
        seconds = self._number("fetch-timeout", 0.0) / 1000
        return min(seconds or _DEFAULT_TIMEOUT, _DEFAULT_TIMEOUT)

    def certificates(self) -> str | None:
        """Return the PEM text of the only authorities to trust, or ``None`` for the usual ones.

        A ``cafile`` that does not exist is ignored, as npm does.

        Raises:
            NpmConfigError: the ``cafile`` exists and cannot be read.
        """
        cafile = _text(self.get("cafile"))
        if cafile:
            path = _path(cafile, self._home)
            try:
                return path.read_text("utf-8", "replace") if path else None
            except FileNotFoundError:
                return None
            except OSError as exc:
                raise NpmConfigError(f"the npm setting 'cafile' cannot be read: {exc}") from exc
        value = self.get("ca")
        texts = value if isinstance(value, list) else [value] if isinstance(value, str) else []
        return "\n".join(text.replace("\\n", "\n") for text in texts) or None

    def extra_certificates(self) -> str | None:
        """Return the PEM text of authorities to trust besides (``NODE_EXTRA_CA_CERTS``).

        A file that cannot be read is ignored, as Node.js does.
        """
        path = self._env.get("node_extra_ca_certs")
        try:
            return Path(path).read_text("utf-8", "replace") if path else None
        except OSError:
            return None

    def redact(self, text: str) -> str:
        """Return ``text`` with every secret of the configuration replaced by ``***``."""
        for secret in sorted(set(self._secrets()) - {""}, key=len, reverse=True):
            text = text.replace(secret, "***")
        return text

    def _number(self, key: str, default: float) -> float:
        value = self.get(key)
        try:
            number = float(value) if isinstance(value, str) else default
        except ValueError:
            return default
        return number if number >= 0 and math.isfinite(number) else default

    def _header_below(self, url: SplitResult) -> str | None:
        prefix = f"//{_host(url)}{url.path}"
        while len(prefix) > len("//"):
            if header := self._header_at(prefix + ":"):
                return header
            # "//host/a/b" is followed by "//host/a/", "//host/a", "//host/", "//host".
            prefix = prefix[:-1] if prefix.endswith("/") else prefix[: prefix.rindex("/") + 1]
        return None

    def _header_at(self, prefix: str) -> str | None:
        if token := _text(self.get(f"{prefix}_authToken")):
            return f"Bearer {token}"
        if pair := _text(self.get(f"{prefix}_auth")):
            return f"Basic {pair}"
        user = _text(self.get(f"{prefix}username"))
        password = _text(self.get(f"{prefix}_password"))
        return _basic(user, _decoded(password)) if user and password else None

    def _unscoped_header(self, registry: SplitResult) -> str | None:
        for _, values in self._layers:
            for key, value in values.items():
                if key == "registry" or key.endswith(":registry"):
                    parts = _split(_text(value))
                    if parts.username and _host(parts) == _host(registry):
                        return _basic(unquote(parts.username), unquote(parts.password or ""))
        # npm up to version 8 wrote credentials without a host; they were meant for the general
        # registry, so no other one gets them.
        general = _split(_text(self.get("registry")) or DEFAULT_REGISTRY)
        return self._header_at("") if _host(general) == _host(registry) else None

    def _bypasses_proxy(self, host: str) -> bool:
        value = self.get("noproxy")
        listed = ",".join(value) if isinstance(value, list) else _text(value)
        listed = listed or self._env.get("no_proxy", "")
        for entry in listed.split(","):
            name = entry.strip().lstrip("*").strip(".").lower()
            if entry.strip() == "*" or (name and (host == name or host.endswith("." + name))):
                return True
        return False

    def _secrets(self) -> Iterator[str]:
        urls = [self._env.get(f"{kind}_proxy", "") for kind in ("https", "http", "all")]
        urls.append(self._env.get("proxy", ""))
        for _, values in self._layers:
            for key, value in values.items():
                text = _text(value)
                if key.rpartition(":")[2] in _SECRET_KEYS:
                    yield text
                    yield _decoded(text).rpartition(":")[2]
                urls.append(text)
        for url in urls:
            if "@" in url and (password := _split(url).password):
                yield password
                yield unquote(password)


def is_http_url(url: str) -> bool:
    """Whether ``url`` is a complete http or https URL."""
    parts = _split(url)
    return parts.scheme in _DEFAULT_PORTS and bool(parts.hostname)


def _read(path: Path, env: Mapping[str, str]) -> dict[str, ConfigValue] | None:
    try:
        text = path.read_text("utf-8-sig", "replace")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as exc:
        raise NpmConfigError(
            f"the npm configuration file {path} cannot be read: {exc.strerror}",
            hint="correct its permissions",
        ) from exc
    return parse_npmrc(text, env)


def _home(env: Mapping[str, str]) -> Path | None:
    name = env.get("USERPROFILE" if sys.platform == "win32" else "HOME")
    return Path(name) if name else None


def _path(text: str | None, home: Path | None) -> Path | None:
    if not text:
        return None
    if home and text.startswith("~/"):
        return home / text[2:]
    return Path(text).absolute()


def _text(value: ConfigValue) -> str:
    return value if isinstance(value, str) else ""


def _current_directory() -> Path | None:
    try:
        return Path.cwd()
    except OSError:
        return None


def _project_root(cwd: Path) -> Path:
    # os.path, for its tests are false where a folder may not be looked into; Path's raise.
    for folder in (cwd, *cwd.parents):
        if os.path.isfile(folder / "package.json") or os.path.isdir(folder / "node_modules"):  # noqa: PTH112, PTH113
            return folder
    return cwd


def _program(name: str, env: Mapping[str, str]) -> Path | None:
    found = shutil.which(name, path=env.get("PATH", ""))
    return Path(found).resolve() if found else None


def _prefix(node: Path | None, npm: Path | None, env: Mapping[str, str]) -> Path | None:
    if named := env.get("PREFIX"):
        return Path(named)
    if node is not None:
        return node.parent if sys.platform == "win32" else node.parent.parent
    # <prefix>/lib/node_modules/npm/bin/npm-cli.js
    if npm is not None and len(npm.parents) > 4:  # noqa: PLR2004
        return npm.parents[4]
    return None


def _builtin_file(node: Path | None, npm: Path | None) -> Path | None:
    if npm is not None and npm.name == "npm-cli.js":
        return npm.parent.parent / "npmrc"
    if node is not None and sys.platform == "win32":
        return node.parent / "node_modules" / "npm" / "npmrc"
    return None


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _host(parts)
    except ValueError:
        return urlsplit("")
    return parts


def _host(url: SplitResult) -> str:
    name = (url.hostname or "").lower()
    name = f"[{name}]" if ":" in name else name
    port = url.port
    return name if port is None or port == _DEFAULT_PORTS.get(url.scheme) else f"{name}:{port}"


def _basic(user: str, password: str) -> str:
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode("ascii")


def _decoded(text: str) -> str:
    try:
        return base64.b64decode(text, validate=True).decode()
    except ValueError:
        return ""
