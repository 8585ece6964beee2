"""Downloads from misbehaving servers: nothing half-installed shows, and the next try works.

In full: `FERMATA_KILLS=200 pytest tests/faults/test_downloads.py`.
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import threading
import time
from contextlib import contextmanager

import pytest

from app.commands.wording import explain
from engine.errors import DiskSpaceError, FermataError
from engine.models.download import RetryPolicy
from engine.models.install import Job, fetch_model, remove_model
from engine.models.installed import installed_models
from tests.support.faults.certificates import Authority
from tests.support.faults.disks import small_disk
from tests.support.faults.local_proxy import local_proxy
from tests.support.faults.offered import (
    archive,
    is_whole_or_absent,
    offer,
    paths_in,
    received,
)
from tests.support.faults.rude_server import (
    FOREVER_S,
    answer,
    etag_of,
    head,
    in_turn,
    rude_server,
    says,
    sound,
    status,
)
from tests.support.processes import program_command
from tests.support.shared_data import REPOSITORY

KILLS = int(os.environ.get("FERMATA_KILLS", "2"))
GOOD = archive(150_000)
OTHER = archive(140_000)
HALF = len(GOOD) // 2
HURRIED = RetryPolicy((0.0,), 20.0)
IMPATIENT = RetryPolicy((), 0.4)
PAGE = b"<html><body>Welcome to the hotel. Please sign in.</body></html>"


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture
def paths(tmp_path):
    return paths_in(tmp_path)


def attempt(model, paths, policy=HURRIED, stop=None):
    """Fetch, and return the message that people read; empty once it is installed."""
    try:
        fetch_model(model, paths, Job(stop or threading.Event()), policy)
    except (FermataError, OSError) as error:
        return explain(error)
    return ""


def altered():
    content = bytearray(GOOD)
    content[HALF] ^= 1
    return bytes(content)


def half_then(second):
    """Send half of it, with its validator; then `second`."""
    return in_turn(says(answer(GOOD) + GOOD[:HALF]), second)


def trickle(_asked):
    yield head("200 OK", f"Content-Length: {len(GOOD)}")
    for at in range(len(GOOD)):
        yield GOOD[at : at + 1]
        yield 0.02


def endless_header(_asked):
    yield b"HTTP/1.1 200 OK\r\nX-Slow: "
    while True:
        yield b"x"
        yield 0.02


REFUSED = {
    "400": (status("400 Bad Request"), "the server refuses it (the server said 400)"),
    "401": (status("401 Unauthorized"), "asks for a password"),
    "403": (status("403 Forbidden"), "the server refuses it (the server said 403)"),
    "404": (status("404 Not Found"), "there is nothing at this address (the server said 404)"),
    "410": (status("410 Gone"), "no longer there"),
    "429": (status("429 Too Many Requests"), "too many requests (the server said 429)"),
    "500": (status("500 Internal Server Error"), "not working (the server said 500)"),
    "503": (status("503 Service Unavailable"), "busy (the server said 503)"),
    "511": (status("511 Network Authentication Required"), "wants you to sign in first"),
    "circle": (says(head("302 Found", "Location: /m.zip", "Content-Length: 0")), "in circles"),
    "to a file": (says(head("302 Found", "Location: file:///etc/passwd")), "unsafe address, file"),
    "closes at once": (says(), "no connection"),
    "no HTTP": (says(b"220 welcome to FTP\r\n\r\n"), "no connection"),
    "closes in the header": (says(b"HTTP/1.1 200 OK\r\nContent-Le"), ""),
    "closes early": (
        says(head("200 OK", f"Content-Length: {len(GOOD)}"), GOOD[:HALF]),
        "the connection was cut. What has arrived is kept",
    ),
    "too long a length": (
        says(head("200 OK", f"Content-Length: {len(GOOD) + 9}"), GOOD),
        "the connection was cut",
    ),
    "too short a length": (
        says(head("200 OK", f"Content-Length: {len(GOOD) - 9}"), GOOD),
        "",  # what follows is not part of the answer
    ),
    "broken chunks": (
        says(head("200 OK", "Transfer-Encoding: chunked"), b"5000\r\n" + GOOD[:99]),
        "the connection was cut",
    ),
    "gzip": (says(answer(GOOD, 0, "Content-Encoding: gzip"), GOOD), "was not asked for"),
    "altered": (says(answer(altered()), altered()), "not what was published (SHA-256 differs)"),
    "another file": (says(answer(OTHER), OTHER), "not what was published (SHA-256 differs)"),
    "empty": (says(answer(b"")), "not what was published (SHA-256 differs)"),
    "a page to sign in": (
        says(head("200 OK", "Content-Type: text/html; charset=utf-8"), PAGE),
        "a web page came instead; the network may want you to sign in first",
    ),
    "a page without a type": (says(head("200 OK"), PAGE), "not what was published"),
    "hangs at once": (says(FOREVER_S), "does not answer"),
    "hangs in the header": (says(b"HTTP/1.1 200 OK\r\nContent-", FOREVER_S), "does not answer"),
    "hangs in the body": (says(answer(GOOD) + GOOD[:HALF], FOREVER_S), "does not answer"),
    "a header without end": (endless_header, "does not answer"),
    "a trickle": (trickle, "does not answer"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_bad_download_is_refused_and_leaves_nothing_or_the_next_try_works(paths, name):
    behaviour, expected = REFUSED[name]
    is_slow = "does not answer" in expected
    with rude_server(behaviour) as server:
        model = offer(server.url(), GOOD)
        said = attempt(model, paths, IMPATIENT if is_slow else HURRIED)
        assert said.startswith("The model could not be downloaded: ")
        assert expected in said
        assert said.endswith(f"Its address is {server.url()}.")
        assert not is_whole_or_absent(paths)
        assert "differs" not in said or received(paths) == 0, "it can never become right"
        if name != "altered" and not any(path.is_file() for path in paths.data.rglob("*")):
            return
        server.behaviour = sound(GOOD)
        assert attempt(model, paths) == ""
        assert is_whole_or_absent(paths)
        assert received(paths) == 0, "the archive is not kept"


def test_without_a_checksum_the_archive_itself_is_checked(paths):
    with rude_server(says()) as server:
        for name in ("altered", "a page without a type", "empty"):
            server.behaviour, _ = REFUSED[name]
            assert "was not installed" in attempt(offer(server.url()), paths)
            assert not is_whole_or_absent(paths)
        server.behaviour, _ = REFUSED["another file"]
        assert attempt(offer(server.url()), paths) == "", "nobody can know"


def test_md5_is_compared_if_nothing_better_is_known(paths):
    with rude_server(says(answer(altered()), altered())) as server:
        model = offer(server.url(), GOOD, "md5")
        assert "not what was published (MD5 differs)" in attempt(model, paths)
        server.behaviour = sound(GOOD)
        assert attempt(model, paths) == ""


def no_ranges(_asked):
    yield head("200 OK", f"Content-Length: {len(GOOD)}", f"ETag: {etag_of(GOOD)}")
    yield GOOD


def past_the_end(asked):
    if asked.start:
        yield head("416 Range Not Satisfiable", "Content-Length: 0")
    else:
        yield answer(GOOD) + GOOD


def part_of_another(asked):
    """The file changed, and the server ignores the condition."""
    if asked.start:
        yield answer(OTHER, asked.start) + OTHER[asked.start :]
    else:
        yield answer(OTHER) + OTHER


def another_part(asked):
    start = max(0, asked.start - 10)
    yield answer(GOOD, start) + GOOD[start:]


def many_parts(asked):
    if asked.start:
        kind = "Content-Type: multipart/byteranges; boundary=x"
        yield head("206 Partial Content", kind, "Content-Length: 5") + b"--x--"
    else:
        yield answer(GOOD) + GOOD


@pytest.mark.parametrize("second", [no_ranges, past_the_end, another_part, many_parts])
def test_a_download_that_cannot_resume_starts_again(paths, second):
    with rude_server(half_then(second)) as server:
        assert attempt(offer(server.url()), paths) == ""
        assert is_whole_or_absent(paths)
        if second is not no_ranges:
            assert server.asked[-1].start == 0


@pytest.mark.parametrize("is_guarded", [True, False])
def test_two_versions_are_never_joined(paths, is_guarded):
    with rude_server(half_then(part_of_another)) as server:
        said = attempt(offer(server.url(), OTHER if is_guarded else None), paths)
        assert said == ""
        assert [asked.start for asked in server.asked] == [0, HALF, 0]
        assert is_whole_or_absent(paths)


def test_a_sign_in_page_does_not_cost_what_has_arrived(paths):
    page = says(head("200 OK", "Content-Type: text/html", f"Content-Length: {len(PAGE)}"), PAGE)
    with rude_server(half_then(page)) as server:
        model = offer(server.url(), GOOD)
        assert "sign in" in attempt(model, paths)
        assert received(paths) == HALF
        server.behaviour = sound(GOOD)
        assert attempt(model, paths) == ""
        assert server.asked[-1].start == HALF


def test_a_redirect_with_an_endless_body_is_followed(paths):
    with rude_server(sound(GOOD)) as other:

        def endless(_asked):
            yield head("301 Moved Permanently", f"Location: {other.url('x.zip')}")
            while True:
                yield bytes(1 << 16)

        with rude_server(endless) as server:
            assert attempt(offer(server.url(), GOOD), paths) == ""


@pytest.mark.parametrize("name", ["hangs at once", "hangs in the header", "a trickle"])
def test_stopping_is_prompt_whatever_the_server_does(paths, name):
    stop = threading.Event()
    with rude_server(REFUSED[name][0]) as server:
        threading.Timer(0.3, stop.set).start()
        assert attempt(offer(server.url(), GOOD), paths, RetryPolicy((), 60.0), stop) == ""
        assert not is_whole_or_absent(paths)


# Proxies and certificates.


def test_the_proxy_in_the_environment_is_used_except_for_excluded_hosts(paths, monkeypatch):
    with rude_server(sound(GOOD)) as server, local_proxy(server.port) as proxy:
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{proxy.port}")
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        assert attempt(offer("http://models.invalid/m.zip", GOOD), paths) == ""
        assert proxy.asked == ["GET http://models.invalid/m.zip HTTP/1.1"]
        remove(paths)
        assert attempt(offer(server.url(), GOOD), paths) == ""
        assert len(proxy.asked) == 1


def test_an_unreachable_proxy_is_reported(paths, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    assert "no connection (" in attempt(offer("http://models.invalid/m.zip", GOOD), paths)


@pytest.mark.parametrize("is_right", [True, False])
def test_a_proxy_can_have_a_password(paths, monkeypatch, is_right):
    with rude_server(sound(GOOD)) as server, local_proxy(server.port, "ann:secret") as proxy:
        own = "ann:secret" if is_right else "ann:guess"
        monkeypatch.setenv("HTTP_PROXY", f"http://{own}@127.0.0.1:{proxy.port}")
        said = attempt(offer("http://models.invalid/m.zip", GOOD), paths)
        assert ("" if is_right else "the proxy asks for a password") in said
        assert "secret" not in said
        assert is_whole_or_absent(paths) == is_right


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority"))


def test_tls_through_a_proxy_can_use_a_private_authority(paths, monkeypatch, authority):
    with (
        rude_server(sound(GOOD), authority.context("models.invalid")) as server,
        local_proxy(server.port, "ann:secret") as proxy,
    ):
        monkeypatch.setenv("HTTPS_PROXY", f"http://ann:secret@127.0.0.1:{proxy.port}")
        model = offer("https://models.invalid/m.zip", GOOD)
        assert "its certificate is not trusted" in attempt(model, paths)
        assert server.asked == []
        monkeypatch.setenv("SSL_CERT_FILE", str(authority.certificate))
        assert attempt(model, paths) == ""
        assert {line.rpartition(" ")[0] for line in proxy.asked} == {"CONNECT models.invalid:443"}


def test_a_tunnel_that_the_proxy_refuses_is_reported(paths, monkeypatch, authority):
    context = authority.context("models.invalid")
    with rude_server(sound(GOOD), context) as server, local_proxy(server.port, "a:b") as proxy:
        monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{proxy.port}")
        said = attempt(offer("https://models.invalid/m.zip", GOOD), paths)
        assert "the proxy asks for a password (the server said 407)" in said


def test_a_folder_of_certificates_is_trusted_too(paths, monkeypatch, authority):
    with rude_server(sound(GOOD), authority.context("localhost")) as server:
        monkeypatch.setenv("SSL_CERT_DIR", str(authority.folder_of_certificates()))
        model = offer(server.url(scheme="https", host="localhost"), GOOD)
        assert attempt(model, paths) == ""


@pytest.mark.parametrize(("host", "days"), [("another.invalid", 2), ("localhost", 0)])
def test_a_wrong_or_expired_certificate_is_refused(paths, monkeypatch, authority, host, days):
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.certificate))
    with rude_server(sound(GOOD), authority.context(host, days)) as server:
        model = offer(server.url(scheme="https", host="localhost"), GOOD)
        assert "its certificate is not trusted" in attempt(model, paths)
        assert server.asked == []


def test_https_never_redirects_to_http(paths, monkeypatch, authority):
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.certificate))
    with rude_server(sound(GOOD)) as plain:
        away = says(head("302 Found", f"Location: {plain.url()}"))
        with rude_server(away, authority.context("localhost")) as server:
            model = offer(server.url(scheme="https", host="localhost"), GOOD)
            assert "unsafe address, http" in attempt(model, paths)
        assert plain.asked == []


# Disks and kills.


@contextmanager
def downloading(url, content, folder, *more):
    """Run the same download in a process of its own."""
    digest = f"sha256:{hashlib.sha256(content).hexdigest()}"
    command = program_command("faults.downloading", url, digest, folder)
    child = subprocess.Popen(
        [*command, *map(str, more)], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True
    )
    try:
        yield child
    finally:
        child.kill()
        child.communicate()


def test_a_download_that_hits_a_size_limit_is_reported_and_resumed_later(tmp_path, paths):
    pytest.importorskip("resource", reason="limits of files are Unix's")
    most = 1 << 18
    with rude_server(sound(GOOD)) as server:
        with downloading(server.url(), GOOD, tmp_path, most) as child:
            said = child.communicate(timeout=60)[0]
        assert "File too large" in said
        assert str(paths.data) in said, "it says which file"
        assert received(paths) == most
        assert not is_whole_or_absent(paths)
        assert attempt(offer(server.url(), GOOD), paths) == ""
        assert server.asked[-1].start == most


def test_a_disk_that_others_fill_meanwhile_is_reported(tmp_path):
    slow = sound(GOOD, len(GOOD) / 4.0)
    with small_disk(tmp_path / "disk", 80) as disk, rude_server(slow) as server:
        paths = paths_in(disk.folder)
        job = Job(threading.Event(), lambda *_: disk.fill())
        with pytest.raises(DiskSpaceError) as caught:
            fetch_model(offer(server.url(), GOOD), paths, job, HURRIED)
        assert "not enough room" in explain(caught.value)
        assert not is_whole_or_absent(paths)
        disk.make_room()
        server.behaviour = sound(GOOD)
        assert attempt(offer(server.url(), GOOD), paths) == ""


def test_a_download_killed_at_any_moment_is_resumed(tmp_path, paths):
    content = archive(3_000_000)
    chance = random.Random(6)
    with rude_server(sound(content, len(content) / 1.0)) as server:
        for number in range(KILLS):
            before = received(paths)
            wanted = "unpacking" if number % 2 else "downloading"
            server.behaviour = sound(content, len(content) / (0.2 if number % 2 else 1.0))
            with downloading(server.url(), content, tmp_path) as child:
                for line in child.stdout:
                    if line.split()[0] in {wanted, "installed", "failed"}:
                        break
                time.sleep(chance.uniform(0.0, 0.3))
            assert "failed" not in line
            if before:
                asked = server.asked[-1]
                assert asked.start in {0, before} or is_whole_or_absent(paths)
            if is_whole_or_absent(paths):
                remove(paths)
        server.behaviour = sound(content)
        assert attempt(offer(server.url(), content), paths) == ""
        assert is_whole_or_absent(paths)
    starts = [asked.start for asked in server.asked]
    assert any(starts), "nothing was ever taken up"


def remove(paths):
    for model in installed_models(paths):
        if model.engine == "Vosk":
            remove_model(model, paths)
