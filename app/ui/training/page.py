"""The training page: settings, texts to learn from, progress and result."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from app.history.corrections import Reviewed, lessons
from app.preferences.live_preferences import LivePreferences
from app.ui.language.messages import translated
from app.ui.training.controller import TrainingController
from app.ui.training.corrections import CorrectionList
from app.ui.training.plot import TrainingPlot
from app.ui.training.result import TrainingResult
from app.ui.training.texts import LEAST_WORDS, TrainingTexts
from app.ui.training.values import Outcome, Start, Step, TrainingRequest
from app.ui.widgets.boxes import column, row
from app.ui.widgets.fold import Fold
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.settings_page import SettingsPage
from engine.installation import way_to


class TrainingPage(SettingsPage):
    """Choose texts, train in another process, compare, and use the better model."""

    TITLE = QT_TRANSLATE_NOOP("TrainingPage", "Training")
    section = "training"

    def __init__(self, preferences: LivePreferences, controller: TrainingController) -> None:
        super().__init__(preferences)
        self._controller = controller
        self._start, self._words = Start("", "", ""), 0
        self.intro = MutedLabel()
        self.corrections = CorrectionList()
        self.texts = TrainingTexts()
        self.name = QLineEdit()
        self.name.setMinimumWidth(210)
        self.start = QPushButton(self.tr("Train"))
        self.start.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.setAccessibleName(self.tr("Cancel the training"))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(10)
        self.bar.setAccessibleName(self.tr("Progress of the training"))
        self.status = MutedLabel()
        self.plot = TrainingPlot()
        self.result = TrainingResult()
        self._lay_out()
        self._connect()
        self._show_running(is_running=controller.is_running)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's own
        if not self._controller.is_running:
            self._controller.refresh()
        super().showEvent(event)

    def _lay_out(self) -> None:
        self.group().add(self.intro, self.tr("learn own documents style"))
        corrections = self.group(self.tr("Your corrections"))
        corrections.add(self.corrections, self.tr("corrections review approve edit drop"))
        texts = self.group(self.tr("Learn from documents too"))
        texts.add(self.texts, self.tr("documents texts"))
        self.group(self.tr("New model"))
        self.add(self.tr("Name"), "", self.name)
        self.add_section()
        run = self.group()
        run.add(self._run_row(), self.tr("train start cancel"))
        run.add(self._course(), self.tr("course plot"))
        run.add(self.result, self.tr("before after compare roll back"))

    def _course(self) -> QWidget:
        whole = QWidget()
        fold = Fold(self.tr("Training curve"), self.plot)
        column(row(fold, 0), self.plot, on=whole)
        return whole

    def _run_row(self) -> QWidget:
        whole = QWidget()
        above = row(self.start, self.cancel, (self.bar, 100), 0, spacing=12)
        column(above, self.status, on=whole, margins=(0, 6, 0, 8))
        return whole

    def _connect(self) -> None:
        controller = self._controller
        self.texts.count_wanted.connect(controller.count)
        self.texts.changed.connect(self._enable)
        self.name.textChanged.connect(self._enable)
        self.start.clicked.connect(self._train)
        self.cancel.clicked.connect(self._cancel)
        self.result.activated.connect(controller.activate)
        self.result.rolled_back.connect(controller.roll_back)
        controller.prepared.connect(self._show_start)
        controller.counted.connect(self.texts.show_counted)
        controller.reviewed.connect(self._show_corrections)
        self.corrections.decided.connect(controller.decide)
        controller.started.connect(self._show_begun)
        controller.stage_changed.connect(self._show_stage)
        controller.stepped.connect(self._show_step)
        controller.ended.connect(self._show_outcome)
        controller.cancelled.connect(
            lambda: self._show_end(self.tr("Cancelled. Nothing was changed."))
        )
        controller.failed.connect(self._show_end)
        controller.model_changed.connect(self.result.show_active)

    def _train(self) -> None:
        request = TrainingRequest(self.name.text().strip(), self.texts.paths)
        self._controller.start(request)
        QTimer.singleShot(0, lambda: self.ensureWidgetVisible(self.status))

    def _show_begun(self) -> None:
        self.plot.clear()
        self.result.clear()
        self._show_running(is_running=True)
        self.status.setText(self.tr("Starting…"))

    def _cancel(self) -> None:
        self.cancel.setEnabled(False)
        self.status.setText(self.tr("Cancelling…"))
        self._controller.cancel()

    def _show_start(self, start: Start) -> None:
        if not self.name.text() or self.name.text() == self._start.free_name:
            self.name.setText(start.free_name)
        self._start = start
        self.corrections.show_model_made(start.made_s)
        if start.made_s:
            self.result.show_own(start.model)
        words = self.tr(
            "Fermata can learn how you punctuate. It starts from the model in use, “%1”, "
            "which is kept unchanged. Nothing leaves this computer."
        )
        if start.lacks == "weights":
            words = self.tr("The model in use, “%1”, cannot be trained. Install one that can.")
        elif start.lacks:
            words = self.tr("Training needs more packages: %2")
        words = words.replace("%1", start.model).replace("%2", translated(way_to("train")))
        self.intro.setText(words)
        self._enable()
        self.settle()

    def _show_corrections(self, rows: list[Reviewed]) -> None:
        self.corrections.show_corrections(rows)
        self._words = sum(len(lesson.times) for lesson in lessons(rows))
        self._enable()

    def _show_stage(self, name: str) -> None:
        names = {
            "reading": self.tr("Reading the texts…"),
            "measuring": self.tr("Measuring the old model…"),
            "learning": self.tr("Learning…"),
            "choosing": self.tr("Mixing old and new…"),
            "writing": self.tr("Writing the new model…"),
            "comparing": self.tr("Measuring the new model…"),
        }
        self.status.setText(names.get(name, name))
        if name != "learning":
            self.bar.setRange(0, 0)

    def _show_step(self, step: Step) -> None:
        self.bar.setRange(0, step.steps)
        self.bar.setValue(step.step)
        minutes, seconds = divmod(round(step.left_s), 60)
        left = self.tr("Learning: %1 min %2 s left").replace("%1", str(minutes))
        self.status.setText(left.replace("%2", str(seconds)))
        self.plot.add(step)

    def _show_outcome(self, outcome: Outcome) -> None:
        self._show_end(self.tr("Done."))
        self.result.show_outcome(outcome)
        self.plot.end(outcome.own.f1[1])
        # once it has been laid out
        QTimer.singleShot(0, lambda: self.ensureWidgetVisible(self.result))

    def _show_end(self, words: str) -> None:
        self._show_running(is_running=False)
        self.status.setText(words)

    def _show_running(self, *, is_running: bool) -> None:
        self.bar.setVisible(is_running)
        self.bar.setRange(0, 0)
        self.cancel.setVisible(is_running)
        self.cancel.setEnabled(is_running)
        self.start.setVisible(not is_running)
        self.texts.setEnabled(not is_running)
        self.corrections.setEnabled(not is_running)
        self.name.setEnabled(not is_running)
        self._enable()

    def _enable(self) -> None:
        enough = self.texts.words + self._words >= LEAST_WORDS
        is_ready = bool(self._start.model) and not self._start.lacks
        self.start.setEnabled(enough and is_ready and bool(self.name.text().strip()))
