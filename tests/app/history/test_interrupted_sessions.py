"""What a crash leaves is completed: once, entirely, and only when possible."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.dictation.events import ModelChoice
from app.dictation.loader import ModelLoader
from app.history.flac import length_s
from app.history.interrupted_sessions import InterruptedSessions
from engine.audio.sound_log import SoundLog
from engine.errors import ModelNotFoundError
from engine.paths import Paths, default_paths
from engine.settings import RecogniserSettings
from engine.types import AudioChunk, Checkpoint
from tests.support.recognisers.speech import CLIPS, VOSK_MODEL, clips_with_pauses
from tests.support.sentences import NOON, said
from tests.support.shared_data import DATA

NAMES = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:2]
FIRST = len(CLIPS[NAMES[0]].split())
SAID = " ".join(CLIPS[name] for name in NAMES).split()
VOSK = ModelChoice(RecogniserSettings("vosk", str(VOSK_MODEL)))
OFFSET_S = 100.0


@pytest.fixture(scope="module")
def loader():
    made = ModelLoader(Paths(default_paths().assets, DATA, (DATA,)))
    yield made
    made.close()


def spoken_log(folder):
    log = SoundLog(folder, for_next_start=True)
    for chunk in clips_with_pauses(NAMES):
        log.write(chunk)
    log.finish()
    return log


def cut_off(store, committed, document=None):
    """A session with so many words committed, and all of the sound."""
    folder = store.path.parent / "sound"
    journal = spoken_log(folder)
    number = store.begin(NOON)
    store.append(number, [said("Said before.")])
    store.recordings.begin(number, journal.path.name, OFFSET_S)
    if committed:
        store.append(number, [said(" ".join(SAID[:committed]))], document)
    return folder, InterruptedSessions(store, folder)


def heard(store):
    return [w.text for s in store.session(1).sentences for w in s.words]


@pytest.mark.parametrize(
    ("committed", "covered_s"),
    [(FIRST, 0.0), (len(SAID), 0.0), (0, 3_600.0), (FIRST, 3_600.0), (len(SAID), 3_600.0)],
)
def test_committed_words_are_not_doubled(store, loader, committed, covered_s):
    folder, sessions = cut_off(store, committed)
    if covered_s:  # this sound is not heard again
        assert store.recordings.set_checkpoint(1, Checkpoint(committed, covered_s))
        sessions = InterruptedSessions(store, folder)
    [one] = sessions.found
    assert sessions.restore(one, loader, VOSK, keeps_sound=False)
    assert heard(store) == ["said", "before", *(SAID[:committed] if covered_s else SAID)]
    assert store.unfinished() == []
    assert list(folder.iterdir()) == []
    late = store.session(1).sentences[-1].words[-1]
    assert committed == len(SAID) or covered_s or late.end_s > OFFSET_S


def test_edited_words_stay(store, loader):
    _, sessions = cut_off(store, 2, "By hand 😀.")
    sessions.restore(sessions.found[0], loader, VOSK, keeps_sound=False)
    text = store.session(1).text
    assert text.startswith("By hand 😀. ")
    assert len(text.split()) == 3 + len(SAID) - 2
    assert store.search("hand")


def test_words_that_continue_a_sentence_start_without_a_capital(store, loader):
    _, sessions = cut_off(store, 2)
    sessions.restore(sessions.found[0], loader, VOSK, keeps_sound=False)
    before, behind = store.session(1).sentences[-2:]
    assert before.words[-1].text == SAID[1]
    assert behind.surfaces[0][0].islower()


def test_what_cannot_be_recognised_now_is_kept(store, loader, monkeypatch):
    monkeypatch.setattr("engine.recognisers.speech_models.multilingual_model", lambda: None)
    folder, sessions = cut_off(store, 2)
    missing = replace(VOSK, recogniser=RecogniserSettings("vosk", "no such model", ("is",)))
    with pytest.raises(ModelNotFoundError):
        sessions.restore(sessions.found[0], loader, missing, keeps_sound=False)
    again = InterruptedSessions(store, folder)
    assert again.found == sessions.found
    assert again.restore(again.found[0], loader, VOSK, keeps_sound=False)
    assert heard(store) == ["said", "before", *SAID]


def test_if_the_chosen_recogniser_is_damaged_another_one_completes_it(store, loader, tmp_path):
    (tmp_path / "damaged" / "am").mkdir(parents=True)
    (tmp_path / "damaged" / "am" / "final.mdl").write_bytes(b"damaged")
    _, sessions = cut_off(store, 2)
    damaged = RecogniserSettings("vosk", str(tmp_path / "damaged"), ("en",))
    assert sessions.restore(sessions.found[0], loader, ModelChoice(damaged), keeps_sound=False)
    assert heard(store) == ["said", "before", *SAID]


def test_sound_unknown_to_the_history_is_offered(store, loader):
    folder, _ = cut_off(store, 0)
    journal = spoken_log(folder)  # a locked database, until the process was killed
    sessions = InterruptedSessions(store, folder)
    sessions.delete_strays()
    [lost] = [one for one in sessions.found if one.recording.journal == journal.path.name]
    assert sessions.restore(lost, loader, VOSK, keeps_sound=False)
    session = store.session(lost.info.number)
    assert [word.text for said in session.sentences for word in said.words] == SAID
    assert not journal.path.exists()


@pytest.mark.parametrize("crash", ["none", "before it is told", "behind it"])
def test_sound_is_kept_if_wanted_and_only_once(store, loader, crash, monkeypatch):
    _, sessions = cut_off(store, 0)
    [one] = sessions.found
    whole_s = OFFSET_S + sum(chunk.duration_s for chunk in clips_with_pauses(NAMES))
    with monkeypatch.context() as patch:
        if crash == "before it is told":
            patch.setattr(store, "set_audio", lambda _: None)
        if crash != "none":
            sessions._keep_sound(one.recording)
    sessions.restore(one, loader, VOSK, keeps_sound=True)
    assert length_s(store.session(1).info.audio) == pytest.approx(whole_s, abs=0.1)


def test_unneeded_sound_is_deleted(store):
    folder, sessions = cut_off(store, 0)
    log = SoundLog(folder, for_next_start=True)
    for second in range(25):
        log.write(AudioChunk(bytes(32_000), float(second)))
    log.release(12.0)
    log.finish()
    store.recordings.begin(store.begin(NOON), log.path.name)
    log.listed()
    store.audio_folder.mkdir()
    half_kept = store.audio_folder / f".{store.audio_path(1).name}.0a1b2c3d"
    half_kept.write_bytes(b"what a crash has left")
    stray = SoundLog(folder, for_next_start=True)
    stray.finish()
    sessions.delete_strays()
    assert stray.path.exists(), "it came after they were looked for"
    InterruptedSessions(store, folder).delete_strays()
    assert not half_kept.exists()
    assert {path.name for path in folder.iterdir()} == {
        sessions.found[0].recording.journal,
        log.path.name,
    }
    assert sorted(path.name for path in log.path.iterdir()) == ["000001.int16", "000002.int16"]
