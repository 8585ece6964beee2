"""The main job, on real recordings: word errors and marks against their transcripts."""

from __future__ import annotations

import csv
import math
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

from engine.audio.sound_file import SoundFile
from engine.build import LanguageModel
from engine.errors import ModelNotFoundError
from engine.recognisers.recogniser import Recogniser
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.speech_models import BUILT_IN, RecogniserSpec, built_in_model
from engine.session import Session
from engine.settings import PunctuationSettings
from engine.text.marked_text import read_marked_text
from engine.types import Hypothesis, Update
from training.evaluation.table import Row
from training.metrics import NOTHING, MarkScores, aligned_pairs, score_aligned_marks

_SMOKE_S = 12.0  # at most, of a reader's sound
_NON_NATIVE = "nonnative_reader"


@dataclass(frozen=True, slots=True)
class Clip:
    """A recording and its transcript; `is_marked`: the transcript has marks and case."""

    path: Path
    text: str
    is_marked: bool = True


@dataclass(frozen=True, slots=True)
class _Figures:
    errors: int = 0
    words: int = 0
    sound_s: float = 0.0
    spent_s: float = 0.0
    theirs: MarkScores = NOTHING
    marks: MarkScores = NOTHING

    def __add__(self, other: _Figures) -> _Figures:
        return _Figures(*(getattr(self, it.name) + getattr(other, it.name) for it in fields(self)))


def audio_rows(shared: Path, model: LanguageModel, *, smoke: bool) -> Iterator[Row]:
    """Transcribe every English reader with the built-in recogniser."""
    folder = shared / "data" / "audio"
    native, total = _Figures(), _Figures()
    for name, clips in english_clips(folder, smoke=smoke).items():
        figures = _transcribe(clips, model)
        total += figures
        native += figures if name != _NON_NATIVE else _Figures()
        yield _row(name, figures)
    yield _row("all but the non-native reader", native)
    yield _row("all", total)


def english_clips(folder: Path, *, smoke: bool = False) -> dict[str, list[Clip]]:
    """Return the English recordings with their transcripts, by folder.

    Smoke takes each reader's shortest, and skips readers who have only longer ones.
    """
    readers = _english_readers(folder)
    if not smoke:
        return readers
    shortest = {name: min(clips, key=_duration_s) for name, clips in readers.items()}
    return {name: [clip] for name, clip in shortest.items() if _duration_s(clip) < _SMOKE_S}


def _duration_s(clip: Clip) -> float:
    with SoundFile(clip.path) as sound:
        return sound.duration_s or math.inf


def _english_readers(folder: Path) -> dict[str, list[Clip]]:
    with (folder / "nonnative_reader" / "transcripts.tsv").open(encoding="utf-8") as stream:
        read = {row[0]: row[-1] for row in csv.reader(stream, delimiter="\t") if len(row) > 1}
    with (folder / "ljspeech_genuine" / "metadata.csv").open(encoding="utf-8") as stream:
        genuine = {row[0]: row[-1] for row in csv.reader(stream, delimiter="|")}
    libri = {}
    for path in sorted((folder / "librispeech_testclean_4").glob("*.trans.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            name, _, text = line.partition(" ")
            libri[name] = text
    azure = (folder / "azure_read_en" / "trans.txt").read_text(encoding="utf-8-sig")
    jfk = (folder / "jfk" / "transcript.txt").read_text(encoding="utf-8")
    return {
        "ljspeech_genuine": _clips(folder / "ljspeech_genuine", genuine),
        "nonnative_reader": _clips(folder / "nonnative_reader", read),
        "jfk": [Clip(folder / "jfk" / "jfk.flac", jfk)],
        "azure_read_en": [
            Clip(folder / "azure_read_en" / "audio.wav", azure.partition("\t")[2].strip())
        ],
        "librispeech_testclean_4": _clips(
            folder / "librispeech_testclean_4", libri, is_marked=False
        ),
    }


def _clips(folder: Path, texts: dict[str, str], *, is_marked: bool = True) -> list[Clip]:
    by_stem = {Path(name).stem: text for name, text in texts.items()}
    return [
        Clip(path, by_stem[path.stem], is_marked)
        for path in sorted(folder.iterdir())
        if path.suffix in {".wav", ".flac"} and path.stem in by_stem
    ]


def _transcribe(clips: list[Clip], model: LanguageModel) -> _Figures:
    total = _Figures()
    spec = RecogniserSpec("whisper", built_in_folder())
    for clip in clips:
        with RecogniserProcess(spec, keep_up=True) as recogniser:
            total += _transcribe_clip(clip, recogniser, model)
    return total


def _transcribe_clip(clip: Clip, recogniser: Recogniser, model: LanguageModel) -> _Figures:
    began = time.perf_counter()
    with SoundFile(clip.path) as sound:
        sound_s = sound.duration_s or 0.0
        session, spoken = Session(model.punctuator(PunctuationSettings())), _Kept()
        updates = [it for it in session.run(sound, recogniser, spoken) if isinstance(it, Update)]
    spent_s = time.perf_counter() - began
    surfaces = [s for u in updates for one in u.sentences for s in one.surfaces]
    heard, heard_marks = plain_words(" ".join(surfaces))
    wanted, wanted_marks = plain_words(clip.text)
    errors = word_errors(wanted, heard)
    figures = _Figures(errors, len(wanted), sound_s, spent_s)
    if not clip.is_marked:
        return figures
    theirs = score_aligned_marks(wanted, wanted_marks, *plain_words(spoken.text))
    ours = score_aligned_marks(wanted, wanted_marks, heard, heard_marks)
    return replace(figures, theirs=theirs, marks=ours)


class _Kept:
    """Passes on what a recogniser writes, and keeps it with its own marks."""

    def __init__(self) -> None:
        self.text = ""

    def push(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        if hypothesis.is_final:
            self.text += "".join(f" {word.text}" for word in hypothesis.words)
        yield hypothesis

    def flush(self) -> Iterator[Hypothesis]:
        yield from ()


def built_in_folder() -> Path:
    """Return the folder of the model that comes with Fermata."""
    folder = built_in_model()
    if folder is None:
        raise ModelNotFoundError("speech", BUILT_IN, ())
    return folder


def word_errors(wanted: Sequence[str], heard: Sequence[str]) -> int:
    """Return how many words were put in, left out or replaced."""
    return sum(
        a is None or b is None or wanted[a] != heard[b] for a, b in aligned_pairs(wanted, heard)
    )


def plain_words(text: str) -> tuple[list[str], list[int]]:
    """Return a text's words, lower-case and without signs, and the mark after each."""
    words = read_marked_text(text.replace("-", " "))
    return [re.sub(r"[^\w']", "", w.core.lower()) for w in words], [int(w.mark) for w in words]


def _row(name: str, figures: _Figures) -> Row:
    return Row(
        name,
        {
            "words": float(figures.words),
            "WER %": 100.0 * figures.errors / max(1, figures.words),
            "real-time factor": figures.spent_s / max(figures.sound_s, 1e-9),
            "micro F1, its own": figures.theirs.micro_f1,
            "micro F1": figures.marks.micro_f1,
            "seg-F0.5, its own": figures.theirs.segmentation_f05,
            "seg-F0.5": figures.marks.segmentation_f05,
        },
    )
