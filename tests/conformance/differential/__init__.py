"""The differential suite's parts: scenarios, generator, Python runner, differences."""
