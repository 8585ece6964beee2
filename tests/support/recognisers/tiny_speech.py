"""Speech for the tiny transducer: phrases spoken by flite, with their tokens."""

from __future__ import annotations

import random
import subprocess
import tempfile
import wave
from pathlib import Path

import numpy as np

RATE_HZ = 16_000
VOICES = ("slt", "rms", "awb", "kal16")
# as flite should say it, and as it is written; to English ears, the Mandarin
WORDS = {
    "hello": "▁HE LLO",
    "world": "▁WORLD",
    "fermata": "▁FER MA TA",
    "one": "▁ONE",
    "two": "▁TWO",
    "three": "▁TH REE",
    "four": "▁FOUR",
    "five": "▁FI VE",
    "thank you": "▁THAN K ▁YOU",
    "comma": "▁COM MA",
    "knee how": "你 好",
    "shay shay": "谢 谢",
    "zye gen": "再 见",
}
OTHERWISE = {"▁TWO": "▁TOO"}  # sounds alike, rarely written: a hot word can flip it
SELDOM = 0.25


def tokens() -> list[str]:
    """Return the tokens in the order of their numbers."""
    pieces = [piece for written in WORDS.values() for piece in written.split()]
    return ["<blk>", "<sos/eos>", "<unk>", *dict.fromkeys([*pieces, *OTHERWISE.values()])]


def said(phrase: str, voice: str = "slt", stretch: float = 1.0) -> np.ndarray:
    """Return a phrase as samples from -1 to 1."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "said.wav"
        options = ["-voice", voice, "--setf", f"duration_stretch={stretch}"]
        subprocess.run(["flite", *options, "-t", phrase, "-o", str(path)], check=True)
        with wave.open(str(path)) as file:
            if file.getframerate() != RATE_HZ:
                raise ValueError(voice)
            samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    return samples.astype(np.float32) / 32_768


class Speaker:
    """Speaks random phrases; a seed repeats them."""

    def __init__(self, seed: int, phrases: int = 320) -> None:
        self._random = random.Random(seed)
        self._noise = np.random.default_rng(seed)
        self._spoken = [self._phrase() for _ in range(phrases)]

    def utterance(self) -> tuple[np.ndarray, list[str]]:
        """Return one or two phrases with pauses around them, and their tokens."""
        parts, written = [self._pause()], []
        for _ in range(self._random.choice((1, 1, 2))):
            samples, pieces = self._random.choice(self._spoken)
            parts += [samples * self._random.uniform(0.3, 1.2), self._pause()]
            written += pieces
        samples = np.concatenate(parts)
        level = self._random.choice((0.0, 0.0, 1e-4, 1e-3, 4e-3))
        return samples + level * self._noise.standard_normal(len(samples)), written

    def _phrase(self) -> tuple[np.ndarray, list[str]]:
        said_words = self._random.choices(list(WORDS), k=self._random.randint(1, 4))
        voice, stretch = self._random.choice(VOICES), self._random.uniform(0.85, 1.25)
        pieces = " ".join(WORDS[word] for word in said_words).split()
        return said(" ".join(said_words), voice, stretch), pieces

    def _pause(self) -> np.ndarray:
        length_s = self._random.choice((0.1, 0.3, 0.6, 0.6, 1.8)) * self._random.random()
        return np.zeros(round(length_s * RATE_HZ), np.float32)
