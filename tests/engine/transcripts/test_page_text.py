"""A page of a transcript: when saved, only what differs on it changes in the file."""

import io
from pathlib import Path

import pytest

from engine.transcripts.page_text import differences, page_text
from engine.transcripts.registry import read_transcript
from engine.transcripts.repunctuate import changes_of, repunctuate
from engine.transcripts.transcript import has_words
from engine.transcripts.treatment import Treatment
from tests.support.fakes import EverySeventhWord

_FIXTURES = Path(__file__).parents[2] / "fixtures" / "transcripts"


def _files() -> list[Path]:
    return sorted(_FIXTURES.iterdir())


def _saved(transcript, changes, names=None) -> bytes:
    stream = io.BytesIO()
    transcript.save(changes, stream, names)
    return stream.getvalue()


def _unpacked(transcript, content: bytes) -> object:
    return content if transcript.format.is_text else read_transcript_text(transcript, content)


def read_transcript_text(transcript, content: bytes) -> str:
    return read_transcript(io.BytesIO(content), transcript.format.name).file


def _saved_page(transcript, shown) -> bytes:
    """Save what another page shows of a transcript; that page still has all its words."""
    page = page_text(transcript)
    words = zip(page.starts, page.ends, shown.starts, shown.ends, strict=True)
    found = list(differences(page.text, shown.text, words))
    return _saved(transcript, page.changes(found, shown.text), page.names(found, shown.text))


@pytest.mark.parametrize("treatment", list(Treatment))
@pytest.mark.parametrize("path", _files(), ids=lambda path: path.name)
def test_an_untouched_page_saves_what_the_command_line_writes(path, treatment):
    transcript = read_transcript(path)
    if not has_words(transcript):
        pytest.skip("no words")
    rewritten = list(repunctuate(transcript, EverySeventhWord, treatment=treatment))
    saved = _saved_page(transcript, page_text(transcript, rewritten))
    wanted = _saved(transcript, changes_of(rewritten))
    assert _unpacked(transcript, saved) == _unpacked(transcript, wanted)


def test_signs_before_the_first_word_go_after_the_name(tmp_path):
    content = (_FIXTURES / "netflix.ttml").read_text("utf-8").replace(">that is", ">&amp; that is")
    (tmp_path / "a.ttml").write_text(content, encoding="utf-8")
    page = page_text(read_transcript(tmp_path / "a.ttml"))
    assert page.text.splitlines()[-1].startswith("Nora Lind: & that is")
