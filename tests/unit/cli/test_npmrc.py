"""The syntax of .npmrc files and of npm's environment variables."""

import pytest

from copilot_actors._cli._npmrc import parse_environment, parse_npmrc, replace_variables


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", {}),
        ("a=1", {"a": "1"}),
        ("  a  =  b c  ", {"a": "b c"}),
        ("a=1\r\nb=2\n\n\nc=3", {"a": "1", "b": "2", "c": "3"}),
        ("; comment\n# comment\na=1", {"a": "1"}),
        ("a=1 ; comment", {"a": "1"}),
        ("a=1#2", {"a": "1"}),
        (r"a=1\#2\;3\\4\5", {"a": r"1#2;3\4\5"}),
        ("a=x\\", {"a": "x\\"}),
        ('a="1;2"', {"a": "1;2"}),
        (r'a="line\nline"', {"a": "line\nline"}),
        ("a='1#2'", {"a": "1#2"}),
        (r'a="bad \q"', {"a": r'"bad \q"'}),
        ('a=" 1 "', {"a": "1"}),
        ("a='", {"a": ""}),
        ('a="', {"a": '"'}),
        ("a", {"a": True}),
        ("a[]", {"a": ["true"]}),
        ("a=false\na[]=null", {"a": ["false", "null"]}),
        ("a=", {"a": ""}),
        ("a=true\nb=false\nc=null", {"a": True, "b": False, "c": None}),
        ("a=1\na=2", {"a": "2"}),
        ("a[]=1\na[]=2", {"a": ["1", "2"]}),
        ("a=0\na[]=1\na=2", {"a": ["0", "1", "2"]}),
        ("//host/:_authToken=abc=", {"//host/:_authToken": "abc="}),
        ("@github:registry=https://a/", {"@github:registry": "https://a/"}),
        ("a=1\n[section]\nb=2", {"a": "1"}),
        ("=1\na=2", {"a": "2"}),
        ("//${HOST}/:_authToken=${TOKEN}", {"//example/:_authToken": "secret"}),
    ],
)
def test_a_file_is_read_as_npm_reads_it(text, found):
    assert parse_npmrc(text, {"HOST": "example", "TOKEN": "secret"}) == found


@pytest.mark.parametrize(
    ("text", "replaced"),
    [
        ("${A}", "1"),
        ("x${A}y${A}", "x1y1"),
        ("${MISSING}", "${MISSING}"),
        ("${MISSING?}", ""),
        (r"\${A}", "${A}"),
        (r"\\${A}", r"\1"),
        ("$A", "$A"),
    ],
)
def test_variables_are_replaced(text, replaced):
    assert replace_variables(text, {"A": "1"}) == replaced


@pytest.mark.parametrize(
    ("name", "value", "found"),
    [
        ("npm_config_registry", "https://a/", {"registry": "https://a/"}),
        ("NPM_CONFIG_REGISTRY", "https://a/", {"registry": "https://a/"}),
        ("Npm_Config_Strict_Ssl", "false", {"strict-ssl": False}),
        ("npm_config_https_proxy", "http://p", {"https-proxy": "http://p"}),
        ("npm_config__auth", "abc", {"_auth": "abc"}),
        ("npm_config_//host/:_authToken", "abc", {"//host/:_authToken": "abc"}),
        ("npm_config_@github:registry", "https://a/", {"@github:registry": "https://a/"}),
        ("npm_config_registry", "", {}),
        ("registry", "https://a/", {}),
    ],
)
def test_the_environment_is_read_as_npm_reads_it(name, value, found):
    assert parse_environment({name: value}) == found
