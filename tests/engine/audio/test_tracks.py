"""Videos with several sound tracks: the one with speech is read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.audio.sound_file import SoundFile
from engine.errors import AudioFileError
from tests.support.shared_data import DATA, shared
from tests.support.sounds import samples_of, tone, write_tracks, write_wav

RATE_HZ = 16_000
FOX, OTHER = DATA / "speech" / "flite-slt-09.wav", DATA / "speech" / "flite-rms-03.wav"


@pytest.fixture
def sounds(tmp_path):
    """Tracks without speech, and some with a little."""
    noise = np.random.default_rng(2).integers(-3_000, 3_000, 4 * RATE_HZ).astype("<i2")
    voice, pause = soundfile.read(FOX, dtype="int16")[0], np.zeros(20 * RATE_HZ, "<i2")
    return {
        "silence": write_wav(tmp_path / "silence.wav", [np.zeros(4 * RATE_HZ, "<i2")]),
        "tone": write_wav(tmp_path / "tone.wav", [tone(4.0, RATE_HZ)]),
        "noise": write_wav(tmp_path / "noise.wav", [noise]),
        "late": write_wav(tmp_path / "late.wav", [pause, *[voice] * 10]),
        "hum": write_wav(tmp_path / "hum.wav", [tone(45.0, RATE_HZ) // 8]),
        "fox": FOX,
        "other": OTHER,
    }


def likeness(samples, path):
    """Return how well the loudness of two recordings correlates."""
    expected = soundfile.read(path, dtype="int16")[0].astype(float)
    count = min(len(samples), len(expected)) // 800 * 800
    one, two = (np.abs(it[:count]).reshape(-1, 800).mean(1) for it in (samples, expected))
    return float(np.corrcoef(one, two)[0, 1])


@pytest.mark.parametrize(
    ("ending", "first"), [("mp4", "silence"), ("mkv", "tone"), ("mov", "noise")]
)
def test_a_track_without_speech_is_skipped(tmp_path, sounds, ending, first):
    film = write_tracks(tmp_path / f"film.{ending}", sounds[first], FOX)
    with SoundFile(film) as sound:
        assert [it.number for it in sound.tracks] == [1, 2]
        assert sound.track == 2
        assert likeness(samples_of(sound), FOX) > 0.9


def test_the_reported_file_has_its_second_track_read():
    with SoundFile(shared("cases", "17_second_track.mp4")) as sound:
        assert (len(sound.tracks), sound.track) == (2, 2)
        assert np.abs(samples_of(sound)).max() > 3_000


def test_speech_is_searched_for_in_several_places(tmp_path, sounds):
    film = write_tracks(tmp_path / "film.mkv", sounds["hum"], sounds["late"])
    with SoundFile(film) as sound:
        assert sound.track == 2


LANGUAGES = (*("-metadata:s:a:0", "language=ger"), *("-metadata:s:a:1", "language=eng"))
COMMENT = (*("-disposition:a:0", "comment"), *("-metadata:s:a:0", "title=The director: “1, (2)”"))


@pytest.mark.parametrize(
    ("options", "languages", "expected"),
    [
        ((), (), 1),
        (LANGUAGES, (), 1),
        (LANGUAGES, ("en",), 2),
        (LANGUAGES, ("de", "en"), 1),
        (LANGUAGES, ("fr",), 1),
        (("-disposition:a:0", "0", "-disposition:a:1", "default"), (), 2),
        (COMMENT, (), 2),
    ],
)
def test_the_likeliest_track_with_speech_is_read(tmp_path, options, languages, expected):
    film = write_tracks(tmp_path / "film.mkv", OTHER, FOX, options=options)
    with SoundFile(film, languages=languages) as sound:
        assert sound.track == expected
        assert likeness(samples_of(sound), (OTHER, FOX)[expected - 1]) > 0.9


def test_tracks_have_languages_and_titles(tmp_path):
    options = (*LANGUAGES, *COMMENT)
    with SoundFile(write_tracks(tmp_path / "film.mkv", OTHER, FOX, options=options)) as sound:
        first, second = sound.tracks
    assert (first.language, first.title, first.is_aside) == ("de", "The director: “1, (2)”", True)
    assert (second.language, second.title, second.is_aside) == ("en", "", False)


def test_the_requested_track_is_read(tmp_path, sounds):
    film = write_tracks(tmp_path / "film.mp4", sounds["silence"], FOX)
    with SoundFile(film, track=1) as sound:
        assert sound.track == 1
        assert np.abs(samples_of(sound)).max() < 10
    with SoundFile(film, track=2) as sound:
        assert likeness(samples_of(sound), FOX) > 0.9


@pytest.mark.parametrize("number", [2, 9])
def test_a_missing_track_is_an_error(tmp_path, number):
    film = write_tracks(tmp_path / "film.mp4", FOX)
    for path in (film, Path(FOX)):
        with pytest.raises(AudioFileError, match=f"no sound track {number}: it has only one"):
            SoundFile(path, track=number)
    film = write_tracks(tmp_path / "films.mkv", FOX, OTHER)
    with pytest.raises(AudioFileError, match="no sound track 3: it has 2"):
        SoundFile(film, track=3)


def test_without_any_speech_the_first_track_is_read(tmp_path, sounds):
    film = write_tracks(tmp_path / "film.mkv", sounds["tone"], sounds["silence"])
    with SoundFile(film) as sound:
        assert sound.track == 1


def test_all_channels_of_a_track_are_searched(tmp_path, sounds):
    voice = soundfile.read(FOX, dtype="float32")[0]
    soundfile.write(tmp_path / "turned.wav", np.stack([voice, -voice], 1), RATE_HZ)
    film = write_tracks(tmp_path / "film.mkv", sounds["tone"], tmp_path / "turned.wav")
    with SoundFile(film) as sound:
        assert sound.track == 2
        assert likeness(samples_of(sound), FOX) > 0.9
