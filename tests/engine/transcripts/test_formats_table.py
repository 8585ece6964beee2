"""Files of many programs: what is read of each, and that nothing is lost when writing it back."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from engine.transcripts.recutting import letters
from engine.transcripts.registry import FORMATS, read_transcript
from engine.transcripts.repunctuate import changes_of, repunctuate
from engine.transcripts.restored import Layout, RestoredText
from engine.transcripts.shown import restored
from engine.transcripts.treatment import Treatment
from tests.support.fakes import EverySeventhWord
from tests.support.transcripts import words_of

FOLDER = Path(__file__).parents[2] / "fixtures" / "transcripts"
SPEAKERS = {
    "ffmpeg.ass": ("NORA", "TOMAS"),
    "ffmpeg.ttml": ("NORA", "TOMAS"),
    "ffmpeg.vtt": ("NORA", "TOMAS"),
    "libreoffice.docx": ("Nora Lind", "Tomas Vega"),
    "libreoffice.html": ("Nora Lind", "Tomas Vega"),
    "libreoffice.odt": ("Nora Lind", "Tomas Vega"),
    "pandoc.docx": ("Nora Lind", "Tomas Vega"),
    "pandoc.html": ("Nora Lind", "Tomas Vega"),
    "pandoc.md": ("Nora Lind", "Tomas Vega"),
    "pandoc.odt": ("Nora Lind", "Tomas Vega"),
    "aegisub.ass": ("Nora", "Tomas"),
    "named.srt": ("NORA", "TOMAS"),
    "teams.vtt": ("Nora Lind", "Tomas Vega"),
    "voices.vtt": ("Ann", "Bo Lund"),
    "youtube.sbv": ("Nora", "Tomas"),
    "zoom.vtt": ("Nora Lind", "Tomas Vega"),
    "amazon.json": ("spk_0", "spk_1"),
    "amazon_older.json": ("spk_0", "spk_1"),
    "assemblyai.json": ("A", "B"),
    "assemblyai_spacewalk.json": ("A",),
    "azure.json": ("Speaker 1", "Speaker 2"),
    "azure_live.json": ("Guest-1", "Guest-2"),
    "court.txt": ("THE COURT", "Q", "A"),
    "deepgram.json": ("Speaker 0", "Speaker 1"),
    "google.json": ("Speaker 1", "Speaker 2"),
    "google_last_tagged.json": ("Speaker 1", "Speaker 2"),
    "interview_zh.txt": ("主持人", "來賓"),
    "minutes.html": ("Nora", "Tomas"),
    "minutes.md": ("Nora Lind", "Tomas Vega"),
    "minutes.odt": ("Nora Lind", "Tomas Vega"),
    "netflix.ttml": ("Nora Lind", "Tomas Vega"),
    "otter.json": ("Speaker 7", "Speaker 8"),
    "otter.txt": ("Nora Lind", "Tomas Vega"),
    "rev.txt": ("Speaker 1", "Speaker 2"),
    "teams.docx": ("Nora Lind", "Tomas Vega"),
    "teams.txt": ("Nora Lind", "Tomas Vega"),
    "whisperx.json": ("SPEAKER_00", "SPEAKER_01"),
    "zoom.txt": ("Nora Lind", "Tomas Vega"),
    "zoom_named.txt": ("Nora Lind", "Tomas Vega"),
}
UNTIMED = {
    "libreoffice.docx",
    "libreoffice.html",
    "libreoffice.odt",
    "pandoc.docx",
    "pandoc.html",
    "pandoc.md",
    "pandoc.odt",
    "court.txt",
    "interview_zh.txt",
    "minutes.html",
    "minutes.md",
    "minutes.odt",
    "whisper_text_only.json",
    "zoom_named.txt",
}
TABLES_AND_NOTES = [
    "some cells of its tables have fewer than six words (4)",
    "it has comments and notes (1)",
]
TOLD = {
    f"{program}.{suffix}": TABLES_AND_NOTES
    for program in ("libreoffice", "pandoc")
    for suffix in ("docx", "odt")
}
FILES = sorted(path for path in FOLDER.iterdir() if not path.stem.isupper())
READERS = [form for form in FORMATS if form.can_write and form.is_text]
NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


def names(path: Path) -> str:
    return path.name


def rewritten(path: Path, renamed: dict[str, str] | None = None) -> tuple[bytes, RestoredText]:
    transcript, stream = read_transcript(path), io.BytesIO()
    words = list(repunctuate(transcript, EverySeventhWord, treatment=Treatment.FROM_SCRATCH))
    transcript.save(changes_of(words), stream, renamed)
    return stream.getvalue(), restored(transcript, words)


@pytest.mark.parametrize("path", FILES, ids=names)
def test_words_are_read_and_kept(path, tmp_path):
    content, _ = rewritten(path)
    (after := tmp_path / path.name).write_bytes(content)
    words = [said.word.core.lower() for said in words_of(read_transcript(path))]
    assert len(words) >= 8
    assert [said.word.core.lower() for said in words_of(read_transcript(after))] == words
    told = [str(warning.reason) for warning in read_transcript(path).warnings]
    assert told == TOLD.get(path.name, [])


@pytest.mark.parametrize("path", FILES, ids=names)
def test_times_are_read_and_kept(path, tmp_path):
    content, text = rewritten(path)
    (after := tmp_path / path.name).write_bytes(content)
    assert text.is_timed == (path.name not in UNTIMED)
    times = [(said.start_s, said.end_s) for said in words_of(read_transcript(path))]
    assert [(said.start_s, said.end_s) for said in words_of(read_transcript(after))] == times
    if read_transcript(path).format.is_text and not path.name.startswith(("amazon", "otter")):
        before, now = (NUMBER.findall(it) for it in (path.read_bytes().decode(), content.decode()))
        assert now == before


@pytest.mark.parametrize("path", FILES, ids=names)
def test_speakers_are_read_kept_and_renamed_everywhere(path, tmp_path):
    content, text = rewritten(path)
    assert text.speakers == SPEAKERS.get(path.name, ())
    (after := tmp_path / path.name).write_bytes(content)
    assert rewritten(after)[1].speakers == text.speakers
    for speaker in text.speakers:
        content, _ = rewritten(path, {speaker: "Zoë Brandt"})
        after.write_bytes(content)
        named = tuple("Zoë Brandt" if it == speaker else it for it in text.speakers)
        assert rewritten(after)[1].speakers == named


@pytest.mark.parametrize("path", FILES, ids=names)
def test_a_change_of_speaker_ends_a_sentence(path):
    _, text = rewritten(path)
    words = list(text.words)
    for one, other in pairwise(words):
        if one.speaker != other.speaker:
            assert one.text.endswith(".")
            assert not other.text[0].islower()


@pytest.mark.parametrize("form", READERS, ids=lambda form: form.name)
@pytest.mark.parametrize("path", FILES, ids=names)
def test_every_format_is_written_from_every_file_that_can_fill_it(path, form, tmp_path):
    _, text = rewritten(path)
    if not form.can_hold(text):
        assert form.needs_times
        assert not text.is_timed
        return
    stream = io.StringIO()
    form.write(text, stream, "Title")
    (other := tmp_path / f"a.{form.name}").write_text(stream.getvalue(), encoding="utf-8")
    _, read = rewritten(other)
    if form.carries_speakers and path.suffix != ".md":  # its code and links are words elsewhere
        written = iter([letters(word.text) for word in read.words])
        assert all(letters(word.text) in written for word in text.words)  # in their order
        headings = text.layout is Layout.LINES
        assert headings or sum(1 for _ in read.words) == sum(1 for _ in text.words)
    if form.carries_times or not text.is_timed:
        assert read.is_timed == text.is_timed
    if form.carries_speakers and not (text.layout is Layout.LINES and form.name == "html"):
        assert read.speakers == text.speakers  # a web page of lines keeps them as they are
    if form.carries_times and text.is_timed:
        first, second = (
            next(w.start_s for w in it.words if w.start_s is not None) for it in (text, read)
        )
        assert second == pytest.approx(first, abs=0.011)


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".json"], ids=names)
def test_everything_that_repeats_the_words_gets_the_same_marks(path):
    content, text = rewritten(path)
    spoken = " ".join(word.text for word in text.words)
    found = 0
    for told in texts_in(json.loads(content)):
        said = re.sub(r"\s*Speaker \d: ", " ", told).split()
        if len(said) > 2 and letters("".join(said)) in letters(spoken) and told != told.lower():
            assert " ".join(said) in spoken
            found += 1
    assert found


def first_s(text: RestoredText) -> float:
    return next(word.start_s for word in text.words if word.start_s is not None)


def texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for inner in (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    ):
        yield from texts_in(inner)


def test_the_documented_table_is_true():
    rows = ["| " + " | ".join(row(path)) + " |" for path in FILES]
    told = (FOLDER / "TABLE.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in told if line.startswith("| `")] == rows


def row(path: Path) -> list[str]:
    transcript, text = read_transcript(path), rewritten(path)[1]
    times = [(word.start_s, word.end_s) for word in text.words]
    timed = sum(start is not None for start, _ in times)
    of_words = "of words" if 2 * timed > len(times) else "of turns or segments"
    written = [form.name for form in FORMATS if form.can_hold(text)]
    return [
        f"`{path.name}`",
        transcript.format.title,
        str(len(times)),
        of_words if text.is_timed else "",
        ", ".join(text.speakers),
        ", ".join(written),
    ]
