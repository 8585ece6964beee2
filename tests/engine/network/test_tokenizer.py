from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from engine.errors import ModelFormatError
from engine.network.tokenizer import MAX_PIECES_A_WORD, WordTokenizer

LETTERS = {letter: at + 10 for at, letter in enumerate("abcdefghijklmnopqrstuvwxyz")}
INNER = {f"##{letter}": at + 40 for letter, at in LETTERS.items()}
BERT = {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3}


def saved(folder, specials: dict[str, int], unknown: str):
    tokenizer = Tokenizer(models.WordPiece({**specials, **LETTERS, **INNER}, unk_token=unknown))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.enable_truncation(4)
    tokenizer.enable_padding(length=8)
    path = folder / "tokenizer.json"
    tokenizer.save(str(path))
    return path


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory):
    return WordTokenizer(saved(tmp_path_factory.mktemp("bert"), BERT, "[UNK]"))


@given(st.text(max_size=40))
def test_every_word_has_one_to_twelve_pieces(tokenizer, word):
    assert 1 <= len(tokenizer.encode_word(word)) <= MAX_PIECES_A_WORD


def test_padding_and_truncation_in_the_file_are_ignored(tokenizer):
    assert tokenizer.encode(["abcdef", "a"]) == [(10, 51, 52, 53, 54, 55), (10,)]


def test_a_word_without_pieces_is_unknown(tokenizer):
    assert tokenizer.encode_word("") == tokenizer.encode_word("é") == (1,)


def test_a_word_of_a_million_letters_is_cut(tokenizer):
    assert len(tokenizer.encode_word("ab " * 400_000)) == MAX_PIECES_A_WORD


@pytest.mark.parametrize("content", [None, "", "{}", "[1, 2", '{"version": "1.0"}'])
def test_an_invalid_tokenizer_is_a_format_error(tmp_path, content):
    path = tmp_path / "tokenizer.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(ModelFormatError) as caught:
        WordTokenizer(path)
    assert caught.value.path == path


def test_a_tokenizer_without_special_tokens_is_a_format_error(tmp_path):
    with pytest.raises(ModelFormatError, match=r"\[CLS\]"):
        WordTokenizer(saved(tmp_path, {"[UNK]": 1}, "[UNK]"))


def test_a_tokenizer_that_makes_rust_panic_is_a_format_error(tmp_path):
    vocabulary = {**BERT, "a": 4, "b": 5, "ab": 6}
    table = json.loads(Tokenizer(models.BPE(vocabulary, [("a", "b")])).to_str())
    table["model"]["continuing_subword_prefix"] = "longer than b"
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(table))
    with pytest.raises(ModelFormatError, match="not a tokenizer"):
        WordTokenizer(path)
