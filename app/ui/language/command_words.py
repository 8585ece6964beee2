"""What spoken commands do, in the language of the window."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.spoken_commands.actions import Action

_ACTIONS: dict[Action, Any] = {
    Action.MARK: QT_TRANSLATE_NOOP("Commands", "mark after a word"),
    Action.CLOSE: QT_TRANSLATE_NOOP("Commands", "closing mark"),
    Action.OPEN: QT_TRANSLATE_NOOP("Commands", "mark before a word"),
    Action.JOIN: QT_TRANSLATE_NOOP("Commands", "joins two words"),
    Action.PAIR: QT_TRANSLATE_NOOP("Commands", "marks around words; each phrase contains “*”"),
    Action.WRITE: QT_TRANSLATE_NOOP("Commands", "inserts text"),
    Action.FILLER: QT_TRANSLATE_NOOP("Commands", "filler, left out if you choose so"),
    Action.WORDS: QT_TRANSLATE_NOOP("Commands", "stays as it is"),
    Action.BETWEEN: QT_TRANSLATE_NOOP("Commands", "symbol between spaces"),
    Action.LINE: QT_TRANSLATE_NOOP("Commands", "new line"),
    Action.PARAGRAPH: QT_TRANSLATE_NOOP("Commands", "new paragraph"),
    Action.BULLET: QT_TRANSLATE_NOOP("Commands", "new list item"),
    Action.HEADING: QT_TRANSLATE_NOOP("Commands", "new heading"),
    Action.CAPITAL: QT_TRANSLATE_NOOP("Commands", "capitalises the next word"),
    Action.CAPITALS: QT_TRANSLATE_NOOP("Commands", "next word in capitals"),
    Action.SMALL: QT_TRANSLATE_NOOP("Commands", "next word in lower case"),
    Action.LITERAL: QT_TRANSLATE_NOOP("Commands", "writes the next command as words"),
    Action.SCRATCH: QT_TRANSLATE_NOOP("Commands", "deletes everything since the last pause"),
    Action.DELETE_WORD: QT_TRANSLATE_NOOP("Commands", "deletes the last word"),
    Action.DELETE_SENTENCE: QT_TRANSLATE_NOOP("Commands", "deletes the last sentence"),
    Action.UNDO: QT_TRANSLATE_NOOP("Commands", "undoes the last change"),
    Action.REPLACE: QT_TRANSLATE_NOOP("Commands", "replaces words; each “*” stands for some"),
    Action.SELECT: QT_TRANSLATE_NOOP("Commands", "selects words; what you say next replaces them"),
    Action.CORRECT: QT_TRANSLATE_NOOP("Commands", "selects words and offers other readings"),
    Action.CHOOSE: QT_TRANSLATE_NOOP("Commands", "picks a reading by its number"),
    Action.SPELL: QT_TRANSLATE_NOOP("Commands", "replaces the selection with letters"),
    Action.CAPITALISE: QT_TRANSLATE_NOOP("Commands", "capitalises the selection"),
    Action.BOLD: QT_TRANSLATE_NOOP("Commands", "makes the selection bold"),
    Action.BEGINNING: QT_TRANSLATE_NOOP("Commands", "continues at the beginning of the text"),
    Action.END: QT_TRANSLATE_NOOP("Commands", "continues at the end of the text"),
    Action.READ: QT_TRANSLATE_NOOP("Commands", "plays the selection, or the last sentence"),
    Action.STOP: QT_TRANSLATE_NOOP("Commands", "stops writing until woken"),
    Action.WAKE: QT_TRANSLATE_NOOP("Commands", "resumes writing"),
    Action.MARKS_OFF: QT_TRANSLATE_NOOP("Commands", "only spoken punctuation"),
    Action.MARKS_ON: QT_TRANSLATE_NOOP("Commands", "automatic punctuation"),
    Action.ENTER: QT_TRANSLATE_NOOP("Commands", "presses Enter in the application in front"),
}
_SIGNS: dict[str, Any] = {
    ",": QT_TRANSLATE_NOOP("Commands", "comma"),
    ".": QT_TRANSLATE_NOOP("Commands", "full stop"),
    "?": QT_TRANSLATE_NOOP("Commands", "question mark"),
    "!": QT_TRANSLATE_NOOP("Commands", "exclamation mark"),
    ":": QT_TRANSLATE_NOOP("Commands", "colon"),
    ";": QT_TRANSLATE_NOOP("Commands", "semicolon"),
    "、": QT_TRANSLATE_NOOP("Commands", "enumeration comma"),
    "…": QT_TRANSLATE_NOOP("Commands", "ellipsis"),
    "–": QT_TRANSLATE_NOOP("Commands", "dash"),
    "%": QT_TRANSLATE_NOOP("Commands", "percent sign"),
    "“": QT_TRANSLATE_NOOP("Commands", "opening quotation mark"),
    "”": QT_TRANSLATE_NOOP("Commands", "closing quotation mark"),
    "(": QT_TRANSLATE_NOOP("Commands", "opening bracket"),
    ")": QT_TRANSLATE_NOOP("Commands", "closing bracket"),
    "-": QT_TRANSLATE_NOOP("Commands", "hyphen"),
}
_ALIKE = str.maketrans("，。？！：；—（）", ",.?!:;–()")


def action_words(action: Action) -> str:
    return QCoreApplication.translate("Commands", _ACTIONS[action])


def does_words(action: Action, sign: str) -> str:
    """Return what a command does, with the name of its sign if it has one."""
    has_name = sign and action not in {Action.PAIR, Action.WRITE}
    name = _SIGNS.get(sign.translate(_ALIKE)[:1]) if has_name else None
    if name is None:
        return f"{action_words(action)}: {sign}" if sign else action_words(action)
    return f"{QCoreApplication.translate('Commands', name)}: {sign}"
