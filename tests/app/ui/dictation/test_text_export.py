from __future__ import annotations

import io
import json
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.history.edited_text import session_text
from app.history.records import SessionInfo, StoredSession
from engine.text.units import split_units
from engine.transcripts.registry import FORMATS, format_named
from engine.types import Sentence, Word
from tests.support.faults.disks import small_disk
from tests.support.recognisers.speech import CLIPS
from tests.support.ui.composed_window import composed_window

CLIP = min(name for name, text in CLIPS.items() if len(text.split()) > 3)
TEXT = "Grüße, 𡃉 and\nso on."


@pytest.fixture
def saving(qtbot, tmp_path, monkeypatch):
    """A window with a text; calling it saves where a person would say."""
    with composed_window(qtbot, tmp_path / "data") as fermata:
        fermata.page.view.model.replace_all(TEXT)
        fermata.notice = fermata.page.live.notice.label

        def save(path):
            answer = (str(path) if path else "", "")
            monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: answer)
            fermata.page.bar.save_as.trigger()

        fermata.save = save
        yield fermata


def test_the_text_is_copied_and_saved_unchanged(saving, tmp_path):
    saving.page.bar.copy.trigger()
    assert QGuiApplication.clipboard().text() == TEXT
    path, before = tmp_path / "text.txt", sorted(tmp_path.iterdir())
    saving.save(None)  # given up
    assert sorted(tmp_path.iterdir()) == before
    saving.save(path)
    assert path.read_bytes() == f"{TEXT}\n".encode()
    saving.page.view.model.replace_all("before \ud840 after")  # half a surrogate pair
    saving.save(path)
    saved = path.read_text(encoding="utf-8")
    assert saved.startswith("before ")
    assert saved.endswith(" after\n")
    assert str(path) in saving.notice.text()


def test_saving_again_writes_the_same_file_unless_somebody_else_changed_it(
    saving, tmp_path, monkeypatch
):
    path, other = tmp_path / "text.txt", tmp_path / "other.txt"
    saving.save(path)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(other), ""))
    QTest.keyClicks(saving.page.view, "More. ")
    saving.page.bar.save.trigger()
    assert path.read_text(encoding="utf-8") == f"{saving.page.view.model.text}\n"
    assert not other.exists()
    path.write_text("somebody else's", encoding="utf-8")
    saving.page.bar.save.trigger()
    assert path.read_text(encoding="utf-8") == "somebody else's"
    assert other.exists()
    saving.texts.close()
    QTest.keyClicks(saving.page.view, "Another text.")
    other.unlink()
    saving.page.bar.save.trigger()
    assert other.exists(), "it was asked for another text"


def test_a_full_disk_leaves_the_older_file_unchanged(saving, tmp_path):
    with small_disk(tmp_path / "disk") as disk:
        path = disk.folder / "text.txt"
        path.write_text("older", encoding="utf-8")
        disk.fill()
        saving.save(path)
        assert "No space left" in saving.notice.text()
        assert path.read_text(encoding="utf-8") == "older"
        assert sorted(one.name for one in disk.folder.iterdir()) == ["filler", "text.txt"]


@pytest.fixture
def exporting(qtbot, tmp_path, monkeypatch):
    """A window; calling it with a person's answers returns the questions."""
    with composed_window(qtbot, tmp_path / "data") as fermata:

        def export(path, label=""):
            asked = []

            def ask(_parent, _title, suggested, filters, _first):
                asked.append((suggested, filters))
                return str(path) if path else "", label

            monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
            fermata.page.bar.save_as.trigger()
            return asked[0]

        fermata.export = export
        yield fermata


def test_dictated_text_is_saved_in_every_format_with_its_times(exporting, tmp_path):
    exporting.dictate(CLIP)
    notice = exporting.page.live.notice.label
    for form in (one for one in FORMATS if one.can_write):
        path = tmp_path / f"out.{form.name}"
        suggested, filters = exporting.export(path)
        assert f"(*.{form.name})" in filters
        words = " ".join(exporting.document.text.split()[:2])
        assert words in suggested, "the name has the first words"
        exporting.until(lambda path=path: path.name in notice.text())
        assert path.stat().st_size > 0
    assert "-->" in (tmp_path / "out.srt").read_text()
    segments = json.loads((tmp_path / "out.json").read_text())["segments"]
    starts = [word["start"] for segment in segments for word in segment["words"]]
    assert len(starts) == len(CLIPS[CLIP].split())
    assert None not in starts


def test_typed_text_has_no_subtitles_and_the_last_folder_and_format_are_suggested(
    exporting, tmp_path
):
    QTest.keyClicks(exporting.page.view, "Only typed.")
    _, filters = exporting.export(tmp_path / "typed.odt")
    assert "*.srt" not in filters
    assert "*.docx" in filters
    exporting.until((tmp_path / "typed.odt").exists)
    exporting.document.replace_all("Dear Ann, and more.")
    (tmp_path / "letters").mkdir()
    exporting.export(tmp_path / "letters" / "one.docx")
    suggested, _ = exporting.export(None)
    day = datetime.now().astimezone().date().isoformat()
    assert suggested == str(tmp_path / "letters" / f"Dear Ann, and more {day}.docx")


_PIECES = st.sampled_from(
    ["Hello", "there.", " ", "  ", "\n", "Yes,", "你好。", "\t", "\u00a0", "ok"]
)


@pytest.mark.parametrize("name", ["srt", "vtt"])
@given(pieces=st.lists(_PIECES, min_size=1, max_size=30))
def test_no_cue_starts_or_ends_with_a_space(name, pieces):
    text = "".join(pieces)
    units = split_units(text)
    words = tuple(Word(unit, at, at + 0.5) for at, unit in enumerate(units))
    info = SessionInfo(1, "", datetime.now().astimezone(), "", "", 0, None, is_finished=True)
    sentences = (Sentence(tuple(units), words),) if units else ()
    restored = session_text(StoredSession(info, sentences, text))
    if not restored.is_timed:
        return
    out = io.StringIO()
    format_named(name).write(restored, out)
    lines = out.getvalue().splitlines()
    assert [line for line in lines if line != line.strip()] == []
