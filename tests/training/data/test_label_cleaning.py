from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.network.scorer import LABELS, Scorer
from engine.punctuation.labels import Mark
from tests.support.bundles import bundle_folder
from tests.support.fake_network import FakeBackend, FakeTokenizer
from tests.support.training.tiny import SMALL_RECIPE, write_encoder
from training.__main__ import main
from training.data.corpus import open_corpus
from training.data.label_cleaning import LabelCleaner, mark_probabilities
from training.data.spoken_form import IGNORE, SpokenWord
from training.evaluation.mixture import mixed_scores

TEXT = (
    "Good morning everyone and welcome to the call. Today we will talk about the results of the"
    " year. As you know, it was a hard year for us, but sales went up in the last quarter. How did"
    " we do that? We hired new people in London and Paris, and they did a very good job. Thank you."
)


def spoken(count=12_000):
    marks = [Mark.NONE, Mark.COMMA, Mark.PERIOD, Mark.QUESTION, Mark.EXCLAMATION]
    return [SpokenWord(f"word{at}", int(marks[at % 5]), 0) for at in range(count)]


def score(words):
    model = Scorer(FakeTokenizer(), FakeBackend())
    return mixed_scores(words, [model], window_tokens=48, predictions=1)


def test_only_marks_below_the_least_chance_are_left_out_and_no_word_is():
    words = spoken()
    cleaner = LabelCleaner(score, 0.05)
    found = list(cleaner.read(words))
    assert [word.text for word in found] == [word.text for word in words]
    assert [word.case for word in found] == [word.case for word in words]
    changed = [(old, new) for old, new in zip(words, found, strict=True) if old.mark != new.mark]
    assert all(new.mark == IGNORE for _, new in changed)
    assert cleaner.words == len(words)
    assert cleaner.left_out == len(changed)
    assert 0.05 < len(changed) / len(words) < 0.6


def test_the_chance_of_a_mark_is_its_share_and_stops_are_one():
    scores = np.zeros((5, LABELS), dtype=np.float32)
    scores[:, Mark.PERIOD] = np.log(2.0)
    scores[:, Mark.EXCLAMATION] = np.log(3.0)
    marks = [Mark.PERIOD, Mark.EXCLAMATION, Mark.COMMA, IGNORE, LABELS - 4]
    total = 5.0 + (LABELS - 4 - 2)  # two stops, and a one for each other mark
    expected = [
        5.0 / total,
        5.0 / total,
        1.0 / total,
        1.0,
        1.0,
    ]  # unknown, and one that the model does not know
    np.testing.assert_allclose(mark_probabilities(scores, marks), expected, rtol=1e-5)


@pytest.mark.parametrize("chance", [0.0, 1.0, -1.0])
def test_what_is_no_chance_is_refused(chance):
    with pytest.raises(ValueError, match="not between 0 and 1"):
        LabelCleaner(score, chance)


def prepare(folder: Path, *more: str) -> int:
    return main(
        [
            *("prepare", "--recipe", str(folder / "recipe.toml"), "--corpora", str(folder)),
            *("--work", str(folder / "work"), *more),
        ]
    )


def test_the_bundled_model_doubts_wrong_marks_and_not_right_ones(tmp_path, capsys):
    encoder = write_encoder(tmp_path / "encoder")
    (tmp_path / "recipe.toml").write_text(
        SMALL_RECIPE.format(name="doubted", encoder=encoder, steps=1)
    )
    wrong = TEXT.replace("to the call", "to? the call").replace("the last", "the. last")
    (tmp_path / "small.txt").write_text(f"{TEXT}\n{wrong}\n")
    assert prepare(tmp_path, "--doubter", str(bundle_folder()), "--set", "name=other") == 0
    marks = open_corpus(tmp_path / "work" / "other" / "corpora" / "small.corpus").marks
    count = len(TEXT.split())
    assert len(marks) == 2 * count
    assert (marks[:count] == IGNORE).sum() <= 1
    at = [count + place for place, word in enumerate(wrong.split()) if word in {"to?", "the."}]
    assert marks[at].tolist() == [IGNORE, IGNORE]
    assert f"of {2 * count} marks are left out" in capsys.readouterr().out
