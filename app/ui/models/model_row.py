"""A model on one line: its name, main actions, and a fold with the details."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from app.ui.appearance.fonts import make_bold
from app.ui.language.languages import shown_language, shown_title
from app.ui.language.messages import translated
from app.ui.models.controller import ModelsController
from app.ui.models.entries import ModelEntry
from app.ui.models.merits import merit, merits, speed
from app.ui.widgets.boxes import column, row
from app.ui.widgets.fold import Fold
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.notice_line import NoticeLine
from engine.models.download import Progress
from engine.models.install import Phase

_BELOW = ("pause", "cancel", "really", "keep")  # beside the text they respond to
_INNER = ("verify", "remove")  # what few people need
_MOST_LANGUAGES = 3  # a line has room for this many names
_NARROW_PX = 640  # too narrow for the languages, which most titles name
_FORMAT = QLocale.DataSizeFormat.DataSizeSIFormat


class ModelRow(QFrame):
    """Shows a model and its progress; buttons act through the library.

    Signals:
        clicked(): A button was clicked.
    """

    clicked = Signal()

    def __init__(self, entry: ModelEntry, library: ModelsController) -> None:
        super().__init__()
        self.entry, self._library = entry, library
        self.title = shown_title(entry.title, entry.languages)
        self.setProperty("tile", True)  # noqa: FBT003  Qt's signature
        self.setAccessibleName(self.title)
        self.speed = MutedLabel()
        self.speed.hide()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(8)
        self.bar.setAccessibleName(self.tr("Download of %1").replace("%1", self.title))
        self.problem = translated(entry.problem)
        self.notice = NoticeLine()
        self.status = MutedLabel()
        self._buttons: dict[str, QPushButton] = {}
        for name, words in self._actions().items():
            self._add_button(name, words)
        self.details = self._details()
        self.fold = Fold(self.tr("Details"), self.details, self.title)
        below = row((self.status, 1), *self._named(_BELOW))
        size = MutedLabel(self._size())
        size.setWordWrap(False)
        known = row(*merits(entry), 0, size, spacing=12, margins=(0, 0, 6, 0))
        parts = (self._line(), known, self.speed, self.bar, self.notice, below, self.details)
        column(*parts, on=self, spacing=4, margins=(12, 5, 6, 5))
        self.show_at_rest()
        if self._is_coming(entry.name):
            self.show_waiting()
        library.progressed.connect(self._follow)
        library.paused.connect(self._show_end)
        library.failed.connect(self._follow_failure)
        library.verified.connect(self._show_verified)

    def button(self, name: str) -> QPushButton:
        return self._buttons[name]

    def search_text(self) -> str:
        languages = " ".join(self._language_names())
        facts = f"{self.facts.text()} {self.figures.text()}"
        return f"{self.title} {self.entry.name} {languages} {facts}"

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's own
        """On a narrow line, show only the name."""
        super().resizeEvent(event)
        is_wide = event.size().width() >= _NARROW_PX
        self.languages.setVisible(is_wide and bool(self.languages.text()))

    def take_over(self, before: ModelRow) -> None:
        """Show what the row it replaces showed: whether it was open, and what failed.

        A failed download no longer matters if the model was installed in another way.
        """
        self.fold.open(is_open=before.fold.is_open)
        has_come = before.entry.origin == "online" != self.entry.origin
        is_news = before.notice.is_error and not before.problem and not has_come
        if is_news and not self._library.is_fetching(self.entry.name):
            self.show_failure(before.notice.label.text())

    def show_speed(self, words: str) -> None:
        """Show a sentence on whether this computer is fast enough for the model."""
        self.speed.setText(words)
        self.speed.setVisible(bool(words))

    def show_at_rest(self, words: str = "") -> None:
        """Show that nothing is going on, and a sentence about what was."""
        have = self.entry.received_bytes
        is_here = self.entry.origin != "online"
        can_use = self.entry.kind != "speakers" and not self.entry.problem
        shown = {"use": can_use and not self.entry.is_active, "verify": True}
        can_come_again = bool(self.problem) and self.entry.offered is not None
        shown |= {"remove": self.entry.is_removable}
        shown |= {"again": can_come_again and self.entry.is_removable}
        if not is_here:
            shown = {"download": True, "cancel": bool(have)}
            self._buttons["download"].setText(self.tr("Resume") if have else self.tr("Download"))
            self._buttons["cancel"].setText(self.tr("Discard"))
        self._show_buttons(shown)
        self.bar.setVisible(bool(have) and not is_here)
        if have and self.entry.size_bytes:
            self.bar.setRange(0, 1000)
            self.bar.setValue(round(1000 * have / self.entry.size_bytes))
            words = words or self.tr("%1 of %2 downloaded.").replace("%1", _size(have)).replace(
                "%2", _size(self.entry.size_bytes)
            )
        self._say(words)
        if self.problem:
            self.notice.show_error(self.problem)

    def show_failure(self, reason: str) -> None:
        """Show that nothing is going on, and why what was has failed."""
        self.show_at_rest()
        self.notice.show_error(reason)

    def show_waiting(self) -> None:
        self._show_buttons({"pause": True, "cancel": True})
        self._buttons["cancel"].setText(self.tr("Cancel"))
        self.bar.setVisible(True)
        self.bar.setRange(0, 0)
        self._say(self.tr("Waiting…"))

    def show_progress(self, phase: Phase, progress: Progress) -> None:
        total = progress.total_bytes
        self._show_buttons({"pause": phase == "downloading", "cancel": True})
        self._buttons["cancel"].setText(self.tr("Cancel"))
        self.bar.setVisible(True)
        self.bar.setRange(0, 1000 if total else 0)
        self.bar.setValue(round(1000 * progress.received_bytes / total) if total else 0)
        if phase == "checking":
            self._say(self.tr("Checking the download…"))
        elif phase == "unpacking":
            self._say(self.tr("Unpacking…"))
        else:
            self._say(self._arrived(progress))

    def ask_before_removing(self, *, is_asking: bool) -> None:
        if not is_asking:
            self.show_at_rest()
            return
        self._show_buttons({"really": True, "keep": True})
        size = _size(self.entry.size_bytes or 0)
        self._say(self.tr("Delete this model permanently? This frees %1.").replace("%1", size))
        self._buttons["keep"].setFocus()

    def _line(self) -> QLayout:
        title = QLabel(self.title)
        title.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        title.setWordWrap(True)
        make_bold(title)
        self.languages = MutedLabel(self._languages())
        badges = (_badge(words) for words in self._badges())
        actions = self._named(("use", "again", "download"))
        return row((title, 2), (self.languages, 1), *badges, *actions, self.fold)

    def _details(self) -> QWidget:
        self.facts = QLabel(self._facts())
        self.facts.setWordWrap(True)
        self.figures = MutedLabel(self._figures())
        whole = QWidget()
        buttons = row(*self._named(_INNER), 0)
        column(self.facts, self.figures, buttons, on=whole, spacing=4, margins=(0, 2, 0, 4))
        return whole

    def _named(self, names: tuple[str, ...]) -> list[QPushButton]:
        return [self._buttons[name] for name in names if name in self._buttons]

    def _badges(self) -> list[str]:
        words = []
        if self.entry.is_active:
            words.append(self.tr("In use"))
        if self.entry.is_recommended:
            words.append(self.tr("Recommended"))
        if self.entry.problem:
            words.append(self.tr("Damaged"))
        return words

    def _facts(self) -> str:
        """Return what matters to users about the model, as a sentence."""
        names = QLocale().createSeparatedList(self._language_names())
        facts = filter(None, (merit(self.entry.score), *self._needs(), names))
        words = " · ".join(facts)
        return words[:1].upper() + words[1:]

    def _figures(self) -> str:
        """Return measurements of the model, and its origin."""
        origin = {
            "bundled": self.tr("comes with Fermata"),
            "own": self.tr("yours"),
            "system": self.tr("elsewhere on this computer"),
            "online": "",
        }[self.entry.origin]
        facts = (self.entry.engine, self._score(), self._licence(), origin, self._check())
        return " · ".join(filter(None, facts))

    def _languages(self) -> str:
        """Return the languages that the title does not already name."""
        names = self._language_names()
        if all(name in self.title for name in names):
            return ""
        if len(names) <= _MOST_LANGUAGES:
            return QLocale().createSeparatedList(names)
        return self.tr("%1 languages").replace("%1", str(len(names)))

    def _language_names(self) -> list[str]:
        return [shown_language(code) for code in self.entry.languages]

    def _size(self) -> str:
        return "" if self.entry.size_bytes is None else _size(self.entry.size_bytes)

    def _needs(self) -> list[str]:
        """Return what it needs from the computer, and what it does by itself."""
        offered = self.entry.offered
        if offered is None:
            return []
        words = []
        if offered.memory_bytes is not None:
            memory = _size(offered.memory_bytes)
            words.append(self.tr("%1 of memory").replace("%1", memory))
        if offered.needs_gpu:
            words.append(self.tr("for a graphics card"))
        elif fast := speed(offered):
            words.append(fast)
        if offered.emits_marks:
            words.append(self.tr("punctuates by itself"))
        return words

    def _score(self) -> str:
        score = self.entry.score
        if score is None:
            return ""
        words = (
            self.tr("%1 % of words wrong (%2)")
            if score.measure == "word_errors"
            else self.tr("F1 %1 % on %2")
        )
        return words.replace("%1", f"{score.percent:.1f}").replace("%2", score.benchmark)

    def _licence(self) -> str:
        licences = ", ".join(self.entry.licences)
        if self.entry.kind == "punctuation" and licences:
            return self.tr("trained on texts licensed %1").replace("%1", licences)
        is_free = self.entry.offered.is_free_for_work if self.entry.offered else None
        words = {
            True: self.tr("%1: free, even for work"),
            False: self.tr("%1: not for commercial use"),
            None: "%1",
        }[is_free]
        return words.replace("%1", licences) if licences else ""

    def _check(self) -> str:
        if self.entry.origin != "online":
            return ""
        return {
            "sha256": self.tr("checked by SHA-256"),
            "md5": self.tr("checked by MD5 only"),
        }.get(self.entry.checksum, self.tr("no known checksum"))

    def _actions(self) -> dict[str, str]:
        if self.entry.origin == "online":
            return {
                "download": self.tr("Download"),
                "pause": self.tr("Pause"),
                "cancel": self.tr("Cancel"),
            }
        return {
            "use": self.tr("Use"),
            "again": self.tr("Download again"),
            "verify": self.tr("Verify"),
            "remove": self.tr("Remove…"),
            "really": self.tr("Delete permanently"),
            "keep": self.tr("Keep"),
        }

    def _add_button(self, name: str, words: str) -> None:
        button = QPushButton(words)
        button.setAccessibleName(f"{words.rstrip('…')}: {self.title}")
        button.clicked.connect(lambda: self._act(name))
        self._buttons[name] = button

    def _act(self, action: str) -> None:
        library, entry = self._library, self.entry
        self.clicked.emit()
        self.notice.clear()
        if action == "download":
            self.show_waiting()
        {
            "use": lambda: library.use(entry),
            "verify": lambda: library.verify(entry),
            "remove": lambda: self.ask_before_removing(is_asking=True),
            "keep": lambda: self.ask_before_removing(is_asking=False),
            "really": lambda: library.remove(entry),
            "download": lambda: library.download(entry.name),
            "again": lambda: library.download_again(entry),
            "pause": lambda: library.pause(entry.name),
            "cancel": lambda: library.cancel(entry.name),
        }[action]()

    def _follow(self, name: str, phase: Phase, progress: Progress) -> None:
        if self._is_coming(name):
            self.show_progress(phase, progress)

    def _is_coming(self, name: str) -> bool:
        """Whether the model of this row is being downloaded."""
        is_it = name == self.entry.name and self.entry.origin == "online"
        return is_it and self._library.is_fetching(name)

    def _show_end(self, name: str, sentence: str = "") -> None:
        if name == self.entry.name:
            self.show_at_rest(sentence)

    def _follow_failure(self, name: str, reason: str) -> None:
        if name == self.entry.name:
            self.show_failure(reason)

    def _show_verified(self, name: str, found: str) -> None:
        words = {
            "files": self.tr("All files are intact."),
            "layout": self.tr(
                "Nothing is missing. There is no checksum to tell whether files were altered."
            ),
        }
        if found in words:
            self._show_end(name, words[found])
        else:
            self._follow_failure(name, found)

    def _show_buttons(self, shown: dict[str, bool]) -> None:
        for name, button in self._buttons.items():
            button.setVisible(shown.get(name, False))

    def _say(self, words: str) -> None:
        self.status.setText(words)
        self.status.setVisible(bool(words))

    def _arrived(self, progress: Progress) -> str:
        speed = _size(round(progress.speed_bytes_a_s))
        words = self.tr("%1 of %2 · %3 a second")
        total = "?" if progress.total_bytes is None else _size(progress.total_bytes)
        for sign, value in (("%1", _size(progress.received_bytes)), ("%2", total), ("%3", speed)):
            words = words.replace(sign, value)
        return words


def _size(size_bytes: int) -> str:
    return QLocale().formattedDataSize(size_bytes, 1, _FORMAT)


def _badge(words: str) -> QLabel:
    badge = QLabel(words)
    badge.setProperty("badge", True)  # noqa: FBT003  Qt's signature
    badge.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return badge
