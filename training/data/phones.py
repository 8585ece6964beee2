"""Phones by word, for architectures that use how a word sounds.

A table has a word and its phones on each line (`hello HH AH0 L OW1`), like the CMU dictionary;
comments (`#`, `;;;`) and alternative pronunciations (`hello(2) …`) are ignored.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from engine.network.backend import IntArray
from engine.network.layout import Layout
from engine.network.tokenizer import WordTokenizer
from training.data.augment import Batch

_MOST_PHONES = 12


class Pronunciations:
    """The phones of each word, found by its token ids."""

    def __init__(self, phones: Mapping[tuple[int, ...], tuple[int, ...]], kinds: int) -> None:
        """Args: phones: 1 to `kinds` each; 0 is for none."""
        self._phones = phones
        self.kinds = kinds

    def of(self, batch: Batch) -> IntArray:
        """Return the phones of each word at its last token, (windows, tokens, 12)."""
        phones = np.zeros((*batch.ids.shape, _MOST_PHONES), dtype=np.int64)
        for row, lengths in enumerate(batch.lengths):
            at = 1
            for length in lengths:
                found = self._phones.get(tuple(batch.ids[row, at : at + length].tolist()), ())
                phones[row, at + length - 1, : len(found)] = found
                at += length
        return phones


def read_pronunciations(name: str, tokenizer: WordTokenizer, layout: Layout) -> Pronunciations:
    """Read a table: a file, or the `*.dict` in an installed package.

    Raises:
        FileNotFoundError: there is no such file or package.
        ValueError: it has no words with phones.
    """
    kinds: dict[str, int] = {}
    phones: dict[tuple[int, ...], tuple[int, ...]] = {}
    with _table(name).open(encoding="utf-8") as stream:
        for line in stream:
            word, *sounds = line.split("#", 1)[0].split()[: _MOST_PHONES + 1] or [""]
            if word and sounds and not word.endswith(")") and not word.startswith(";;;"):
                ids = layout.pieces(tokenizer.encode_word(word.lower()))
                phones[ids] = tuple(kinds.setdefault(one, len(kinds) + 1) for one in sounds)
    if not phones:
        raise ValueError(f"there is not a word with phones in {name}")
    return Pronunciations(phones, len(kinds))


def _table(name: str) -> Path:
    if Path(name).is_file():
        return Path(name)
    spec = importlib.util.find_spec(name) if name.isidentifier() else None
    for root in (spec.submodule_search_locations or []) if spec else []:
        for file in sorted(Path(root).rglob("*.dict")):
            return file
    raise FileNotFoundError(f"no table of phones or package named {name!r}")
