"""A stand-in for the CLI process, with one bad habit for each name on its command line.

Run as ``python -SE fake_cli.py <habit> [args...] <the flags of the transport>``.
"""

import json
import os
import signal
import socket
import sys
import time
from pathlib import Path


def say(text):
    os.write(1, text.encode() + b"\n")


def echo():
    """Answer every byte, and end with stdin."""
    while data := os.read(0, 65536):
        os.write(1, data)


def exits(code, *words):
    sys.stderr.write(" ".join(words))
    sys.stderr.flush()
    os._exit(int(code))


def killed():
    os.kill(os.getpid(), signal.SIGKILL)


def forever():
    while True:
        time.sleep(60)


def ignores_eof():
    """End by SIGTERM only, politely."""
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    say("ready")
    forever()


def ignores_all():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    say("ready")
    forever()


def child(*, own_session):
    """Fork a process that ignores everything it can and holds our pipes; return its pid."""
    read_end, write_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        if own_session:
            os.setsid()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        os.write(write_end, b"ready")
        forever()
    os.read(read_end, 5)
    return pid


def grandchild(then="echo"):
    say(str(child(own_session=False)))
    HABITS[then]()


def tool(then="echo"):
    """Fork a process in a session of its own, as the CLI does for shell tools."""
    say(str(child(own_session=True)))
    HABITS[then]()


def dump():
    say(json.dumps({"argv": sys.argv, "env": dict(os.environ), "cwd": str(Path.cwd())}))
    echo()


def leaks(variable):
    sys.stderr.write(f"using {os.environ[variable]} now\n")
    sys.stderr.flush()
    os._exit(3)


def chatty(size):
    line = b"x" * 99 + b"\n"
    for _ in range(int(size) // 100):
        os.write(2, line)
    os.write(2, b"the end\n")
    say("written")
    echo()


def serves(banner="CLI server listening on port {}", noise="0"):
    """A server: its banner in two writes, then noise on stdout, then echo to its clients."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        text = "Welcome\n" + banner.format(server.getsockname()[1]) + "\nWarning: no token\n"
        half = len(text) - len("\nWarning: no token\n") - 2
        os.write(1, text[:half].encode())
        time.sleep(0.02)
        os.write(1, text[half:].encode())
        for _ in range(int(noise)):
            os.write(1, b"x" * 1000)
        while True:
            client, _ = server.accept()
            with client:
                client.sendall(os.environ.get("COPILOT_CONNECTION_TOKEN", "no token").encode())
                while data := client.recv(65536):
                    client.sendall(data)


HABITS = {
    name: value
    for name, value in list(globals().items())
    if callable(value) and getattr(value, "__module__", None) == __name__
}

if __name__ == "__main__":
    habit, *rest = sys.argv[1:]
    own = rest[: rest.index("--headless")] if "--headless" in rest else rest
    HABITS[habit](*own)
