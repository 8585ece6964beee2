"""Private things stay private: nobody else may read them, and deleted is deleted."""

from __future__ import annotations

import os
import stat
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.dictation.events import State
from app.history.store import HistoryStore
from tests.faults.test_killed import Killed
from tests.support.recognisers.speech import CLIPS
from tests.support.ui.composed_window import composed_window

NAMES = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:2]
TYPED = ["zyxwvut", "kanarienvogel", "gruenspecht", "qqtitleqq"]
KEEPING = {"privacy__keeps_audio": True}


def edited(fermata, *words):
    """Type at the beginning, and let it be saved."""
    view = fermata.page.view
    for word in words:
        view.select(0, 0)
        QTest.keyClicks(view, f"{word} ")
        fermata.document_history.save()
    fermata.until(lambda: any(words[-1] in one.title for one in fermata.store.sessions()))


def traces(folder, words):
    """Return the files that hold any of the words, or the beginning or end of one."""
    pieces = [piece for word in words for piece in (word[:5], word[-5:])]
    for path in folder.rglob("*"):
        content = path.read_bytes().lower() if path.is_file() else b""
        for piece in pieces:
            for encoding in ("utf-8", "utf-16-le"):
                if piece.encode(encoding) in content:
                    yield path.relative_to(folder).as_posix(), piece


def sounds(folder):
    """Return all files that can only be sound."""
    folders = [folder / "sound", folder / "audio"]
    return [path for place in folders for path in place.rglob("*") if path.is_file()]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are not Unix's here")
def test_nobody_else_can_read_anything(qtbot, tmp_path):
    data = tmp_path / "data"
    before = os.umask(0)
    try:
        data.mkdir(mode=0o777)  # as if another program had made it
        with composed_window(qtbot, data, **KEEPING) as fermata:
            fermata.begin(*NAMES)
            edited(fermata, *TYPED)
            during = {path: path.stat().st_mode for path in [data, *data.rglob("*")]}
            fermata.controller.stop()
            fermata.until(lambda: fermata.controller.state is State.STOPPED)
            fermata.until(lambda: list((data / "audio").glob("*.flac")))
            fermata.history_panel()
        after = {path: path.stat().st_mode for path in [data, *data.rglob("*")]}
    finally:
        os.umask(before)
    names = {path.name for path in [*during, *after]}
    assert {"history.sqlite", "preferences.json", "000000.int16"} <= names
    open_to_others = {
        path.relative_to(tmp_path).as_posix(): oct(stat.S_IMODE(mode))
        for path, mode in [*during.items(), *after.items()]
        if stat.S_IMODE(mode) & 0o077
    }
    assert open_to_others == {}


def test_what_is_deleted_for_good_is_nowhere(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path, **KEEPING) as fermata:
        fermata.dictate(*NAMES)
        edited(fermata, "bleibt")
        fermata.until(lambda: sounds(tmp_path / "audio") or True)
        fermata.texts.close()
        fermata.dictate(*NAMES)
        edited(fermata, *TYPED)
        number = fermata.store.sessions()[0].number
        fermata.store.rename(number, "Qqtitleqq")
        fermata.until((tmp_path / "audio" / f"{number}.flac").exists)
        for path in tmp_path.glob("history.backup.sqlite"):
            os.utime(path, (0, 0))  # long ago
        fermata.store.back_up()
        there = {"history.sqlite-wal", "history.backup.sqlite"}
        assert set(dict(traces(tmp_path, TYPED))) >= there
        with qtbot.waitSignal(fermata.history.deleted):
            fermata.history.delete([number])
        fermata.until(lambda: [path.name for path in sounds(tmp_path)] == ["1.flac"])
        assert list(traces(tmp_path, TYPED)) == [], "while Fermata runs"
        assert dict(traces(tmp_path, ["bleibt"]))
    assert list(traces(tmp_path, TYPED)) == []
    assert [path.name for path in sounds(tmp_path)] == ["1.flac"]


def test_an_interrupted_session_is_deleted_with_its_sound(qtbot, tmp_path):
    killed = Killed(tmp_path, 0.6)
    data = killed.folder / "data"
    with HistoryStore(data) as store:
        [one] = store.unfinished()
        assert [path for path in sounds(data) if path.suffix == ".int16"]
        store.delete([one.number])
        assert [path for path in sounds(data) if path.suffix == ".int16"] == []
        assert store.recordings.all() == []


def test_texts_left_by_a_killed_training_are_deleted_at_the_next_start(qtbot, tmp_path):
    left = tmp_path / ".training-abc"
    left.mkdir(mode=0o700)
    (left / "session-1.txt").write_text("zyxwvut", encoding="utf-8")
    with composed_window(qtbot, tmp_path) as fermata:
        fermata.until(lambda: not left.exists())
        assert fermata.page.view.isEnabled()
        QTest.keyClick(fermata.page.view, Qt.Key.Key_A)
