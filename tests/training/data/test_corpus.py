from __future__ import annotations

import math
import tracemalloc

import numpy as np
import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

from engine.network.tokenizer import MAX_PIECES_A_WORD, WordTokenizer
from tests.support.training.tiny import tokenizer_in
from training.data.corpus import build_corpus, open_corpus, write_corpus
from training.data.spoken_form import IGNORE, ReferenceWord


def spoken(*words):
    return (ReferenceWord(word, at % 5, IGNORE) for at, word in enumerate(words))


def test_a_corpus_holds_the_ids_of_the_engine_s_tokenizer(tmp_path):
    tokenizer = tokenizer_in(tmp_path)
    words = ["we", "anna", "✓", "a" * 40, "saw"]
    corpus = build_corpus("c", spoken(*words), tokenizer, 100)
    parts = np.split(corpus.ids, corpus.word_ends[:-1])
    assert [tuple(part) for part in parts] == tokenizer.encode(words)
    assert [len(part) for part in parts] == [1, 4, 1, MAX_PIECES_A_WORD, 1]
    assert list(corpus.marks) == [0, 1, 2, 3, 4]
    assert set(corpus.cases) == {IGNORE}


def test_a_corpus_stops_at_its_limit_and_can_be_empty(tmp_path):
    tokenizer = tokenizer_in(tmp_path)
    assert len(build_corpus("c", spoken(*["we"] * 9), tokenizer, 4)) == 4
    assert len(build_corpus("c", spoken(*["we"] * 20_001), tokenizer, 10**9)) == 20_001
    empty = build_corpus("c", iter(()), tokenizer, 4)
    assert (len(empty), len(empty.ids)) == (0, 0)
    empty = open_corpus(write_corpus("c", iter(()), tokenizer, 9, tmp_path))
    assert (len(empty), len(empty.ids), empty.starts) == (0, 0, None)


def test_a_saved_corpus_reads_back_the_same(tmp_path):
    corpus = build_corpus("c", spoken("we", "anna"), tokenizer_in(tmp_path), 9)
    folder = tmp_path / "new" / "folder"
    for _ in range(2):  # replaces what was there
        path = write_corpus("c", spoken("we", "anna"), tokenizer_in(tmp_path), 9, folder)
    back = open_corpus(path)
    assert back.name == "c"
    for name in ("ids", "word_ends", "marks", "cases"):
        assert np.array_equal(getattr(back, name), getattr(corpus, name))
        assert getattr(back, name).dtype == getattr(corpus, name).dtype
    assert [file.name for file in path.parent.iterdir()] == ["c.corpus"]


def test_times_are_kept_and_untimed_corpora_have_no_time_files(tmp_path):
    words = [ReferenceWord("we", 0, 0, 1.0, 1.5), ReferenceWord("saw", 0, 0)]
    timed = open_corpus(write_corpus("t", iter(words), tokenizer_in(tmp_path), 9, tmp_path))
    assert np.array_equal(timed.starts, [1.0, math.nan], equal_nan=True)
    assert np.array_equal(timed.ends, [1.5, math.nan], equal_nan=True)
    plain = open_corpus(write_corpus("p", spoken("we"), tokenizer_in(tmp_path), 9, tmp_path))
    assert (plain.starts, plain.ends) == (None, None)
    assert not (tmp_path / "p.corpus" / "starts").exists()


def test_a_corpus_larger_than_a_block_needs_little_memory(tmp_path):
    """It takes tens of bytes a word on disk, and a block of words in memory."""
    tokenizer, count = tokenizer_in(tmp_path), 120_000
    write_corpus("warm", spoken(*["we"] * 30_000), tokenizer, 10**9, tmp_path)
    words = (ReferenceWord("we", 0, IGNORE) for _ in range(count))
    tracemalloc.start()
    try:
        path = write_corpus("c", words, tokenizer, 10**9, tmp_path)
        corpus = open_corpus(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(corpus) == count
    assert corpus.word_ends[-1] == len(corpus.ids)
    assert peak < 12e6  # bytes; in memory these words take some 24 million


def test_an_interrupted_corpus_leaves_the_previous_one(tmp_path):
    tokenizer = tokenizer_in(tmp_path)
    path = write_corpus("c", spoken("we"), tokenizer, 9, tmp_path)

    def broken():
        yield from spoken("we", "saw")
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="space"):
        write_corpus("c", broken(), tokenizer, 9, tmp_path)
    assert len(open_corpus(path)) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "corpus.json").write_text('{"ids": "|O"}'),
        lambda folder: (folder / "corpus.json").write_text('{"../ids": "<u2"}'),
        lambda folder: (folder / "corpus.json").write_text("[]"),
        lambda folder: (folder / "corpus.json").write_text("no JSON"),
        lambda folder: (folder / "marks").write_bytes(b"\0"),
        lambda folder: (folder / "ids").write_bytes(b"\0" * 2),
        lambda folder: (folder / "ids").write_bytes(b"\0"),
    ],
)
def test_a_damaged_corpus_is_refused(tmp_path, change):
    path = write_corpus("c", spoken("we", "saw"), tokenizer_in(tmp_path), 9, tmp_path)
    change(path)
    with pytest.raises(ValueError, match="not a prepared corpus"):
        open_corpus(path)


def wide_tokenizer(path, last_id):
    ids = {"[CLS]": 0, "[SEP]": 1, "[PAD]": 2, "[UNK]": 3, "far": last_id}
    tokenizer = Tokenizer(models.WordLevel(ids, unk_token="[UNK]"))  # noqa: S106  not a password
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(path))
    return WordTokenizer(path)


def test_ids_beyond_sixteen_bits_are_kept(tmp_path):
    last = build_corpus("c", spoken("far"), wide_tokenizer(tmp_path / "a.json", 65_535), 9)
    assert (list(last.ids), last.ids.dtype) == ([65_535], np.uint16)
    wide = wide_tokenizer(tmp_path / "b.json", 250_001)
    corpus = build_corpus("c", spoken("far near"), wide, 9)
    assert corpus.ids.dtype == np.uint32
    again = open_corpus(write_corpus("c", spoken("far near"), wide, 9, tmp_path))
    assert (list(again.ids), again.ids.dtype) == ([250_001, 3], np.uint32)
