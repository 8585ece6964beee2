"""Thinking pauses in real sound: sentence ends set at them, elsewhere, and not at all.

People who speak freely, and readers with silence put into gaps between words that have no mark.
The weights of a recogniser's marks are fitted on one half of the speakers; the other half is held
out.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from engine.build import LanguageModel
from engine.punctuation.labels import Mark, stronger
from engine.recognisers.recogniser import Recogniser
from engine.recognisers.speech_models import RecogniserSpec, is_whisper_model
from engine.recognisers.worker import open_recogniser
from engine.session import Session
from engine.settings import MarksBy, PunctuationSettings
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, Hypothesis, Update, Word
from training.evaluation.bench.audio import Clip, built_in_folder, english_clips, plain_words
from training.evaluation.bench.dictation import in_chunks, silence, sound_of
from training.evaluation.table import Row
from training.metrics import aligned_pairs

HELD_OUT = "held out"
# by speaker; the meetings ES2003a and b have the same people
_FREE = {
    "speaking freely, fitted": (
        "dictation_dr_6_second_pass",
        "dictation_dr_7_crying_child",
        "dictation_dr_8_shower",
        "ami_en2001e",
        "ami_en2003a",
        "ami_es2003a",
        "ami_es2003b",
    ),
    "speaking freely, held out": (
        "rev_cofounder_talk",
        "ibm_kenny_interview",
        "mfa_acoustic_corpus",
        "mfa_cold_corpus",
        "mfa_cold_corpus3",
        "nasa_spacewalk",
        "ami_en2004a",
        "ami_en2005a",
        "ami_en2009b",
    ),
}
_READERS = {
    "reading with pauses, fitted": ("nonnative_reader", "jfk"),
    "reading with pauses, held out": ("ljspeech_genuine", "azure_read_en"),
}
_SMOKE_FREE, _SMOKE_READER = "ami_en2003a", "ljspeech_genuine"
_REFERENCES = ("sentence_ends_agreed.txt", "transcript_marked_by_helper.txt", "transcript.txt")

_PAUSE_S = 0.5  # a longer gap between words is a pause
_ADDED_S = (0.8, 1.2, 1.6, 2.0)
_ADDED_SHARE = 0.15  # of the gaps without a mark
_APART_S = 0.8  # added pauses, at least
_DRAWS = 2  # of pauses for each recording
_SPEAKER = re.compile(r"^\w+: ", re.MULTILINE)
_EITHER = re.compile(r" *\(\.\)|;")  # an end or none, as one likes
_LOUDNESS_SAMPLES = SAMPLE_RATE_HZ // 50


@dataclass(frozen=True, slots=True)
class Recording:
    """Sound and what is said in it.

    Attributes:
        words: of the transcript, lower-case.
        marks: after each of them; None where a sentence may end or go on.
    """

    name: str
    sound: bytes
    words: tuple[str, ...]
    marks: tuple[Mark | None, ...]


@dataclass(frozen=True, slots=True)
class Gaps:
    """Counts of gaps between words; the end of a recording is not one."""

    pauses: int = 0  # inside sentences
    ends_at_pauses: int = 0
    others: int = 0
    ends_elsewhere: int = 0
    true_ends: int = 0
    missed: int = 0

    def __add__(self, other: Gaps) -> Gaps:
        return Gaps(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    def figures(self) -> dict[str, float]:
        return {
            "pauses": self.pauses,
            "false ends at pauses %": 100.0 * self.ends_at_pauses / max(1, self.pauses),
            "false ends elsewhere": self.ends_elsewhere,
            "true ends": self.true_ends,
            "missed %": 100.0 * self.missed / max(1, self.true_ends),
        }


_TELLERS = {
    MarksBy.BOTH: "both",
    MarksBy.FERMATA: "Fermata alone",
    MarksBy.RECOGNISER: "Whisper alone",
}


def pause_rows(
    shared: Path, model: LanguageModel, base: Path | None, *, smoke: bool
) -> Iterator[Row]:
    """Count sentence ends in files and live, with the marks of each and of both.

    Args: base: the folder of Whisper base for CTranslate2.
    """
    for way, title, heard in heard_sets(shared, base, smoke=smoke):
        for marks_by, teller in _TELLERS.items():
            total = sum((count(it, h, model, marks_by) for it, h in heard), Gaps())
            yield Row(f"{way}, {title}: {teller}", total.figures())


def heard_sets(
    shared: Path, base: Path | None, *, smoke: bool
) -> Iterator[tuple[str, str, list[tuple[Recording, list[Hypothesis]]]]]:
    """Yield the model, the set's title, and what the model heard of it as files or live."""
    sets = recordings(shared / "data" / "audio", smoke=smoke)
    folders = {"tiny.en": built_in_folder()}
    if base is not None and is_whisper_model(base):
        folders["base"] = base
    else:
        print("Without Whisper base, whose folder `--whisper-base` names.\n")
    for name, folder in folders.items():
        for way in ("files",) if smoke else ("files", "live"):
            recogniser = open_recogniser(
                RecogniserSpec("whisper", folder, languages=("en",), is_live=way == "live")
            )
            for title, one_set in sets.items():
                yield f"{name}, {way}", title, [(it, hear(recogniser, it.sound)) for it in one_set]


def recordings(folder: Path, *, smoke: bool = False) -> Mapping[str, list[Recording]]:
    """Return the sets; Whisper tiny.en says where to put silence between readers' words.

    Smoke takes one short recording of each kind.
    """
    readers = english_clips(folder, smoke=smoke)
    free: Mapping[str, Sequence[str]] = _FREE
    reading: Mapping[str, Sequence[str]] = _READERS
    if smoke:
        free = {"speaking freely": (_SMOKE_FREE,)}
        reading = {"reading with pauses": (_SMOKE_READER,)}
    recogniser = open_recogniser(
        RecogniserSpec("whisper", built_in_folder(), languages=("en",), is_live=False)
    )
    sets = {
        title: [_free(folder / "spontaneous" / name) for name in names]
        for title, names in free.items()
    }
    for title, names in reading.items():
        clips = [clip for name in names for clip in readers[name]]
        sets[title] = [it for clip in clips for it in _with_pauses(clip, recogniser)]
    return sets


def hear(recogniser: Recogniser, sound: bytes) -> list[Hypothesis]:
    heard = [it for chunk in in_chunks(sound) for it in recogniser.push(chunk)]
    return [*heard, *recogniser.flush()]


def count(
    recording: Recording,
    heard: Sequence[Hypothesis],
    model: LanguageModel,
    marks_by: MarksBy = MarksBy.BOTH,
) -> Gaps:
    """Punctuate what was heard and compare its sentence ends with the transcript's."""
    session = Session(model.punctuator(PunctuationSettings(marks_by=marks_by)))
    updates = [it for it in session.run(heard) if isinstance(it, Update)]
    words, ends = list[Word](), list[bool]()
    for sentence in (one for update in updates for one in update.sentences):
        words += sentence.words
        ends += [False] * (len(sentence.words) - 1) + [sentence.is_complete]
    return compared(recording, words, ends)


def compared(recording: Recording, words: Sequence[Word], ends: Sequence[bool]) -> Gaps:
    """Count the gaps; one with inserted or missing words is a single one."""
    gaps = Gaps()
    for wanted, is_end, pause_s, _ in aligned_gaps(recording, words, ends):
        is_pause = pause_s > _PAUSE_S
        if wanted is None:
            continue
        if wanted.ends_sentence:
            gaps += Gaps(true_ends=1, missed=int(not is_end))
        elif is_pause:
            gaps += Gaps(pauses=1, ends_at_pauses=int(is_end))
        else:
            gaps += Gaps(others=1, ends_elsewhere=int(is_end))
    return gaps


def aligned_gaps(
    recording: Recording, words: Sequence[Word], ends: Sequence[bool]
) -> Iterator[tuple[Mark | None, bool, float, int]]:
    """Yield for each gap the transcript's mark, whether an end is set, silence, last word."""
    pauses_s = [(b.start_s or 0.0) - (a.end_s or 0.0) for a, b in pairwise(words)] + [0.0]
    gaps = list[tuple[Mark | None, bool, float, int]]()
    for at, other in aligned_pairs(recording.words, _spoken(words)):
        if at is not None and other is not None:
            gaps.append((recording.marks[at], ends[other], pauses_s[other], other))
        elif at is not None and gaps:
            gaps[-1] = (_both(gaps[-1][0], recording.marks[at]), *gaps[-1][1:])
        elif other is not None and gaps:
            mark, is_end, pause_s, _ = gaps[-1]
            gaps[-1] = (mark, is_end or ends[other], max(pause_s, pauses_s[other]), other)
    yield from gaps[:-1]


def _spoken(words: Sequence[Word]) -> list[str]:
    return [re.sub(r"[^\w']", "", word.text.lower()) for word in words]


def _both(one: Mark | None, other: Mark | None) -> Mark | None:
    return None if one is None or other is None else Mark(stronger(one, other))


def _free(folder: Path) -> Recording:
    (sound,) = folder.glob("*.flac")
    text = next(path for name in _REFERENCES if (path := folder / name).is_file())
    return _recording(folder.name, sound_of(sound), text.read_text(encoding="utf-8"))


def _recording(name: str, sound: bytes, text: str) -> Recording:
    words, marks = list[str](), list[Mark | None]()
    for part in _EITHER.split(_SPEAKER.sub("", text)):
        found, set_there = plain_words(part)
        words += found
        marks += [*map(Mark, set_there[:-1]), None][: len(found)]
    if marks:
        marks[-1] = Mark.PERIOD
    return Recording(name, sound, tuple(words), tuple(marks))


def _with_pauses(clip: Clip, recogniser: Recogniser) -> Iterator[Recording]:
    """Yield a reader's recording with silence in some gaps without a mark, drawn several times.

    The gaps are between words that were heard as they are written.
    """
    read = _recording(clip.path.stem, sound_of(clip.path), clip.text)
    words = [word for one in hear(recogniser, read.sound) for word in one.words]
    same = [
        (at, other)
        for at, other in aligned_pairs(read.words, _spoken(words))
        if at is not None and other is not None and read.words[at] == _spoken(words)[other]
    ]
    free = [
        _quietest(read.sound, words[heard], words[other])
        for (at, heard), (following, other) in pairwise(same)
        if read.marks[at] is Mark.NONE and following == at + 1 and other == heard + 1
    ]
    for seed in range(1, _DRAWS + 1):
        draws = random.Random(f"{seed} {read.name}")
        parts, last = list[bytes](), 0
        count = min(len(free), max(1, round(_ADDED_SHARE * len(free))))
        for cut in sorted(draws.sample(free, count)):
            if cut - last > _APART_S * SAMPLE_RATE_HZ:
                sound = read.sound[last * BYTES_A_SAMPLE : cut * BYTES_A_SAMPLE]
                parts += [sound, silence(draws.choice(_ADDED_S))]
                last = cut
        sound = b"".join([*parts, read.sound[last * BYTES_A_SAMPLE :]])
        yield replace(read, name=f"{read.name}, {seed}", sound=sound)


def _quietest(sound: bytes, before: Word, after: Word) -> int:
    """Return the quietest sample between the middles of two words."""
    first_s = ((before.start_s or 0.0) + (before.end_s or 0.0)) / 2
    end_s = ((after.start_s or 0.0) + (after.end_s or 0.0)) / 2
    first, end = (round(it * SAMPLE_RATE_HZ) for it in (first_s, end_s))
    samples = np.frombuffer(sound, "<i2")[first:end].astype(np.float64)
    if len(samples) <= _LOUDNESS_SAMPLES:
        return (first + end) // 2
    power = np.convolve(samples**2, np.ones(_LOUDNESS_SAMPLES), mode="valid")
    return first + int(power.argmin()) + _LOUDNESS_SAMPLES // 2
