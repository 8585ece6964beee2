"""Words to subword ids, word by word, as in training."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from tokenizers import Tokenizer

from engine.errors import ModelFormatError

MAX_PIECES_A_WORD = 12


class WordTokenizer:
    """Encodes each word on its own, so that a word has the same ids in every window."""

    def __init__(self, path: Path) -> None:
        """Args: path: a `tokenizer.json`.

        Raises:
            ModelFormatError: the file is not a tokenizer, or knows no start and end token.
        """
        try:
            self._tokenizer = Tokenizer.from_file(str(path))
        except Exception as error:  # the library raises bare Exception
            raise ModelFormatError(path, f"not a tokenizer ({error})") from error
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self.start_id, self.end_id, self.padding_id, self._unknown_id = self._special_ids(path)
        self.encode_word = lru_cache(maxsize=20_000)(self._encode_word)

    def encode(self, words: Sequence[str]) -> list[tuple[int, ...]]:
        """Return the ids of each word: one at least, twelve at most."""
        return [self.encode_word(word) for word in words]

    def _encode_word(self, word: str) -> tuple[int, ...]:
        ids = self._tokenizer.encode(word[:200], add_special_tokens=False).ids
        return tuple(ids[:MAX_PIECES_A_WORD]) or (self._unknown_id,)

    def _special_ids(self, path: Path) -> tuple[int, int, int, int]:
        for names in (("[CLS]", "[SEP]", "[PAD]", "[UNK]"), ("<s>", "</s>", "<pad>", "<unk>")):
            found = (self._tokenizer.token_to_id(name) for name in names)
            start, end, padding, unknown = (-1 if one is None else int(one) for one in found)
            if min(start, end, padding, unknown) >= 0:
                return start, end, padding, unknown
        raise ModelFormatError(path, "the tokenizer has neither [CLS] … [SEP] nor <s> … </s>")
