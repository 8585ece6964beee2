"""Changes of a result are taken back one by one, and its own format follows."""

from __future__ import annotations

import pytest

from app.files.export import export_own_form
from app.files.job import FileKind, FileResult
from app.files.review import Decisions, Difference, Review
from app.files.worker import rewrite
from engine.transcripts.registry import read_transcript
from engine.transcripts.restored import (
    Layout,
    RestoredText,
    RestoredWord,
    SpeakerLabel,
    Stretch,
)
from engine.transcripts.treatment import Treatment
from tests.support.fakes import EverySeventhWord
from tests.support.ui.transcripts_of_every_kind import write_transcripts

OUTSIDE_OF_CUES = """early words ,  here

1
00:00:01,000 --> 00:00:02,000
hello , there you—me 好，世界 so

behind a blank line of a cue

2
00:00:03,000 --> 00:00:04,000
the last words of it
"""


def review_of(*words, rejected=(), **more):
    pieces = [piece for word in words for piece in (RestoredWord(*word), " ")]
    text = RestoredText(Layout.LINES, (Stretch(tuple(pieces)),))
    return Review(text, Decisions(set(rejected), **more))


WORDS = [("So", "so"), ("the", "the."), ("house", "House"), ("is", "is"), ("old.", "old")]


def test_a_mark_and_the_next_capital_are_one_change():
    review = review_of(*WORDS)
    assert review.changes == [0, 2, 5]
    assert review.head(2) == Difference("House", "house")
    assert review.tail(2) == Difference(".", "")
    assert review.tail(5) == Difference("", ".")
    assert not review.head(5)


@pytest.mark.parametrize(
    ("rejected", "text"),
    [
        ([], "So the house is old. "),
        ([0], "so the house is old. "),
        ([2], "So the. House is old. "),
        ([5], "So the house is old "),
        ([0, 2, 5], "so the. House is old "),
    ],
)
def test_what_is_taken_back_is_as_in_the_source(rejected, text):
    review = review_of(*WORDS, rejected=rejected)
    assert review.text().stretches[0].text == text
    assert [word.source for word in review.text().words] == [source for _, source in WORDS]


def test_speakers_have_their_new_names():
    words = (RestoredWord("Hello.", "hello", speaker="Ann"),)
    stretch = Stretch((SpeakerLabel("Ann: ", "Ann"), *words))
    review = Review(RestoredText(Layout.LINES, (stretch,)), Decisions({0}, {"Ann": "Anna"}))
    assert review.text().stretches[0].text == "Anna: hello."
    assert review.text().speakers == ("Anna",)


def written(result, review, path):
    export_own_form(result, review, path)
    return path.read_bytes()


def result_of(path, treatment):
    transcript = read_transcript(path)
    text, changes = rewrite(transcript, EverySeventhWord, lambda _: None, treatment=treatment)
    name, source = transcript.format.name, path.read_bytes()
    return FileResult(path, FileKind.TRANSCRIPT, name, text, source, changes)


@pytest.mark.parametrize("treatment", Treatment)
def test_a_file_whose_changes_are_all_taken_back_is_as_it_was(tmp_path, treatment):
    written_here = write_transcripts(tmp_path).values()  # a packed file is packed anew
    paths = [path for path in written_here if path.suffix not in {".docx", ".odt"}]
    strange = tmp_path / "strange.srt"
    strange.write_text(OUTSIDE_OF_CUES, encoding="utf-8")
    for path in (*paths, strange):
        result = result_of(path, treatment)
        review = Review(result.text, Decisions())
        proposed = written(result, review, tmp_path / f"new{path.suffix}")
        assert (proposed != result.source) == bool(review.changes)
        review.decisions.rejected = set(review.changes)
        assert written(result, review, tmp_path / f"old{path.suffix}") == result.source


def test_a_mark_that_stood_alone_comes_back_to_its_place(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("one two three four five six seven , eight nine\n")
    result = result_of(path, Treatment.FROM_SCRATCH)
    review = Review(result.text, Decisions())
    assert written(result, review, tmp_path / "a.txt") == (
        b"One two three four five six seven. Eight nine.\n"
    )
    review.decisions.rejected = {7}
    assert review.tail(7) == Difference(" ,", ".")
    both = b"One two three four five six seven , eight nine.\n"
    assert written(result, review, tmp_path / "b.txt") == both
    assert review.text().stretches[0].text.encode() == both
