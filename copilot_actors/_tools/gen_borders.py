"""Write the classes of the blocking API and of the asyncio bridge from those of the trio API.

``python -m copilot_actors._tools.gen_borders`` writes, ``--check`` only compares. The signatures
are the trio ones, so that type checkers and ``help()`` see the real thing on every side; each body
is one line. What a border does otherwise is in ``copilot_actors/_border/_table.py``.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from copilot_actors._border._table import ABSENT, BY_HAND, INTERNAL
from copilot_actors.client import AgentHost, Client, Session, SessionUi, SessionWorkspace

ROOT = Path(__file__).parents[1]
CLASSES: Mapping[str, tuple[type, str]] = {
    "AgentHost": (AgentHost, "Facade[trio_side.AgentHost]"),
    "SessionUi": (SessionUi, "Facade[trio_side.SessionUi]"),
    "SessionWorkspace": (SessionWorkspace, "Facade[trio_side.SessionWorkspace]"),
    "Session": (Session, "SessionBase"),
    "Client": (Client, "ClientBase"),
}
FACADES = frozenset(CLASSES)
ATTRIBUTES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "AgentHost": {
        "url": ("str", "WebSocket address for programs that speak AHP."),
        "token": ("str", "Secret; what they present, as the query ``tkn``."),
    }
}
_SPELLED: Mapping[str, Sequence[tuple[str, str]]] = {
    "blocking": [
        (r"\bHostedSessionFactory\b", "Callable[[HostedSessionRequest], object]"),
        (r"\bAbstractAsyncContextManager\b", "AbstractContextManager"),
        (r"\bAsyncIterator\b", "Iterator"),
    ],
    "aio": [
        (r"\bHostedSessionFactory\b", "Callable[[HostedSessionRequest], Awaitable[Session]]"),
    ],
}
"""What a type is called on the other side."""
_SPELLED_FROM: Mapping[str, Sequence[str]] = {
    "collections.abc": ["AsyncIterator", "Awaitable", "Callable", "Coroutine", "Iterator"],
    "contextlib": ["AbstractAsyncContextManager", "AbstractContextManager"],
}
"""Where the words of the bodies and of the other side come from."""
_RUNTIME = frozenset({"UNSET"})
"""Names of default values, which are there when the module is loaded."""
_HEADERS: Mapping[str, str] = {
    "blocking": "The classes of the blocking API: the trio API's methods, which wait.",
    "aio": "The classes of the asyncio bridge: the trio API's methods, for asyncio tasks.",
}


class Method:
    """One method, property or alias of a class of the trio API, with its overloads."""

    def __init__(self, owner: str, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.owner = owner
        self.node = node
        self.overloads: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
        self.decorators = {ast.unparse(item) for item in node.decorator_list}

    @property
    def waits(self) -> bool:
        """Whether it is a coroutine function."""
        return isinstance(self.node, ast.AsyncFunctionDef) and not self.is_block

    @property
    def is_block(self) -> bool:
        """Whether it is an async context manager."""
        return "asynccontextmanager" in self.decorators

    @property
    def is_property(self) -> bool:
        """Whether it is read without a call."""
        return "property" in self.decorators


class Names:
    """Where the names in the annotations of the trio API come from."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[str, str]] = {}
        for source, words in _SPELLED_FROM.items():
            self._found |= {word: (source, word) for word in words}

    def read(self, module: ast.Module, name: str) -> None:
        """Remember what a module imports and defines."""
        package = name.rpartition(".")[0].split(".")
        for node in ast.walk(module):
            if isinstance(node, ast.ImportFrom):
                up = package[: len(package) - node.level + 1] if node.level else []
                source = ".".join([*up, *([node.module] if node.module else [])])
                for alias in node.names:
                    self._found.setdefault(alias.asname or alias.name, (source, alias.name))
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    self._found.setdefault(alias.asname or alias.name, ("", alias.name))
        for statement in module.body:
            for defined in _defined(statement):
                self._found[defined] = (name, defined)

    def imports(self, text: str) -> list[str]:
        """The import lines for the names that occur in a text."""
        modules: dict[str, set[str]] = {}
        lines = set()
        for word in set(re.findall(r"\b[A-Za-z_]\w*\b", text)) - FACADES - _RUNTIME:
            if word not in self._found:
                continue
            source, name = self._found[word]
            if source == "":
                lines.add(f"import {name}")
            else:
                modules.setdefault(source, set()).add(name)
        for source, names in modules.items():
            line = f"from {source} import {', '.join(sorted(names, key=_import_order))}"
            lines.add(line)
        return sorted(lines, key=_line_order)


def methods_of(name: str, names: Names) -> list[Method]:
    """The public methods of a class, its own first, then those of its bases."""
    found: dict[str, Method] = {}
    for base in CLASSES[name][0].__mro__:
        if not base.__module__.startswith("copilot_actors"):
            continue
        # Classes are shown under their public module: the code knows the file.
        (path, *_) = {
            Path(inspect.unwrap(item).__code__.co_filename)
            for item in vars(base).values()
            if inspect.isfunction(item)
        }
        module = ast.parse(path.read_text(encoding="utf-8"))
        names.read(
            module, ".".join(["copilot_actors", *path.relative_to(ROOT).with_suffix("").parts])
        )
        for method in _read_class(name, module, base.__qualname__):
            found.setdefault(method.node.name, method)
    return list(found.values())


def _read_class(owner: str, module: ast.Module, name: str) -> Iterator[Method]:
    (body,) = [n.body for n in module.body if isinstance(n, ast.ClassDef) and n.name == name]
    overloads: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name.startswith("_"):
                continue
            method = Method(owner, node)
            if "overload" in method.decorators:
                overloads.append(node)
                continue
            if "abstractmethod" in method.decorators:
                continue
            method.overloads, overloads = overloads, []
            yield method
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
            (target,) = node.targets
            (aliased,) = [
                n for n in body if isinstance(n, ast.AsyncFunctionDef) and n.name == node.value.id
            ]
            copied = ast.AsyncFunctionDef(**{f: getattr(aliased, f) for f in aliased._fields})
            copied.name = ast.unparse(target)
            yield Method(owner, copied)


class Border:
    """Writes the module of one border."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.names = Names()
        self.lines: list[str] = []

    def render(self) -> str:
        """The module's text."""
        for name, (_, base) in CLASSES.items():
            self.lines += ["", "", f"class {name}({base}):"]
            self.lines += [f'    """As ``copilot_actors.{name}``{_ROLES[self.name]}"""', ""]
            self.lines += ["    __slots__ = ()"]
            for attribute, (kind, text) in ATTRIBUTES.get(name, {}).items():
                self.lines += ["", "    @property", f"    def {attribute}(self) -> {kind}:"]
                self.lines += [f'        """{text}"""', f"        return self._inner.{attribute}"]
            for method in methods_of(name, self.names):
                full = f"{name}.{method.node.name}"
                if method.node.name in BY_HAND[name] | INTERNAL or full in ABSENT[self.name]:
                    continue
                self._method(method)
        body = "\n".join(self.lines)
        code = re.sub(r'"""[\s\S]*?"""', "", body)
        imports = [line for line in self.names.imports(code) if not line.startswith("from typing")]
        typing = ["Literal", "TYPE_CHECKING", "TypeVar", "Unpack", "cast", "overload"]
        runtime = f"from typing import {', '.join(sorted(typing, key=_import_order))}"
        hidden = "\n".join(f"    {line}" for line in imports)
        # Their bounds are evaluated: they stay where only type checkers look.
        variables = "".join(
            f'\n    {n} = TypeVar("{n}", bound=TypedEvent[object])' for n in ("E1", "E2", "E3")
        )
        event = "\n    from copilot_actors.protocol.events import TypedEvent"
        runtime_imports = "from ._base import ClientBase, Facade, SessionBase"
        return (
            f'"""{_HEADERS[self.name]}\n\n'
            "Written by copilot_actors/_tools/gen_borders.py from the classes of the client; do "
            'not edit.\n"""\n\nfrom __future__ import annotations\n\n'
            f"{runtime}\n\nfrom msgspec import UNSET\n\n"
            f"from copilot_actors import client as trio_side\n\n{runtime_imports}\n\n"
            f"if TYPE_CHECKING:\n{hidden}{event}\n{variables}\n\n"
            f'T = TypeVar("T")\n{body}\n'
        )

    def _method(self, method: Method) -> None:
        node = method.node
        returns = self._spelled(ast.unparse(node.returns)) if node.returns is not None else "None"
        if method.is_block:
            kind = (
                "AbstractContextManager"
                if self.name == "blocking"
                else ("AbstractAsyncContextManager")
            )
            inner = re.sub(r"^\w+\[(.*)\]$", r"\1", returns)
            returns = f"{kind}[{inner}]"
        word = "async def" if method.waits and self.name == "aio" else "def"
        for overloaded in method.overloads:
            self.lines += ["", "    @overload"]
            result = self._spelled(ast.unparse(overloaded.returns or ast.Constant(None)))
            self._signature(word, overloaded, result, " ...")
        self.lines += [""]
        if method.is_property:
            self.lines += ["    @property"]
        self._signature(word, node, returns, "")
        self.lines += self._docstring(method)
        self.lines += [f"        {line}" for line in self._body(method, returns)]

    def _signature(
        self,
        word: str,
        node: ast.FunctionDef | ast.AsyncFunctionDef,
        returns: str,
        end: str,
    ) -> None:
        parameters = self._spelled(ast.unparse(node.args))
        self.lines.append(f"    {word} {node.name}({parameters}) -> {returns}:{end}")

    def _docstring(self, method: Method) -> list[str]:
        text = ast.get_docstring(method.node) or ""
        summary = re.sub(r":\w+:`([\w.]+)`", r"``\1``", text.partition("\n")[0])
        own = _OWN.get((self.name, method.node.name))
        if own is not None:
            return [f'        """{own.rstrip()}', '        """']
        if method.is_property:
            return [f'        """{summary}"""']
        reference = f"{method.owner}.{method.node.name}"
        more = f"Arguments, limits, errors: as ``copilot_actors.{reference}``."
        return [f'        """{summary}', "", f"        {more}", '        """']

    def _body(self, method: Method, returns: str) -> list[str]:
        node, name = method.node, method.node.name
        if name == "events":
            call = "self._events(event_types, allow_unknown=allow_unknown)"
            return [f'return cast("{returns}", {call})']
        if method.is_property:
            if returns in FACADES:
                return self._handle(returns, f"self._inner.{name}")
            return [f"return self._inner.{name}"]
        target = f"self._inner.{name}"
        arguments = ", ".join(_arguments(node.args))
        lines: list[str] = []
        if method.overloads:
            lines.append(
                f'work = cast("Callable[..., Coroutine[object, object, {returns}]]", {target})'
            )
            target = "work"
        if method.is_block:
            (wrapped,) = re.findall(r"\w+\[(\w+)\]", returns)
            block = f"{target}({arguments})"
            return [f"block = {block}", f"return self._block(block, {self._maker(wrapped)})"]
        call = f"{target}({arguments})"
        wait = "await " if self.name == "aio" else ""
        if method.waits:
            result = f"{wait}self._call({call})"
        elif self.name == "blocking":
            result = f"self._read(lambda: {call})" if arguments else f"self._read({target})"
        else:
            result = call
        if returns in FACADES:
            lines += self._handle(returns, result)
        elif returns == "None":
            lines.append(result)
        else:
            lines.append(f"return {result}")
        return lines

    def _handle(self, kind: str, value: str) -> list[str]:
        return [f"return {kind}({value}, {_OF[self.name]})"]

    def _maker(self, kind: str) -> str:
        return f"lambda inner: {kind}(inner, {_OF[self.name]})"

    def _spelled(self, text: str) -> str:
        text = text.replace("'", '"')
        text = re.sub(r'"(Literal\[.*?\])"', r"\1", text)
        for pattern, instead in _SPELLED[self.name]:
            text = re.sub(pattern, instead, text)
        return text


_OF = {"blocking": "self._portal", "aio": "self._bridge"}
_ROLES = {
    "blocking": ", for programs without an event loop.",
    "aio": ", for tasks of asyncio.",
}
_OWN: Mapping[tuple[str, str], str] = {
    (
        "blocking",
        "events",
    ): """Iterate over events, all or of some types, from the entry of the block.

        ``with session.events("assistant.message_delta") as stream:`` and ``for event in stream:``;
        by classes, as in ``session.events(AssistantMessageDelta)``, the events are typed. The
        iteration waits for the next event and ends when the session is closed.

        Args:
            *event_types: names or classes; none for every event.
            allow_unknown: take names that no schema knows, for a newer CLI.

        Raises:
            SessionClosed: the session is over.
            InvalidOption: an unknown type (the nearest known one is named).
        """,
}


def _defined(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        yield statement.name
    elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        yield statement.target.id


def _arguments(given: ast.arguments) -> list[str]:
    """The arguments that hand the parameters on, handlers wrapped."""
    positional = [*given.posonlyargs, *given.args][1:]
    return [
        *(_handed(item) for item in positional),
        *([f"*self._adapted({given.vararg.arg})"] if given.vararg is not None else []),
        *(f"{item.arg}={_handed(item)}" for item in given.kwonlyargs),
        *([f"**self._adapted({given.kwarg.arg})"] if given.kwarg is not None else []),
    ]


_SCALARS = re.compile(r"(?:str|int|float|bool|None|SessionId|UnsetType|[ |])*\Z")


def _handed(item: ast.arg) -> str:
    kind = ast.unparse(item.annotation) if item.annotation is not None else ""
    if kind in FACADES:
        return f"{item.arg}._inner"
    if "HostedSessionFactory" in kind:
        # It returns a handle of its side, which the wrapped function takes back.
        return f'cast("{kind}", self._adapted({item.arg}))'
    return item.arg if kind and _SCALARS.match(kind) else f"self._adapted({item.arg})"


def _import_order(name: str) -> tuple[int, str]:
    kind = 0 if name.isupper() else 1 if name[0].isupper() else 2
    return kind, name


def _line_order(line: str) -> tuple[int, int, str]:
    module = line.split()[1]
    ours = module.startswith("copilot_actors")
    outer = module.partition(".")[0] not in sys.stdlib_module_names
    return (2 if ours else 1 if outer else 0), int(line.startswith("from")), module


def render() -> dict[Path, str]:
    """The modules, by their paths."""
    return {ROOT / name / "_facade.py": Border(name).render() for name in ("blocking", "aio")}


def written(text: str) -> str:
    """A text as it is written: laid out by the project's formatter."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", "_facade.py", "-"]
    done = subprocess.run(  # noqa: S603 - our own words
        command, input=text, capture_output=True, text=True, check=True
    )
    return done.stdout


def differences(files: Mapping[Path, str]) -> list[str]:
    """The modules that do not say what they should, however they are laid out."""
    return [
        f"{path.parent.name}/{path.name}"
        for path, text in files.items()
        if not path.exists()
        or ast.dump(ast.parse(path.read_text(encoding="utf-8"))) != ast.dump(ast.parse(text))
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code is 1 when ``--check`` found a difference."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail on differences")
    options = parser.parse_args(arguments)
    files = render()
    if not options.check:
        for path, text in files.items():
            path.write_text(written(text), encoding="utf-8")
        return 0
    found = differences(files)
    for name in found:
        print(f"{name} is not what the generator writes", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
