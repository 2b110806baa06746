"""A queue and its workers under one supervisor: `python docs/examples/otp_workers.py`.

Shows a dynamic supervisor, monitors, and tasks whose crashes hurt nobody.
"""

# ruff: noqa: ARG002 - callbacks have fixed signatures

import logging
from collections import deque

import trio

from copilot_actors.otp import (
    Call,
    Down,
    From,
    GenServer,
    TaskResult,
    TaskSupervisor,
    open_supervisor,
)

AT_ONCE = 2


class Results(Call[list[str]]):
    """Ask how the jobs ended."""


class Jobs(GenServer):
    """Runs jobs, at most two at a time, and remembers how each ended."""

    def init(self, tasks: list[TaskSupervisor]) -> None:
        self.tasks = tasks
        self.queue: deque[float] = deque()
        self.running = 0
        self.results: list[str] = []

    def handle_cast(self, job: float) -> None:
        self.queue.append(job)
        self._start_more()

    def handle_info(self, message: TaskResult | Down) -> None:
        self.running -= 1
        if isinstance(message, TaskResult):
            self.results.append(f"ok {message.value}")
        else:
            self.results.append(f"failed {message.reason!r}")
        self._start_more()

    def handle_call(self, request: Results, from_: From) -> list[str]:
        return self.results

    def _start_more(self) -> None:
        while self.queue and self.running < AT_ONCE:
            self.running += 1
            self.tasks[0].async_nolink(work, self.queue.popleft())


async def work(job: float) -> float:
    """Take some time; refuse negative jobs."""
    await trio.sleep(abs(job) / 10)
    return job**0.5 if job >= 0 else 1 / 0


async def main() -> None:
    """Give it five jobs, one of them bad."""
    tasks: list[TaskSupervisor] = []
    specs = [TaskSupervisor.child_spec(id="tasks"), Jobs.child_spec(tasks, id="jobs")]
    async with open_supervisor(specs, strategy="rest_for_one") as sup:
        tasks.append(sup.whereis("tasks", TaskSupervisor))
        jobs = sup.whereis("jobs")
        assert jobs is not None
        for job in (4.0, 9.0, -1.0, 1.0, 0.0):
            jobs.cast(job)
        await trio.sleep(3)
        for line in sorted(await jobs.call(Results())):
            print(line)


if __name__ == "__main__":
    logging.basicConfig(level=logging.CRITICAL)
    trio.run(main)
