"""A CLI that cannot be started: one plain typed error that says what to do, soon, nothing left."""

from __future__ import annotations

import os
import sys

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Text, open_scripted_model
from copilot_actors.transport import Stdio, Tcp, Transport, find_cli

RESTARTS = {"max_restarts": 3, "max_seconds": 60.0}


def no_cli(path):
    path.unlink()


def directory(path):
    path.unlink()
    path.mkdir()


def not_executable(path):
    path.chmod(0o644)


def text_file(path):
    path.write_text("Dear reader, this is no program.\n")


def empty_file(path):
    path.write_text("")


def other_machine(path):
    path.write_bytes(b"\x7fELF\x02\x01\x01" + bytes(57))


NOT_A_CLI = {
    "missing": (no_cli, ca.CliNotFound, "install-cli"),
    "a directory": (directory, ca.CliNotFound, "is a directory"),
    "not executable": (not_executable, ca.CliNotFound, "not executable"),
    "a text file": (text_file, ca.CliNotFound, "install-cli"),
    "an empty file": (empty_file, ca.CliNotFound, "install-cli"),
    "for another machine": (other_machine, ca.CliNotFound, "install-cli"),
}


@pytest.mark.parametrize(("spoil", "kind", "words"), list(NOT_A_CLI.values()), ids=list(NOT_A_CLI))
async def test_a_path_that_is_no_program_is_named(fake, start_fault, spoil, kind, words):
    spoil(fake.path)
    fault = await start_fault(**fake.options(**RESTARTS))
    assert type(fault.error) is kind
    assert fault.error.permanent
    assert words in str(fault.error)
    assert str(fake.path) in str(fault.error)
    assert fault.seconds < 2


async def test_a_missing_cli_names_the_four_places_and_the_command(start_fault, tmp_path):
    fault = await start_fault(cli=Stdio(tmp_path / "nowhere"))
    for words in ("path", "COPILOT_CLI_PATH", "PATH", "copilot-actors install-cli"):
        assert words in str(fault.error)
    assert len(fault.error.searched) == 4


@pytest.mark.parametrize(
    ("argv", "kind", "bound"),
    [
        (["/bin/true"], ca.CliExited, 2.0),
        (["/bin/false"], ca.CliExited, 2.0),
        (["/bin/cat"], ca.ConnectionFault, 2.0),
        (["/bin/sh", "-c", "cat"], ca.ProtocolVersionMismatch, 2.0),
        (["/bin/sleep"], ca.CliExited, 2.0),
        (["/bin/sh", "-c", "sleep 300", "sh"], ca.HandshakeTimeout, 3.0),
        (["/bin/sh", "-c", "yes", "sh"], ca.ConnectionFault, 3.0),
        (["/bin/sh", "-c", "exec cat /dev/zero", "sh"], ca.ConnectionFault, 3.0),
        (["/bin/sh", "-c", "exec cat /dev/urandom", "sh"], ca.ConnectionFault, 3.0),
        (["/bin/sh", "-c", "exec 1>&-; sleep 300", "sh"], ca.ConnectionFault, 3.0),
        (["/bin/sh", "-c", "exec 0<&-; sleep 300", "sh"], ca.ConnectionFault, 3.0),
        ([sys.executable, "-SEc", "print('junk\\n' * 99, flush=True); import time; time.sleep(99)"],
         ca.HandshakeTimeout, 3.0),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)  # fmt: skip
async def test_a_binary_that_is_not_the_cli_is_told_apart(start_fault, argv, kind, bound):
    fault = await start_fault(
        cli=Stdio(argv[0], args=argv[1:]), handshake_timeout=1.0, stop_timeout=1.0
    )
    assert isinstance(fault.error, kind), repr(fault.error)
    assert fault.seconds < bound
    said = str(fault.error).lower()
    hints = ("is it the copilot cli", "is this program the copilot cli", "install-cli")
    assert any(hint in said for hint in hints), said


@pytest.mark.parametrize("code", [0, 1, 3, 127, 255])
async def test_P5_an_exit_at_once_tells_code_and_stderr_and_is_not_retried(fake, start_fault, code):
    fake.play(f"says('quota exhausted\\n', {code})")
    fault = await start_fault(**fake.options(**RESTARTS))
    error = fault.error
    assert type(error) is ca.CliExited
    assert (error.code, error.signal, error.during_start) == (code, None, True)
    assert "quota exhausted" in error.stderr_tail
    assert "quota exhausted" in str(error)
    assert len(fake.starts) == 1
    assert fault.seconds < 2


@pytest.mark.parametrize("number", [6, 9, 11, 15])
async def test_P5_an_end_by_a_signal_during_the_start_is_told(fake, start_fault, number):
    fake.play(f"os.kill(os.getpid(), {number})")
    fault = await start_fault(**fake.options(**RESTARTS))
    assert type(fault.error) is ca.CliExited
    assert (fault.error.code, fault.error.signal) == (None, number)
    assert fault.seconds < 2


async def test_P5_an_exit_in_the_middle_of_the_handshake_is_told(fake, start_fault):
    fake.play(
        """
        @on("connect")
        def _(request):
            os.write(1, b"Content-Length: 100\\r\\n\\r\\n{")
            says("out of memory", 134)
        """
    )
    fault = await start_fault(**fake.options(**RESTARTS))
    assert type(fault.error) is ca.CliExited
    assert fault.error.code == 134
    assert "out of memory" in fault.error.stderr_tail


@pytest.mark.parametrize(
    "version", ["2", "4", "'3'", "None", "3.0", "True", "[3]"], ids=lambda text: f"version {text}"
)
async def test_Y2_a_wrong_protocol_version_is_permanent(fake, start_fault, version):
    fake.play(
        f"""
        @on("connect")
        def _(request):
            cli.reply(request, {{"ok": True, "protocolVersion": {version}, "version": "9.9.9"}})
        """
    )
    fault = await start_fault(**fake.options(**RESTARTS))
    assert type(fault.error) is ca.ProtocolVersionMismatch
    assert fault.error.permanent
    assert "9.9.9" in str(fault.error)
    assert "3" in str(fault.error)
    assert len(fake.starts) == 1


@pytest.mark.parametrize("result", ["{}", "None", "[]", "'yes'", "7"])
async def test_Y2_a_handshake_without_a_version_is_permanent(fake, start_fault, result):
    fake.play(
        f"""
        @on("connect")
        def _(request):
            cli.reply(request, {result})
        """
    )
    fault = await start_fault(**fake.options(**RESTARTS))
    assert type(fault.error) is ca.ProtocolVersionMismatch
    assert fault.error.version is None
    assert len(fake.starts) == 1


@pytest.mark.parametrize(
    ("code", "kind"),
    [(-32002, ca.AuthenticationFailed), (-32001, ca.AuthenticationFailed),
     (-32003, ca.AuthenticationFailed), (-32603, ca.CopilotError), (-32600, ca.CopilotError)],
)  # fmt: skip
async def test_P5_an_error_for_an_answer_to_connect_is_typed(fake, start_fault, code, kind):
    fake.play(
        f"""
        @on("connect")
        def _(request):
            cli.error(request, {code}, "the server said no")
        """
    )
    fault = await start_fault(**fake.options(**RESTARTS))
    assert isinstance(fault.error, kind)
    assert "the server said no" in str(fault.error)
    assert len(fake.starts) == 1


async def test_a_server_that_only_knows_ping_is_asked_for_its_version(fake):
    fake.play(
        """
        @on("connect")
        def _(request):
            cli.error(request, -32601, "Unhandled method connect")
        """
    )
    async with ca.open_client(**fake.options()) as client:
        assert (await client.ping()).protocol_version == 3


@pytest.mark.parametrize("silence", ["forever()", "on('connect')(lambda request: None)"])
async def test_P5_silence_ends_with_the_handshake_timeout(fake, start_fault, silence):
    fake.play(f"os.write(2, b'waiting for a lock\\n')\n{silence}")
    fault = await start_fault(**fake.options(handshake_timeout=0.5, stop_timeout=1.0, **RESTARTS))
    assert type(fault.error) is ca.HandshakeTimeout
    assert "waiting for a lock" in str(fault.error)
    assert fault.seconds < 3
    assert len(fake.starts) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_home_that_is_not_writable_is_named_to_ordinary_users(fake, start_fault, tmp_path):
    home = tmp_path / "home"
    home.mkdir(mode=0o500)
    fault = await start_fault(**fake.options(home=home))
    assert fault.error.option == "home"


@pytest.mark.parametrize("home", ["/proc/nohome", "/dev/null/home", "/dev/null"])
async def test_a_home_that_cannot_be_is_named(fake, start_fault, home):
    fault = await start_fault(**fake.options(home=home))
    assert type(fault.error) is ca.InvalidOption
    assert fault.error.option == "home"
    assert home in str(fault.error)
    assert fake.starts == []


async def test_a_working_directory_that_does_not_exist_is_named(fake, start_fault, tmp_path):
    fault = await start_fault(**fake.options(working_directory=tmp_path / "gone"))
    assert type(fault.error) is ca.InvalidOption
    assert fault.error.option == "working_directory"
    assert fake.starts == []


@pytest.mark.parametrize(
    ("option", "wrong"),
    [
        ("path", {"cli": Stdio(b"/bin/true")}),
        ("path", {"cli": Stdio(5)}),
        ("args", {"cli": Stdio("/bin/sh", args="-c")}),
        ("args", {"cli": Stdio("/bin/sh", args=[1])}),
        ("args", {"cli": Stdio("/bin/sh", args=["\0"])}),
        ("env", {"env": {"A": 1}}),
        ("env", {"env": {"A": "\ud800"}}),
        ("env", {"env": {"A=B": "x"}}),
        ("home", {"home": 5}),
        ("home", {"home": "/tmp/\0"}),
        ("working_directory", {"working_directory": 5}),
        ("working_directory", {"working_directory": "/etc/passwd"}),
        ("github_token", {"github_token": 5}),
        ("github_token", {"github_token": "\0"}),
    ],
)
async def test_a_value_that_no_process_can_get_is_named(fake, start_fault, option, wrong):
    fault = await start_fault(**{**fake.options(), **wrong})
    assert type(fault.error) is ca.InvalidOption
    assert fault.error.option == option
    assert fake.starts == []


@pytest.mark.parametrize("port", [9, 99999])
async def test_a_server_that_lies_about_its_port_is_ended(fake, start_fault, port):
    fake.play(f"os.write(1, b'listening on port {port} \\n'); forever()")
    fault = await start_fault(cli=Tcp(path=fake.path), handshake_timeout=0.5, stop_timeout=1.0)
    assert isinstance(fault.error, ca.ConnectFailed if port == 9 else ca.HandshakeTimeout)
    assert "no answer within 0 s" not in str(fault.error)
    assert fault.seconds < 3


class Broken(Transport):
    """A transport that breaks its contract."""

    async def open(self, options):
        raise RuntimeError("not my day")


async def test_a_broken_transport_is_still_an_error_of_the_public_tree(start_fault):
    fault = await start_fault(cli=Broken())
    assert type(fault.error) is ca.ConnectFailed
    assert "not my day" in str(fault.error)
    assert type(fault.error.__cause__) is RuntimeError


def in_nursery(fault_of):
    async def main(**options):
        errors = []

        async def child():
            errors.append((await fault_of(**options)).error)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(child)
        return errors[0]

    return main


@pytest.mark.filterwarnings("ignore::trio.TrioDeprecationWarning")
@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("scenario", ["says('no', 1)", "forever()", None])
def test_C5_a_start_fault_is_one_plain_error_in_every_mode(fake, start_fault, strict, scenario):
    if scenario is None:
        fake.path.unlink()
    else:
        fake.play(scenario)
    options = fake.options(handshake_timeout=0.3, stop_timeout=1.0)

    async def main():
        return await in_nursery(start_fault)(**options)

    error = trio.run(main, strict_exception_groups=strict)
    assert isinstance(error, ca.ConnectionFault)


@pytest.mark.real_cli
async def test_the_real_cli_without_a_cache_directory_is_given_up(real, start_fault):
    """It unpacks itself into the cache and, when it cannot, hangs with a child (protocol 10)."""
    async with open_scripted_model(Script.by_prompt({}, default=Text("ok"))) as model:
        options = real.options(model, handshake_timeout=3.0, stop_timeout=1.0)
        env = {**options["env"], "COPILOT_CLI_PATH": str(find_cli(None, os.environ))}
        options["env"] = {**env, "HOME": "/proc/nohome", "XDG_CACHE_HOME": "/proc/nocache"}
        fault = await start_fault(**options)
    assert isinstance(fault.error, ca.HandshakeTimeout | ca.CliExited), repr(fault.error)
    assert fault.seconds < 6
    assert "writable" in str(fault.error)


@pytest.mark.real_cli
@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"log_level": "nonsense"}, ca.CopilotError),
        ({"cli": Stdio(args=["--no-such-option"])}, ca.CliExited),
        ({"home": "/proc/home"}, ca.InvalidOption),
        ({"working_directory": "/nowhere"}, ca.InvalidOption),
    ],
    ids=["log level", "argument", "home", "directory"],
)
async def test_the_real_cli_with_a_bad_option_is_one_plain_error(real, start_fault, change, kind):
    async with open_scripted_model(Script.by_prompt({}, default=Text("ok"))) as model:
        fault = await start_fault(**{**real.options(model), **change})
    assert isinstance(fault.error, kind), repr(fault.error)
    assert fault.seconds < 5
