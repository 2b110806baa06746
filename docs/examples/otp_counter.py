"""A counter that crashes on demand and is restarted: `python docs/examples/otp_counter.py`."""

# ruff: noqa: ARG002 - callbacks have fixed signatures

import logging

import trio

from copilot_actors.otp import ActorExited, Call, From, GenServer, open_supervisor


class Get(Call[int]):
    """Ask for the count."""


class Counter(GenServer):
    """Counts casts; a cast of zero is a bug."""

    async def init(self, start: int = 0) -> None:
        self.count = start

    async def handle_call(self, request: Get, from_: From) -> int:
        return self.count

    async def handle_cast(self, amount: int) -> None:
        self.count += amount // abs(amount)


async def main() -> None:
    """Crash it and go on."""
    async with open_supervisor([Counter.child_spec(10, id="counter", name="counter")]) as sup:
        counter = sup.whereis("counter")
        assert counter is not None
        counter.cast(1)
        print("count:", await counter.call(Get()))
        counter.cast(0)
        try:
            print("count:", await counter.call(Get()))
        except ActorExited as error:
            print("crashed:", error.reason)
        print("count after the restart:", await counter.call(Get()))
        print(sup.dump_tree())


if __name__ == "__main__":
    logging.basicConfig(level=logging.CRITICAL)
    trio.run(main)
