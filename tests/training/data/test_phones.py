from __future__ import annotations

import numpy as np
import pytest

from engine.network.layout import PLAIN
from tests.support.training.tiny import quiet_sampler, spoken_corpus
from training.data.phones import read_pronunciations

TABLE = """;;; kept as a word that nobody says
# a comment
we W IY1
we(2) W IH0
saw S AO1  # as in the past of see
Anna AE1 N AH0
silent
"""


def test_each_word_has_its_phones_at_its_last_token(tokenizer, tmp_path):
    (tmp_path / "table.dict").write_text(TABLE, encoding="utf-8")
    found = read_pronunciations(str(tmp_path / "table.dict"), tokenizer, PLAIN)
    batch = quiet_sampler(spoken_corpus(tokenizer, 60), 2).batch(6, 40)
    phones = found.of(batch)
    assert phones.shape == (6, 40, 12)
    heard = set()
    for row, lengths in enumerate(batch.lengths):
        ends = np.cumsum(lengths)
        for end, length in zip(ends, lengths, strict=True):
            ids = tuple(batch.ids[row, end - length + 1 : end + 1].tolist())
            spoken = tuple(phones[row, end][phones[row, end] > 0].tolist())
            assert len(spoken) == {
                tokenizer.encode_word("we"): 2,
                tokenizer.encode_word("saw"): 2,
                tokenizer.encode_word("anna"): 3,
            }.get(ids, 0)
            heard.add(spoken)
        silent = np.ones(40, dtype=bool)
        silent[ends] = False
        assert not phones[row, silent].any()
    assert len(heard) == 4
    assert found.kinds == 7


def test_the_table_can_come_in_an_installed_package(tokenizer, tmp_path, monkeypatch):
    inner = tmp_path / "carrier_of_phones" / "data"
    inner.mkdir(parents=True)
    (tmp_path / "carrier_of_phones" / "__init__.py").touch()
    (inner / "words.dict").write_text("we W IY1\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert read_pronunciations("carrier_of_phones", tokenizer, PLAIN).kinds == 2


@pytest.mark.parametrize("name", ["no_such_package", "json", "no/such/file", ""])
def test_a_missing_table_is_reported(tokenizer, name):
    with pytest.raises(FileNotFoundError, match="no table of phones"):
        read_pronunciations(name, tokenizer, PLAIN)


def test_a_table_without_phones_is_refused(tokenizer, tmp_path):
    (tmp_path / "t.dict").write_text("word\n# nothing\n")
    with pytest.raises(ValueError, match="not a word with phones"):
        read_pronunciations(str(tmp_path / "t.dict"), tokenizer, PLAIN)
