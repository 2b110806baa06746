"""Test kit for users: the scripted model; stands on the client, is imported by nothing below."""

from ._assert_events import EventMatcher as EventMatcher
from ._assert_events import assert_events as assert_events
from ._assertions import assert_down as assert_down
from ._assertions import wait_state as wait_state
from ._check_history import HISTORY_RULES as HISTORY_RULES
from ._check_history import IllegalHistory as IllegalHistory
from ._check_history import check_history as check_history
from ._check_ledger import check_ledger as check_ledger
from ._check_session_file_system import check_session_file_system as check_session_file_system
from ._check_transport import check_transport as check_transport
from ._faults import DamageJournal as DamageJournal
from ._faults import Deaf as Deaf
from ._faults import Delay as Delay
from ._faults import Drop as Drop
from ._faults import Duplicate as Duplicate
from ._faults import Exit as Exit
from ._faults import Fault as Fault
from ._faults import FrameMatch as FrameMatch
from ._faults import Freeze as Freeze
from ._faults import Garble as Garble
from ._faults import GarbleHeader as GarbleHeader
from ._faults import Kill as Kill
from ._faults import NeverAnswer as NeverAnswer
from ._faults import Refuse as Refuse
from ._faults import Split as Split
from ._faults import StartFailure as StartFailure
from ._faults import Stray as Stray
from ._faulty_transport import FaultyChannel as FaultyChannel
from ._faulty_transport import FaultyTransport as FaultyTransport
from ._http_server import HttpStatistics as HttpStatistics
from ._leaks import assert_no_leaks as assert_no_leaks
from ._lease_checks import check_lease as check_lease
from ._offline_cli import OfflineCli as OfflineCli
from ._offline_cli import OfflineSessionOptions as OfflineSessionOptions
from ._recording import RecordingError as RecordingError
from ._recording_transport import RecordingTransport as RecordingTransport
from ._scripted_model import ScriptedModel as ScriptedModel
from ._scripted_model import ScriptedModelStatistics as ScriptedModelStatistics
from ._scripted_model import open_scripted_model as open_scripted_model
from ._scripted_model_script import Attempts as Attempts
from ._scripted_model_script import Citation as Citation
from ._scripted_model_script import Cut as Cut
from ._scripted_model_script import HttpError as HttpError
from ._scripted_model_script import ModelRequest as ModelRequest
from ._scripted_model_script import Script as Script
from ._scripted_model_script import ScriptFunction as ScriptFunction
from ._scripted_model_script import Silence as Silence
from ._scripted_model_script import Step as Step
from ._scripted_model_script import Steps as Steps
from ._scripted_model_script import Text as Text
from ._scripted_model_script import ToolCall as ToolCall
from ._scripted_model_script import ToolCalls as ToolCalls
from ._scripted_model_script import ToolResult as ToolResult
from ._simulator import SimulatedChannel as SimulatedChannel
from ._simulator import Simulator as Simulator
from ._simulator_disk import Journal as Journal
from ._simulator_disk import SimulatedDisk as SimulatedDisk
from ._simulator_frames import Frame as Frame
from ._simulator_process import SimulatedProcess as SimulatedProcess

__all__ = [
    "HISTORY_RULES",
    "Attempts",
    "Citation",
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
    "Text",
    "ToolCall",
    "ToolCalls",
    "ToolResult",
    "assert_down",
    "assert_events",
    "assert_no_leaks",
    "check_history",
    "check_lease",
    "check_ledger",
    "check_session_file_system",
    "check_transport",
    "open_scripted_model",
    "wait_state",
]
