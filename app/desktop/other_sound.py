"""Other applications' sound: lowered or paused during dictation, then restored.

On Linux, players are controlled over MPRIS; streams are those of PulseAudio, or of PipeWire, which
answers in its place.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from app.dictation.events import State
from app.preferences.live_preferences import LivePreferences
from app.tasks import Lane, TaskRunner
from engine.atomic_file import PRIVATE, replacing

_log = logging.getLogger(__name__)
_LANE = Lane("other-sound", drains=True)
_HEARD = {State.STARTING, State.LISTENING, State.ASLEEP}  # the microphone is on
_LOWERED_TO = 0.3  # of the volume as a mixer shows it: about 30 dB less
_TIMEOUT_S = 2.0  # for a player that hangs
_PACTL_TIMEOUT_S = 5.0
_NOTED_S = 0.2  # until the sound server has stored a volume
_PLAYER, _PLAYER_PATH = "org.mpris.MediaPlayer2.Player", "/org/mpris/MediaPlayer2"
_PLAYERS = "org.mpris.MediaPlayer2."
_STAND_IN = f"{_PLAYERS}playerctld"  # speaks for another player
# The sound server identifies an application by these, and restores its last volume.
_KNOWN_BY = (
    "module-stream-restore.id",
    "application.name",
    "application.id",
    "media.role",
)


class OtherSound:
    """Quietens others while the microphone is on; every method returns at once.

    What is lowered is written down first, so that the next start restores it after a crash.
    """

    def __init__(self, note: Path, preferences: LivePreferences, tasks: TaskRunner) -> None:
        self._preferences, self._tasks = preferences, tasks
        self._is_quiet = False
        self._players, self._streams = _Players(), _Streams(note)

    def start(self) -> None:
        """Restore what a crashed Fermata has lowered."""
        self._run(self._streams.give_back)

    def follow(self, state: State) -> None:
        is_quiet, self._is_quiet = self._is_quiet, state in _HEARD
        if is_quiet and not self._is_quiet:
            self._give_back()
        elif self._is_quiet and not is_quiet:
            wanted = self._preferences.value.dictation.other_sound
            if wanted == "lower":
                self._run(self._streams.lower)
            elif wanted == "pause":
                self._run(self._players.pause)

    def close(self) -> None:
        """Restore everything; closing the task runner waits for that."""
        self._give_back()

    def _give_back(self) -> None:
        self._run(self._players.resume)
        self._run(self._streams.give_back)

    def _run(self, work: Any) -> None:  # noqa: ANN401  it returns nothing of interest
        if sys.platform == "linux":
            self._tasks.run(_LANE, work)


class _Players:
    """Pauses the players that are playing, and resumes only those."""

    def __init__(self) -> None:
        self._paused: list[str] = []

    def pause(self) -> None:
        with _unreachable_players_logged(), _session_bus() as ask:
            names = ask("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "ListNames")
            for name in names:
                if name.startswith(_PLAYERS) and name != _STAND_IN:
                    self._pause(ask, name)

    def resume(self) -> None:
        paused, self._paused = self._paused, []
        if not paused:
            return
        with _unreachable_players_logged(), _session_bus() as ask:
            for owner in paused:
                with _gone_or_hung():
                    if _status(ask, owner) == "Paused":  # otherwise the user has chosen differently
                        ask(owner, _PLAYER_PATH, _PLAYER, "Play")

    def _pause(self, ask: Any, name: str) -> None:  # noqa: ANN401
        with _gone_or_hung():
            if _status(ask, name) == "Playing":
                ask(name, _PLAYER_PATH, _PLAYER, "Pause")
                bus = "org.freedesktop.DBus"
                # its unique name: a player that has ended meanwhile is not restarted
                self._paused.append(ask(bus, "/", bus, "GetNameOwner", "s", name))


def _status(ask: Any, player: str) -> str:  # noqa: ANN401
    properties = "org.freedesktop.DBus.Properties"
    words = (_PLAYER, "PlaybackStatus")
    _, status = ask(player, _PLAYER_PATH, properties, "Get", "ss", *words)
    return str(status)


@contextmanager
def _gone_or_hung() -> Iterator[None]:
    """Continue with the next player if one does not answer."""
    from jeepney import DBusErrorResponse

    with suppress(DBusErrorResponse, TimeoutError):
        yield


@contextmanager
def _unreachable_players_logged() -> Iterator[None]:
    from jeepney import DBusErrorResponse

    try:
        yield
    except (OSError, KeyError, ValueError, DBusErrorResponse) as error:
        _log.info("players cannot be reached: %s", type(error).__name__)


@contextmanager
def _session_bus() -> Iterator[Any]:
    """Yield a function that calls a D-Bus method and returns its reply."""
    from jeepney import DBusAddress, new_method_call
    from jeepney.io.blocking import open_dbus_connection
    from jeepney.wrappers import unwrap_msg

    with open_dbus_connection("SESSION") as connection:

        def ask(name: str, path: str, interface: str, method: str, *body: Any) -> Any:  # noqa: ANN401
            signature, words = (body[0], body[1:]) if body else (None, ())
            address = DBusAddress(path, name, interface)
            call = new_method_call(address, method, signature, words)
            answer = unwrap_msg(connection.send_and_get_reply(call, timeout=_TIMEOUT_S))
            return answer[0] if answer else None

        yield ask


@dataclass(frozen=True, slots=True)
class _Stream:
    """What an application plays.

    Attributes:
        number: Its number in the sound server.
        known_by: Those of its properties that outlive it.
        volume: Volume of each channel, in the sound server's units.
    """

    number: int
    known_by: Mapping[str, str]
    volume: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Lowered:
    """A volume before and after lowering."""

    known_by: Mapping[str, str]
    before: tuple[int, ...]
    since: tuple[int, ...]

    def to_give_back(self, now: Sequence[int]) -> Sequence[int]:
        """Return the volume to restore; empty if somebody has changed it since."""
        if len(now) == len(self.since):
            return self.before if now == self.since else ()
        return (max(self.before),) if max(now) == max(self.since) else ()


class _Streams:
    """Lowers what plays, and restores it unless somebody has changed it since."""

    def __init__(self, note: Path) -> None:
        self._note = note

    def lower(self) -> None:
        self.give_back()  # in case that failed last time
        with _sound_server():
            lowered = []
            streams = _streams()
            for stream in streams:
                since = tuple(round(_LOWERED_TO * it) for it in stream.volume)
                lowered.append(_Lowered(stream.known_by, stream.volume, since))
            self._write(lowered)
            for stream, it in zip(streams, lowered, strict=True):
                with suppress(subprocess.CalledProcessError):  # it has ended
                    _set_volume(stream.number, it.since)

    def give_back(self) -> None:
        lowered = self._read()
        if not lowered:
            return
        with _sound_server():
            streams = _streams(are_heard=False)
            for it in lowered:
                of_it = [stream for stream in streams if stream.known_by == it.known_by]
                for stream in of_it or _silent_stream(it):
                    if volume := it.to_give_back(stream.volume):
                        with suppress(subprocess.CalledProcessError):
                            _set_volume(stream.number, volume)
            self._note.unlink(missing_ok=True)

    def _write(self, lowered: Sequence[_Lowered]) -> None:
        if lowered:
            with replacing(self._note, PRIVATE) as stream:
                stream.write(json.dumps([asdict(it) for it in lowered]).encode())

    def _read(self) -> list[_Lowered]:
        try:
            written = json.loads(self._note.read_bytes())
            return [
                _Lowered(dict(it["known_by"]), tuple(it["before"]), tuple(it["since"]))
                for it in written
            ]
        except FileNotFoundError:
            return []
        except (OSError, ValueError, TypeError, KeyError) as error:
            _log.info("volumes of before are not known: %s", type(error).__name__)
            return []


@contextmanager
def _sound_server() -> Iterator[None]:
    """Stop if it does not answer: what was written down is restored another time."""
    try:
        yield
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        _log.info("volumes cannot be changed: %s", type(error).__name__)


def _streams(*, are_heard: bool = True) -> list[_Stream]:
    """Return other applications' streams, without those the sound server itself passes on."""
    ours = {"", str(os.getpid())}
    return [
        _stream(it)
        for it in _listed()
        if _process(it) not in ours and not (are_heard and (it["corked"] or it["mute"]))
    ]


def _silent_stream(lowered: _Lowered) -> Iterator[_Stream]:
    """Yield a stream in the name of an application that no longer plays anything.

    The sound server stores its volume for the application's next stream.
    """
    properties = [f"--property={name}={value}" for name, value in lowered.known_by.items()]
    channels = f"--channels={len(lowered.before)}"
    with subprocess.Popen(  # noqa: S603
        ["pacat", "--playback", channels, *properties],  # noqa: S607  wherever it is installed
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as silence:
        end_s = time.monotonic() + _TIMEOUT_S
        found: list[_Stream] = []
        while not found and time.monotonic() < end_s:
            found = [_stream(it) for it in _listed() if _process(it) == str(silence.pid)]
        yield from found
        time.sleep(_NOTED_S)
        silence.kill()


def _listed() -> Any:  # noqa: ANN401
    return json.loads(_pactl("--format=json", "list", "sink-inputs") or "[]")


def _process(told: Mapping[str, Any]) -> str:
    return str(told["properties"].get("application.process.id", ""))


def _stream(told: Mapping[str, Any]) -> _Stream:
    known_by = {name: told["properties"][name] for name in _KNOWN_BY if name in told["properties"]}
    return _Stream(told["index"], known_by, tuple(it["value"] for it in told["volume"].values()))


def _set_volume(number: int, volume: Sequence[int]) -> None:
    _pactl("set-sink-input-volume", str(number), *map(str, volume))


def _pactl(*words: str) -> str:
    """Run pactl, and return its output.

    Raises:
        OSError: Pactl is not installed.
        subprocess.SubprocessError: It fails, or does not answer in time.
    """
    return subprocess.run(  # noqa: S603
        ["pactl", *words],  # noqa: S607  wherever it is installed
        env=os.environ | {"LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=_PACTL_TIMEOUT_S,
        encoding="utf-8",
        errors="replace",
        check=True,
    ).stdout
