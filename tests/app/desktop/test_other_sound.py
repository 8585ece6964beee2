"""Other applications' sound during a dictation: real PulseAudio, and players on a real bus."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time

import pytest

from app.desktop.other_sound import OtherSound
from app.dictation.events import State
from tests.support.desktop.programs import Program, session_bus
from tests.support.shared_data import PYTHON_PATH
from tests.support.virtual_microphone import virtual_microphone

FULL, HALF, LOWERED = 65_536, 32_768, 19_661
HEARD, NOT_HEARD = (State.STARTING, State.LISTENING), (State.DRAINING, State.STOPPED)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A private sound server that remembers volumes, like any other."""
    with virtual_microphone(tmp_path_factory.mktemp("home")) as microphone:
        server = SoundServer(microphone.environment)
        server.control("load-module", "module-stream-restore", "fallback_table=/dev/null")
        yield server


class SoundServer:
    """Plays silence under names of applications, and reports their volumes."""

    def __init__(self, environment):
        self.environment = environment | {"LC_ALL": "C"}

    def control(self, *words):
        return subprocess.check_output(("pactl", *words), env=self.environment, text=True)

    def play(self, name, *words):
        """Start playing; wait until it can be heard."""
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        own = ("--playback", "--raw", f"--property=application.name={name}", *words, "/dev/zero")
        process = subprocess.Popen(("pacat", *own), env=self.environment, **quiet)
        until(lambda: self.volume(name))
        return process

    def streams(self, name):
        streams = json.loads(self.control("--format=json", "list", "sink-inputs"))
        return [it for it in streams if it["properties"].get("application.name") == name]

    def volume(self, name):
        """The volumes of its channels, () if it plays nothing."""
        return tuple(
            it["value"] for stream in self.streams(name) for it in stream["volume"].values()
        )

    def change(self, name, *volumes):
        (stream,) = self.streams(name)
        self.control("set-sink-input-volume", str(stream["index"]), *map(str, volumes))


@pytest.fixture
def play(server):
    """Starts playing under an application's name; it ends with the test."""
    playing = []

    def begin(*words):
        playing.append(server.play(*words))
        return playing[-1]

    yield begin
    for process in playing:
        process.kill()
        process.wait()


@pytest.fixture
def sound(server, tmp_path, preferences, tasks, monkeypatch):
    for name in ("PULSE_RUNTIME_PATH", "HOME"):
        monkeypatch.setenv(name, server.environment[name])
    return OtherSound(tmp_path / "note", preferences, tasks)


@pytest.fixture
def players(monkeypatch):
    """Starts players on a private bus."""
    started = []

    def start(name):
        environment = os.environ | {"PYTHONPATH": PYTHON_PATH}
        started.append(Program("desktop.player_program", name, environment=environment))
        started[-1].until(lambda it: it.newest("status") == "Playing")
        return started[-1]

    with session_bus() as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        yield start
        for program in started:
            program.stop()


def until(is_so, timeout_s=60.0):
    end_s = time.monotonic() + timeout_s
    while not is_so():
        assert time.monotonic() < end_s, "it never came"
        time.sleep(0.02)


def follow(sound, states):
    for state in states:
        sound.follow(state)


def test_other_sound_is_lowered_while_the_microphone_is_on(server, play, sound, preferences):
    preferences.set("dictation.other_sound", "lower")
    play("Music", "--channels=2")
    server.change("Music", FULL, HALF)
    play("Fermata", f"--property=application.process.id={os.getpid()}")
    ours = server.volume("Fermata")
    follow(sound, HEARD)
    until(lambda: server.volume("Music") == (LOWERED, LOWERED // 2))
    sound.follow(State.PAUSED)
    until(lambda: server.volume("Music") == (FULL, HALF))
    sound.follow(State.LISTENING)
    until(lambda: server.volume("Music") == (LOWERED, LOWERED // 2))
    assert server.volume("Fermata") == ours
    follow(sound, NOT_HEARD)
    until(lambda: server.volume("Music") == (FULL, HALF))


def test_a_volume_that_a_person_changed_meanwhile_stays(server, play, sound, preferences, tasks):
    preferences.set("dictation.other_sound", "lower")
    play("Film", "--channels=1")
    follow(sound, HEARD)
    until(lambda: server.volume("Film") == (LOWERED,))
    server.change("Film", HALF)
    follow(sound, NOT_HEARD)
    tasks.close()  # waits for it
    assert server.volume("Film") == (HALF,)


def test_what_an_application_plays_next_has_the_old_volume(server, play, sound, preferences, tasks):
    preferences.set("dictation.other_sound", "lower")
    first = play("Browser", "--channels=1")
    follow(sound, HEARD)
    until(lambda: server.volume("Browser") == (LOWERED,))
    first.kill()
    until(lambda: not server.volume("Browser"))
    follow(sound, NOT_HEARD)
    tasks.close()
    play("Browser", "--channels=1")
    assert server.volume("Browser") == (FULL,)


@pytest.mark.slow
def test_volumes_are_restored_after_a_crash(server, play, start_fermata, tmp_path):
    own = {name: server.environment[name] for name in ("PULSE_RUNTIME_PATH", "HOME")}
    settings = {"dictation": {"other_sound": "lower"}}
    play("Radio", "--channels=1")
    fermata = start_fermata("start", data=tmp_path, environment=own, **settings)
    fermata.until(lambda it: it.newest("state") == "listening")
    until(lambda: server.volume("Radio") == (LOWERED,))
    fermata.send_signal(signal.SIGKILL)
    assert fermata.wait() == -signal.SIGKILL
    assert server.volume("Radio") == (LOWERED,)
    start_fermata(data=tmp_path, environment=own, **settings)
    until(lambda: server.volume("Radio") == (FULL,))


def test_only_players_that_were_playing_resume(players, sound, preferences):
    preferences.set("dictation.other_sound", "pause")
    playing, paused = players("one"), players("two")
    paused.tell("Paused")
    paused.until(lambda it: it.newest("status") == "Paused")
    stopped = players("three")
    follow(sound, HEARD)
    for player in (playing, stopped):
        player.until(lambda it: it.newest("status") == "Paused")
    stopped.tell("Stopped")  # by a person
    stopped.until(lambda it: it.newest("status") == "Stopped")
    follow(sound, NOT_HEARD)
    playing.until(lambda it: it.newest("status") == "Playing")
    assert stopped.newest("status") == "Stopped"
    assert paused.every("status") == ["Playing", "Paused"]


def test_a_hanging_player_does_not_affect_the_others(players, sound, preferences):
    preferences.set("dictation.other_sound", "pause")
    hanging, playing = players("a"), players("b")
    hanging.tell("hang")
    hanging.until(lambda it: it.newest("hangs"))
    follow(sound, HEARD)
    playing.until(lambda it: it.newest("status") == "Paused")
    follow(sound, NOT_HEARD)
    playing.until(lambda it: it.newest("status") == "Playing")


def test_other_sound_is_left_alone_by_default(server, players, play, sound, tasks):
    play("Talk", "--channels=1")
    player = players("one")
    follow(sound, (*HEARD, *NOT_HEARD))
    sound.close()
    tasks.close()
    assert server.volume("Talk") == (FULL,)
    assert player.every("status") == ["Playing"]
