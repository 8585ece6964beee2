"""The list of files, and what can be done with the selected ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QItemSelection, QLocale, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QCheckBox, QLabel, QListView, QMenu, QStackedWidget, QWidget

from app.files.export import EXPORT_FORMATS, OWN_FORMAT
from app.files.job import FileJob, JobState
from app.preferences.preferences import setting
from app.ui.files.delegate import FilesDelegate
from app.ui.files.model import FilesModel, is_unstarted
from app.ui.language.languages import shown_language
from app.ui.language.messages import translated
from app.ui.widgets.boxes import button, column, row
from app.ui.widgets.controls import NoScrollComboBox, shown
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.export_dialog import format_title
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.notice_line import NoticeLine
from app.ui.widgets.shortcuts import add_shortcut
from engine.transcripts.treatment import Treatment

_REFRESH_MS = 50
_DROP_PLACE = "QFrame#empty { border: 2px dashed palette(mid); border-radius: 12px; }"
_RETRIED = frozenset({JobState.FAILED, JobState.CANCELLED})


class FilesList(QListView):
    """A list that repaints completely when the selection changes.

    Qt would look up the place of each of ten thousand selected files, which takes 90 ms.
    """

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:  # noqa: ARG002, N802
        return QRegion(self.viewport().rect())


class FilesQueueView(QWidget):
    """Shows the queue; buttons emit signals and do nothing themselves.

    Signals:
        open_wanted(): The user wants to choose files.
        cancel_wanted, retry_wanted, insist_wanted, removed(object): Numbers of files.
        text_wanted(object): A `FileJob` whose text is to be edited.
        again_wanted(int, str): Number of a file, and the model to process it with again.
        track_wanted(int, int): Numbers of a file, and of the audio track to use.
        export_all_wanted(str): Name of a format, or `OWN_FORMAT`.
    """

    open_wanted = Signal()
    cancel_wanted = Signal(object)
    retry_wanted = Signal(object)
    insist_wanted = Signal(object)
    text_wanted = Signal(object)
    again_wanted = Signal(int, str)
    track_wanted = Signal(int, int)
    export_all_wanted = Signal(str)
    removed = Signal(object)

    def __init__(self, model: FilesModel) -> None:
        super().__init__()
        self.model = model
        self.list = FilesList()
        self.summary = MutedLabel()
        self.choose = button(self.tr("Choose files…"), self.open_wanted)
        self.choose.setDefault(True)
        self.empty = EmptyState("files", self.choose)
        self.empty.setStyleSheet(_DROP_PLACE)
        self.empty.show_words(
            self.tr("Drop recordings or transcripts here"),
            self.tr(
                "Recordings are transcribed. Transcripts are punctuated once you press Start. "
                "Your files are never changed."
            ),
        )
        self.open = button(self.tr("Open…"), self.open_wanted)
        self.edit = button(self.tr("Edit text"), self._edit)
        self.edit.setToolTip(self.tr("Open the text for editing (Enter)"))
        self.again = button("", self._again)
        self.refusal = MutedLabel()
        self.insist = button("", self._insist)
        self.track_label = QLabel(self.tr("Sound track:"))
        self.track = NoScrollComboBox()
        self.track_label.setBuddy(self.track)
        self.track.setAccessibleName(self.track_label.text().rstrip(":："))
        self.track.setToolTip(self.tr("Transcribe another sound track of this video"))
        self.track.activated.connect(self._read_track)
        self.speakers = QCheckBox(self.tr("Tell speakers apart"))
        self.speakers.setToolTip(self.tr("In recordings that are transcribed from now on"))
        self.speakers.hide()  # until a model for it is found
        self.retry = button(self.tr("Try again"), self._retry)
        self.cancel = button(self.tr("Cancel"), self._cancel)
        self.clear = button(self.tr("Clear finished"), self._clear)
        self._for_chosen = (self.edit, self.retry, self.cancel, self.clear)
        self.export_all = button(self.tr("Export all…"), lambda: None)
        self.export_all.setToolTip(self.tr("Save all results in one folder"))
        self.export_all.setMenu(self._formats())
        self.notice = NoticeLine()
        self.plan = PlanBar(model, self.chosen)
        self._lay_out()
        self.plan.start_wanted.connect(lambda _: self.list.setFocus())  # its button may disappear
        self.list.activated.connect(lambda index: self._activate(self.model.job(index.row())))
        self._soon = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._soon.timeout.connect(self._refresh)
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._soon.start())
        model.dataChanged.connect(lambda *_: self._soon.isActive() or self._soon.start())
        model.rowsInserted.connect(lambda *_: self._refresh())
        model.modelReset.connect(self._refresh)
        here = Qt.ShortcutContext.WidgetShortcut
        add_shortcut(self.list, Qt.Key.Key_Delete, self.tr("Cancel"), self._cancel, here)
        self._refresh()

    def chosen(self) -> list[FileJob]:
        chosen = self.list.selectionModel().selection()  # `selectedRows` takes 20 us per row
        parts = (chosen.at(number) for number in range(chosen.count()))
        rows = sorted((part.top(), part.bottom() + 1) for part in parts)
        return [job for first, end in rows for job in self.model.jobs()[first:end]]

    def _lay_out(self) -> None:
        self.list.setModel(self.model)
        self.list.setItemDelegate(FilesDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setLayoutMode(QListView.LayoutMode.Batched)  # each change lays out again
        self.list.setProperty("boxed", True)  # noqa: FBT003  Qt's signature
        self.list.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setAccessibleName(self.tr("Files"))
        self._pages = QStackedWidget()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.list)
        bar = row(self.open, (self.summary, 1), *self._for_chosen)
        tracks = (self.track_label, self.track)
        refused = row((self.refusal, 1), *tracks, self.insist, self.again)
        plan = row(self.plan, self.speakers, 0, self.export_all)
        margins = (16, 12, 16, 16)
        column(
            bar, self.notice, (self._pages, 1), refused, plan, on=self, spacing=10, margins=margins
        )

    def _formats(self) -> QMenu:
        """Return a menu of export formats; choosing one asks for the folder."""
        menu = QMenu(self)
        own = menu.addAction(self.tr("Each in its own format"))
        own.triggered.connect(lambda: self.export_all_wanted.emit(OWN_FORMAT))
        menu.addSeparator()
        for name in EXPORT_FORMATS:
            chosen = menu.addAction(format_title(name))
            chosen.triggered.connect(lambda _=False, name=name: self.export_all_wanted.emit(name))
        return menu

    def _refresh(self) -> None:
        chosen = self.chosen()
        count = self.model.rowCount()
        self._pages.setCurrentIndex(int(count > 0))
        for one in (self.open, *self._for_chosen):
            one.setVisible(count > 0)
        self.edit.setEnabled(any(job.state is JobState.DONE for job in chosen))
        self.retry.setEnabled(any(job.state in _RETRIED for job in chosen))
        self.cancel.setEnabled(any(not job.state.is_over for job in chosen))
        self.clear.setEnabled(self.model.over > 0)
        self.export_all.setVisible(self.model.results > 0)
        self._offer_to_insist(chosen)
        self._offer_other_model(chosen)
        self._offer_tracks(chosen)
        self.plan.refresh()
        done, all_files = QLocale().toString(self.model.done), QLocale().toString(count)
        words = self.tr("%1 of %2 done").replace("%1", done).replace("%2", all_files)
        if self.model.failed:
            failed = QLocale().toString(self.model.failed)
            words += " · " + self.tr("%1 failed").replace("%1", failed)
        if self.model.unstarted:
            unstarted = QLocale().toString(self.model.unstarted)
            words += " · " + self.tr("%1 not started").replace("%1", unstarted)
        self.summary.setText(words if count else "")

    def _edit(self) -> None:
        done = [job for job in self.chosen() if job.state is JobState.DONE]
        if done:
            self.text_wanted.emit(done[0])

    def _activate(self, job: FileJob) -> None:
        if job.state is JobState.FOUND:
            self.plan.start_wanted.emit([job.number])
        elif job.state is JobState.DONE:
            self.text_wanted.emit(job)

    def _again(self) -> None:
        for job in self.chosen():
            if job.outcome is not None and job.outcome.other_model:
                self.again_wanted.emit(job.number, job.outcome.other_model)

    def _offer_other_model(self, chosen: Sequence[FileJob]) -> None:
        """Offer the model that knows the language of a finished file."""
        foreign = [job for job in chosen if job.outcome is not None and job.outcome.language]
        other = foreign[0].outcome.other_model if foreign and foreign[0].outcome else ""
        focus = Qt.FocusPolicy
        self.again.setVisible(bool(other))
        self.again.setFocusPolicy(focus.StrongFocus if other else focus.NoFocus)
        self.again.setText(self.tr("Redo with %1").replace("%1", other))
        self.again.setAccessibleName(self.again.text())
        if foreign:
            self.refusal.setVisible(True)
            self.refusal.setText(
                self.model.state(foreign[0])
                if other
                else self.tr(
                    "No installed model knows this language. Import one in Settings > Languages & "
                    "models."
                )
            )

    def _offer_tracks(self, chosen: Sequence[FileJob]) -> None:
        """Show the audio tracks of the selected file; they can be changed once it is finished."""
        job = next((job for job in chosen if len(job.tracks) > 1), None)
        for part in (self.track_label, self.track):
            part.setVisible(job is not None)
        if job is not None:
            names = [(translated(track.name), str(track.number)) for track in job.tracks]
            self.track.offer(names, str(job.track))
            self.track.setEnabled(job.state.is_over)

    def _read_track(self, at: int) -> None:
        wanted = int(self.track.itemData(at))
        for job in self.chosen():
            if len(job.tracks) >= wanted and job.track != wanted and job.state.is_over:
                self.track_wanted.emit(job.number, wanted)

    def _offer_to_insist(self, chosen: Sequence[FileJob]) -> None:
        """Offer to treat the selected files as being in a language the model knows."""
        refused = [job for job in chosen if job.refusal is not None]
        self.insist.setVisible(bool(refused))
        self.refusal.setVisible(bool(refused))
        focus = Qt.FocusPolicy
        self.insist.setFocusPolicy(focus.StrongFocus if refused else focus.NoFocus)
        if refused and (refusal := refused[0].refusal):
            language = shown_language(refusal.languages[0])
            self.refusal.setText(self.model.state(refused[0]))
            self.insist.setText(self.tr("This really is %1").replace("%1", language))
            tip = self.tr("Punctuate the chosen files as %1").replace("%1", language)
            self.insist.setToolTip(tip)
            self.insist.setAccessibleName(self.insist.text())

    def _insist(self) -> None:
        self._tell(self.insist_wanted, lambda job: job.refusal is not None)

    def _retry(self) -> None:
        self._tell(self.retry_wanted, lambda job: job.state in _RETRIED)

    def _cancel(self) -> None:
        self._tell(self.cancel_wanted, lambda job: not job.state.is_over)

    def _tell(self, wanted: SignalInstance, is_meant: Callable[[FileJob], bool]) -> None:
        """Emit the numbers of the selected files that `is_meant` accepts."""
        wanted.emit([job.number for job in self.chosen() if is_meant(job)])

    def _clear(self) -> None:
        self.removed.emit([job.number for job in self.model.remove_over()])


class PlanBar(QWidget):
    """Options for the selected files, or for all if none is selected, and the start buttons.

    Signals:
        treatment_wanted(object, object): Numbers of files, and a `Treatment` for them.
        start_wanted(object): Numbers of files to punctuate.
    """

    treatment_wanted = Signal(object, object)
    start_wanted = Signal(object)

    def __init__(self, model: FilesModel, chosen: Callable[[], Sequence[FileJob]]) -> None:
        super().__init__()
        self._model, self._chosen = model, chosen
        self.label = QLabel(self.tr("Existing punctuation:"))
        self.treatment = NoScrollComboBox()
        self.start = button(self.tr("Start"), lambda: self._start(self._chosen()))
        self.start_all = button(self.tr("Start all"), self._start_all)
        for value, name in setting("files.treatment").choices.items():
            self.treatment.addItem(shown(name), Treatment(value))
        self.label.setBuddy(self.treatment)
        self.treatment.setAccessibleName(self.label.text().rstrip(":："))
        self.start.setToolTip(self.tr("Punctuate the chosen files"))
        self.start_all.setToolTip(self.tr("Punctuate all waiting files (Ctrl+Return)"))
        row(self.label, self.treatment, self.start, self.start_all, on=self)
        self.treatment.activated.connect(self._treat)
        add_shortcut(self, "Ctrl+Return", self.tr("Start all"), self._start_all)

    def refresh(self) -> None:
        """Update to the files and the selection."""
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
