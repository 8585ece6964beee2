"""Whether the words that are marked as doubtful are those that are wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from engine.audio.sound_file import SoundFile
from engine.build import LanguageModel
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.speech_models import RecogniserSpec
from engine.session import Session
from engine.settings import PunctuationSettings
from engine.types import Update, WordRefined
from training.evaluation.bench.audio import Clip, built_in_folder, english_clips, plain_words
from training.evaluation.table import Row
from training.metrics import aligned_pairs

THRESHOLDS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
Judged = tuple[float, bool]  # confidence, and whether the word is wrong


def doubt_rows(shared: Path, model: LanguageModel, *, smoke: bool) -> Iterator[Row]:
    """Transcribe every English reader; every second clip is the half that thresholds come from."""
    clips = [clip for some in english_clips(shared / "data" / "audio").values() for clip in some]
    judged = [list(judged_words(clip, model)) for clip in (clips[:2] if smoke else clips)]
    for name, half in (("chosen on", judged[::2]), ("held out", judged[1::2])):
        words = [one for clip in half for one in clip]
        for below in THRESHOLDS:
            yield _row(f"{name}, below {below:.0%}", words, below)


def judged_words(clip: Clip, model: LanguageModel) -> Iterator[Judged]:
    """Yield each word that was heard, live, with its confidence; a word put in is wrong, too."""
    words: list[str] = []
    confidences: list[float | None] = []
    for text, confidence in _heard(clip, model):
        units, _ = plain_words(text)
        words += units
        confidences += [confidence] * len(units)
    wanted, _ = plain_words(clip.text)
    for ours, theirs in aligned_pairs(wanted, words):
        if theirs is not None and (sure := confidences[theirs]) is not None:
            yield sure, ours is None or wanted[ours] != words[theirs]


def _heard(clip: Clip, model: LanguageModel) -> Iterable[tuple[str, float | None]]:
    """Yield words in order with what is known of them in the end."""
    words: dict[int, tuple[str, float | None]] = {}
    spec = RecogniserSpec("whisper", built_in_folder())
    with SoundFile(clip.path) as sound, RecogniserProcess(spec) as recogniser:
        session = Session(model.punctuator(PunctuationSettings()))
        for event in session.run(sound, recogniser):
            if isinstance(event, Update):
                for sentence in event.sentences:
                    words |= {one.id: (one.text, one.confidence) for one in sentence.words}
            elif isinstance(event, WordRefined) and event.word.id in words:
                text, _ = words[event.word.id]
                words[event.word.id] = (text, event.word.confidence)
    return words.values()


def _row(name: str, words: Sequence[Judged], below: float) -> Row:
    wrong = sum(is_wrong for _, is_wrong in words)
    flagged = [is_wrong for confidence, is_wrong in words if confidence < below]
    return Row(
        name,
        {
            "words": float(len(words)),
            "wrong": float(wrong),
            "flags": float(len(flagged)),
            "precision %": 100.0 * sum(flagged) / max(1, len(flagged)),
            "recall %": 100.0 * sum(flagged) / max(1, wrong),
        },
    )
