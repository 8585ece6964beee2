from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from tests.support.faults.disks import small_disk
from tests.support.ui.composed_window import composed_window

TEXT = "Grüße, 𡃉 and\nso on."


@pytest.fixture
def saving(qtbot, tmp_path, monkeypatch):
    """A window with a text; calling it saves where a person would have said."""
    with composed_window(qtbot, tmp_path / "data") as fermata:
        fermata.page.view.model.replace_all(TEXT)
        fermata.notice = fermata.page.live.notice.label

        def save(path):
            answer = (str(path) if path else "", "")
            monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: answer)
            fermata.page.bar.save.trigger()

        fermata.save = save
        yield fermata


def test_the_text_is_copied(saving):
    saving.page.bar.copy.trigger()
    assert QGuiApplication.clipboard().text() == TEXT


def test_the_text_becomes_a_file_as_it_is(saving, tmp_path):
    saving.save(tmp_path / "text.txt")
    assert (tmp_path / "text.txt").read_bytes() == f"{TEXT}\n".encode()
    assert not saving.notice.isVisible()


def test_saving_can_be_given_up(saving, tmp_path):
    before = sorted(tmp_path.iterdir())
    saving.save(None)
    assert sorted(tmp_path.iterdir()) == before


def test_half_a_surrogate_pair_keeps_nothing_from_being_saved(saving, tmp_path):
    saving.page.view.model.replace_all("before \ud840 after")
    saving.save(tmp_path / "text.txt")
    saved = (tmp_path / "text.txt").read_text(encoding="utf-8")
    assert saved.startswith("before ")
    assert saved.endswith(" after\n")


def test_a_folder_that_is_not_there_is_told(saving, tmp_path):
    saving.save(tmp_path / "nowhere" / "text.txt")
    assert saving.notice.isVisible()
    assert "text.txt" in saving.notice.text()


def test_a_full_disk_leaves_the_older_file_as_it_was(saving, tmp_path):
    with small_disk(tmp_path / "disk") as disk:
        path = disk.folder / "text.txt"
        path.write_text("older", encoding="utf-8")
        disk.fill()
        saving.save(path)
        assert saving.notice.isVisible()
        assert path.read_text(encoding="utf-8") == "older"
        assert sorted(one.name for one in disk.folder.iterdir()) == ["filler", "text.txt"]
