from __future__ import annotations

import json

import docx
import pytest

from engine.errors import TranscriptFormatError
from engine.punctuation.labels import Case, Mark
from training.finetuning.texts import knows_case, read_user_text, sentences, without_repeats

PROSE = "Well, we saw Anna. Did she see us? No, she did not."
FRENCH = (
    "Le café était fermé, mais nous sommes allés à l'hôtel, où ça coûte trois francs. "
    "Où êtes-vous allés après ? Le théâtre était déjà fermé, hélas."
)


@pytest.fixture
def write(tmp_path):
    def write(text, name="notes.txt", encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(text.encode(encoding))
        return read_user_text(path)

    return write


def cores(text):
    return [[word.core for word, _, _ in document] for document in text.documents]


def test_marks_and_cases_are_read(write):
    text = write(PROSE)
    (document,) = text.documents
    assert [word.mark for word, _, _ in document][:5] == [Mark.COMMA, 0, 0, Mark.PERIOD, 0]
    assert [word.case for word, _, _ in document][3] is Case.CAPITALISED
    assert (text.words, text.marked_share) == (12, 1.0)


def test_blank_lines_separate_documents_and_headings_are_skipped(write):
    text = write(f"A heading here\n\n{PROSE}\nAnother heading\n{PROSE}\n{PROSE}\n\n{PROSE}")
    assert [len(document) for document in text.documents] == [36, 12]
    assert "heading" not in cores(text)[0]


def test_wrapped_lines_are_joined(write):
    text = write("We saw Anna\nin the house, and\nBob saw\nus. Then we\nmet them.\n")
    assert text.words == 14
    assert [len(sentence) for sentence in sentences(text.documents[0])] == [10, 4]


def test_one_long_line_is_a_text(write):
    text = write(" ".join(f"We saw number {at} today." for at in range(200)))
    assert (len(text.documents), text.words, text.marked_share) == (1, 1000, 1.0)


@pytest.mark.parametrize(
    ("line", "least", "most"),
    [("we saw anna and then " * 100, 0, 0), (PROSE + " then we went " * 100, 0.01, 0.1)],
)
def test_unmarked_words_are_counted(write, line, least, most):
    assert least <= write(line).marked_share <= most


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings_are_guessed(write, encoding):
    text = write(FRENCH, encoding=encoding)
    assert text.encoding.startswith(encoding[:3])  # as likely as cp1257 in so short a text
    assert cores(text)[0][1:4] == ["café", "était", "fermé"]


def test_curly_quotes_become_straight(write):
    assert cores(write("“It’s late,” she said."))[0] == ["It's", "late", "she", "said"]


def test_subtitles_and_corrected_sessions_have_times(write):
    cue = "1\n00:00:01,000 --> 00:00:02,000\nWe saw Anna.\n\n"
    (document,) = write(cue, "talk.srt").documents
    assert [(start, end) for _, start, end in document] == [(1.0, None), (None, None), (None, 2.0)]
    words = [
        {"text": text, "start": at, "end": at + 0.5, "confidence": 0.9}
        for at, text in enumerate(["We", "saw", "Anna."])
    ]
    session = {"sentences": [{"text": "We saw Anna.", "start": 0, "end": 2.5, "words": words}]}
    (document,) = write(json.dumps(session), "session.json").documents
    assert [(w.core, w.mark, start, end) for w, start, end in document] == [
        ("We", Mark.NONE, 0.0, 0.5),
        ("saw", Mark.NONE, 1.0, 1.5),
        ("Anna", Mark.PERIOD, 2.0, 2.5),
    ]


def test_corrections_have_times(write):
    lessons = [
        {"text": "We saw – Anna. Yes.", "times": [[1, 2], [2, 3], [None, None], [4, 5], [7, 8]]},
        {"text": "好。", "times": [[None, None]]},
    ]
    text = write("".join(f"{json.dumps(one)}\n" for one in lessons), "own.lessons")
    first, second = text.documents
    assert [(word.core, word.mark, *times) for word, *times in first] == [
        ("We", Mark.NONE, 1, 2),
        ("saw", Mark.COMMA, 2, 3),
        ("Anna", Mark.PERIOD, 4, 5),
        ("Yes", Mark.PERIOD, 7, 8),
    ]
    assert [word.core for word, *_ in second] == ["好"]


def test_word_documents_are_read(tmp_path):
    document = docx.Document()
    document.add_heading("A heading here", 1)
    document.add_paragraph(PROSE)
    document.save(str(tmp_path / "letter.docx"))
    text = read_user_text(tmp_path / "letter.docx")
    assert (text.words, len(text.documents)) == (12, 1)


def test_code_in_markdown_is_skipped(write):
    text = write(f"# A heading here\n\n{PROSE}\n\n```\nx = 1. y = 2.\n```\n", "notes.md")
    assert text.words == 12


def test_passages_read_before_count_once(write):
    long = "We saw Anna and Bob in the house at the river today."
    texts = [write(f"{long} Yes. {PROSE}", "a.txt"), write(f"Yes. {long} {long}\n\nNo.", "b.txt")]
    first, second = without_repeats(texts)
    assert first.words == texts[0].words
    assert cores(second) == [["Yes"], ["No"]]


def test_a_malformed_passage_is_reported(write):
    cues = "1\n00:00:01,000 --> 00:00:02,000\nHello.\n\n2\n00:00:xx --> 00:00:04,000\nWell.\n"
    text = write(cues, "talk.srt")
    assert text.words > 0
    assert len(text.remarks) == 1
    assert "cannot be read" in text.remarks[0]


@pytest.mark.parametrize(
    ("line", "known"),
    [
        (PROSE, True),
        (PROSE.lower(), False),
        (PROSE.upper(), False),
        ("the cat sat. it slept. We left.", False),
    ],
)
def test_texts_without_capitals_teach_no_case(write, line, known):
    assert knows_case(write(line).documents[0]) is known


def test_empty_files_have_no_words_and_binary_ones_are_refused(write):
    assert write("").words == 0
    assert write(" . , – \n").marked_share == 0.0
    with pytest.raises(TranscriptFormatError):
        write("a\0b" * 100)
