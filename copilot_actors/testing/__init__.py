"""Test kit for users: the scripted model; stands on the client, is imported by nothing below."""

from ._http_server import HttpStatistics as HttpStatistics
from ._scripted_model import ScriptedModel as ScriptedModel
from ._scripted_model import ScriptedModelStatistics as ScriptedModelStatistics
from ._scripted_model import open_scripted_model as open_scripted_model
from ._scripted_model_script import Attempts as Attempts
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

__all__ = [
    "Attempts",
    "Cut",
    "HttpError",
    "HttpStatistics",
    "ModelRequest",
    "Script",
    "ScriptFunction",
    "ScriptedModel",
    "ScriptedModelStatistics",
    "Silence",
    "Step",
    "Steps",
    "Text",
    "ToolCall",
    "ToolCalls",
    "ToolResult",
    "open_scripted_model",
]
