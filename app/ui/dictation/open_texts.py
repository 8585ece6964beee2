"""The open texts: one is on the page, the others wait behind their tabs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from app.dictation.stored_sound import KeptSound
from app.document.document import Document, DocumentEvent, Replaced
from app.document.text import from_units
from app.history.document_history import DocumentHistory
from app.history.records import SessionInfo
from app.history.session_rows import opening
from app.history.writer import HistoryWriter, WrittenSession
from app.ui.dictation.controller import DictationController
from app.ui.dictation.left_text import LeftText
from app.ui.dictation.page import DictationPage
from app.ui.widgets.announcing import announce

_TITLE_UNITS = 400  # in which to look for its first line


class Holder(Protocol):
    """Holds something about the text on the page, and drops it when the text is replaced."""

    def set_aside(self) -> Callable[[], None]:
        """Return a function that restores it, once the text is back on the page."""
        ...


@dataclass(slots=True, eq=False)
class OpenText:
    """A text with a tab.

    Attributes:
        title: Title of its session; "" to go by its first line.
        session: The session that edits belong to; None if nothing is stored. This and the following
            are set only for texts behind their tabs.
        text: The text as it was left.
        sounds: The sounds of its recordings.
        returns: Functions that restore everything; empty if it must be read from the history.
    """

    title: str = ""
    session: WrittenSession | None = None
    text: str = ""
    sounds: dict[int, KeptSound] = field(default_factory=dict)
    returns: Sequence[Callable[[], None]] = ()

    @property
    def number(self) -> int:
        return self.session.number if self.session is not None else 0

    @property
    def name(self) -> str:
        return self.title or opening(self.text)

    def close(self) -> None:
        for sound in self.sounds.values():
            sound.close()


class OpenTexts(QObject):
    """Switches texts on the page. None is switched or closed during a dictation.

    Signals:
        wanted(int): Read and show the session with this number.
        numbers_changed(str): Numbers of the open sessions, separated by commas.
    """

    wanted = Signal(int)
    numbers_changed = Signal(str)

    def __init__(
        self,
        document: Document,
        page: DictationPage,
        controller: DictationController,
        history: DocumentHistory,
        writer: HistoryWriter,
        *holders: Holder,
    ) -> None:
        """`holders` set aside what they hold, in this order, after document, history and page."""
        super().__init__(page)
        self._document, self._page, self._controller = document, page, controller
        self._history, self._writer = history, writer
        self._holders: tuple[Holder, ...] = (document, history, page.gaps, *holders)
        self._holders += (page.changes, page.view)  # the last restores the place
        self._front = OpenText()
        self._texts = [self._front]
        self.left = LeftText(document, page, writer)
        self.left.unkept.connect(self._bring_back)
        self._bar = page.tabs
        self._bar.insert(0, self.tr("Untitled"))
        self._connect()

    def _connect(self) -> None:
        page, bar = self._page, self._bar
        page.bar.new.triggered.connect(self.new)
        page.bar.close_text.triggered.connect(self.close)
        page.text_wanted.connect(self._step)
        bar.currentChanged.connect(lambda at: self._show(self._texts[at]) if at >= 0 else None)
        bar.tabMoved.connect(self._move)
        bar.close_wanted.connect(lambda at: self._close(self._texts[at]))
        self._document.observe(Replaced, lambda _: self.name(""))
        self._document.observe(DocumentEvent, lambda _: self._show_title())
        self._writer.session_changed.connect(self._tell)

    def new(self) -> None:
        """Show an empty page; the previous text stays open."""
        if not self._controller.refuse_while_recording():
            self._make_room()
            self._page.view.setFocus()

    def close(self) -> None:
        """Close the text on the page; it stays in the history."""
        self._close(self._front)

    def show(self, number: int) -> bool:
        """Bring a session to the page if it is open; return whether it is."""
        found = self._of(number)
        if found is not None:
            self._show(found)
        return found is not None

    def make_place(self, number: int) -> bool:
        """Prepare the page for a session that was read; return False while recording."""
        if self._controller.refuse_while_recording():
            return False
        found = self._of(number)
        if found is None:
            self._make_room()
        else:
            self._turn_to(found)
        return True

    def name(self, title: str) -> None:
        """Use the title of its session for the text on the page."""
        self._front.title = "" if title == self._first_line else title
        self._show_title()

    def offer(self, found: Sequence[SessionInfo]) -> None:
        """Add tabs for sessions that were open when Fermata last closed."""
        for info in found:
            if not self._writer.holds([info.number]) and self._of(info.number) is None:
                session = WrittenSession(info.started_at, info.number)
                self._add(OpenText(info.title, session, info.title), len(self._texts) - 1)
        self._tell()

    def drop(self, numbers: Sequence[int]) -> None:
        """Close texts behind their tabs that were deleted or put into the trash."""
        for text in list(self._texts):
            if text is not self._front and text.number in numbers:
                self._remove(text)

    def end(self) -> None:
        for text in self._texts:
            text.close()

    def _of(self, number: int) -> OpenText | None:
        others = (it for it in self._texts if it is not self._front)
        return next((it for it in others if number and it.number == number), None)

    def _show(self, text: OpenText) -> None:
        if text is self._front:
            return
        if not text.returns or self._controller.refuse_while_recording():
            self._bar.choose(self._texts.index(self._front))
            if not text.returns:
                self.wanted.emit(text.number)
            return
        title, returns, text.returns = text.title, text.returns, ()
        self._turn_to(text)
        for put_back in returns:
            put_back()
        for recording, sound in text.sounds.items():
            self._controller.back.hold(sound, recording)
        text.sounds = {}
        self.name(title)
        if self._page.announces:
            announce(self._page.view, self._bar.tabText(self._texts.index(text)))

    def _step(self, by: int) -> None:
        at = self._texts.index(self._front) + by
        self._show(self._texts[at % len(self._texts)])

    def _make_room(self) -> None:
        self._history.save()
        if self._document.text.strip():
            self._set_aside(self._front)
            self._front = OpenText()
            self._add(self._front, len(self._texts))
        self._document.replace_all("")
        self._bar.choose(self._texts.index(self._front))

    def _turn_to(self, text: OpenText) -> None:
        """Give the page to a text while it still shows another; an empty one is dropped."""
        self._history.save()
        before, self._front = self._front, text
        if self._document.text.strip():
            self._set_aside(before)
        else:
            self._remove(before)
        self._bar.choose(self._texts.index(text))

    def _set_aside(self, text: OpenText) -> None:
        text.session, text.text = self._writer.session, self._document.text
        if not self._history.is_proposed:  # that is read again
            text.returns = [holder.set_aside() for holder in self._holders]
            text.sounds = self._controller.back.take_sounds()

    def _close(self, text: OpenText) -> None:
        if text is not self._front:
            self.left.leave(text.text, text.session)
            self._remove(text)
        elif not self._controller.refuse_while_recording():
            self._history.save()
            self.left.leave(self._document.text, self._writer.session)
            self._document.replace_all("")
            at = self._texts.index(text)
            if len(self._texts) > 1:
                self._show(self._texts[at + 1 if at + 1 < len(self._texts) else at - 1])
            self._page.view.setFocus()

    def _bring_back(self, text: str) -> None:
        self._make_room()
        self._document.replace_all(text)

    def _add(self, text: OpenText, at: int) -> None:
        self._texts.insert(at, text)
        self._bar.insert(at, text.name or self.tr("Untitled"))
        self._tell()

    def _remove(self, text: OpenText) -> None:
        at = self._texts.index(text)
        text.close()
        self._texts.remove(text)
        self._bar.remove(at)
        self._tell()

    def _move(self, before: int, now: int) -> None:
        self._texts.insert(now, self._texts.pop(before))
        self._tell()

    @property
    def _first_line(self) -> str:
        return opening(from_units(self._document.units[:_TITLE_UNITS]))

    def _show_title(self) -> None:
        title = self._front.title or self._first_line or self.tr("Untitled")
        self._bar.set_title(self._texts.index(self._front), title)

    def _tell(self) -> None:
        numbers = (self._writer.number if it is self._front else it.number for it in self._texts)
        self.numbers_changed.emit(",".join(map(str, filter(None, numbers))))
