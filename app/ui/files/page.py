"""Files that were dropped or opened: the queue in the first tab, results in tabs behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFont
from PySide6.QtWidgets import QFileDialog, QTabBar, QTabWidget, QToolButton, QWidget

from app.files.job import RECORDING_SUFFIXES, FileJob, JobState
from app.preferences.preferences import Files
from app.ui.appearance.icons import own_icons
from app.ui.files.controller import FilesController
from app.ui.files.export_all import Exported
from app.ui.files.model import FilesModel
from app.ui.files.queue_view import FilesQueueView
from app.ui.files.result_text import ShownResult
from app.ui.files.result_view import ResultView
from app.ui.widgets.boxes import column
from app.ui.widgets.export_dialog import AskPath, ask_path
from app.ui.widgets.shortcuts import add_shortcut
from engine.transcripts.registry import SUFFIXES

AskFiles = Callable[[QWidget], Sequence[Path]]
AskFolder = Callable[[QWidget, Path], Path | None]
_NEVER_CLOSED = 0
_MOST_TOLD = 5
_TAB_PX = 180  # of a name, so that some are seen beside each other


class FilesPage(QWidget):
    """Takes files, shows how far they are, and opens what came out.

    `preferences` are those for results that are opened from now on.

    Signals:
        said(str): a sentence for the person: what failed, or what was written where.
    """

    said = Signal(str)

    def __init__(
        self,
        controller: FilesController,
        *,
        ask: AskPath = ask_path,
        ask_files: AskFiles | None = None,
        ask_folder: AskFolder | None = None,
    ) -> None:
        super().__init__()
        self.preferences = Files()
        self._font = QFont(self.font())
        self._controller = controller
        self._ask = ask
        self._ask_files = ask_files or _ask_files
        self._ask_folder = ask_folder or _ask_folder
        self._awaited: set[int] = set()
        self.model = FilesModel(self)
        self.queue = FilesQueueView(self.model)
        self.tabs = QTabWidget()
        self._lay_out()
        self._connect()
        self.setAcceptDrops(True)
        here = Qt.ShortcutContext.WidgetWithChildrenShortcut
        add_shortcut(self, "Ctrl+W", self.tr("Close the result"), self._close_current, here)

    def add_files(self, paths: Sequence[Path]) -> None:
        self.tabs.setCurrentIndex(0)
        self._controller.add(list(paths))

    def open_files(self) -> None:
        paths = self._ask_files(self)
        if paths:
            self.add_files(paths)

    def set_reading_font(self, font: QFont) -> None:
        self._font = font
        for at in range(1, self.tabs.count()):
            view = self.tabs.widget(at)
            if isinstance(view, ResultView):
                view.page.setFont(font)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  Qt's own
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  Qt's own
        urls = event.mimeData().urls()
        paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.add_files(paths)

    def _lay_out(self) -> None:
        self.tabs.addTab(self.queue, self.tr("Queue"))
        self.tabs.setDocumentMode(True)
        self.tabs.setMovable(False)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)  # Qt would leave only an ellipsis
        self.tabs.tabBar().setAccessibleName(self.tr("Queue and results"))
        self.tabs.setAccessibleName(self.tabs.tabBar().accessibleName())
        column(self.tabs, on=self)

    def _connect(self) -> None:
        self.queue.open_wanted.connect(self.open_files)
        self.queue.cancel_wanted.connect(self._controller.cancel)
        self.queue.retry_wanted.connect(self._controller.retry)
        self.queue.insist_wanted.connect(self._controller.insist)
        self.queue.plan.start_wanted.connect(self._controller.start)
        self.queue.plan.treatment_wanted.connect(self._controller.treat)
        self.queue.result_wanted.connect(self._want_result)
        self.queue.removed.connect(self._controller.remove)
        self.queue.export_all_wanted.connect(self._export_all)
        self._controller.all.ended.connect(self._tell_exported)
        self._controller.added.connect(self.model.add)
        in_order = Qt.ConnectionType.QueuedConnection  # a cancel here must not overtake a thread
        self._controller.job_changed.connect(self._follow, in_order)
        self._controller.result_opened.connect(self._show_result)
        self._controller.laid_out.connect(self._show_again)
        self._controller.failed.connect(self.said)
        self._controller.exported.connect(
            lambda _, path: self.said.emit(self.tr("Written to %1").replace("%1", str(path)))
        )

    def _export_all(self, format_name: str) -> None:
        first = next(job for job in self.model.jobs() if job.state is JobState.DONE)
        start = Path(self.preferences.output_folder or first.path.parent)
        folder = self._ask_folder(self, start)
        if folder is not None:
            self.queue.notice.clear()
            self._controller.export_all(format_name, folder)
            self.queue.export_all.setEnabled(False)

    def _tell_exported(self, it: Exported) -> None:
        self.queue.export_all.setEnabled(True)
        written, count = map(QLocale().toString, (it.written, it.count))
        words = self.tr("%1 of %2 results were written to %3.")
        words = words.replace("%1", written).replace("%2", count).replace("%3", str(it.folder))
        if not it.failed:
            self.queue.notice.show_lasting_remark(words)
            return
        told = [
            f"{name}: {self._controller.reason(error)}" for name, error in it.failed[:_MOST_TOLD]
        ]
        told += ["…"] * (len(it.failed) > _MOST_TOLD)
        self.queue.notice.show_error("\n".join((words, self.tr("Not written:"), *told)))

    def _follow(self, job: FileJob) -> None:
        self.model.change(job)
        if job.number in self._awaited and job.state.is_over:
            self._awaited.remove(job.number)
            self._controller.open_result(job)

    def _again(self, view: ResultView, model: str) -> None:
        """Work on a file with another model; its result takes the place of the one that is seen."""
        number = view.shown.number
        self._close_tab(self.tabs.indexOf(view))
        self.tabs.setCurrentIndex(0)
        self._awaited.add(number)
        self._controller.again(number, model)

    def _want_result(self, job: FileJob) -> None:
        at = self._tab_of(job.number)
        if at is None:
            self._controller.open_result(job)
        else:
            self.tabs.setCurrentIndex(at)

    def _show_result(self, shown: ShownResult) -> None:
        at = self._tab_of(shown.number)
        if at is None:
            view = ResultView(shown, self.preferences, self._ask)
            view.export_wanted.connect(self._controller.export)
            view.copied.connect(lambda: self._controller.take(shown.number))
            view.reviewed.connect(lambda: self._controller.review(view.shown))
            view.layout_wanted.connect(self._controller.lay_out)
            view.edit_wanted.connect(self._controller.edit)
            view.looked_at.connect(self._controller.look)
            view.said.connect(self.said)
            view.again_wanted.connect(lambda model: self._again(view, model))
            view.page.setFont(self._font)
            at = self.tabs.addTab(view, self._tab_words(shown.result.path.name))
            self.tabs.setTabToolTip(at, str(shown.result.path))
            side = QTabBar.ButtonPosition.RightSide
            self.tabs.tabBar().setTabButton(at, side, self._close_button(view))
        self.tabs.setCurrentIndex(at)

    def _show_again(self, shown: ShownResult) -> None:
        view = self.tabs.widget(self._tab_of(shown.number) or _NEVER_CLOSED)
        if isinstance(view, ResultView):
            view.show_again(shown)

    def _tab_words(self, name: str) -> str:
        metrics, elide = self.tabs.fontMetrics(), Qt.TextElideMode.ElideMiddle
        return metrics.elidedText(name, elide, _TAB_PX).replace("&", "&&")

    def _close_button(self, view: ResultView) -> QToolButton:
        button = QToolButton()
        button.setIcon(own_icons()("close"))
        button.setProperty("quiet", True)  # noqa: FBT003  Qt's signature
        words = self.tr("Close %1 (Ctrl+W)").replace("%1", view.shown.result.path.name)
        button.setAccessibleName(words)
        button.setToolTip(words)
        button.clicked.connect(lambda: self._close_tab(self.tabs.indexOf(view)))
        return button

    def _tab_of(self, number: int) -> int | None:
        for at in range(1, self.tabs.count()):
            view = self.tabs.widget(at)
            if isinstance(view, ResultView) and view.shown.number == number:
                return at
        return None

    def _close_current(self) -> None:
        self._close_tab(self.tabs.currentIndex())

    def _close_tab(self, at: int) -> None:
        view = self.tabs.widget(at)
        if at != _NEVER_CLOSED and view is not None:
            self.tabs.removeTab(at)
            view.deleteLater()


def _ask_folder(parent: QWidget, start: Path) -> Path | None:
    title = QCoreApplication.translate("FilesPage", "Write all results to")
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
