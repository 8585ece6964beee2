from __future__ import annotations

import random
import threading
from dataclasses import replace

import pytest

from engine.errors import DiskSpaceError, DownloadError
from engine.models import disk_space as disk
from engine.models.download import DownloadRequest, RetryPolicy, download, forget
from engine.models.transfer import _content_range
from tests.support.faults.rude_server import answer, head, in_turn, rude_server, says, sound, status

CONTENT = random.Random(1).randbytes(300_000)
HURRIED = RetryPolicy((0.0, 0.0), 20.0)
ONCE = RetryPolicy((), 20.0)


@pytest.fixture
def server(no_proxies):
    with rude_server(sound(CONTENT)) as server:
        yield server


@pytest.fixture
def part(tmp_path):
    return tmp_path / "downloads" / "m.zip.part"


def fetch(server, part, *, wanted=None, stop=None, report=lambda _: None, policy=HURRIED):
    wanted = wanted or DownloadRequest(server.url())
    return download(wanted, part, stop or threading.Event(), report, policy)


def cut(size, *rows):
    """Announce all of it, then hang up."""
    return says(answer(CONTENT, 0, *rows) + CONTENT[:size])


def test_an_interrupted_download_resumes_and_reports_progress(server, part):
    seen, stop = [], threading.Event()

    def pause(progress):
        if progress.received_bytes > 150_000:
            stop.set()

    server.behaviour = in_turn(cut(100_000), sound(CONTENT, 400_000))
    assert not fetch(server, part, stop=stop, report=pause)
    have = part.stat().st_size
    assert 150_000 < have < len(CONTENT)
    server.behaviour = sound(CONTENT)
    assert fetch(server, part, report=seen.append)
    assert part.read_bytes() == CONTENT
    assert [asked.start for asked in server.asked] == [0, 100_000, have]
    assert server.asked[1].headers["if-range"].startswith('"')
    assert (seen[-1].received_bytes, seen[-1].total_bytes) == (len(CONTENT), len(CONTENT))
    assert seen[-1].speed_bytes_a_s > 0
    forget(part)
    assert list(part.parent.iterdir()) == []


def test_stopping_ends_the_wait_for_a_retry(server, part):
    server.behaviour = status("503 Service Unavailable")

    class Stop(threading.Event):
        def wait(self, timeout=None):
            waited.append(timeout)
            self.set()

    waited = []
    assert not fetch(server, part, stop=Stop(), policy=RetryPolicy((30.0,), 2.0))
    assert waited == [30.0]


@pytest.mark.parametrize(("is_guarded", "again"), [(False, 0), (True, 90_000)])
def test_without_a_validator_it_restarts_unless_a_checksum_guards_it(
    server, part, is_guarded, again
):
    whole = says(head("200 OK", f"Content-Length: {len(CONTENT)}") + CONTENT[:90_000])
    server.behaviour = in_turn(whole, sound(CONTENT))
    assert fetch(server, part, wanted=DownloadRequest(server.url(), is_checked_later=is_guarded))
    assert server.asked[-1].start == again
    assert part.read_bytes() == CONTENT


def test_another_address_starts_over(server, part):
    server.behaviour = in_turn(cut(90_000), sound(CONTENT[::-1]))
    with pytest.raises(DownloadError):
        fetch(server, part, policy=ONCE)
    assert fetch(server, part, wanted=DownloadRequest(server.url("other.zip")))
    assert part.read_bytes() == CONTENT[::-1]


@pytest.mark.parametrize(("code", "attempts"), [(404, 1), (429, 3), (500, 3), (503, 3)])
def test_only_a_busy_server_is_retried(server, part, code, attempts):
    server.behaviour = status(f"{code} No")
    with pytest.raises(DownloadError) as caught:
        fetch(server, part)
    assert (caught.value.status, caught.value.can_resume) == (code, False)
    assert len(server.asked) == attempts
    assert not part.exists()
    if attempts > 1:
        server.behaviour = in_turn(server.behaviour, server.behaviour, sound(CONTENT))
        assert fetch(server, part)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://127.0.0.1/x", "http://[", "m.zip"])
def test_only_http_and_https_are_followed(part, url):
    with pytest.raises(DownloadError):
        download(DownloadRequest(url), part, threading.Event(), policy=HURRIED)
    assert not part.exists()


@pytest.mark.parametrize(
    ("behaviour", "size", "said"),
    [
        (sound(CONTENT), 10, "300000 bytes instead of 10"),  # before anything arrives
        (says(head("200 OK") + CONTENT), 1_000, "sends more than it announced"),
        (says(head("200 OK") + CONTENT[:1_000]), len(CONTENT), "1000 bytes instead of 300000"),
    ],
)
def test_a_wrong_size_is_noticed(server, part, behaviour, size, said):
    server.behaviour = behaviour
    with pytest.raises(DownloadError, match=said):
        fetch(server, part, wanted=DownloadRequest(server.url(), size))
    assert part.exists() == (size != 10)


def test_a_full_disk_is_noticed_before_anything_arrives(server, part, monkeypatch):
    class Usage:
        free = 70 << 20

    monkeypatch.setattr(disk.shutil, "disk_usage", lambda _: Usage)
    room = DownloadRequest(server.url(), extra_room_bytes=lambda size: 20 * size)
    with pytest.raises(DiskSpaceError) as caught:
        fetch(server, part, wanted=room)
    assert caught.value.needed_bytes == 21 * len(CONTENT) + (64 << 20)
    assert not part.exists()
    with pytest.raises(DiskSpaceError):
        fetch(server, part, wanted=replace(room, size_bytes=len(CONTENT)))
    assert len(server.asked) == 1, "its size is known, so nobody need be asked"


def test_passwords_from_netrc_are_not_sent(server, part, tmp_path, monkeypatch):
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login ann password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    assert fetch(server, part)
    assert "authorization" not in server.asked[0].headers


@pytest.mark.parametrize("digits", [20, 5_000])
def test_absurd_lengths_are_ignored(server, part, digits):
    server.behaviour = says(head("200 OK", f"Content-Length: {'9' * digits}") + CONTENT)
    assert fetch(server, part)
    assert part.read_bytes() == CONTENT
    absurd = "9" * digits
    assert _content_range(f"bytes {absurd}-9/10") == (None, 10)
    assert _content_range(f"bytes 5-9/{absurd}") == (5, None)
