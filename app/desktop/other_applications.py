"""Inserts finished sentences into the application in front."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from unicodedata import combining

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QClipboard, QGuiApplication

from app.desktop.application_ways import PASTE_KEYS, Way, read_ways, usual_paste
from app.desktop.caret_text import CaretText
from app.desktop.clipboard import ClipboardPaste, FleetingText
from app.desktop.desktop_kind import DesktopKind
from app.desktop.keystrokes import Keystrokes
from app.desktop.problems import Problem
from app.desktop.x11_neighbours import Neighbours
from app.document.text import joined
from app.preferences.live_preferences import LivePreferences
from engine.types import Context

_LOOK_MS = 40
_ENTER = "Return"
_WORD = "a"  # may follow if nothing does yet
_LAST_PLAIN = 0xFFFF  # the last code point that takes one UTF-16 unit
_SIGNS = 300  # of the text that was inserted last


class _Written:
    """The text that was inserted last, as long as the user has done nothing since.

    Attributes:
        number: Number of the last insertion; earlier ones may report the keys that it pressed.
    """

    def __init__(self) -> None:
        self.number = 0
        self._text = ""

    @property
    def paragraph(self) -> str:
        return self._text.rpartition("\n")[2]

    def end_with(self, text: str) -> str:
        """Return the end of the paragraph if it is a text, spaces included; otherwise ""."""
        said = text.strip()
        place = self.paragraph.rfind(said) if said else -1
        found = self.paragraph[place:] if place >= 0 else ""
        return found if found.strip() == said else ""

    def add(self, text: str) -> None:
        self.number += 1
        self._text = (self._text + text)[-_SIGNS:]

    def remove(self, text: str) -> None:
        self._text = self._text.removesuffix(text)

    def forget(self) -> None:
        self._text = ""


class OtherApplications(QObject):
    """Inserts what is committed while another application is in front.

    If keys cannot be pressed, the words are collected on the clipboard instead.

    Signals:
        problem_changed(object): The `Problem` that keeps words from arriving, `NONE` if they do.
        applications_changed(): Words were inserted into a new application.

    Attributes:
        applications: Window classes of applications that received words, last one first.
        watch: Has `forget` called with a number once the user does anything else; None if that
            cannot be known.
    """

    problem_changed = Signal(object)
    applications_changed = Signal()

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
        self._around = Context()  # around the place of the next words
        self._neighbours = Neighbours(kind)
        self.watch: Callable[[int], None] | None = None
        self._written = _Written()
        self._paste = ClipboardPaste(
            clipboard, keystrokes, self._neighbours, self._paste_keys, self
        )
        self.applications: list[str] = []
        self._held_back: list[str] = []
        self._to_erase = self._erased = ""  # the last of what was inserted
        self._gathered = ""
        self._is_writing = self._wants_enter = self._puts_instead = False
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self._hand_on)
        keystrokes.pressed.connect(self._end_writing)
        keystrokes.unwritable.connect(self._put_instead)
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
        return bool(self._held_back or self._to_erase) or self._is_writing or self._paste.is_busy

    def follow_preferences(self) -> None:
        """Start or stop reading around the caret."""
        reads = self._preferences.value.dictation.reads_around_caret and self.is_wanted
        self._caret.set_wanted(reads and self._kind is not DesktopKind.NONE)

    def begin_session(self) -> None:
        """Try again to press keys; start collecting on the clipboard afresh."""
        self._gathered = ""
        self.follow_preferences()
        if self._kind is DesktopKind.NONE or not self.is_wanted:
            return
        self.problem = Problem.NONE
        if self._kind is DesktopKind.WAYLAND:
            self._keystrokes.prepare()  # the desktop asks before the words come

    def context(self) -> Context | None:
        """Return the text around the caret of another application in front, if it is known."""
        caret = self._caret.read() if self._go_elsewhere else None
        context = None if caret is None else caret.context
        if context is None and self._go_elsewhere:
            context = self._written_context()
        self._around = context or Context()
        return context

    def forget(self, number: int) -> None:
        """The user did something since the last insertion: the caret may be anywhere."""
        if number == self._written.number:
            self._written.forget()
            self._to_erase = self._erased = ""

    def take(self, text: str) -> bool:
        """Insert committed text into the application in front; False if it stays in Fermata."""
        if not text or not self._go_elsewhere:
            return False
        is_on_its_way = self.is_busy or self._gathered  # it may be waiting for us
        caret = None if is_on_its_way else self._caret.read()
        if caret is not None and caret.problem is not Problem.NONE:
            self.problem_changed.emit(caret.problem)
            return False
        if caret is not None:
            self._around = caret.context or self._written_context() or Context()
        before, after = self._around.before or "", self._around.after or _WORD
        text = joined(before[-2:], text, after[:2])
        self._around = replace(self._around, before=text)
        self._held_back.append(text)
        self._hand_on()
        return True

    def rewrite(self, removed: str, added: str) -> None:
        """Follow a spoken command: remove the last words inserted, or insert these again.

        Nothing happens once the user has done anything else there.
        """
        if not self._go_elsewhere or self.watch is None or self._held_back or self._to_erase:
            return
        if added and not removed and added.strip() == self._erased.strip():
            self._held_back.append(self._erased)
            self._erased = ""
        elif removed and not added:
            self._to_erase = self._written.end_with(removed)
            self._written.remove(self._to_erase)
        self._hand_on()

    def _erase(self, text: str) -> None:
        """Remove what we inserted, if it is still to the left of the caret as far as is known.

        What has emoji or accents in it stays: one Backspace may remove several code points.
        """
        caret = self._caret.read()
        before = caret.context.before if caret is not None and caret.context is not None else None
        is_there = before is None or before.endswith(text)
        if is_there and all(ord(it) <= _LAST_PLAIN and not combining(it) for it in text):
            self._written.number += 1  # our keys are not the user's
            self._is_writing, self._erased = True, text
            self._keystrokes.erase(len(text))
        else:
            self._written.forget()

    def press_enter(self) -> None:
        """Press Enter in another application in front, after the text it was given."""
        if self._go_elsewhere:
            self._wants_enter = True
            self._hand_on()

    def drop(self) -> None:
        """Drop the words still waiting."""
        self._held_back.clear()
        self._to_erase = ""
        self._wants_enter = False

    def close(self) -> None:
        """Restore the clipboard, and leave other applications alone."""
        self._kind = DesktopKind.NONE
        self._timer.stop()
        self._paste.finish()
        self._caret.set_wanted(False)
        self._neighbours.close()

    def _hand_on(self) -> None:
        """Pass words on, but not while Ctrl or the like is held: it would combine with our keys."""
        is_held = QGuiApplication.queryKeyboardModifiers() != Qt.KeyboardModifier.NoModifier
        application = self._neighbours.application()
        types = self._way(application) is Way.TYPE
        if is_held or self._is_writing or (types and self._paste.is_busy):
            self._timer.start()
            return
        if self._to_erase:
            if not self._paste.is_busy:
                text, self._to_erase = self._to_erase, ""
                self._erase(text)
            self._timer.start()
            return
        self._timer.stop()
        texts, self._held_back = "".join(self._held_back), []
        if texts:
            self._note(application)
            self._give(texts, types=types)
        if self._wants_enter and self.is_busy:
            self._timer.start()
        elif self._wants_enter:
            self._wants_enter = False
            self._written.forget()  # what is sent off is no text before the next one
            self._keystrokes.paste(_ENTER)

    def _note(self, application: str) -> None:
        if application and application not in self.applications:
            self.applications.insert(0, application)
            self.applications_changed.emit()

    def _give(self, texts: str, *, types: bool) -> None:
        self._written.add(texts)
        if self.problem is not Problem.NONE:
            self._gather(texts)
        elif types:
            self._is_writing = True
            self._keystrokes.write(texts)
        else:
            self._put(texts)

    def _put_instead(self, text: str) -> None:
        """Paste what cannot be typed; that nothing more is typed is told next."""
        self._puts_instead = True
        self._put(text)

    def _put(self, text: str) -> None:
        self._paste.puts_back = self._preferences.value.dictation.restores_clipboard
        self._paste.put(text)

    def _way(self, application: str) -> Way:
        """Return how to insert text.

        A Wayland application in the background cannot set the clipboard, so there it is typed.
        """
        dictation = self._preferences.value.dictation
        if self._kind is DesktopKind.WAYLAND:
            return Way.TYPE
        chosen = read_ways(dictation.application_ways).get(application)
        usual = Way.TYPE if dictation.other_applications == "typing" else usual_paste(application)
        return chosen or usual

    def _paste_keys(self) -> str:
        """Return the keys that paste in the application in front, even if text is usually typed."""
        application = self._neighbours.application()
        way = self._way(application)
        return PASTE_KEYS.get(way) or PASTE_KEYS[usual_paste(application)]

    def _end_writing(self) -> None:
        if self.problem is Problem.NONE:
            self.problem_changed.emit(Problem.NONE)
        is_put, self._puts_instead = self._puts_instead, False
        self._is_writing = False
        if self.watch is not None and not (is_put or self._paste.has_more):
            self.watch(self._written.number)

    def _written_context(self) -> Context | None:
        """Return what we have written to the left of the caret; None where that is not known."""
        return None if self.watch is None else Context(self._written.paragraph)

    def _follow_failure(self, problem: Problem, text: str) -> None:
        self._is_writing = False
        if problem in {Problem.NO_WINDOW, Problem.LOCKED}:  # the next sentence may find one
            self._written.forget()
            self._paste.abandon(puts_back=True)
            self.problem_changed.emit(problem)
            return
        if self.problem is not problem:
            self.problem = problem
            self.problem_changed.emit(problem)
        self._gather(self._paste.abandon() + text)

    def _gather(self, text: str) -> None:
        if text:
            self._written.forget()
            self._gathered += text
            self._clipboard.setMimeData(FleetingText(self._gathered))
