"""The contract of a ledger backend, as a check that its author can run: one function a rule."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Final, TypeAlias, final

import trio

from copilot_actors import _errors as errors
from copilot_actors.storage import (
    CallRecord,
    LedgerBackend,
    LedgerKey,
    LedgerRecord,
    PromptRecord,
    PromptState,
    key_of,
)

from ._contract import Make, check_rule, made_by, require, rule_name

Reopen: TypeAlias = Callable[[LedgerBackend], LedgerBackend]
"""Makes another backend over the same storage, as the next life of the program would have it."""

_WHEN: Final = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
_BIG: Final = 256 * 1024
_MANY: Final = 100
_ATTEMPTS: Final = 12


async def check_ledger(make: Make[LedgerBackend], *, reopen: Reopen | None = None) -> None:
    """Check that a ledger backend keeps what :class:`LedgerBackend` promises to the client.

    Run it in a test of your own, in real time if the backend uses threads or a network. Each rule
    gets a new ledger. It cannot show that a commit survives ``kill -9`` or the loss of power; test
    those with your own means.

    Args:
        make: returns a new, empty ledger that is not open; may be async.
        reopen: returns a second backend over the storage of one, to show that the records, and
            the possession, are those of the storage; ``None`` uses the same object again.

    Raises:
        AssertionError: a rule is broken: which, and what was seen.
        TypeError: ``make`` returned something else.

    Example:
        >>> async def test_my_ledger_keeps_the_rules() -> None:
        ...     await check_ledger(MyLedger)
    """
    for rule in RULES:
        ledger = await made_by(make, LedgerBackend)
        storage = _Storage(ledger, reopen or _the_same)
        await check_rule(rule_name(rule), partial(rule, storage))


def _the_same(ledger: LedgerBackend) -> LedgerBackend:
    return ledger


@final
class _Storage:
    """Where one ledger stores its records, and who has it open."""

    def __init__(self, ledger: LedgerBackend, reopen: Reopen) -> None:
        self.ledger = ledger
        self._reopen = reopen

    def another(self) -> LedgerBackend:
        """A backend over the same storage."""
        return self._reopen(self.ledger)

    async def contents(self) -> dict[LedgerKey, LedgerRecord]:
        """Open it once more; return what is in it, and close it."""
        backend = self.another()
        records = await backend.open()
        await backend.aclose()
        found = {key_of(record): record for record in records}
        require(len(found) == len(records), "a record came twice")
        return found

    async def must_have(self, *records: LedgerRecord) -> None:
        """Check that these are in it and no others."""
        found, expected = await self.contents(), _by_key(*records)
        missing, more = expected.keys() - found.keys(), found.keys() - expected.keys()
        require(not missing, f"missing: {sorted(missing)}")
        require(not more, f"not removed, or never stored: {sorted(more)}")
        changed = [key for key, record in expected.items() if found[key] != record]
        require(not changed, f"changed: {changed}")


def _by_key(*records: LedgerRecord) -> dict[LedgerKey, LedgerRecord]:
    return {key_of(record): record for record in records}


def _prompt(
    key: str = "agent-1",
    session: str = "s",
    state: PromptState = PromptState.PREPARED,
    params: dict[str, object] | None = None,
) -> PromptRecord:
    return PromptRecord(
        session_id=session,
        key=key,
        number=1,
        recorded_at=_WHEN,
        prompt_hash="0f" * 32,
        state=state,
        params=params,
    )


def _call(
    request_id: str = "r1", session: str = "s", params: dict[str, object] | None = None
) -> CallRecord:
    return CallRecord(
        session_id=session,
        request_id=request_id,
        kind="tool",
        tool_name="t",
        method=None if params is None else "session.tools.handlePendingToolCall",
        params=params,
    )


# --- The rules ------------------------------------------------------------------------------


async def _it_says_what_it_is(storage: _Storage) -> None:
    name, stores = storage.ledger.name, storage.ledger.store_prompts
    require(isinstance(name, str) and name, f"name is {name!r}")
    require(isinstance(stores, bool), f"store_prompts is {stores!r}")
    await trio.lowlevel.checkpoint()


async def _a_new_ledger_is_empty(storage: _Storage) -> None:
    await storage.must_have()


async def _what_was_committed_is_there_for_the_next_owner(storage: _Storage) -> None:
    records: list[LedgerRecord] = [
        _prompt(),
        _prompt("agent-2", state=PromptState.LOST),
        _prompt("agent-3", params={"prompt": 'é"\\\n\u2028\ud7ff\U0001f600', "n": [1, 2.5, None]}),
        PromptRecord(
            session_id="s",
            key="agent-4",
            number=2**53,
            recorded_at=_WHEN,
            prompt_hash="h",
            state=PromptState.INTERRUPTED,
            message_id="m",
            answer_id="a",
            reason="aborted",
            tool_ran=True,
            expired=True,
            chosen=True,
        ),
        _call(),
        _call("r2", params={"result": {"text": "x" * _BIG, "": {}}}),
        CallRecord(session_id="s", request_id="r3", kind="permission", tool_call_id="call_1"),
    ]
    await storage.ledger.open()
    await storage.ledger.commit(_by_key(*records))
    await storage.ledger.aclose()
    await storage.must_have(*records)


async def _a_later_commit_replaces_and_removes(storage: _Storage) -> None:
    ledger, answered = storage.ledger, _call(params={"result": "done"})
    await ledger.open()
    await ledger.commit(_by_key(_prompt(), _call(), _call("r2"), _call("r3")))
    await ledger.commit({**_by_key(answered), key_of(_prompt()): None, key_of(_call("r2")): None})
    await ledger.aclose()
    await storage.must_have(answered, _call("r3"))


async def _keys_are_apart(storage: _Storage) -> None:
    records: list[LedgerRecord] = [
        _prompt("one", "s"),
        _call("one", "s"),
        _prompt("one", "S"),
        _prompt("One", "s"),
        _prompt("e", "s on"),
        _prompt("on e", "s"),
        _prompt("one ", "s"),
        _prompt("%", "s"),
        _prompt("", "s"),
        _call("'; --", "s"),
    ]
    await storage.ledger.open()
    await storage.ledger.commit(_by_key(*records))
    await storage.ledger.commit({key_of(_prompt("%", "s")): None})
    await storage.ledger.aclose()
    await storage.must_have(*(r for r in records if key_of(r) != key_of(_prompt("%", "s"))))


async def _what_is_not_there_may_be_removed(storage: _Storage) -> None:
    await storage.ledger.open()
    await storage.ledger.commit(_by_key(_prompt()))
    await storage.ledger.commit({})
    await storage.ledger.commit({key_of(_call("never there")): None})
    await storage.ledger.aclose()
    await storage.must_have(_prompt())


async def _commits_take_effect_in_their_order(storage: _Storage) -> None:
    await storage.ledger.open()
    for number in range(_MANY):
        record = _call(params={"n": number})
        await storage.ledger.commit({key_of(record): record if number % 7 else None})
    await storage.ledger.aclose()
    await storage.must_have(_call(params={"n": _MANY - 1}))


async def _there_is_one_owner_at_a_time(storage: _Storage) -> None:
    await storage.ledger.open()
    # More than once: whoever is refused must not loosen the first one's hold.
    for _ in range(3):
        try:
            await storage.another().open()
        except errors.LedgerInUse:
            continue
        raise AssertionError("it was opened while another had it open, without LedgerInUse")
    await storage.ledger.commit(_by_key(_prompt()))
    await storage.ledger.aclose()
    await storage.must_have(_prompt())


async def _it_may_be_closed_twice_and_opened_again(storage: _Storage) -> None:
    ledger = storage.ledger
    await ledger.aclose()
    for number in range(3):
        records = await ledger.open()
        require(len(records) == number, f"opened again it has {len(records)} of {number} records")
        await ledger.commit(_by_key(_call(f"r{number}")))
        await ledger.aclose()
        await ledger.aclose()


async def _what_open_returned_is_a_copy(storage: _Storage) -> None:
    ledger = storage.ledger
    await ledger.open()
    await ledger.commit(_by_key(_prompt()))
    await ledger.aclose()
    records = await ledger.open()
    await ledger.commit({**_by_key(_call()), key_of(_prompt()): None})
    require(list(records) == [_prompt()], "a later commit has changed what open() had returned")
    await ledger.aclose()


async def _a_cancelled_open_leaves_it_free(storage: _Storage) -> None:
    ledger = storage.ledger
    begun = trio.current_time()
    await ledger.open()
    whole = trio.current_time() - begun
    await ledger.commit(_by_key(_prompt()))
    await ledger.aclose()
    for attempt in range(_ATTEMPTS):
        # At some moment of the work: before, in the middle, after.
        with trio.move_on_after(whole * attempt / (_ATTEMPTS - 2)):
            await ledger.open()
        await ledger.aclose()
        await storage.must_have(_prompt())


async def _a_cancelled_commit_is_done_or_not_and_may_be_repeated(storage: _Storage) -> None:
    ledger = storage.ledger
    await ledger.open()
    for attempt in range(_ATTEMPTS):
        old = [_call(f"r{number}", params={"n": attempt}) for number in range(5)]
        new = [_call(f"r{number}", params={"n": attempt + 0.5}) for number in range(5)]
        begun = trio.current_time()
        await ledger.commit(_by_key(*old))
        whole = trio.current_time() - begun
        with trio.move_on_after(whole * attempt / (_ATTEMPTS - 2)):
            await ledger.commit(_by_key(*new))
        await ledger.aclose()
        found = await storage.contents()
        require(found in (_by_key(*old), _by_key(*new)), "a cancelled commit was done in part")
        await ledger.open()
        await ledger.commit(_by_key(*new))
        await ledger.aclose()
        await storage.must_have(*new)
        await ledger.open()
    await ledger.aclose()


async def _a_commit_that_fails_stores_nothing(storage: _Storage) -> None:
    ledger = storage.ledger
    await ledger.open()
    await ledger.commit(_by_key(_prompt()))
    # What no format can hold; a backend that keeps objects may store it, but then all of it.
    unstorable = _call("r2", params={"result": object()})
    changes = {**_by_key(_call(), unstorable, _call("r3")), key_of(_prompt()): None}
    try:
        await ledger.commit(changes)
    except Exception:
        failed = True
    else:
        failed = False
    await ledger.commit(_by_key(_call("r4")))
    await ledger.aclose()
    if failed:
        await storage.must_have(_prompt(), _call("r4"))
    else:
        await storage.must_have(_call(), unstorable, _call("r3"), _call("r4"))


RULES: Final = (
    _it_says_what_it_is,
    _a_new_ledger_is_empty,
    _what_was_committed_is_there_for_the_next_owner,
    _a_later_commit_replaces_and_removes,
    _keys_are_apart,
    _what_is_not_there_may_be_removed,
    _commits_take_effect_in_their_order,
    _there_is_one_owner_at_a_time,
    _it_may_be_closed_twice_and_opened_again,
    _what_open_returned_is_a_copy,
    _a_cancelled_open_leaves_it_free,
    _a_cancelled_commit_is_done_or_not_and_may_be_repeated,
    _a_commit_that_fails_stores_nothing,
)
"""The rules, in the order in which they are checked."""
