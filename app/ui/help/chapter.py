"""A chapter of the help window, and those of the guide."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtGui import QFontDatabase, QTextDocument
from PySide6.QtWidgets import QWidget

_CODE = "font-family:'monospace';"  # Qt's word, which no font of macOS and Windows has
_ABOVE_PX = 16


@dataclass(frozen=True, slots=True)
class Chapter:
    """What is read, and what can be done there.

    Attributes:
        html: makes its text, once it is looked at.
        below: is shown with it, below the text.
    """

    title: str
    html: Callable[[], str]
    below: QWidget | None = None


def guide(folder: Path, language: str) -> list[Chapter]:
    """Return the chapters of the guide in a language, or in English.

    Raises:
        OSError: no guide can be read.
    """
    wanted = folder / f"{language}.md"
    file = wanted if wanted.is_file() else folder / "en.md"
    _, *parts = re.split(r"^## ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [Chapter(part.partition("\n")[0], partial(html, f"# {part}")) for part in parts]


def html(markdown: str) -> str:
    """Return what a text view shows in the window's own fonts; commands in the system's fixed."""
    document = QTextDocument()
    document.setMarkdown(markdown)
    text = document.toHtml().replace("font-weight:700", "font-weight:600")  # as the window's
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    text = text.replace(_CODE, f"font-family:'{fixed}'; ")
    text = re.sub(r"(<h[23] style=\" margin-top):0px", rf"\1:{_ABOVE_PX}px", text)
    return re.sub(r"(?<=body style=\")[^\"]*|line-height:[^;]*;|font-size:[^;]*pt;", "", text)
