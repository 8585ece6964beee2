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


def test_the_text_is_copied_and_becomes_a_file_as_it_is(saving, tmp_path):
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
    assert not saving.notice.isVisible()


def test_a_full_disk_leaves_the_older_file_as_it_was(saving, tmp_path):
    with small_disk(tmp_path / "disk") as disk:
        path = disk.folder / "text.txt"
        path.write_text("older", encoding="utf-8")
        disk.fill()
        saving.save(path)
        assert "No space left" in saving.notice.text()
        assert path.read_text(encoding="utf-8") == "older"
        assert sorted(one.name for one in disk.folder.iterdir()) == ["filler", "text.txt"]
