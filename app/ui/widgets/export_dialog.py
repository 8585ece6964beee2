"""Asks where to write a text, and in which format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSettings, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.transcripts.registry import format_named

AskPath = Callable[[QWidget, Path, Sequence[str]], tuple[str, Path] | None]
_FOLDER, _FORMAT = "export/folder", "export/format"
_UNSAFE = '\\/:*?"<>|'


class ExportPlaces:
    """Asks where to write texts; remembers the last folder and format.

    Args:
        settings: Where both are remembered.
        ask: Shows the dialog.
    """

    def __init__(self, settings: QSettings, ask: AskPath | None = None) -> None:
        self._settings, self._ask = settings, ask or ask_path

    def ask(
        self, parent: QWidget, title: str, made_at: datetime, formats: Sequence[str]
    ) -> tuple[str, Path] | None:
        """Return format and path; None if cancelled.

        The suggested name has the title and the day.
        """
        last = str(self._settings.value(_FORMAT))
        suffix = last if last in formats else formats[0]
        name = f"{safe_name(title)} {made_at.date().isoformat()}.{suffix}"
        chosen = self.ask_at(parent, self._folder() / name, formats)
        if chosen is not None:
            self._settings.setValue(_FORMAT, chosen[0])
            self._settings.setValue(_FOLDER, str(chosen[1].parent))
        return chosen

    def ask_at(
        self, parent: QWidget, suggested: Path, formats: Sequence[str]
    ) -> tuple[str, Path] | None:
        """Return format and path for a given suggestion, without remembering them."""
        return self._ask(parent, suggested, formats)

    def _folder(self) -> Path:
        last = Path(str(self._settings.value(_FOLDER, "")))
        if last.is_absolute() and last.is_dir():
            return last
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        return Path(QStandardPaths.writableLocation(documents) or Path.home())


def ask_path(parent: QWidget, suggested: Path, formats: Sequence[str]) -> tuple[str, Path] | None:
    names = {filter_of(name): name for name in formats}
    first = next((label for label, n in names.items() if suggested.suffix == f".{n}"), "")
    chosen, label = QFileDialog.getSaveFileName(
        parent,
        QCoreApplication.translate("ExportDialog", "Export"),
        str(suggested),
        ";;".join(names),
        first,
    )
    if not chosen:
        return None
    path = Path(chosen)
    by_suffix = path.suffix.lower().removeprefix(".")
    if by_suffix in formats:
        return by_suffix, path
    name = names.get(label, formats[0])
    return name, path.with_name(f"{path.name}.{name}")


def safe_name(title: str) -> str:
    name = "".join(" " if sign in _UNSAFE or ord(sign) < 32 else sign for sign in title)
    return " ".join(name.split()).strip(". …")[:80] or "Fermata"


def filter_of(name: str) -> str:
    return f"{format_title(name)} (*.{name})"


def format_title(name: str) -> str:
    """Return a format's displayed name; `packaging/update_translations.py` finds the titles."""
    return QCoreApplication.translate("Formats", format_named(name).title)
