"""The syntax of ``.npmrc`` files and of npm's environment variables. Pure functions.

The rules are those of npm's own reader (packages ``ini`` and ``@npmcli/config``): a user whose
npm works must not have to write a second configuration for us.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final, TypeAlias

ConfigValue: TypeAlias = str | bool | list[str] | None

_LINE: Final = re.compile(r"^\[[^\]]*\]\s*$|^(?P<key>[^=]+)(?P<assigned>=(?P<value>.*))?$")
_VARIABLE: Final = re.compile(r"(?<!\\)(?P<escapes>\\*)\$\{(?P<name>[^${}?]+)(?P<optional>\?)?\}")
_ENV_PREFIX: Final = "npm_config_"
_WORDS: Final[Mapping[str, bool | None]] = {"true": True, "false": False, "null": None}


def parse_npmrc(text: str, env: Mapping[str, str]) -> dict[str, ConfigValue]:
    """Parse an ``.npmrc`` file.

    Keys below a ``[section]`` do not count, as for npm. ``key[] = value`` collects a list.
    ``${NAME}`` is replaced from ``env`` in keys and values; without such a variable it stays as
    it is, while ``${NAME?}`` becomes empty.
    """
    found: dict[str, ConfigValue] = {}
    for line in re.split(r"[\r\n]+", text):
        if not line.strip() or line.lstrip()[0] in ";#":
            continue
        match = _LINE.match(line)
        if match is None:
            continue
        if match["key"] is None:
            break
        key = _unquote(match["key"])
        value = _typed(_unquote(match["value"]), env) if match["assigned"] else True
        is_list = len(key) > 2 and key.endswith("[]")  # noqa: PLR2004
        key = replace_variables(key.removesuffix("[]") if is_list else key, env)
        earlier = found.get(key)
        if isinstance(earlier, list):
            earlier.append(_word(value))
        elif is_list:
            found[key] = [*([_word(earlier)] if key in found else []), _word(value)]
        else:
            found[key] = value
    return found


def parse_environment(env: Mapping[str, str]) -> dict[str, ConfigValue]:
    """Return what ``npm_config_*`` variables, in any case, configure.

    An empty variable counts as absent. ``_`` stands for ``-`` except at the start of a key;
    keys that begin with ``//`` are taken as they are.
    """
    found: dict[str, ConfigValue] = {}
    for name, value in env.items():
        if value and name.lower().startswith(_ENV_PREFIX):
            key = name[len(_ENV_PREFIX) :]
            if not key.startswith("//"):
                key = (key[:1] + key[1:].replace("_", "-")).lower()
            found[key] = _typed(value, env)
    return found


def replace_variables(text: str, env: Mapping[str, str]) -> str:
    """Replace ``${NAME}`` and ``${NAME?}``; a backslash before the dollar sign prevents it."""

    def replaced(match: re.Match[str]) -> str:
        escapes = match["escapes"]
        if len(escapes) % 2:
            return match[0][(len(escapes) + 1) // 2 :]
        missing = "" if match["optional"] else "${" + match["name"] + "}"
        return escapes[len(escapes) // 2 :] + env.get(match["name"], missing)

    return _VARIABLE.sub(replaced, text)


def _typed(value: str, env: Mapping[str, str]) -> ConfigValue:
    text = value.strip()
    return _WORDS[text] if text in _WORDS else replace_variables(text, env)


def _word(value: ConfigValue) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _unquote(raw: str) -> str:
    text = raw.strip()
    if text[:1] in ("'", '"') and text[-1] == text[0]:
        inner = text if text[0] == '"' else text[1:-1]
        try:
            decoded = json.loads(inner)
        except ValueError:
            return inner
        return decoded if isinstance(decoded, str) else inner
    kept: list[str] = []
    escaped = False
    for character in text:
        if escaped:
            kept.append(character if character in "\\;#" else "\\" + character)
            escaped = False
        elif character in ";#":
            break
        elif character == "\\":
            escaped = True
        else:
            kept.append(character)
    return ("".join(kept) + ("\\" if escaped else "")).strip()
