"""Files of crashed recorders, whose headers state less sound than they hold."""

from __future__ import annotations

import struct
from contextlib import suppress

import numpy as np
import pytest
import soundfile

from engine.audio.sound_file import SoundFile
from engine.errors import AudioFileError
from tests.support.shared_data import shared
from tests.support.sounds import samples_of, tone

RATE_HZ = 16_000
SAMPLES = tone(3.0, RATE_HZ)
WHOLE = SAMPLES.tobytes()
LIST = b"LIST" + struct.pack("<I", 4) + b"INFO"


def wav(sound=WHOLE, stated=None, before=b"", after=b""):
    """Return a WAV file made by hand; `stated` in bytes."""
    described = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, RATE_HZ, 2 * RATE_HZ, 2, 16)
    size = struct.pack("<I", len(sound) if stated is None else stated)
    content = b"WAVE" + described + before + b"data" + size + sound + after
    return b"RIFF" + struct.pack("<I", len(content)) + content


def encoded(path, kind, coding="PCM_16", **more):
    soundfile.write(path, SAMPLES, RATE_HZ, coding, format=kind, **more)
    return path.read_bytes()


def with_size(content, name, form, value, after=0):
    """Replace the number after a name."""
    at = content.index(name) + len(name) + after
    return content[:at] + struct.pack(form, value) + content[at + struct.calcsize(form) :]


def heard(path, content):
    """Return the seconds of sound in a file, those its header states, and the samples."""
    path.write_bytes(content)
    with SoundFile(path) as sound:
        stated_s = sound.duration_s
        samples = samples_of(sound)
        assert stated_s is None or stated_s == pytest.approx(len(samples) / RATE_HZ, abs=0.01)
        return len(samples) / RATE_HZ, sound.stated_s, samples


@pytest.mark.parametrize("stated_s", [0, 1])
@pytest.mark.parametrize(
    "kind",
    [
        *("WAV", "WAVEX", "RIFX", "W64", "RF64", "AIFF", "AU", "CAF"),
        *("FLOAT", "PCM_24", "ULAW", "IMA_ADPCM"),
    ],
)
def test_all_sound_is_read_whatever_the_header_states(tmp_path, kind, stated_s):
    of_wave = kind in {"FLOAT", "PCM_24", "ULAW", "IMA_ADPCM"}
    form = "WAV" if of_wave or kind == "RIFX" else kind
    endian = {"endian": "BIG"} if kind == "RIFX" else {}
    content = encoded(tmp_path / "whole", form, kind if of_wave else "PCM_16", **endian)
    width = {"FLOAT": 4, "PCM_24": 3, "ULAW": 1}.get(kind, 2)
    stated = round(stated_s * RATE_HZ * width)
    if kind == "IMA_ADPCM":
        stated = stated_s * struct.unpack_from("<I", content, 28)[0]
    patched = {
        "W64": lambda: with_size(content, b"data", "<Q", stated + 24, after=12),
        "RF64": lambda: with_size(content, b"ds64", "<Q", stated, after=12),
        "AIFF": lambda: with_size(content, b"SSND", ">I", stated + 8),
        "AU": lambda: with_size(content, b".snd", ">I", stated, after=4),
        "CAF": lambda: with_size(content, b"data", ">q", stated + 4),
        "RIFX": lambda: with_size(content, b"data", ">I", stated),
    }.get(kind, lambda: with_size(content, b"data", "<I", stated))()
    whole, found = heard(tmp_path / "whole", content), heard(tmp_path / "cut", patched)
    assert whole[0] == pytest.approx(3.0, abs=0.06)
    assert found[0] == whole[0]
    assert (whole[1], found[1]) == (None, pytest.approx(stated_s, abs=0.01))
    assert np.array_equal(whole[2], found[2])


def test_a_flac_that_states_too_little_is_read_to_its_end(tmp_path):
    content = bytearray(encoded(tmp_path / "a.flac", "FLAC"))
    content[22:26] = struct.pack(">I", RATE_HZ)
    path = tmp_path / "b.flac"
    path.write_bytes(content)
    with SoundFile(path) as sound:
        assert np.array_equal(samples_of(sound), SAMPLES)
        assert sound.stated_s == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("content", "seconds"),
    [
        (wav(stated=0xFFFF_FFFF), 3.0),  # a stream
        (wav(stated=10**7), 3.0),  # truncated
        (wav(after=LIST), 3.0),
        (wav(sound=b"", after=LIST), 0.0),
        (wav(after=b"TAG" + b"x" * 9_000), 3.0),
        (wav(after=bytes(90_000)), 3.0),  # reserved space
        (wav(after=b"\1\2\3"), 3.0),
        (wav(before=b"note\3\0\0\0abc\0"), 3.0),
        (wav(before=b"note\3\0\0\0abc"), 3.0),  # without its padding byte
    ],
)
def test_a_correct_header_is_believed(tmp_path, content, seconds):
    if seconds:
        assert heard(tmp_path / "a.wav", content)[:2] == (seconds, None)
        return
    with pytest.raises(AudioFileError, match="nothing in it"):
        heard(tmp_path / "a.wav", content)


def test_what_follows_the_sound_is_not_read_as_sound(tmp_path):
    content = wav(stated=0, after=b"LIST" + struct.pack("<I", 20_000) + bytes(range(250)) * 80)
    seconds, stated_s, samples = heard(tmp_path / "a.wav", content)
    assert (seconds, stated_s) == (3.0, 0.0)
    assert np.array_equal(samples, SAMPLES)


@pytest.mark.parametrize("size", [1 << 62, (1 << 63) - 1, (1 << 64) - 1])
@pytest.mark.parametrize(
    ("kind", "name"),
    [("W64", b"fmt "), ("W64", b"data"), ("RF64", b"ds64"), ("CAF", b"desc"), ("CAF", b"data")],
)
def test_an_absurd_length_is_read_or_refused(tmp_path, kind, name, size):
    form, after = (">Q", 0) if kind == "CAF" else ("<Q", 12)
    content = with_size(encoded(tmp_path / "whole", kind), name, form, size, after)
    (tmp_path / "odd").write_bytes(content)
    with suppress(AudioFileError), SoundFile(tmp_path / "odd") as sound:
        assert len(samples_of(sound)) in {0, len(SAMPLES)}


@pytest.mark.parametrize("name", ["18_unfinished_header.wav", "18_short_header.wav"])
def test_reported_files_are_read_to_their_end(tmp_path, name):
    content = shared("cases", name).read_bytes()
    seconds, stated_s, _ = heard(tmp_path / "a.wav", content)
    assert seconds == pytest.approx(3.14, abs=0.01)
    assert stated_s == (1.0 if "short" in name else 0.0)
