from __future__ import annotations

import os
import stat

import pytest

from app.dictation.sound_journal import SoundJournal, discard, journalled_s, journalled_sound
from engine.types import AudioChunk

CHUNK = 3_200


def recorded(seconds):
    """Sound in which every sample tells its place."""
    samples = b"".join(n.to_bytes(2, "little") for n in range(16_000)) * seconds
    return [
        AudioChunk(samples[at : at + CHUNK], at / 32_000) for at in range(0, len(samples), CHUNK)
    ]


@pytest.fixture
def journal(tmp_path):
    made = SoundJournal(tmp_path / "sound")
    yield made
    made.delete()


def samples(chunks):
    return b"".join(chunk.samples for chunk in chunks)


def test_everything_is_there_at_once_and_only_for_the_user(journal):
    for number, chunk in enumerate(recorded(23), 1):
        journal.write(chunk)
        assert journalled_s(journal.path) == pytest.approx(number / 10)
    assert samples(journalled_sound(journal.path)) == samples(recorded(23))
    assert stat.S_IMODE(journal.path.stat().st_mode) == 0o700
    assert {stat.S_IMODE(part.stat().st_mode) for part in journal.path.iterdir()} == {0o600}


@pytest.mark.parametrize("begin_s", [0.0, 3.25, 10.0, 12.3, 22.95, 30.0])
def test_it_is_heard_again_from_any_time_on(journal, begin_s):
    for chunk in recorded(23):
        journal.write(chunk)
    again = list(journalled_sound(journal.path, begin_s))
    assert samples(again) == samples(recorded(23))[round(begin_s * 32_000) :]
    for chunk in again[:1]:
        assert chunk.start_s == pytest.approx(begin_s)


def test_what_is_covered_goes_and_the_rest_keeps_its_times(journal):
    for chunk in recorded(35):
        journal.write(chunk)
    journal.let_go(25.0)
    left = list(journalled_sound(journal.path))
    assert left[0].start_s == 20.0
    assert samples(left) == samples(recorded(35))[20 * 32_000 :]
    assert journalled_s(journal.path) == 35.0


def test_it_is_brought_to_the_disk_within_a_second(journal, monkeypatch, qtbot):
    synced = []
    really = os.fsync
    monkeypatch.setattr("os.fsync", lambda part: synced.append(part) or really(part))
    journal.write(recorded(1)[0])
    both = 2 if os.name == "posix" else 1  # the sound, and that there is a file of it
    qtbot.waitUntil(lambda: len(synced) == both, timeout=1_000)
    qtbot.wait(700)
    assert len(synced) == both, "nothing new was written"


def test_a_sample_that_was_cut_in_two_is_left_out(journal):
    journal.write(recorded(1)[0])
    journal.finish()
    [part] = journal.path.glob("*.int16")
    part.write_bytes(part.read_bytes()[:-1])
    assert len(samples(journalled_sound(journal.path))) == CHUNK - 2


def test_a_finished_one_takes_no_more_and_a_deleted_one_is_gone(journal):
    journal.write(recorded(1)[0])
    journal.finish()
    journal.finish()
    journal.write(recorded(1)[1])
    assert samples(journalled_sound(journal.path)) == recorded(1)[0].samples
    journal.delete()
    assert not journal.path.exists()
    discard(journal.path)
    assert journalled_s(journal.path) == 0.0
