"""Real clips and models for testing recognisers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from engine.audio.sound_file import SoundFile
from engine.recognisers.recogniser import Recogniser
from engine.types import AudioChunk, Hypothesis
from tests.support.shared_data import DATA

VOSK_MODEL = DATA / "vosk-model-tiny-en"
SHERPA_MODEL = DATA / "sherpa-onnx-tiny-zh-en"
_SPEECH = DATA / "speech"
CLIPS: dict[str, str] = {
    item["wav"]: item["text"] for item in json.loads((_SPEECH / "manifest.json").read_text())
}
FOX = "flite-slt-09.wav"
SILENCE_S = 1.5


def clip(name: str) -> list[AudioChunk]:
    """Yield the chunks of a clip."""
    with SoundFile(_SPEECH / name) as sound:
        return list(sound)


def clips_with_pauses(names: Iterable[str]) -> Iterator[AudioChunk]:
    """Yield the chunks of clips in one session, each followed by silence."""
    silence = bytes(round(SILENCE_S * 32_000))
    samples = b"".join(b"".join(c.samples for c in clip(name)) + silence for name in names)
    for start in range(0, len(samples), 3_200):
        yield AudioChunk(samples[start : start + 3_200], start / 32_000)


def hear(recogniser: Recogniser, chunks: Iterable[AudioChunk]) -> list[Hypothesis]:
    """Return all hypotheses of a session."""
    heard = [hypothesis for chunk in chunks for hypothesis in recogniser.push(chunk)]
    return heard + list(recogniser.flush())


def finals(hypotheses: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Return the final ones with words."""
    return [hypothesis for hypothesis in hypotheses if hypothesis.is_final and hypothesis.words]


def text(hypotheses: Iterable[Hypothesis]) -> str:
    """Return the words of all of them."""
    return " ".join(word.text for hypothesis in hypotheses for word in hypothesis.words)
