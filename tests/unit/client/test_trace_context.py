"""The W3C grammar of ``traceparent`` and ``tracestate``, cell by cell."""

from __future__ import annotations

import pytest

import copilot_actors as ca
from copilot_actors.client._options._session_options import session_options, wire_options

TRACE, SPAN = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
PARENT = f"00-{TRACE}-{SPAN}-01"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (PARENT, True),
        (f"00-{TRACE}-{SPAN}-00", True),
        (f"cc-{TRACE}-{SPAN}-01", True),
        (f"cc-{TRACE}-{SPAN}-01-what-will-be", True),
        (f"00-{TRACE}-{SPAN}-01-what-will-be", False),
        (f"ff-{TRACE}-{SPAN}-01", False),
        (PARENT.upper(), False),
        (f"00-{'0' * 32}-{SPAN}-01", False),
        (f"00-{TRACE}-{'0' * 16}-01", False),
        (f"00-{TRACE[:-1]}-{SPAN}-01", False),
        (f"00-{TRACE}-{SPAN}", False),
        (f"{PARENT}\n", False),
        ("", False),
    ],
)
def test_a_traceparent_is_what_the_standard_says(text, right):
    assert accepts({"traceparent": text}) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("a=b", True),
        ("rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", True),
        ("fw529a3039@dt=FfAAA , x=1", True),
        ("a=b,,", True),
        ("", True),
        (",".join(f"k{n}=v" for n in range(32)), True),
        (",".join(f"k{n}=v" for n in range(33)), False),
        ("a=b,a=c", False),
        ("A=b", False),
        ("a", False),
        ("a=b=c", False),
        ("a=", False),
        ("a=b\x7f", False),
        ("a=" + "x" * 257, False),
    ],
)
def test_a_tracestate_is_what_the_standard_says(text, right):
    assert accepts({"traceparent": PARENT, "tracestate": text}) is right


def accepts(context):
    try:
        session_options(None, {"trace_context": context})
    except ca.InvalidOption as error:
        return not error.option.startswith("trace_context.trace")
    return True


def test_a_tracestate_alone_means_nothing():
    with pytest.raises(ca.InvalidOption, match="traceparent"):
        session_options(None, {"trace_context": {"tracestate": "a=b"}})


def test_a_trace_context_is_two_parameters():
    context = ca.TraceContext(traceparent=PARENT, tracestate="a=b")
    params = wire_options(session_options(None, {"trace_context": context}), creating=True)
    assert (params["traceparent"], params["tracestate"]) == (PARENT, "a=b")
    plain = ca.TraceContext(traceparent=PARENT, tracestate=None)
    params = wire_options(session_options(None, {"trace_context": plain}), creating=False)
    assert params["traceparent"] == PARENT
    assert "tracestate" not in params
