from __future__ import annotations

import random
import threading
from dataclasses import replace
from functools import partial

import pytest

from engine.errors import DiskSpaceError, DownloadError
from engine.models import disk_space as disk
from engine.models.download import DownloadRequest, RetryPolicy, download, forget
from engine.models.transfer import _content_range
from tests.support.misbehaving_server import Behaviour, misbehaving_server

CONTENT = random.Random(1).randbytes(300_000)
HURRIED = RetryPolicy((0.0, 0.0), 2.0)


@pytest.fixture
def server(monkeypatch):
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    with misbehaving_server() as state:
        state.files["/m.zip"] = Behaviour(CONTENT)
        yield state


@pytest.fixture
def part(tmp_path):
    return tmp_path / "downloads" / "m.zip.part"


def fetch(server, part, *, wanted=None, stop=None, report=lambda _: None, policy=HURRIED):
    wanted = wanted or DownloadRequest(server.url + "m.zip")
    return download(wanted, part, stop or threading.Event(), report, policy)


def ranges(server):
    return [headers.get("Range") for _, headers in server.asked]


def test_a_file_arrives_whole_and_tells_how_far_it_is(server, part):
    seen = []
    assert fetch(server, part, report=seen.append)
    assert part.read_bytes() == CONTENT
    assert (seen[-1].received_bytes, seen[-1].total_bytes) == (len(CONTENT), len(CONTENT))
    assert seen[-1].speed_bytes_a_s > 0


def test_a_cut_connection_is_taken_up_where_it_broke(server, part):
    server.files["/m.zip"] = Behaviour(CONTENT, cut_after=100_000, cuts=2)
    assert fetch(server, part)
    assert part.read_bytes() == CONTENT
    assert ranges(server) == [None, "bytes=100000-", "bytes=200000-"]
    assert server.asked[1][1]["If-Range"].startswith('"')


def test_what_arrived_outlives_the_attempts(server, part):
    file = server.files["/m.zip"] = Behaviour(CONTENT, cut_after=0)
    with pytest.raises(DownloadError) as caught:
        fetch(server, part)
    assert not caught.value.can_resume
    file.cut_after, file.cuts = 120_000, 1
    file.status, file.fails_first = 503, 0
    part_of_it = partial(fetch, server, part, policy=RetryPolicy((), 2.0))
    with pytest.raises(DownloadError) as caught:
        part_of_it()
    assert caught.value.can_resume
    assert part_of_it()
    assert part.read_bytes() == CONTENT
    assert ranges(server)[-1] == "bytes=120000-"


def test_pause_and_resume(server, part):
    server.files["/m.zip"] = Behaviour(CONTENT, bytes_a_s=400_000)
    stop = threading.Event()

    def pause(progress):
        if progress.received_bytes > 50_000:
            stop.set()

    assert not fetch(server, part, stop=stop, report=pause)
    have = part.stat().st_size
    assert 50_000 < have < len(CONTENT)
    server.files["/m.zip"].bytes_a_s = None
    assert fetch(server, part)
    assert part.read_bytes() == CONTENT
    assert ranges(server)[-1] == f"bytes={have}-"


def test_stopping_ends_the_wait_for_another_attempt(server, part):
    server.files["/m.zip"] = Behaviour(status=503)

    class Stop(threading.Event):
        def wait(self, timeout=None):
            waited.append(timeout)
            self.set()

    waited = []
    assert not fetch(server, part, stop=Stop(), policy=RetryPolicy((30.0,), 2.0))
    assert waited == [30.0]


def test_cancel_leaves_nothing(server, part):
    fetch(server, part)
    forget(part)
    assert list(part.parent.iterdir()) == []


def test_without_a_validator_it_begins_anew_unless_a_digest_guards_it(server, part):
    for is_guarded, again in ((False, None), (True, "bytes=90000-")):
        forget(part)
        server.files["/m.zip"] = Behaviour(CONTENT, has_etag=False, cut_after=90_000, cuts=1)
        wanted = DownloadRequest(server.url + "m.zip", is_checked_later=is_guarded)
        assert fetch(server, part, wanted=wanted)
        assert ranges(server)[-1] == again
        assert part.read_bytes() == CONTENT


def test_another_address_begins_anew(server, part):
    server.files["/m.zip"] = Behaviour(CONTENT, cut_after=90_000, cuts=1)
    server.files["/other.zip"] = Behaviour(CONTENT[::-1])
    with pytest.raises(DownloadError):
        fetch(server, part, policy=RetryPolicy((), 2.0))
    assert fetch(server, part, wanted=DownloadRequest(server.url + "other.zip"))
    assert part.read_bytes() == CONTENT[::-1]


def test_a_refusal_is_final(server, part):
    server.files["/m.zip"] = Behaviour(status=404)
    with pytest.raises(DownloadError) as caught:
        fetch(server, part)
    assert (caught.value.status, len(server.asked)) == (404, 1)
    assert not part.exists()


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again(server, part, status):
    server.files["/m.zip"] = Behaviour(CONTENT, status=status, fails_first=2)
    assert fetch(server, part)
    assert len(server.asked) == 3
    server.files["/m.zip"] = Behaviour(CONTENT, status=status)
    with pytest.raises(DownloadError) as caught:
        fetch(server, part)
    assert caught.value.status == status
    assert part.read_bytes() == CONTENT


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://127.0.0.1/x", "http://[", "m.zip"])
def test_only_the_web_is_followed(part, url):
    with pytest.raises(DownloadError):
        download(DownloadRequest(url), part, threading.Event(), policy=HURRIED)
    assert not part.exists()


def test_a_wrong_size_is_noticed_before_anything_arrives(server, part):
    with pytest.raises(DownloadError, match="300000 bytes instead of 10"):
        fetch(server, part, wanted=DownloadRequest(server.url + "m.zip", 10))
    assert not part.exists()


def test_more_than_announced_is_refused(server, part):
    server.files["/m.zip"] = Behaviour(CONTENT, says_length=False)
    with pytest.raises(DownloadError, match="more arrives"):
        fetch(server, part, wanted=DownloadRequest(server.url + "m.zip", 1000))


def test_no_length_and_too_little_is_noticed_by_the_known_size(server, part):
    server.files["/m.zip"] = Behaviour(CONTENT[:1000], says_length=False)
    with pytest.raises(DownloadError, match="1000 bytes instead of 300000"):
        fetch(server, part, wanted=DownloadRequest(server.url + "m.zip", len(CONTENT)))


def test_no_server_at_all(part):
    nowhere = DownloadRequest("http://127.0.0.1:1/m.zip")
    with pytest.raises(DownloadError, match="no connection"):
        download(nowhere, part, threading.Event(), policy=HURRIED)


def test_a_full_disk_is_noticed_before_anything_arrives(server, part, monkeypatch):
    class Usage:
        free = 70 << 20

    monkeypatch.setattr(disk.shutil, "disk_usage", lambda _: Usage)
    room = DownloadRequest(server.url + "m.zip", extra_room_bytes=lambda size: 20 * size)
    assert fetch(server, part, wanted=DownloadRequest(server.url + "m.zip"))
    forget(part)
    with pytest.raises(DiskSpaceError) as caught:
        fetch(server, part, wanted=room)
    assert caught.value.needed_bytes == 21 * len(CONTENT) + (64 << 20)
    assert not part.exists()
    asked = len(server.asked)
    with pytest.raises(DiskSpaceError):
        fetch(server, part, wanted=replace(room, size_bytes=len(CONTENT)))
    assert len(server.asked) == asked, "its size is known, so nobody need be asked"


def test_nobodys_password_is_sent(server, part, tmp_path, monkeypatch):
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login ann password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    assert fetch(server, part)
    assert "Authorization" not in server.asked[0][1]


@pytest.mark.parametrize("digits", [20, 5_000])
def test_lengths_that_are_no_number_are_as_if_not_said(server, part, digits):
    absurd = {"Content-Length": "9" * digits}
    server.files["/m.zip"] = Behaviour(CONTENT, says_length=False, headers=absurd)
    assert fetch(server, part)
    assert part.read_bytes() == CONTENT


@pytest.mark.parametrize("place", ["first", "total"])
def test_a_part_whose_place_is_no_number(place):
    absurd = "9" * 5_000
    text = f"bytes {absurd}-9/10" if place == "first" else f"bytes 5-9/{absurd}"
    assert _content_range(text) == ((None, 10) if place == "first" else (5, None))
