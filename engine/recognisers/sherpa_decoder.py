"""Runs sherpa-onnx models that hear whole stretches (see `sherpa_families`)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import ModelFormatError, RecogniserError
from engine.messages import own_words
from engine.recognisers.sherpa_hot_words import known_hot_words
from engine.recognisers.sherpa_loading import load
from engine.recognisers.sherpa_models import read_sherpa_model
from engine.recognisers.sherpa_words import GOES_ON, Token, spelling_of, words_of
from engine.recognisers.stretch_decoder import NOTHING, Hearing, RecognisedWord
from engine.recognisers.voice_activity import Sound
from engine.text.units import split_units
from engine.types import SAMPLE_RATE_HZ

_LEAST_S = 1.0  # shorter sound is recognised poorly, and crashes some models
_SPECIAL = re.compile(r"<(?!0x)[^<>\s]+>")  # such as <unk> and <|zh|>, but not single bytes
_MARKS = re.compile(r"[^\w\s]+")
_ENDS = frozenset(".。")
_BEGINS = "\u2581"


class SherpaDecoder:
    """A loaded model, a `StretchDecoder`; damaged files can crash the library.

    Only transducers report confidences. Models without times return plain text. A model that
    detects the language is told it if only one may be spoken, or on a second try if it found one
    that is not; one that must be told gets the first of those that may be spoken.
    """

    def __init__(
        self, folder: Path, hot_words: Sequence[str] = (), languages: Sequence[str] = ()
    ) -> None:
        """Load the model, leaving out hot words that it cannot use or spell.

        Args:
            folder: Folder of a model that hears whole stretches.
            hot_words: Words to expect more than the model does.
            languages: Codes of the languages that may be spoken; empty if unknown.

        Raises:
            ModelFormatError: parts are missing, do not fit together, or are refused.
            RecogniserError: sherpa-onnx is not installed.
        """
        self._model = model = read_sherpa_model(folder)
        self._family = model.family
        self.longest_s = model.family.longest_s
        self.tells_times = model.family.tells_times
        self.writes_marks = any(_ENDS & {*token.lstrip(_BEGINS)[:1]} for token in model.tokens)
        marks_beginnings = not any(token.endswith(GOES_ON) for token in model.tokens)
        self._spelling = spelling_of(model.tokens, marks_beginnings=marks_beginnings)
        in_capitals = self._spelling.in_capitals
        self._hot_words = "/".join(known_hot_words(hot_words, model, in_capitals=in_capitals))
        self._languages = [code for code in languages if code in model.family.languages]
        self._loaded: dict[str, Any] = {}
        try:
            tried = self._heard(np.zeros(SAMPLE_RATE_HZ, np.float32), self._first_language)
        except RuntimeError as error:  # networks that do not fit together
            raise ModelFormatError(folder, own_words(error)) from error
        if self._detects_language and not tried.lang:  # errors of ONNX Runtime are not passed on
            raise ModelFormatError(folder, "its networks and tokens do not match")

    def hear(self, sound: Sound, known: Hearing = NOTHING, *, is_final: bool = True) -> Hearing:
        """Return the words of a stretch; see `StretchDecoder`."""
        del known, is_final
        family, language = self._family, self._first_language
        try:
            hearing = self._hearing(sound, language, family.lead_s, family.tail_s)
            if not hearing.words and family.tail_s:
                hearing = self._hearing(sound, language, family.lead_s, 0.0)
            is_other = self._languages and hearing.language not in {*self._languages, None}
            if is_other:
                hearing = self._hearing(sound, self._languages[0], family.lead_s, family.tail_s)
        except RuntimeError as error:
            raise RecogniserError("sherpa", own_words(error)) from error
        return hearing

    def branches(self, sound: Sound, before: str) -> Sequence[str]:
        del sound, before
        return ()

    @property
    def _detects_language(self) -> bool:
        return len(self._family.language_options) == 1

    @property
    def _first_language(self) -> str:
        """The language to give the model; empty if it detects or has none."""
        if not self._languages or (self._detects_language and len(self._languages) > 1):
            return ""
        return self._languages[0]

    def _hearing(self, sound: Sound, language: str, lead_s: float, tail_s: float) -> Hearing:
        lead, tail = (np.zeros(round(s * SAMPLE_RATE_HZ), np.float32) for s in (lead_s, tail_s))
        heard = self._heard(np.concatenate([lead, sound, tail]), language)
        found = str(heard.lang).strip("<|>") or language
        if self._detects_language and found not in self._family.languages:
            return NOTHING  # it found no speech
        texts, times_s, scores = heard.tokens, heard.timestamps, heard.ys_log_probs
        if len(times_s) != len(texts):
            units = split_units(_SPECIAL.sub(" ", heard.text))
            words: Iterable[RecognisedWord] = (RecognisedWord(it) for it in units)
        else:
            known = scores if len(scores) == len(texts) else [None] * len(texts)
            tokens = map(Token, texts, times_s, known)
            plain = (token for token in tokens if not _SPECIAL.fullmatch(token.text.strip()))
            words = (
                RecognisedWord(it.text, it.start_s, it.end_s, it.confidence, it.mark_confidence)
                for it in words_of(plain, self._spelling, -lead_s)
            )
        return Hearing(tuple(_signed(words)), found or None)

    def _heard(self, sound: Sound, language: str) -> Any:  # noqa: ANN401  sherpa-onnx is untyped
        """Decode with a model loaded for this language: it cannot be changed later."""
        if language not in self._loaded:
            told = dict.fromkeys(self._family.language_options, language) if language else {}
            options = {"num_threads": min(4, os.cpu_count() or 1), **told}
            biased = bool(self._hot_words)
            self._loaded[language] = load(self._model, options, with_hot_words=biased)
        library = self._loaded[language]
        stream = library.create_stream(**{"hotwords": self._hot_words} if self._hot_words else {})
        rest = round(_LEAST_S * SAMPLE_RATE_HZ) - len(sound)
        stream.accept_waveform(SAMPLE_RATE_HZ, np.pad(sound, (0, max(0, rest))))
        library.decode_stream(stream)
        return stream.result


def _signed(words: Iterable[RecognisedWord]) -> list[RecognisedWord]:
    """Return words with their marks attached: a mark's time is in the pause after its word."""
    signed: list[RecognisedWord] = []
    for word in words:
        if signed and _MARKS.fullmatch(word.text):
            last = signed[-1]
            signed[-1] = replace(
                last, text=last.text + word.text, mark_probability=word.probability
            )
        else:
            signed.append(word)
    return signed
