from __future__ import annotations

import subprocess
import sys

import pytest

from app.commands import cli
from app.desktop.ipc import IpcCommand, IpcRequest
from tests.support.shared_data import REPOSITORY
from tests.support.ui.composed_window import composed_window

OPEN_EVENT = """
import sys

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from app.main import Application
application = Application([])
application.requested.connect(lambda it: print(*it.files))
application.sendEvent(application, QFileOpenEvent(QUrl.fromLocalFile(sys.argv[1])))
application.sendEvent(application, QFileOpenEvent(QUrl("https://example.org")))
"""


@pytest.mark.qt_log_ignore("This plugin does not support raise")
def test_files_given_at_the_start_are_queued_like_dropped_ones(qtbot, tmp_path, monkeypatch):
    (tmp_path / "said.txt").write_text("well i think we should ship it on friday")
    monkeypatch.chdir(tmp_path)
    asked = []
    monkeypatch.setattr("app.commands.window._is_sent", lambda request: not asked.append(request))
    assert cli.main(["window", "said.txt"]) == 0
    with composed_window(qtbot, tmp_path / "data", is_first_run=True, request=asked[0]) as fermata:
        fermata.until(lambda: fermata.window.over is None)
        fermata.until(fermata.files_panel().model.jobs)
        [job] = fermata.files_panel().model.jobs()
        assert job.path == tmp_path / "said.txt"
        later = tmp_path / "later.txt"
        later.write_text("yes we should")
        fermata.desktop.execute(IpcRequest(IpcCommand.SHOW, files=(later,)))
        fermata.until(lambda: len(fermata.files_panel().model.jobs()) == 2)


def test_a_file_from_macos_is_queued(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", OPEN_EVENT, str(tmp_path / "talk.mp3")],
        cwd=REPOSITORY,
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines() == [str(tmp_path / "talk.mp3")]
