"""Notices that another language is spoken than the chosen model knows, and offers one that does."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject

from app.dictation.engine_worker import EngineWorker
from app.dictation.events import State
from app.document.document import Committed, Document, TailChanged
from app.ui.dictation.page import DictationPage
from app.ui.language.languages import shown_language, shown_title
from app.ui.widgets.notice_line import Answer
from engine.models.active import active_model
from engine.models.spoken_languages import model_that_knows, spoken_languages
from engine.paths import Paths
from engine.text.language_check import is_known, language_by_script
from engine.text.units import split_units

_LATEST_UNITS = 60


class SpokenLanguage(QObject):
    """Looks at the latest words of a session; says what it found once a session and model.

    Only the script tells: Chinese, Japanese or Korean under a model of another. `use` is given
    the name of a model that is to be used from now on.
    """

    def __init__(
        self,
        document: Document,
        page: DictationPage,
        worker: EngineWorker,
        paths: Paths,
        use: Callable[[str], None],
    ) -> None:
        super().__init__(page)
        self._document, self._page, self._paths, self._use = document, page, paths, use
        self._units: deque[str] = deque(maxlen=_LATEST_UNITS)
        self._known: tuple[str, ...] = ()
        self._was_said = False
        document.observe(Committed, self._take)
        document.observe(TailChanged, lambda _: self._look())
        worker.state_changed.connect(self._follow_state)
        worker.models_changed.connect(self._begin_anew)

    def _follow_state(self, state: State) -> None:
        if state is State.STARTING:
            self._begin_anew()

    def _begin_anew(self, *_: object) -> None:
        """Forget what was heard: another model listens, or another session has begun."""
        self._units.clear()
        self._known = spoken_languages(active_model(self._paths), self._paths)
        self._was_said = False

    def _take(self, event: Committed) -> None:
        for sentence in event.sentences:
            self._units.extend(word.text for word in sentence.words)
        self._look()

    def _look(self) -> None:
        if self._was_said or not self._known:
            return
        units = [*self._units, *split_units(self._document.tail)]
        found = language_by_script(units)
        if not is_known(found, self._known):
            self._was_said = True
            self._say(found)

    def _say(self, language: str) -> None:
        text = self.tr("This sounds like %1, which the chosen language model does not know.")
        text = text.replace("%1", shown_language(language))
        name = model_that_knows(language, self._paths)
        notice = self._page.live.notice
        if name is None:
            rest = self.tr("A model that knows it can be imported in the settings.")
            notice.show_error(f"{text} {rest}")
            return
        words = self.tr("Use %1")
        title = shown_title(name, spoken_languages(name, self._paths))
        notice.show_offer(text, Answer(words.replace("%1", title), lambda: self._use(name)))
