"""Development texts, spoken by a synthesiser and heard by Whisper: its own marks beside ours."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from engine.build import LanguageModel
from engine.errors import ModelNotFoundError
from engine.recognisers.whisper_recogniser import WhisperRecogniser
from engine.session import Session
from engine.settings import MarksBy, PunctuationSettings
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk, Hypothesis, Update
from training.evaluation.bench.audio import built_in_folder, plain_words
from training.evaluation.bench.synthesis import Voice, is_installed, speech
from training.evaluation.table import Row
from training.metrics import NOTHING, MarkScores, score_aligned_marks

_VOICES = ("slt", "rms", "awb", "kal16")
_PASSAGES, _SMOKE_PASSAGES = 2, 1  # of each text
_LEAST_WORDS = 60
_PAUSED_SHARE = 0.06  # of the words without a mark
_PAUSES_S = (0.3, 0.45, 0.6, 0.9, 1.4, 2.0)
_SEED = 1
_CHUNK_BYTES = SAMPLE_RATE_HZ // 10 * BYTES_A_SAMPLE


def has_synthesiser() -> bool:
    return is_installed("flite")


def spoken_rows(shared: Path, model: LanguageModel, *, smoke: bool) -> Iterator[Row]:
    """Score passages of `en/dev` as flite reads them, and with pauses behind words without marks.

    Raises:
        ModelNotFoundError: flite (Debian: flite) is not installed.
    """
    if not has_synthesiser():
        raise ModelNotFoundError("speech synthesis", "flite", ())
    recogniser = WhisperRecogniser(built_in_folder(), is_live=False)
    scores = {name: [NOTHING] * 3 for name in ("as it is read", "with pauses")}
    texts = sorted((shared / "data" / "en" / "dev").glob("*.txt"))
    for number, text in enumerate(_passages(texts[:1] if smoke else texts, smoke=smoke)):
        read = speech(text, Voice("flite", _VOICES[number % len(_VOICES)]))
        heard = _heard(recogniser, read)
        paused = _heard(recogniser, _with_pauses(read, heard, random.Random(number)))
        for name, hypotheses in zip(scores, (heard, paused), strict=True):
            pairs = zip(scores[name], _scores(hypotheses, text, model), strict=True)
            scores[name] = [one + other for one, other in pairs]
    for name, (theirs, ours, both) in scores.items():
        yield Row(
            name,
            {
                "micro F1, its own": theirs.micro_f1,
                "micro F1, Fermata's": ours.micro_f1,
                "micro F1, both": both.micro_f1,
                "seg-F0.5, its own": theirs.segmentation_f05,
                "seg-F0.5, Fermata's": ours.segmentation_f05,
                "seg-F0.5, both": both.segmentation_f05,
            },
        )


def _passages(paths: Sequence[Path], *, smoke: bool) -> Iterator[str]:
    """Yield passages of whole lines that end in a sentence mark."""
    for path in paths:
        passages, words = [], list[str]()
        for line in path.read_text(encoding="utf-8").translate({0x2019: "'"}).splitlines():
            if line[-1:] not in (".", "?", "!") or "<" in line:
                words = []
                continue
            words += line.split()
            if len(words) >= _LEAST_WORDS:
                passages.append(" ".join(words))
                words = []
        fit = [it for it in passages if len(it.split()) < 2 * _LEAST_WORDS]
        count = _SMOKE_PASSAGES if smoke else _PASSAGES
        yield from random.Random(_SEED).sample(fit, min(count, len(fit)))


def _heard(recogniser: WhisperRecogniser, sound: bytes) -> list[Hypothesis]:
    chunks = (
        AudioChunk(sound[at : at + _CHUNK_BYTES], at / (SAMPLE_RATE_HZ * BYTES_A_SAMPLE))
        for at in range(0, len(sound), _CHUNK_BYTES)
    )
    heard = [hypothesis for chunk in chunks for hypothesis in recogniser.push(chunk)]
    return [*heard, *recogniser.flush()]


def _with_pauses(sound: bytes, heard: Sequence[Hypothesis], draws: random.Random) -> bytes:
    """Put silence behind some of the words behind which Whisper wrote nothing."""
    parts, last = list[bytes](), 0
    for word, following in pairwise(word for one in heard for word in one.words):
        if not word.text[-1:].isalnum() or draws.random() > _PAUSED_SHARE:
            continue
        middle_s = ((word.end_s or 0.0) + (following.start_s or 0.0)) / 2
        at = max(last, round(middle_s * SAMPLE_RATE_HZ) * BYTES_A_SAMPLE)
        silence = bytes(round(draws.choice(_PAUSES_S) * SAMPLE_RATE_HZ) * BYTES_A_SAMPLE)
        parts += [sound[last:at], silence]
        last = at
    return b"".join([*parts, sound[last:]])


def _scores(
    heard: Sequence[Hypothesis], text: str, model: LanguageModel
) -> tuple[MarkScores, MarkScores, MarkScores]:
    """Return the scores of Whisper's own marks, of ours on its bare words, and of both."""
    own = " ".join(word.text for one in heard for word in one.words)
    texts = (own, *(_marked(heard, model, it) for it in (MarksBy.FERMATA, MarksBy.BOTH)))
    wanted = plain_words(text)
    theirs, ours, both = (score_aligned_marks(*wanted, *plain_words(it)) for it in texts)
    return theirs, ours, both


def _marked(heard: Sequence[Hypothesis], model: LanguageModel, marks_by: MarksBy) -> str:
    session = Session(model.punctuator(PunctuationSettings(marks_by=marks_by)))
    updates = [it for it in session.run(heard) if isinstance(it, Update)]
    return " ".join(s for it in updates for one in it.sentences for s in one.surfaces)
