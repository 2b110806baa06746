"""A small MCP server on stdio: tells a variable of its environment, and what it was sent."""

import json
import os
import sys

SCHEMA = {"type": "object", "properties": {"value": {"type": "string"}}}
TOOLS = [{"name": n, "description": n, "inputSchema": SCHEMA} for n in ("variable", "meta")]


def call(params):
    value = params["arguments"].get("value", "")
    if params["name"] == "variable":
        return os.environ.get(value, "unset")
    return json.dumps({"meta": params.get("_meta"), "value": value})


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "own", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        return {"content": [{"type": "text", "text": call(params)}]}
    return {}


if __name__ == "__main__":
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message:
            result = answer(message["method"], message.get("params", {}))
            reply = {"jsonrpc": "2.0", "id": message["id"], "result": result}
            print(json.dumps(reply), flush=True)  # noqa: T201 - the protocol's channel
