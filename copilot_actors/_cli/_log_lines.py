"""The log of the daemon: lines for people, or one JSON object a line."""

from __future__ import annotations

import datetime as dt
import json
import logging
import sys
from typing import Final

_TEXT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """One JSON object a line, whatever the message holds."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        fields = {
            "time": dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            fields["exception"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=True)


def set_up_log(log_format: str, level: str) -> None:
    """Write the library's log to standard error; again, to change how."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if log_format == "json" else logging.Formatter(_TEXT))
    logger = logging.getLogger("copilot_actors")
    logger.handlers = [handler]
    logger.propagate = False
    logger.setLevel(level.upper())
