"""Configuration, lock, log lines and notifications of ``copilot-actors serve``."""

from __future__ import annotations

import json
import logging
import os
import socket
import subprocess
import sys
import textwrap

import pytest

import copilot_actors as ca
from copilot_actors._cli._log_lines import JsonLines
from copilot_actors._cli._main import main
from copilot_actors._cli._serve_config import ConfigError, load_config
from copilot_actors._cli._store_lock import StoreInUse, hold_store, read_note
from copilot_actors._cli._systemd import Notifier

ENV = {"TOKEN": "a-token-0123456789", "KEY": "sk-test-0123456789abcdef", "HOME": "/nowhere"}


@pytest.fixture
def config(tmp_path):
    def write(text):
        path = tmp_path / "serve.toml"
        path.write_text(textwrap.dedent(text))
        return path

    return write


# --- The file -------------------------------------------------------------------------------


def test_a_whole_configuration_is_read(config, tmp_path):
    (tmp_path / "token").write_text("from-a-file-0123456789\n")
    read = load_config(
        config("""
            [gateway]
            host = "127.0.0.1"
            port = 9000
            allowed_origins = ["https://app.example.com"]
            [[gateway.tokens]]
            name = "web"
            env = "TOKEN"
            tenant = "acme"
            [[gateway.tokens]]
            name = "ops"
            file = "token"
            read_only = true
            [gateway.limits]
            max_connections = 5
            [client]
            home = "store"
            ledger = "ledger.db"
            max_concurrent_turns = 2
            [session]
            model = "gpt-5"
            provider = { type = "openai", base_url = "http://127.0.0.1:1/v1", api_key = { env = "KEY" } }
            [daemon]
            log_format = "json"
            drain_deadline = 5
        """),
        ENV,
    )
    assert (read.port, read.limits.max_connections, read.drain_deadline) == (9000, 5, 5)
    assert [token.token for token in read.tokens] == [ENV["TOKEN"], "from-a-file-0123456789"]
    assert read.tokens[0].tenant == "acme"
    assert read.tokens[1].read_only
    assert read.home == tmp_path / "store"
    assert read.client.home == str(tmp_path / "store")
    assert isinstance(read.client.ledger, ca.SqliteLedger)
    assert read.session.model == "gpt-5"
    assert read.session.provider["api_key"] == ca.EnvironmentSecret("KEY")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[gatway]\n", "there is no setting gatway; did you mean 'gateway'?"),
        ("[gateway]\nhots = 'x'\n", "there is no setting gateway.hots; did you mean 'host'?"),
        (
            "[gateway.limits]\nmax_conections = 1\n",
            "there is no setting gateway.limits.max_conections; did you mean 'max_connections'?",
        ),
        ("[[gateway.tokens]]\nnam = 'x'\n", "gateway.tokens.nam; did you mean 'name'?"),
        ("[session]\nmodle = 'x'\n", "did you mean 'model'?"),
        ("[client]\nhom = 'x'\n", "client.hom; did you mean 'home'?"),
        ("[gateway\n", "it is no TOML"),
        ("[gateway]\nport = 'x'\n", "gateway.port"),
        ("[gateway]\ntokens = 3\n", "gateway.tokens"),
        ("gateway = 3\n", "gateway"),
        ("[gateway.limits]\nmax_connections = 0\n", "max_connections"),
        ("[gateway]\ncertificate = 'x'\n", "belong together"),
        ("[[gateway.tokens]]\nname = 'x'\n", "needs either 'file' or 'env'"),
        ("[[gateway.tokens]]\nname = 'x'\nenv = 'ABSENT'\n", "ABSENT is not set"),
        ("[[gateway.tokens]]\nname = 'x'\nfile = 'absent'\n", "cannot be read"),
        ("[client]\nlog_level = 'loud'\n", "log_level"),
        ("[client]\ngithub_token_env = 'ABSENT'\n", "ABSENT is not set"),
        ("[daemon]\nlog_format = 'xml'\n", "daemon.log_format"),
        ("[session]\nprovider = 3\n", "provider"),
    ],
)
def test_what_is_unknown_or_wrong_is_refused_by_name(config, text, words):
    with pytest.raises(ConfigError) as refused:
        load_config(config(text), ENV)
    assert words in str(refused.value)


def test_a_file_that_cannot_be_read_is_refused(tmp_path, capsys):
    assert main(["serve", "--config", str(tmp_path / "absent.toml")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    assert main(["serve", "--config", str(binary)]) == 2


def test_a_configuration_can_be_checked_without_serving(config, capsys):
    assert main(["serve", "--check", "--config", str(config("[gateway]\nport = 1\n"))]) == 0
    assert "can be used" in capsys.readouterr().out
    bad = config("[gateway]\ncertificate = 'absent'\nkey = 'absent'\n")
    assert main(["serve", "--check", "--config", str(bad)]) == 2
    assert "certificate" in capsys.readouterr().err


# --- The lock -------------------------------------------------------------------------------


def test_a_second_daemon_on_a_store_is_told_who_the_first_is(tmp_path):
    with hold_store(tmp_path) as lock:
        lock.tell("ws://127.0.0.1:1/")
        with pytest.raises(StoreInUse) as refused, hold_store(tmp_path):
            raise AssertionError("it is held twice")
        assert f"process {os.getpid()}" in str(refused.value)
        assert "ws://127.0.0.1:1/" in str(refused.value)
    assert read_note(tmp_path) is None
    with hold_store(tmp_path):
        assert read_note(tmp_path).pid == os.getpid()


def test_the_lock_of_a_killed_daemon_is_free(tmp_path):
    code = (
        "import sys, os, signal, pathlib\n"
        "from copilot_actors._cli._store_lock import hold_store\n"
        "with hold_store(pathlib.Path(sys.argv[1])) as lock:\n"
        "    lock.tell('ws://127.0.0.1:1/')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert done.returncode < 0
    assert read_note(tmp_path) is not None
    with hold_store(tmp_path):
        assert read_note(tmp_path).url is None


def test_a_note_that_is_damaged_names_nobody(tmp_path):
    (tmp_path / "copilot-actors-serve.json").write_text("{")
    assert read_note(tmp_path) is None


# --- The service manager --------------------------------------------------------------------


def received(receiver):
    return receiver.recv(4096).decode()


@pytest.mark.parametrize("abstract", [False, True])
def test_the_service_manager_is_told(tmp_path, abstract):
    address = f"@copilot-actors-{os.getpid()}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(address.replace("@", "\0") if abstract else address)
        receiver.settimeout(5)
        notifier = Notifier({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "4000000"})
        notifier.ready("serving")
        assert received(receiver) == "READY=1\nSTATUS=serving"
        notifier.reloading()
        assert received(receiver).startswith("RELOADING=1\nMONOTONIC_USEC=")
        notifier.alive()
        assert received(receiver) == "WATCHDOG=1"
        notifier.stopping()
        assert received(receiver) == "STOPPING=1"
        assert notifier.watchdog_interval == 2.0


@pytest.mark.parametrize(
    "env",
    [
        {},
        {"NOTIFY_SOCKET": "/nowhere/at/all"},
        {"NOTIFY_SOCKET": "relative", "WATCHDOG_USEC": "x"},
        {"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"},
    ],
)
def test_without_a_service_manager_nothing_is_told(env):
    notifier = Notifier(env)
    notifier.ready("serving")
    assert notifier.watchdog_interval is None


def test_a_log_line_is_one_json_object_whatever_it_holds():
    try:
        int("bad\nthing")
    except ValueError:
        info = sys.exc_info()
    record = logging.LogRecord("a.b", logging.ERROR, "f", 1, "two\nlines %s \u2028", ("x",), info)
    line = JsonLines().format(record)
    assert "\n" not in line
    fields = json.loads(line)
    assert fields["level"] == "error"
    assert fields["message"] == "two\nlines x \u2028"
    assert "ValueError" in fields["exception"]


# --- Commands without a daemon --------------------------------------------------------------


@pytest.mark.parametrize("command", [["ps"], ["tree"], ["tail", "s"]])
def test_a_command_without_a_daemon_says_so(command, tmp_path, capsys):
    assert main([*command, "--home", str(tmp_path)]) == 3
    assert "no daemon serves the store" in capsys.readouterr().err
    assert main([*command, "--url", "ws://127.0.0.1:9/"]) == 3
    assert "no daemon answers" in capsys.readouterr().err
    assert main([*command, "--url", "http://127.0.0.1/"]) == 3
    absent = str(tmp_path / "absent")
    assert main([*command, "--url", "ws://127.0.0.1:9/", "--token-file", absent]) == 3
    assert "token cannot be read" in capsys.readouterr().err
