"""Reports what cannot be saved, and when it has been saved after all."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.history.writer import HistoryWriter
from app.ui.language.messages import explain
from app.ui.widgets.notice_line import Answer, NoticeLine
from engine.errors import AudioDeviceError, FermataError, HistoryDamagedError, HistoryMovedError

_SETTLING_S = 3.0  # a lock shows up after two


class SavingNotices(QObject):
    """Follows the history's writer; sound is on the same disk, and reported too."""

    copy_wanted = Signal()
    microphones_wanted = Signal()
    close_wanted = Signal()

    def __init__(self, notice: NoticeLine, history_writer: HistoryWriter) -> None:
        super().__init__(notice)
        self._notice, self._history_writer = notice, history_writer
        self._gives_up = False
        history_writer.hindered.connect(self.tell_hindered)
        history_writer.caught_up.connect(self._tell_saved)
        history_writer.failed.connect(self.tell_lost)

    def tell_hindered(self, error: FermataError | OSError) -> None:
        """Say that the history cannot be written now; dictation continues."""
        text = explain(error)
        answers: tuple[Answer, ...] = ()
        if not isinstance(error, HistoryDamagedError):
            answers = (self._save_elsewhere(),)
            waits = self.tr("Your words are kept in memory and saved as soon as possible.")
            text = f"{text} {waits}"
        self._notice.show_error(text, *answers)

    def tell_lost(self, error: FermataError | OSError) -> None:
        """Say that something is not saved, or not where it should be.

        Only sound fails with the system's own errors.
        """
        if self._history_writer.hindrance is not None:
            self.tell_hindered(self._history_writer.hindrance)
            return
        more = ""
        if isinstance(error, OSError):
            more = self.tr("The recording cannot be kept, but your words can.")
        elif isinstance(error, HistoryMovedError):
            more = self.tr(
                "Everything said and typed since the start is kept in another place and "
                "offered at the next start."
            )
        answers: tuple[Answer, ...] = ()
        if isinstance(error, AudioDeviceError):
            answers = (Answer(self.tr("Choose a microphone"), self.microphones_wanted.emit),)
        self._notice.show_error(f"{explain(error)} {more}".rstrip(), *answers)

    def may_close(self) -> bool:
        """Whether closing loses nothing, or the user wants it anyway; otherwise ask."""
        if not self._gives_up:
            self._history_writer.settle(_SETTLING_S)
        if self._gives_up or self._history_writer.hindrance is None:
            return True
        self._notice.show_offer(
            self.tr(
                "The history cannot be saved yet. If you close now, unsaved text is kept in "
                "another place and offered at the next start."
            ),
            self._save_elsewhere(),
            Answer(self.tr("Close anyway"), self._give_up),
        )
        return False

    def _save_elsewhere(self) -> Answer:
        return Answer(self.tr("Save somewhere else…"), self.copy_wanted.emit)

    def _give_up(self) -> None:
        self._gives_up = True
        self.close_wanted.emit()

    def _tell_saved(self) -> None:
        self._notice.show_remark(self.tr("Everything is saved again."))
