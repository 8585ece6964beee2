"""The composition root: creates everything, connects it, and closes it in order."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLocale, QObject, QSettings, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QWidget

from app.desktop.desktop import Desktop, DesktopActions
from app.desktop.ipc import IpcCommand, IpcRequest
from app.desktop.problems import OF_THE_FIELD, Problem, short_words, words
from app.dictation.engine_worker import EngineWorker, OpenMicrophone
from app.dictation.events import Notice
from app.dictation.loader import ModelLoader
from app.dictation.word_player import WordPlayer
from app.document.document import Committed, Document, Edited, Replaced
from app.document.text import from_units
from app.files.protocol import WorkSettings
from app.history import elsewhere
from app.history.document_history import DocumentHistory
from app.history.interrupted_sessions import InterruptedSessions
from app.history.store import HistoryStore
from app.history.writer import HistoryWriter
from app.preferences.live_preferences import LivePreferences
from app.preferences.model_choice import spoken_by
from app.privacy import private_file, private_folder
from app.tasks import Lane, TaskRunner
from app.ui.appearance.fonts import reading_font
from app.ui.appearance.icons import own_icons
from app.ui.appearance.theme import Theme
from app.ui.broken_model import BrokenModel
from app.ui.dictation.alternatives import Alternatives
from app.ui.dictation.controller import DictationController
from app.ui.dictation.interrupted_sessions import RecoveryController
from app.ui.dictation.live_signs import LiveSigns
from app.ui.dictation.model_choices import ModelChoices
from app.ui.dictation.open_texts import OpenTexts
from app.ui.dictation.page import DictationPage
from app.ui.dictation.printing import Printing
from app.ui.dictation.reopening import Reopening
from app.ui.dictation.slow_recogniser import SlowRecogniser
from app.ui.dictation.spelling_marks import SpellingMarks
from app.ui.dictation.spoken_language import SpokenLanguage
from app.ui.dictation.suspend_guard import SuspendGuard
from app.ui.dictation.text_export import TextExport
from app.ui.dictation.waveforms import Waveforms
from app.ui.files.controller import FilePreferences, FilesController, UnsavedResults
from app.ui.garbage_collector import GarbageCollector
from app.ui.help.controller import Help
from app.ui.help.menu import MainMenu
from app.ui.history.controller import HistoryController
from app.ui.history.old_sessions import OldSessionsQuestion
from app.ui.language.messages import explain
from app.ui.language.translations import use_language, window_language
from app.ui.main_window import MainWindow, Part
from app.ui.own_words import OwnWords
from app.ui.preloading import Preloading
from app.ui.recognising_again import RecognisingAgain
from app.ui.settings.controllers import settings_controllers
from app.ui.speech_models_menu import SpeechModelsMenu
from app.ui.training.when_idle import TrainingWhenIdle
from app.ui.widgets.export_dialog import ExportPlaces
from app.ui.widgets.notice_line import Answer
from app.ui.widgets.reading_size import ReadingSize
from app.ui.widgets.settings_page import SettingsPage
from app.ui.widgets.shortcuts import add_shortcut
from app.ui.window_keys import WindowKeys
from engine.errors import HistoryDamagedError
from engine.models.active import active_model
from engine.paths import Paths
from engine.transcripts.time_marks import TimesInText

DICTATION, FILES, HISTORY, SETTINGS = range(4)
_AFTER_SHOWING_MS = 50
_LAST_SESSION, _OPEN_SESSIONS = "last_session", "open_sessions"
_BACKUP, _BACKUP_LOOK_MS = Lane("backup"), 60_000
_SWITCH_INTERVAL_S = 0.001  # other threads yield to the window's thread sooner


class Fermata(QObject):
    """Everything the window needs, created in order and closed in reverse."""

    def __init__(
        self,
        application: QApplication,
        paths: Paths,
        preferences_path: Path,
        open_microphone: OpenMicrophone,
    ) -> None:
        """Create the window without showing it, and without loading a model."""
        super().__init__()
        sys.setswitchinterval(_SWITCH_INTERVAL_S)
        for folder in (paths.data, preferences_path.parent):
            private_folder(folder)
        self.garbage = GarbageCollector(self)
        self.paths = paths
        self.tasks = TaskRunner(self)
        self.preferences = LivePreferences(preferences_path, self.tasks)
        self.theme = Theme(application)
        language = self.preferences.value.general.language
        use_language(application, language, paths.assets / "translations")
        self.icons = own_icons()
        application.setWindowIcon(self.icons("fermata"))
        self.store = HistoryStore(paths.data, is_patient=True)
        sound_folder = paths.data / "sound"
        places = elsewhere.places(paths.data, paths.settings)
        self.history_writer = HistoryWriter(self.store, places)
        self.document = Document()
        self.document_history = DocumentHistory(
            self.document,
            self.history_writer,
            lambda: self._keeps_history,
            lambda: active_model(paths),
        )
        loader = ModelLoader(paths)
        self.worker = EngineWorker(loader, open_microphone, sound_folder=sound_folder)
        self.player = WordPlayer()
        self.workers = settings_controllers(paths, self.preferences, self.tasks, self.store)
        self.files = FilesController(
            WorkSettings(paths),
            self.tasks,
            self.history_writer,
            self.store,
            lambda: self._keeps_history,
        )
        self.files_choices = FilePreferences(self.files, self.preferences, paths)
        self.history = HistoryController(self.store, self.tasks)
        self.page = DictationPage(self.document, self.icons)
        self.controller = DictationController(
            self.document,
            self.page,
            self.worker,
            self.player,
            self.document_history,
            self.history_writer,
            self.preferences,
            lambda: spoken_by(self.preferences.value, paths),
        )
        self.leaving = SuspendGuard(
            application, self.page, self.controller, self.worker, self.history_writer
        )
        sessions = InterruptedSessions(self.store, sound_folder, places)
        self.cut_off = RecoveryController(
            sessions,
            lambda one, progress: sessions.restore(
                one,
                loader,
                self.controller.choice(),
                keeps_sound=self.preferences.value.privacy.keeps_audio,
                progress=progress,
            ),
            self.page.live.notice,
            self.tasks,
        )
        OldSessionsQuestion(self.history, self.page.live.notice)
        self.choices = ModelChoices(
            self.page.live, self.workers, self.preferences, lambda: active_model(paths)
        )
        self._watch_the_models(paths)
        self._dress()
        settings = _places(preferences_path.with_name("window.ini"))
        self._remember(settings, {it.info.number for it in sessions.found})
        self.window = MainWindow(self.icons, settings, self._parts())
        self._open_texts(settings)
        self.desktop = Desktop(
            paths.data,
            self.icons,
            self.preferences,
            DesktopActions(
                self._start,
                self.controller.stop,
                self.controller.discard,
                self.controller.place_elsewhere,
                self._come_to_front,
                lambda paths: self._files_panel().add_files(paths),
                application.quit,
            ),
            self.tasks,
        )
        self.signs = LiveSigns(
            self.window,
            DICTATION,
            self.controller,
            self.worker,
            self.document,
            self.preferences,
            self.icons,
            settings,
        )
        parts = [partial(self.window.part, number) for number in (FILES, HISTORY, SETTINGS)]
        self.preloading = Preloading(parts, lambda: self.worker.is_running, self)
        self._is_closed = False
        self._connect()
        self._connect_desktop()
        if self.store.problem is not None:
            self.controller.saving.tell_hindered(self.store.problem)
        if not self.preferences.value.general.first_run_is_done:
            self.window.show_over(self._first_run())

    @property
    def _keeps_history(self) -> bool:
        return self.preferences.value.privacy.keeps_history

    def _watch_the_models(self, paths: Paths) -> None:
        def spoken() -> tuple[str, ...]:
            return spoken_by(self.preferences.value, paths)[1]

        notice = self.page.live.notice
        open_models = Answer(self.tr("Open models"), self._look_at_models)
        microphones = Answer(self.tr("Choose a microphone"), self._look_at_microphones)
        notice.remedies = {
            Notice.NO_RECOGNISER: open_models,
            Notice.NO_SOUND: microphones,
            Notice.NO_MICROPHONE: microphones,
        }
        broken = BrokenModel(self.worker, notice, self.workers.models)
        broken.models_wanted.connect(self._look_at_models)
        SlowRecogniser(
            self.controller,
            notice,
            self.worker,
            self.choices,
            spoken,
        )
        SpokenLanguage(
            self.document,
            self.page,
            self.worker,
            paths,
            self.choices.use,
            lambda language: self.workers.models.speak(*spoken(), language),
            spoken,
            self._look_at_models,
        )
        Waveforms(self.controller.back, self.page.player.slider, self.tasks)
        Alternatives(self.document, self.page, self.controller.back, self.worker, self.tasks)

    def show(self, request: IpcRequest) -> None:
        """Show the window; look for models and devices once it is visible.

        If dictated words go to the application in front, a command to dictate leaves that one in
        front.
        """
        is_for_others = (
            request.command in {IpcCommand.TOGGLE, IpcCommand.START}
            and self.desktop.words.is_wanted
        )
        if not is_for_others:
            self.window.show()
            self.page.view.setFocus()
        elif not self.desktop.has_tray:
            self.window.showMinimized()
        QTimer.singleShot(_AFTER_SHOWING_MS, lambda: self._begin(request))

    def close(self) -> None:
        """Close everything; the last words and edits are saved."""
        self._is_closed = True
        self.preferences.close()  # what was typed and chosen need not wait for the last words
        self.preloading.stop()
        self.controller.close()
        self.texts.end()
        self.files.close()
        self.workers.close()
        self.desktop.close()
        self.signs.close()
        self.preferences.close()
        self.tasks.close()
        self.worker.close()
        self.document_history.close()
        self.history_writer.close()
        self.leaving.sleep.close()
        self.store.close()
        self.garbage.stop()

    def _begin(self, request: IpcRequest) -> None:
        if self._is_closed:
            return
        self._prepare()
        if request.files or request.command is not IpcCommand.SHOW:
            self.desktop.execute(request)

    def _prepare(self) -> None:
        keep_days = self.preferences.value.privacy.keep_days
        if keep_days:
            self.history.delete_older_than(keep_days)
        self.desktop.start()
        self.leaving.sleep.start()
        self.reopening.open_last(self._open_sessions, self._last_session)
        self.worker.prepare()
        self.workers.microphones.refresh()
        self.workers.models.refresh()
        self.workers.words.forget_for_a_while(with_date=False)
        self.workers.words.read()
        self.preloading.start()

    def _parts(self) -> list[Part]:
        return [
            Part("dictation", self.tr("Dictation"), lambda: self.page),
            Part("files", self.tr("Files"), self._make_files),
            Part("history", self.tr("History"), self._make_history),
            Part("settings", self.tr("Settings"), self._make_settings),
        ]

    def _make_files(self) -> QWidget:
        from app.ui.files.page import FilesPage
        from app.ui.widgets.controls import bind_flag

        panel = FilesPage(self.files)
        bind_flag(self.preferences, "files.tells_speakers", panel.queue.speakers)
        panel.setAcceptDrops(False)  # the window accepts drops, on every page
        panel.queue.notice.said.connect(self.window.announce)
        return panel

    def _make_history(self) -> QWidget:
        from app.ui.history.page import HistoryPage

        panel = HistoryPage(self.history, self.export_places)
        panel.offer_again(SpeechModelsMenu(self.again, lambda: panel.chosen, panel))
        panel.said.connect(self.window.say)
        panel.notice.said.connect(self.window.announce)
        ReadingSize(self.preferences, panel, panel.preview.text)
        panel.reopened.connect(lambda session: self.reopening.open(session.info.number))
        self.history_writer.kept.connect(panel.refresh_if_seen)
        return panel

    def _make_settings(self) -> QWidget:
        from app.ui.settings.page import DesktopNews, SettingsPanel

        panel = SettingsPanel(self.preferences, self.workers, self.keys, self._keyed_parts)
        DesktopNews(self.desktop, panel)
        return panel

    def _keyed_parts(self) -> list[tuple[str, QWidget]]:
        parts = [(part.title, self.window.part(at)) for at, part in enumerate(self._parts())]
        return [*parts, (self.tr("Everywhere"), self.window)]

    def _first_run(self) -> QWidget:
        from app.ui.first_run.page import FirstRunPage

        panel = FirstRunPage(self.preferences, self.workers, self.worker)
        self.desktop.keys_problem_changed.connect(panel.destination.show_problem)
        panel.done.connect(lambda is_whole: self._end_first_run(panel.model.unheard, is_whole))
        return panel

    def _remember(self, settings: QSettings, offered: set[int]) -> None:
        """Remember what is on the page, and where and in which format it is saved."""
        open_, last = str(settings.value(_OPEN_SESSIONS)), str(settings.value(_LAST_SESSION))
        self._open_sessions = [int(it) for it in open_.split(",") if it.isdecimal()]
        number = int(last) if last.isdecimal() else 0
        self._last_session = 0 if number in offered else number
        self.history_writer.session_changed.connect(partial(settings.setValue, _LAST_SESSION))
        self.export_places = ExportPlaces(settings)
        self.text_export = TextExport(
            self.document,
            self.page,
            self.document_history,
            self.history_writer,
            self.store,
            self.tasks,
            self.export_places,
            lambda: self.preferences.value.files,
        )
        Printing(self.document, self.page)
        self.controller.saving.copy_wanted.connect(self.text_export.save_as)

    def _open_texts(self, settings: QSettings) -> None:
        """Set up open texts, and the reopening of sessions."""
        self.texts = OpenTexts(
            self.document,
            self.page,
            self.controller,
            self.document_history,
            self.history_writer,
            self.text_export,
        )
        self.texts.numbers_changed.connect(partial(settings.setValue, _OPEN_SESSIONS))
        self.reopening = Reopening(
            self.texts,
            self.history,
            self.document_history,
            self.history_writer,
            self.controller,
            self.worker,
            self._show_page,
        )

    def _end_first_run(self, unheard: str, is_whole: bool) -> None:  # noqa: FBT001  a signal's
        self.window.show_over(None)
        self.page.view.setFocus()
        if unheard:
            look = Answer(self.tr("Open models"), self._look_at_models)
            self.page.live.notice.show_offer(unheard, look)
        elif is_whole and self.desktop.words.is_wanted:
            self._wait_for_keys()

    def _wait_for_keys(self) -> None:
        """Leave the screen to the application in which the person wants to write."""
        if not self.desktop.has_tray:
            self.window.showMinimized()
            return
        self.preferences.set("general.closes_to_tray", value=True)
        self.window.hide()
        keys = QKeySequence(self.preferences.value.general.toggle_keys)
        self.desktop.tray.say(
            self.tr("Fermata waits here. Press %1 in any application and speak.").replace(
                "%1", keys.toString(QKeySequence.SequenceFormat.NativeText)
            )
        )

    def _start(self) -> None:
        """Start a dictation, or the first run's trial while that is seen."""
        over: Any = self.window.over
        if over is None or not over.try_out():
            self.controller.start()

    def _look_at_models(self) -> None:
        from app.ui.models.page import ModelsPage

        self._look_at_settings(ModelsPage)

    def _look_at_microphones(self) -> None:
        from app.ui.settings.microphone_page import MicrophonePage

        self._look_at_settings(MicrophonePage)

    def _look_at_dictation(self) -> None:
        from app.ui.settings.dictation_page import DictationSettingsPage

        self._look_at_settings(DictationSettingsPage)

    def _look_at_privacy(self) -> None:
        from app.ui.settings.plain_pages import PrivacyPage

        self._look_at_settings(PrivacyPage)

    def _look_at_settings(self, page: type[SettingsPage]) -> None:
        from app.ui.settings.page import SettingsPanel

        self.window.open_part(SETTINGS)
        panel = self.window.part(SETTINGS)
        if isinstance(panel, SettingsPanel):
            panel.open_page(page)

    def _add_menu(self) -> None:
        language = window_language(
            self.preferences.value.general.language, QLocale.system().uiLanguages()
        )
        titles = [self.tr("Everywhere"), *(part.title for part in self._parts())]
        help_ = Help(self.window, titles, self.paths, language)
        keys, bar = QKeySequence.StandardKey, self.page.bar
        menu = MainMenu(
            self.window,
            (bar.new, bar.close_text, bar.copy, bar.save, bar.save_as, bar.print, bar.finder),
            self._show_page,
            [(self.tr("Open files…"), keys.Open, lambda: self._files_panel().open_files())],
            [
                (self.tr("Help"), "F1", help_.open),
                (self.tr("Keys"), "Ctrl+/", help_.open_keys),
                (self.tr("About Fermata"), "", help_.open_about),
            ],
            [(self.tr("Quit"), "Ctrl+Q", self.window.close)],
        )
        again = SpeechModelsMenu(self.again, lambda: self.again.on_page, self.window)
        menu.add_below(bar.finder, again)
        self.page.view.more.append(again)
        self.window.navigation.add_menu("menu", self.tr("Menu"), menu)
        keys_ = "Ctrl+Shift+R"
        add_shortcut(self.page, keys_, again.title(), lambda: again.open_over(self.page.view))

    def _recognise_again(self) -> None:
        """Let sessions be recognised again by other speech models."""
        self.again = RecognisingAgain(
            self.document,
            self.page,
            self.controller,
            self.document_history,
            self.history_writer,
            self.store,
            self.files,
            self.reopening,
            self.tasks,
            self.paths,
        )
        self.workers.models.listed.connect(self.again.follow_models)
        self.again.said.connect(self._say_elsewhere)
        self.again.settings_wanted.connect(self._look_at_privacy)
        self.again.models_wanted.connect(self._look_at_models)
        self.controller.back.keep_wanted.connect(self._look_at_privacy)
        self.controller.saving.microphones_wanted.connect(self._look_at_microphones)

    def _connect(self) -> None:
        self._recognise_again()
        self._add_menu()
        self.keys = WindowKeys(self.preferences)
        for root in (self.window, self.signs.floating):
            self.keys.add(root)
        self.window.files_dropped.connect(lambda paths: self._files_panel().add_files(paths))
        self.window.part_opened.connect(self._open_part)
        self.preferences.changed.connect(self._follow_preference)
        for key in ("accessibility.announces_sentences", "files.times_in_text"):
            self._follow_preference(key)
        self.preferences.not_saved.connect(lambda error: self.window.say(explain(error)))
        self.workers.models.used.connect(self.controller.installed_changed)
        for changed in (self.workers.models.used, self.workers.training.model_changed):
            changed.connect(self.files_choices.apply)
        self.workers.training.model_changed.connect(self.controller.models_changed)
        own = self.workers.words
        own.changed.connect(self.controller.words_changed)
        OwnWords(self.page.view, own, self.page.live.notice)
        self.spelling = SpellingMarks(self.document, self.page.view, self.tasks)
        own.listed.connect(lambda: self.spelling.leave_alone(own.entries))
        self._check_spelling()
        self.document.observe(Replaced, lambda _: own.forget_for_a_while(with_date=False))
        self.workers.commands.changed.connect(self.controller.words_changed)
        self.controller.state_changed.connect(self.workers.models.follow)
        self.training_when_idle = TrainingWhenIdle(self.preferences, self.workers.training)
        self.worker.state_changed.connect(self.training_when_idle.follow)
        self.history.deleted.connect(self.document_history.forget_deleted)
        self.history.failed.connect(self._say_history_failure)
        self.history.trashed.connect(self.document_history.follow_trashed)
        for gone in (self.history.deleted, self.history.trashed):
            gone.connect(self.texts.drop)
        self.history.restored.connect(self.document_history.follow_restored)
        self.files.session_wanted.connect(self.reopening.edit)
        self.files.document_made.connect(self.reopening.open_new)
        self.cut_off.restored.connect(self.reopening.open_restored)
        self.controller.put_back_wanted.connect(self.reopening.put_back)
        self._keep_copies()

    def _say_elsewhere(self, text: str) -> None:
        """Say something to users who are not looking at the dictation page."""
        if self.window.stack.currentIndex() != DICTATION:
            self.window.say(text)

    def _say_history_failure(self, text: str) -> None:
        """Say what failed to users who are not looking at the history page, which shows it."""
        if self.window.stack.currentIndex() != HISTORY:
            self.window.say(text)

    def _connect_desktop(self) -> None:
        self.window.only_hides = lambda: self.desktop.keeps_window
        untaken = UnsavedResults(self.page.live.notice, self.files)
        untaken.look_wanted.connect(lambda: self.window.open_part(FILES))
        self.window.ask_before_closing(self.controller.saving, untaken)
        self.worker.state_changed.connect(self.desktop.follow)
        self.document.observe(Committed, self._hand_on)
        self.document.observe(Edited, self._hand_on_edit)
        self.controller.enter_said.connect(self.desktop.words.press_enter)
        self.desktop.words_problem_changed.connect(self._tell_words_problem)

    def _keep_copies(self) -> None:
        """Back up the history when a session ends, and during long ones."""
        self._copying = QTimer(self, interval=_BACKUP_LOOK_MS)
        for due in (self._copying.timeout, self.history_writer.kept):
            due.connect(self._back_up)
        self._copying.start()

    def _back_up(self) -> None:
        self.tasks.run(_BACKUP, self.store.back_up, on_error=self._tell_damage)

    def _tell_damage(self, error: Exception) -> None:
        if not isinstance(error, HistoryDamagedError):
            raise error
        self.controller.saving.tell_hindered(error)

    def _hand_on(self, event: Committed) -> None:
        """Pass on what was said; after that its mark is fixed, as the other application has it."""
        if not self.controller.is_discarding and self.desktop.words.take(event.text):
            self.document.close_sentence()

    def _hand_on_edit(self, event: Edited) -> None:
        """Let a spoken command change the words in the other application, too."""
        if event.is_said:
            self.desktop.words.rewrite(from_units(event.edit.removed), from_units(event.edit.added))

    def _tell_words_problem(self, problem: Problem) -> None:
        self.signs.show_problem(short_words(problem))
        if problem is not Problem.NONE:
            settings = Answer(self.tr("Open settings"), self._look_at_dictation)
            answers = () if problem in OF_THE_FIELD else (settings,)
            self.page.live.notice.show_error(words(problem), *answers)

    def _show_page(self) -> None:
        self.window.open_part(DICTATION)

    def _come_to_front(self, token: str = "") -> None:
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token  # where Qt looks for it on Wayland
        self.window.come_to_front()

    def _files_panel(self) -> Any:  # noqa: ANN401  its class is loaded when it is first shown
        over: Any = self.window.over
        if over is not None:  # whoever works with files already needs no first run
            over.skip.click()
        self.window.open_part(FILES)
        return self.window.part(FILES)

    def _open_part(self, number: int) -> None:
        """Show a part with the current font and preferences."""
        value = self.preferences.value
        self.keys.apply()  # also to a part just created
        panel: Any = self.window.part(number)
        if number == HISTORY:
            reading = value.accessibility
            panel.set_reading_font(reading_font(reading.font_family, reading.text_size_pt))
        if number == FILES:
            self.document_history.save()
            panel.preferences = value.files
        if number == DICTATION:
            self.page.view.setFocus()

    def _follow_preference(self, key: str) -> None:
        if key in {"general.theme", "accessibility.high_contrast"}:
            self._dress()
        if key == "files.times_in_text":
            self.history.times = TimesInText(self.preferences.value.files.times_in_text)
        shown = self.window.stack.currentIndex()
        if key == "accessibility.text_size_pt" and shown == HISTORY:
            self._open_part(shown)
        if key.partition(".")[0] in {"dictation", "models"}:
            self._check_spelling()
        self.window.announces = self.preferences.value.accessibility.announces_sentences

    def _check_spelling(self) -> None:
        value = self.preferences.value
        languages = spoken_by(value, self.paths)[1] if value.dictation.marks_spelling else ()
        self.spelling.choose(languages)

    def _dress(self) -> None:
        value = self.preferences.value
        self.theme.choose(value.general.theme, high_contrast=value.accessibility.high_contrast)


def _places(path: Path) -> QSettings:
    """Return the settings that remember where windows were."""
    private_file(path)
    return QSettings(str(path), QSettings.Format.IniFormat)
