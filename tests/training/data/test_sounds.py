from __future__ import annotations

import json

import numpy as np
import pytest

from tests.support.shared_data import need_module
from training.data.sounds import jyutping_of, pinyin_of, read_sounds

VOCABULARY = ["[PAD]", "[UNK]", "the", "##s", "他", "她", "嘅", "唔", "五", "國", "是", "事", "係"]


@pytest.fixture(scope="module", autouse=True)
def _needs():
    need_module("ToJyutping")
    need_module("pypinyin")


@pytest.fixture
def tokenizer(tmp_path):
    ids = {piece: at for at, piece in enumerate(VOCABULARY)} | {"国": VOCABULARY.index("國")}
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps({"model": {"vocab": ids}}), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("character", "jyutping", "pinyin"),
    [
        ("國", ("gw", "ok", "3"), ("g", "uo", "2")),
        ("五", ("", "ng", "5"), ("", "u", "3")),
        ("唔", ("", "m", "4"), None),
        ("安", ("", "on", "1"), ("", "an", "1")),
        ("女", ("n", "eoi", "5"), ("n", "v", "3")),
        ("𡃉", ("g", "aa", "3"), None),
    ],
)
def test_a_character_has_an_onset_a_rime_and_a_tone(character, jyutping, pinyin):
    assert jyutping_of(character) == jyutping
    if pinyin:
        found = pinyin_of(character)
        assert found is not None
        assert found[1:] == pinyin[1:]


def test_other_signs_have_no_sound():
    assert jyutping_of("a") is None
    assert pinyin_of("a") is None


@pytest.mark.parametrize("name", ["jyutping", "pinyin"])
def test_only_characters_have_sounds_and_both_forms_share_them(tokenizer, name):
    table = read_sounds(name, tokenizer)
    assert table.sounds.shape == (len(VOCABULARY), 3)
    assert not table.sounds[:4].any()
    assert (table.sounds[VOCABULARY.index("國")] > 0).all()
    assert table.sounds.max() == table.kinds


def test_a_part_has_the_same_number_wherever_it_occurs(tokenizer):
    table = read_sounds("pinyin", tokenizer)
    he, she = (table.sounds[VOCABULARY.index(one)] for one in "他她")
    assert np.array_equal(he, she)
    yes, thing = (table.sounds[VOCABULARY.index(one)] for one in "是事")
    assert np.array_equal(yes, thing)
    assert yes[0] != he[0]


def test_a_vocabulary_without_characters_is_refused(tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps({"model": {"vocab": {"the": 0}}}), encoding="utf-8")
    with pytest.raises(ValueError, match="not a character"):
        read_sounds("pinyin", path)
