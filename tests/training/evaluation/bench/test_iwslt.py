from __future__ import annotations

import pytest

from training.evaluation.bench.aggregation import PREDICTIONS, aggregation_rows, held_out_text
from training.evaluation.bench.iwslt import chinese_talks, english_talks, iwslt_rows

SENTENCE = "we O|saw O|it PERIOD|but O|do O|n't O|you O|know QUESTION|well COMMA|yes PERIOD"


@pytest.fixture
def shared(tmp_path):
    folder = tmp_path / "data" / "iwslt"
    folder.mkdir(parents=True)
    rows = SENTENCE.replace(" ", "\t").split("|")
    (folder / "dev2012.tsv").write_text("\n".join(["never\tO", *rows * 20]) + "\n")
    (folder / "test2011.tsv").write_text("\n".join(rows * 10) + "\n")
    return tmp_path


def test_the_held_out_text_is_the_last_of_it(shared):
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


def test_chinese_talks_are_scored_with_and_without_lines_that_have_no_mark(tmp_path):
    folder = tmp_path / "data" / "iwslt"
    folder.mkdir(parents=True)
    (folder / "zh_dev.txt").write_text("我 们 走 ， 你 呢 ？ \n好 的 \n", encoding="utf-8")
    (folder / "zh_test2011.txt").write_text("谢 谢 。 \n", encoding="utf-8")
    texts = chinese_talks(tmp_path).texts
    assert ["".join(text.words) for text in texts.values()] == [
        "我们走你呢好的",
        "谢谢",
        "我们走你呢",
        "谢谢",
    ]
    marks = next(iter(texts.values())).marks
    assert [
        chinese_talks(tmp_path).figures(marks, marks)[f"{it} F1"] for it in ("comma", "period")
    ] == [
        100.0,
        100.0,
    ]


def test_aggregation_has_a_row_for_every_number_of_predictions(shared, model):
    rows = list(aggregation_rows(shared, model, 60))
    first = [row.name.split(",")[0] for row in rows]
    assert list(dict.fromkeys(first)) == ["punctuate", *(str(number) for number in PREDICTIONS)]
    assert all(row.figures["seconds"] > 0 for row in rows)
    assert all(row.figures["test2011 micro F1"] > 0 for row in rows)
