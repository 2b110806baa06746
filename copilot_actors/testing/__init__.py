"""Test kit for users: simulator, scripted model, faults, checks and state machines.

Stands on the client and is imported by nothing below. What needs Hypothesis is imported when it is
first asked for, so that the rest works without it.
"""

from typing import TYPE_CHECKING

from ._assert_events import EventMatcher as EventMatcher
from ._assert_events import assert_events as assert_events
from ._assertions import assert_down as assert_down
from ._assertions import wait_state as wait_state
from ._checks._crashes import CrashCheckFailed as CrashCheckFailed
from ._checks._crashes import CrashReport as CrashReport
from ._checks._crashes import check_under_crashes as check_under_crashes
from ._checks._history import HISTORY_RULES as HISTORY_RULES
from ._checks._history import IllegalHistory as IllegalHistory
from ._checks._history import check_history as check_history
from ._checks._lease import check_lease as check_lease
from ._checks._ledger import check_ledger as check_ledger
from ._checks._session_file_system import check_session_file_system as check_session_file_system
from ._checks._transport import check_transport as check_transport
from ._faults._faulty_transport import FaultyChannel as FaultyChannel
from ._faults._faulty_transport import FaultyTransport as FaultyTransport
from ._faults._kinds import DamageJournal as DamageJournal
from ._faults._kinds import Deaf as Deaf
from ._faults._kinds import Delay as Delay
from ._faults._kinds import Drop as Drop
from ._faults._kinds import Duplicate as Duplicate
from ._faults._kinds import Exit as Exit
from ._faults._kinds import Fault as Fault
from ._faults._kinds import FrameMatch as FrameMatch
from ._faults._kinds import Freeze as Freeze
from ._faults._kinds import Garble as Garble
from ._faults._kinds import GarbleHeader as GarbleHeader
from ._faults._kinds import Kill as Kill
from ._faults._kinds import NeverAnswer as NeverAnswer
from ._faults._kinds import Refuse as Refuse
from ._faults._kinds import Split as Split
from ._faults._kinds import StartFailure as StartFailure
from ._faults._kinds import Stray as Stray
from ._leaks import assert_no_leaks as assert_no_leaks
from ._machines._supervisor_model import ModelChild as ModelChild
from ._machines._supervisor_model import SupervisorModel as SupervisorModel
from ._offline_cli import OfflineCli as OfflineCli
from ._offline_cli import OfflineSessionOptions as OfflineSessionOptions
from ._recording._recording import RecordingError as RecordingError
from ._recording._transport import RecordingTransport as RecordingTransport
from ._scripted_model._http_server import HttpStatistics as HttpStatistics
from ._scripted_model._script import Attempts as Attempts
from ._scripted_model._script import Citation as Citation
from ._scripted_model._script import Cut as Cut
from ._scripted_model._script import HttpError as HttpError
from ._scripted_model._script import ModelRequest as ModelRequest
from ._scripted_model._script import Script as Script
from ._scripted_model._script import ScriptFunction as ScriptFunction
from ._scripted_model._script import Silence as Silence
from ._scripted_model._script import Step as Step
from ._scripted_model._script import Steps as Steps
from ._scripted_model._script import Text as Text
from ._scripted_model._script import ToolCall as ToolCall
from ._scripted_model._script import ToolCalls as ToolCalls
from ._scripted_model._script import ToolResult as ToolResult
from ._scripted_model._server import ScriptedModel as ScriptedModel
from ._scripted_model._server import ScriptedModelStatistics as ScriptedModelStatistics
from ._scripted_model._server import open_scripted_model as open_scripted_model
from ._simulator._disk import Journal as Journal
from ._simulator._disk import SimulatedDisk as SimulatedDisk
from ._simulator._frames import Frame as Frame
from ._simulator._process import SimulatedProcess as SimulatedProcess
from ._simulator._simulator import SimulatedChannel as SimulatedChannel
from ._simulator._simulator import Simulator as Simulator

if TYPE_CHECKING:
    from ._machines._session_machine import SessionMachine as SessionMachine
    from ._machines._supervisor_machine import SupervisorMachine as SupervisorMachine
    from ._machines._trio_machine import TraceEntry as TraceEntry
    from ._machines._trio_machine import TrioMachine as TrioMachine

__all__ = [
    "HISTORY_RULES",
    "Attempts",
    "Citation",
    "CrashCheckFailed",
    "CrashReport",
    "Cut",
    "DamageJournal",
    "Deaf",
    "Delay",
    "Drop",
    "Duplicate",
    "EventMatcher",
    "Exit",
    "Fault",
    "FaultyChannel",
    "FaultyTransport",
    "Frame",
    "FrameMatch",
    "Freeze",
    "Garble",
    "GarbleHeader",
    "HttpError",
    "HttpStatistics",
    "IllegalHistory",
    "Journal",
    "Kill",
    "ModelChild",
    "ModelRequest",
    "NeverAnswer",
    "OfflineCli",
    "OfflineSessionOptions",
    "RecordingError",
    "RecordingTransport",
    "Refuse",
    "Script",
    "ScriptFunction",
    "ScriptedModel",
    "ScriptedModelStatistics",
    "SessionMachine",
    "Silence",
    "SimulatedChannel",
    "SimulatedDisk",
    "SimulatedProcess",
    "Simulator",
    "Split",
    "StartFailure",
    "Step",
    "Steps",
    "Stray",
    "SupervisorMachine",
    "SupervisorModel",
    "Text",
    "ToolCall",
    "ToolCalls",
    "ToolResult",
    "TraceEntry",
    "TrioMachine",
    "assert_down",
    "assert_events",
    "assert_no_leaks",
    "check_history",
    "check_lease",
    "check_ledger",
    "check_session_file_system",
    "check_transport",
    "check_under_crashes",
    "open_scripted_model",
    "wait_state",
]

_WITH_HYPOTHESIS = {
    "SessionMachine": "_machines._session_machine",
    "SupervisorMachine": "_machines._supervisor_machine",
    "TraceEntry": "_machines._trio_machine",
    "TrioMachine": "_machines._trio_machine",
}


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import what needs Hypothesis when it is first asked for.

        Raises:
            ImportError: Hypothesis is not installed.
            AttributeError: there is no such name.
        """
        from importlib import import_module  # noqa: PLC0415 - no public name of this package

        module = _WITH_HYPOTHESIS.get(name)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            value: object = getattr(import_module(f".{module}", __name__), name)
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "hypothesis":
                raise
            raise ImportError(
                f"copilot_actors.testing.{name} needs Hypothesis: "
                "python -m pip install 'copilot-actors[testing]'",
                name="hypothesis",
            ) from error
        globals()[name] = value
        return value
