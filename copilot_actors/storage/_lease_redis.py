"""Leases in Redis, for owners on several machines that share one store of sessions.

A lease is a hash under the session's name that expires. What changes it is a script, which Redis
carries out as one step, and compares the owner's token first: so nobody renews or releases what
is not his any more. Each call has a connection of its own: none goes stale while a session is
quiet, and a call that is cancelled or too late leaves nothing in a stream that others read.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import logging
import math
import os
import secrets
from typing import TYPE_CHECKING, Final, final
from urllib.parse import unquote, urlsplit

import msgspec
import trio

from copilot_actors._errors import InvalidOption
from copilot_actors._holder import Holder
from copilot_actors._session_errors import LeaseLost, LeaseUnavailable, SessionInUse

from ._lease import HeldLease, Lease
from ._lease_owner import this_process

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coredis import Redis

_log = logging.getLogger("copilot_actors.lease")

_SCHEMES: Final = ("redis", "rediss", "unix")
_UNDO_TIMEOUT: Final = 1.0
_RENEWALS: Final = 3
"""Times that a lease is renewed before it would expire: two may fail."""

_ACQUIRE: Final = """
local held = redis.call('HMGET', KEYS[1], 'token', 'holder', 'fencing')
if held[1] == ARGV[1] then
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return {'1', '', held[3]}
end
if redis.call('EXISTS', KEYS[1]) == 1 then
  return {'0', held[2] or '', held[3] or '0'}
end
if redis.call('EXISTS', KEYS[2]) == 0 then
  local now = redis.call('TIME')
  redis.call('SET', KEYS[2], now[1] .. string.format('%06d', tonumber(now[2])))
end
redis.call('INCR', KEYS[2])
local number = redis.call('GET', KEYS[2])
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'holder', ARGV[2], 'fencing', number)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {'1', '', number}
"""
"""The numbers begin with the server's time in microseconds: one that forgot everything goes on
with greater ones. They stay text here, since Lua's own numbers would be rounded when written."""
_RENEW: Final = """
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return {'0'} end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return {'1'}
"""
_RELEASE: Final = """
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return {'0'} end
redis.call('DEL', KEYS[1])
return {'1'}
"""
_LOOK: Final = """
if redis.call('EXISTS', KEYS[1]) == 0 then return {'0'} end
local held = redis.call('HMGET', KEYS[1], 'holder', 'fencing')
return {'1', held[1] or '', held[2] or '0'}
"""


@final
class _HeldInRedis(HeldLease):
    def __init__(
        self, backend: RedisLease, keys: Sequence[str], token: str, holder: Holder, since: float
    ) -> None:
        self.session_id = keys[0].rpartition(":")[2]
        self.holder = holder
        self._backend = backend
        self._keys = keys
        self._token = token
        self._confirmed = since
        self._over = False

    async def renew(self) -> None:
        if self._over or self._is_fork():
            await trio.lowlevel.checkpoint()
            raise LeaseLost(self.session_id)
        backend, begun = self._backend, trio.current_time()
        left = self._confirmed + backend.ttl - begun
        seconds = min(backend.timeout, left) if left > 0 else backend.timeout
        try:
            (kept,) = await backend.run_script(
                self.session_id, _RENEW, self._keys, (self._token, backend.milliseconds), seconds
            )
        except LeaseUnavailable as error:
            if trio.current_time() - self._confirmed < backend.ttl:
                raise
            # Redis may be alive and have given it to another owner.
            self._over = True
            raise LeaseLost(self.session_id) from error
        if kept != "1":
            self._over = True
            raise LeaseLost(self.session_id)
        # From before it was asked: Redis counts from a later moment.
        self._confirmed = begun

    async def release(self) -> None:
        if self._over or self._is_fork():
            await trio.lowlevel.cancel_shielded_checkpoint()
            return
        self._over = True
        backend = self._backend
        with trio.CancelScope(shield=True):
            try:
                await backend.run_script(
                    self.session_id, _RELEASE, self._keys, (self._token,), backend.timeout
                )
            except LeaseUnavailable as error:
                _log.warning("a lease is kept until it expires: %s", error)

    def _is_fork(self) -> bool:
        return os.getpid() != self.holder.pid


@final
@dataclasses.dataclass(frozen=True)
class RedisLease(Lease):
    """Keeps owners on any machine from opening a session twice, by keys in Redis that expire.

    A holder renews its lease every third of ``ttl``. One that is gone is succeeded when its lease
    has expired; nothing here can tell earlier. One that cannot reach Redis gives the session up
    (``LeaseLost``) ``ttl`` seconds after its last renewal, when another owner may have it.
    Redis counts by its own wall clock: if that jumps ahead, leases end early, which their holders
    learn at the next renewal. Until then two may believe that they have the session: that is what
    ``fencing`` is for.

    Needs ``coredis``: ``pip install 'copilot-actors[redis]'``.

    Args:
        url: ``redis://[user:password@]host:port/db``, ``rediss://`` for TLS or ``unix://path``;
            parts with special characters percent-encoded.
        ttl: seconds until a lease ends that is not renewed.
        timeout: seconds for any call of Redis.
        namespace: what all who share the sessions call their store. ``None``: the real path of
            ``COPILOT_HOME``, which only those share who have it in the same place.

    Raises:
        InvalidOption: a value that makes no sense, or there is no ``coredis``.
    """

    url: str = dataclasses.field(repr=False)
    _: dataclasses.KW_ONLY
    ttl: float = 30.0
    timeout: float = 5.0
    namespace: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.url, str) or urlsplit(self.url).scheme not in _SCHEMES:
            raise InvalidOption("url", f"expected one of {', '.join(_SCHEMES)} with ://")
        for name in ("ttl", "timeout"):
            value = getattr(self, name)
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not math.isfinite(value) or value < 0.001:  # noqa: PLR2004
                raise InvalidOption(name, f"expected finite seconds over 0, got {value!r}")
        if self.namespace is not None and not (isinstance(self.namespace, str) and self.namespace):
            raise InvalidOption("namespace", f"expected a text, got {self.namespace!r}")
        try:
            import coredis  # noqa: F401, PLC0415 - half a second, for those who use it
        except ImportError as error:
            reason = "it needs coredis: pip install 'copilot-actors[redis]'"
            raise InvalidOption("RedisLease", reason) from error

    @property
    def renew_interval(self) -> float:
        """A third of ``ttl``."""
        return self.ttl / _RENEWALS

    @property
    def milliseconds(self) -> str:
        """``ttl`` as Redis wants it."""
        return str(max(1, round(self.ttl * 1000)))

    async def acquire(self, store: str, session_id: str) -> HeldLease:
        """Take the lease; see :meth:`Lease.acquire`.

        If it is not known whether Redis took an attempt that failed or was cancelled, it is
        taken back; where Redis cannot be reached even for that, it expires after ``ttl``.

        Raises:
            SessionInUse: another owner has it.
            LeaseUnavailable: Redis cannot be reached, refuses, or does not answer in time.
        """
        keys, token = self._keys(store, session_id), secrets.token_hex(16)
        me, begun = this_process(0), trio.current_time()
        mine = (token, msgspec.json.encode(me).decode(), self.milliseconds)
        try:
            taken, holder, number = await self.run_script(
                session_id, _ACQUIRE, keys, mine, self.timeout
            )
        except BaseException:
            with trio.CancelScope(shield=True), contextlib.suppress(LeaseUnavailable):
                await self.run_script(session_id, _RELEASE, keys, (token,), _UNDO_TIMEOUT)
            raise
        if taken != "1":
            raise SessionInUse(session_id, _holder(holder, number))
        holds = msgspec.structs.replace(me, fencing=int(number))
        return _HeldInRedis(self, keys, token, holds, begun)

    async def get_holder(self, store: str, session_id: str) -> Holder | None:
        """Return who holds a session now, or ``None``.

        Raises:
            LeaseUnavailable: Redis cannot be reached, refuses, or does not answer in time.
        """
        keys = self._keys(store, session_id)
        found, *about = await self.run_script(session_id, _LOOK, keys, (), self.timeout)
        return _holder(*about) if found == "1" else None

    def _keys(self, store: str, session_id: str) -> tuple[str, str]:
        """The session's key and that of the numbers; in braces what decides a cluster's slot."""
        name = self.namespace if self.namespace is not None else store
        digest = hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:32]
        prefix = f"copilot-actors:{{{digest}}}"
        return f"{prefix}:lease:{session_id}", f"{prefix}:fencing"

    async def run_script(
        self,
        session_id: str,
        script: str,
        keys: Sequence[str],
        arguments: Sequence[str],
        seconds: float,
    ) -> list[str]:
        """Run a script in Redis.

        Raises:
            LeaseUnavailable: in place of whatever went wrong.
        """
        with trio.move_on_after(seconds):
            try:
                async with self._client() as client:
                    answer = await client.eval(script, keys=keys, args=arguments)
            except BaseExceptionGroup as group:
                # The client's own tasks: what ends with them besides a cancellation is its echo.
                cancelled, rest = group.split(trio.Cancelled)
                if cancelled is not None:
                    raise cancelled from None
                if rest is None or not isinstance(rest, Exception):
                    raise
                raise await self._fault(session_id, rest) from rest
            except Exception as error:
                raise await self._fault(session_id, error) from error
            if isinstance(answer, list):
                return [str(item) for item in answer]
            raise LeaseUnavailable(session_id, f"Redis answers {answer!r}")
        raise LeaseUnavailable(session_id, f"Redis does not answer within {seconds:g} s")

    async def _fault(self, session_id: str, error: Exception) -> LeaseUnavailable:
        # A cancellation while coredis connects comes out of it as an error of the connection.
        await trio.lowlevel.checkpoint_if_cancelled()
        return LeaseUnavailable(session_id, self._reason(error))

    def _client(self) -> Redis[str]:
        from coredis import Redis  # noqa: PLC0415 - half a second, for those who use it
        from coredis.retry import NoRetryPolicy  # noqa: PLC0415

        return Redis.from_url(
            self.url,
            decode_responses=True,
            decode_components=True,
            verify_version=False,
            retry_policy=NoRetryPolicy(),
            max_connections=1,
        )

    def _reason(self, error: BaseException) -> str:
        """What went wrong, in one line and without the password of the URL."""
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        text = f"Redis: {str(error) or type(error).__name__}"
        secret = urlsplit(self.url).password
        for known in (secret, unquote(secret)) if secret else ():
            text = text.replace(known, "***")
        return text


def _holder(text: str, number: str) -> Holder:
    try:
        holder = msgspec.json.decode(text, type=Holder)
    except msgspec.MsgspecError:
        # Written by something else, or by a later version of this.
        holder = Holder(host="an unknown host", pid=0)
    return msgspec.structs.replace(holder, fencing=int(number) if number.isdecimal() else 0)
