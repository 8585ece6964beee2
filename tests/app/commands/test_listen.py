from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.commands.listen import warn_when_late
from engine.types import AudioChunk
from tests.app.conftest import REPOSITORY, VOSK_MODEL
from tests.support.processes import children_of, is_running
from tests.support.shared_data import DATA
from tests.support.terminal import Screen, TerminalProcess
from tests.support.virtual_microphone import virtual_microphone

FOX = DATA / "speech" / "flite-slt-09.wav"
TEST = DATA / "speech" / "festival-kal_diphone-10.wav"
_OWN = ("FERMATA_DATA", "PYTHONPATH", "VOSK_MODEL_PATH")
SPOKEN = ["the quick brown fox jumps over the lazy dog", "this is a test"]


@pytest.fixture(scope="module")
def microphone(tmp_path_factory):
    with virtual_microphone(tmp_path_factory.mktemp("vmic")) as microphone:
        yield microphone


def wait_for(is_so):
    deadline_s = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline_s, "it took too long"
        time.sleep(0.05)


def words_of(text):
    return "".join(sign for sign in text.lower() if sign.isalpha() or sign.isspace()).split()


@contextmanager
def listening(fermata, microphone, folder):
    """A session into files; the test ends it."""
    out, err = folder / "out.txt", folder / "err.txt"
    (folder / "temporary").mkdir(parents=True)
    own = {name: fermata.environment[name] for name in _OWN} | {"TMPDIR": f"{folder}/temporary"}
    with out.open("w") as out_file, err.open("w") as err_file:
        process = subprocess.Popen(
            fermata.command("listen", "--speech-model", VOSK_MODEL, "--save", folder / "saved"),
            cwd=REPOSITORY,
            env=microphone.environment | own,
            stdout=out_file,
            stderr=err_file,
        )
    try:
        wait_for(lambda: "Listening" in err.read_text() or process.poll() is not None)
        microphone.play(FOX)
        yield process, out, err
    finally:
        process.kill()
        process.wait()


def test_a_recogniser_that_falls_behind_is_reported_once(capfd):
    chunks = [AudioChunk(bytes(32_000), float(second)) for second in range(60)]

    def heard(behind_s):
        told = warn_when_late(chunks, iter(behind_s).__next__)
        return [(chunk.start_s, capfd.readouterr().err.count("too slow")) for chunk in told]

    moments = heard([5.0] * 9 + [1.0] + [5.0] * 50)  # nine seconds may be brief other work
    assert [start_s for start_s, count in moments if count] == [21.0]
    assert not any(count for _, count in heard([3.0] * 60))


def test_an_interrupt_ends_the_session_and_keeps_everything_even_after_a_killed_recogniser(
    fermata, microphone, tmp_path
):
    with listening(fermata, microphone, tmp_path) as (process, out, err):
        [child] = recognisers(process)
        os.kill(child, signal.SIGKILL)
        microphone.play(TEST)
        wait_for(lambda: "is restarting" in err.read_text())
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    assert err.read_text().startswith("Listening (")
    assert err.read_text().count("\n") == 2
    assert words_of(out.read_text()) == " ".join(SPOKEN).split()
    assert "\x1b" not in out.read_text()
    status, replayed, _ = fermata("replay", tmp_path / "saved")
    assert (status, replayed.split()) == (0, out.read_text().split())


def recognisers(process):
    """Return a process's children that recognise speech."""
    return [p for p in children_of(process.pid) if "vosk" in Path(f"/proc/{p}/maps").read_text()]


@pytest.fixture
def not_under_nohup():
    """Have children not ignore what `nohup` would have them ignore, if it started the tests."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
@pytest.mark.usefixtures("not_under_nohup")
def test_a_hangup_keeps_everything_and_a_kill_leaves_nothing(fermata, microphone, tmp_path):
    with listening(fermata, microphone, tmp_path / "hung up") as (process, out, _err):
        process.send_signal(signal.SIGHUP)
        assert process.wait(60) == 0
        assert words_of(out.read_text()) == SPOKEN[0].split()
    with listening(fermata, microphone, tmp_path / "killed") as (process, _out, _err):
        children = children_of(process.pid)
        process.kill()
        wait_for(lambda: not any(map(is_running, children)))
        left = (tmp_path / "killed" / "temporary").rglob("*")
        assert [path for path in left if path.stat().st_size] == []


def test_an_unplugged_microphone_ends_the_session_and_everything_is_kept(tmp_path_factory, fermata):
    folder = tmp_path_factory.mktemp("unplugged")
    with virtual_microphone(folder) as microphone:
        terminal = TerminalProcess(
            fermata.command("listen", "--speech-model", VOSK_MODEL),
            microphone.environment | {name: fermata.environment[name] for name in _OWN},
            columns=20,
        )
        wait_for(lambda: "Listening" in terminal.written)
        microphone.play(FOX)
        time.sleep(0.3)
        microphone.unplug()
        status = terminal.wait()
    screen = Screen(20)
    screen.feed(terminal.written)
    shown = "".join("".join(screen.lines).split())
    assert status == 1
    assert "Ctrl-Cstops.Thequickbrownfoxjumpsoverthelazydog.fermata:" in shown
    assert "wasdisconnected,sothesessionended;everythingrecognisedsofariskept." in shown
    assert "\x1b[2m" in terminal.written
    assert screen.dim == ""


def test_a_missing_microphone_is_an_error(fermata):
    status, out, err = fermata("listen", "--device", "no such microphone")
    assert (status, out) == (1, "")
    assert err.startswith("fermata: The microphone “no such microphone” cannot be used: ")
    assert err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="has other pipes")
def test_an_unread_standard_error_does_not_stop_the_session(fermata, microphone, tmp_path):
    reader, told = os.pipe()
    os.set_blocking(told, False)
    os.write(told, bytes(1 << 20))
    os.set_blocking(told, True)
    saved = tmp_path / "session.jsonl"
    with subprocess.Popen(
        fermata.command("--verbose", "listen", "--speech-model", VOSK_MODEL, "--save", saved),
        cwd=REPOSITORY,
        env=microphone.environment | {name: fermata.environment[name] for name in _OWN},
        stdout=subprocess.PIPE,
        stderr=told,
        text=True,
    ) as process:
        try:
            wait_for(lambda: saved.exists() or process.poll() is not None)
            for _ in range(9):
                microphone.play(FOX)
                if "quick brown fox" in saved.read_text():
                    break
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, "quick brown fox" in " ".join(words_of(out))) == (0, True)
    os.close(reader)
    os.close(told)


def test_an_older_session_is_not_overwritten(fermata, tmp_path):
    path = tmp_path / "session.jsonl"
    path.write_text("what was said")
    status, out, err = fermata("listen", "--save", path)
    assert (status, out, "already exists" in err) == (2, "", True)
    assert path.read_text() == "what was said"
