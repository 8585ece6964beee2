from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from threading import Timer

import pytest

from engine.errors import ModelFormatError, RecogniserError
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.speech_models import RecogniserSpec, built_in_model
from engine.recognisers.vosk_recogniser import VoskRecogniser
from engine.types import AudioChunk
from tests.support.processes import is_running
from tests.support.recognisers.speech import (
    CLIPS,
    FOX,
    VOSK_MODEL,
    clip,
    clips_with_pauses,
    finals,
    hear,
    text,
)

VOSK = RecogniserSpec("vosk", VOSK_MODEL)
WHISPER = RecogniserSpec("whisper", built_in_model() or Path())


@pytest.fixture(autouse=True)
def _no_child_and_no_file_left(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    others = set(multiprocessing.active_children())
    yield
    assert set(multiprocessing.active_children()) <= others
    assert list(tmp_path.glob("fermata-*.log")) == []


def test_a_file_is_heard_the_same_with_and_without_the_boundary():
    chunks = list(clips_with_pauses(CLIPS))
    with RecogniserProcess(VOSK, keep_up=True) as recogniser:
        assert hear(recogniser, chunks) == hear(VoskRecogniser(VOSK_MODEL), chunks)


def test_live_only_stale_partials_are_dropped():
    chunks = list(clips_with_pauses(CLIPS))
    with RecogniserProcess(VOSK) as recogniser:
        bursts = [list(recogniser.push(chunk)) for chunk in chunks]
        bursts.append(list(recogniser.flush()))
    heard = [hypothesis for burst in bursts for hypothesis in burst]
    whole = hear(VoskRecogniser(VOSK_MODEL), chunks)
    assert [h for h in heard if h.is_final] == [h for h in whole if h.is_final]
    assert not all(h.is_final for h in heard)
    pushed = bursts[:-1]  # on flush, everything is yielded as it arrives
    assert all(h.is_final for burst in pushed for h in burst[:-1])


def test_whisper_answers_through_the_boundary(capfd):
    with RecogniserProcess(WHISPER, keep_up=True) as recogniser:
        heard = text(finals(hear(recogniser, clip(FOX))))
    assert heard.lower().rstrip(".") == CLIPS[FOX]
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such signals")
def test_nothing_waits_for_a_hanging_child_even_with_a_small_pipe():
    with RecogniserProcess(VOSK) as recogniser:
        with socket.socket(fileno=os.dup(recogniser._pipe.fileno())) as pipe:
            pipe.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8_192)
        os.kill(recogniser._process.pid, signal.SIGSTOP)
        revival = Timer(60.0, os.kill, (recogniser._process.pid, signal.SIGCONT))
        revival.start()
        for n in range(300):
            assert list(recogniser.push(AudioChunk(bytes(3_200), n / 10))) == []
        assert revival.is_alive()
        revival.cancel()
        assert recogniser.behind_s == pytest.approx(30.0)
        os.kill(recogniser._process.pid, signal.SIGCONT)
        assert finals(recogniser.flush()) == []


def test_a_killed_child_is_an_error_after_what_it_had_sent():
    recogniser = RecogniserProcess(VOSK, keep_up=True)
    chunks = [*clips_with_pauses([FOX]), *[AudioChunk(bytes(3_200), 9.0)] * 20]
    heard = [hypothesis for chunk in chunks for hypothesis in recogniser.push(chunk)]
    os.kill(recogniser._process.pid, signal.SIGKILL)
    with pytest.raises(RecogniserError) as caught:  # noqa: PT012  what comes before it counts
        for hypothesis in recogniser.flush():
            heard.append(hypothesis)  # noqa: PERF402  extend would lose them
    assert caught.value.recogniser == "vosk"
    assert "-9" in str(caught.value.reason)
    assert text(finals(heard)) == CLIPS[FOX]
    with pytest.raises(RecogniserError):
        list(recogniser.push(chunks[0]))
    recogniser.close()


def test_a_child_that_hangs_is_an_error():
    recogniser = RecogniserProcess(VOSK, keep_up=True, answer_timeout_s=0.5)
    os.kill(recogniser._process.pid, signal.SIGSTOP)
    with pytest.raises(RecogniserError, match="no answer"):
        hear(recogniser, clip(FOX))
    recogniser.close()
    recogniser.close()


DAMAGE = {
    "truncated model": ("am/final.mdl", lambda whole: whole[: len(whole) // 2]),
    "truncated graph": ("graph/HCLG.fst", lambda whole: whole[: len(whole) // 2]),
    "garbage words": ("graph/words.txt", lambda whole: b"\x93garbage\n" * 50),
    "empty settings": ("conf/mfcc.conf", lambda whole: b""),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_broken_model_is_an_error_with_its_path_and_silent(tmp_path, capfd, damage):
    folder = tmp_path / "model"
    shutil.copytree(VOSK_MODEL, folder)
    name, change = DAMAGE[damage]
    (folder / name).write_bytes(change((VOSK_MODEL / name).read_bytes()))
    with pytest.raises(ModelFormatError) as caught:
        RecogniserProcess(RecogniserSpec("vosk", folder))
    assert caught.value.path == folder
    assert caught.value.reason
    assert "VoskAPI" not in str(caught.value.reason)
    assert capfd.readouterr() == ("", "")


SCRIPT = f"""
import sys, time
from pathlib import Path
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.speech_models import RecogniserSpec
if __name__ == "__main__":
    recogniser = RecogniserProcess(RecogniserSpec("vosk", Path({str(VOSK_MODEL)!r})))
    try:
        print(recogniser._process.pid, flush=True)
        time.sleep(30)
    except KeyboardInterrupt:
        print("interrupted", recogniser._process.is_alive, flush=True)
    if sys.argv[1:] == ["close"]:
        recogniser.close()
"""


def start(folder, *words):
    """Start a program that listens; return it, and its recogniser process."""
    (folder / "listening.py").write_text(SCRIPT)
    process = subprocess.Popen(
        [sys.executable, "-m", "listening", *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(folder), *sys.path))},
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    return process, int(process.stdout.readline())


@pytest.mark.parametrize("ending", ["close", "leave"])
def test_ctrl_c_reaches_only_the_parent_and_no_child_outlives_it(tmp_path, ending):
    process, child = start(tmp_path, ending)
    os.killpg(process.pid, signal.SIGINT)  # like a terminal, which sends it to the whole group
    assert process.communicate(timeout=60) == ("interrupted True\n", "")
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_the_child_ends_when_its_parent_is_killed(tmp_path):
    process, child = start(tmp_path)
    process.kill()
    process.communicate()
    deadline_s = time.monotonic() + 60
    while is_running(child) and time.monotonic() < deadline_s:
        time.sleep(0.05)
    assert not is_running(child)  # and its output file has no name any more
