"""One connection to the CLI: handshake, calls, and the session's way over it."""
