"""The protocol's types, by families that are imported when they are used.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

SCHEMA_PACKAGE = "@github/copilot-sdk-linux-x64"
SCHEMA_VERSION = "1.0.14"
SCHEMA_INTEGRITY = (
    "sha512-1wlAVTK1z7ovAez0tixr+f77TnjB3fqKobamu1pG7FYyCTwQuyU4p1aWNXF9j/u1d7rxSY1n9cAxrtEAUkizbg=="
)
SCHEMA_SHA256 = {
    "api.schema.json": "c8e04f9ad4ebed1e568c95243fce6f11ba7e5e92b934184632ded13ece4787f8",
    "session-events.schema.json": "20e13b3f689f554814142d3467fa1dd68469ddf16533954bd29ff89cbd8e805d",
}
