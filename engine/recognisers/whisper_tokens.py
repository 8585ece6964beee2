"""Whisper's tokens: control tokens, tokens that are not speech, and which tokens form a word."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from tokenizers import Tokenizer

from engine.errors import ModelFormatError
from engine.messages import own_words
from engine.network.tokenizer_rules import read_tokenizer
from engine.text.scripts import WIDE_CLOSING, WIDE_MARKS, WIDE_OPENING, is_cjk

_STEERING = ("transcribe", "translate", "startoftranscript", "startofprev", "startoflm")
_NO_SPEECH = ("nospeech", "nocaptions")  # in later and earlier editions
_NOISES = (
    *'"#()*+/:;<=>@[\\]^_`{|}~「」『』',
    *("<<", ">>", "<<<", ">>>", "--", "---", "-(", "-[", "('", '("', "((", "))", "(((", ")))"),
    *("[[", "]]", "{{", "}}", "♪♪", "♪♪♪"),
)
_NOTES = "♩♪♫♬♭♮♯"  # may take several tokens, the first of which they share
_PART_OF_A_SIGN = "\ufffd"
_WIDE = frozenset(WIDE_MARKS + WIDE_OPENING + WIDE_CLOSING)
_MARKS = frozenset({"", *string.punctuation}) | _WIDE
_IN_NUMBER = re.compile(r"\s?[\d.,:]*\d[.,:]\d+")
_UNIT_OF_NUMBER = re.compile(r".*\d[%\u2030\u00b0]", re.DOTALL)


class WhisperTokens:
    """A model's tokenizer.

    Follows OpenAI's `whisper.tokenizer` and faster-whisper's (both MIT).
    """

    def __init__(self, folder: Path) -> None:
        """Raises: ModelFormatError: `tokenizer.json` is not a Whisper tokenizer."""
        path = folder / "tokenizer.json"
        try:
            self._tokenizer = Tokenizer.from_str(read_tokenizer(path))
            self._tokenizer.no_padding()
            self._tokenizer.no_truncation()
        except ModelFormatError:
            raise
        except Exception as error:  # the library has no error class of its own
            raise ModelFormatError(path, own_words(error)) from error
        try:
            self.end, self._start = self._sign("endoftext"), self._sign("startoftranscript")
            self._no_times = self._sign("notimestamps")
        except KeyError as error:
            raise ModelFormatError(path, own_words(f"no {error}")) from error

    def knows(self, language: str) -> bool:
        return self._tokenizer.token_to_id(f"<|{language}|>") is not None

    def beginning(self, language: str | None) -> list[int]:
        """Return the control tokens before a transcript; no `language` for English-only models."""
        if language is None:
            return [self._start]
        return [self._start, self._sign(language), self._sign("transcribe")]

    def prompt(self, language: str | None, known: Sequence[int] = ()) -> list[int]:
        """Return the control tokens before a transcript without times, then its known tokens."""
        return [*self.beginning(language), self._no_times, *known]

    def encode(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def decode(self, tokens: Sequence[int]) -> str:
        return str(self._tokenizer.decode(tokens))

    @cached_property
    def suppressed(self) -> list[int]:
        """Control tokens, and signs that nobody speaks, such as notes and brackets."""
        found = {self.encode(" -")[0], self.encode(" '")[0]}  # wanted within words
        for noise in (*_NOISES, *_NOTES):
            for tokens in (self.encode(noise), self.encode(f" {noise}")):
                if len(tokens) == 1 or noise in _NOTES:
                    found.add(tokens[0])
        steering = (self._tokenizer.token_to_id(f"<|{it}|>") for it in (*_STEERING, *_NO_SPEECH))
        return sorted(found.union(it for it in steering if it is not None))

    def words(self, tokens: Sequence[int]) -> list[tuple[str, list[int]]]:
        """Return words, with the spaces before them, and the tokens of each; the last is the end's.

        Pieces without a space before them belong to one word, except in Chinese and Japanese, where
        each run of tokens that makes whole characters stands alone. A number is one word, including
        the signs in it.
        """
        words: list[tuple[str, list[int]]] = []
        for text, its in self._signs([*tokens, self.end]):
            number = "".join(it for it, _ in words[-2:]) + text
            if _IN_NUMBER.fullmatch(number):
                words[-2:] = [(number, [*(token for _, its in words[-2:] for token in its), *its])]
            elif its[0] >= self.end or not words or not _continues(words[-1][0], text):
                words.append((text, its))
            else:
                before, its_before = words[-1]
                words[-1] = (before + text, its_before + its)
        return words

    def _signs(self, tokens: list[int]) -> list[tuple[str, list[int]]]:
        """Return the shortest runs of tokens that are whole characters, with their texts."""
        whole = self.decode(tokens)
        signs: list[tuple[str, list[int]]] = []
        run: list[int] = []
        place = 0
        for token in tokens:
            run.append(token)
            text = self.decode(run)
            broken = text.find(_PART_OF_A_SIGN)
            # a replacement character in the text itself is not broken
            if broken < 0 or whole[place + broken : place + broken + 1] == _PART_OF_A_SIGN:
                signs.append((text, run))
                place += len(text)
                run = []
        return signs

    def _sign(self, name: str) -> int:
        found = self._tokenizer.token_to_id(f"<|{name}|>")
        if found is None:
            raise KeyError(f"<|{name}|>")
        return int(found)


def _continues(word: str, piece: str) -> bool:
    """Whether a piece belongs to the word before it."""
    if piece.startswith(" ") or is_cjk(piece) or is_cjk(word) or word.strip() in _WIDE:
        return False
    return piece.strip() not in _MARKS or _UNIT_OF_NUMBER.fullmatch(word + piece) is not None
