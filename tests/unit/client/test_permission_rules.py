"""Permission rules: which rule decides, and that a doubt never allows anything."""

from __future__ import annotations

import pytest

import copilot_actors as ca


def request(kind, **details):
    return ca.PermissionRequest(
        request_id="r",
        session_id="s",
        kind=kind,
        tool_call_id=None,
        details={"kind": kind, **details},
    )


def shell(line, *segments, **details):
    parts = [{"identifier": part.split()[0], "fullCommandText": part} for part in segments]
    return request("shell", fullCommandText=line, commandSegments=parts, **details)


def read(path, **details):
    return request("read", path=path, **details)


def write(path):
    return request("write", fileName=path)


ALLOW_GIT = ca.PermissionRule(effect="allow", commands=["git log*", "ls*", "cat *", "echo *"])
ALLOW_WORK = ca.PermissionRule(effect="allow", kinds=["read"], paths=["/repo", "/tmp/*.txt"])

COMMANDS = [
    (shell("git log --oneline", "git log --oneline"), True),
    (shell("git log; ls /tmp", "git log", "ls /tmp"), True),
    (shell("git log"), True),
    (shell("git log | cat -"), True),
    (shell('git log --format="%h %s"', 'git log --format="%h %s"'), True),
    (shell('git log --format="%h"'), False),  # quotes, and nobody has parsed them
    (shell("git push", "git push"), False),
    (shell("git log; rm -rf /", "git log", "rm -rf /"), False),
    (shell("git log; rm -rf /"), False),
    (shell("git log&rm x"), False),
    (shell("git log\nrm x", "git log", "rm x"), False),
    (shell("git log\nrm x"), False),
    (shell("cat /etc/hosts > /etc/passwd", "cat /etc/hosts"), False),
    (shell("echo $(rm x)", "echo $(rm x)", "rm x"), False),
    (shell("echo `rm x`", "echo `rm x`"), False),
    (shell("cat < /etc/shadow", "cat"), False),
    (shell("echo $SECRET", "echo $SECRET"), False),
    (shell("{ echo a; }", "echo a"), False),
    (shell("(echo a)", "echo a"), False),
    (shell("PATH=/evil ls", "PATH=/evil ls"), False),
    (shell(""), False),
    (request("shell"), False),
    (request("shell", fullCommandText=7), False),
    (write("/repo/x"), False),
]


@pytest.mark.parametrize(("asked", "allowed"), COMMANDS)
def test_a_command_is_allowed_only_if_all_of_its_line_is(asked, allowed):
    assert ALLOW_GIT.fits(asked) is allowed


PATHS = [
    (read("/repo"), True),
    (read("/repo/a/b"), True),
    (read("/tmp/x.txt"), True),
    (read("/reposhop/a"), False),
    (read("/repo/../etc/passwd"), False),
    (read("/repo/./../repo/a"), True),
    (read("work/a"), False),
    (read("/repo/link", resolvedPath="/etc/passwd"), False),
    (read("/repo/link", resolvedPath="/repo/real"), True),
    (read("/tmp/x.txt/../../etc/a.txt"), False),
    (write("/repo/a"), False),
    (request("read"), False),
    (request("read", path=None), False),
]


@pytest.mark.parametrize(("asked", "allowed"), PATHS)
def test_a_path_is_allowed_only_where_it_really_leads(asked, allowed):
    assert ALLOW_WORK.fits(asked) is allowed


DENIED = [
    (ca.PermissionRule(effect="deny", commands=["rm*"]), shell("ls; rm x", "ls", "rm x"), True),
    (ca.PermissionRule(effect="deny", commands=["rm*"]), shell("ls; rm x"), True),
    (ca.PermissionRule(effect="deny", commands=["*> *"]), shell("cat a > b", "cat a"), True),
    (ca.PermissionRule(effect="ask", commands=["rm*"]), shell("ls && rm x"), True),
    (ca.PermissionRule(effect="deny", commands=["rm*"]), shell("ls", "ls"), False),
    (
        ca.PermissionRule(effect="deny", paths=["/etc"]),
        read("/repo/link", resolvedPath="/etc/passwd"),
        True,
    ),
    (ca.PermissionRule(effect="deny", paths=["/etc"]), read("/repo/../etc/x"), True),
]


@pytest.mark.parametrize(("rule", "asked", "fits"), DENIED)
def test_a_rule_against_the_model_needs_only_a_part_of_the_request(rule, asked, fits):
    assert rule.fits(asked) is fits


OTHERS = [
    (["url"], {"urls": ["https://docs.example.com/*"]}, "url", {"url": "https://docs.example.com/a"}),
    (["mcp"], {"servers": ["files"], "tools": ["files-read*"]}, "mcp",
     {"serverName": "files", "toolName": "files-read_file"}),
    ([], {"tools": ["look"]}, "custom-tool", {"toolName": "look"}),
    (["hook"], {}, "hook", {"toolName": "bash"}),
    ([], {}, "something-new", {}),
]  # fmt: skip


@pytest.mark.parametrize(("kinds", "conditions", "kind", "details"), OTHERS)
def test_other_kinds_are_told_apart_by_their_own_words(kinds, conditions, kind, details):
    rule = ca.PermissionRule(effect="allow", kinds=kinds, **conditions)
    assert rule.fits(request(kind, **details))
    if conditions or kinds:
        assert not rule.fits(request("memory"))
    if conditions:
        assert not rule.fits(request(kind))


async def test_the_first_rule_that_fits_decides_and_none_means_no():
    asked = []

    async def person(one):
        asked.append(one.kind)
        return ca.approve_for_session()

    rules = ca.PermissionRules(
        [
            ca.PermissionRule(effect="deny", paths=["/repo/secrets"], decision=ca.reject("never")),
            ALLOW_WORK,
            ca.PermissionRule(effect="ask", kinds=["write"]),
            ca.PermissionRule(effect="deny", kinds=["write"]),
        ],
        ask=person,
    )
    assert await rules(read("/repo/secrets/key")) == ca.reject("never")
    assert await rules(read("/repo/a")) == ca.approve_once()
    assert await rules(write("/repo/a")) == ca.approve_for_session()
    unknown = await rules(request("something-new"))
    assert unknown.kind == "reject"
    assert unknown.fields["feedback"]
    assert asked == ["write"]
    assert rules.match(read("/repo/a")) is ALLOW_WORK
    assert rules.match(request("url")) is None
    assert "PermissionRules([PermissionRule(" in repr(rules)


async def test_asking_without_anybody_to_ask_is_a_no():
    rules = ca.PermissionRules([ca.PermissionRule(effect="ask")])
    assert (await rules(request("url"))).kind == "reject"
    lenient = ca.PermissionRules([], ask=lambda one: ca.approve_once(), default="ask")
    assert await lenient(request("url")) == ca.approve_once()
    careless = ca.PermissionRules(
        [ca.PermissionRule(effect="ask", decision=ca.approve_once())], default="ask"
    )
    assert (await careless(request("url"))).kind == "reject"


WRONG = [
    ({"effect": "alow"}, "did you mean 'allow'"),
    ({"effect": "allow", "kinds": ["shel"]}, "did you mean 'shell'"),
    ({"effect": "allow", "paths": "/repo"}, "a sequence of text"),
    ({"effect": "allow", "commands": [7]}, "a sequence of text"),
]


@pytest.mark.parametrize(("fields", "message"), WRONG)
def test_a_wrong_rule_is_refused_with_the_nearest_name(fields, message):
    with pytest.raises(ca.InvalidOption, match=message):
        ca.PermissionRule(**fields)


def test_a_wrong_table_is_refused():
    with pytest.raises(ca.InvalidOption, match="expected PermissionRule"):
        ca.PermissionRules([{"effect": "allow"}])
    with pytest.raises(ca.InvalidOption, match="'deny' or 'ask'"):
        ca.PermissionRules([], default="allow")


READS = [
    (read("/x"), True),
    (write("/x"), False),
    (request("mcp", readOnly=True), True),
    (request("mcp", readOnly=False), False),
    (request("mcp"), False),
    (
        shell("ls", "ls", commands=[{"readOnly": True}], hasWriteFileRedirection=False),
        True,
    ),
    (
        shell("ls > x", "ls", commands=[{"readOnly": True}], hasWriteFileRedirection=False),
        False,
    ),
    (shell("ls", "ls", commands=[], hasWriteFileRedirection=False), False),
    (shell("ls", "ls", commands=[{"readOnly": False}], hasWriteFileRedirection=False), False),
    (shell("ls", "ls", commands=[{"readOnly": True}]), False),
    (request("url", url="http://x"), False),
]


@pytest.mark.parametrize(("asked", "allowed"), READS)
def test_approve_reads_allows_only_what_reads(asked, allowed):
    assert (ca.approve_reads(asked).kind == "approve-once") is allowed


def test_a_request_names_what_it_is_about():
    assert shell("ls").command == "ls"
    assert read("/x").path == "/x"
    assert write("/x").path == "/x"
    assert request("url", url="u").url == "u"
    mcp = request("mcp", serverName="s", toolName="t")
    assert (mcp.server_name, mcp.tool_name) == ("s", "t")
    assert mcp.command is None
    assert mcp.path is None
