"""What people drop by mistake: read without losing a word, or refused in plain words.

In full, with a million cues and a line of ten megabytes: `FERMATA_LARGE_MB=1024`.
"""

from __future__ import annotations

import io
import os
import re

import pytest

from engine.errors import TranscriptFormatError
from engine.transcripts.inspection import inspect
from engine.transcripts.registry import read_transcript
from engine.transcripts.repunctuate import changes_of, repunctuate
from engine.transcripts.treatment import Treatment
from tests.support.articles import ARTICLES
from tests.support.fakes import EverySeventhWord
from tests.support.faults.children import reading_process
from tests.support.transcripts import letters_of, rewritten
from tests.support.ui.transcripts_of_every_kind import write_transcripts

KINDS = [
    *("txt", "md", "srt", "vtt", "docx"),
    *("whisper.json", "vosk.json", "aws.json", "otter.json"),
]
TEXT_KINDS = [kind for kind in KINDS if kind != "docx"]
IS_FULL = int(os.environ.get("FERMATA_LARGE_MB", "0")) >= 1024
MANY = 1_000_000 if IS_FULL else 4_000
LINE_BYTES = 10 << 20 if IS_FULL else 1 << 18
STREAMED_MIB = 24 if IS_FULL else 12


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    paths = write_transcripts(tmp_path_factory.mktemp("samples"))
    return {kind: path.read_bytes() for kind, path in paths.items()}


@pytest.fixture(scope="module")
def read_apart():
    with reading_process() as read:
        yield read


def worked_on(path, **options):
    """Return everything the file would be written as; None if it is refused with a reason."""
    before, written = path.read_bytes(), io.BytesIO()
    try:
        transcript = read_transcript(path)
        inspect(transcript)
        words = repunctuate(transcript, EverySeventhWord, **options)
        transcript.save(changes_of(words), written)
    except TranscriptFormatError:
        return None
    finally:
        assert path.read_bytes() == before
    return written.getvalue()


@pytest.mark.parametrize("treatment", Treatment)
@pytest.mark.parametrize("kind", KINDS)
def test_a_truncated_file_keeps_its_words_or_is_refused(samples, tmp_path, kind, treatment):
    whole = samples[kind]
    path = tmp_path / f"cut.{kind}"
    for at in range(1, 20):
        part = whole[: len(whole) * at // 20]
        path.write_bytes(part)
        written = worked_on(path, treatment=treatment)
        if kind in {"txt", "md", "srt", "vtt"} and written is not None:
            assert letters_of(written.decode()) == letters_of(part.decode()), at


@pytest.mark.parametrize("suffix", ["txt", "md", "srt", "vtt", "json", "docx", "log", ""])
@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_suffix_loses_no_words(samples, tmp_path, kind, suffix):
    path = tmp_path / f"talk.{suffix}".rstrip(".")
    path.write_bytes(samples[kind])
    written = worked_on(path)
    if kind in TEXT_KINDS and suffix in {"txt", "log", ""}:
        assert written is not None
    if written is not None and kind in {"txt", "md", "srt", "vtt"}:
        assert letters_of(written.decode()) == letters_of(samples[kind].decode())
        times = rb"\d\d:\d\d:\d\d[.,]\d{3} --> .*"
        assert re.findall(times, written) == re.findall(times, samples[kind])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32", "shift_jis", "gb18030"])
@pytest.mark.parametrize("kind", ["txt", "md", "srt", "vtt"])
def test_every_encoding_is_read_or_refused(samples, tmp_path, kind, encoding):
    line = {
        "shift_jis": "今日は天気がいいので散歩に行きました",
        "gb18030": "我们今天去那边吃饭他说那边很多人所以不想再去了",
    }.get(encoding, "so the café was closed")
    source = samples[kind].decode().replace("it was closed", f"{line}\nit was closed" * 40)
    path = tmp_path / f"talk.{kind}"
    path.write_bytes(source.encode(encoding))
    written = worked_on(path)
    if encoding == "utf-16-be":
        assert written is None, "it does not say what it is"
    else:
        assert letters_of(written.decode()) == letters_of(source)


TIMES = [
    "00:00:05,000 --> 00:00:02,000",
    "00:00:01,000 --> 00:00:09,000",
    "00:00:00,500 --> 00:00:00,500",
    "99:59:59,999 --> 100:00:00,000",
]


@pytest.mark.parametrize("times", ["-00:00:01,000 --> 00:00:02,000", "00:61:00,000 --> x", *TIMES])
@pytest.mark.parametrize("at", [0, 1])
def test_overlapping_backward_and_negative_times_lose_no_words(tmp_path, times, at):
    cues = ["00:00:03,000 --> 00:00:06,000", "00:00:04,000 --> 00:00:08,000"]
    cues.insert(at, times)
    source = "".join(f"{n}\n{it}\nso it goes {n}\n\n" for n, it in enumerate(cues, 1))
    path = tmp_path / "talk.srt"
    path.write_text(source)
    written = worked_on(path)
    if written is not None:
        assert letters_of(written.decode()) == letters_of(source)
        assert [it in written.decode() for it in cues] == [True] * 3


@pytest.mark.parametrize("kind", ["txt", "md", "srt", "vtt"])
def test_right_to_left_text_stays(tmp_path, kind):
    arabic = ARTICLES["ar"]
    english = "so i went to the shop and it was closed what should i do now"
    cue = "00:00:01.000 --> 00:00:03.000\n" if kind in {"srt", "vtt"} else ""
    blocks = [f"{cue}{it}" for it in (english, english, arabic, english)]
    source = ("WEBVTT\n\n" if kind == "vtt" else "") + "\n\n".join(blocks) + "\n"
    path = tmp_path / f"talk.{kind}"
    path.write_text(source.replace(".000", ",000") if kind == "srt" else source, encoding="utf-8")
    written = worked_on(path, languages=["en"])
    assert arabic in written.decode()
    assert letters_of(written.decode()) == letters_of(source)


def test_direction_marks_stay(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("\u202bso i went\u202c to \u200fthe shop\u200e\n", encoding="utf-8")
    written = worked_on(path).decode()
    assert [it for it in written if it in "\u202b\u202c\u200e\u200f"] == list(
        "\u202b\u202c\u200f\u200e"
    )


@pytest.mark.parametrize("suffix", ["txt", "md", "srt", "vtt", "json", "docx", ""])
@pytest.mark.parametrize("content", [b"", b"\n\n \n", b"\xef\xbb\xbf", b"\xff\xfe"])
def test_an_empty_file_is_refused_or_has_no_words(tmp_path, suffix, content):
    path = tmp_path / f"a.{suffix}".rstrip(".")
    path.write_bytes(content)
    written = worked_on(path)
    assert written is None or letters_of(written.decode(errors="replace")) == ""
    if written is not None:
        assert inspect(read_transcript(path)).words == 0


@pytest.mark.parametrize("kind", ["srt", "vtt"])
def test_endless_cues_need_bounded_memory(read_apart, tmp_path, kind):
    path, sign = tmp_path / f"a.{kind}", {"srt": ",", "vtt": "."}[kind]
    with path.open("w") as stream:
        stream.write("WEBVTT\n\n" if kind == "vtt" else "")
        for at in range(MANY):
            time = f"{at // 3600:02}:{at // 60 % 60:02}:{at % 60:02}{sign}"
            stream.write(f"{at + 1}\n{time}000 --> {time}900\nso it goes on and on\n\n")
    told = read_apart(path, limit_s=120 + MANY // 1000)
    assert told["said"] == ""
    assert told["pieces"] > MANY
    assert told["mib"] < STREAMED_MIB


def test_a_long_line_needs_bounded_memory(read_apart, tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("so i went to the shop " * (LINE_BYTES // 22))
    told = read_apart(path, limit_s=900)
    assert (told["said"], told["mib"] < STREAMED_MIB) == ("", True)


def test_fragments_of_other_formats_are_plain_words():
    text = "so <b>it</b> goes, {\\rtf} [Script Info] 00:00:01,000 --> 00:00:02,000 and on"
    written = rewritten(read_transcript(io.BytesIO(text.encode())))
    assert letters_of(written) == letters_of(text)
