"""A real dictation on the test's own thread, to which things happen."""

from __future__ import annotations

from app.dictation.events import Failed, Lagging, ModelChoice, ModelFailed, Noticed, SoundLost
from app.dictation.live_session import LiveSession
from app.dictation.loader import ModelLoader
from app.dictation.recording import Recording
from engine.audio.sound_log import SoundLog
from engine.settings import RecogniserSettings
from engine.types import Update
from tests.support.recognisers.speech import CLIPS, VOSK_MODEL
from tests.support.shared_data import DATA

NAMES = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:4]
PATHS = [DATA / "speech" / name for name in NAMES]
SAID = " ".join(CLIPS[name] for name in NAMES).split()
VOSK = ModelChoice(RecogniserSettings("vosk", str(VOSK_MODEL)))


class DictationHere:
    """A session with a recogniser that is ready; `source` is opened when `run` begins."""

    def __init__(self, loader: ModelLoader, folder, source) -> None:
        self.loader, self.source = loader, source
        self.sound = SoundLog(folder, for_next_start=True)
        loader.prepare(VOSK)
        loader._spare[1].result()  # or the recording would be over first
        self.live = LiveSession(
            Recording(lambda _: self.source.into(self.sound), self.sound), loader, VOSK, self.sound
        )
        self.words, self.errors, self.notices, self.lateness, self.lost = [], [], [], [], 0
        self.stand_ins = []

    def run(self, after_each=lambda: None, may_stop=lambda: True):
        """Dictate until everything is played, calling `after_each` event."""
        for event in self.live:
            self.take(event)
            after_each()
            if self.source.is_played.is_set() and may_stop():
                self.live.recording.stop()
        return self.words

    def take(self, event):
        match event:
            case Update():
                self.words += [word.text for one in event.sentences for word in one.words]
            case Failed():
                self.errors.append(event.error)
            case Noticed():
                self.notices.append(event.notice)
            case Lagging():
                self.lateness.append(event.behind_s)
            case ModelFailed():
                self.stand_ins.append(event.stand_in)
            case SoundLost():
                self.lost = event.blocks

    def recogniser(self):
        """The process that listens now, or None."""
        process = self.live._listener.current
        return process._process.pid if process and process.is_alive else None

    def close(self):
        self.sound.close()
        self.loader.close()
