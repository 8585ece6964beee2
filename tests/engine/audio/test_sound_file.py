from __future__ import annotations

import logging
import os
import random
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.audio.sound_file import SoundFile
from engine.errors import AudioFileError
from tests.support.sounds import (
    OF_FFMPEG,
    RATES_HZ,
    TONE_HZ,
    pitch_hz,
    run_ffmpeg,
    samples_of,
    tone,
    write_silent_film,
    write_sound,
    write_wav,
)

CASES = [(ending, rate) for ending, rates in RATES_HZ.items() for rate in rates]


@pytest.mark.parametrize(("ending", "rate_hz"), CASES)
@pytest.mark.parametrize("channels", [1, 2])
def test_every_format_becomes_16_khz_mono(tmp_path, ending, rate_hz, channels):
    path = write_sound(tmp_path / f"tone.{ending}", rate_hz, channels=channels)
    with SoundFile(path) as sound:
        stated_s = sound.duration_s
        samples = samples_of(sound)
    assert len(samples) / 16_000 == pytest.approx(1.5, abs=0.12)  # codecs pad their ends
    assert stated_s == pytest.approx(1.5, abs=0.12)
    middle = samples[8_000:16_000]
    assert pitch_hz(middle) == pytest.approx(TONE_HZ, abs=4)
    assert np.abs(middle).max() == pytest.approx(16_384, rel=0.15)


@pytest.mark.parametrize("rate_hz", [8_000, 11_025, 22_050, 44_100, 48_000, 96_000])
def test_resampling_loses_no_samples(tmp_path, rate_hz):
    path = write_wav(tmp_path / "a.wav", [tone(2.0, rate_hz)], rate_hz)
    with SoundFile(path) as sound:
        assert len(samples_of(sound)) == pytest.approx(32_000, abs=2)


def test_16_khz_passes_unchanged_in_chunks_of_100_ms(tmp_path):
    original = tone(1.05, 16_000)
    with SoundFile(write_wav(tmp_path / "a.wav", [original])) as sound:
        chunks = list(sound)
    sound.close()
    assert b"".join(chunk.samples for chunk in chunks) == original.tobytes()
    assert [chunk.duration_s for chunk in chunks] == pytest.approx([0.1] * 10 + [0.05])
    assert [chunk.start_s for chunk in chunks] == pytest.approx([n / 10 for n in range(11)])


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (bytes(range(256)) * 40, "not a sound"),
        (b"A letter, which is no sound.\n" * 99, ""),
        (b"RIFF\x24\0\0\0WAVEfmt ", ""),
        (b"ID3", ""),
    ],
)
def test_a_file_without_sound_is_an_error(tmp_path, capfd, content, reason):
    path = tmp_path / "x.mp3"
    path.write_bytes(content)
    with pytest.raises(AudioFileError) as caught, SoundFile(path) as sound:
        list(sound)
    assert caught.value.path == path
    assert reason in str(caught.value.reason)
    assert capfd.readouterr() == ("", "")


def test_missing_files_folders_and_silent_videos_are_errors(tmp_path):
    for path in (tmp_path / "no.wav", tmp_path):
        with pytest.raises(AudioFileError) as caught:
            SoundFile(path)
        assert caught.value.reason
    with pytest.raises(AudioFileError, match="there is no sound in it"):
        SoundFile(write_silent_film(tmp_path / "film.mkv"))


def test_an_address_is_not_fetched(tmp_path, monkeypatch):
    with pytest.raises(AudioFileError, match="no such file"):
        SoundFile(Path("http://localhost:9/a.wav"))
    monkeypatch.chdir(tmp_path)
    odd = write_wav(tmp_path / "http:a,b c.wav", [tone(0.2, 16_000)])
    with SoundFile(Path(odd.name)) as sound:
        assert len(samples_of(sound)) == 3_200


@pytest.mark.parametrize("ending", ["wav", "flac", "mp3", "ogg", "aiff", "mkv"])
def test_a_truncated_file_yields_what_is_there(tmp_path, ending):
    path = write_sound(tmp_path / f"a.{ending}", RATES_HZ[ending][-1], duration_s=4.0)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with SoundFile(path) as sound:
        heard_s = len(samples_of(sound)) / 16_000
    assert 0.9 < heard_s < 3.0


@pytest.mark.parametrize("ending", ["flac", "mp3", "m4a"])
def test_damage_in_the_middle_is_skipped_and_reported(tmp_path, caplog, ending):
    path = write_sound(tmp_path / f"a.{ending}", 48_000, duration_s=4.0)
    content = bytearray(path.read_bytes())
    third = len(content) // 3
    content[third : third + 3_000] = random.Random(1).randbytes(3_000)
    path.write_bytes(content)
    with caplog.at_level(logging.WARNING), SoundFile(path) as sound:
        heard_s = len(samples_of(sound)) / 16_000
    assert sound.is_damaged
    assert "damaged parts" in caplog.text
    assert 3.2 < heard_s < 4.0


@pytest.mark.parametrize("ending", ["flac", "mp3", "ogg"])
def test_joined_recordings_are_heard_one_after_another(tmp_path, ending):
    first = write_sound(tmp_path / f"a.{ending}", 48_000, duration_s=2.0).read_bytes()
    other_rate = 48_000 if ending == "flac" else 8_000
    second = write_sound(tmp_path / f"b.{ending}", other_rate, duration_s=1.0).read_bytes()
    joined = tmp_path / f"both.{ending}"
    joined.write_bytes(first + second)
    with SoundFile(joined) as sound:
        samples = samples_of(sound)
    assert len(samples) / 16_000 == pytest.approx(3.0, abs=0.15)
    assert pitch_hz(samples[36_000:44_000]) == pytest.approx(TONE_HZ, abs=4)


def test_an_mp3_without_a_stated_length_is_heard_to_its_end(tmp_path):
    """Its first frames say little about its length: a tone's are a fifth of the others."""
    talk, mp3 = tmp_path / "talk.wav", tmp_path / "talk.mp3"
    noise = np.random.default_rng(5).integers(-9_000, 9_000, 6 * 44_100).astype("<i2")
    write_wav(talk, [np.zeros(44_100, "<i2"), tone(1.0, 44_100), noise], 44_100)
    run_ffmpeg("-i", talk, "-q:a", "9", "-write_xing", "0", "-id3v2_version", "0", mp3)
    with SoundFile(mp3) as sound:
        assert len(samples_of(sound)) / 16_000 == pytest.approx(8.0, abs=0.15)


@pytest.mark.parametrize("channels", [6, 65])
def test_any_number_of_channels_is_mixed(tmp_path, channels):
    path = write_sound(tmp_path / "a.wav", 44_100, channels=channels)
    with SoundFile(path) as sound:
        samples = samples_of(sound)
    assert pitch_hz(samples) == pytest.approx(TONE_HZ, abs=4)
    assert np.abs(samples).max() == pytest.approx(16_384, rel=0.02)


def test_nan_and_infinity_are_silence(tmp_path):
    broken = np.full(16_000, 0.25, "float32")
    broken[4_000:8_000] = np.nan
    broken[8_000:12_000] = np.inf
    soundfile.write(tmp_path / "a.wav", broken, 16_000, "FLOAT")
    with SoundFile(tmp_path / "a.wav") as sound:
        samples = samples_of(sound)
    assert [set(part) for part in np.split(samples, 4)] == [{8_192}, {0}, {32_767}, {8_192}]


@pytest.mark.parametrize("ending", OF_FFMPEG)
def test_without_ffmpeg_the_error_says_so(tmp_path, monkeypatch, ending):
    path = write_sound(tmp_path / f"a.{ending}", RATES_HZ[ending][-1])
    mp3 = write_sound(tmp_path / "a.mp3", 44_100)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(AudioFileError, match="the program ffmpeg, which is not installed"):
        SoundFile(path)
    with SoundFile(mp3) as sound:
        assert len(samples_of(sound)) > 20_000


def test_a_file_truncated_while_being_read_ends_there(tmp_path):
    path = write_wav(tmp_path / "a.wav", [tone(60.0, 16_000)])
    with SoundFile(path) as sound:
        chunks = iter(sound)
        next(chunks)
        os.truncate(path, 640_000)
        rest = list(chunks)
    assert len(rest) < 250


def test_memory_does_not_grow_with_length(tmp_path):
    block = tone(10.0, 48_000)
    path = write_wav(tmp_path / "long.wav", (block for _ in range(60)), 48_000)
    tracemalloc.start()
    resident_before = _resident_bytes()
    with SoundFile(path) as sound:
        total = sum(len(chunk.samples) for chunk in sound)
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert total == pytest.approx(600 * 32_000, abs=10)
    assert peak_bytes < 1_000_000
    assert _resident_bytes() - resident_before < 20_000_000


def _resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
