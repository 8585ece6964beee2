from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.app.conftest import REPOSITORY, VOSK_MODEL
from tests.support.processes import children_of
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


def test_an_interrupt_ends_the_session_and_everything_is_kept_though_a_recogniser_was_killed(
    fermata, microphone, tmp_path
):
    out, err, saved = (tmp_path / name for name in ("out.txt", "err.txt", "session.jsonl"))
    with out.open("w") as out_file, err.open("w") as err_file:
        process = subprocess.Popen(
            fermata.command("listen", "--speech-model", VOSK_MODEL, "--save", saved),
            cwd=REPOSITORY,
            env=microphone.environment | {name: fermata.environment[name] for name in _OWN},
            stdout=out_file,
            stderr=err_file,
        )
    try:
        wait_for(lambda: "Listening" in err.read_text() or process.poll() is not None)
        microphone.play(FOX)
        [child] = recognisers(process)
        os.kill(child, signal.SIGKILL)
        microphone.play(TEST)
        wait_for(lambda: "started again" in err.read_text())
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()
    assert err.read_text().startswith("Listening (")
    assert err.read_text().count("\n") == 2
    assert words_of(out.read_text()) == " ".join(SPOKEN).split()
    assert "\x1b" not in out.read_text()
    status, replayed, _ = fermata("replay", saved)
    assert (status, replayed.split()) == (0, out.read_text().split())


def recognisers(process):
    """The processes that hear, of those that a process has started."""
    return [p for p in children_of(process.pid) if "vosk" in Path(f"/proc/{p}/maps").read_text()]


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
    assert "endsthesession.Thequickbrownfoxjumpsoverthelazydog.fermata:" in shown
    assert "wentaway,sothesessionended;allthatwasheardbeforeiskept." in shown
    assert "\x1b[2m" in terminal.written
    assert screen.dim == ""


def test_a_microphone_that_is_not_there(fermata):
    status, out, err = fermata("listen", "--device", "no such microphone")
    assert (status, out) == (1, "")
    assert err.startswith("fermata: The microphone “no such microphone” cannot be used: ")
    assert err.count("\n") == 1


def test_an_older_session_is_not_written_over(fermata, tmp_path):
    path = tmp_path / "session.jsonl"
    path.write_text("what was said")
    status, out, err = fermata("listen", "--save", path)
    assert (status, out, "is there already" in err) == (2, "", True)
    assert path.read_text() == "what was said"
