"""Help: the guide's chapters, the keys, and what Fermata is made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QDialog, QFrame, QListWidget, QTextBrowser, QWidget

from app.ui.widgets.boxes import column, row
from app.ui.widgets.fonts import Size, sized

Chapter = tuple[str, str]  # title, HTML
_DEFAULT = QSize(860, 600)
_LIST_PX = 240
_PACKAGE = "fermata-dictation"


def guide(folder: Path, language: str) -> list[Chapter]:
    """Return the chapters of the guide in a language, or in English.

    Raises:
        OSError: no guide can be read.
    """
    wanted = folder / f"{language}.md"
    file = wanted if wanted.is_file() else folder / "en.md"
    _, *parts = re.split(r"^## ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [(part.partition("\n")[0], _html(f"# {part}")) for part in parts]


class HelpWindow(QDialog):
    """One chapter at a time, the list of them beside it."""

    def __init__(self, chapters: Sequence[Chapter], parent: QWidget) -> None:
        super().__init__(parent)
        self._keys, self._about = self.tr("Keys"), self.tr("About Fermata")
        self.setWindowTitle(self.tr("Help"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.chapters = [*chapters]
        self.list = QListWidget()
        self.list.setProperty("plain", True)  # noqa: FBT003  Qt's signature
        self.list.setProperty("roomy", True)  # noqa: FBT003
        self.list.setAccessibleName(self.tr("Chapters"))
        self.list.setFixedWidth(_LIST_PX)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text = QTextBrowser()
        self.text.setProperty("paper", True)  # noqa: FBT003
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.document().setDocumentMargin(28)
        self.text.setFont(sized(self.font(), Size.LEAD))
        self.text.setAccessibleName(self.tr("Help"))
        self.list.currentRowChanged.connect(self._show)
        beside = column(self.list, margins=(8, 14, 8, 14))
        row(beside, (self.text, 1), on=self, spacing=0)
        self.resize(_DEFAULT.boundedTo(self.screen().availableSize()))
        self.list.addItems([title for title, _ in self.chapters])
        self.list.setCurrentRow(0)

    def add_keys(self, parts: Iterable[tuple[str, Iterable[tuple[str, str]]]]) -> None:
        """Add a chapter with every key, by part of the window."""
        pieces = [_html(f"# {self._keys}")]
        for title, keys in parts:
            lines = "".join(
                f'<tr><td width="130">{escape(key)}</td><td>{escape(what)}</td></tr>'
                for key, what in keys
            )
            pieces += [_html(f"### {title}"), f'<table cellpadding="4">{lines}</table>']
        self._add(self._keys, "".join(pieces))

    def add_about(self) -> None:
        made_of = self.tr(
            "Free software under the Apache License 2.0. The language models that come with it "
            "are CC BY-SA 4.0; the typefaces Inter and Literata are under the SIL Open Font "
            "License."
        )
        release = self.tr("Version %1").replace("%1", _version())
        self._add(self._about, _html(f"# {self._about}\n\n{release}\n\n{made_of}"))

    def open_keys(self) -> None:
        self._open(self._keys)

    def open_about(self) -> None:
        self._open(self._about)

    def _open(self, wanted: str) -> None:
        self.list.setCurrentRow([title for title, _ in self.chapters].index(wanted))

    def _add(self, title: str, text: str) -> None:
        self.chapters.append((title, text))
        self.list.addItem(title)

    def _show(self, at: int) -> None:
        self.text.setHtml(self.chapters[at][1])


def _html(markdown: str) -> str:
    document = QTextDocument()
    document.setMarkdown(markdown)
    html = document.toHtml().replace("font-weight:700", "font-weight:600")  # as the window's
    return re.sub(r"font-family:[^;]*;|line-height:[^;]*;|font-size:[^;]*pt;", "", html)


def _version() -> str:
    try:
        return version(_PACKAGE)
    except PackageNotFoundError:  # a frozen application without its metadata
        return "?"
