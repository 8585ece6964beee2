"""Opens the window on one screen after another; prints what fits as JSON.

`QT_QPA_PLATFORM=offscreen:configfile=…` tells Qt of the screens. The window is larger than
any of them.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QApplication, QWidget

from app.application import DICTATION, FILES, HISTORY, SETTINGS, Fermata
from engine.paths import Paths, default_paths


def main(folder: Path) -> None:
    application = QApplication([])
    general = {"first_run_is_done": True}
    (folder / "preferences.json").write_text(json.dumps({"general": general}))
    paths = Paths(default_paths().assets, folder, ())
    fermata = Fermata(application, paths, folder / "preferences.json", lambda *_: None)
    window, bar = fermata.window, fermata.page.live
    window.show()
    found = {}
    for screen in application.screens():
        window.setGeometry(QRect(screen.geometry().topLeft(), QSize(3000, 2000)))
        window.windowHandle().setScreen(screen)
        window.fit()
        for part in (SETTINGS, HISTORY, FILES, DICTATION):
            window.open_part(part)
            application.processEvents()
        found[screen.name()] = {
            "lies on it": screen.availableGeometry().contains(window.frameGeometry()),
            "record is seen": _is_seen(bar.record) and _is_seen(bar.pause),
            "navigation is seen": _is_seen(window.navigation),
        }
    print(json.dumps(found))
    sys.stdout.flush()
    os._exit(0)


def _is_seen(widget: QWidget) -> bool:
    inside = QRect(widget.mapTo(widget.window(), widget.rect().topLeft()), widget.size())
    return widget.visibleRegion().boundingRect() == widget.rect() and bool(
        widget.window().rect().contains(inside)
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
