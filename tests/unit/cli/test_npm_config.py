"""Where npm's configuration comes from, and what follows from it for a request."""

import base64
import os
from itertools import pairwise

import pytest

from copilot_actors._cli._install_errors import NpmConfigError
from copilot_actors._cli._npm_config import NpmConfig

PACKAGE = "@github/copilot-linux-x64"
PUBLIC = "https://registry.npmjs.org/"

# From the strongest to the weakest.
LEVELS = ("environment", "project", "user", "global", "system", "builtin")


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def configure(npm, tmp_path, levels):
    """Set the registry to http://<level>/ at each of ``levels``."""
    prefix = tmp_path / "prefix"
    npm_folder = prefix / "lib" / "node_modules" / "npm"
    cli = write(npm_folder / "bin" / "npm-cli.js", "#!/usr/bin/env node\n")
    cli.chmod(0o755)
    (prefix / "bin").mkdir(exist_ok=True)
    if not (prefix / "bin" / "npm").exists():
        (prefix / "bin" / "npm").symlink_to(cli)
        write(prefix / "bin" / "node", "").chmod(0o755)
    files = {
        "project": npm.project / ".npmrc",
        "user": npm.home / ".npmrc",
        "global": prefix / "etc" / "npmrc",
        "system": tmp_path / "etc" / "npmrc",
        "builtin": npm_folder / "npmrc",
    }
    variables = {"PATH": str(prefix / "bin")}
    for level in levels:
        if level == "environment":
            variables["NPM_CONFIG_REGISTRY"] = "http://environment/"
        else:
            write(files[level], f"registry=http://{level}/\n")
    return npm(system_files=[str(files["system"])], **variables)


@pytest.mark.parametrize("level", LEVELS)
def test_each_level_alone_is_read(npm, tmp_path, level):
    config = configure(npm, tmp_path, [level])
    assert config.registry_for(PACKAGE) == f"http://{level}/"


@pytest.mark.parametrize(("stronger", "weaker"), list(pairwise(LEVELS)))
def test_each_level_wins_over_the_next(npm, tmp_path, stronger, weaker):
    config = configure(npm, tmp_path, [stronger, weaker])
    assert config.registry_for(PACKAGE) == f"http://{stronger}/"


def test_without_any_configuration_it_is_the_public_registry(npm):
    assert npm().registry_for(PACKAGE) == PUBLIC


def test_the_registry_of_the_scope_wins_even_from_a_weaker_level(npm):
    write(npm.home / ".npmrc", "@github:registry=https://mirror.example/npm\n")
    config = npm(npm_config_registry="https://other.example/")
    assert config.registry_for(PACKAGE) == "https://mirror.example/npm/"
    assert config.registry_for("left-pad") == "https://other.example/"


@pytest.mark.parametrize("marker", ["package.json", "node_modules"])
def test_the_project_is_the_nearest_folder_with_a_package(npm, tmp_path, marker):
    inner = npm.project / "a" / "b"
    inner.mkdir(parents=True)
    write(npm.project / ".npmrc", "registry=http://project/\n")
    if marker == "package.json":
        write(npm.project / marker, "{}")
    else:
        (npm.project / marker).mkdir()
    config = NpmConfig.load(env={"HOME": str(npm.home)}, cwd=inner, system_files=())
    assert config.registry_for(PACKAGE) == "http://project/"


def test_a_folder_above_that_is_no_package_is_not_the_project(npm):
    inner = npm.project / "a"
    inner.mkdir()
    write(npm.project / ".npmrc", "registry=http://project/\n")
    config = NpmConfig.load(env={"HOME": str(npm.home)}, cwd=inner, system_files=())
    assert config.registry_for(PACKAGE) == PUBLIC


def test_in_the_home_folder_the_user_file_is_read_once(npm):
    write(npm.home / ".npmrc", "registry=http://user/\n")
    config = NpmConfig.load(env={"HOME": str(npm.home)}, cwd=npm.home, system_files=())
    assert [source.name for source in config.sources] == ["user"]


@pytest.mark.parametrize("name", ["npm_config_userconfig", "NPM_CONFIG_USERCONFIG"])
def test_the_user_file_can_be_elsewhere(npm, tmp_path, name):
    write(npm.home / ".npmrc", "registry=http://home/\n")
    other = write(tmp_path / "other", "registry=http://other/\n")
    assert npm(**{name: str(other)}).registry_for(PACKAGE) == "http://other/"


def test_the_global_file_can_be_elsewhere_and_is_then_the_only_one(npm, tmp_path):
    system = write(tmp_path / "etc" / "npmrc", "registry=http://system/\n")
    variables = {"npm_config_globalconfig": str(tmp_path / "missing")}
    assert npm(system_files=[str(system)], **variables).registry_for(PACKAGE) == PUBLIC


@pytest.mark.parametrize("how", ["environment", "user", "PREFIX", "npm alone"])
def test_the_global_file_is_below_the_prefix(npm, tmp_path, how):
    prefix = tmp_path / "opt"
    write(prefix / "etc" / "npmrc", "registry=http://global/\n")
    variables = {}
    if how == "environment":
        variables["npm_config_prefix"] = str(prefix)
    elif how == "user":
        write(npm.home / ".npmrc", f"prefix={prefix}\n")
    elif how == "PREFIX":
        variables["PREFIX"] = str(prefix)
    else:
        cli = write(prefix / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js", "")
        cli.chmod(0o755)
        (prefix / "bin").mkdir()
        (prefix / "bin" / "npm").symlink_to(cli)
        variables["PATH"] = str(prefix / "bin")
    assert npm(**variables).registry_for(PACKAGE) == "http://global/"


def test_a_file_that_cannot_be_read_is_named(npm):
    (npm.home / ".npmrc").mkdir()
    with pytest.raises(NpmConfigError, match=r"\.npmrc cannot be read"):
        npm()


@pytest.mark.parametrize("value", ["ftp://a/", "registry.example", "https://", "https://a:port/"])
def test_a_registry_that_is_no_url_is_refused_without_showing_it(npm, value):
    write(npm.home / ".npmrc", f"registry={value}\n")
    with pytest.raises(NpmConfigError, match="'registry' is not an http or https URL"):
        npm().registry_for(PACKAGE)


def basic(text):
    return "Basic " + base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    ("lines", "url", "header"),
    [
        ("//reg.example/:_authToken=t", "https://reg.example/p", "Bearer t"),
        ("//reg.example/:_authToken=t", "https://reg.example:443/p", "Bearer t"),
        ("//reg.example/:_authToken=t", "https://reg.example:444/p", None),
        ("//reg.example:444/:_authToken=t", "https://reg.example:444/p", "Bearer t"),
        ("//reg.example:_authToken=t", "https://reg.example/p", "Bearer t"),
        ("//reg.example/:_authToken=t", "https://other.example/p", None),
        ("//reg.example/:_authToken=t", "https://evilreg.example/p", None),
        ("//reg.example/:_authToken=t", "https://reg.example.evil/p", None),
        ("//reg.example/:_authToken=t", "http://reg.example/p", None),
        ("//reg.example/a/:_authToken=t", "https://reg.example/a/b/p", "Bearer t"),
        ("//reg.example/a/:_authToken=t", "https://reg.example/b/p", None),
        ("//reg.example/:_auth=dTpw", "https://reg.example/p", "Basic dTpw"),
        (
            "//reg.example/:username=u\n//reg.example/:_password=cA==",
            "https://reg.example/p",
            basic("u:p"),
        ),
        (
            "//reg.example/:_authToken=outer\n//reg.example/a/:_authToken=inner",
            "https://reg.example/a/p",
            "Bearer inner",
        ),
        ("_authToken=t", "https://reg.example/p", "Bearer t"),
        ("_authToken=t", "https://other.example/p", None),
        ("_auth=dTpw", "https://reg.example/p", "Basic dTpw"),
    ],
)
def test_credentials_go_only_to_where_they_belong(npm, lines, url, header):
    registry = "https://reg.example/"
    write(npm.home / ".npmrc", f"registry={registry}\n{lines}\n")
    assert npm().authorization_for(url, registry) == header


def test_a_token_without_a_host_is_not_for_the_registry_of_a_scope(npm):
    write(
        npm.home / ".npmrc",
        "registry=https://general.example/\n@github:registry=https://scoped.example/\n"
        "_authToken=t\n",
    )
    config = npm()
    scoped = config.registry_for(PACKAGE)
    assert config.authorization_for(scoped + "p", scoped) is None


def test_user_and_password_in_the_registry_url_become_a_header(npm):
    write(npm.home / ".npmrc", "registry=https://us%40er:pa%3Ass@reg.example/npm\n")
    config = npm()
    registry = config.registry_for(PACKAGE)
    assert registry == "https://reg.example/npm/"
    assert config.authorization_for(registry + "p", registry) == basic("us@er:pa:ss")
    assert config.authorization_for("https://other.example/", registry) is None


@pytest.mark.parametrize(
    ("lines", "variables", "url", "proxy"),
    [
        ("", {}, "https://a.example/", None),
        ("https-proxy=http://p:1", {}, "https://a.example/", "http://p:1"),
        ("proxy=http://p:1", {}, "https://a.example/", "http://p:1"),
        ("https-proxy=http://p:1\nproxy=http://q:2", {}, "https://a.example/", "http://p:1"),
        ("https-proxy=http://p:1", {"HTTPS_PROXY": "http://q"}, "https://a/", "http://p:1"),
        ("", {"HTTPS_PROXY": "http://q"}, "https://a.example/", "http://q"),
        ("", {"https_proxy": "q:3128"}, "https://a.example/", "http://q:3128"),
        ("", {"HTTP_PROXY": "http://q"}, "https://a.example/", None),
        ("", {"HTTP_PROXY": "http://q"}, "http://a.example/", "http://q"),
        ("", {"ALL_PROXY": "http://q"}, "https://a.example/", "http://q"),
        ("", {"npm_config_proxy": "http://q"}, "https://a.example/", "http://q"),
        ("proxy=false", {"HTTPS_PROXY": "http://q"}, "https://a.example/", None),
        ("noproxy=a.example", {"HTTPS_PROXY": "http://q"}, "https://a.example/", None),
        ("noproxy=example", {"HTTPS_PROXY": "http://q"}, "https://a.example/", None),
        ("noproxy=.example", {"HTTPS_PROXY": "http://q"}, "https://a.example/", None),
        ("noproxy=b.example", {"HTTPS_PROXY": "http://q"}, "https://ab.example/", "http://q"),
        ("noproxy[]=x\nnoproxy[]=example", {"HTTPS_PROXY": "http://q"}, "https://a.example/", None),
        ("", {"HTTPS_PROXY": "http://q", "NO_PROXY": "x, a.example"}, "https://a.example/", None),
        ("", {"HTTPS_PROXY": "http://q", "no_proxy": "*"}, "https://a.example/", None),
    ],
)
def test_the_proxy_is_the_one_that_npm_would_use(npm, lines, variables, url, proxy):
    write(npm.home / ".npmrc", lines + "\n")
    assert npm(**variables).proxy_for(url) == proxy


@pytest.mark.parametrize(
    ("lines", "strict"), [("", True), ("strict-ssl=false", False), ("strict-ssl=true", True)]
)
def test_certificates_are_verified_unless_it_is_switched_off(npm, lines, strict):
    write(npm.home / ".npmrc", lines)
    assert npm().strict_ssl is strict


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ("", None),
        ("cafile=~/ca.pem", "PEM"),
        ("cafile=${HOME}/ca.pem", "PEM"),
        ("cafile=/nowhere/ca.pem", None),
        (r'ca="one\ntwo"', "one\ntwo"),
        ("ca[]=one\nca[]=two", "one\ntwo"),
        ("ca=null", None),
    ],
)
def test_the_authorities_to_trust_come_from_cafile_or_ca(npm, lines, text):
    write(npm.home / "ca.pem", "PEM")
    write(npm.home / ".npmrc", lines)
    assert npm().certificates() == text


def test_a_cafile_that_cannot_be_read_is_an_error(npm):
    write(npm.home / ".npmrc", f"cafile={npm.home}\n")
    with pytest.raises(NpmConfigError, match="cafile"):
        npm().certificates()


@pytest.mark.parametrize(
    ("lines", "retries", "timeout"),
    [
        ("", 2, 60.0),
        ("fetch-retries=0\nfetch-timeout=5000", 0, 5.0),
        ("fetch-retries=many\nfetch-timeout=-1", 2, 60.0),
        ("fetch-timeout=900000", 2, 60.0),
        ("fetch-retries=0\nfetch-timeout=0", 0, 60.0),
        ("fetch-retries=inf\nfetch-timeout=inf", 2, 60.0),
        ("fetch-retries=1e999\nfetch-timeout=-inf", 2, 60.0),
        ("fetch-retries=nan\nfetch-timeout=nan", 2, 60.0),
    ],
)
def test_retries_and_timeout_are_npms(npm, lines, retries, timeout):
    write(npm.home / ".npmrc", lines)
    config = npm()
    assert (config.retries, config.timeout) == (retries, timeout)


def test_no_secret_survives_redaction_or_repr(npm):
    secrets = [
        "tok-123456",
        "c2VjcmV0dXNlcjpzM2NyM3Q=",
        "s3cr3t",
        "pr0xypass",
        "regpass",
        "envpass",
    ]
    write(
        npm.home / ".npmrc",
        "//a/:_authToken=tok-123456\n//b/:_auth=c2VjcmV0dXNlcjpzM2NyM3Q=\n"
        "https-proxy=http://u:pr0xypass@p:1\nregistry=http://u:regpass@r/\n",
    )
    config = npm(HTTPS_PROXY="http://u:envpass@q")
    text = config.redact(f"failed: {' '.join(secrets)}") + repr(config)
    assert [secret for secret in secrets if secret in text] == []


def test_the_process_environment_and_folder_are_the_default(npm, monkeypatch):
    monkeypatch.chdir(npm.project)
    monkeypatch.setenv("npm_config_registry", "http://environment/")
    assert NpmConfig.load().registry_for(PACKAGE) == "http://environment/"


def test_a_current_folder_that_is_gone_does_not_matter(npm, tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    config = NpmConfig.load(env={"HOME": str(npm.home)}, system_files=())
    assert config.registry_for(PACKAGE) == PUBLIC
    os.chdir(tmp_path)
