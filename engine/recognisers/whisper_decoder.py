"""Whisper on CTranslate2: the words of a stretch of sound, with times and probabilities."""

from __future__ import annotations

import math
import os
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from ctranslate2 import Device, StorageView, get_cuda_device_count
from ctranslate2.models import Whisper

from engine.errors import ModelFormatError
from engine.messages import own_words
from engine.recognisers.foreign_speech import (
    ForeignSpeech,
    is_doubtful,
    is_foreign,
    mean_log_probability,
)
from engine.recognisers.speech_models import check_whisper_model, whisper_network
from engine.recognisers.stretch_decoder import NOTHING, Hearing, Spoken
from engine.recognisers.voice_activity import Sound
from engine.recognisers.whisper_features import FRAMES_A_SECOND, Features, log_mel
from engine.recognisers.whisper_hot_words import Reading, WhisperHotWords
from engine.recognisers.whisper_tokens import WhisperTokens
from engine.recognisers.whisper_words import aligned_words
from engine.types import SAMPLE_RATE_HZ

# trained on 30 s padded with silence, but this much silence is enough, and cuts the encoder's time
# to as little as a tenth of that for 30 s
_SILENCE_AFTER_S = 5.0
_MOST_FRAMES = 3000  # the encoder sees 30 s at most
_STEP_FRAMES = 100  # few different lengths, since oneDNN keeps compiled code for each
_TOKENS_A_SECOND = 10  # nobody speaks faster; a loop ends there
_LEAST_TOKENS = 12
_LOOPING = 2.4  # compression ratio of text that repeats itself
_LOOP_TOKENS = 4
_FINAL_BEAM = 5
_BRANCHES = 8  # beginnings to follow for an uncertain word
_BRANCH_TOKENS = 10  # per branch, by when the text's next word should have come
_NO_SPEECH = 0.6
_UNLIKELY = -1.0  # mean log-probability of a token
_NEAREST = {"yue": "zh"}  # before its third edition, Whisper wrote Cantonese as Mandarin
_FOREIGN, _SURELY_FOREIGN = 0.05, 0.8  # chances of the likeliest allowed language, and of another
_LEAST_FOREIGN_S = 2.0  # of sound; less is too little to tell
_SURELY_OTHER = 0.9  # chance of a language other than that of the words before
_BEGINNING_SAMPLES = 4_000  # identify a stretch that is heard again
_MOST_TOKENS = 448
_SMOOTHED_FRAMES = 7  # of the attention that gives word times
_LESS_LIKELY = 0.8  # log-probability per letter that a hot word may fall short of what was heard
_LEAST_PROBABILITY = 1e-9

_Words = list[tuple[str, list[int]]]  # texts with their tokens; the last is the end's


class WhisperDecoder:
    """A loaded model, a `StretchDecoder` that takes known words as a prefix.

    Ref: Radford et al. (2023), "Robust Speech Recognition via Large-Scale Weak Supervision"; the
    thresholds for loops and silence are from §4.5.
    """

    longest_s = 15.0
    writes_marks = True
    tells_times = True

    def __init__(
        self, folder: Path, languages: Sequence[str] = (), hot_words: Sequence[str] = ()
    ) -> None:
        """Load the model onto a GPU if there is one, else as int8 onto the processor.

        Args:
            folder: A CTranslate2 model with its tokenizer.
            languages: Codes of the languages that may be spoken; empty if unknown.
            hot_words: Words to expect more than the model does.

        Raises:
            ModelFormatError: parts are missing or refused.
        """
        check_whisper_model(folder)
        self._tokens = WhisperTokens(folder)
        self._hot_words = WhisperHotWords(hot_words)
        device = "cuda" if get_cuda_device_count() else "cpu"
        try:
            self._model: Any = Whisper(
                str(folder),
                device=device,
                compute_type="default" if device == "cuda" else "int8",
                intra_threads=min(4, os.cpu_count() or 1),
                files=_files(folder),
            )
        except (RuntimeError, ValueError, KeyError) as error:  # raised by CTranslate2
            raise ModelFormatError(folder, own_words(error)) from error
        knows = self._tokens.knows
        own = {code: code if knows(code) else _NEAREST.get(code, code) for code in languages}
        self._languages = {code: name for code, name in own.items() if knows(name)}
        self._foreign_speech = ForeignSpeech()

    def hear(self, sound: Sound, known: Hearing = NOTHING, *, is_final: bool = True) -> Hearing:
        """Return the words of a stretch of at most 30 s; see `StretchDecoder`.

        The final hearing follows more readings at once, and puts hot words in place of similar
        words if they are about as likely.
        """
        features, frames = self._features(sound)
        encoded = self._model.encode(features)
        spoken = self._language(encoded, len(sound) / SAMPLE_RATE_HZ, known)
        if spoken.is_foreign:
            return Hearing(language=spoken.language or None, is_foreign=True)
        language = self._languages.get(spoken.language, spoken.language) or None
        prefix = [token for word in known.words for token in word.tokens]
        prompt = self._tokens.prompt(language, prefix)
        most = _LEAST_TOKENS + int(_TOKENS_A_SECOND * len(sound) / SAMPLE_RATE_HZ)
        tokens = self._heard(encoded, prompt, _FINAL_BEAM if is_final else 1, len(prefix) + most)
        if tokens[: len(prefix)] == prefix:  # CTranslate2 returns all after the last control token
            tokens = tokens[len(prefix) :]
        words = self._tokens.words(prefix + tokens)
        if not tokens or len(words) < 2:  # the last is the end's
            return Hearing(known.words, spoken.language or None)
        readings = self._hot_words.readings([text for text, _ in words[:-1]]) if is_final else []
        if readings:
            words = self._expected(encoded, language, frames, words, readings)
        (alignment,) = self._aligned(encoded, language, frames, [words])
        if not self._model.is_multilingual:
            sure = mean_log_probability(alignment.text_token_probs)
            if prefix and is_doubtful(sure):  # perhaps only for its words, like a misheard name
                sure = max(sure, self._sureness(encoded, frames, most) or sure)
            begin, sound_s = sound[:_BEGINNING_SAMPLES].tobytes(), len(sound) / SAMPLE_RATE_HZ
            if self._foreign_speech.is_heard(begin, sound_s, sure):
                return Hearing(is_foreign=True)
        return Hearing(tuple(aligned_words(words, alignment)), spoken.language or None)

    def _expected(
        self,
        encoded: Any,  # noqa: ANN401  CTranslate2 is untyped
        language: str | None,
        frames: int,
        words: _Words,
        readings: Sequence[Reading],
    ) -> _Words:
        """Return the words with those readings put in that are about as likely in the sound."""
        texts = [self._with(words, [reading]) for reading in readings]
        found = self._aligned(encoded, language, frames, [words, *texts])
        heard, *others = (
            float(np.log(np.maximum(it.text_token_probs, _LEAST_PROBABILITY)).sum()) for it in found
        )
        taken: list[Reading] = []
        for score, reading in sorted(zip(others, readings, strict=True), key=lambda it: -it[0]):
            is_likely = score >= heard - _LESS_LIKELY * len(reading.letters)
            if is_likely and not any(map(reading.overlaps, taken)):
                taken.append(reading)
        return self._with(words, taken)

    def _with(self, words: _Words, readings: Sequence[Reading]) -> _Words:
        """Return words with some readings put in their places."""
        changed = list(words)
        for reading in sorted(readings, key=lambda it: -it.first):
            *fresh, _ = self._tokens.words(self._tokens.encode(reading.text))
            changed[reading.first : reading.end] = fresh
        return changed

    def _aligned(
        self,
        encoded: Any,  # noqa: ANN401
        language: str | None,
        frames: int,
        texts: Sequence[_Words],
    ) -> Any:  # noqa: ANN401
        """Return CTranslate2's alignment of each text with the sound."""
        return self._model.align(
            _repeated(encoded, len(texts)) if len(texts) > 1 else encoded,
            self._tokens.beginning(language),
            [[token for _, its in words[:-1] for token in its] for words in texts],
            [frames] * len(texts),
            median_filter_width=_SMOOTHED_FRAMES,
        )

    def spoken_in(self, sound: Sound) -> Spoken:
        features, frames = self._features(sound)
        encoded = self._model.encode(features)
        if self._model.is_multilingual:
            chances = self._chances(encoded)
            language = max(chances, key=chances.__getitem__)
            return Spoken(language, chances[language])
        sound_s = len(sound) / SAMPLE_RATE_HZ
        most = _LEAST_TOKENS + int(_TOKENS_A_SECOND * sound_s)
        sure = self._sureness(encoded, frames, most)
        if sure is None:
            return Spoken()
        return Spoken("en", math.exp(sure), is_foreign=is_foreign([(sound_s, sure)]))

    def _sureness(self, encoded: Any, frames: int, most: int) -> float | None:  # noqa: ANN401
        """Return the mean log-probability of what an English model hears without a prefix."""
        words = self._tokens.words(
            self._heard(encoded, self._tokens.prompt(None), _FINAL_BEAM, most)
        )
        if len(words) < 2:
            return None
        (alignment,) = self._aligned(encoded, None, frames, [words])
        return mean_log_probability(alignment.text_token_probs)

    def branches(self, sound: Sound, before: str) -> list[str]:
        """Return ways the text may go on, likeliest first, each starting with another token.

        Beams differ mostly in what comes later, so each of the likeliest next tokens is continued
        on its own.

        Args:
            sound: Samples of -1..1 at 16 kHz, at most 30 s.
            before: The known text of its beginning.
        """
        encoded = self._model.encode(self._features(sound)[0])
        known = self._tokens.encode(f" {before}") if before else []
        spoken = self._language(encoded, 0.0, NOTHING)
        language = self._languages.get(spoken.language, spoken.language) or None
        prompt = self._tokens.prompt(language, known)
        options = {"beam_size": 1, "suppress_tokens": self._tokens.suppressed}
        end = self._tokens.end
        (result,) = self._model.generate(
            encoded, [prompt], max_length=2 * (len(known) + 1), return_logits_vocab=True, **options
        )
        logits = np.array(result.logits[0][-1], np.float32)
        first_scores = logits - np.logaddexp.reduce(logits)
        likely = [int(it) for it in np.argsort(-first_scores) if it < end][:_BRANCHES]
        results = self._model.generate(
            _repeated(encoded, len(likely)),
            [[*prompt, first] for first in likely],
            max_length=2 * (len(known) + 1 + _BRANCH_TOKENS),
            return_scores=True,
            **options,
        )
        scored = []
        for first, result in zip(likely, results, strict=True):
            ids = result.sequences_ids[0][len(known) :]
            tokens = [token for token in ids if token < end]
            scored.append((first_scores[first] + result.scores[0] * len(tokens), tokens))
        return [self._tokens.decode(tokens) for _, tokens in sorted(scored, reverse=True)]

    def _heard(
        self,
        encoded: Any,  # noqa: ANN401  CTranslate2 is untyped
        prompt: list[int],
        beam_size: int,
        most: int,
    ) -> list[int]:
        options: dict[str, Any] = {
            "beam_size": beam_size,
            # CTranslate2 generates at most half of this, including the prefix after control tokens
            "max_length": min(_MOST_TOKENS, 2 * most),
            "return_scores": True,
            "return_no_speech_prob": True,
            "suppress_tokens": self._tokens.suppressed,
        }
        end = self._tokens.end
        (result,) = self._model.generate(encoded, [prompt], **options)
        tokens = [token for token in result.sequences_ids[0] if token < end]
        if result.no_speech_prob > _NO_SPEECH and result.scores[0] < _UNLIKELY:
            return []
        if tokens and _compression_ratio(self._tokens.decode(tokens)) > _LOOPING:
            options["no_repeat_ngram_size"] = _LOOP_TOKENS
            (result,) = self._model.generate(encoded, [prompt], **options)
            tokens = [token for token in result.sequences_ids[0] if token < end]
        return tokens

    def _features(self, sound: Sound) -> tuple[Any, int]:
        """Return features (1, mels, frames) padded with silence, and how many frames are sound."""
        features = log_mel(sound, int(self._model.n_mels))
        frames = min(features.shape[1], len(sound) * FRAMES_A_SECOND // SAMPLE_RATE_HZ)
        width = min(_MOST_FRAMES, frames + round(_SILENCE_AFTER_S * FRAMES_A_SECOND))
        width = min(_MOST_FRAMES, -(-width // _STEP_FRAMES) * _STEP_FRAMES)
        padded: Features = np.zeros((1, features.shape[0], width), np.float32)
        padded[0, :, : features.shape[1]] = features[:, :width]
        return StorageView.from_array(padded), frames

    def _language(self, encoded: Any, sound_s: float, known: Hearing) -> Spoken:  # noqa: ANN401
        """Return the likeliest of the languages that may be spoken, or of all if those are unknown.

        It is foreign if some other language is far likelier. If words are already known, their
        language stays until another is much likelier.
        """
        if not self._model.is_multilingual:
            return Spoken()
        chances = self._chances(encoded)
        if not self._languages:
            return max((Spoken(code, chance) for code, chance in chances.items()), key=_chance)
        wanted = [Spoken(code, chances[name]) for code, name in self._languages.items()]
        best = max(wanted, key=_chance)
        if best.chance < _FOREIGN and sound_s >= _LEAST_FOREIGN_S:
            other = max((Spoken(code, chance) for code, chance in chances.items()), key=_chance)
            if other.chance > _SURELY_FOREIGN:
                return replace(other, is_foreign=True)
        if known.words and known.language and best.chance < _SURELY_OTHER:
            return next((it for it in wanted if it.language == known.language), best)
        return best

    def _chances(self, encoded: Any) -> dict[str, float]:  # noqa: ANN401
        """Return the probability of each language; if there are several, they add up to one."""
        return {sign[2:-2]: chance for sign, chance in self._model.detect_language(encoded)[0]}


def _chance(spoken: Spoken) -> float:
    return spoken.chance


def _files(folder: Path) -> dict[str, bytes] | None:
    """Return the files of a model whose network is in parts; None if CTranslate2 can read them."""
    network = whisper_network(folder)
    if len(network) == 1:
        return None
    others = {it.name: it.read_bytes() for it in folder.glob("*.json")}
    return {"model.bin": b"".join(part.read_bytes() for part in network), **others}


def _repeated(encoded: Any, count: int) -> Any:  # noqa: ANN401
    """Return encoded sound (1, frames, width), repeated as a batch."""
    one = np.array(encoded.to_device(Device.cpu))
    return StorageView.from_array(np.repeat(one, count, axis=0))


def _compression_ratio(text: str) -> float:
    content = text.encode()
    return len(content) / len(zlib.compress(content))
