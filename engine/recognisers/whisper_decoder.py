"""Whisper on CTranslate2: the words of one stretch of sound, with times and probabilities."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.errors import ModelFormatError
from engine.messages import own_words
from engine.recognisers.voice_activity import Sound
from engine.recognisers.whisper_models import check_whisper_model
from engine.types import SAMPLE_RATE_HZ

# the network was trained on 30 s with silence behind the sound; so much of it is enough, and the
# encoder's time goes down to a tenth of that of 30 s
_SILENCE_BEHIND_S = 5.0
_FRAMES_A_SECOND = 100
_MOST_FRAMES = 3000  # the encoder sees 30 s at most
_STEP_FRAMES = 100  # few lengths: oneDNN makes and keeps code for each
_TOKENS_A_SECOND = 10  # nobody speaks faster; a loop ends there
_LEAST_TOKENS = 12
_LOOPING = 2.4  # compression ratio of a text that repeats itself
_LOOP_TOKENS = 4
_BRANCHES = 8  # beginnings that are followed where a word is in doubt
_BRANCH_TOKENS = 10  # each of them, until the text's next word should have come
_LEAST_ECHO = 4  # words; fewer are said twice on purpose
_NO_SPEECH = 0.6
_UNLIKELY = -1.0  # mean log-probability of a token
_NEAREST = {"yue": "zh"}  # before its third edition, Whisper wrote Cantonese as Mandarin
_OPENING = "\"'“¿([{-"
_CLOSING = "\"'.。,，!！?？:：”)]}、"


@dataclass(frozen=True, slots=True)
class HeardWord:
    """A word as Whisper writes it, its tokens, and its place in the sound that was heard."""

    text: str
    tokens: tuple[int, ...]
    start_s: float
    end_s: float
    probability: float
    mark_probability: float | None = None  # of the mark behind it


class WhisperDecoder:
    """A loaded model.

    Ref: Radford et al. (2023), "Robust Speech Recognition via Large-Scale Weak Supervision"; the
    thresholds of loops and of silence are those of its §4.5.
    """

    def __init__(self, folder: Path, languages: Sequence[str] = ()) -> None:
        """Load onto a GPU where there is one, else as int8 onto the processor.

        Args:
            folder: a CTranslate2 model with its tokenizer.
            languages: codes of those that may be spoken; none where nothing is known.

        Raises:
            ModelFormatError: parts are missing or refused.
        """
        check_whisper_model(folder)
        os.environ["HF_HUB_OFFLINE"] = "1"  # faster-whisper would ask there for what it misses
        from faster_whisper import WhisperModel

        try:
            self._model: Any = WhisperModel(
                str(folder),
                device=_device(),
                compute_type="default" if _device() == "cuda" else "int8",
                cpu_threads=min(4, os.cpu_count() or 1),
                local_files_only=True,
            )
        except (RuntimeError, ValueError, KeyError) as error:  # what CTranslate2 throws
            raise ModelFormatError(folder, own_words(error)) from error
        wanted = (code if self._knows(code) else _NEAREST.get(code, code) for code in languages)
        self._languages = {code for code in wanted if self._knows(code)}
        self._suppressed: list[int] | None = None

    def hear(
        self,
        sound: Sound,
        *,
        prefix: Sequence[HeardWord] = (),
        beam_size: int = 1,
    ) -> list[HeardWord]:
        """Return the words of a stretch of sound; none where it holds no speech.

        Args:
            sound: samples of -1..1 at 16 kHz, at most 30 s.
            prefix: its first words, which are known already.
            beam_size: how many readings are followed at once.
        """
        features, frames = self._features(sound)
        encoded = self._model.encode(features)
        tokenizer = self._tokenizer(encoded)
        known = [token for word in prefix for token in word.tokens]
        prompt = [*tokenizer.sot_sequence, tokenizer.no_timestamps, *known]
        most = _LEAST_TOKENS + int(_TOKENS_A_SECOND * len(sound) / SAMPLE_RATE_HZ)
        tokens = self._tokens(encoded, prompt, tokenizer, beam_size, len(known) + most)
        if tokens[: len(known)] == known:  # CTranslate2 returns what stands behind the last sign
            tokens = tokens[len(known) :]
        if not tokens:
            return list(prefix)
        alignment = self._model.find_alignment(tokenizer, [known + tokens], encoded, frames)[0]
        return _words(alignment)

    def branches(self, sound: Sound, before: str) -> list[str]:
        """Return how the text may go on, the likeliest first: each begins with another token.

        Beams differ mostly in what comes later, so the likeliest tokens in the word's place are
        each followed by themselves.

        Args:
            sound: samples of -1..1 at 16 kHz, at most 30 s.
            before: the text of its beginning, which is known.
        """
        encoded = self._model.encode(self._features(sound)[0])
        tokenizer = self._tokenizer(encoded)
        known = tokenizer.encode(f" {before}") if before else []
        prompt = [*tokenizer.sot_sequence, tokenizer.no_timestamps, *known]
        options = {"beam_size": 1, "suppress_tokens": self._suppressed}
        (result,) = self._model.model.generate(
            encoded, [prompt], max_length=2 * (len(known) + 1), return_logits_vocab=True, **options
        )
        logits = np.array(result.logits[0][-1], np.float32)
        first_scores = logits - np.logaddexp.reduce(logits)
        likely = [int(it) for it in np.argsort(-first_scores) if it < tokenizer.eot][:_BRANCHES]
        results = self._model.model.generate(
            _repeated(encoded, len(likely)),
            [[*prompt, first] for first in likely],
            max_length=2 * (len(known) + 1 + _BRANCH_TOKENS),
            return_scores=True,
            **options,
        )
        scored = []
        for first, result in zip(likely, results, strict=True):
            ids = result.sequences_ids[0][len(known) :]
            tokens = [token for token in ids if token < tokenizer.eot]
            scored.append((first_scores[first] + result.scores[0] * len(tokens), tokens))
        return [tokenizer.decode(tokens) for _, tokens in sorted(scored, reverse=True)]

    def _tokens(
        self,
        encoded: Any,  # noqa: ANN401  CTranslate2 is untyped
        prompt: list[int],
        tokenizer: Any,  # noqa: ANN401
        beam_size: int,
        most: int,
    ) -> list[int]:
        from faster_whisper.transcribe import get_compression_ratio

        options: dict[str, Any] = {
            "beam_size": beam_size,
            # CTranslate2 generates half of this at most, with what the prompt has behind its signs
            "max_length": min(self._model.max_length, 2 * most),
            "return_scores": True,
            "return_no_speech_prob": True,
            "suppress_tokens": self._suppressed,
        }
        (result,) = self._model.model.generate(encoded, [prompt], **options)
        tokens = [token for token in result.sequences_ids[0] if token < tokenizer.eot]
        if result.no_speech_prob > _NO_SPEECH and result.scores[0] < _UNLIKELY:
            return []
        if tokens and get_compression_ratio(tokenizer.decode(tokens)) > _LOOPING:
            options["no_repeat_ngram_size"] = _LOOP_TOKENS
            (result,) = self._model.model.generate(encoded, [prompt], **options)
            tokens = [token for token in result.sequences_ids[0] if token < tokenizer.eot]
        return tokens

    def _features(self, sound: Sound) -> tuple[npt.NDArray[np.float32], int]:
        """Return features (mels, frames) with silence behind them, and the frames of the sound."""
        features = self._model.feature_extractor(sound)
        frames = min(features.shape[1], len(sound) * _FRAMES_A_SECOND // SAMPLE_RATE_HZ)
        width = min(_MOST_FRAMES, frames + round(_SILENCE_BEHIND_S * _FRAMES_A_SECOND))
        width = min(_MOST_FRAMES, -(-width // _STEP_FRAMES) * _STEP_FRAMES)
        padded = np.zeros((features.shape[0], width), np.float32)
        padded[:, : features.shape[1]] = features[:, :width]
        return padded, frames

    def _tokenizer(self, encoded: Any) -> Any:  # noqa: ANN401
        from faster_whisper.tokenizer import Tokenizer
        from faster_whisper.transcribe import get_suppressed_tokens

        is_multilingual = bool(self._model.model.is_multilingual)
        tokenizer = Tokenizer(
            self._model.hf_tokenizer,
            is_multilingual,
            task="transcribe" if is_multilingual else None,
            language=self._language(encoded) if is_multilingual else None,
        )
        if self._suppressed is None:  # signs that are no speech, such as notes and brackets
            self._suppressed = list(get_suppressed_tokens(tokenizer, [-1]))
        return tokenizer

    def _language(self, encoded: Any) -> str:  # noqa: ANN401
        """Return the likeliest of the languages that may be spoken, of all where none is known."""
        if len(self._languages) == 1:
            return next(iter(self._languages))
        likely = [str(token[2:-2]) for token, _ in self._model.model.detect_language(encoded)[0]]
        return next((code for code in likely if code in self._languages), likely[0])

    def _knows(self, language: str) -> bool:
        return self._model.hf_tokenizer.token_to_id(f"<|{language}|>") is not None


def _words(alignment: list[dict[str, Any]]) -> list[HeardWord]:
    from faster_whisper.transcribe import merge_punctuations

    merge_punctuations(alignment, _OPENING, _CLOSING)  # what was merged stays, without a text
    behind = [None if it["word"] else float(it["probability"]) for it in alignment[1:]]
    words = [
        HeardWord(
            item["word"],
            tuple(item["tokens"]),
            float(item["start"]),
            float(item["end"]),
            float(item["probability"]),
            mark if item["word"][-1:] in _CLOSING else None,
        )
        for item, mark in zip_longest(alignment, behind)
        if item["word"].strip()
    ]
    return words[: len(words) - echo_length([word.text for word in words])]


def _repeated(encoded: Any, count: int) -> Any:  # noqa: ANN401
    """Return an encoded sound (1, frames, width) as a batch."""
    import ctranslate2

    one = np.array(encoded.to_device(ctranslate2.Device.cpu))
    return ctranslate2.StorageView.from_array(np.repeat(one, count, axis=0))


def echo_length(words: Sequence[str]) -> int:
    """Return how many words at the end say once more what was said just before: Whisper's loop."""
    bare = ["".join(sign for sign in word.lower() if sign.isalnum()) for word in words]
    for count in range(len(bare) // 2, _LEAST_ECHO - 1, -1):
        if bare[-count:] == bare[-2 * count : -count]:
            return count
    return 0


def _device() -> str:
    import ctranslate2

    return "cuda" if ctranslate2.get_cuda_device_count() else "cpu"
