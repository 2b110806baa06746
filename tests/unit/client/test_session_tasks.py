"""A request whose reply a plain function takes: when it needs no task, and when it does."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import outcome
import pytest

import copilot_actors as ca
from copilot_actors.client._session import _values as v
from copilot_actors.client._session._tasks import MAILBOX_PAUSE, SessionTasks
from copilot_actors.jsonrpc import ErrorObject, Response
from copilot_actors.otp import MailboxFull, NoProcess

RESULT = outcome.Value(Response(id=1, method="m", result=msgspec.Raw(b"{}")))
REFUSAL = outcome.Value(Response(id=1, method="m", error=ErrorObject(-32603, "no")))
TIMEOUT = outcome.Error(ca.RpcTimeout("m", 30.0))
DONE, JUDGED = v.SaveDone(1), v.SaveDone(2)


class Bench:
    """A session whose connection and supervisor of tasks are these."""

    def __init__(self, *, sends=True, supervised=True, accept=lambda _raw: DONE):
        self.reports = []
        self.tasks = []
        self.given = []
        self.timers = []
        self.wake = None
        self.full = 0
        self._sends, self._supervised = sends, supervised
        context = SimpleNamespace(
            options=SimpleNamespace(rpc_timeout=30.0), start_job=self._start_job
        )
        tasks = SessionTasks(
            context,
            SimpleNamespace(session_id="s"),
            self._report,
        )
        tasks.use(self, 7)
        tasks._ask("m", {}, accept, self._job, "name")
        # What comes now belongs to the connection before.
        tasks.use(SimpleNamespace(), 8)

    def _report(self, incarnation, what):
        if self.full:
            self.full -= 1
            raise MailboxFull(None, "FromJob", 1, None)
        self.reports.append((incarnation, what))

    def call_later(self, seconds, callback):
        self.timers.append((seconds, callback))

    def post(self, _method, _params, *, within, wake):
        assert within == 30.0
        self.wake = wake
        return self._sends

    def _start_job(self, task, _name):
        if not self._supervised:
            raise NoProcess("jobs")
        self.tasks.append(task)

    async def _job(self, connection, *, reply=None):
        assert connection is self
        self.given.append(reply)
        return JUDGED


async def judged(bench):
    (task,) = bench.tasks
    await task()
    return bench.given


def raises(error):
    def accept(_raw):
        raise error

    return accept


async def test_a_result_is_reported_without_a_task_under_the_number_of_its_connection():
    bench = Bench()
    bench.wake(RESULT)
    assert (bench.reports, bench.tasks) == ([(7, DONE)], [])


@pytest.mark.parametrize(
    ("reply", "accept"),
    [
        pytest.param(REFUSAL, lambda _raw: DONE, id="refused"),
        pytest.param(TIMEOUT, lambda _raw: DONE, id="none_in_time"),
        pytest.param(RESULT, raises(ca.RpcError("m", 0, "odd")), id="odd_result"),
        pytest.param(RESULT, lambda _raw: None, id="result_of_no_use"),
    ],
)
async def test_any_other_reply_is_judged_by_a_task_that_does_not_ask_again(reply, accept):
    bench = Bench(accept=accept)
    bench.wake(reply)
    assert bench.reports == []
    assert await judged(bench) == [reply]
    assert bench.reports == [(7, JUDGED)]


async def test_what_cannot_be_sent_at_once_is_sent_by_a_task():
    bench = Bench(sends=False)
    assert await judged(bench) == [None]
    assert bench.reports == [(7, JUDGED)]


async def test_the_end_of_the_connection_is_no_reply():
    bench = Bench()
    bench.wake(outcome.Error(ca.ConnectionLost("gone")))
    assert (bench.reports, bench.tasks) == ([], [])


async def test_a_defect_in_what_takes_the_result_ends_the_session_and_not_the_connection():
    defect = ZeroDivisionError()
    bench = Bench(accept=raises(defect))
    bench.wake(RESULT)
    assert bench.reports == [(7, v.Broken(defect))]


async def test_a_reply_after_the_end_of_all_sessions_is_dropped():
    bench = Bench(supervised=False)
    bench.wake(REFUSAL)
    assert bench.reports == []


async def test_news_for_a_flooded_session_is_offered_again_and_the_connection_goes_on():
    bench = Bench()
    bench.full = 2
    bench.wake(RESULT)
    while bench.timers:
        seconds, callback = bench.timers.pop()
        assert seconds == MAILBOX_PAUSE
        callback()
    assert (bench.full, bench.reports, bench.tasks) == (0, [(7, DONE)], [])
