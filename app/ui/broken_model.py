"""Reports a speech model that does not work and its stand-in, and offers to fix it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.dictation.engine_worker import EngineWorker
from app.dictation.events import ModelFailed
from app.ui.language.languages import shown_title
from app.ui.models.controller import ModelsController
from app.ui.models.entries import ModelEntry
from app.ui.widgets.notice_line import Answer, NoticeLine
from engine.errors import ModelNotFoundError


class BrokenModel(QObject):
    """Switches to the stand-in from now on, wherever models are used and listed.

    Signals:
        models_wanted(): The user wants to see the models.
    """

    models_wanted = Signal()

    def __init__(self, worker: EngineWorker, notice: NoticeLine, library: ModelsController) -> None:
        super().__init__(notice)
        self._notice, self._library = notice, library
        self._models: dict[str, ModelEntry] = {}
        self._waiting: list[ModelFailed] = []
        worker.model_failed.connect(self._follow)
        library.listed.connect(self._take_models)

    def _take_models(self, entries: tuple[ModelEntry, ...]) -> None:
        self._models = {it.name: it for it in entries if it.kind == "speech"}
        waiting, self._waiting = self._waiting, []
        for failed in waiting:
            self._follow(failed)

    def _follow(self, failed: ModelFailed) -> None:
        if failed.stand_in is None:
            return
        if not self._models:  # they will be listed soon
            self._waiting.append(failed)
            return
        broken = self._library.replace_broken(failed.stand_in)
        words = self.tr("“%1” does not work. Its files may be damaged.")
        if isinstance(failed.error, ModelNotFoundError):
            words = self.tr("“%1” is missing.")
        rest = self.tr("“%1” is used instead. Nothing is lost.")
        words = words.replace("%1", self._title(broken))
        rest = rest.replace("%1", self._title(failed.stand_in))
        self._notice.show_offer(f"{words} {rest}", *self._answers(self._models.get(broken)))

    def _answers(self, entry: ModelEntry | None) -> list[Answer]:
        library, again = self._library, self.tr("Download again")
        look = Answer(self.tr("Open models"), self.models_wanted.emit)
        if entry is not None and entry.origin == "online":
            return [Answer(again, lambda: library.download(entry.name)), look]
        if entry is None or not entry.is_removable or entry.offered is None:
            return [look]
        remove = Answer(self.tr("Remove it"), lambda: library.remove(entry))
        return [Answer(again, lambda: library.download_again(entry)), remove]

    def _title(self, name: str) -> str:
        entry = self._models.get(name)
        return name if entry is None else shown_title(entry.title, entry.languages)
