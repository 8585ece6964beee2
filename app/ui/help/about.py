"""What Fermata is and is made of, and details for a report."""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import QUrl, qVersion
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QWidget

from app.commands.doctor import package_versions
from app.ui.help.window import Chapter, html
from app.ui.widgets.announcing import announce
from app.ui.widgets.boxes import button, row
from app.ui.widgets.muted_label import MutedLabel
from engine.installation import version
from engine.paths import Paths

_LAST_CELL = re.compile(r"^(\|.*\|)[^|\n]*\|$", re.MULTILINE)


def details() -> list[str]:
    """Return details for a report: versions and systems, no personal data."""
    return [
        f"Fermata {version() or '(a checkout)'}",
        f"Python {platform.python_version()}, {platform.platform()}",
        f"Qt {qVersion()}, {QGuiApplication.platformName()}",
        ", ".join(f"{name} {found}" for name, found in package_versions() if found),
    ]


class About(QWidget):
    """Buttons below the chapter “About Fermata”: its folder, and details for a report."""

    def __init__(self, paths: Paths) -> None:
        super().__init__()
        self._data = paths.data
        self._assets = paths.assets
        self._details = details()
        self.folder = button(self.tr("Open the folder"), self._open_folder)
        self.copy = button(self.tr("Copy details for a report"), self._copy)
        self.said = MutedLabel()
        row(self.folder, self.copy, (self.said, 1), on=self, margins=(28, 8, 28, 16))

    def chapters(self) -> list[Chapter]:
        return [
            Chapter(self.tr("About Fermata"), self._text, self),
            Chapter(self.tr("Language models"), self._cards),
            Chapter(self.tr("What it is made of"), self._licences),
        ]

    def _text(self) -> str:
        kept, report = self.tr("Your texts, recordings and models"), self.tr("For a report")
        return "".join(
            [
                html(f"# Fermata {version() or ''}"),
                *map(html, self._promises()),
                html(f"### {kept}"),
                f"<p>{escape(str(self._data))}</p>",
                html(f"### {report}"),
                html(self.tr("Versions only; nothing you said:")),
                f"<p>{'<br>'.join(map(escape, self._details))}</p>",
            ]
        )

    def _promises(self) -> Sequence[str]:
        return (
            self.tr("Offline dictation that does not mistake a pause for a full stop."),
            self.tr(
                "Nothing you say or write leaves this computer. Fermata uses the network only "
                "when you download a model, and reports nothing to anyone."
            ),
            self.tr(
                "Free software under the Apache License 2.0. The language models that come with it "
                "are CC BY-SA 4.0; the typefaces Inter and Literata are under the SIL Open Font "
                "License."
            ),
        )

    def _cards(self) -> str:
        files = sorted((self._assets / "models").glob("*/MODEL_CARD.md"))
        return "".join(html(_read(file)) for file in files)

    def _licences(self) -> str:
        """Return the packages without their addresses, which would make the table too wide."""
        return html(_LAST_CELL.sub(r"\1", _read(self._assets / "LICENCES.md")))

    def _open_folder(self) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._data))):
            self._say(self.tr("No file manager was found."))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(self._details) + "\n")
        self._say(self.tr("Details copied."))

    def _say(self, words: str) -> None:
        self.said.setText(words)
        announce(self, words)


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")
