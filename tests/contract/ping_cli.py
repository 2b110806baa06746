"""The least that a transport's contract needs of a CLI: it answers ``connect`` and ``ping``.

Run as ``python -SE ping_cli.py ...--stdio``, or imported for a server in the test's own program.
"""

import json
import sys


def answers(buffer):
    """Take the whole frames from the front of a buffer; give the frames that answer them."""
    while True:
        head, end, rest = bytes(buffer).partition(b"\r\n\r\n")
        if not end:
            return
        size = int(head.partition(b":")[2])
        if len(rest) < size:
            return
        del buffer[: len(head) + len(end) + size]
        request = json.loads(rest[:size])
        text = request["params"].get("message", "")
        reply = {"jsonrpc": "2.0", "id": request["id"], "result": {"message": f"pong: {text}"}}
        body = json.dumps(reply).encode()
        yield b"Content-Length: %d\r\n\r\n" % len(body) + body


if __name__ == "__main__":
    received = bytearray()
    while data := sys.stdin.buffer.read1():
        received += data
        for answer in answers(received):
            sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
