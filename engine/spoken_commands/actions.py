"""What spoken commands do; the values are the words of the command tables."""

from __future__ import annotations

from enum import Enum

from engine.settings import CommandsMode


class Action(Enum):
    """What one command does; those with a sign are given it in the table."""

    MARK = "mark"  # a sign behind the word before
    CLOSE = "close"  # a closing quotation mark, behind the mark of the word before
    OPEN = "open"  # a sign in front of the word that follows
    JOIN = "join"  # a sign, or nothing, between two words without spaces
    BETWEEN = "between"  # a sign with a space on either side
    PAIR = "pair"  # a sign in front of the words that its phrase stands around, and one behind
    WRITE = "write"  # a text in place of the phrase
    LINE = "new line"
    PARAGRAPH = "new paragraph"
    BULLET = "bullet"
    CAPITAL = "capital"  # the word that follows begins with one
    CAPITALS = "capitals"  # the word that follows, all of it
    SMALL = "no capitals"  # the word that follows
    LITERAL = "literal"  # the command that follows is no command
    SCRATCH = "scratch"  # delete what was said since the last pause, again and again
    DELETE_WORD = "delete word"
    DELETE_SENTENCE = "delete sentence"
    UNDO = "undo"
    REPLACE = "replace"
    SELECT = "select"  # the words that follow, or without any what was said last
    CORRECT = "correct"  # selects them and offers other readings
    CHOOSE = "choose"  # one of these, by its number
    SPELL = "spell"  # the letters that follow stand in place of what is selected
    CAPITALISE = "capitalise"
    BEGINNING = "go to beginning"
    END = "go to end"
    READ = "read back"
    STOP = "stop listening"
    WAKE = "wake up"
    MARKS_OFF = "marks off"
    MARKS_ON = "marks on"
    ENTER = "press enter"
    FILLER = "filler"  # not written, where fillers are left out
    WORDS = "words"  # its words stay, and no command is among them
    NOTHING = "nothing"  # takes a phrase out of the table

    @property
    def takes_sign(self) -> bool:
        return self in _WITH_SIGN

    @property
    def is_mark(self) -> bool:
        """Whether it writes signs or line breaks, and does nothing else."""
        return self in _WITH_SIGN or self in _BREAKS

    def is_wanted(self, mode: CommandsMode) -> bool:
        if self in _NO_COMMANDS:
            return False
        if mode is CommandsMode.ALL:
            return True
        return mode is (CommandsMode.MARKS if self.is_mark else CommandsMode.ACTIONS)

    @property
    def takes_words(self) -> bool:
        """Whether its phrase may have "*" for words that are said with it."""
        return self in _WITH_WORDS

    @property
    def is_utterance(self) -> bool:
        """Whether it counts only where nothing else is said between two pauses."""
        return self in _UTTERANCES


_WITH_SIGN = frozenset(
    {Action.MARK, Action.CLOSE, Action.OPEN, Action.JOIN, Action.BETWEEN, Action.PAIR, Action.WRITE}
)
_NO_COMMANDS = frozenset({Action.FILLER, Action.WORDS, Action.NOTHING})
_BREAKS = frozenset({Action.LINE, Action.PARAGRAPH, Action.BULLET})
_WITH_WORDS = frozenset({Action.SELECT, Action.CORRECT, Action.CHOOSE, Action.SPELL})
_OF_NEXT_WORD = {Action.CAPITAL, Action.CAPITALS, Action.SMALL, Action.LITERAL}
_UTTERANCES = frozenset(Action) - _WITH_SIGN - _BREAKS - _OF_NEXT_WORD - _NO_COMMANDS
