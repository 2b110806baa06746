"""``session.rpc`` and ``client.rpc``: what a call is given is what is sent, for every method."""

from __future__ import annotations

import msgspec
import pytest
import trio
from hypothesis import given, settings

from copilot_actors.client._connection._rpc import checked
from copilot_actors.protocol import rpc
from copilot_actors.testing import strategies

METHODS = {method.name: method for method in rpc.published_methods()}
ROOTS = {"server": rpc.ServerRpc, "session": rpc.SessionRpc}
OURS = strategies.request_methods()


class Recorder:
    """Notes the one call that is made of it."""

    def __init__(self):
        self.method = None
        self.fields = None

    async def __call__(self, method, params, result, rpc_timeout):
        self.method, self.fields = method, checked(method, params)


def sent(request):
    """What the facade's method sends when it gets a request's parameters as arguments."""
    method, recorder = METHODS[request.method], Recorder()
    call = ROOTS[method.group](recorder)
    for name in method.path.split("."):
        call = getattr(call, name)
    params = request.params
    if params is None:
        trio.run(call)
    elif type(params).__name__ == method.params:
        names = [field.name for field in msgspec.structs.fields(type(params))]
        trio.run(lambda: call(**{name: getattr(params, name) for name in names}))
    else:
        trio.run(call, params)
    wire = {name: msgspec.json.decode(value) for name, value in recorder.fields.items()}
    if method.group == "session":
        wire["sessionId"] = request.wire["sessionId"]
    return recorder.method, wire


@settings(max_examples=20, deadline=None, database=None)
@given(strategies.requests())
def test_what_a_method_is_called_with_is_what_is_sent(request):
    assert sent(request) == (request.method, request.wire)


@pytest.mark.exhaustive
@pytest.mark.parametrize("method", OURS)
def test_every_method_sends_what_it_is_called_with(method):
    @settings(max_examples=20, deadline=None, database=None)
    @given(strategies.requests(method))
    def check(request):
        assert sent(request) == (request.method, request.wire)

    check()
