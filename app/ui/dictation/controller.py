"""Connects the dictation page, engine, player, history and preferences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, QMimeData, QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from app.dictation.engine_worker import EngineWorker
from app.dictation.events import Gap, ModelChoice, ModelFailed, Notice, State
from app.dictation.word_player import WordPlayer
from app.document.document import DictationMoved, Document, Edited, Replaced
from app.document.text import to_units
from app.document.timed_text import timed_text
from app.document.word_count import count_words
from app.files.export import as_html
from app.history.document_history import DocumentHistory
from app.history.edited_text import RECORDING, ReopenedSession
from app.history.writer import HistoryWriter
from app.preferences.live_preferences import LivePreferences
from app.preferences.model_choice import model_choice
from app.ui.appearance.fonts import reading_font
from app.ui.dictation.page import DictationPage
from app.ui.dictation.playback import Playback
from app.ui.dictation.saving_notices import SavingNotices
from app.ui.language.durations import lasting
from app.ui.language.messages import explain
from app.ui.widgets.notice_line import Answer
from app.ui.widgets.reading_size import ReadingSize
from engine.errors import FermataError
from engine.formatting.fields import filled
from engine.spoken_commands.actions import Action
from engine.text.markup import without_markup
from engine.transcripts.time_marks import TimesInText
from engine.types import Checkpoint, Context, Update, VoiceCommand

_CHANGE_DELAY_MS = 60  # one choice may change several preferences


class DictationController(QObject):
    """Handles buttons, arriving words and changed preferences.

    Signals:
        put_back_wanted(int): Take the session with this number out of the trash.
        state_changed(object), level_changed(float), elapsed_changed(float), noticed(object): The
            worker's, except during the first run's trial.
        enter_said(): Press Enter in the application in front.
    """

    put_back_wanted = Signal(int)
    state_changed = Signal(object)
    level_changed = Signal(float)
    elapsed_changed = Signal(float)
    noticed = Signal(object)
    enter_said = Signal()

    def __init__(  # noqa: PLR0913, PLR0917  it brings just these together
        self,
        document: Document,
        page: DictationPage,
        worker: EngineWorker,
        player: WordPlayer,
        history: DocumentHistory,
        history_writer: HistoryWriter,
        preferences: LivePreferences,
        spoken: Callable[[], tuple[str, tuple[str, ...]]],
    ) -> None:
        """Connect everything.

        `spoken` returns the name of the language model to begin with, and the languages spoken.
        """
        super().__init__(page)
        self._spoken = spoken
        self._document, self._page = document, page
        self._worker, self._player = worker, player
        self._history, self._history_writer = history, history_writer
        self._preferences = preferences
        self.state = State.STOPPED
        self._is_ours = self._began_empty = False
        self.is_discarding = False  # what still arrives is not wanted
        self._recogniser_age = 0
        self._are_models_changed = False  # the files behind their names
        self._sentences = 0  # of this session, in the text
        self._elsewhere: Context | None = None  # the place in another application
        document.observe(Edited, lambda _: self._tell_place())
        document.observe(DictationMoved, lambda _: self._tell_place())
        self.saving = SavingNotices(page.live.notice, history_writer)
        document.observe(Replaced, lambda _: page.live.show_elapsed(0.0))
        self.back = Playback(document, page, worker, player)
        history.deleted.connect(self.back.forget)
        history_writer.trashed.connect(self._offer_to_put_back)
        self._connect_worker()
        self._connect_page()
        preferences.changed.connect(self._follow_preference)
        self._changing = QTimer(self, singleShot=True, interval=_CHANGE_DELAY_MS)
        self._changing.timeout.connect(self._change_models)
        worker.choose_models(self.choice())
        self._apply_preferences()

    def toggle_record(self) -> None:
        if self.state is State.STOPPED and not self._worker.is_running:  # its states arrive later
            self.start()
        else:
            self.stop()

    def start(self) -> None:
        if self._worker.is_running:
            return
        if self._changing.isActive():
            self._change_models()
        self._player.stop()
        self._is_ours = True
        self._page.live.notice.clear()
        self._began_empty = not self._document.text.strip()
        self._page.view.begin_session()
        self._sentences, self._elsewhere = 0, None
        self._worker.start(self._history.begin(self._worker.new_sound), self._document.context)

    def place_elsewhere(self, context: Context) -> None:
        """Fit what is said to the text in another application, until Fermata is in front."""
        self._elsewhere = context
        self._tell_place()

    def stop(self) -> None:
        """Stop recording; every word already spoken still arrives."""
        self._worker.stop()

    def toggle_pause(self) -> None:
        if self.state is State.PAUSED:
            self._worker.resume()
        elif self.state in {State.LISTENING, State.ASLEEP}:
            self._worker.pause()

    def models_changed(self) -> None:
        """Use the chosen models as they are now; their files may have changed."""
        self._are_models_changed = True
        self._changing.start()

    def installed_changed(self, kind: str) -> None:
        """Use the models now installed; `kind` is "speech" or "punctuation"."""
        self._recogniser_age += kind == "speech"
        self.models_changed()

    def words_changed(self) -> None:
        """Continue with recognisers that expect the user's current words."""
        self._recogniser_age += 1
        self.models_changed()

    def _change_models(self) -> None:
        self._changing.stop()
        use = self._worker.reload if self._are_models_changed else self._worker.choose_models
        self._are_models_changed = False
        use(self.choice())

    def _copy(self) -> None:
        view, times = self._page.view, TimesInText(self._preferences.value.files.times_in_text)
        text = view.seen_text if view.shown_tail else timed_text(self._document, times)
        QGuiApplication.clipboard().setMimeData(_copied(text))
        count = QLocale().toString(count_words(to_units(text)).total)
        self._page.live.notice.show_remark(self.tr("Copied %1 words.").replace("%1", count))
        self._document.close_sentence()

    def refuse_while_recording(self) -> bool:
        """Return whether a dictation is running, and if so say that the page must stay."""
        is_so = self.state is not State.STOPPED or self._worker.is_running
        if is_so:
            self._page.live.notice.show_remark(self.tr("Stop recording first."))
        return is_so

    @property
    def is_untouched(self) -> bool:
        """Whether the page is empty and no dictation is running."""
        is_idle = self.state is State.STOPPED and not self._worker.is_running
        return is_idle and not self._document.units and not self._history_writer.has_session

    def reopen(self, reopened: ReopenedSession) -> None:
        """Show a session of the history; edits and dictation belong to it from now on."""
        session = reopened.session
        self._document.replace_all(session.text, reopened.words, session.next_number)
        self._page.changes.show(session.info.source, reopened.file)
        if reopened.sound is not None:
            self.back.hold(reopened.sound, RECORDING)
        for gap in session.gaps:
            self._page.gaps.add(RECORDING, gap)
        info = session.info
        if info.number:  # otherwise it is not stored
            self._history_writer.resume(info.number, info.started_at)

    def choice(self) -> ModelChoice:
        choice = model_choice(self._preferences.value, *self._spoken())
        return replace(choice, recogniser_age=self._recogniser_age)

    def drain(self) -> None:
        """Save everything now, including the last words, for which it waits."""
        self._history.save()  # whoever quits Fermata may not wait for them
        self._worker.drain()
        QCoreApplication.sendPostedEvents()  # no event loop may get to it any more
        self._history.save()

    def close(self) -> None:
        """Save everything and stop everything; waits for the last words."""
        self._changing.stop()
        self._history.save()
        self._worker.end()
        QCoreApplication.sendPostedEvents()  # the event loop has ended, and the last words count
        self._history.save()
        self.back.close()
        self._worker.close()

    def _connect_worker(self) -> None:
        worker, live = self._worker, self._page.live
        for signal, slot in (
            (worker.updated, self._take),
            (worker.word_refined, self._document.refine),
            (worker.commanded, self._follow_command),
            (worker.state_changed, self._follow_state),
            (worker.level_changed, live.show_level),
            (worker.elapsed_changed, live.show_elapsed),
            (worker.elapsed_changed, self._page.figures.show_elapsed),
            (worker.noticed, self.noticed.emit),
            (worker.level_changed, self.level_changed.emit),
            (worker.elapsed_changed, self.elapsed_changed.emit),
            (worker.noticed, live.notice.show_notice),
            (worker.late_changed, live.notice.show_late),
            (worker.gap_found, self._mark_gap),
            (worker.sound_lost, self._tell_lost),
            (worker.model_failed, self._tell_model),
            (worker.checkpoint_reached, self._set_checkpoint),
        ):
            signal.connect(self._if_ours(slot))
        worker.failed.connect(self._tell_failure)
        self._player.failed.connect(self._tell_error)

    def _if_ours(self, slot: Callable[[Any], None]) -> Callable[[Any], None]:
        """Pass on signals of sessions started here, not of the first run's trial."""

        def pass_on(value: object) -> None:
            if self._is_ours:
                slot(value)

        return pass_on

    def _connect_page(self) -> None:
        page = self._page
        page.live.discard_pressed.connect(self.discard)
        page.live.record_pressed.connect(self.toggle_record)
        page.live.pause_pressed.connect(self.toggle_pause)
        page.live.microphone_chosen.connect(
            lambda name: self._preferences.set("microphone.device", name)
        )
        page.low_confidence.none_left.connect(
            lambda: page.live.notice.show_remark(self.tr("No doubtful words."))
        )
        page.changes.marked.connect(
            lambda it: self._history_writer.accept_changes(are_accepted=not it)
        )
        page.styles.refused.connect(
            lambda: page.live.notice.show_remark(
                self.tr("Headings, lists and bold words cannot be saved in this file.")
            )
        )
        page.changes.none_left.connect(
            lambda: page.live.notice.show_remark(self.tr("No more changes in this direction."))
        )
        ReadingSize(self._preferences, page, page.view, has_width=True)
        page.bar.copy.triggered.connect(self._copy)
        page.bar.tail.toggled.connect(
            lambda shows: self._preferences.set("dictation.shows_tail", shows)
        )

    def _take(self, update: Update) -> None:
        self._document.apply(filled(update, _field_value))
        self._sentences += len(update.sentences)
        if self._elsewhere is not None and update.sentences:
            self._elsewhere = replace(self._elsewhere, before=self._document.context.before)
        if update.sentences and not self._worker.is_placed:  # the place was told without them
            self._tell_place()

    def _tell_place(self) -> None:
        """Tell the worker the text around the words being said."""
        if QGuiApplication.focusWindow() is not None:
            self._elsewhere = None
        if self._is_ours and self._document.is_dictating:
            self._worker.place(self._elsewhere or self._document.context, self._sentences)

    def _follow_state(self, state: State) -> None:
        self.state = state
        self._page.live.show_state(state)
        self.state_changed.emit(state)
        if state is State.STOPPED:
            self._is_ours = False
            self._document.end_session()
            self._finish()
            if self.is_discarding:
                self._discard()

    def _finish(self) -> None:
        self.back.keep_sound()
        self._history.end(
            keeps_sound=self._preferences.value.privacy.keeps_audio,
            is_whole=self._worker.is_whole,
        )

    def discard(self) -> None:
        """Stop, and remove what was said; this can be undone."""
        if self.state is not State.STOPPED:
            self.is_discarding = True
            self.stop()

    def _discard(self) -> None:
        """Trash the text if this dictation began it; otherwise remove only what was said."""
        self.is_discarding = False
        notice = self._page.live.notice
        if self._began_empty and self._history_writer.has_session:
            self._trash()
        elif self._document.unsay():
            notice.show_remark(self.tr("Dictation discarded. Press Ctrl+Z to restore it."))
        else:
            notice.show_remark(
                self.tr("Nothing was discarded, because you typed in the middle of it.")
            )

    def _trash(self) -> None:
        if self._document.text.strip():
            self._history.save()
            self._history_writer.trash()
            self._document.replace_all("")

    def _offer_to_put_back(self, number: int) -> None:
        self._page.live.notice.show_offer(
            self.tr("Dictation moved to the trash."),
            Answer(self.tr("Restore"), lambda: self.put_back_wanted.emit(number)),
        )

    def _set_checkpoint(self, checkpoint: Checkpoint) -> None:
        keeps_sound = self._preferences.value.privacy.keeps_audio
        self._history_writer.set_checkpoint(checkpoint, keeps_sound=keeps_sound)

    def _tell_error(self, error: FermataError | OSError) -> None:
        self._page.live.notice.show_error(explain(error))

    def _tell_failure(self, error: FermataError | OSError) -> None:
        self.saving.tell_lost(error)
        if self._history_writer.keeps_sound and not self._worker.is_whole:
            kept = self.tr("Your last words are kept and offered at the next start.")
            self._page.live.notice.show_error(f"{explain(error)} {kept}")

    def _tell_model(self, failed: ModelFailed) -> None:
        if failed.stand_in is None:  # otherwise `BrokenModel` reports it
            rest = self.tr("Recording continues; the words will follow.")
            notice = self._page.live.notice
            remedy = notice.remedy(Notice.NO_RECOGNISER)
            notice.show_error(f"{explain(failed.error)} {rest}", *remedy)

    def _follow_command(self, command: VoiceCommand) -> None:
        """Carry out a spoken command, and report what cannot be seen in the text."""
        is_there = self._find(command)
        self._worker.command_done()
        if not is_there:
            return
        match command.action:
            case Action.STOP:
                text = self.tr("Nothing is written until you say “%1”.")
                self._page.live.notice.show_lasting_remark(text.replace("%1", command.new))
            case Action.WAKE:
                self._page.live.notice.clear()
            case Action.MARKS_OFF:
                text = self.tr("Only spoken punctuation is written until you stop.")
                self._page.live.notice.show_lasting_remark(text)
            case Action.MARKS_ON:
                self._page.live.notice.show_remark(self.tr("Automatic punctuation is on again."))
            case Action.ENTER if not self.is_discarding:
                self.enter_said.emit()

    def _find(self, command: VoiceCommand) -> bool:
        """Apply a command to the words it refers to; return whether they are in the text."""
        page, document = self._page, self._document
        start, end = page.view.selected()
        if command.action in _OF_SELECTED and document.selection is None and start < end:
            document.mark_selected(start, end)  # selected by hand
        is_there = document.do(command) and command.action is not Action.NOTHING
        match command.action:
            case _ if not is_there:
                text = self.tr("“%1” is not in the text.").replace("%1", command.old)
                page.live.notice.show_remark(text)
            case Action.CORRECT:
                page.low_confidence.ask_selected()
            case Action.CHOOSE if not page.low_confidence.popup.choose(int(command.new)):
                page.live.notice.show_remark(self.tr("There is no such reading."))
            case Action.BEGINNING | Action.END:
                page.view.select(document.cursor, document.cursor)
            case Action.READ:
                self.back.read_back()
        return is_there

    def _mark_gap(self, gap: Gap) -> None:
        self._history_writer.mark_gap(gap)
        self._page.gaps.add(self._document.session, gap)
        text = self.tr("The microphone was disconnected for %1. The gap is marked in the text.")
        self._page.live.notice.show_lasting_remark(text.replace("%1", lasting(gap.lost_s)))

    def _tell_lost(self, blocks: int) -> None:
        text = self.tr("This computer was too busy: %1 s of audio were lost.")
        self._page.live.notice.show_error(text.replace("%1", f"{blocks / 10:.1f}"))

    def _follow_preference(self, key: str) -> None:
        section = key.partition(".")[0]
        if section in _OURS:
            self._apply_preferences()
        if section in _CHANGE_MODELS:  # if it affects models, `choice` shows
            self._changing.start()

    def _apply_preferences(self) -> None:
        value, page, worker = self._preferences.value, self._page, self._worker
        worker.silence_warning_s = value.microphone.silence_warning_s
        worker.release_models_after(60_000 * value.advanced.keeps_models_min)
        worker.continues_when_lost = value.microphone.when_lost == "next"
        worker.choose_microphone(value.microphone.device)
        page.bar.tail.setChecked(value.dictation.shows_tail)
        page.view.set_shows_tail(value.dictation.shows_tail)
        page.low_confidence.below = value.dictation.doubtful_below
        page.marks.set_doubtful(
            below=value.dictation.doubtful_below, are_marked=value.dictation.marks_doubtful_words
        )
        page.announces = value.accessibility.announces_sentences
        accessibility = value.accessibility
        page.view.setFont(reading_font(accessibility.font_family, accessibility.text_size_pt))
        page.view.set_line_spacing(accessibility.line_spacing)
        page.fading.moves = not accessibility.reduces_motion
        page.view.set_line_letters(accessibility.line_letters)
        page.view.scrolling.is_allowed = value.dictation.follows_voice
        page.changes.marks_by_default = value.files.marks_changes


def _copied(text: str) -> QMimeData:
    """Return a text for other programs; those that can take its headings and bold words."""
    data = QMimeData()
    data.setText(without_markup(text))
    if without_markup(text) != text:
        data.setHtml(as_html(text))
    return data


def _field_value(field: str) -> str:
    """Return the current value of a snippet's field."""
    now, is_short = QDateTime.currentDateTime(), QLocale.FormatType.ShortFormat
    if field == "clipboard":
        return QGuiApplication.clipboard().text()
    if field == "date":
        return QLocale().toString(now.date(), QLocale.FormatType.LongFormat)
    return QLocale().toString(now.time(), is_short)


_OF_SELECTED = {
    Action.SELECT,
    Action.CORRECT,
    Action.SPELL,
    Action.CAPITALISE,
    Action.BOLD,
    Action.READ,
}
_OURS = {"microphone", "dictation", "accessibility", "files", "advanced"}
_CHANGE_MODELS = {"advanced", "commands", "dictation"}
