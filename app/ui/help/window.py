"""The help window and its chapters, including those of the guide."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontDatabase, QTextDocument
from PySide6.QtWidgets import QDialog, QFrame, QListWidget, QTextBrowser, QWidget

from app.ui.appearance.fonts import Size, sized
from app.ui.widgets.boxes import column, row

Keys = Iterable[tuple[str, Iterable[tuple[str, str]]]]
_DEFAULT = QSize(860, 680)
_LIST_PX = 240
_CODE = "font-family:'monospace';"  # Qt's name, which no font of macOS and Windows has
_ABOVE_PX = 16


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter, and the buttons that belong to it.

    Attributes:
        title: Its title in the list.
        html: Creates its text, when first shown.
        below: Shown with it, below the text.
    """

    title: str
    html: Callable[[], str]
    below: QWidget | None = None


def guide(folder: Path, language: str) -> list[Chapter]:
    """Return the chapters of the guide in a language, or in English.

    Raises:
        OSError: No guide can be read.
    """
    wanted = folder / f"{language}.md"
    file = wanted if wanted.is_file() else folder / "en.md"
    _, *parts = re.split(r"^## ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [Chapter(part.partition("\n")[0], partial(html, f"# {part}")) for part in parts]


def html(markdown: str) -> str:
    """Convert Markdown for a text view: in the window's fonts, code in the system's fixed one."""
    document = QTextDocument()
    document.setMarkdown(markdown)
    text = document.toHtml().replace("font-weight:700", "font-weight:600")  # like the window's
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    text = text.replace(_CODE, f"font-family:'{fixed}'; ")
    text = re.sub(r"(<h[23] style=\" margin-top):0px", rf"\1:{_ABOVE_PX}px", text)
    return re.sub(r"(?<=body style=\")[^\"]*|line-height:[^;]*;|font-size:[^;]*pt;", "", text)


class HelpWindow(QDialog):
    """One chapter at a time, with the list of them beside it.

    Args:
        guide: The guide's chapters.
        keys: Every shortcut and what it does, by part of the window.
        others: Chapters after the shortcuts.
        parent: The window that it belongs to.
    """

    def __init__(
        self, guide: Sequence[Chapter], keys: Keys, others: Sequence[Chapter], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Help"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._keys = Chapter(self.tr("Keys"), lambda: self._key_table(keys))
        self.chapters = [*guide, self._keys, *others]
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
        below = [chapter.below for chapter in self.chapters if chapter.below]
        paper = QWidget()
        paper.setProperty("paper", True)  # noqa: FBT003
        paper.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column((self.text, 1), *below, on=paper, spacing=0)
        row(column(self.list, margins=(8, 14, 8, 14)), (paper, 1), on=self, spacing=0)
        self.resize(_DEFAULT.boundedTo(self.screen().availableSize()))
        self.list.addItems([chapter.title for chapter in self.chapters])
        self.list.setCurrentRow(0)

    def open_keys(self) -> None:
        self.open_chapter(self._keys.title)

    def open_chapter(self, title: str) -> None:
        self.list.setCurrentRow([chapter.title for chapter in self.chapters].index(title))

    def _show(self, at: int) -> None:
        shown = self.chapters[at]
        self.text.setHtml(shown.html())
        for chapter in self.chapters:
            if chapter.below:
                chapter.below.setVisible(chapter is shown)

    def _key_table(self, parts: Keys) -> str:
        pieces = [html(f"# {self._keys.title}")]
        for title, keys in parts:
            lines = "".join(
                f'<tr><td width="130">{escape(key)}</td><td>{escape(what)}</td></tr>'
                for key, what in keys
            )
            pieces += [html(f"### {title}"), f'<table cellpadding="4">{lines}</table>']
        return "".join(pieces)
