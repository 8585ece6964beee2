"""Live dictation of real recordings at their own pace: words, when they are seen, and the cost.

Normalised erasure is the words taken back, divided by those said; each time, all after the first
that changes count. Ref: Arivazhagan et al. (2020), "Re-translation versus Streaming for
Simultaneous Translation", as simulstream counts it.

The memory of another process is read in a way that only Linux has.
"""

from __future__ import annotations

import math
import multiprocessing
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from difflib import SequenceMatcher
from itertools import chain, pairwise, takewhile
from pathlib import Path

import numpy as np

from engine.audio.sound_file import SoundFile
from engine.recognisers.recogniser import Recogniser
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.settled_words import SettledWords
from engine.recognisers.speech_models import RecogniserSpec
from engine.recognisers.voice_activity import FRAME_SAMPLES, VoiceActivity
from engine.recognisers.worker import open_recogniser
from engine.types import (
    BYTES_A_SAMPLE,
    SAMPLE_RATE_HZ,
    AudioChunk,
    Hypothesis,
    Word,
)
from training.evaluation.bench.audio import (
    built_in_folder,
    english_clips,
    plain_words,
    word_errors,
)
from training.evaluation.bench.noises import NOISES, noise
from training.evaluation.table import Row

_CHUNK_S = 0.1
_CHUNK_BYTES = round(_CHUNK_S * SAMPLE_RATE_HZ) * BYTES_A_SAMPLE
_LOOK_S = 0.01
_PAUSE_S = 1.0  # after each recording
_SPEECH = 0.5  # probability of voice
_LEAST_SILENCE_S = 0.3
_NOISE_S = 600.0
_MINUTE_S = 60.0
_HOUR_MINUTES = 60
_FIRST_MINUTES = 6
_SMOKE_NOISE_S, _SMOKE_MINUTES, _SMOKE_MINUTE_S = 10.0, 2, 8.0


@dataclass(slots=True)
class _Shown:
    """The words on the page, and what became of them.

    Attributes:
        settled: words that no longer change.
        partial: those after them, which may.
        first_seen_s: when each word was first seen at its place.
        written, changed: words that appeared, and those of them that were changed or taken back.
        erased: words taken back each time, with all after them.
        finished: for each utterance, when its last word ended, and when its words were settled.
    """

    settled: list[Word] = field(default_factory=list)
    partial: list[str] = field(default_factory=list)
    first_seen_s: dict[tuple[int, str], float] = field(default_factory=dict)
    written: int = 0
    changed: int = 0
    erased: int = 0
    finished: list[tuple[float, float]] = field(default_factory=list)

    def show(self, hypothesis: Hypothesis, now_s: float) -> None:
        first, before, after = len(self.settled), self.partial, _texts(hypothesis.words)
        for place, text in enumerate(after, first):
            self.first_seen_s.setdefault((place, text), now_s)
        if hypothesis.is_final:
            self.settled += hypothesis.words
        is_part = hypothesis.is_final and not hypothesis.ends_segment  # a partial follows it
        compared = before[: len(after)] if is_part else before
        self.partial = before[len(after) :] if is_part else [] if hypothesis.is_final else after
        self.erased += len(compared) - _common_length(compared, after)
        is_end = hypothesis.is_final and hypothesis.ends_segment and not hypothesis.is_cut
        if is_end and self.settled and self.settled[-1].end_s is not None:
            self.finished.append((self.settled[-1].end_s, now_s))
        matcher = SequenceMatcher(None, compared, after, autojunk=False)
        for what, i, j, k, m in matcher.get_opcodes():
            if what != "equal":
                self.written += m - k
                self.changed += j - i

    def waits_s(self) -> Iterator[float]:
        """Yield how long after it was said each word was first seen in its final form."""
        for place, (word, text) in enumerate(zip(self.settled, _texts(self.settled), strict=True)):
            if word.end_s is not None:
                yield self.first_seen_s[place, text] - word.end_s

    def end_waits_s(self, ends_s: Sequence[float]) -> Iterator[float]:
        """Yield how long after somebody stopped speaking each utterance was final.

        Args: ends_s: when speech ended, by the sound.
        """
        for word_end_s, now_s in self.finished:
            before_s = [end_s for end_s in ends_s if end_s < now_s]
            if before_s:
                yield now_s - min(before_s, key=lambda end_s: abs(end_s - word_end_s))


@dataclass(frozen=True, slots=True)
class _Figures:
    errors: int = 0
    words: int = 0
    sound_s: float = 0.0
    processor_s: float = 0.0
    memory_mb: float = 0.0
    waits_s: tuple[float, ...] = ()
    end_waits_s: tuple[float, ...] = ()
    written: int = 0
    changed: int = 0
    erased: int = 0

    def __add__(self, other: _Figures) -> _Figures:
        sums = {it.name: getattr(self, it.name) + getattr(other, it.name) for it in fields(self)}
        return _Figures(**sums | {"memory_mb": max(self.memory_mb, other.memory_mb)})


def dictation_rows(shared: Path, *, smoke: bool) -> Iterator[Row]:
    """Dictate every English reader's recordings in a row, in real time, to the built-in model."""
    total = _Figures()
    for name, clips in english_clips(shared / "data" / "audio", smoke=smoke).items():
        sound = b"".join(sound_of(clip.path) + silence(_PAUSE_S) for clip in clips)
        figures = _dictated(sound, " ".join(clip.text for clip in clips))
        total += figures
        yield _row(name, figures)
    yield _row("all", total)


def noise_rows(*, smoke: bool) -> Iterator[Row]:
    """Count the words invented where nobody speaks."""
    seconds = _SMOKE_NOISE_S if smoke else _NOISE_S
    recogniser = open_recogniser(RecogniserSpec("whisper", built_in_folder()))
    for name in NOISES:
        heard = _heard(recogniser, noise(name, seconds))
        words = sum(len(hypothesis.words) for hypothesis in heard)
        yield Row(f"{name}, {seconds:.0f} s", {"words shown": float(words)})


def hour_rows(shared: Path, *, smoke: bool) -> Iterator[Row]:
    """Dictate an hour; then the same minutes in turns to that recogniser and to a fresh one.

    Each hearing waits for as much sound as the last one took time, so a minute's cost depends on
    what else the machine does. In turns, both have the same machine.
    """
    minute_s = _SMOKE_MINUTE_S if smoke else _MINUTE_S
    minutes = _minutes(shared, minute_s)
    hour, first = (_SMOKE_MINUTES, 2) if smoke else (_HOUR_MINUTES, _FIRST_MINUTES)
    old, memory_mb = open_recogniser(RecogniserSpec("whisper", built_in_folder())), []
    for number in range(hour):
        _processor_s(minutes, old, number)
        memory_mb.append(_memory_mb("self", "VmRSS"))
    begun = open_recogniser(RecogniserSpec("whisper", built_in_folder()))
    _processor_s(minutes, begun, 0)
    pairs = [
        (_processor_s(minutes, begun, number), _processor_s(minutes, old, number, hour))
        for number in range(1, first)
    ]
    begun_s, old_s = (sum(spent_s) / len(pairs) for spent_s in zip(*pairs, strict=True))
    for name, spent_s, memory in (
        (f"minutes 2 to {first}", begun_s, memory_mb[first - 1]),
        (f"the same sound after {hour} minutes", old_s, memory_mb[-1]),
    ):
        more = 100.0 * (spent_s / begun_s - 1.0)
        a_minute_s = spent_s * _MINUTE_S / minute_s
        figures = {"processor a minute (s)": a_minute_s, "more (%)": more, "memory (MB)": memory}
        yield Row(name, figures)


def _minutes(shared: Path, minute_s: float) -> list[bytes]:
    """Return all English readers' recordings in a row, in parts of so many seconds."""
    clips = chain(*english_clips(shared / "data" / "audio").values())
    sound = b"".join(sound_of(clip.path) + silence(_PAUSE_S) for clip in clips)
    length = round(minute_s * SAMPLE_RATE_HZ) * BYTES_A_SAMPLE
    return [sound[at : at + length] for at in range(0, len(sound) - length, length)]


def _processor_s(
    minutes: Sequence[bytes], recogniser: Recogniser, number: int, before: int = 0
) -> float:
    """Dictate a minute after `before` others; return the processor time it took."""
    sound, began_s = minutes[number % len(minutes)], time.process_time()
    minute_s = len(sound) / (SAMPLE_RATE_HZ * BYTES_A_SAMPLE)
    for chunk in in_chunks(sound, (before + number) * minute_s):
        for _ in recogniser.push(chunk):
            pass
    return time.process_time() - began_s


def _dictated(sound: bytes, text: str) -> _Figures:
    spec = RecogniserSpec("whisper", built_in_folder(), languages=("en",))
    before_s = _children_s()
    with RecogniserProcess(spec) as recogniser:
        shown = _shown_in_real_time(sound, recogniser)
        (pid,) = (
            it.pid for it in multiprocessing.active_children() if it.name == "fermata-recogniser"
        )
        memory_mb = _memory_mb(pid, "VmHWM")
    wanted = plain_words(text)[0]
    heard = plain_words(" ".join(word.text for word in shown.settled))[0]
    return _Figures(
        word_errors(wanted, heard),
        len(wanted),
        len(sound) / (SAMPLE_RATE_HZ * BYTES_A_SAMPLE),
        _children_s() - before_s,
        memory_mb,
        tuple(shown.waits_s()),
        tuple(shown.end_waits_s(speech_ends_s(sound))),
        shown.written,
        shown.changed,
        shown.erased,
    )


def _shown_in_real_time(sound: bytes, recogniser: RecogniserProcess) -> _Shown:
    shown, words = _Shown(), SettledWords()
    for now_s, hypothesis in _heard_in_real_time(sound, recogniser):
        for one in words.push(hypothesis):
            if isinstance(one, Hypothesis):
                shown.show(one, now_s)
    return shown


def _heard_in_real_time(
    sound: bytes, recogniser: RecogniserProcess
) -> Iterator[tuple[float, Hypothesis]]:
    """Yield what is heard while the sound plays, with the time since it began."""
    began_s = time.monotonic()

    def dated(hypotheses: Iterator[Hypothesis]) -> Iterator[tuple[float, Hypothesis]]:
        for hypothesis in hypotheses:
            yield time.monotonic() - began_s, hypothesis

    for chunk in in_chunks(sound):
        while time.monotonic() - began_s < chunk.start_s + _CHUNK_S:
            time.sleep(_LOOK_S)
            yield from dated(recogniser.poll())
        yield from dated(recogniser.push(chunk))
    yield from dated(recogniser.flush())


def _heard(recogniser: Recogniser, sound: bytes) -> list[Hypothesis]:
    heard = [it for chunk in in_chunks(sound) for it in recogniser.push(chunk)]
    return [*heard, *recogniser.flush()]


def in_chunks(sound: bytes, start_s: float = 0.0) -> Iterator[AudioChunk]:
    for number, first in enumerate(range(0, len(sound), _CHUNK_BYTES)):
        yield AudioChunk(sound[first : first + _CHUNK_BYTES], start_s + number * _CHUNK_S)


def sound_of(path: Path) -> bytes:
    with SoundFile(path) as sound:
        return b"".join(chunk.samples for chunk in sound)


def silence(seconds: float) -> bytes:
    return bytes(round(seconds * SAMPLE_RATE_HZ) * BYTES_A_SAMPLE)


def _row(name: str, figures: _Figures) -> Row:
    return Row(
        name,
        {
            "words": float(figures.words),
            "WER %": 100.0 * figures.errors / max(1, figures.words),
            "said to shown (s), median": _percentile(figures.waits_s, 50),
            "p95": _percentile(figures.waits_s, 95),
            "speech ends to finished text (s), median": _percentile(figures.end_waits_s, 50),
            "p95 of that": _percentile(figures.end_waits_s, 95),
            "shown words changed %": 100.0 * figures.changed / max(1, figures.written),
            "normalised erasure": figures.erased / max(1, figures.words),
            "processor (cores)": figures.processor_s / max(figures.sound_s, 1e-9),
            "memory (MB)": figures.memory_mb,
        },
    )


def speech_ends_s(sound: bytes) -> list[float]:
    """Return when somebody stops speaking, for longer than within a sentence."""
    samples = np.frombuffer(sound, "<i2").astype(np.float32) / np.float32(32_768)
    voice = VoiceActivity()
    frames = range(0, len(samples) - FRAME_SAMPLES + 1, FRAME_SAMPLES)
    spoken = [
        (first + FRAME_SAMPLES) / SAMPLE_RATE_HZ
        for first in frames
        if voice.probability(samples[first : first + FRAME_SAMPLES]) > _SPEECH
    ]
    return [
        end_s
        for end_s, next_s in pairwise([*spoken, math.inf])
        if next_s - end_s > _LEAST_SILENCE_S
    ]


def _common_length(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _percentile(values: Sequence[float], per_cent: float) -> float:
    return float(np.percentile(values or [np.nan], per_cent))


def _texts(words: Sequence[Word]) -> list[str]:
    return [word.text for word in words]


def _children_s() -> float:
    """Return the processor time of all children that have ended; Windows does not say."""
    if sys.platform == "win32":
        return math.nan
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _memory_mb(process: int | str | None, what: str) -> float:
    if sys.platform != "linux":  # only Linux says
        return math.nan
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(status.split(f"{what}:")[1].split()[0]) / 1000
