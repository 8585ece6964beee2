"""What a simulated person corrects, and how it is scored; the benchmark itself takes minutes."""

from __future__ import annotations

from engine.punctuation.labels import Mark
from training.finetuning.simulated_person import _HABITS, _habit_f1, _lessons, _passages

NEVER = _HABITS[0]
SHORT = "it was cold and dark and we went home"
LONG = (
    "we drove to the city on the first day of the year and then we went back to the hotel because"
    " it was late i would like to thank everyone who was there and i hope that we will see each"
    " other again next year how did you like it"
)
WORDS = SHORT.split()
WRITTEN = [Mark.NONE, Mark.NONE, Mark.NONE, Mark.NONE, Mark.COMMA, *[Mark.NONE] * 3, Mark.PERIOD]


def test_f1_counts_only_places_where_the_habit_matters():
    assert NEVER.places(WORDS, WRITTEN) == [2, 4]
    assert NEVER.places(["and", *WORDS], [Mark.NONE, *WRITTEN]) == [3, 5]
    assert round(_habit_f1([WORDS], [WRITTEN], [WRITTEN], NEVER), 1) == 66.7
    learnt = [Mark.NONE if mark is Mark.COMMA else mark for mark in WRITTEN]
    assert _habit_f1([WORDS], [WRITTEN], [learnt], NEVER) == 100.0
    assert _habit_f1([WORDS], [WRITTEN], [WRITTEN], _HABITS[2]) == 0.0


def test_no_sentence_is_in_two_passages(tmp_path):
    (tmp_path / "dev").mkdir()
    lines = [f"Then {at} came. It was cold and dark in {at}. We went home." for at in range(4)]
    for source in NEVER.sources:
        (tmp_path / source).write_text(" ".join(lines))
    passages = _passages(tmp_path, NEVER)
    assert len(passages) == 4 * len(NEVER.sources)
    assert all(passage[:1] == ["then"] and passage[-1:] == ["home"] for passage in passages)


def test_only_what_breaks_the_habit_is_corrected(model):
    lessons, count = _lessons([LONG.split()] * 3, NEVER, model, 3)
    assert (count, lessons.count("\n\n")) == (4, 1)  # two per passage
    assert ", and" not in lessons
    assert " and I hope" in lessons
    assert lessons.endswith("?")
