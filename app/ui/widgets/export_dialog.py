"""Asks where a text is to be written, and in which format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.transcripts.registry import format_named

AskPath = Callable[[QWidget, Path, Sequence[str]], tuple[str, Path] | None]
_UNSAFE = '\\/:*?"<>|'


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
    """Return what people call a format; `packaging/update_translations.py` finds the titles."""
    return QCoreApplication.translate("Formats", format_named(name).title)
