"""What will be done with transcripts that were only looked at, and the start of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from app.files.job import FileJob
from app.preferences.preferences import setting
from app.ui.files.model import FilesModel, is_unstarted
from app.ui.widgets.boxes import button, row
from app.ui.widgets.controls import NoScrollComboBox, shown
from app.ui.widgets.shortcuts import add_shortcut
from engine.transcripts.treatment import Treatment


class PlanBar(QWidget):
    """A choice for the chosen files, or for all where none of them is chosen, and the start.

    Signals:
        treatment_wanted(object, object): numbers of files, and a `Treatment` for them.
        start_wanted(object): numbers of files that are to be punctuated.
    """

    treatment_wanted = Signal(object, object)
    start_wanted = Signal(object)

    def __init__(self, model: FilesModel, chosen: Callable[[], Sequence[FileJob]]) -> None:
        super().__init__()
        self._model, self._chosen = model, chosen
        self.label = QLabel(self.tr("Marks and capitals that are there:"))
        self.treatment = NoScrollComboBox()
        self.start = button(self.tr("Start"), lambda: self._start(self._chosen()))
        self.start_all = button(self.tr("Start all"), self._start_all)
        for value, name in setting("files.treatment").choices.items():
            self.treatment.addItem(shown(name), Treatment(value))
        self.label.setBuddy(self.treatment)
        self.treatment.setAccessibleName(self.label.text().rstrip(":："))
        self.start.setToolTip(self.tr("Punctuate the chosen files"))
        self.start_all.setToolTip(self.tr("Punctuate all files that wait for it (Ctrl+Return)"))
        row(self.label, self.treatment, self.start, self.start_all, on=self)
        self.treatment.activated.connect(self._treat)
        add_shortcut(self, "Ctrl+Return", self.tr("Start all"), self._start_all)

    def refresh(self) -> None:
        """Follow the files and which of them are chosen."""
        self.setVisible(self._model.unstarted > 0)
        chosen = [job for job in self._chosen() if is_unstarted(job)]
        self.start.setEnabled(bool(chosen))
        first = next((job for job in self._model.jobs() if is_unstarted(job)), None)
        treatments = {job.treatment for job in chosen or filter(None, [first])}
        at = self.treatment.findData(treatments.pop()) if len(treatments) == 1 else -1
        self.treatment.setCurrentIndex(at)

    def _unstarted(self) -> list[FileJob]:
        return [job for job in self._model.jobs() if is_unstarted(job)]

    def _treat(self, at: int) -> None:
        addressed = [job for job in self._chosen() if is_unstarted(job)] or self._unstarted()
        numbers = [job.number for job in addressed]
        self.treatment_wanted.emit(numbers, self.treatment.itemData(at))

    def _start_all(self) -> None:
        self._start(self._unstarted())

    def _start(self, jobs: Sequence[FileJob]) -> None:
        self.start_wanted.emit([job.number for job in jobs if is_unstarted(job)])
