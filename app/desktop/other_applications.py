"""Finished sentences into the application in front."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QClipboard, QGuiApplication

from app.desktop.caret_text import CaretText
from app.desktop.clipboard import ClipboardPaste, FleetingText
from app.desktop.desktop_kind import DesktopKind
from app.desktop.keystrokes import Keystrokes
from app.desktop.problems import Problem
from app.document.text import joined
from app.preferences.live_preferences import LivePreferences
from engine.types import Context

_LOOK_MS = 40
_ENTER = "Return"
_WORD = "a"  # which may follow where nothing does yet
_PASTE_KEYS = {"ctrl_v": "Ctrl+V", "ctrl_shift_v": "Ctrl+Shift+V", "shift_insert": "Shift+Ins"}


class OtherApplications(QObject):
    """Hands on what is committed while another application is in front.

    Where keys cannot be pressed, the words gather in the clipboard instead.

    Signals:
        problem_changed(object): the `Problem` for which words do not arrive, `NONE` where they do.
    """

    problem_changed = Signal(object)

    def __init__(
        self,
        kind: DesktopKind,
        keystrokes: Keystrokes,
        clipboard: QClipboard,
        preferences: LivePreferences,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.problem = Problem.NO_SCREEN if kind is DesktopKind.NONE else Problem.NONE
        self._kind, self._keystrokes = kind, keystrokes
        self._clipboard, self._preferences = clipboard, preferences
        self._caret = CaretText()
        self._around = Context()  # the place of the next words
        self._paste = ClipboardPaste(clipboard, keystrokes, self)
        self._held_back: list[str] = []
        self._gathered = ""
        self._is_writing = self._wants_enter = False
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self._hand_on)
        keystrokes.pressed.connect(self._end_writing)
        keystrokes.unwritable.connect(self._put)
        keystrokes.failed.connect(self._follow_failure)

    @property
    def is_wanted(self) -> bool:
        return self._preferences.value.dictation.other_applications != "off"

    @property
    def _go_elsewhere(self) -> bool:
        is_possible = self.is_wanted and self._kind is not DesktopKind.NONE
        return is_possible and QGuiApplication.focusWindow() is None

    @property
    def is_busy(self) -> bool:
        return bool(self._held_back) or self._is_writing or self._paste.is_busy

    def follow_preferences(self) -> None:
        """Read around the caret from now on, or no longer."""
        reads = self._preferences.value.dictation.reads_around_caret and self.is_wanted
        self._caret.set_wanted(reads and self._kind is not DesktopKind.NONE)

    def begin_session(self) -> None:
        """Try again to press keys; what gathers in the clipboard begins anew."""
        self._gathered = ""
        if self._kind is DesktopKind.NONE or not self.is_wanted:
            return
        self.problem = Problem.NONE
        if self._kind is DesktopKind.WAYLAND:
            self._keystrokes.prepare()  # the desktop's question comes before the words

    def context(self) -> Context | None:
        """Return what stands around the caret of another application in front, where it tells."""
        caret = self._caret.read() if self._go_elsewhere else None
        context = None if caret is None else caret.context
        self._around = context or Context()
        return context

    def take(self, text: str) -> bool:
        """Insert committed text into the application in front; False where it stays in Fermata."""
        if not text or not self._go_elsewhere:
            return False
        is_on_its_way = self.is_busy or self._gathered  # who fetches words from us cannot tell
        caret = None if is_on_its_way else self._caret.read()
        if caret is not None and caret.is_password:
            self.problem_changed.emit(Problem.PASSWORD)
            return False
        if caret is not None:
            self._around = caret.context or Context()
        before, after = self._around.before or "", self._around.after or _WORD
        text = joined(before[-2:], text, after[:2])
        self._around = replace(self._around, before=text)
        self._held_back.append(text)
        self._hand_on()
        return True

    def press_enter(self) -> None:
        """Press Enter in the application in front, if that is another, behind what it was given."""
        if self._go_elsewhere:
            self._wants_enter = True
            self._hand_on()

    def drop(self) -> None:
        """Hand on none of the words that still wait."""
        self._held_back.clear()
        self._wants_enter = False

    def close(self) -> None:
        """Leave the clipboard as it was, and other applications alone."""
        self._kind = DesktopKind.NONE
        self._timer.stop()
        self._paste.finish()
        self._caret.set_wanted(False)

    def _hand_on(self) -> None:
        """Wait while Ctrl or the like is held: it would join the keys that are pressed."""
        is_held = QGuiApplication.queryKeyboardModifiers() != Qt.KeyboardModifier.NoModifier
        if is_held or self._is_writing or (self._types() and self._paste.is_busy):
            self._timer.start()
            return
        self._timer.stop()
        texts, self._held_back = "".join(self._held_back), []
        if texts:
            self._give(texts)
        if self._wants_enter and self.is_busy:
            self._timer.start()
        elif self._wants_enter:
            self._wants_enter = False
            self._keystrokes.paste(_ENTER)

    def _give(self, texts: str) -> None:
        if self.problem is not Problem.NONE:
            self._gather(texts)
        elif self._types():
            self._is_writing = True
            self._keystrokes.write(texts)
        else:
            self._put(texts)

    def _put(self, text: str) -> None:
        dictation = self._preferences.value.dictation
        self._paste.keys = _PASTE_KEYS[dictation.paste_keys]
        self._paste.puts_back = dictation.restores_clipboard
        self._paste.put(text)

    def _types(self) -> bool:
        """A Wayland application in the background cannot set the clipboard: it types."""
        types = self._preferences.value.dictation.other_applications == "typing"
        return types or self._kind is DesktopKind.WAYLAND

    def _end_writing(self) -> None:
        self._is_writing = False

    def _follow_failure(self, problem: Problem, text: str) -> None:
        self._is_writing = False
        if self.problem is not problem:
            self.problem = problem
            self.problem_changed.emit(problem)
        self._gather(self._paste.abandon() + text)

    def _gather(self, text: str) -> None:
        if text:
            self._gathered += text
            self._clipboard.setMimeData(FleetingText(self._gathered))
