"""``copilot-actors completion``: the completion of bash, zsh and fish, from the parsers."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from ._exit_codes import USAGE, describe
from ._terminal import stdout

PROGRAM: Final = "copilot-actors"
DESCRIPTION: Final = "Prints the completion of commands and options for a shell."
EPILOG: Final = f"""\
examples:
  bash:  copilot-actors completion bash > ~/.local/share/bash-completion/completions/{PROGRAM}
  zsh:   copilot-actors completion zsh > "${{fpath[1]}}/_{PROGRAM}"
  fish:  copilot-actors completion fish > ~/.config/fish/completions/{PROGRAM}.fish

{describe((0, USAGE))}"""


class Word(msgspec.Struct, frozen=True):
    """What may stand behind some words of a command line: an option, a command, a choice."""

    text: str
    help: str = ""
    takes_value: bool = False
    choices: tuple[str, ...] = ()


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("shell", choices=sorted(_SHELLS))


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    from ._main import build_parser  # noqa: PLC0415 - which imports all commands

    stdout().text(_SHELLS[arguments.shell](words_of(build_parser(chosen="*"))))
    return 0


def words_of(parser: argparse.ArgumentParser, path: str = "") -> dict[str, list[Word]]:
    """Return what may follow each command, by the words of the command: ``sessions list``."""
    found: dict[str, list[Word]] = {path: []}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {one.dest: one.help or "" for one in action._choices_actions}
            for name, sub in action.choices.items():
                found[path].append(Word(name, helps.get(name, "")))
                found |= words_of(sub, f"{path} {name}".strip())
            continue
        choices = tuple(map(str, action.choices or ()))
        text = (action.help or "") % {"default": action.default, "prog": parser.prog}
        takes_value = action.nargs != 0
        found[path] += [Word(one, text, takes_value, choices) for one in action.option_strings]
        if not action.option_strings:
            found[path] += [Word(one) for one in choices]
    return found


def bash(words: Mapping[str, list[Word]]) -> str:
    """Return the script for bash."""
    cases = "".join(
        f'    "{path}") words="{" ".join(one.text for one in found)}" ;;\n'
        for path, found in words.items()
    )
    values = "".join(
        f'    "{path} {one.text}") COMPREPLY=($(compgen -W "{" ".join(one.choices)}" -- "$word"));'
        " return ;;\n"
        for path, found in words.items()
        for one in found
        if one.choices
    )
    free = "".join(
        f'    "{path} {one.text}") COMPREPLY=($(compgen -f -- "$word")); return ;;\n'
        for path, found in words.items()
        for one in found
        if one.takes_value and not one.choices
    )
    return f"""\
_copilot_actors() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" last="${{COMP_WORDS[COMP_CWORD-1]}}" path="" i words=""
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path ${{COMP_WORDS[i]}}" in
{_commands(words)}) path="${{path:+$path }}${{COMP_WORDS[i]}}" ;;
    esac
  done
  case "$path $last" in
{values}{free}  esac
  case "$path" in
{cases}  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _copilot_actors {PROGRAM}
"""


def zsh(words: Mapping[str, list[Word]]) -> str:
    """Return the script for zsh: that of bash, which zsh can run, behind its own header."""
    return (
        f"#compdef {PROGRAM}\nautoload -U +X bashcompinit && bashcompinit\n"
        "setopt localoptions sh_word_split 2>/dev/null\n" + bash(words)
    )


def fish(words: Mapping[str, list[Word]]) -> str:
    """Return the script for fish."""
    lines = [f"complete -c {PROGRAM} -f\n"]
    for path, found in words.items():
        names = path.split()
        later = [one.text for one in found if not one.text.startswith("-")]
        test = " ".join(f"and __fish_seen_subcommand_from {name};" for name in names)
        test = test.removeprefix("and ").rstrip(";")
        if not names:
            test = "__fish_use_subcommand"
        elif later:
            test += f"; and not __fish_seen_subcommand_from {' '.join(later)}"
        for one in found:
            kind = f"-l {one.text[2:]}" if one.text.startswith("--") else f"-a {one.text}"
            if one.text.startswith("-") and not one.text.startswith("--"):
                kind = f"-s {one.text[1:]}"
            value = " -r" if one.takes_value else ""
            value += f' -a "{" ".join(one.choices)}"' if one.choices else " -F" * bool(value)
            about = one.help.replace("\\", "\\\\").replace("'", "\\'")
            lines.append(f"complete -c {PROGRAM} -n '{test}' {kind}{value} -d '{about}'\n")
    return "".join(lines)


def _commands(words: Mapping[str, list[Word]]) -> str:
    """The patterns of the paths that are commands, for a ``case`` of bash."""
    paths = [f'" {path}"' if " " not in path else f'"{path}"' for path in words if path]
    return "      " + "|".join(paths)


_SHELLS: Final[Mapping[str, Callable[[Mapping[str, list[Word]]], str]]] = {
    "bash": bash,
    "fish": fish,
    "zsh": zsh,
}
