from __future__ import annotations

import pytest

from training.evaluation.bench.iwslt import english_talks, held_out_text, iwslt_rows

SENTENCE = "we O|saw O|it PERIOD|but O|do O|n't O|you O|know QUESTION|well COMMA|yes PERIOD"


@pytest.fixture
def shared(tmp_path):
    folder = tmp_path / "data" / "iwslt"
    folder.mkdir(parents=True)
    rows = SENTENCE.replace(" ", "\t").split("|")
    (folder / "dev2012.tsv").write_text("\n".join(["never\tO", *rows * 20]) + "\n")
    (folder / "test2011.tsv").write_text("\n".join(rows * 10) + "\n")
    return tmp_path


def test_the_held_out_text_is_the_last_one(shared):
    text = held_out_text(shared, 9)
    assert list(text.words) == ["we", "saw", "it", "but", "don't", "you", "know", "well", "yes"]


def test_the_benchmark_is_scored_in_three_ways(shared, model):
    rows = list(iwslt_rows(english_talks(shared), model, predictions=2))
    names = [f"{t}: {w}" for w in ("punctuate",) for t in ("dev2012, held out", "test2011")]
    ways = ("2 windows", "2 windows, offsets")
    names += [f"{t}: {w}" for w in ways for t in ("dev2012, held out", "test2011")]
    assert [row.name for row in rows] == names
    held_out = {row.name: row.figures["micro F1"] + row.figures["macro F1"] for row in rows}
    plain, fitted = (held_out[f"dev2012, held out: {way}"] for way in ways)
    assert fitted >= plain > 0
