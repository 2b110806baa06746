"""One session: its state machine, the actor that performs it, and the handle that callers hold."""
