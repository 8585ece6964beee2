"""Encodes words as subword ids, one word at a time, as in training."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from tokenizers import Tokenizer

from engine.errors import ModelFormatError
from engine.messages import Message
from engine.network.tokenizer_rules import read_tokenizer

MAX_PIECES_A_WORD = 12


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except BaseException as error:  # a Rust panic is not an `Exception`, and cannot be imported
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            raise ModelFormatError(
                path, Message("not a tokenizer ({detail})", detail=error)
            ) from error
        raise


class WordTokenizer:
    """Encodes each word separately, so that it has the same ids in every window."""

    def __init__(self, path: Path) -> None:
        """Args: path: Path of a `tokenizer.json`.

        Raises:
            ModelFormatError: the file is not a tokenizer, has no start and end tokens, or needs
                steps that are not allowed here; see `tokenizer_rules`.
        """
        content = read_tokenizer(path)
        with _explained(path):
            self._tokenizer = Tokenizer.from_str(content)
        self._path = path
        self._tokenizer.post_processor = None  # it would frame each word like a text
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self.start_id, self.end_id, self.padding_id, self._unknown_id = self._special_ids(path)
        mask = (self._tokenizer.token_to_id(name) for name in ("[MASK]", "<mask>"))
        self.mask_id: int | None = next((int(one) for one in mask if one is not None), None)
        self._encode_word("\ufffd")  # better to fail now than in the middle of a dictation
        self.encode_word = lru_cache(maxsize=20_000)(self._encode_word)

    @property
    def largest_id(self) -> int:
        return max(self._tokenizer.get_vocab(with_added_tokens=True).values())

    def encode(self, words: Sequence[str]) -> list[tuple[int, ...]]:
        """Return the ids of each word, one to twelve per word."""
        return [self.encode_word(word) for word in words]

    def _encode_word(self, word: str) -> tuple[int, ...]:
        inside = " " + word[:200]  # byte-level tokenizers treat the first word of a text specially
        inside = inside.encode(errors="replace").decode()  # may hold half a character, as JSON can
        with _explained(self._path):  # some words may have no token
            ids = self._tokenizer.encode(inside, add_special_tokens=False).ids
        return tuple(ids[:MAX_PIECES_A_WORD]) or (self._unknown_id,)

    def _special_ids(self, path: Path) -> tuple[int, int, int, int]:
        for names in (("[CLS]", "[SEP]", "[PAD]", "[UNK]"), ("<s>", "</s>", "<pad>", "<unk>")):
            found = (self._tokenizer.token_to_id(name) for name in names)
            start, end, padding, unknown = (-1 if one is None else int(one) for one in found)
            if min(start, end, padding, unknown) >= 0:
                return start, end, padding, unknown
        raise ModelFormatError(path, "the tokenizer has neither [CLS] … [SEP] nor <s> … </s>")
