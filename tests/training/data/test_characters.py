from __future__ import annotations

import numpy as np
import pytest

from tests.support.shared_data import need_module
from training.architectures.character_rows import neighbour_rows, noise_rows
from training.data.characters import choose_characters, count_texts, shared_forms

TEXT = ["國家的人，三個人！", "国家的人说 OK 吗？", "唔該晒呀，Don't 喺度"]


@pytest.fixture(scope="module", autouse=True)
def _needs():
    need_module("opencc")


def test_characters_and_words_are_counted_apart():
    counts = count_texts(TEXT)
    assert counts.characters["人"] == 3
    assert counts.characters["國"] == counts.characters["国"] == 1
    assert counts.words == {"ok": 1, "don": 1, "t": 1}
    assert "，" not in counts.characters


def test_a_word_stuck_to_characters_is_a_word():
    assert count_texts(["有U-start計畫,MVP的PDIS2020年"]).words == {
        "u": 1,
        "start": 1,
        "mvp": 1,
        "pdis": 1,
        "2020": 1,
    }


@pytest.mark.parametrize(
    "same", ["國国", "裡裏里", "說説说", "線綫线", "臺台", "衞衛卫", "後后", "麼麽么"]
)
def test_the_forms_of_a_character_are_one(same):
    assert len(set(shared_forms(same).values())) == 1


@pytest.mark.parametrize("one", "嘅喺咗佢冇𡃉𠸏人一")
def test_characters_without_other_forms_are_their_own(one):
    assert shared_forms(one) == {one: one}


def test_the_commonest_get_rows_and_bring_their_other_forms():
    counts = {"人": 9, "國": 4, "国": 4, "說": 1, "嘅": 5, "𡃉": 3}
    rows = choose_characters(counts, 4)
    assert rows["人"] == 0 or rows["國"] == 0
    assert rows["國"] == rows["国"]
    assert set(rows.values()) == {0, 1, 2, 3}
    assert {"嘅", "𡃉"} <= set(rows)
    assert "說" not in rows
    assert "説" not in choose_characters({"人": 1}, 4)
    assert "説" in choose_characters({"說": 1}, 4)


def embeddings(pieces=200, width=6):
    rng = np.random.default_rng(3)
    spread = np.array([5.0, 3.0, 1.0, 0.5, 0.2, 0.1])[:width]
    return (rng.standard_normal((pieces, width)) * spread + 2.0).astype(np.float32)


def test_noise_lies_about_the_mean_of_the_encoders_rows():
    known = embeddings()
    rows = noise_rows(known, 5000, np.random.default_rng(1))
    assert rows.shape == (5000, 6)
    assert rows.dtype == np.float32
    assert np.allclose(rows.mean(axis=0), known.mean(axis=0), atol=0.15)
    assert np.allclose(rows.std(axis=0), known.std(axis=0) / 2, rtol=0.1)


def test_characters_with_the_same_neighbours_begin_alike():
    """Particles end sentences, verbs stand before nouns: each finds its own kind."""
    rng = np.random.default_rng(5)
    subjects, verbs, nouns, particles = "你我他", "見買食", "書魚車", "了嗎呢"
    lines = [
        "".join(rng.choice(list(kind)) for kind in (subjects, verbs, nouns, particles)) + "。"
        for _ in range(600)
    ]
    rows = {one: at for at, one in enumerate(subjects + verbs + nouns + particles)}
    made = neighbour_rows(lines, rows, embeddings(), rng)
    assert made.shape == (12, 6)
    apart = np.linalg.norm(made[:, None] - made[None], axis=-1) + np.eye(12) * 1e9
    assert all(near // 3 == at // 3 for at, near in enumerate(apart.argmin(axis=1)))


def test_new_rows_are_as_spread_as_the_encoders():
    rng = np.random.default_rng(7)
    letters = [chr(0x4E00 + at) for at in range(60)]
    lines = ["".join(rng.choice(letters, 12)) for _ in range(400)]
    known = embeddings()
    made = neighbour_rows(lines, {one: at for at, one in enumerate(letters)}, known, rng)
    assert np.isfinite(made).all()
    assert np.linalg.norm(made.mean(axis=0) - known.mean(axis=0)) < 1.5
    assert made.std() == pytest.approx(known.std(), rel=0.25)


def test_forms_that_share_a_row_are_counted_together():
    known = embeddings()
    rows = {"國": 0, "国": 0, "人": 1, "大": 2}
    traditional = neighbour_rows(["大國人", "國大"], rows, known, np.random.default_rng(1))
    simplified = neighbour_rows(["大国人", "国大"], rows, known, np.random.default_rng(1))
    assert np.allclose(traditional, simplified)
