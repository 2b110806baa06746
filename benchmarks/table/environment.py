"""The environment of ``make bench``: everything that is measured, below one folder, built once.

pip and npm are used as their user has configured them. What cannot be had is written down with the
reason, and its rows say so.
"""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from .rows import NODE, PYTHON

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = {
    "github-copilot-sdk": "1.0.27",
    "pykka": "4.5.0",
    "otpylib": "0.5.18",
    "uvloop": "",
    "matplotlib": "",
}
"""What is wanted; the newest one is taken where that version cannot be had."""
CONTENDER_OF = {"github-copilot-sdk": PYTHON}
NODE_PACKAGE, NODE_VERSION = "@github/copilot-sdk", "1.0.14"

Say = Callable[[str], None]


@dataclass
class Environment:
    python: pathlib.Path
    node_folder: pathlib.Path | None = None
    missing: dict[str, str] = field(default_factory=dict)
    """Package or contender to the reason why it is not there."""
    versions: dict[str, str] = field(default_factory=dict)
    isolated: bool = True
    """Whether what the caller's Python path names is kept out."""

    cpu: bool = False
    """Whether rates are per second of the client's CPU time."""

    def variables(self) -> dict[str, str]:
        """The environment of each contender."""
        dropped = {"PYTHONDONTWRITEBYTECODE"} | ({"PYTHONPATH"} if self.isolated else set())
        kept = {name: value for name, value in os.environ.items() if name not in dropped}
        kept["BENCH_SERVER"] = str(pathlib.Path(__file__).with_name("server.py"))
        if self.cpu:
            kept["BENCH_CPU"] = "1"
        kept["BENCH_PYTHON"] = str(self.python)
        if self.node_folder is not None:
            kept["BENCH_NODE"] = str(self.node_folder)
        return kept


def this_interpreter() -> Environment:
    """No environment of its own: what the running interpreter has, without the Node SDK."""
    environment = Environment(pathlib.Path(sys.executable), isolated=False)
    environment.missing[NODE] = "only the running interpreter is measured"
    note_versions(environment)
    for package, contender in CONTENDER_OF.items():
        if package not in environment.versions:
            environment.missing[contender] = f"{package} is not installed here"
    return environment


def build(folder: pathlib.Path, say: Say, *, rebuild: bool = False) -> Environment:
    """Make what is missing below ``folder``."""
    if rebuild:
        shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    venv = folder / "venv"
    python = venv / "bin" / "python"
    stamp = folder / "installed.json"
    installed = json.loads(stamp.read_text()) if stamp.exists() else {}
    environment = Environment(python)
    if not python.exists():
        say("making a virtual environment")
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
        installed = {}
    library = fingerprint()
    if installed.get("library") != library:
        say("installing copilot_actors")
        again = ["--force-reinstall", "--no-deps"] if installed else []
        reason = install(python, f"{ROOT}[testing]", *again)
        if reason:
            raise SystemExit(f"copilot_actors: {reason}")
    peers = dict(installed.get("peers", {}))
    for package, version in PACKAGES.items():
        if not peers.get(package, "missing"):
            continue
        say(f"installing {package}")
        reason = install(python, f"{package}=={version}") if version else "no version is preferred"
        peers[package] = reason = reason and install(python, package)
        if reason:
            say(f"{package}: {reason}")
    node = str(installed.get("node", "missing"))
    if node:
        say(f"installing {NODE_PACKAGE}")
        node = install_node(folder / "node")
    stamp.write_text(json.dumps({"library": library, "peers": peers, "node": node}))
    for package, reason in peers.items():
        if reason:
            environment.missing[CONTENDER_OF.get(package, package)] = reason
    if node:
        environment.missing[NODE] = node
    else:
        environment.node_folder = folder / "node"
    note_versions(environment)
    return environment


def install(python: pathlib.Path, *requirements: str) -> str:
    """Install with pip; an empty string, or why it could not be."""
    command = [str(python), "-m", "pip", "install", "--quiet", *requirements]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return f"pip could not install it ({last_line(done.stderr)})" if done.returncode else ""


def install_node(prefix: pathlib.Path) -> str:
    """Install the Node SDK, without the CLI that comes with it; a reason if that fails."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "node and npm are not installed"
    prefix.mkdir(parents=True, exist_ok=True)
    for package in (f"{NODE_PACKAGE}@{NODE_VERSION}", NODE_PACKAGE):
        command = ["npm", "install", "--prefix", str(prefix), "--no-audit", "--no-fund"]
        done = subprocess.run(
            [*command, "--omit=optional", package], capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            return ""
    return f"npm could not install it ({last_line(done.stderr)})"


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:160] if lines else "no message"


def fingerprint() -> str:
    """Of the library's sources: it is installed again when they change."""
    digest = hashlib.sha256((ROOT / "pyproject.toml").read_bytes())
    for path in sorted((ROOT / "copilot_actors").rglob("*.py")):
        digest.update(str(path.relative_to(ROOT)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def note_versions(environment: Environment) -> None:
    names = ["trio", "msgspec", "github-copilot-sdk", "pykka", "otpylib", "uvloop"]
    code = (
        "import importlib.metadata as m, json, platform\n"
        "found = {'Python': platform.python_version()}\n"
        f"for name in {names!r}:\n"
        "    try: found[name] = m.version(name)\n"
        "    except m.PackageNotFoundError: pass\n"
        "print(json.dumps(found))"
    )
    output = subprocess.run(
        [str(environment.python), "-c", code], capture_output=True, text=True, check=True
    )
    environment.versions = json.loads(output.stdout)
    if environment.node_folder is not None:
        manifest = environment.node_folder / "node_modules" / NODE_PACKAGE / "package.json"
        environment.versions[NODE_PACKAGE] = json.loads(manifest.read_text())["version"]
        node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
        environment.versions["Node"] = node.stdout.strip().removeprefix("v")
