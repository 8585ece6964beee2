"""First run, step three: the installed recogniser, and a better one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QLocale, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.ui.first_run.language_step import BUILT_IN_LANGUAGE
from app.ui.language.languages import shown_language, shown_title
from app.ui.models.controller import ModelsController
from app.ui.models.entries import ModelEntry
from app.ui.models.model_row import ModelRow
from app.ui.models.page import ImportButtons
from app.ui.settings.speed_probe import SpeedProbe
from app.ui.widgets.boxes import column, row
from app.ui.widgets.muted_label import MutedLabel
from engine.recognisers.speed import keeps_up, predicted_factor


class ModelStep(QWidget):
    """English works at once; a model that suits the language and this computer is offered.

    Once it is installed, a punctuation model that knows the language is used with it.

    Signals:
        changed(): Another language is spoken, or other models are installed.
    """

    changed = Signal()

    def __init__(self, library: ModelsController, probe: SpeedProbe) -> None:
        super().__init__()
        self._library, self._probe = library, probe
        self._entries: tuple[ModelEntry, ...] = ()
        self._language = BUILT_IN_LANGUAGE
        self._failure = ""
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.offer = MutedLabel()
        self.row: ModelRow | None = None
        self.stick = MutedLabel(
            self.tr(
                "No internet? Download it with Fermata on another computer, then copy its "
                "folder from “speech-models” in Fermata's data folder and import it here."
            )
        )
        self.importing = ImportButtons(library)
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.message.hide()
        self._own = QWidget()
        column(self.stick, row(self.importing, 0), self.message, on=self._own)
        self._layout = column(self.words, self.offer, self._own, 0, on=self, spacing=12)
        library.listed.connect(self._list)
        library.failed.connect(self._show_failure)
        library.installed.connect(self._forget_failure)
        library.progressed.connect(self._show_words)
        probe.ended.connect(self._show)

    @property
    def unheard(self) -> str:
        """Why what is spoken would come out as gibberish; empty if it is recognised."""
        if self._language == BUILT_IN_LANGUAGE or self._good_recogniser() is not None:
            return ""
        offered = recommended(self._entries, self._language)
        if any(self._library.is_fetching(it.name) for it in offered):
            words = self.tr(
                "The recogniser for %1 is still downloading. Until then, only English is "
                "recognised."
            )
        else:
            words = self.tr(
                "No recogniser for %1 is installed yet. Download or import one; until then "
                "only English is recognised."
            )
        return words.replace("%1", shown_language(self._language))

    def choose(self, language: str) -> None:
        """Set the language spoken."""
        self._language = language
        self._look()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's own
        self._library.refresh()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  Qt's own
        """Stop measuring when hidden."""
        self._probe.stop()
        super().hideEvent(event)

    def _list(self, entries: tuple[ModelEntry, ...]) -> None:
        self._entries = entries
        self._look()

    def _look(self) -> None:
        if self.isVisible() and self._good_recogniser() is None:
            self._probe.start()
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        here = self._good_recogniser()
        self._own.setVisible(here is None)
        if here is not None:
            self.words.setText(
                self.tr("A good recogniser is already here: %1. You can dictate at once.").replace(
                    "%1", shown_title(here.title)
                )
            )
            self._show_offer(None)
            if self.isVisible():
                self._use_language()
            return
        self._show_words()
        self._show_offer(self._offered())

    def _show_words(self) -> None:
        """Say what is recognised until a better recogniser is installed."""
        if self._good_recogniser() is not None:
            return
        self.words.setText(
            self.unheard
            or self.tr(
                "English works at once with the small recogniser that comes with Fermata. It "
                "mishears about one word in ten."
            )
        )

    def _good_recogniser(self) -> ModelEntry | None:
        """Return an installed recogniser that knows the language, or names none."""
        is_built_in = self._language == BUILT_IN_LANGUAGE  # a better one is offered for it
        origins = {"own", "system"} if is_built_in else {"own", "system", "bundled"}
        own = [it for it in self._entries if it.kind == "speech" and it.origin in origins]
        fitting = [it for it in own if not it.languages or self._language in it.languages]
        return next((it for it in fitting if not it.problem), None)

    def _offered(self) -> ModelEntry | None:
        """Return the model for the language and this computer, or a download already begun."""
        models = recommended(self._entries, self._language)
        started = [it for it in models if it.received_bytes or self._library.is_fetching(it.name)]
        return best_of(started or models, self._probe.factor)

    def _punctuation_models(self) -> list[ModelEntry]:
        return [it for it in self._entries if it.kind == "punctuation" and not it.problem]

    def _wanted_punctuation(self) -> ModelEntry | None:
        """Return a punctuation model that knows the language, unless the one in use does."""
        fitting = [it for it in self._punctuation_models() if self._language in it.languages]
        found = max(fitting, key=lambda it: it.is_active, default=None)
        return None if found is None or found.is_active else found

    def _use_language(self) -> None:
        """Punctuate the language with a model that knows it, or else the recogniser's own marks."""
        punctuation = self._wanted_punctuation()
        if punctuation is not None:
            self._library.use(punctuation)
        elif not any(self._language in it.languages for it in self._punctuation_models()):
            self._library.speak(self._language)

    def _begin(self, entry: ModelEntry) -> None:
        """Use the punctuation model after the download, which may outlast the first run."""
        self._failure = ""
        punctuation = self._wanted_punctuation()
        if punctuation is not None:
            self._library.use_with(entry.name, punctuation)

    def _show_failure(self, name: str, sentence: str) -> None:
        """Show the failure of an import; the offered model shows its own."""
        if self.row is not None and self.row.entry.name == name:
            self._failure = sentence
        elif all(entry.name != name for entry in self._entries):
            self._tell(sentence)

    def _forget_failure(self) -> None:
        self._tell("")

    def _tell(self, sentence: str) -> None:
        self.message.setText(sentence)
        self.message.setVisible(bool(sentence))

    def _show_offer(self, entry: ModelEntry | None) -> None:
        self._show_row(entry)
        if self.row is not None:
            self.row.show_speed(self._speed_of(self.row.entry))
        if entry is None:
            self.offer.setText(self.tr("More are listed in Settings, by language."))
            return
        words = self.tr(
            "Recommended for %2. A one-time download of %1 in the background; you can "
            "carry on meanwhile. Fermata uses the network for nothing else."
        )
        size = QLocale().formattedDataSize(
            entry.size_bytes or 0, 0, QLocale.DataSizeFormat.DataSizeSIFormat
        )
        words = words.replace("%1", size).replace("%2", shown_language(self._language))
        self.offer.setText(words)

    def _speed_of(self, entry: ModelEntry) -> str:
        factor = self._probe.factor
        if factor is None:
            is_running = self._probe.is_running
            return self.tr("Measuring this computer's speed…") if is_running else ""
        if is_fast_enough(entry, factor):
            return self.tr("This computer keeps up with it.")
        return self.tr("It may be too slow for this computer.")

    def _show_row(self, entry: ModelEntry | None) -> None:
        if self.row is not None and self.row.entry == entry:
            return
        name = ""
        if self.row is not None:
            name = self.row.entry.name
            self._layout.removeWidget(self.row)
            self.row.deleteLater()
            self.row = None
        if entry is None or entry.name != name:
            self._failure = ""
        if entry is not None:
            self.row = ModelRow(entry, self._library)
            self.row.clicked.connect(lambda: self._begin(entry))
            if self._failure:
                self.row.show_failure(self._failure)
            self._layout.insertWidget(2, self.row)


def recommended(entries: Iterable[ModelEntry], language: str) -> list[ModelEntry]:
    """Return the models to download for a language, smallest first.

    Those recommended for fewer languages suit this one better.
    """
    online = [it for it in entries if it.origin == "online" and it.is_recommended]
    fitting = [it for it in online if language in it.languages]
    fewest = min((len(it.languages) for it in fitting), default=0)
    return sorted((it for it in fitting if len(it.languages) == fewest), key=_size)


def best_of(models: Sequence[ModelEntry], measured: float | None) -> ModelEntry | None:
    """Return the largest model that keeps up, or else the smallest.

    Args:
        models: Smallest first.
        measured: Real-time factor of the built-in Whisper here; None if unknown.
    """
    fast = [it for it in models if measured is not None and is_fast_enough(it, measured)]
    return next(iter([*fast[-1:], *models]), None)


def is_fast_enough(entry: ModelEntry, measured: float) -> bool:
    """Whether a model keeps up if the built-in Whisper has this real-time factor."""
    known = entry.offered.real_time_factor if entry.offered else None
    return keeps_up(predicted_factor(measured, known, _size(entry)))


def _size(entry: ModelEntry) -> int:
    return entry.size_bytes or 0
