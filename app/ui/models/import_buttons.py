"""Takes models that a person brings: an archive, or a folder."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from app.ui.models.controller import ModelsController
from app.ui.widgets.boxes import button, row
from engine.models.install import ARCHIVES


class ImportButtons(QWidget):
    """Two buttons; what was chosen is imported."""

    def __init__(self, library: ModelsController) -> None:
        super().__init__()
        self._library = library
        self.file = button(self.tr("Import an archive…"), self._import_file)
        self.folder = button(self.tr("Import a folder…"), self._import_folder)
        row(self.file, self.folder, on=self)

    def _import_file(self) -> None:
        patterns = " ".join(f"*{suffix}" for suffix in ARCHIVES)
        kinds = self.tr("Models") + f" ({patterns})"
        name, _ = QFileDialog.getOpenFileName(self, self.file.text(), "", kinds)
        if name:
            self._library.import_from(Path(name))

    def _import_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.folder.text())
        if name:
            self._library.import_from(Path(name))
