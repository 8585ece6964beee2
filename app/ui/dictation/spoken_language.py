"""Notices that a language is spoken which the model does not know, and offers one that does."""

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
from engine.models.spoken_languages import model_that_knows, spoken_languages
from engine.paths import Paths
from engine.recognisers.speech_models import installed_speech_models, languages_of_model
from engine.text.language_check import is_known, language_by_script
from engine.text.units import split_units

_LATEST_UNITS = 60


class SpokenLanguage(QObject):
    """Checks the latest words of a session; reports once per session and model.

    It relies on the recogniser, or else on the script: Chinese, Japanese or Korean under a model
    for another one. `use` receives the name of a model to use from now on, `speak` the code of a
    language that is also spoken; `look` shows the models and languages.
    """

    def __init__(  # noqa: PLR0913, PLR0917  it brings just these together
        self,
        document: Document,
        page: DictationPage,
        worker: EngineWorker,
        paths: Paths,
        use: Callable[[str], None],
        speak: Callable[[str], None],
        spoken: Callable[[], tuple[str, ...]],
        look: Callable[[], None],
    ) -> None:
        super().__init__(page)
        self._document, self._page, self._paths, self._use = document, page, paths, use
        self._speak, self._spoken, self._look_at_models = speak, spoken, look
        self._units: deque[str] = deque(maxlen=_LATEST_UNITS)
        self._known: tuple[str, ...] = ()
        self._was_said = False
        document.observe(Committed, self._take)
        document.observe(TailChanged, lambda _: self._look())
        worker.state_changed.connect(self._follow_state)
        worker.models_changed.connect(self._begin_anew)
        worker.foreign_heard.connect(self._tell_foreign)

    def _follow_state(self, state: State) -> None:
        if state is State.STARTING:
            self._begin_anew()

    def _begin_anew(self, *_: object) -> None:
        """Forget the words so far: another model is in use, or a session has begun."""
        self._units.clear()
        self._known = self._spoken()
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

    def _tell_foreign(self, language: str) -> None:
        """Say that something was left out, and offer to write its language from now on."""
        if self._was_said:
            return
        self._was_said = True
        notice = self._page.live.notice
        if not language:
            self._tell_no_english()
            return
        name = shown_language(language)
        text = self.tr(
            "This sounds like %1, which is not one of your languages, so it is left out."
        )
        answer = Answer(self.tr("Write %1 too").replace("%1", name), lambda: self._speak(language))
        notice.show_offer(text.replace("%1", name), answer)

    def _tell_no_english(self) -> None:
        """Say what helps if a recogniser that knows only English cannot tell the language."""
        installed = map(languages_of_model, installed_speech_models(self._paths))
        if any(set(languages) - {"en"} for languages in installed):
            text = self.tr("This does not sound like English, the only language you have chosen.")
            answer = Answer(self.tr("Choose languages"), self._look_at_models)
        else:
            text = self.tr(
                "This does not sound like English, and no installed recogniser writes another "
                "language, so nothing is written."
            )
            answer = self._open_models()
        self._page.live.notice.show_offer(text, answer)

    def _open_models(self) -> Answer:
        return Answer(self.tr("Open models"), self._look_at_models)

    def _say(self, language: str) -> None:
        text = self.tr("This sounds like %1, which the chosen language model does not know.")
        text = text.replace("%1", shown_language(language))
        name = model_that_knows(language, self._paths)
        notice = self._page.live.notice
        if name is None:
            rest = self.tr("You can import a model that knows it.")
            notice.show_error(f"{text} {rest}", self._open_models())
            return
        words = self.tr("Use %1")
        title = shown_title(name, spoken_languages(name, self._paths))
        notice.show_offer(text, Answer(words.replace("%1", title), lambda: self._use(name)))
