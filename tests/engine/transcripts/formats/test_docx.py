from __future__ import annotations

import io
import zipfile
from pathlib import Path

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from engine.errors import TranscriptFormatError
from engine.transcripts.registry import read_transcript
from engine.transcripts.repunctuate import changes_of, repunctuate
from engine.transcripts.treatment import Treatment
from tests.support.fakes import EverySeventhWord
from tests.support.growth import assert_grows_with_length
from tests.support.transcripts import restored, words_of

SEVEN = "one two three four five six seven"
OTHER = "red green blue white black brown pink"
BODY = "word/document.xml"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "letter.docx"


def saved(document, path: Path) -> Path:
    document.save(str(path))
    return path


def rewritten(
    path: Path, names: dict[str, str] | None = None
) -> tuple[str, docx.document.Document]:
    """Return the text shown and the document written."""
    transcript = read_transcript(path)
    stream = io.BytesIO()
    words = list(repunctuate(transcript, EverySeventhWord, treatment=Treatment.FROM_SCRATCH))
    transcript.save(changes_of(words), stream, names)
    return "".join(transcript.rewritten(changes_of(words), names)), docx.Document(stream)


def runs(paragraph):
    return [run.text for run in paragraph.runs]


def with_body(path: Path, change) -> Path:
    """Rewrite the document's own XML, as a hostile or another program might."""
    with zipfile.ZipFile(path) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    files[BODY] = change(files[BODY])
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return path


def test_words_get_marks_and_keep_their_formatting(path):
    document = docx.Document()
    paragraph = document.add_paragraph("one two ")
    paragraph.add_run("thr").bold = True
    paragraph.add_run("ee four").italic = True
    paragraph.add_run(" five six seven ")
    paragraph.add_run("eight")
    text, after = rewritten(saved(document, path))
    assert text == "One two three four five six seven. Eight.\n"
    (paragraph,) = after.paragraphs
    assert runs(paragraph) == ["One two ", "thr", "ee four", " five six seven. ", "Eight."]
    assert [run.bold for run in paragraph.runs][1] is True
    assert [run.italic for run in paragraph.runs][2] is True


def test_existing_marks_are_read_and_replaced(path):
    document = docx.Document()
    document.add_paragraph("One, two three. Four ").add_run("five; six - seven?")
    text, after = rewritten(saved(document, path))
    assert text == "One two three four five six seven.\n"
    assert "".join(runs(after.paragraphs[0])) == "One two three four five six seven."
    marks = [said.word.mark.text for said in words_of(read_transcript(path))]
    assert marks == [",", "", ".", "", ".", ",", "?"]


def test_headings_and_empty_paragraphs_separate_texts_and_stay(path):
    document = docx.Document()
    document.add_heading("the first chapter", 1)
    for text in (SEVEN, "", OTHER):
        document.add_paragraph(text)
    text, after = rewritten(saved(document, path))
    assert text.splitlines() == [
        "the first chapter",
        SEVEN.capitalize() + ".",
        "",
        OTHER.capitalize() + ".",
    ]
    assert [p.text for p in after.paragraphs] == text.splitlines()


def test_each_larger_table_cell_is_a_separate_text(path):
    document = docx.Document()
    table = document.add_table(1, 3)
    for cell, text in zip(table.rows[0].cells, ("Speaker A", SEVEN, OTHER), strict=True):
        cell.text = text
    _, after = rewritten(saved(document, path))
    cells = [cell.text for cell in after.tables[0].rows[0].cells]
    assert cells == ["Speaker A", SEVEN.capitalize() + ".", OTHER.capitalize() + "."]


def test_tabs_line_breaks_and_links_stay(path):
    document = docx.Document()
    paragraph = document.add_paragraph("one\ttwo\nthree four ")
    link = f'<w:hyperlink {nsdecls("w")} w:anchor="x"><w:r><w:t>five six</w:t></w:r></w:hyperlink>'
    paragraph._p.append(parse_xml(link))
    paragraph.add_run(" seven eight")
    text, after = rewritten(saved(document, path))
    assert text == "One\ttwo\nthree four five six seven. Eight.\n"
    assert after.paragraphs[0].text == text.rstrip("\n")
    assert after.paragraphs[0].hyperlinks[0].text == "five six"


CHANGES = """<w:p {ns}><w:r><w:t xml:space="preserve">one two </w:t></w:r>
<w:ins w:id="1" w:author="a"><w:r><w:t xml:space="preserve">three four five </w:t></w:r></w:ins>
<w:del w:id="2" w:author="a"><w:r><w:delText>gone</w:delText></w:r></w:del>
<w:moveFrom w:id="3" w:author="a"><w:r><w:t>moved</w:t></w:r></w:moveFrom>
<w:r><w:instrText>PAGE</w:instrText><w:t>six seven</w:t></w:r></w:p>"""


def test_tracked_changes_are_read_as_shown_and_stay_tracked(path):
    document = docx.Document()
    document.element.body.insert(0, parse_xml(CHANGES.format(ns=nsdecls("w"))))
    text, after = rewritten(saved(document, path))
    assert text == SEVEN.capitalize() + ".\n"
    xml = after.element.xml
    for kept in ("<w:ins", "<w:delText>gone<", "<w:t>moved<", "<w:instrText>PAGE<"):
        assert kept in xml


def test_a_document_can_be_read_repeatedly_even_if_empty(path):
    assert words_of(read_transcript(saved(docx.Document(), path))) == []
    document = docx.Document()
    document.add_paragraph(SEVEN)
    transcript = read_transcript(saved(document, path))
    assert len(words_of(transcript)) == len(words_of(transcript)) == 7
    with path.open("rb") as stream:
        assert len(words_of(read_transcript(stream, "docx"))) == 7


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "Word document"),
        (b"hello", "Word document"),
        (b"PK\x03\x04" + b"\0" * 100, "Word document"),
        (b"\xd0\xcf\x11\xe0" + b"\0" * 100, "password"),
        (b"PK\x05\x06" + b"\0" * 18, "Word document"),
    ],
)
def test_other_files_are_refused(path, content, reason):
    path.write_bytes(content)
    with pytest.raises(TranscriptFormatError, match=reason):
        read_transcript(path)


def test_missing_files_are_reported(path, tmp_path):
    for missing in (path, tmp_path):
        with pytest.raises(TranscriptFormatError):
            read_transcript(missing, "docx")


def test_too_many_files_are_refused(path):
    with zipfile.ZipFile(saved(docx.Document(), path), "a") as packed:
        for number in range(10_001):
            packed.writestr(f"{number}", b"")
    with pytest.raises(TranscriptFormatError, match="too large"):
        read_transcript(path)


def test_a_paragraph_with_a_nameless_style_is_read(path):
    document = docx.Document()
    document.add_paragraph(SEVEN, style="Quote")
    with_body(saved(document, path), lambda body: body.replace(b' w:val="Quote"', b""))
    assert rewritten(path)[0] == f"{SEVEN.capitalize()}.\n"


def filled_body(inside: str) -> bytes:
    return f"<w:document {nsdecls('w')}><w:body>{inside}</w:body></w:document>".encode()


@pytest.mark.parametrize(
    "made",
    [
        lambda: "<w:p/>" * 2_000_000,
        lambda: "<w:p/>" * 300_000,
        lambda: "<w:p " + " ".join(f'w:a{n}=""' for n in range(2_000_000)) + "/>",
    ],
)
def test_too_many_elements_are_refused(path, made):
    with_body(saved(docx.Document(), path), lambda _: filled_body(made()))
    with pytest.raises(TranscriptFormatError, match=r"too large|200,000"):
        read_transcript(path)


def test_nesting_paragraphs_does_not_cost_more_per_word(path):
    saved(docx.Document(), path)

    def read(count):
        deep, words = count // 100, "<w:r><w:t>a </w:t></w:r>" * count
        with_body(path, lambda _: filled_body("<w:p>" * deep + words + "</w:p>" * deep))
        assert len(words_of(read_transcript(path))) == count

    assert_grows_with_length(read, 1_500)


def added(path: Path, name: str, content: bytes, method: int = zipfile.ZIP_DEFLATED) -> Path:
    saved(docx.Document(), path)
    with zipfile.ZipFile(path, "a", method) as packed:
        packed.writestr(name, content)
    return path


MARKUP = b"<a>" + b"<p/>" * 2_000_000 + b"</a>"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("word/header1.xml", MARKUP),
        ("word/picture.png", MARKUP),
        ("word/bomb.xml", bytes(65 << 20)),
    ],
)
def test_parts_count_whatever_their_names(path, name, content):
    with pytest.raises(TranscriptFormatError, match="too large"):
        read_transcript(added(path, name, content))


@pytest.mark.parametrize(
    "content",
    [b'<?xml version="1.0" encoding="utf-7"?><a/>', "<?xml version='1.0'?>".encode("cp037")],
)
def test_encodings_that_hide_markup_are_refused(path, content):
    with pytest.raises(TranscriptFormatError):
        read_transcript(added(path, "word/header1.xml", content))


def test_pictures_are_not_markup_and_other_compressions_are_refused(path):
    read_transcript(added(path, "word/media/a.png", b"\x89PNG" + b"<" * 2_000_000))
    with pytest.raises(TranscriptFormatError, match="compressed"):
        read_transcript(added(path, "word/a.xml", b"<a/>", zipfile.ZIP_LZMA))


def test_a_nested_paragraph_comes_after_the_outer_one(path):
    def change(_):
        inner = (
            "<w:r><w:txbxContent><w:p><w:r><w:t>in a box</w:t></w:r></w:p></w:txbxContent></w:r>"
        )
        ends = "<w:r><w:t>one </w:t></w:r>", "<w:r><w:t>two</w:t></w:r>"
        return filled_body(f"<w:p>{ends[0]}{inner}{ends[1]}</w:p><w:p>{ends[1]}</w:p>")

    transcript = read_transcript(with_body(saved(docx.Document(), path), change))
    assert transcript.text == "one two\nin a box\ntwo\n"
    assert [word.written for word in transcript.words()] == ["one", "two", "two"]


def test_teams_speakers_and_times_on_lines_of_their_own_are_read(path):
    document = docx.Document()
    for name, time, text in (("Anna Smith", "0:04", "so we"), ("Bob", "0:08", "oh no")):
        paragraph = document.add_paragraph()
        paragraph.add_run(name).bold = True
        paragraph.add_run("   ")
        paragraph.add_run(time)
        paragraph.add_run("\n" + text)
    transcript = read_transcript(saved(document, path))
    assert restored(transcript).speakers == ("Anna Smith", "Bob")
    assert [said.start_s for said in words_of(transcript)] == [4.0, None, 8.0, None]
    assert rewritten(path)[0] == "Anna Smith   0:04\nSo we.\nBob   0:08\nOh no.\n"


def test_a_renamed_speaker_keeps_its_formatting(path):
    document = docx.Document()
    for name, text in (("Anna: ", "so we"), ("Bob: ", "oh no")):
        paragraph = document.add_paragraph()
        paragraph.add_run(name).bold = True
        paragraph.add_run(text)
    saved(document, path)
    _, after = rewritten(path, {"Bob": "Robert Jones"})
    assert [runs(p) for p in after.paragraphs] == [
        ["Anna: ", "So we."],
        ["Robert Jones: ", "Oh no."],
    ]


def test_what_is_left_alone_is_reported(path):
    document = docx.Document()
    paragraph = document.add_paragraph(SEVEN)
    document.add_comment(paragraph.runs, "a remark of mine")
    table = document.add_table(1, 2)
    table.rows[0].cells[0].text = "short cell"
    table.rows[0].cells[1].text = "Ann: yes"
    transcript = read_transcript(saved(document, path))
    assert [str(warning.reason) for warning in transcript.warnings] == [
        "some cells of its tables have fewer than six words (1)",
        "it has comments and notes (1)",
    ]
    assert len(words_of(transcript)) == 8
