from __future__ import annotations

import gzip
import io
import random
from pathlib import Path

import pytest

from engine.errors import SettingsError, TranscriptFormatError
from engine.transcripts.formats.json_transcript import JsonTranscript
from engine.transcripts.formats.subtitles import SubtitleTranscript
from engine.transcripts.formats.text import TextTranscript
from engine.transcripts.registry import read_transcript
from engine.transcripts.transcript import has_words
from tests.support.transcripts import rewritten

FRENCH = "le café était fermé, mais nous sommes allés à l'hôtel où ça coûte trois francs"
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
    ],
)
def test_encodings(tmp_path, encoding, text):
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode(encoding))
    letters = [sign for sign in rewritten(read_transcript(path)).lower() if sign.isalpha()]
    assert letters == [sign for sign in text if sign.isalpha()]


def test_a_late_sign_decides_on_the_encoding_of_the_whole_file(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes((b"hello" + b" " * 200) * 600 + FRENCH.encode("latin-1"))
    transcript = read_transcript(path)
    assert transcript.encoding == "cp1252"
    assert "fermé mais" in rewritten(read_transcript(path))


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04\x00\x00word",
        gzip.compress(b"hello " * 1000, mtime=0),
        b"hello there" * 10_000 + b"\0",
        "hello".encode("utf-16-le"),
    ],
)
def test_binary_files_are_refused(tmp_path, content):
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    for origin in (path, io.BytesIO(content)):
        with pytest.raises(TranscriptFormatError, match="binary"):
            read_transcript(origin)


def test_noise_without_zero_bytes_is_in_no_encoding(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(bytes(random.Random(1).choices(range(1, 256), k=20_000)))
    with pytest.raises(TranscriptFormatError, match="no known encoding"):
        read_transcript(path)


@pytest.mark.parametrize("content", [b"\xff\xfeh", b"\xef\xbb\xbfh\xff\xfe", b"\xfe\xff\xd8\x00"])
def test_a_byte_order_mark_that_lies_is_told(tmp_path, content):
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    with pytest.raises(TranscriptFormatError, match="announce"):
        read_transcript(path)


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(TranscriptFormatError) as caught:
        read_transcript(tmp_path / "none.txt")
    assert caught.value.path == tmp_path / "none.txt"
    with pytest.raises(TranscriptFormatError):
        read_transcript(tmp_path)


def test_a_file_that_goes_away_or_changes_is_told(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"hello")
    transcript = read_transcript(path)
    path.write_bytes(b"hello \xff")
    with pytest.raises(TranscriptFormatError):
        list(transcript.parts())
    path.unlink()
    with pytest.raises(TranscriptFormatError):
        list(transcript.parts())


SRT = "1\n00:00:01,000 --> 00:00:02,000\nhello\n"


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a.txt", SRT, TextTranscript),
        ("a.MD", "hello", TextTranscript),
        ("a.srt", SRT, SubtitleTranscript),
        ("a.VTT", "WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n", SubtitleTranscript),
        ("a.json", '{"text": "hello"}', JsonTranscript),
        ("a.jsonl", '{"text": "hello"}\n', JsonTranscript),
        ("a", "hello", TextTranscript),
        ("a", "[John] hello", TextTranscript),
        ("a", SRT, SubtitleTranscript),
        ("a", SRT.replace("\n", "\r\n"), SubtitleTranscript),
        ("a.log", "WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n", SubtitleTranscript),
        ("a", ' {"text": "hello"}', JsonTranscript),
        ("a", '[ {"text": "hello"}]', JsonTranscript),
    ],
)
def test_the_name_and_then_the_content_tell_the_format(tmp_path, name, text, kind):
    path = tmp_path / name
    path.write_bytes(text.encode())
    assert isinstance(read_transcript(path), kind)
    if name == "a":
        assert isinstance(read_transcript(io.BytesIO(text.encode())), kind)


def test_the_format_can_be_given(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text(SRT)
    assert isinstance(read_transcript(path, "srt"), SubtitleTranscript)
    with pytest.raises(SettingsError):
        read_transcript(path, "odt")


LONG_LINE = ("“hello”" + " " * 200 + "café\n").encode("cp1252")


def test_standard_input_is_read_again_and_again():
    transcript = read_transcript(io.BytesIO(LONG_LINE * 6000))
    assert transcript.path == Path("-")
    assert has_words(transcript)
    first = sum(1 for _ in transcript.parts())
    assert first == sum(1 for _ in transcript.parts()) == 24_000
