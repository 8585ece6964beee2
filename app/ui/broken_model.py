"""Says that a speech model cannot be loaded and which one hears instead, and offers to mend it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.dictation.engine_worker import EngineWorker
from app.dictation.events import OtherModel
from app.ui.language.languages import shown_title
from app.ui.models.controller import ModelsController
from app.ui.models.entries import ModelEntry
from app.ui.widgets.notice_line import Answer, NoticeLine


class BrokenModel(QObject):
    """Lets dictation go on with a model that works, from now on and wherever models are listed.

    Signals:
        models_wanted(): the person wants to see the models.
    """

    models_wanted = Signal()

    def __init__(self, worker: EngineWorker, notice: NoticeLine, library: ModelsController) -> None:
        super().__init__(notice)
        self._notice, self._library = notice, library
        self._models: dict[str, ModelEntry] = {}
        self._waiting: OtherModel | None = None  # for the list of models
        worker.other_model_used.connect(self._follow)
        library.listed.connect(self._take_models)

    def _take_models(self, entries: tuple[ModelEntry, ...]) -> None:
        self._models = {it.name: it for it in entries if it.kind == "speech"}
        if self._waiting is not None and self._waiting.used in self._models:
            it, self._waiting = self._waiting, None
            self._library.replace_broken(it.broken, it.used)
            self._tell(it)

    def _follow(self, it: OtherModel) -> None:
        self._waiting = it
        self._library.refresh()

    def _tell(self, it: OtherModel) -> None:
        words = self.tr("“%1” cannot be loaded: its files are damaged. Fermata goes on with “%2”.")
        if it.is_missing:
            words = self.tr("“%1” is not there any more. Fermata goes on with “%2”.")
        words = words.replace("%1", self._title(it.broken)).replace("%2", self._title(it.used))
        self._notice.show_offer(words, *self._answers(it))

    def _answers(self, it: OtherModel) -> list[Answer]:
        entry, library = self._models.get(it.broken), self._library
        look = Answer(self.tr("Look at the models"), self.models_wanted.emit)
        again = self.tr("Download again")
        if entry is not None and entry.origin == "online":
            return [Answer(again, lambda: library.download(entry.name)), look]
        if entry is None or not entry.is_removable or entry.offered is None:
            return [look]
        remove = Answer(self.tr("Remove it"), lambda: library.remove(entry))
        return [Answer(again, lambda: library.download_again(entry)), remove]

    def _title(self, name: str) -> str:
        entry = self._models.get(name)
        return name if entry is None else shown_title(entry.title, entry.languages)
