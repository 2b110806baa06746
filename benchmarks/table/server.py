"""A synthetic Copilot CLI for benchmarks: JSON-RPC over stdio, with as little work as can be.

It has the handshake, the frames and their order of CLI 1.0.102, no model and no memory of what was
said. What can be prepared is prepared: events of a turn are one byte string per session in which
only a counter of fixed width changes; a flood is blocks of finished frames. A prompt says what
happens:

    anything                    a turn: reply, user.message, ... assistant.message, session.idle
    flood small N               the same turn with N deltas of 380 bytes
    flood large N               the same with N deltas of 64 KiB
    paced N RATE                the same with N deltas, RATE each second, that hold the time of
                                their write (CLOCK_MONOTONIC, ns, 20 digits)
    tools WINDOW N              N calls of the tool `lookup`, WINDOW of them open at once

Standard library alone, to be started with ``python -I -S``: it has to be there in milliseconds.
Other arguments (--headless, --stdio, --log-level ...) are those that clients give a CLI; ignored.
"""

import os
import re
import sys
import time

HEAD = re.compile(rb'"(id|method)":\s*("[^"]*"|\d+)')
SESSION = re.compile(rb'"sessionId":\s*"([^"]*)"')
SOURCE = re.compile(rb'"source":\s*("[^"]*")')
REQUESTED = re.compile(rb'"requestId":\s*"req-(\d+)"')
PROMPT = re.compile(rb'"prompt":\s*"([^"]*)"')
LENGTH = re.compile(rb"(?i)content-length:\s*(\d+)")
COUNTER = b"############"
"""Replaced by a counter of as many digits, which leaves every Content-Length as it is."""
SMALL, LARGE = 380, 64 * 1024
BLOCK = 256 * 1024
READ_SIZE = 64 * 1024
"""What a pipe holds; a larger buffer would be mapped and unmapped for each read."""
STAMP = "2026-11-30T09:00:00.000Z"
PAYLOAD = "word of an answer, "

CONNECT = b'{"ok":true,"protocolVersion":3,"version":"1.0.102","taskKinds":["agent","shell"]}'
PONG = b'{"message":"pong","timestamp":"%b","protocolVersion":3}' % STAMP.encode()
CREATED = (
    b'{"sessionId":"%b","nativeSessionId":"%b","startTime":"%b","isRemote":false,'
    b'"mode":"interactive","workspacePath":"/tmp/bench","capabilities":{"ui":{"elicitation":true,'
    b'"mcpApps":false,"canvases":false},"extensions":false},"modelState":{"modelId":"bench"}}'
)


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def event(kind: str, data: str, serial: int, *, ephemeral: bool = False) -> bytes:
    """An event of the session ``@``; its id ends in the counter."""
    tail = ',"ephemeral":true' if ephemeral else ""
    return (
        '{"jsonrpc":"2.0","method":"session.event","params":{"sessionId":"@","event":{'
        f'"type":"{kind}","data":{{{data}}},"id":"5e55{serial:04x}-0000-4000-8000-{COUNTER.decode()}",'
        f'"timestamp":"{STAMP}","parentId":null{tail}}}}}}}'
    ).encode()


def lifecycle(kind: str) -> bytes:
    return (
        '{"jsonrpc":"2.0","method":"session.lifecycle",'
        f'"params":{{"type":"session.{kind}","sessionId":"@"}}}}'
    ).encode()


MESSAGE = f"3e55a9e0-0000-4000-8000-{COUNTER.decode()}"
ORIGIN = f'"originatingMessageId":"{MESSAGE}"'
TURN = '"turnId":"0","interactionId":"1e7ac710-0000-4000-8000-000000000001"'
ASKED = event(
    "user.message",
    f'"content":"go","transformedContent":"go","messageId":"{MESSAGE}","delivery":"idle",{TURN}~',
    1,
)
"""``~`` is where the source goes that a prompt was sent with: the CLI repeats it."""
BEGIN = [event("assistant.turn_start", TURN, 2)]
END = [
    event(
        "assistant.message",
        f'"messageId":"a5515740-0000-4000-8000-{COUNTER.decode()}",{ORIGIN},'
        f'"content":"Here is the answer to it.","toolRequests":[],{TURN}',
        3,
    ),
    event("assistant.turn_end", '"turnId":"0"', 4),
    event("assistant.idle", "", 5, ephemeral=True),
    event("session.idle", '"mode":"interactive"', 6, ephemeral=True),
]
UNMANAGED = (
    '"source":"none","serverManaged":false,"deviceManaged":false,"failClosed":false,'
    '"bypassPermissionsDisabled":false,"managedKeys":[]'
)
START = [
    event(
        "session.start",
        '"sessionId":"@","version":1,"producer":"copilot-agent","copilotVersion":"1.0.102",'
        f'"startTime":"{STAMP}","selectedModel":"bench"',
        7,
    ),
    lifecycle("updated"),
    event("session.managed_settings_resolved", UNMANAGED, 8, ephemeral=True),
    lifecycle("created"),
]
REQUEST, CALL = f'"requestId":"req-{COUNTER.decode()}"', f'"toolCallId":"call-{COUNTER.decode()}"'
ASK = [
    event("tool.execution_start", f'{CALL},"toolName":"lookup","arguments":{{"number":7}}', 9),
    event(
        "external_tool.requested",
        f'{REQUEST},"sessionId":"@",{CALL},"toolName":"lookup","arguments":{{"number":7}},'
        '"workingDirectory":"/tmp/bench"',
        11,
    ),
]
ANSWERED = [
    event("external_tool.completed", REQUEST, 12),
    event(
        "tool.execution_complete",
        f'{CALL},"success":true,"result":{{"content":"value 7","detailedContent":"value 7"}}',
        13,
    ),
]


def delta(size: int, session: bytes, content: str | None = None) -> bytes:
    """One delta; ``size`` is that of the whole frame's body."""

    def body(text: str) -> bytes:
        data = f'"messageId":"a5515740-0000-4000-8000-{COUNTER.decode()}","deltaContent":"{text}"'
        frame = event("assistant.message_delta", data, 10, ephemeral=True)
        return frame.replace(b"@", session)

    if content is None:
        missing = size - len(body(""))
        content = (PAYLOAD * (missing // len(PAYLOAD) + 1))[:missing]
    return framed(body(content))


class Tools:
    """The tool calls of one turn: how many are still to be asked for and to be answered."""

    def __init__(self, session: bytes, count: int) -> None:
        self.unasked = self.unanswered = count
        self.ask, self.done = (
            b"".join(framed(frame.replace(b"@", session)) for frame in frames)
            for frames in (ASK, ANSWERED)
        )


class Server:
    """One connection: bytes in, bytes out."""

    def __init__(self) -> None:
        self.counter = 0
        self.out: list[bytes] = []
        self.turns: dict[bytes, tuple[bytes, bytes, bytes]] = {}
        self.tools: dict[bytes, Tools] = {}

    def run(self) -> None:
        buffer = b""
        while data := os.read(0, READ_SIZE):
            buffer = self.take(buffer + data if buffer else data)
            if self.out:
                output, self.out = b"".join(self.out), []
                write(output)

    def take(self, buffer: bytes) -> bytes:
        """Serve each whole frame and return what is left."""
        place = 0
        while (head := buffer.find(b"\r\n\r\n", place)) >= 0:
            begin = head + 4
            length = LENGTH.search(buffer, place, head)
            end = begin + int(length[1])
            if end > len(buffer):
                break
            self.serve(buffer[begin:end])
            place = end
        return buffer[place:]

    def serve(self, body: bytes) -> None:
        first, second = None, None
        for match in HEAD.finditer(body):
            if match[1] == b"id":
                first = match[2]
            else:
                second = match[2]
            if first is not None and second is not None:
                break
        if first is None or second is None:
            return  # a notification, or an answer
        method = second[1:-1]
        if method == b"ping":
            self.reply(first, PONG)
        elif method == b"session.send":
            self.send(first, body)
        elif method == b"session.tools.handlePendingToolCall":
            self.answered(first, SESSION.search(body)[1], REQUESTED.search(body)[1])
        elif method in {b"session.create", b"session.resume"}:
            self.create(first, SESSION.search(body)[1])
        elif method == b"connect":
            self.reply(first, CONNECT)
        elif method in REPLIES:
            self.reply(first, REPLIES[method])
        else:
            error = (
                b'{"jsonrpc":"2.0","id":%b,"error":{"code":-32601,"message":"Unhandled method %b"}}'
            )
            self.out.append(framed(error % (first, method)))

    def reply(self, request: bytes, result: bytes) -> None:
        self.out.append(framed(b'{"jsonrpc":"2.0","id":%b,"result":%b}' % (request, result)))

    def counted(self, frames: bytes) -> bytes:
        self.counter += 1
        return frames.replace(COUNTER, b"%012d" % self.counter)

    def create(self, request: bytes, session: bytes) -> None:
        before = framed(lifecycle("created").replace(b"@", session))
        after = b"".join(framed(frame.replace(b"@", session)) for frame in START)
        self.out.append(before)
        self.reply(request, CREATED % (session, session, STAMP.encode()))
        self.out.append(self.counted(after))

    def turn_of(self, session: bytes) -> tuple[bytes, bytes, bytes]:
        """The body of ``user.message``, the frames after it, and those that end a turn."""
        if session not in self.turns:
            begin, end = (
                b"".join(framed(frame.replace(b"@", session)) for frame in frames)
                for frames in (BEGIN, END)
            )
            self.turns[session] = ASKED.replace(b"@", session), begin, end
        return self.turns[session]

    def send(self, request: bytes, body: bytes) -> None:
        session, words = SESSION.search(body)[1], PROMPT.search(body)[1].split()
        source = SOURCE.search(body)
        asked, begin, end = self.turn_of(session)
        begin = framed(asked.replace(b"~", b',"source":' + source[1] if source else b"")) + begin
        self.counter += 1
        number = b"%012d" % self.counter
        self.reply(request, b'{"messageId":"%b"}' % MESSAGE.encode().replace(COUNTER, number))
        if len(words) == 3 and words[0] in ACTS:
            self.out.append(begin.replace(COUNTER, number))
            write(b"".join(self.out))
            self.out = []
            ACTS[words[0]](self, session, *words[1:])
            if words[0] == b"tools":
                return  # its last answer ends the turn
            self.out.append(end.replace(COUNTER, number))
        else:
            self.out.append((begin + end).replace(COUNTER, number))

    # --- What a prompt can ask for -------------------------------------------------------

    def flood(self, session: bytes, size: bytes, count: bytes) -> None:
        frame = delta(SMALL if size == b"small" else LARGE, session)
        number = int(count)
        if size == b"small":
            per_block = max(BLOCK // len(frame), 1)
            block = b"".join(self.counted(frame) for _ in range(per_block))
        else:
            per_block, block = 1, self.counted(frame)
        for _ in range(number // per_block):
            write(block)
        rest = number % per_block
        write(block[: rest * len(frame)])

    def paced(self, session: bytes, count: bytes, rate: bytes) -> None:
        mark = "*" * 20
        frame = self.counted(delta(0, session, mark))
        step = 1e9 / int(rate)
        begin = time.monotonic_ns()
        for number in range(int(count)):
            due = begin + int(number * step)
            while (left := due - time.monotonic_ns()) > 0:
                time.sleep(left / 1e9)
            write(frame.replace(mark.encode(), b"%020d" % time.monotonic_ns()))

    def call_tools(self, session: bytes, window: bytes, count: bytes) -> None:
        self.tools[session] = tools = Tools(session, int(count))
        for _ in range(int(window)):
            self.ask(tools)

    def ask(self, tools: Tools) -> None:
        if tools.unasked:
            tools.unasked -= 1
            self.out.append(self.counted(tools.ask))

    def answered(self, request: bytes, session: bytes, call: bytes) -> None:
        tools = self.tools[session]
        self.reply(request, b'{"success":true}')
        self.out.append(tools.done.replace(COUNTER, call))
        tools.unanswered -= 1
        self.ask(tools)
        if not tools.unanswered:
            self.out.append(self.counted(self.turn_of(session)[-1]))


ACTS = {b"flood": Server.flood, b"paced": Server.paced, b"tools": Server.call_tools}
REPLIES = {
    b"sessions.getMetadata": b"{}",
    b"sessions.checkInUse": b'{"inUse":[]}',
    b"sessions.save": b"{}",
    b"session.detach": b'{"success":true}',
    b"session.destroy": b'{"success":true}',
    b"runtime.shutdown": b"{}",
}


def write(data: bytes) -> None:
    """Write all of it; a block at a time, as pipes take them."""
    view = memoryview(data)
    while view:
        view = view[os.write(1, view) :]


if __name__ == "__main__":
    try:
        Server().run()
    except BrokenPipeError:
        sys.exit(1)
