"""An MCP server over stdio: tools that answer, that ask the host's model, and that ask a person."""

from __future__ import annotations

import json
import sys

QUESTIONS = {
    "sample": (
        "sampling/createMessage",
        {
            "messages": [{"role": "user", "content": {"type": "text", "text": "hm?"}}],
            "maxTokens": 9,
        },
    ),
    "form": (
        "elicitation/create",
        {
            "message": "Who?",
            "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}},
        },
    ),
    "link": (
        "elicitation/create",
        {"mode": "url", "message": "Visit", "url": "https://example.com/x", "elicitationId": "e1"},
    ),
}
TOOLS = ["plain", *QUESTIONS]


def say(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def reply(request_id, text):
    say({"id": request_id, "result": {"content": [{"type": "text", "text": text}]}})


def serve():
    asked = {}
    for line in sys.stdin:
        message = json.loads(line)
        request_id, method = message.get("id"), message.get("method")
        if method == "initialize":
            version = message["params"]["protocolVersion"]
            info = {"name": "asking", "version": "1"}
            capabilities = {"tools": {}}
            result = {
                "protocolVersion": version,
                "capabilities": capabilities,
                "serverInfo": info,
            }
            say({"id": request_id, "result": result})
        elif method == "tools/list":
            schema = {"type": "object", "properties": {}}
            tools = [{"name": name, "description": name, "inputSchema": schema} for name in TOOLS]
            say({"id": request_id, "result": {"tools": tools}})
        elif method == "tools/call":
            name = message["params"]["name"]
            if name == "plain":
                reply(request_id, "plain result")
            else:
                number = 100 + len(asked)
                asked[number] = request_id
                method, params = QUESTIONS[name]
                say({"id": number, "method": method, "params": params})
        elif method is None and request_id in asked:
            reply(asked[request_id], json.dumps(message.get("result", message.get("error"))))
        elif request_id is not None:
            say({"id": request_id, "error": {"code": -32601, "message": "no such method"}})


if __name__ == "__main__":
    serve()
