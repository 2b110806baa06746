"""Installing the CLI from a registry that does what the test says."""

import errno
import gzip
import io
import os
import tarfile
import threading

import pytest

from copilot_actors._cli import _install_cli
from copilot_actors._cli._cli_platform import CliPackage, cli_package
from copilot_actors._cli._install_cli import DEFAULT_CLI_VERSION, find_installed, install_cli
from copilot_actors._cli._install_errors import (
    BadPackageError,
    CacheError,
    IntegrityError,
    NpmConfigError,
    RegistryRefusedError,
    RegistryUnreachableError,
    UnsupportedPlatformError,
    VersionNotFoundError,
)

VERSION = "9.9.9"


@pytest.fixture
def install(npm, registry, cache_dir):
    """Install from the fake registry, without retries."""

    def run(version=VERSION, *, progress=None, lines="", **options):
        (npm.home / ".npmrc").write_text(f"registry={registry.url}\nfetch-retries=0\n{lines}\n")
        return install_cli(
            version,
            cache_dir=cache_dir,
            load_config=npm,
            on_progress=(progress.append if progress is not None else lambda _: None),
            **options,
        )

    return run


def nothing_is_left(cache_dir):
    return not cache_dir.exists() or [p.name for p in cache_dir.iterdir()] in ([], [".lock"])


def test_the_program_is_installed_whole_and_executable(install, registry, cache_dir, program_bytes):
    installed = install()
    program = cache_dir / VERSION / cli_package().program
    assert program.read_bytes() == program_bytes
    assert os.access(program, os.X_OK)
    assert installed.path == str(program)
    assert (installed.version, installed.already) == (VERSION, False)
    assert installed.integrity.startswith("sha512-")
    assert sorted(path.name for path in cache_dir.iterdir()) == [".lock", VERSION]
    assert (cache_dir / VERSION / "LICENSE.md").read_bytes() == b"licence"


def test_what_is_installed_already_is_left_alone_without_a_request(install, registry, cache_dir):
    first = install()
    asked = len(registry.requests)
    again = install()
    assert (again.already, again.path, again.integrity) == (True, first.path, first.integrity)
    assert len(registry.requests) == asked


def test_what_is_installed_needs_no_npm_configuration(install, cache_dir):
    def load_config():
        raise AssertionError("not needed")

    install()
    assert install_cli(VERSION, cache_dir=cache_dir, load_config=load_config).already


def test_force_installs_again_over_what_is_there(install, registry, cache_dir, tarball_of):
    program = cache_dir / VERSION / cli_package().program
    install()
    with program.open("rb") as running:
        registry.tarball = tarball_of([(f"package/{cli_package().program}", b"second")])
        assert not install(force=True).already
        assert running.read(2) == b"#!"
    assert program.read_bytes() == b"second"


@pytest.mark.parametrize("damage", ["truncated", "no receipt", "not executable", "a file"])
def test_a_damaged_installation_is_replaced(install, cache_dir, damage, program_bytes):
    folder = cache_dir / VERSION
    program = folder / cli_package().program
    install()
    if damage == "truncated":
        program.write_bytes(b"x")
    elif damage == "no receipt":
        (folder / "install.json").unlink()
    elif damage == "not executable":
        program.chmod(0o644)
    else:
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
        folder.write_bytes(b"")
    assert not install().already
    assert program.read_bytes() == program_bytes
    assert os.access(program, os.X_OK)


def test_a_tag_means_the_version_it_points_to(install, registry, cache_dir):
    registry.versions = ["9.9.9", "10.0.0"]
    registry.tags = {"latest": "10.0.0"}
    assert install("latest").version == "10.0.0"
    assert install("latest").already


@pytest.mark.parametrize("version", ["", "..", "../1.2.3", "1.2.3/..", "1.2", "1.2.3+a", "é"])
def test_a_version_that_is_none_is_refused_before_anything_is_asked(install, registry, version):
    with pytest.raises(VersionNotFoundError, match="neither a version"):
        install(version)
    assert registry.requests == []


def test_a_version_that_the_registry_does_not_have_names_the_newest(install, cache_dir):
    with pytest.raises(VersionNotFoundError, match=r"no version '1\.0\.0'.*newest is 9\.9\.9") as e:
        install("1.0.0")
    assert (e.value.package, e.value.version) == (cli_package().name, "1.0.0")
    assert nothing_is_left(cache_dir)


def test_a_package_that_the_registry_does_not_have_blames_the_registry(install, registry):
    registry.package = "@github/other"
    with pytest.raises(VersionNotFoundError, match="does not have @github/copilot-") as e:
        install()
    assert "registry" in e.value.hint


def test_a_tag_that_points_outside_the_cache_is_refused(install, registry, cache_dir):
    registry.tags = {"latest": "../../evil"}
    registry.versions = ["../../evil"]
    registry.tarball_url = f"{registry.url}cli.tgz"
    with pytest.raises(BadPackageError, match="impossible version"):
        install("latest")
    assert nothing_is_left(cache_dir)


def test_a_download_with_another_hash_is_not_installed(install, registry, cache_dir):
    registry.integrity = "sha512-" + "A" * 86 + "=="
    with pytest.raises(IntegrityError) as e:
        install()
    assert e.value.expected == registry.integrity
    assert e.value.actual.startswith("sha512-")
    assert nothing_is_left(cache_dir)


@pytest.mark.parametrize("integrity", ["", "sha1-abc", "md5-abc", "nonsense"])
def test_a_download_that_cannot_be_verified_is_not_begun(install, registry, integrity):
    registry.integrity = integrity
    with pytest.raises(IntegrityError, match="sha512 or sha384 or sha256") as e:
        install()
    assert "cannot be verified" in str(e.value)
    assert e.value.expected == ""
    assert not any(path.endswith(".tgz") for path in registry.paths)


def test_one_of_several_hashes_of_the_strongest_kind_is_enough(install, registry):
    good = registry.document()["versions"][VERSION]["dist"]["integrity"]
    registry.integrity = f"sha1-abc sha512-{'A' * 86}== {good}?option"
    assert install().integrity == good


def test_a_download_that_is_cut_leaves_nothing(install, registry, cache_dir, faults):
    registry.faults = {".tgz": [faults.cut]}
    with pytest.raises(RegistryUnreachableError, match="ended too early"):
        install()
    assert nothing_is_left(cache_dir)


@pytest.mark.parametrize("fault", ["cut", 500, 503, 429, 408])
@pytest.mark.parametrize("where", [".tgz", "%2F" + cli_package().name.split("/")[1]])
def test_a_passing_fault_is_survived_by_a_retry(install, registry, faults, fault, where):
    delays, seen = [], []
    one = faults.cut if fault == "cut" else faults.status(fault)
    registry.faults = {where: [one, one]}
    assert not install(lines="fetch-retries=2", sleep=delays.append, progress=seen).already
    assert delays == [1.0, 2.0]
    assert [progress.stage for progress in seen].count("retrying") == 2


def test_the_wait_before_a_retry_grows_up_to_a_minute(install, registry, faults):
    delays = []
    registry.faults = {".tgz": [faults.cut] * 1100}
    with pytest.raises(RegistryUnreachableError):
        install(lines="fetch-retries=1099", sleep=delays.append)
    assert delays[:8] == [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0]
    assert delays[8:] == [60.0] * 1091


@pytest.mark.parametrize("status", [400, 401, 403, 407])
def test_a_refusal_is_not_repeated(install, registry, faults, status):
    registry.faults = {".tgz": [faults.status(status)] * 3}
    with pytest.raises(RegistryRefusedError) as e:
        install(lines="fetch-retries=2")
    assert e.value.status == status
    assert len(registry.faults[".tgz"]) == 2


def test_a_registry_that_is_not_there_is_an_error_with_a_hint(install, registry):
    registry.close()
    with pytest.raises(RegistryUnreachableError, match="cannot be reached") as e:
        install()
    assert "online" in e.value.hint


@pytest.mark.parametrize("body", [b"<html>log in</html>", b"[]", b'{"versions": 1}'])
def test_an_answer_that_is_no_metadata_is_an_error(install, registry, body):
    def html(handler):
        handler.send_response(200)
        handler.send_header("content-length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    registry.faults = {cli_package().name.split("/")[1]: [html]}
    with pytest.raises(RegistryRefusedError, match="npm metadata"):
        install()


def test_the_scoped_registry_and_its_token_are_used_and_the_token_goes_nowhere_else(
    open_registry, npm, cache_dir
):
    scoped, other = open_registry(prefix="/npm/"), open_registry()
    scoped.token = "Bearer t0ken"
    scoped.tarball_url = f"{other.url}files/cli.tgz"
    (npm.home / ".npmrc").write_text(
        f"registry={other.url}\n@github:registry={scoped.url}\n"
        f"//{scoped.host}/npm/:_authToken=${{MY_TOKEN}}\n"
    )
    install_cli(VERSION, cache_dir=cache_dir, load_config=lambda: npm(MY_TOKEN="t0ken"))
    assert scoped.authorizations == ["Bearer t0ken"]
    assert other.paths == ["/files/cli.tgz"]
    assert other.authorizations == [None]


def test_the_token_does_not_follow_a_redirect_to_another_host(
    open_registry, npm, cache_dir, faults
):
    first, second = open_registry(), open_registry()
    first.token = "Bearer t0ken"
    first.faults = {".tgz": [faults.redirect(f"{second.url}cli.tgz")]}
    (npm.home / ".npmrc").write_text(f"registry={first.url}\n//{first.host}/:_authToken=t0ken\n")
    install_cli(VERSION, cache_dir=cache_dir, load_config=npm)
    assert first.authorizations == ["Bearer t0ken"] * 2
    assert second.authorizations == [None]


def test_a_redirect_that_never_ends_is_an_error(install, registry, faults):
    registry.faults = {".tgz": [faults.redirect(f"{registry.url}again.tgz")] * 20}
    with pytest.raises(RegistryRefusedError, match="redirects more than 5 times"):
        install()


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://a/b.tgz", "http://a:b:c/"])
def test_a_tarball_that_is_nowhere_on_the_web_is_refused(install, registry, url):
    registry.tarball_url = url
    with pytest.raises(RegistryRefusedError, match="not an http or https URL"):
        install()


MALFORMED_URLS = ["http://[x", "//[x/y", "http://x]/", "http://a\u2100b/", "http://h:port/"]


@pytest.mark.parametrize("url", [*MALFORMED_URLS, "https://registry.npmjs.org/http://[x"])
def test_a_tarball_with_a_malformed_url_is_refused(install, registry, url):
    registry.tarball_url = url
    with pytest.raises(RegistryRefusedError, match="not an http or https URL"):
        install()


@pytest.mark.parametrize("url", MALFORMED_URLS)
@pytest.mark.parametrize("before", [0, 5])
def test_a_redirect_to_a_malformed_url_is_refused(install, registry, faults, url, before):
    again = faults.redirect(f"{registry.url}again.tgz")
    # As http.server writes headers, in latin-1, and httpx reads them.
    url = url.encode().decode("latin-1")
    registry.faults = {".tgz": [*[again] * before, faults.redirect(url)]}
    with pytest.raises(RegistryRefusedError, match="not an http or https URL"):
        install()


def test_a_wrong_token_gives_a_hint_and_is_not_shown(install, registry):
    registry.token = "Bearer right"
    with pytest.raises(RegistryRefusedError) as e:
        install(lines=f"//{registry.host}/:_authToken=wr0ng-t0ken")
    assert "token" in e.value.hint
    assert "wr0ng" not in f"{e.value!r}{e.value}{e.value.hint}"


def test_the_tarball_of_the_public_registry_is_taken_from_the_mirror(install, registry):
    registry.tarball_url = "https://registry.npmjs.org/@github/x/-/x.tgz"
    install()
    assert registry.paths[-1] == "/@github/x/-/x.tgz"


@pytest.mark.parametrize(
    ("rule", "host", "replaced"),
    [
        ("always", "elsewhere.example", True),
        ("elsewhere.example", "elsewhere.example", True),
        ("npmjs", "elsewhere.example", False),
        ("never", "registry.npmjs.org", False),
    ],
)
def test_the_tarballs_host_is_replaced_as_npm_is_told(
    install, registry, npm, cache_dir, rule, host, replaced
):
    registry.tarball_url = f"http://{host}/x.tgz"
    # Whatever is not replaced goes to a proxy that is nobody's.
    lines = f"replace-registry-host={rule}\nproxy=http://127.0.0.1:1\nnoproxy=127.0.0.1"
    if replaced:
        install(lines=lines)
    else:
        with pytest.raises(RegistryUnreachableError) as e:
            install(lines=lines)
        assert "proxy" in e.value.hint


def test_a_proxy_gets_the_request(open_registry, npm, cache_dir):
    proxy = open_registry()
    proxy.tarball_url = "http://registry.example/cli.tgz"
    (npm.home / ".npmrc").write_text(
        f"registry=http://registry.example/\nproxy=http://u:p@{proxy.host}\n"
    )
    install_cli(VERSION, cache_dir=cache_dir, load_config=npm)
    assert proxy.paths[-1] == "http://registry.example/cli.tgz"
    assert all(h.get("proxy-authorization") == "Basic dTpw" for _, h in proxy.requests)


@pytest.mark.parametrize(
    "proxy", ["socks5://127.0.0.1:1", "gopher://x", "http://[x", "http://h:port"]
)
def test_a_proxy_of_another_kind_is_an_error(install, proxy):
    with pytest.raises(NpmConfigError, match="proxy"):
        install(lines=f"proxy={proxy}")


@pytest.mark.parametrize(
    "how", ["cafile", "ca", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "strict-ssl", "nothing"]
)
def test_a_private_certificate_authority_is_trusted_when_it_is_named(
    open_registry, npm, cache_dir, authority, tls_context, tmp_path, monkeypatch, how
):
    registry = open_registry(tls_context)
    pem = authority.cert_pem.bytes().decode()
    file = tmp_path / "ca.pem"
    file.write_text(f"# a comment, with an umlaut: ü\n{pem}")
    lines = {
        "cafile": f"cafile={file}",
        "ca": 'ca="' + pem.strip().replace("\n", "\\n") + '"',
        "strict-ssl": "strict-ssl=false",
    }.get(how, "")
    variables = {how: str(file)} if how.startswith("NODE") else {}
    if how.startswith("SSL"):
        monkeypatch.setenv(how, str(file))
    (npm.home / ".npmrc").write_text(f"registry={registry.url}\n{lines}\n")

    def run():
        return install_cli(VERSION, cache_dir=cache_dir, load_config=lambda: npm(**variables))

    if how == "nothing":
        with pytest.raises(RegistryUnreachableError) as e:
            run()
        assert "cafile" in e.value.hint
        assert not e.value.passing
    else:
        assert not run().already


def test_a_cafile_without_certificates_is_an_error(install, tmp_path):
    file = tmp_path / "ca.pem"
    file.write_text("not PEM")
    with pytest.raises(NpmConfigError, match="no certificates in PEM"):
        install(lines=f"cafile={file}\nregistry=https://127.0.0.1:1/")


def link(name, target, kind=tarfile.SYMTYPE):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


@pytest.mark.parametrize(
    "members",
    [
        [],
        [("package/other", b"x")],
        [(f"package/{cli_package().program}", b"")],
        [("package/bin/copilot", b"x")],
        [("", link("package/copilot", "/bin/sh"))],
        [("", link("package/copilot", "/bin/sh", tarfile.LNKTYPE))],
        [("../copilot/x", b"x"), ("/copilot", b"x")],
    ],
)
def test_a_package_without_the_program_is_refused(
    install, registry, cache_dir, tarball_of, members
):
    registry.tarball = tarball_of(members)
    with pytest.raises(BadPackageError, match="holds no program"):
        install()
    assert nothing_is_left(cache_dir)


def test_nothing_but_the_program_and_its_licence_is_unpacked(
    install, registry, cache_dir, tarball_of, tmp_path
):
    registry.tarball = tarball_of(
        [
            ("../../evil", b"x"),
            ("/tmp/copilot-actors-evil", b"x"),
            ("package/../../evil", b"x"),
            ("", link("package/escape", str(tmp_path))),
            ("package/escape/evil", b"x"),
            (f"package/{cli_package().program}", b"program"),
            (f"other/{cli_package().program}", b"a second one"),
        ]
    )
    install()
    names = sorted(path.name for path in (cache_dir / VERSION).iterdir())
    assert names == sorted([cli_package().program, "install.json"])
    assert (cache_dir / VERSION / cli_package().program).read_bytes() == b"program"
    assert not list(tmp_path.rglob("evil"))


@pytest.mark.parametrize("kind", ["no gzip", "cut gzip", "no tar"])
def test_a_damaged_package_is_an_error(install, registry, cache_dir, tarball_of, kind):
    whole = tarball_of()
    if kind == "no gzip":
        registry.tarball = b"hello" * 100
    elif kind == "cut gzip":
        registry.tarball = whole[: len(whole) // 2]
    else:
        registry.tarball = gzip.compress(os.urandom(2000))
    with pytest.raises(BadPackageError):
        install()
    assert nothing_is_left(cache_dir)


def test_a_cache_that_cannot_be_written_is_an_error_with_a_hint(install, cache_dir):
    cache_dir.parent.parent.mkdir(parents=True, exist_ok=True)
    cache_dir.parent.write_bytes(b"a file where a folder should be")
    with pytest.raises(CacheError, match="cannot be written") as e:
        install()
    assert e.value.path == cache_dir
    assert "XDG_CACHE_HOME" in e.value.hint


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_full_disk_is_an_error_that_says_how_much_is_needed(
    install, cache_dir, monkeypatch, call
):
    def full(*_args, **_kwargs):
        raise OSError(errno.ENOSPC, "No space left on device")

    if call == "fsync":
        monkeypatch.setattr(os, "fsync", full)
    else:
        monkeypatch.setattr(_install_cli.RegistryClient, "download", full)
    with pytest.raises(CacheError, match="No space left") as e:
        install()
    assert "MB" in e.value.hint
    assert nothing_is_left(cache_dir)


def test_an_interrupt_leaves_nothing(install, cache_dir):
    class Interrupt(list):
        def append(self, progress):
            if progress.stage == "downloading" and progress.done:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        install(progress=Interrupt())
    assert nothing_is_left(cache_dir)


def test_progress_goes_through_the_stages_up_to_their_totals(install, registry, program_bytes):
    seen = []
    install(progress=seen)
    stages = list(dict.fromkeys(progress.stage for progress in seen))
    assert stages == ["resolving", "downloading", "unpacking"]
    last = {progress.stage: progress for progress in seen}
    assert last["downloading"].done == last["downloading"].total == len(registry.tarball)
    assert last["unpacking"].done == last["unpacking"].total == len(program_bytes)
    assert last["unpacking"].detail == f"{cli_package().name}@{VERSION}"


def test_a_second_installation_waits_and_finds_the_first(install, registry, cache_dir):
    registry.gate = threading.Event()
    results, seen = [], []
    first = threading.Thread(target=lambda: results.append(install()))
    first.start()
    assert registry.at_gate.wait(10)
    second = threading.Thread(target=lambda: results.append(install(progress=seen)))
    second.start()
    while not seen:
        second.join(0.01)
    registry.gate.set()
    first.join(10)
    second.join(10)
    assert sorted(result.already for result in results) == [False, True]
    assert [progress.stage for progress in seen] == ["waiting"]
    assert sum(path.endswith(".tgz") for path in registry.paths) == 1


def test_what_a_dead_process_left_is_removed_by_the_next_run(install, cache_dir):
    for installed_before in (False, True):
        left = cache_dir / ".staging-dead"
        left.mkdir(parents=True)
        (left / "package.tgz").write_bytes(b"half")
        assert install().already is installed_before
        assert not left.exists()


def test_a_look_up_of_what_is_not_there_is_none(cache_dir):
    assert find_installed(cache_dir, VERSION, cli_package()) is None


@pytest.mark.parametrize(
    ("system", "machine", "name", "program"),
    [
        ("linux", "x86_64", "linux-x64", "copilot"),
        ("linux", "aarch64", "linux-arm64", "copilot"),
        ("linuxmusl", "x86_64", "linuxmusl-x64", "copilot"),
        ("linuxmusl", "aarch64", "linuxmusl-arm64", "copilot"),
        ("darwin", "arm64", "darwin-arm64", "copilot"),
        ("darwin", "x86_64", "darwin-x64", "copilot"),
        ("win32", "AMD64", "win32-x64", "copilot.exe"),
        ("win32", "ARM64", "win32-arm64", "copilot.exe"),
    ],
)
def test_each_system_has_its_package(system, machine, name, program):
    assert cli_package(system, machine) == CliPackage(f"@github/copilot-{name}", program)


@pytest.mark.parametrize(("system", "machine"), [("linux", "riscv64"), ("freebsd14", "x86_64")])
def test_a_system_without_a_package_is_an_error_that_names_it(system, machine):
    with pytest.raises(UnsupportedPlatformError, match=f"{system} on {machine}"):
        cli_package(system, machine)


@pytest.mark.parametrize(
    ("libc", "system"), [("glibc 2.36", "linux"), (None, "linuxmusl"), (ValueError, "linuxmusl")]
)
def test_a_linux_without_glibc_gets_the_build_for_musl(monkeypatch, libc, system):
    def confstr(_name):
        if libc is ValueError:
            raise ValueError
        return libc

    monkeypatch.setattr(os, "confstr", confstr)
    monkeypatch.setattr("sys.platform", "linux")
    assert cli_package(machine="x86_64").name == f"@github/copilot-{system}-x64"


def test_the_default_version_is_one_that_can_be_installed():
    assert _install_cli._VERSION.fullmatch(DEFAULT_CLI_VERSION)


def test_the_tarball_helper_makes_what_tar_reads(tarball_of):
    with tarfile.open(fileobj=io.BytesIO(tarball_of())) as tar:
        assert f"package/{cli_package().program}" in tar.getnames()
