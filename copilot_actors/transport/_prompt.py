"""A CLI that runs one prompt and ends: nothing is said to it, its output is read."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ._base import LaunchOptions
from ._launch import plan_launch
from ._process import CliProcess


async def start_prompt(
    options: LaunchOptions,
    *,
    path: str | os.PathLike[str] | None,
    args: Sequence[str],
    words: Sequence[str],
) -> CliProcess:
    """Start a CLI for one prompt, in a process group of its own, with an empty stdin.

    Its owner reads ``stdout`` and ends it with ``stop``. Cancellation leaves no process.

    Args:
        options: the client's; its token is handed over in the environment.
        path: the binary, as in :class:`Stdio`.
        args: arguments before all others, as in :class:`Stdio`.
        words: the arguments that name the prompt and what may be done for it. No secrets: every
            user of the machine can read them.

    Raises:
        CliNotFound: no binary, or a file that this machine cannot run.
        ConnectFailed: the system has no room for another process.
        InvalidOption: a value that no process can be started with.
    """
    launch = plan_launch(options, path=path, args=args, mode=words, headless=False)
    return await CliProcess.start(launch, stdin=False, seconds=options.start_timeout)
