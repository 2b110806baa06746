"""Hand-written scenarios: at least one for each OTP rule that implementers get wrong.

The number in a name is the rule's number in docs/otp-conformance.md.
"""

from . import _rules_servers, _rules_supervisors
from ._scenario import Scenario

RULES: tuple[Scenario, ...] = (*_rules_supervisors.RULES, *_rules_servers.RULES)
