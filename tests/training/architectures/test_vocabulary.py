from __future__ import annotations

import pytest
from safetensors.torch import load_file, save_file

from engine.network.tokenizer import WordTokenizer
from tests.support.training.tiny import VOCABULARY, tagger, write_encoder
from training.__main__ import main
from training.data.corpus import write_corpus
from training.data.spoken_form import ReferenceWord

ROWS = "embeddings.word_embeddings.weight"
KEPT = len(VOCABULARY) - 5


@pytest.fixture
def encoder(tmp_path):
    """An encoder, and token files that use all its words but the last six."""
    folder = write_encoder(tmp_path / "encoder")
    words = (ReferenceWord(word, 1, 0) for word in VOCABULARY[:-6] if word.isalnum())
    tokenizer = WordTokenizer(folder / "tokenizer.json")
    write_corpus("small", words, tokenizer, 1000, tmp_path / "corpora")
    return folder


def prune(folder, *more):
    options = {"encoder": folder / "encoder", "prepared": folder / "corpora", "keep": KEPT}
    options |= {"output": folder / "pruned"}
    return main(["prune", *(f"--{name}={value}" for name, value in options.items()), *more])


def test_used_words_keep_their_rows_and_others_are_spelt(encoder, tmp_path):
    trained = tagger().state_dict()
    save_file({name: value.contiguous() for name, value in trained.items()}, tmp_path / "old")
    more = f"--weights={tmp_path / 'old'}", f"--pruned-weights={tmp_path / 'new'}"
    assert prune(tmp_path, *more) == 0
    before = WordTokenizer(encoder / "tokenizer.json")
    after = WordTokenizer(tmp_path / "pruned" / "tokenizer.json")
    assert after.largest_id == KEPT - 1
    assert len(before.encode_word(VOCABULARY[-1])) == 1
    assert len(after.encode_word(VOCABULARY[-1])) == len(VOCABULARY[-1])
    old, new = (load_file(it / "model.safetensors")[ROWS] for it in (encoder, tmp_path / "pruned"))
    (was,), (now,) = before.encode_word("we"), after.encode_word("we")
    assert new[now].equal(old[was])
    assert load_file(tmp_path / "new")[f"encoder.{ROWS}"][now].equal(
        trained[f"encoder.{ROWS}"][was]
    )


def test_without_token_files_nothing_is_pruned(encoder, tmp_path, capsys):
    assert prune(tmp_path, f"--prepared={tmp_path / 'none'}") == 2
    assert "no token files" in capsys.readouterr().err
