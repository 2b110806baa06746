"""A fake npm registry on loopback, whose faults the tests choose."""

import base64
import hashlib
import io
import json
import os
import ssl
import tarfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import trustme

from copilot_actors._cli._cli_platform import cli_package
from copilot_actors._cli._npm_config import NpmConfig

VERSION = "9.9.9"
PROGRAM = b"#!/bin/sh\necho fake\n" + os.urandom(300_000)


def make_tarball(members=None):
    """Make an npm tarball; members are (name, bytes or TarInfo)."""
    if members is None:
        members = [
            ("package/package.json", b"{}"),
            (f"package/{cli_package().program}", PROGRAM),
            ("package/LICENSE.md", b"licence"),
        ]
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for name, content in members:
            info = content if isinstance(content, tarfile.TarInfo) else tarfile.TarInfo(name)
            data = b"" if isinstance(content, tarfile.TarInfo) else content
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


class FakeRegistry:
    """Serves one package in some versions.

    Attributes:
        faults: by path suffix: a list of callables that take the handler and answer in place of
            the registry, each used once.
        gate: an event that the tarball waits for in its middle, if there is one.
    """

    def __init__(self, context=None, prefix="/"):
        self.package = cli_package().name
        self.prefix = prefix
        self.tarball = make_tarball()
        self.integrity = None
        self.tags = {"latest": VERSION}
        self.versions = [VERSION]
        self.token = None
        self.tarball_url = None
        self.faults = {}
        self.gate = None
        self.at_gate = threading.Event()
        self.requests = []
        registry = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args):
                pass

            def do_GET(self):
                registry.answer(self)

        class Server(ThreadingHTTPServer):
            def handle_error(self, request, client_address):
                # Clients that go away are part of what is tested.
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.scheme = "http"
        if context is not None:
            self.scheme = "https"
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.url = f"{self.scheme}://{self.host}{prefix}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self):
        if self.gate is not None:
            self.gate.set()
        self.server.shutdown()
        self.server.server_close()

    @property
    def paths(self):
        return [path for path, _ in self.requests]

    @property
    def authorizations(self):
        return [headers.get("authorization") for _, headers in self.requests]

    def answer(self, handler):
        path = handler.path
        headers = {name.lower(): value for name, value in handler.headers.items()}
        self.requests.append((path, headers))
        if "://" in path:  # the request of a client that takes this for its proxy
            path = "/" + path.split("/", 3)[3]
        for suffix, faults in self.faults.items():
            if path.endswith(suffix) and faults:
                faults.pop(0)(handler)
                return
        if self.token is not None and headers.get("authorization") != self.token:
            reply(handler, 401, b"{}")
        elif path == self.prefix + self.package.replace("/", "%2F"):
            reply(handler, 200, json.dumps(self.document()).encode(), "application/json")
        elif path.endswith(".tgz"):
            self.send_tarball(handler)
        else:
            reply(handler, 404, b"{}")

    def document(self):
        digest = base64.b64encode(hashlib.sha512(self.tarball).digest()).decode()
        versions = {
            version: {
                "name": self.package,
                "version": version,
                "dist": {
                    "integrity": (f"sha512-{digest}" if self.integrity is None else self.integrity),
                    "tarball": self.tarball_url or f"{self.url}cli-{version}.tgz",
                },
            }
            for version in self.versions
        }
        return {"name": self.package, "dist-tags": self.tags, "versions": versions}

    def send_tarball(self, handler):
        handler.send_response(200)
        handler.send_header("content-length", str(len(self.tarball)))
        handler.end_headers()
        half = len(self.tarball) // 2
        handler.wfile.write(self.tarball[:half])
        handler.wfile.flush()
        if self.gate is not None:
            self.at_gate.set()
            self.gate.wait(30)
        handler.wfile.write(self.tarball[half:])


def reply(handler, status, body, content_type="text/plain", **headers):
    """Answer a request whole."""
    handler.send_response(status)
    handler.send_header("content-type", content_type)
    handler.send_header("content-length", str(len(body)))
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)


def cut(handler):
    """Announce a whole answer, send a part of it, and close the connection."""
    handler.send_response(200)
    handler.send_header("content-length", "1000000")
    handler.end_headers()
    handler.wfile.write(b"x" * 1000)
    handler.close_connection = True


def status(number):
    """A fault: answer with a status."""
    return lambda handler: reply(handler, number, b"{}")


def redirect(url):
    """A fault: redirect."""
    return lambda handler: reply(handler, 302, b"", location=url)


class Faults:
    """What a registry can do wrong."""

    cut = staticmethod(cut)
    status = staticmethod(status)
    redirect = staticmethod(redirect)


@pytest.fixture
def faults():
    return Faults


@pytest.fixture
def tarball_of():
    return make_tarball


@pytest.fixture
def open_registry():
    opened = []

    def make(*args, **kwargs):
        opened.append(FakeRegistry(*args, **kwargs))
        return opened[-1]

    yield make
    for one in opened:
        one.close()


@pytest.fixture
def registry(open_registry):
    return open_registry()


@pytest.fixture
def authority():
    return trustme.CA()


@pytest.fixture
def tls_context(authority):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    return context


@pytest.fixture
def npm(tmp_path):
    """Make the npm configuration of a machine that has nothing but these variables."""
    home = tmp_path / "home"
    project = tmp_path / "project"
    home.mkdir()
    project.mkdir()

    def load(system_files=(), **variables):
        env = {"HOME": str(home), "PATH": ""} | variables
        return NpmConfig.load(env=env, cwd=project, system_files=system_files)

    load.home = home
    load.project = project
    return load


@pytest.fixture
def program_bytes():
    return PROGRAM


@pytest.fixture
def cache_dir(tmp_path) -> Path:
    return tmp_path / "cache" / "copilot-actors" / "cli"
