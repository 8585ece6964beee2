from __future__ import annotations

import gzip
import io
import random
from functools import partial
from pathlib import Path

import pytest

from engine.errors import SettingsError, TranscriptFormatError
from engine.transcripts.registry import (
    FORMATS,
    SUFFIXES,
    format_named,
    read_transcript,
    written_format,
)
from engine.transcripts.transcript import has_words
from tests.support.transcripts import letters_of, opened, rewritten, words_of

FRENCH = "le café était fermé, mais nous sommes allés à l'hôtel où ça coûte trois francs"
CHINESE = "我們今日去旺角食飯，那邊很多人。所以不想再去了，好嗎？" * 200
TYPOGRAPHIC = "he said “hello” – it’s fine, the café’s open"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("utf-8", FRENCH),
        ("utf-8-sig", FRENCH),
        ("utf-16", FRENCH),
        ("utf-32", FRENCH),
        ("latin-1", FRENCH),
        ("latin-1", "naïve café"),
        ("cp1252", TYPOGRAPHIC),
        ("cp1251", "привет, как дела? сегодня хорошая погода"),
        ("gb18030", CHINESE),
        ("big5", CHINESE),
    ],
)
def test_encodings_are_detected(tmp_path, encoding, text):
    assert letters_of(rewritten(opened(tmp_path, text.encode(encoding)))) == letters_of(text)


def test_a_late_character_decides_the_encoding_of_the_whole_file(tmp_path):
    transcript = opened(tmp_path, (b"hello" + b" " * 200) * 600 + FRENCH.encode("latin-1"))
    assert transcript.encoding == "cp1252"
    assert "fermé mais" in rewritten(transcript)


@pytest.mark.parametrize(
    "content",
    [
        gzip.compress(b"hello " * 1000, mtime=0),
        b"hello there" * 10_000 + b"\0",
        "hello".encode("utf-16-le"),
    ],
)
def test_binary_files_are_refused(tmp_path, content):
    for read in (partial(opened, tmp_path), lambda content: read_transcript(io.BytesIO(content))):
        with pytest.raises(TranscriptFormatError, match="binary"):
            read(content)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"PK\x03\x04\x00\x00word", "compressed file.*docx"),
        (b"%PDF-1.7\n\xff\0", "PDF document; save"),
        (bytes.fromhex("d0cf11e0a1b11ae1") + bytes(100), "old Word document; save"),
    ],
)
def test_documents_are_recognised_by_their_first_bytes(tmp_path, content, kind):
    with pytest.raises(TranscriptFormatError, match=kind):
        opened(tmp_path, content)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (bytes(random.Random(1).choices(range(1, 256), k=20_000)), "encoding is unknown"),
        (b"\xff\xfeh", "first bytes"),
        (b"\xef\xbb\xbfh\xff\xfe", "first bytes"),
        (b"\xfe\xff\xd8\x00", "first bytes"),
    ],
)
def test_undecodable_bytes_are_reported(tmp_path, content, reason):
    with pytest.raises(TranscriptFormatError, match=reason):
        opened(tmp_path, content)


def test_a_file_is_read_once_and_may_then_disappear(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"hello")
    transcript = read_transcript(path)
    path.write_bytes(b"hello \xff")
    assert rewritten(transcript) == "Hello."
    path.unlink()
    assert rewritten(transcript) == "Hello."
    with pytest.raises(TranscriptFormatError) as caught:
        read_transcript(path)
    assert caught.value.path == path


SRT = "1\n00:00:01,000 --> 00:00:02,000\nhello\n"


VTT = "WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n"


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a.txt", SRT, "srt"),
        ("a.txt", "1\nhello", "txt"),
        ("a.srt", VTT, "vtt"),
        ("a.vtt", SRT, "srt"),
        ("a.srt", '{"text": "hello"}', "json"),
        ("a.md", "---\ntitle: my day\n---\nhello", "md"),
        ("a.MD", "hello", "md"),
        ("a.srt", SRT, "srt"),
        ("a.VTT", VTT, "vtt"),
        ("a.json", '{"text": "hello"}', "json"),
        ("a.jsonl", '{"text": "hello"}\n', "json"),
        ("a", "hello", "txt"),
        ("a", "[John] hello", "txt"),
        ("a", "<!-- by hand -->\n<!DOCTYPE html>\n<html><body>hello</body></html>", "html"),
        ("a.txt", "<html><body>hello</body></html>", "html"),
        ("a", SRT, "srt"),
        ("a", SRT.replace("\n", "\r\n"), "srt"),
        ("a.log", VTT, "vtt"),
        ("a", ' {"text": "hello"}', "json"),
        ("a", '[ {"text": "hello"}]', "json"),
    ],
)
def test_name_and_content_decide_the_format(tmp_path, name, text, kind):
    assert opened(tmp_path, text, name).format.name == kind
    if name == "a":
        assert read_transcript(io.BytesIO(text.encode())).format.name == kind


def test_the_format_can_be_given(tmp_path):
    assert read_transcript(io.BytesIO(VTT.encode()), "txt").format.name == "txt"
    assert opened(tmp_path, SRT).format.name == "srt"
    assert read_transcript(tmp_path / "a.txt", "txt").format.name == "txt"
    (tmp_path / "a.pdf").write_text("hello")
    assert read_transcript(tmp_path / "a.pdf", "txt").format.name == "txt"
    with pytest.raises(SettingsError):
        read_transcript(tmp_path / "a.txt", "pdf")


@pytest.mark.parametrize(
    "name", ["a.pdf", "a.DOC", "a.pages", "a.epub", "a.xlsx", "a.csv", "a.lrc"]
)
def test_unsupported_files_are_refused_by_name(tmp_path, name):
    with pytest.raises(TranscriptFormatError, match=r"cannot read .*; save .*\.(docx|txt|vtt)"):
        opened(tmp_path, "hello there", name)


OTHERS = {
    "XML data": '<?xml version="1.0"?><notes>hello</notes>',
    "MicroDVD": "{0}{25}hello\n{30}{50}there",
    "PDF": "%PDF-1.7\n1 0 obj",
    "table": "speaker,start,text\nann,0.0,hello there\nbob,2.5,hello\n",
    "a table": "ann\t0\thello there\nbob\t2\thello\nann\t5\tbye\n",
}


@pytest.mark.parametrize("kind", OTHERS)
@pytest.mark.parametrize("name", ["a", "a.txt", "a.log"])
def test_other_kinds_of_content_are_refused_not_taken_for_prose(tmp_path, kind, name):
    with pytest.raises(TranscriptFormatError, match=f"{kind}.*; save"):
        opened(tmp_path, OTHERS[kind], name)


@pytest.mark.parametrize(
    "text",
    [
        "so, well, yes\nin 2019, we went\nin 2020, we stayed\n",
        "你好,世界\n我们,3月去\n他们,5月来\n",
        "<i>hello</i> there",
        "{hello} there",
        "%PDF is a format",
        "well\tyes\nno\tmaybe\n",
        "\t\tso it goes\n\t\tand goes\n\t\ton\n",
        "yes,no,maybe\nso i went to the shop\nand back\n",
    ],
)
def test_prose_is_not_refused(tmp_path, text):
    assert letters_of(rewritten(opened(tmp_path, text, "a"))) == letters_of(text)


@pytest.mark.parametrize("name", ["a.pdf", "a.DOC", "a.csv", "a.jsonl", "a.html.pdf"])
def test_a_new_file_cannot_have_an_unwritable_suffix(name):
    with pytest.raises(SettingsError, match=r"\.txt, \.md, \.docx, \.odt, \.html, \.srt"):
        written_format(Path(name))


def test_the_name_of_a_new_file_decides_its_format():
    assert written_format(Path("a.MD")) is format_named("md")
    assert written_format(Path("a.marked.srt")) is format_named("srt")
    assert written_format(Path("a")) is written_format(Path("a.2026-11-23")) is None


def test_no_two_formats_share_a_suffix_or_name():
    suffixes = [s for form in FORMATS for s in (*form.suffixes, *form.read_only_suffixes)]
    assert len(set(suffixes)) == len(suffixes) == len(SUFFIXES)
    for form in FORMATS:
        assert format_named(form.name) is form
        assert f".{form.name}" in form.suffixes


def test_standard_input_can_be_read_repeatedly():
    lines = "“hello” café\n".encode("cp1252") * 1000
    transcript = read_transcript(io.BytesIO(lines + b"x" * (1 << 20)))
    assert transcript.path == Path("-")
    assert has_words(transcript)
    assert words_of(transcript) == words_of(transcript)
    assert len(words_of(transcript)) == 2_000
