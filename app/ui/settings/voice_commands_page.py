"""The spoken commands: what each does, and its phrases."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QSizePolicy, QWidget

from app.preferences.live_preferences import LivePreferences
from app.ui.language.command_words import action_words, does_words
from app.ui.language.languages import shown_language
from app.ui.language.messages import explain, translated
from app.ui.settings.command_tables import CommandTables
from app.ui.widgets.boxes import button, column, row
from app.ui.widgets.controls import NoScrollComboBox
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.settings_page import SettingsNote, SettingsPage, name_all
from engine.messages import Message, Reason, as_message
from engine.spoken_commands.actions import Action
from engine.spoken_commands.own_commands import CommandRow, OwnCommands

_DOES_PX = 220
_SIGN_PX = 90
_SPACING_PX = 2


class PhraseRow(QWidget):
    """The phrases of one command, editable, and what it does."""

    def __init__(self, command: CommandRow) -> None:
        super().__init__()
        self.command = command
        self.line = QLineEdit(" | ".join(command.phrases))
        self.line.setCursorPosition(0)
        self.does = QLabel(does_words(command.action, command.sign))
        self.does.setWordWrap(True)
        self.does.setFixedWidth(_DOES_PX)
        self.does.setBuddy(self.line)
        name_all(self.line, self.does.text(), "")
        self.mistake = SettingsNote()
        both = row((self.line, 1), self.does, spacing=16)
        column(both, self.mistake, on=self, spacing=2, margins=(0, 3, 0, 3))

    @property
    def phrases(self) -> list[str]:
        return [name for part in self.line.text().split("|") if (name := " ".join(part.split()))]

    def search_text(self) -> str:
        return f"{self.does.text()} {self.line.text()}"


class VoiceCommandsPage(SettingsPage):
    """All commands of a language; only what the user changes is stored."""

    TITLE = QT_TRANSLATE_NOOP("VoiceCommandsPage", "Voice commands")
    section = "commands"

    def __init__(self, preferences: LivePreferences, tables: CommandTables) -> None:
        super().__init__(preferences)
        self._tables = tables
        self._wanted: list[str] = []
        self._commands = OwnCommands("", "")
        self.rows: list[PhraseRow] = []
        self.group()
        self.add_section()
        self.languages = NoScrollComboBox()
        self.languages.offer([(shown_language(it), it) for it in tables.languages()], "")
        self.languages.setCurrentIndex(0)
        self.add(self.tr("Commands in"), "", self.languages)
        self.problem = SettingsNote()
        self._groups[-1].add(self.problem, "")
        self._among = self.group(self.tr("Among other words"), _SPACING_PX)
        self._alone = self.group(self.tr("As a whole utterance"), _SPACING_PX)
        self._add_own_row()
        self.languages.currentIndexChanged.connect(self._read)
        tables.changed.connect(self._read)
        tables.not_saved.connect(lambda error: self.problem.say(explain(error)))
        self._read()

    @property
    def language(self) -> str:
        return str(self.languages.currentData())

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's own
        self._read()  # a table may have been edited by hand
        super().showEvent(event)

    def search(self, wanted: list[str]) -> int:
        self._wanted = wanted
        return super().search(wanted)

    def reset(self) -> None:
        super().reset()
        self._tables.reset()
        self.rows = []
        self._show(self._tables.bundled(self.language))

    def _add_own_row(self) -> None:
        self.phrase = QLineEdit(placeholderText=self.tr("phrase | another phrase"))
        self.phrase.setAccessibleName(self.tr("Phrases for the new command"))
        self.action = NoScrollComboBox()
        actions = [action for action in Action if action is not Action.NOTHING]
        self.action.offer([(action_words(it), it.value) for it in actions], Action.MARK.value)
        self.action.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.action.setAccessibleName(self.tr("What it does"))
        self.action.setAccessibleDescription(self.tr("What it does"))
        self.sign = QLineEdit(placeholderText=self.tr("mark or text"))
        self.sign.setAccessibleName(self.tr("The mark or text it writes"))
        self.sign.setFixedWidth(_SIGN_PX)
        self.add_command = button(self.tr("Add"), self._add_own)
        self.mistake = SettingsNote()
        self.action.currentIndexChanged.connect(
            lambda: self.sign.setEnabled(Action(self.action.currentData()).takes_sign)
        )
        self.phrase.returnPressed.connect(self._add_own)
        self.sign.returnPressed.connect(self._add_own)
        own = QWidget()
        fields = row((self.action, 1), self.sign, self.add_command)
        column(self.phrase, fields, self.mistake, on=own, spacing=6, margins=(0, 3, 0, 3))
        title = self.tr("Your own command")
        self.group(title).add(own, title)

    def _read(self) -> None:
        if any(shown.line.hasFocus() for shown in self.rows):
            return
        try:
            commands = self._tables.read(self.language)
        except OSError as error:
            self.problem.say(explain(error))
            return
        self._show(commands)

    def _show(self, commands: OwnCommands) -> None:
        self._commands = commands
        template = self.tr("Line %1 of your table is ignored: %2.")
        self.problem.say(
            "\n".join(
                template.replace("%1", str(it.line)).replace("%2", translated(it.reason))
                for it in commands.errors
            )
        )
        rows = commands.rows()
        if [shown.command for shown in self.rows] == rows:
            return
        for group in (self._among, self._alone):
            group.clear()
        form = self.tr(
            "“|” separates phrases that do the same thing. “?” after a phrase means that "
            "it is usually an ordinary word: it counts as a command only if the pauses and "
            "words around it say so."
        )
        self._among.add(MutedLabel(form), form)
        rule = self.tr(
            "These delete, undo or control. They count only when nothing else is said "
            "between two pauses."
        )
        self._alone.add(MutedLabel(rule), rule)
        self.rows = [self._new_row(it) for it in rows]
        self._keep_tab_order()
        self.search(self._wanted)
        self.settle()

    def _new_row(self, command: CommandRow) -> PhraseRow:
        shown = PhraseRow(command)
        shown.line.editingFinished.connect(lambda: self._change(shown))
        group = self._alone if command.action.is_utterance else self._among
        group.add(shown, shown.search_text())
        return shown

    def _keep_tab_order(self) -> None:
        before: QWidget = self.languages
        lines = [it.line for group in (False, True) for it in self.rows if _is_alone(it) is group]
        for line in (*lines, self.phrase):
            QWidget.setTabOrder(before, line)
            before = line

    def _change(self, shown: PhraseRow) -> None:
        """Apply the phrases of a row, or say there why that is impossible."""
        if tuple(shown.phrases) == shown.command.phrases:
            shown.mistake.say("")
            return
        reason = self._commands.change(shown.command, shown.phrases)
        shown.mistake.say(_sentence(reason))
        if reason is None:
            command = shown.command
            shown.command = CommandRow(command.action, command.sign, tuple(shown.phrases))
            self._tables.save(self.language, self._commands)

    def _add_own(self) -> None:
        action = Action(self.action.currentData())
        sign = self.sign.text().strip() if action.takes_sign else ""
        phrases = [it for part in self.phrase.text().split("|") if (it := " ".join(part.split()))]
        rows = self._commands.rows()
        known = [p for it in rows if (it.action, it.sign) == (action, sign) for p in it.phrases]
        new = [phrase for phrase in phrases if phrase not in known]
        reason: Reason | None = Message("a phrase is missing") if not phrases else None
        reason = reason or self._commands.change(CommandRow(action, sign), [*known, *new])
        self.mistake.say(_sentence(reason))
        if reason is None:
            self._tables.save(self.language, self._commands)
            self.phrase.clear()
            self.sign.clear()
            self._show(self._commands)


def _is_alone(shown: PhraseRow) -> bool:
    return shown.command.action.is_utterance


def _sentence(reason: Reason | None) -> str:
    return "" if reason is None else translated(Message("{reason}.", reason=as_message(reason)))
