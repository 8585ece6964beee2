"""Corpora: tokens with labels, in memory or as files that are read in place.

A prepared source is a folder `NAME.corpus` of flat little-endian arrays, described by a
`corpus.json`. Arrays are written block by block and memory-mapped, so neither preparing nor
training needs room for a whole corpus.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.network.layout import Layout
from engine.network.tokenizer import WordTokenizer
from training.atomic_folder import replacing_folder
from training.data.spoken_form import ReferenceWord

SUFFIX = ".corpus"
TokenArray = npt.NDArray[np.unsignedinteger[Any]]
_DESCRIPTION = "corpus.json"
_LABELS = ("ids", "word_ends", "marks", "cases")
_TIMES = ("starts", "ends")
_TYPES = {"word_ends": "<i8", "marks": "|i1", "cases": "|i1", "starts": "<f4", "ends": "<f4"}
_ID_TYPES = ("<u2", "<u4")
_BLOCK_WORDS = 20_000


@dataclass(frozen=True, slots=True)
class Corpus:
    """The words of one source.

    Shapes: ids (tokens,) uint16, or uint32 for a large vocabulary; word_ends (words,) int64,
    exclusive end of each word in `ids`; marks, cases (words,) int8, -100 where the case is
    unknown; starts, ends (words,) float32 seconds, NaN where there are no times, or None if no
    word has any.
    """

    name: str
    ids: TokenArray
    word_ends: npt.NDArray[np.int64]
    marks: npt.NDArray[np.int8]
    cases: npt.NDArray[np.int8]
    starts: npt.NDArray[np.float32] | None = None
    ends: npt.NDArray[np.float32] | None = None

    def __len__(self) -> int:
        return len(self.word_ends)


Arrays = dict[str, npt.NDArray[Any]]


def build_corpus(
    name: str, words: Iterator[ReferenceWord], tokenizer: WordTokenizer, limit: int
) -> Corpus:
    """Tokenise up to `limit` words into a corpus in memory, each as the engine does."""
    blocks = list(_blocks(words, tokenizer, limit))
    return _corpus(name, {key: np.concatenate([b[key] for b in blocks]) for key in blocks[0]})


def write_corpus(
    name: str, words: Iterator[ReferenceWord], tokenizer: WordTokenizer, limit: int, folder: Path
) -> Path:
    """Tokenise up to `limit` words into `folder/NAME.corpus`, which appears whole or not at all.

    Raises:
        OSError: it cannot be written; what was there before is still there.
    """
    path = folder / f"{name}{SUFFIX}"
    with replacing_folder(path) as partial:
        table = _write_blocks(_blocks(words, tokenizer, limit), partial)
        (partial / _DESCRIPTION).write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    return path


def open_corpus(path: Path) -> Corpus:
    """Map a source's arrays into memory; nothing in the files is executed.

    Raises:
        OSError: there is none.
        ValueError: its files do not belong together.
    """
    try:
        table = json.loads((path / _DESCRIPTION).read_text(encoding="utf-8"))
        arrays = {key: _mapped(path / key, *_checked(key, kind)) for key, kind in table.items()}
        corpus = _corpus(path.stem, arrays)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is not a prepared corpus: {error}") from error
    if len({len(array) for key, array in arrays.items() if key != "ids"}) != 1 or (
        len(corpus) and corpus.word_ends[-1] != len(corpus.ids)
    ):
        raise ValueError(f"{path} is not a prepared corpus: its arrays differ in length")
    return corpus


def _checked(key: str, kind: str) -> tuple[np.dtype[Any]]:
    if kind not in (_ID_TYPES if key == "ids" else (_TYPES[key],)):
        raise ValueError(f"{key} of type {kind}")
    return (np.dtype(kind),)


def _mapped(path: Path, kind: np.dtype[Any]) -> npt.NDArray[Any]:
    if not path.stat().st_size:  # nothing cannot be mapped
        return np.zeros(0, kind)
    return np.memmap(path, kind, "r")


def _corpus(name: str, arrays: Arrays) -> Corpus:
    starts, ends = (arrays.get(key) for key in _TIMES)
    if starts is not None and np.isnan(starts).all():
        starts = ends = None
    ids, word_ends, marks, cases = (arrays[key] for key in _LABELS)
    return Corpus(name, ids, word_ends, marks, cases, starts, ends)


def _write_blocks(blocks: Iterator[Arrays], folder: Path) -> dict[str, str]:
    kinds: dict[str, str] = {}
    is_timed = False
    with ExitStack() as stack:
        files = {key: stack.enter_context((folder / key).open("wb")) for key in ("ids", *_TYPES)}
        for block in blocks:
            for key, array in block.items():
                kinds[key] = array.dtype.str
                array.tofile(files[key])
            is_timed |= not np.isnan(block["starts"]).all()
    for key in () if is_timed else _TIMES:
        del kinds[key]
        (folder / key).unlink()
    return kinds


def _blocks(
    words: Iterator[ReferenceWord], tokenizer: WordTokenizer, limit: int
) -> Iterator[Arrays]:
    """Yield arrays of some thousand words each, at least one, which may be empty."""
    id_type = _ID_TYPES[tokenizer.largest_id > np.iinfo(np.uint16).max]
    used, tokens = islice(words, limit), 0
    while (block := list(islice(used, _BLOCK_WORDS))) or not tokens:
        encoded = tokenizer.encode([word.text for word in block])
        word_ends = tokens + np.cumsum([len(one) for one in encoded], dtype=np.int64)
        tokens = int(word_ends[-1]) if block else -1
        yield {
            "ids": np.array([token for one in encoded for token in one], dtype=id_type),
            "word_ends": word_ends.astype(_TYPES["word_ends"]),
            **_columns(block),
        }


def _columns(block: Sequence[ReferenceWord]) -> Arrays:
    columns = {
        "marks": [word.mark for word in block],
        "cases": [word.case for word in block],
        "starts": [word.start_s for word in block],
        "ends": [word.end_s for word in block],
    }
    return {key: np.array(values, dtype=_TYPES[key]) for key, values in columns.items()}


def with_slots(corpus: Corpus, layout: Layout) -> Corpus:
    if layout.slot_token is None:
        return corpus
    kind = np.promote_types(corpus.ids.dtype, np.min_scalar_type(layout.slot_token))
    ids = np.insert(corpus.ids.astype(kind), corpus.word_ends, layout.slot_token)
    return replace(corpus, ids=ids, word_ends=corpus.word_ends + np.arange(1, len(corpus) + 1))
