"""Why keys or words do not reach other applications, told on the settings' pages."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.desktop.desktop import Desktop
from app.desktop.problems import Problem, words
from app.ui.settings.dictation_page import DictationSettingsPage
from app.ui.settings.general_page import GeneralPage
from app.ui.settings.page import SettingsPanel
from app.ui.widgets.settings_page import SettingsPage


class DesktopProblems(QObject):
    """Follows the desktop's problems and shows each on its page, once that is made."""

    def __init__(self, desktop: Desktop, panel: SettingsPanel) -> None:
        super().__init__(panel)
        self._desktop, self._panel = desktop, panel
        panel.page_made.connect(self._tell)
        desktop.keys_problem_changed.connect(self._tell_again)
        desktop.words_problem_changed.connect(self._tell_again)

    def _tell_again(self, _problem: Problem) -> None:
        for page in self._panel.made_pages:
            self._tell(page)

    def _tell(self, page: SettingsPage) -> None:
        if isinstance(page, GeneralPage):
            page.remark.say(words(self._desktop.hotkeys.problem))
        elif isinstance(page, DictationSettingsPage):
            page.remark.say(words(self._desktop.words.problem))
