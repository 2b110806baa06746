"""The simulated CLI: its processes, sessions, turns, tools and disk."""
