"""OTP on trio: supervised actors with mailboxes. Knows no Copilot, JSON, bytes or files."""

from typing import TYPE_CHECKING

from copilot_actors._lazy import lazy_names as _lazy_names

from ._async_stream import ResultStream as ResultStream
from ._call import From as From
from ._call import reply as reply
from ._child_spec import AutoShutdown as AutoShutdown
from ._child_spec import Backoff as Backoff
from ._child_spec import ChildSpec as ChildSpec
from ._child_spec import Overflow as Overflow
from ._child_spec import Restart as Restart
from ._child_spec import Strategy as Strategy
from ._clock import Timer as Timer
from ._dynamic_supervisor import DynamicSupervisor as DynamicSupervisor
from ._errors import AbnormalStop as AbnormalStop
from ._errors import ActorError as ActorError
from ._errors import ActorExited as ActorExited
from ._errors import AlreadyPresent as AlreadyPresent
from ._errors import AlreadyReplied as AlreadyReplied
from ._errors import AlreadyStarted as AlreadyStarted
from ._errors import BadReturn as BadReturn
from ._errors import CallCycle as CallCycle
from ._errors import CallError as CallError
from ._errors import CallingSelf as CallingSelf
from ._errors import CallTimeout as CallTimeout
from ._errors import ChildNotFound as ChildNotFound
from ._errors import ChildRestarting as ChildRestarting
from ._errors import ChildRunning as ChildRunning
from ._errors import MailboxFull as MailboxFull
from ._errors import MaxChildren as MaxChildren
from ._errors import MaxRestarts as MaxRestarts
from ._errors import NoProcess as NoProcess
from ._errors import NotInActor as NotInActor
from ._errors import StartFailed as StartFailed
from ._errors import StartTimeout as StartTimeout
from ._errors import SupervisionError as SupervisionError
from ._gen_server import GenServer as GenServer
from ._handle import ChildCounts as ChildCounts
from ._handle import ChildInfo as ChildInfo
from ._handle import Supervisor as Supervisor
from ._handle import SupervisorRef as SupervisorRef
from ._links import link as link
from ._links import unlink as unlink
from ._messages import Call as Call
from ._messages import Continue as Continue
from ._messages import Down as Down
from ._messages import Exit as Exit
from ._messages import IdleTimeout as IdleTimeout
from ._messages import Ignore as Ignore
from ._messages import NoReply as NoReply
from ._messages import Reply as Reply
from ._messages import Stop as Stop
from ._messages import Timeout as Timeout
from ._monitor import Monitor as Monitor
from ._open import open_supervisor as open_supervisor
from ._reasons import Crash as Crash
from ._reasons import Killed as Killed
from ._reasons import Normal as Normal
from ._reasons import Reason as Reason
from ._reasons import Shutdown as Shutdown
from ._ref import Ref as Ref
from ._server import TraceEvent as TraceEvent
from ._task import Task as Task
from ._task import TaskResult as TaskResult
from ._task_supervisor import TaskSupervisor as TaskSupervisor
from ._timer import send_after as send_after
from ._timer import send_interval as send_interval
from ._tree import TreeStatistics as TreeStatistics

if TYPE_CHECKING:
    from . import _sys as sys
    from ._agent import Agent as Agent
    from ._multi_call import multi_call as multi_call
    from ._registry import Registry as Registry
    from ._registry import Via as Via
    from ._sys import ActorInfo as ActorInfo
    from ._sys import info as info
    from ._topic import Lagged as Lagged
    from ._topic import Topic as Topic
    from ._topic import TopicStream as TopicStream
else:
    __getattr__ = _lazy_names(
        __name__,
        {
            "._agent": ["Agent"],
            "._multi_call": ["multi_call"],
            "._registry": ["Registry", "Via"],
            "._sys": ["ActorInfo", "info"],
            "._topic": ["Lagged", "Topic", "TopicStream"],
        },
        submodules={"sys": "._sys"},
    )

__all__ = [
    "AbnormalStop",
    "ActorError",
    "ActorExited",
    "ActorInfo",
    "Agent",
    "AlreadyPresent",
    "AlreadyReplied",
    "AlreadyStarted",
    "AutoShutdown",
    "Backoff",
    "BadReturn",
    "Call",
    "CallCycle",
    "CallError",
    "CallTimeout",
    "CallingSelf",
    "ChildCounts",
    "ChildInfo",
    "ChildNotFound",
    "ChildRestarting",
    "ChildRunning",
    "ChildSpec",
    "Continue",
    "Crash",
    "Down",
    "DynamicSupervisor",
    "Exit",
    "From",
    "GenServer",
    "IdleTimeout",
    "Ignore",
    "Killed",
    "Lagged",
    "MailboxFull",
    "MaxChildren",
    "MaxRestarts",
    "Monitor",
    "NoProcess",
    "NoReply",
    "Normal",
    "NotInActor",
    "Overflow",
    "Reason",
    "Ref",
    "Registry",
    "Reply",
    "Restart",
    "ResultStream",
    "Shutdown",
    "StartFailed",
    "StartTimeout",
    "Stop",
    "Strategy",
    "SupervisionError",
    "Supervisor",
    "SupervisorRef",
    "Task",
    "TaskResult",
    "TaskSupervisor",
    "Timeout",
    "Timer",
    "Topic",
    "TopicStream",
    "TraceEvent",
    "TreeStatistics",
    "Via",
    "info",
    "link",
    "multi_call",
    "open_supervisor",
    "reply",
    "send_after",
    "send_interval",
    "sys",
    "unlink",
]
