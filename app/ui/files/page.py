"""Files that were dropped or opened, and what became of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QWidget

from app.files.job import RECORDING_SUFFIXES
from app.preferences.preferences import Files
from app.ui.files.controller import FilesController
from app.ui.files.export_all import Exported
from app.ui.files.model import FilesModel
from app.ui.files.queue_view import FilesQueueView
from app.ui.widgets.boxes import column
from engine.transcripts.registry import SUFFIXES

AskFiles = Callable[[QWidget], Sequence[Path]]
AskFolder = Callable[[QWidget, Path], Path | None]
_MOST_TOLD = 5


class FilesPage(QWidget):
    """Takes files, shows their progress, and opens their results.

    `preferences` apply to results written from now on.
    """

    def __init__(
        self,
        controller: FilesController,
        *,
        ask_files: AskFiles | None = None,
        ask_folder: AskFolder | None = None,
    ) -> None:
        super().__init__()
        self.preferences = Files()
        self._controller = controller
        self._ask_files = ask_files or _ask_files
        self._ask_folder = ask_folder or _ask_folder
        self.model = FilesModel(self)
        self.queue = FilesQueueView(self.model)
        column(self.queue, on=self)
        self._connect()
        self.setAcceptDrops(True)

    def add_files(self, paths: Sequence[Path]) -> None:
        self._controller.add(list(paths))

    def open_files(self) -> None:
        paths = self._ask_files(self)
        if paths:
            self.add_files(paths)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's own
        super().showEvent(event)
        self._controller.find_speaker_model(self.queue.speakers.setVisible)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  Qt's own
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  Qt's own
        urls = event.mimeData().urls()
        paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.add_files(paths)

    def _connect(self) -> None:
        self.queue.open_wanted.connect(self.open_files)
        self.queue.cancel_wanted.connect(self._controller.cancel)
        self.queue.retry_wanted.connect(self._controller.retry)
        self.queue.insist_wanted.connect(self._controller.insist)
        self.queue.plan.start_wanted.connect(self._controller.start)
        self.queue.plan.treatment_wanted.connect(self._controller.treat)
        self.queue.text_wanted.connect(self._controller.open)
        self.queue.again_wanted.connect(self._controller.again)
        self.queue.track_wanted.connect(self._controller.read_track)
        self.queue.removed.connect(self._controller.remove)
        self.queue.export_all_wanted.connect(self._export_all)
        self._controller.all.ended.connect(self._tell_exported)
        self._controller.added.connect(self.model.add)
        in_order = Qt.ConnectionType.QueuedConnection  # a cancel here must not overtake a thread
        self._controller.job_changed.connect(self.model.change, in_order)
        self._controller.failed.connect(self.queue.notice.show_error)

    def _export_all(self, format_name: str) -> None:
        first = next(job for job in self.model.jobs() if job.is_result)
        start = Path(self.preferences.output_folder or first.path.parent)
        folder = self._ask_folder(self, start)
        if folder is not None:
            self.queue.notice.clear()
            self._controller.export_all(format_name, folder)
            self.queue.export_all.setEnabled(False)

    def _tell_exported(self, it: Exported) -> None:
        self.queue.export_all.setEnabled(True)
        written, count = map(QLocale().toString, (it.written, it.count))
        words = self.tr("%1 of %2 results were saved to %3.")
        words = words.replace("%1", written).replace("%2", count).replace("%3", str(it.folder))
        if not it.failed:
            self.queue.notice.show_lasting_remark(words)
            return
        told = [
            f"{name}: {self._controller.reason(error)}" for name, error in it.failed[:_MOST_TOLD]
        ]
        told += ["…"] * (len(it.failed) > _MOST_TOLD)
        self.queue.notice.show_error("\n".join((words, self.tr("Not saved:"), *told)))


def _ask_folder(parent: QWidget, start: Path) -> Path | None:
    title = QCoreApplication.translate("FilesPage", "Save all results to")
    name = QFileDialog.getExistingDirectory(parent, title, str(start))
    return Path(name) if name else None


def _ask_files(parent: QWidget) -> Sequence[Path]:
    translate = QCoreApplication.translate
    suffixes = " ".join(f"*{suffix}" for suffix in (*RECORDING_SUFFIXES, *SUFFIXES))
    kinds = (
        translate("FilesPage", "Recordings and transcripts (%1)").replace("%1", suffixes),
        translate("FilesPage", "All files (*)"),
    )
    title = translate("FilesPage", "Open files")
    names, _ = QFileDialog.getOpenFileNames(parent, title, "", ";;".join(kinds))
    return [Path(name) for name in names]
