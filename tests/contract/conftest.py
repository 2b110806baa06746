"""A Redis of the tests' own: on a free port of loopback, with nothing on the disk but a folder."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time

import pytest


class RedisServer:
    """A process; all calls block, so that tests decide what is when."""

    def __init__(self, folder):
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"
        self.popen = None
        self.start()

    def start(self):
        self.popen = subprocess.Popen(
            [
                "redis-server",
                *("--port", str(self.port), "--bind", "127.0.0.1", "--dir", self.folder),
                *("--save", "", "--appendonly", "no"),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 10
        while not self.answers():
            assert time.monotonic() < deadline, "redis-server does not start"
            time.sleep(0.01)  # a real process, which says nothing when it is ready

    def answers(self):
        try:
            return self.tell("PING") == "+PONG"
        except OSError:
            return False

    def tell(self, *words, then=()):
        """Send a command, or two on one connection; return the first line of the last answer."""
        with socket.create_connection(("127.0.0.1", self.port), 10) as connection:
            with connection.makefile("rb") as lines:
                for command in filter(None, (words, then)):
                    parts = [f"${len(w.encode())}\r\n{w}\r\n" for w in command]
                    connection.sendall(f"*{len(command)}\r\n{''.join(parts)}".encode())
                    answer = lines.readline().decode().strip()
        return answer

    def pause(self):
        os.kill(self.popen.pid, signal.SIGSTOP)

    def go_on(self):
        os.kill(self.popen.pid, signal.SIGCONT)

    def kill(self):
        self.popen.kill()
        self.popen.wait()


@pytest.fixture(scope="session")
def shared_redis(tmp_path_factory):
    if shutil.which("redis-server") is None:
        pytest.skip("redis-server (Debian: apt-get install redis-server) is not installed")
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    yield server
    server.kill()


@pytest.fixture
def redis(shared_redis):
    """The server, empty, and as it was afterwards."""
    shared_redis.tell("FLUSHALL")
    yield shared_redis
    if shared_redis.popen.poll() is None:
        shared_redis.go_on()
    else:
        shared_redis.start()
    shared_redis.tell("CONFIG", "SET", "maxmemory", "0")
