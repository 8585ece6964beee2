"""Loads what a later click will need, so that the click feels instant."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import chain

from PySide6.QtCore import QObject, QTimer

_INTERVAL_MS = 40
_DELAY_MS = 1_500  # the models come first
_MODULES = (
    "files.delegate",
    "files.model",
    "files.page",
    "history.delegate",
    "history.model",
    "history.preview",
    "history.page",
    "widgets.settings_page",
    "settings.plain_pages",
    "settings.microphone_page",
    "models.model_row",
    "models.page",
    "training.controller",
    "training.plot",
    "training.page",
    "settings.page",
)


class Preloading(QObject):
    """Imports the modules of other parts, then creates the parts, in short steps."""

    def __init__(
        self,
        make_parts: Sequence[Callable[[], object]],
        is_busy: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        """Args: make_parts: Each creates a part of the window; is_busy: True while it must wait."""
        super().__init__(parent)
        self._is_busy = is_busy
        imports = (partial(import_module, f"app.ui.{name}") for name in _MODULES)
        self._left: Iterator[Callable[[], object]] = chain(imports, make_parts)
        self._timer = QTimer(self, interval=_INTERVAL_MS)
        self._timer.timeout.connect(self._next)
        self._delay = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._delay.timeout.connect(self._timer.start)
        self.is_done = False

    def start(self) -> None:
        self._delay.start()

    def stop(self) -> None:
        self._delay.stop()
        self._timer.stop()

    def _next(self) -> None:
        if self._is_busy():
            return
        load = next(self._left, None)
        if load is not None:
            load()
            return
        self._timer.stop()
        self.is_done = True
        gc.freeze()  # what is loaded stays: no collection needs to scan it again
