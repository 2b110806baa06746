"""A scripted Copilot CLI: the wire of the real one, and whatever bad habit a test gives it.

Run as ``python -SE fake_copilot.py SCENARIO STORE``. The scenario is Python source that is
executed before the first byte is read; it sees ``cli``, ``on`` and ``START`` (1 at the first start
on this store, 2 at the next one, ...). What is durable is kept in the store, so that a second
start can resume what a first one began.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path


def frame(message, **fields):
    body = json.dumps({"jsonrpc": "2.0", **message, **fields}, ensure_ascii=False).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Cli:
    """What a well-behaved CLI answers; scenarios replace single methods."""

    def __init__(self, store):
        self.store = store
        self.handlers = {}
        self.buffer = b""
        self.chunk = None
        self.serial = 0

    # What it writes

    def raw(self, data):
        view = memoryview(data)
        while view:
            view = view[os.write(1, view[: self.chunk or len(view)]) :]

    def reply(self, request, result):
        self.raw(frame({"id": request["id"], "result": result}))

    def error(self, request, code, message, data=None):
        self.raw(
            frame({"id": request["id"], "error": {"code": code, "message": message, "data": data}})
        )

    def notify(self, method, params):
        self.raw(frame({"method": method, "params": params}))

    def event(self, session, kind, data, *, ephemeral=False):
        self.serial += 1
        event = {
            "type": kind,
            "data": data,
            "id": f"{START}-{self.serial}",
            "timestamp": "2026-01-01T00:00:00Z",
            "parentId": None,
        }
        if ephemeral:
            event["ephemeral"] = True
        elif session:
            with self.log(session).open("a") as log:
                log.write(json.dumps(event) + "\n")
        self.notify("session.event", {"sessionId": session, "event": event})

    # What it keeps

    def log(self, session):
        return self.store / f"{session}.jsonl"

    def history(self, session):
        log = self.log(session)
        return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []

    # What it does

    def answer(self, session, message_id, text):
        self.event(session, "assistant.turn_start", {"turnId": "0"})
        self.event(
            session,
            "assistant.message",
            {
                "messageId": f"a-{message_id}",
                "originatingMessageId": message_id,
                "content": text,
                "toolRequests": [],
            },
        )
        self.event(session, "assistant.turn_end", {"turnId": "0"})
        self.event(session, "session.idle", {}, ephemeral=True)

    def accept(self, request):
        """Acknowledge a prompt and return its message id."""
        params = request["params"]
        message_id = f"m-{START}-{request['id']}"
        self.reply(request, {"messageId": message_id})
        self.event(
            params["sessionId"],
            "user.message",
            {
                "content": params["prompt"],
                "messageId": message_id,
                "delivery": "idle",
                "source": params.get("source"),
            },
        )
        return message_id

    def handle(self, request):
        method, params = request.get("method"), request.get("params") or {}
        if method in self.handlers:
            self.handlers[method](request)
            return
        session = params.get("sessionId")
        if method == "connect":
            self.reply(request, {"ok": True, "protocolVersion": 3, "version": "fake"})
        elif method == "ping":
            self.reply(request, {"message": "pong", "timestamp": "", "protocolVersion": 3})
        elif method == "session.create":
            self.reply(request, {"sessionId": session, "workspacePath": "/nowhere"})
            self.event(session, "session.start", {}, ephemeral=True)
        elif method == "session.resume":
            if self.log(session).exists():
                self.reply(request, {"sessionId": session})
            else:
                self.error(request, -32603, f"Session not found: {session}")
        elif method == "session.send":
            message_id = self.accept(request)
            self.answer(session, message_id, f"echo: {params['prompt']}")
        elif method == "session.sendMessages":
            self.reply(request, {"messageIds": []})
            last = [e for e in self.history(session) if e["type"] == "user.message"][-1]["data"]
            self.answer(session, last["messageId"], f"echo: {last['content']}")
        elif method in ("session.getMessages", "sessions.readPersistedEvents"):
            self.reply(request, {"events": self.history(session), "hasMore": False})
        elif method == "sessions.getMetadata":
            found = {"sessionId": session} if self.log(session).exists() else None
            self.reply(request, {"session": found})
        elif method == "session.metadata.activity":
            self.reply(request, {"hasActiveWork": False, "abortable": False})
        elif method == "session.abort":
            self.reply(request, {"success": True})
            self.event(session, "session.idle", {"aborted": True}, ephemeral=True)
        elif method in ("sessions.save", "session.destroy"):
            self.reply(request, {})
        elif method == "session.list":
            self.reply(
                request, {"sessions": [{"sessionId": p.stem} for p in self.store.glob("*.jsonl")]}
            )
        elif method == "runtime.shutdown":
            self.reply(request, {})
            sys.exit(0)
        elif "id" in request and method:
            self.error(request, -32601, f"Unhandled method {method}")

    def receive(self):
        """Return the next message, or ``None`` at the end of the input."""
        while True:
            head, mark, rest = self.buffer.partition(b"\r\n\r\n")
            if mark:
                size = int(head.lower().partition(b"content-length:")[2].split()[0])
                if len(rest) >= size:
                    self.buffer = rest[size:]
                    return json.loads(rest[:size])
            data = os.read(0, 1 << 20)
            if not data:
                return None
            self.buffer += data

    def serve(self):
        while (message := self.receive()) is not None:
            self.handle(message)


def forever():
    while True:
        time.sleep(60)


def ignore_polite_signals():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)


def spawn_stubborn_child(*, own_session=False):
    """Fork a process that ignores what it can and holds our pipes; keep its id in the store."""
    read_end, write_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        if own_session:
            os.setsid()
        ignore_polite_signals()
        os.write(write_end, b"ready")
        forever()
    os.read(read_end, 5)
    (STORE / "children").open("a").write(f"{pid}\n")
    return pid


def says(text, code):
    """Print to stderr and exit at once."""
    os.write(2, text.encode())
    os._exit(code)


if __name__ == "__main__":
    scenario, STORE = Path(sys.argv[1]), Path(sys.argv[2])
    starts = STORE / "starts"
    with starts.open("a") as file:
        file.write(f"{os.getpid()}\n")
    START = len(starts.read_text().splitlines())
    cli = Cli(STORE)

    def on(method):
        def register(handler):
            cli.handlers[method] = handler
            return handler

        return register

    exec(compile(scenario.read_text(), str(scenario), "exec"), globals())
    cli.serve()
