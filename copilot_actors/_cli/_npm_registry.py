"""Talks to an npm registry: the versions of a package, and the bytes of one tarball."""

from __future__ import annotations

import base64
import hashlib
import re
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Final, Self, TypeAlias, TypeVar, final
from urllib.parse import quote, urljoin, urlsplit

import msgspec

from ._install_errors import (
    IntegrityError,
    NpmConfigError,
    RegistryRefusedError,
    RegistryUnreachableError,
    VersionNotFoundError,
)
from ._npm_config import NpmConfig, is_http_url

if TYPE_CHECKING:
    import httpx2

_PUBLIC_HOST: Final = "registry.npmjs.org"
# npm's own request for package metadata: without readmes, a fortieth of the size.
_METADATA_TYPES: Final = "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*"
_MAX_METADATA: Final = 64 * 1024 * 1024
_MAX_TARBALL: Final = 1024 * 1024 * 1024
_MAX_REDIRECTS: Final = 5
_FIRST_RETRY_DELAY: Final = 1.0
# npm's fetch-retry-maxtimeout.
_LAST_RETRY_DELAY: Final = 60.0
# From the strongest to the weakest. Weaker ones (sha1) prove nothing today.
_HASHES: Final = ("sha512", "sha384", "sha256")
_PASSING: Final = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS})
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})

_CERTIFICATE: Final = re.compile(
    r"-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----"
)
_T = TypeVar("_T")

DownloadProgress: TypeAlias = Callable[[int, "int | None"], None]
"""Called with the bytes so far and the total, if it is known."""


class Dist(msgspec.Struct, frozen=True):
    """Where a version's tarball is and what it must hash to."""

    tarball: str
    integrity: str = ""


class Version(msgspec.Struct, frozen=True):
    """One version of a package."""

    dist: Dist


class Package(msgspec.Struct, frozen=True, rename={"dist_tags": "dist-tags"}):
    """What the registry knows of a package."""

    versions: dict[str, Version] = {}
    dist_tags: dict[str, str] = {}


@final
class RegistryClient:
    """Requests to the registry of one package, by the user's npm configuration.

    A request that fails on the way, or with a status of 5xx, 408 or 429, is repeated
    ``fetch-retries`` times (npm's setting, default 2), after 1, 2, 4, ... seconds, 60 at most.
    Credentials go only where the configuration says, also when the registry redirects.
    """

    def __init__(
        self,
        config: NpmConfig,
        package: str,
        *,
        on_retry: Callable[[str], None] = lambda _: None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Prepare requests; the first one connects.

        Args:
            config: the user's npm configuration.
            package: name of the package.
            on_retry: called with the reason before each repetition.
            sleep: waits some seconds.

        Raises:
            NpmConfigError: the registry is not a URL. Requests raise it, too, for a proxy that
                cannot be used, and for certificates that are not PEM.
        """
        self._config = config
        self._package = package
        self._on_retry = on_retry
        self._sleep = sleep
        self._clients: dict[tuple[bool, str | None], httpx2.Client] = {}
        self.registry = config.registry_for(package)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for client in self._clients.values():
            client.close()

    def find(self, wanted: str) -> tuple[str, Dist]:
        """Return the exact version that ``wanted`` (a version or a tag) means, and its files.

        Raises:
            VersionNotFoundError: there is no such version, or no such package.
            RegistryUnreachableError: no answer.
            RegistryRefusedError: an error, or something that is not npm metadata.
        """
        url = self.registry + quote(self._package, safe="@")
        body = self._retrying(lambda: self._get(url, wanted))
        try:
            package = msgspec.json.decode(body, type=Package)
        except msgspec.DecodeError as exc:
            raise RegistryRefusedError(
                f"{self.registry} did not answer with npm metadata: {exc}",
                status=HTTPStatus.OK,
                hint="is the npm setting 'registry' right? See: npm config get registry",
            ) from None
        version = package.dist_tags.get(wanted, wanted)
        found = package.versions.get(version)
        if found is None:
            latest = package.dist_tags.get("latest", "")
            newest = f"the newest is {latest}" if latest else "it has none"
            raise VersionNotFoundError(
                f"{self._package} has no version {wanted!r} at {self.registry} ({newest})",
                package=self._package,
                version=wanted,
                hint="choose another one with --version",
            )
        return version, found.dist

    def download(self, dist: Dist, target: BinaryIO, on_progress: DownloadProgress) -> str:
        """Write the tarball to ``target``, hashing it on the way; return its verified hash.

        Raises:
            IntegrityError: the bytes do not have the announced hash, or none is announced.
            RegistryUnreachableError: no answer, or one that ends too early.
            RegistryRefusedError: an error.
            OSError: ``target`` cannot be written.
        """
        name, expected = _strongest(dist.integrity)
        url = self._tarball_url(dist.tarball)

        def attempt() -> str:
            target.seek(0)
            target.truncate()
            digest = hashlib.new(name)
            done = 0
            with self._open(url, "*/*", self._package) as response:
                total = _length(response)
                on_progress(0, total)
                for chunk in response.iter_raw():
                    done += len(chunk)
                    if done > _MAX_TARBALL:
                        raise RegistryRefusedError(
                            f"the package is over {_MAX_TARBALL} bytes", status=response.status_code
                        )
                    digest.update(chunk)
                    target.write(chunk)
                    on_progress(done, total)
            return base64.b64encode(digest.digest()).decode("ascii")

        actual = self._retrying(attempt)
        if actual not in expected:
            announced = " or ".join(f"{name}-{value}" for value in expected)
            raise IntegrityError(
                f"the download does not have the hash that {self.registry} announced: "
                f"expected {announced}, got {name}-{actual}",
                expected=announced,
                actual=f"{name}-{actual}",
                hint="try again; if it stays so, a proxy or mirror in between changes the files",
            )
        return f"{name}-{actual}"

    def _get(self, url: str, wanted: str) -> bytes:
        body = bytearray()
        with self._open(url, _METADATA_TYPES, wanted) as response:
            for chunk in response.iter_bytes():
                body += chunk
                if len(body) > _MAX_METADATA:
                    raise RegistryRefusedError(
                        f"the metadata is over {_MAX_METADATA} bytes", status=response.status_code
                    )
        return bytes(body)

    @contextmanager
    def _open(self, url: str, accept: str, wanted: str) -> Iterator[httpx2.Response]:
        import httpx2  # noqa: PLC0415

        for _ in range(_MAX_REDIRECTS + 1):
            headers = {"accept": accept, "user-agent": "copilot-actors"}
            if accept == "*/*":
                # A tarball is compressed already, and its hash is that of the raw bytes.
                headers["accept-encoding"] = "identity"
            if authorization := self._config.authorization_for(url, self.registry):
                headers["authorization"] = authorization
            try:
                client = self._client(url)
                with client.stream("GET", url, headers=headers) as response:
                    where = response.headers.get("location")
                    if response.status_code not in _REDIRECTS or not where:
                        self._check(response, url, wanted)
                        yield response
                        return
            except (httpx2.HTTPError, httpx2.InvalidURL) as exc:
                raise self._unreachable(url, exc) from None
            url = self._join(url, where)
        raise RegistryRefusedError(
            f"{_site(url)} redirects more than {_MAX_REDIRECTS} times", status=HTTPStatus.FOUND
        )

    def _client(self, url: str) -> httpx2.Client:
        import httpx2  # noqa: PLC0415

        proxy = self._config.proxy_for(url)
        # Reading the certificates takes a tenth of a second: only where TLS is spoken.
        secure = "https" in (urlsplit(url).scheme, (proxy or "").partition(":")[0].lower())
        client = self._clients.get((secure, proxy))
        if client is None:
            trust = _trust(self._config) if secure else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            try:
                urlsplit(proxy or "")  # refuses brackets that httpx takes for a part of the name
                client = httpx2.Client(
                    verify=trust,
                    proxy=proxy,
                    timeout=httpx2.Timeout(self._config.timeout, connect=30.0),
                    trust_env=False,
                )
            except (ValueError, ImportError, httpx2.InvalidURL):
                raise NpmConfigError(
                    "the configured proxy cannot be used; http:// and https:// proxies can",
                    hint="see the npm settings 'proxy' and 'https-proxy', and HTTPS_PROXY",
                ) from None
            self._clients[secure, proxy] = client
        return client

    def _check(self, response: httpx2.Response, url: str, wanted: str) -> None:
        status = response.status_code
        if status == HTTPStatus.OK:
            return
        if status == HTTPStatus.NOT_FOUND:
            raise VersionNotFoundError(
                f"{_site(url)} does not have {self._package}",
                package=self._package,
                version=wanted,
                hint="is the npm setting 'registry' (or '@github:registry') the right one?",
            )
        hint = ""
        if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            hint = f"does your .npmrc hold a valid token for //{urlsplit(self.registry).netloc}/ ?"
        raise RegistryRefusedError(
            f"{_site(url)} answered with status {status}", status=status, hint=hint
        )

    def _unreachable(self, url: str, error: Exception) -> RegistryUnreachableError:
        import httpx2  # noqa: PLC0415

        text = self._config.redact(str(error) or type(error).__name__)
        hint = "are you online? The registry is the one of your npm configuration"
        if isinstance(error, httpx2.ProxyError) or self._config.proxy_for(url):
            hint = "a proxy is configured: is it right, and does it need a user and password?"
        untrusted = "CERTIFICATE_VERIFY_FAILED" in text
        if untrusted:
            hint = (
                "if your network has its own certificate authority, name it with the npm setting "
                "'cafile', or with NODE_EXTRA_CA_CERTS or SSL_CERT_FILE"
            )
        if isinstance(error, httpx2.RemoteProtocolError | httpx2.ReadError | httpx2.ReadTimeout):
            what = "the answer ended too early"
        else:
            what = "it cannot be reached"
        return RegistryUnreachableError(
            f"{_site(url)}: {what}: {text}", passing=not untrusted, hint=hint
        )

    def _retrying(self, attempt: Callable[[], _T]) -> _T:
        delay = _FIRST_RETRY_DELAY
        for _ in range(self._config.retries):
            try:
                return attempt()
            except RegistryUnreachableError as exc:
                if not exc.passing:
                    raise
                reason = str(exc)
            except RegistryRefusedError as exc:
                if exc.status < HTTPStatus.INTERNAL_SERVER_ERROR and exc.status not in _PASSING:
                    raise
                reason = str(exc)
            self._on_retry(reason)
            self._sleep(delay)
            delay = min(delay * 2, _LAST_RETRY_DELAY)
        return attempt()

    def _tarball_url(self, announced: str) -> str:
        # A mirror hands out the metadata of the public registry as it is; npm then takes the
        # tarball from the mirror all the same (its setting replace-registry-host).
        url = self._join(self.registry, announced)
        rule = self._config.get("replace-registry-host") or "npmjs"
        replaced = _PUBLIC_HOST if rule == "npmjs" else rule
        parts = urlsplit(url)
        if rule == "always" or parts.hostname == replaced:
            return self._join(self.registry, parts.path.lstrip("/"))
        return url

    def _join(self, base: str, reference: str) -> str:
        with suppress(ValueError):
            url = urljoin(base, reference)
            if is_http_url(url):
                return url
        raise RegistryRefusedError(
            f"{self.registry} refers to something that is not an http or https URL",
            status=HTTPStatus.OK,
        )


def _trust(config: NpmConfig) -> ssl.SSLContext:
    only = config.certificates()
    if only is not None:
        context = ssl.create_default_context(cadata=_pem(only, "the npm setting 'cafile' or 'ca'"))
    else:
        import certifi  # noqa: PLC0415

        # The system's store (with SSL_CERT_FILE and SSL_CERT_DIR, which OpenSSL reads itself),
        # and certifi's for systems that have none.
        context = ssl.create_default_context()
        context.load_verify_locations(certifi.where())
    if extra := config.extra_certificates():
        context.load_verify_locations(cadata=_pem(extra, "the file in NODE_EXTRA_CA_CERTS"))
    if not config.strict_ssl:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _pem(text: str, where: str) -> str:
    # Comments between certificates are common in such files, and OpenSSL's text reader takes
    # them, but only ASCII.
    certificates = "\n".join(_CERTIFICATE.findall(text))
    try:
        ssl.create_default_context(cadata=certificates or "-")
    except ssl.SSLError:
        raise NpmConfigError(f"{where} holds no certificates in PEM format") from None
    return certificates


def _strongest(integrity: str) -> tuple[str, list[str]]:
    hashes = [part.partition("?")[0].partition("-") for part in integrity.split()]
    for name in _HASHES:
        values = [value for algorithm, _, value in hashes if algorithm == name]
        if values:
            return name, values
    raise IntegrityError(
        f"the registry announces no {' or '.join(_HASHES)} hash for the package, so it cannot be "
        "verified",
        expected="",
        actual="",
        hint="use a registry or mirror that keeps the 'integrity' of its packages",
    )


def _length(response: httpx2.Response) -> int | None:
    length = response.headers.get("content-length", "")
    return int(length) if length.isascii() and length.isdecimal() else None


def _site(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname}" + (f":{parts.port}" if parts.port else "")
