"""Names and terms: how they are written and spoken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractTableModel,
    QDate,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QUrl,
    Signal,
)
from PySide6.QtGui import QDesktopServices, QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTableView,
    QWidget,
)

from app.files.export import export_as_is
from app.history.suggested_words import SuggestedWord
from app.preferences.live_preferences import LivePreferences
from app.ui.language.messages import explain, translated
from app.ui.settings.word_list import DOCUMENT, WordList
from app.ui.widgets.boxes import button, column, row
from app.ui.widgets.controls import NoScrollComboBox, offer_clearing
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.notice_line import Answer
from app.ui.widgets.settings_page import SettingsNote, SettingsPage
from app.ui.widgets.shortcuts import add_shortcut
from engine.errors import FermataError
from engine.formatting.vocabulary import Entry, LineError, WordsForAWhile, entry_of
from engine.messages import Message, Reason, as_message

_TABLE_PX, _TERMS_PX = 250, 180
_MOST_MISTAKES = 5
_MOST_SUGGESTED = 5
_SPACING_PX = 6
_DISPLAY, _EDIT = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole
_NOWHERE = QModelIndex()

Index = QModelIndex | QPersistentModelIndex


class EntryModel(QAbstractTableModel):
    """Entries as rows: written form, and spoken forms separated by "|".

    Attributes:
        entries: The entries shown.

    Signals:
        edited(int, str): The new line for a row.
    """

    edited = Signal(int, str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.entries: tuple[Entry, ...] = ()
        self._all: tuple[Entry, ...] = ()
        self._wanted = ""
        self._searched: list[str] = []  # written and spoken forms of each, in lower case
        self._titles = (self.tr("Written"), self.tr("Spoken"))

    def show(self, entries: tuple[Entry, ...]) -> None:
        if entries != self._all:
            self._all = entries
            self._searched = [str(entry).lower() for entry in entries]
            self._choose()

    def search(self, wanted: str) -> None:
        """Show only entries that contain a text."""
        self._wanted = wanted.lower()
        self._choose()

    def _choose(self) -> None:
        rows = zip(self._all, self._searched, strict=True)
        found = tuple(entry for entry, text in rows if self._wanted in text)
        if found != self.entries:
            self.beginResetModel()
            self.entries = found
            self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802  Qt's own
        return 0 if parent.isValid() else len(self.entries)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802  Qt's own
        return 0 if parent.isValid() else len(self._titles)

    def data(self, index: Index, role: int = _DISPLAY) -> str | None:
        if role not in {_DISPLAY, _EDIT}:
            return None
        entry = self.entries[index.row()]
        return " | ".join(entry.spoken) if index.column() else entry.written

    def headerData(  # noqa: N802  Qt's own
        self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY
    ) -> str | None:
        is_title = role == _DISPLAY and orientation is Qt.Orientation.Horizontal
        return self._titles[section] if is_title else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: Index, value: object, _role: int = _EDIT) -> bool:  # noqa: N802
        entry = self.entries[index.row()]
        parts = [entry.written, " | ".join(entry.spoken)]
        if parts[index.column()] == str(value):
            return False
        parts[index.column()] = str(value)
        self.edited.emit(index.row(), _line(*parts))
        return True


class WordsPage(SettingsPage):
    """The vocabulary in a table; every change is stored at once."""

    TITLE = QT_TRANSLATE_NOOP("WordsPage", "Words")

    def __init__(self, preferences: LivePreferences, words: WordList) -> None:
        super().__init__(preferences)
        self._words = words
        self._wanted: list[str] = []
        self._answers: list[QPushButton] = []
        intro = self.tr(
            "Names and terms as they should be written, and how you say them; “|” "
            "separates several ways. Recognisers that can expect words listen for them."
        )
        head = self.group("", _SPACING_PX)
        head.add(MutedLabel(intro), intro)
        snippets = self.tr(
            "A longer text can be written for what you say, such as “insert my address”. In it, "
            "{line} begins a new line; {date}, {time} and {clipboard} are filled in."
        )
        head.add(MutedLabel(snippets), snippets)
        self.deaf = SettingsNote()
        self.notice = self.notice_line()
        head.add(self.deaf, "")
        head.add(self.notice, "")
        self.group("", _SPACING_PX).add(self._new_entry(), self.tr("add word"))
        self._suggestions = self.group(self.tr("From your corrections"), _SPACING_PX)
        self._suggestions.setVisible(False)
        self.group("", _SPACING_PX).add(self._table_and_buttons(), self.tr("words import export"))
        self._add_for_a_while()
        self._proposals = self.group(self.tr("Found in the document"), _SPACING_PX)
        self._proposals.setVisible(False)
        self.terms = QListWidget()
        words.listed.connect(self._show)
        words.failed.connect(self._show_failure)
        words.imported.connect(self._tell_imported)
        words.proposed.connect(self._propose)
        words.suggested.connect(self._suggest)
        words.listed.connect(words.suggest)
        words.for_a_while.connect(self._show_for_a_while)
        words.expecting.connect(self._tell_whether_expected)
        words.read()
        self._show()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's own
        self._words.read()
        self._words.ask_whether_expected()
        self._words.suggest()
        super().showEvent(event)

    def search(self, wanted: list[str]) -> int:
        self._wanted = wanted
        return super().search(wanted)

    def _new_entry(self) -> QWidget:
        self.written = QLineEdit(placeholderText=self.tr("written"))
        self.written.setAccessibleName(self.tr("Written form"))
        self.spoken = QLineEdit(placeholderText=self.tr("spoken | spoken"))
        self.spoken.setAccessibleName(self.tr("Spoken forms"))
        self.add_entry = button(self.tr("Add"), self._add)
        self.mistake = SettingsNote()
        for line in (self.written, self.spoken):
            line.returnPressed.connect(self._add)
        new = QWidget()
        fields = row((self.written, 1), (self.spoken, 1), self.add_entry)
        column(fields, self.mistake, on=new, spacing=2)
        return new

    def _table_and_buttons(self) -> QWidget:
        self.filter = QLineEdit(placeholderText=self.tr("Search words"))
        self.filter.setAccessibleName(self.tr("Search words"))
        offer_clearing(self.filter)
        self.model = EntryModel(self)
        self.model.edited.connect(self._edit)
        self.filter.textChanged.connect(self.model.search)
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.setProperty("boxed", True)  # noqa: FBT003  Qt's signature
        self.table.setAccessibleName(self.tr("Words"))
        self.table.setFixedHeight(_TABLE_PX)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.verticalHeader().hide()
        self.remove = button(self.tr("Remove"), self._remove)
        here = Qt.ShortcutContext.WidgetShortcut
        add_shortcut(self.table, Qt.Key.Key_Delete, self.tr("Remove"), self._remove, here)
        self.import_file = button(self.tr("Import…"), self._import)
        self.paste = button(self.tr("Paste"), self._paste)
        self.export = button(self.tr("Export…"), self._export)
        self.table.selectionModel().selectionChanged.connect(self._enable)
        whole = QWidget()
        buttons = row(self.remove, 0, self.import_file, self.paste, self.export)
        self._filled = QWidget()
        column(self.filter, self.table, on=self._filled)
        self.nothing = SettingsNote()
        column(self._filled, self.nothing, buttons, on=whole, margins=(0, 6, 0, 6))
        return whole

    def _add_for_a_while(self) -> None:
        title = self.tr("Temporary words")
        intro = self.tr("For example the names of a meeting, from a text file with one per line.")
        self.until = NoScrollComboBox()
        items = [
            (self.tr("Until you leave this text"), ""),
            (self.tr("Today"), "0"),
            (self.tr("For a week"), "7"),
            (self.tr("For a month"), "30"),
        ]
        self.until.offer(items, "")
        self.until.setAccessibleName(self.tr("How long they apply"))
        self.until.setAccessibleDescription(self.until.accessibleName())  # Linux reads the choice
        self.choose_file = button(self.tr("Choose a file…"), self._choose_for_a_while)
        self.forget = button(self.tr("Remove"), self._words.forget_for_a_while)
        self.forget.setAccessibleName(f"{self.forget.text()}: {title}")
        self.forget.hide()
        self.passing = SettingsNote()
        whole = QWidget()
        buttons = row((self.until, 1), self.choose_file, self.forget)
        column(MutedLabel(intro), buttons, self.passing, on=whole, margins=(0, 6, 0, 6))
        self.group(title, _SPACING_PX).add(whole, f"{title} {intro}")

    def _choose_for_a_while(self) -> None:
        kinds = self.tr("Text") + " (*.txt)"
        name, _ = QFileDialog.getOpenFileName(self, self.choose_file.text(), "", kinds)
        if name:
            days = self.until.currentData()
            today = datetime.now().astimezone().date()
            until = today + timedelta(days=int(days)) if days else None
            self._words.keep_for_a_while(Path(name), until)

    def _show_for_a_while(self, words: WordsForAWhile | None) -> None:
        self.forget.setVisible(words is not None)
        if words is None:
            self.passing.say("")
            return
        count = self.tr("%Ln words were added.", "", len(words.entries))
        end = self.tr("They apply until you leave this text.")
        if words.until is not None:
            last = QDate.fromString(words.until.isoformat(), Qt.DateFormat.ISODate)
            day = QLocale().toString(last, QLocale.FormatType.LongFormat)
            end = self.tr("They apply until %1.").replace("%1", day)
        self.passing.say(f"{count} {end}")

    def _show(self) -> None:
        """Show the words; before they are read, nothing, and above all not that there are none."""
        words = self._words.words
        self.model.show(words.entries if words else ())
        is_filled = bool(words and words.entries)
        for part in (self._filled, self.remove, self.export):
            part.setVisible(is_filled)
        empty = self.tr(
            "None yet. Above, enter a name or term as it should be written and, next to "
            "it, how it sounds: “Siobhan” sounds like “shiv on”."
        )
        self.nothing.say(empty if words and not is_filled else "")
        errors = words.errors if words else ()
        if errors:
            told = _mistakes(self.tr("Line %1 of your words: %2"), errors)
            self.notice.show_error(told, Answer(self.tr("Open the file"), self._open_file))
        else:
            self.notice.clear()
        self._enable()

    def _open_file(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._words.path)))

    def _show_failure(self, error: FermataError | OSError, again: Callable[[], None]) -> None:
        self.notice.show_error(explain(error), Answer(self.tr("Try again"), again))

    def _enable(self) -> None:
        self.remove.setEnabled(self.table.selectionModel().hasSelection())
        self.export.setEnabled(bool(self._words.words and self._words.words.entries))

    def _add(self) -> None:
        entry = entry_of(_line(self.written.text(), self.spoken.text()))
        if not isinstance(entry, Entry):
            self.mistake.say(_capitalised(_sentence(entry)))
            return
        self.mistake.say("")
        self._words.add([entry])
        self.written.clear()
        self.spoken.clear()
        self.written.setFocus()

    def _edit(self, at: int, line: str) -> None:
        entry = entry_of(line)
        if not isinstance(entry, Entry):
            self.mistake.say(_capitalised(_sentence(entry)))
            return
        self.mistake.say("")
        self._words.edit(self.model.entries[at], entry)

    def _remove(self) -> None:
        chosen = {index.row() for index in self.table.selectedIndexes()}
        if chosen:
            self._words.remove(self.model.entries[at] for at in chosen)

    def _import(self) -> None:
        kinds = self.tr("Words, or a document with names") + f" (*.txt *{DOCUMENT})"
        name, _ = QFileDialog.getOpenFileName(self, self.import_file.text(), "", kinds)
        if name:
            self._words.import_from(Path(name))

    def _paste(self) -> None:
        self._words.import_text(QGuiApplication.clipboard().text())

    def _tell_imported(self, count: int, errors: Sequence[LineError]) -> None:
        said = [self.tr("%Ln words were added.", "", count)]
        if told := _mistakes(self.tr("Line %1: %2"), errors):
            said.append(told)
        self.mistake.say("\n".join(said))

    def _export(self) -> None:
        kinds = self.tr("Text") + " (*.txt)"
        proposed = self.tr("words.txt")
        name, _ = QFileDialog.getSaveFileName(self, self.export.text(), proposed, kinds)
        if not name:
            return
        entries = self._words.words.entries if self._words.words else ()
        content = "".join(f"{entry}\n" for entry in entries)
        try:
            export_as_is(content.encode("utf-8", "replace"), Path(name))
        except (FermataError, OSError) as error:
            elsewhere = Answer(self.tr("Save somewhere else…"), self._export)
            self.notice.show_error(explain(error), elsewhere)

    def _suggest(self, found: Sequence[SuggestedWord]) -> None:
        """Show what was corrected the same way; nothing is added unasked."""
        had_focus = any(it.hasFocus() for it in self._answers)
        self._suggestions.clear()
        self._answers = []
        for one in found[:_MOST_SUGGESTED]:
            part = self._suggestion(one)
            self._suggestions.add(part, f"{one.entry} {self._suggestions.heading.text()}")
        self.search(self._wanted)
        self.settle()
        if had_focus:
            (self._answers[0] if self._answers else self.written).setFocus()

    def _suggestion(self, one: SuggestedWord) -> QWidget:
        entry = one.entry
        heard = entry.spoken[0] if entry.spoken else entry.written.lower()
        said = self.tr("Whenever “%1” is heard, write “%2”").replace("%1", heard)
        said = said.replace("%2", entry.written)
        label = QLabel(said)
        label.setWordWrap(True)
        times = MutedLabel(self.tr("corrected %1 times").replace("%1", str(one.times)))
        times.setWordWrap(False)
        add = button(self.tr("Add"), lambda: self._words.add([entry]))
        dismiss = button(self.tr("Dismiss"), lambda: self._words.dismiss(entry))
        for answer in (add, dismiss):
            answer.setAccessibleName(f"{answer.text()}: {entry.written}")
        self._answers += [add, dismiss]
        part = QWidget()
        row((label, 1), times, add, dismiss, on=part)
        return part

    def _propose(self, terms: Sequence[str]) -> None:
        """Offer the names and terms in a document; ticked ones are added."""
        self._proposals.clear()
        if not terms:
            self.mistake.say(self.tr("No new names or terms were found."))
            self.search(self._wanted)
            return
        self.mistake.say("")
        self.terms = QListWidget()
        self.terms.setAccessibleName(self._proposals.heading.text())
        self.terms.setProperty("boxed", True)  # noqa: FBT003  Qt's signature
        self.terms.setFixedHeight(_TERMS_PX)
        for term in terms:
            item = QListWidgetItem(term, self.terms)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Unchecked)
        self.add_ticked = button(self.tr("Add the ticked ones"), self._add_ticked)
        found = QWidget()
        column(self.terms, row(self.add_ticked, 0), on=found, margins=(0, 6, 0, 6))
        self._proposals.add(found, self._proposals.heading.text())
        self.search(self._wanted)
        self.settle()
        self.ensureWidgetVisible(found)

    def _add_ticked(self) -> None:
        items = [self.terms.item(at) for at in range(self.terms.count())]
        ticked = [it.text() for it in items if it.checkState() is Qt.CheckState.Checked]
        self._proposals.clear()
        self.search(self._wanted)
        self._words.import_entries(Entry(term) for term in ticked)

    def _tell_whether_expected(self, is_so: bool) -> None:  # noqa: FBT001  a signal's value
        sentence = self.tr(
            "The recogniser in use cannot expect words; they are only corrected when it "
            "hears one of the spoken forms. Some models in “Languages & models” can."
        )
        self.deaf.say("" if is_so else sentence)


def _line(written: str, spoken: str) -> str:
    return f"{written} = {spoken}" if spoken.strip() else written


def _sentence(reason: Reason) -> str:
    return translated(Message("{reason}.", reason=as_message(reason)))


def _capitalised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _mistakes(template: str, errors: Sequence[LineError]) -> str:
    told = [
        template.replace("%1", str(it.line)).replace("%2", _sentence(it.reason))
        for it in errors[:_MOST_MISTAKES]
    ]
    return "\n".join([*told, "…"] if len(errors) > _MOST_MISTAKES else told)
