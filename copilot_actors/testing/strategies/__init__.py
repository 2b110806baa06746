"""Hypothesis strategies for the protocol: events, requests, histories, damage, faults, scripts.

Needs the extra ``testing``; ``copilot_actors.testing`` itself does not.
"""

import importlib.util as _importlib_util

if _importlib_util.find_spec("hypothesis") is None:
    raise ImportError(
        "copilot_actors.testing.strategies needs Hypothesis: "
        "install it with  pip install 'copilot-actors[testing]'",
        name="hypothesis",
    )

from ._damage import HARMLESS as HARMLESS
from ._damage import LOG_DAMAGE as LOG_DAMAGE
from ._damage import DamagedHistory as DamagedHistory
from ._damage import LogDamage as LogDamage
from ._damage import LogDamageKind as LogDamageKind
from ._damage import damage_log as damage_log
from ._damage import damaged_histories as damaged_histories
from ._damage import log_damage as log_damage
from ._events import EventKind as EventKind
from ._events import WireEvent as WireEvent
from ._events import event_types as event_types
from ._events import events as events
from ._events import unknown_events as unknown_events
from ._events import wire_events as wire_events
from ._events import wire_unknown_events as wire_unknown_events
from ._faults import FAULT_EVENTS as FAULT_EVENTS
from ._faults import FAULT_KINDS as FAULT_KINDS
from ._faults import FAULT_METHODS as FAULT_METHODS
from ._faults import FaultKind as FaultKind
from ._faults import fault_schedules as fault_schedules
from ._faults import faults as faults
from ._faults import frame_matches as frame_matches
from ._histories import SECTIONS as SECTIONS
from ._histories import Section as Section
from ._histories import histories as histories
from ._histories import log_of as log_of
from ._histories import wire_histories as wire_histories
from ._methods import DrawnRequest as DrawnRequest
from ._methods import request_methods as request_methods
from ._methods import requests as requests
from ._methods import requests_of_the_cli as requests_of_the_cli
from ._methods import results as results
from ._methods import wire_results as wire_results
from ._scripts import STEP_KINDS as STEP_KINDS
from ._scripts import StepKind as StepKind
from ._scripts import scripts as scripts
from ._scripts import steps as steps
from ._scripts import turns as turns
from ._shapes import values as values
from ._shapes import wire_values as wire_values

__all__ = [
    "FAULT_EVENTS",
    "FAULT_KINDS",
    "FAULT_METHODS",
    "HARMLESS",
    "LOG_DAMAGE",
    "SECTIONS",
    "STEP_KINDS",
    "DamagedHistory",
    "DrawnRequest",
    "EventKind",
    "FaultKind",
    "LogDamage",
    "LogDamageKind",
    "Section",
    "StepKind",
    "WireEvent",
    "damage_log",
    "damaged_histories",
    "event_types",
    "events",
    "fault_schedules",
    "faults",
    "frame_matches",
    "histories",
    "log_damage",
    "log_of",
    "request_methods",
    "requests",
    "requests_of_the_cli",
    "results",
    "scripts",
    "steps",
    "turns",
    "unknown_events",
    "values",
    "wire_events",
    "wire_histories",
    "wire_results",
    "wire_unknown_events",
    "wire_values",
]
