"""Fuzz the codec: any bytes, cut anywhere, give the same events or one typed error.

A script, since it runs until it is stopped and needs atheris, which the test suite does not::

    pip install atheris
    python tests/fuzz/fuzz_jsonrpc.py tests/fuzz/corpus_jsonrpc -max_len=600 -max_total_time=60

The suite runs :func:`check` too, on the corpus and on what Hypothesis makes up
(tests/unit/jsonrpc/test_fuzz.py). An input that fails belongs into the corpus with its fix.
"""

import sys

from copilot_actors import jsonrpc

MAX_FRAME = 4096
PENDING = 3


def run(pieces: list[bytes]) -> tuple[list[str], str]:
    """Feed the pieces to a connection with calls under way; return its events and its end."""
    connection = jsonrpc.Connection(max_frame_size=MAX_FRAME)
    for number in range(PENDING):
        connection.send_request(f"method{number}", {})
    events: list[str] = []
    fed = 0
    try:
        for piece in pieces:
            connection.receive_data(piece)
            fed += len(piece)
            take(connection, events)
            if connection.statistics().buffered > min(fed, MAX_FRAME + 8192):
                raise AssertionError("more is kept than one frame and one line")
        connection.receive_eof()
        take(connection, events)
        end = "ended"
    except jsonrpc.RemoteProtocolError as error:
        # A fault ends in the same error each time it is asked for.
        end = str(error)
    statistics = connection.statistics()
    answered = sum(event.startswith("Response ") for event in events)
    if statistics.pending + answered != PENDING:
        raise AssertionError("a call was lost, or answered twice")
    end += f" {statistics.stray_lines} {statistics.frames} {statistics.bad_frames}"
    return events, end


def take(connection: jsonrpc.Connection, events: list[str]) -> None:
    """Move the events into the list, those before a fault too."""
    for event in connection.events():
        events.append(describe(event))  # noqa: PERF401


def describe(event: jsonrpc.Event) -> str:
    """Text of an event with its raw members, for comparison."""
    if isinstance(event, jsonrpc.StrayText):
        # It holds what had come by then, which the cut decides.
        return "StrayText"
    values = [getattr(event, name) for name in event.__struct_fields__]
    shown = [bytes(value) if type(value).__name__ == "Raw" else value for value in values]
    error = getattr(event, "error", None)
    if isinstance(error, jsonrpc.ErrorObject):
        shown.append((error.code, error.message, bytes(error.data)))
        shown = [value for value in shown if value is not error]
    return f"{type(event).__name__} {shown!r}"


def check(data: bytes) -> None:
    """Fail if the events of ``data`` depend on how it is cut.

    The first byte says into how large pieces it is cut the second time; the third time it comes
    byte by byte.
    """
    size = data[0] + 1 if data else 1
    stream = data[1:]
    whole = run([stream])
    for step in {1, size}:
        pieces = [stream[i : i + step] for i in range(0, len(stream), step)]
        if run(pieces) != whole:
            raise AssertionError(f"cut into pieces of {step}: {run(pieces)} is not {whole}")


def main() -> None:
    """Run atheris with the arguments of libFuzzer."""
    import atheris  # noqa: PLC0415

    atheris.instrument_func(check)
    atheris.instrument_all()
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
