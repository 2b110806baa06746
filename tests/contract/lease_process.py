"""A process that takes leases, for tests that let several of them race or kill them.

Reads commands, one a line, and answers each with one line: ``take ID``, ``drop ID``, ``fork``.
"""

import os
import sys

import trio

from copilot_actors import FileLease, SessionInUse

STORE = "/a/home"


async def main(directory):
    backend, held = FileLease(directory), {}
    for line in sys.stdin:
        command, _, session_id = line.strip().partition(" ")
        answer = "done"
        if command == "take":
            try:
                held[session_id] = await backend.acquire(STORE, session_id)
                answer = f"got {held[session_id].fencing}"
            except SessionInUse as error:
                answer = f"refused {error.holder.pid}"
        elif command == "drop":
            await held.pop(session_id).release()
        elif command == "fork":
            # Keeps every descriptor of its parent open, and with them the locks.
            child = os.fork()
            if child == 0:
                os.close(1)
                while True:
                    os.read(int(sys.argv[2]), 1)
                    os._exit(0)
            answer = str(child)
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    trio.run(main, sys.argv[1])
