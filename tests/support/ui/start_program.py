"""Starts the application in an empty folder and prints how long the first paint took, in seconds.

`python -m tests.support.ui.start_program FOLDER`: counted from the start of the process, without
the time in which other programs had the processor.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from pathlib import Path

gc.disable()  # as `app.commands.window` does

from PySide6.QtCore import QEvent, QObject, QTimer  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from app.application import Fermata  # noqa: E402
from app.desktop.ipc import IpcCommand, IpcRequest  # noqa: E402
from engine.paths import Paths, default_paths  # noqa: E402


def main(folder: Path) -> None:
    """Start, paint once, leave."""
    application = QApplication([])
    (folder / "preferences.json").write_text('{"general": {"first_run_is_done": true}}')
    paths = Paths(default_paths().assets, folder, ())
    fermata = Fermata(application, paths, folder / "preferences.json", _no_microphone)
    watch = _FirstPaint(application)
    fermata.page.view.viewport().installEventFilter(watch)
    fermata.show(IpcRequest(IpcCommand.SHOW))
    application.exec()
    loaded = sorted({"torch", "onnxruntime", "vosk", "soundfile"} & watch.modules)
    print(watch.took_s, *loaded, flush=True)
    os._exit(0)  # how it ends is tested elsewhere


class _FirstPaint(QObject):
    """Notes when the text was painted, and what was loaded by then."""

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self._application = application
        self.took_s = 0.0
        self.modules: set[str] = set()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's own
        """Leave once the paint is on the screen."""
        if event.type() == QEvent.Type.Paint and not self.took_s:
            self.took_s = _since_start_s()
            self.modules = set(sys.modules)
            QTimer.singleShot(0, self._application.quit)
        return super().eventFilter(watched, event)


def _since_start_s() -> float:
    after_comm = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    started_s = int(after_comm[19]) / os.sysconf("SC_CLK_TCK")
    in_line_s = int(Path("/proc/self/schedstat").read_text().split()[1]) / 1e9
    return time.clock_gettime(time.CLOCK_BOOTTIME) - started_s - in_line_s


def _no_microphone(*_: object) -> None:
    raise AssertionError("nobody records here")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
