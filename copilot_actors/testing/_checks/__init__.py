"""Checks of what users write themselves, of logs, and of scenarios under crashes."""
