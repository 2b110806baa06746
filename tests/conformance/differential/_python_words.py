"""From the words of scenarios and traces to copilot_actors.otp and back."""

import math
from collections.abc import Awaitable
from typing import Literal

from copilot_actors import otp

from ._scenario import Limit

REFUSALS = {
    otp.AlreadyPresent: "already_present",
    otp.ChildNotFound: "not_found",
    otp.ChildRunning: "running",
    otp.ChildRestarting: "restarting",
    otp.MaxChildren: "max_children",
}


async def outcome(work: Awaitable[str]) -> str:
    """In OTP's words, what came of a call."""
    try:
        return await work
    except otp.NoProcess:
        return "exit:noproc"
    except otp.CallTimeout:
        return "exit:timeout"
    except otp.ActorExited as exc:
        return f"exit:{word(exc.reason)}"
    except otp.StartFailed as exc:
        return f"error:{word(exc.reason)}"
    except otp.AlreadyStarted as exc:
        return f"error:already_started {getattr(exc.ref, 'id', exc.ref)}"
    except otp.SupervisionError as exc:
        return f"error:{REFUSALS[type(exc)]}"


def to_reason(text: str) -> otp.Reason:
    """An exit reason from its word in a scenario."""
    if text == "normal":
        return otp.Normal()
    if text == "crash":
        return otp.Crash(RuntimeError("boom"))
    return otp.Shutdown(text.partition(":")[2] or None)


def to_limit(limit: Limit) -> float | Literal["brutal_kill"]:
    """A shutdown limit in the library's terms."""
    if limit == "brutal_kill":
        return "brutal_kill"
    return math.inf if limit == "infinity" else limit / 1000


def word(reason: otp.Reason) -> str:
    """The word of an exit reason in a trace."""
    match reason:
        case otp.Normal():
            return "normal"
        case otp.Killed():
            return "killed"
        case otp.Shutdown(None):
            return "shutdown"
        case otp.Shutdown(otp.StartFailed() as failed):
            return f"shutdown:failed({failed.child},{word(failed.reason)})"
        case otp.Shutdown(otp.MaxRestarts() as gave_up):
            return f"shutdown:max_restarts({gave_up.supervisor},{gave_up.max_restarts})"
        case otp.Shutdown(detail):
            return f"shutdown:{detail}"
        case otp.Crash(otp.NoProcess(request_type="tuple")):
            return "call noproc"
        case otp.Crash(otp.NoProcess()):
            return "noproc"
        case otp.Crash(otp.CallingSelf()):
            return "call calling_self"
        case otp.Crash(otp.ActorExited(reason=inner)):
            return f"call {word(inner)}"
        case otp.Crash(RuntimeError(args=("boom",))):
            return "crash"
        case otp.Crash(RuntimeError(args=("terminate boom",))):
            return "crash in terminate"
    return f"other {reason!r}"
