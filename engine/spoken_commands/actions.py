"""What spoken commands do; the values are the words of the command tables."""

from __future__ import annotations

from enum import Enum

from engine.settings import CommandsMode


class Action(Enum):
    """What a command does; the table gives some of them a sign."""

    MARK = "mark"  # a sign after the previous word
    CLOSE = "close"  # a closing quotation mark, after the previous word's mark
    OPEN = "open"  # a sign before the next word
    JOIN = "join"  # a sign, or nothing, between two words without spaces
    BETWEEN = "between"  # a sign with a space on either side
    PAIR = "pair"  # a sign before the words that its phrase encloses, and one after them
    WRITE = "write"  # a text in place of the phrase
    LINE = "new line"
    PARAGRAPH = "new paragraph"
    BULLET = "bullet"
    HEADING = "heading"
    CAPITAL = "capital"  # capitalises the next word
    CAPITALS = "capitals"  # the next word in capitals
    SMALL = "no capitals"  # the next word in lower case
    LITERAL = "literal"  # the next command is plain text
    SCRATCH = "scratch"  # deletes what was said since the last pause; repeatable
    DELETE_WORD = "delete word"
    DELETE_SENTENCE = "delete sentence"
    UNDO = "undo"
    REPLACE = "replace"
    SELECT = "select"  # the words that follow or, without any, what was said last
    CORRECT = "correct"  # selects them and offers alternatives
    CHOOSE = "choose"  # one of these, by number
    SPELL = "spell"  # replaces the selection with the letters that follow
    CAPITALISE = "capitalise"
    BOLD = "bold"
    BEGINNING = "go to beginning"
    END = "go to end"
    READ = "read back"
    STOP = "stop listening"
    WAKE = "wake up"
    MARKS_OFF = "marks off"
    MARKS_ON = "marks on"
    ENTER = "press enter"
    FILLER = "filler"  # left out of the text, if fillers are
    WORDS = "words"  # plain words, with no command among them
    NOTHING = "nothing"  # removes a phrase from the table

    @property
    def takes_sign(self) -> bool:
        return self in _WITH_SIGN

    @property
    def is_mark(self) -> bool:
        """Whether it only writes signs or line breaks."""
        return self in _WITH_SIGN or self in _BREAKS

    def is_wanted(self, mode: CommandsMode) -> bool:
        if self in _NO_COMMANDS:
            return False
        if mode is CommandsMode.ALL:
            return True
        return mode is (CommandsMode.MARKS if self.is_mark else CommandsMode.ACTIONS)

    @property
    def takes_words(self) -> bool:
        """Whether its phrase may have "*" for words said along with it."""
        return self in _WITH_WORDS

    @property
    def is_utterance(self) -> bool:
        """Whether it only counts alone, between two pauses."""
        return self in _UTTERANCES


_WITH_SIGN = frozenset(
    {Action.MARK, Action.CLOSE, Action.OPEN, Action.JOIN, Action.BETWEEN, Action.PAIR, Action.WRITE}
)
_NO_COMMANDS = frozenset({Action.FILLER, Action.WORDS, Action.NOTHING})
_BREAKS = frozenset({Action.LINE, Action.PARAGRAPH, Action.BULLET, Action.HEADING})
_WITH_WORDS = frozenset({Action.SELECT, Action.CORRECT, Action.CHOOSE, Action.SPELL})
_OF_NEXT_WORD = {Action.CAPITAL, Action.CAPITALS, Action.SMALL, Action.LITERAL}
_UTTERANCES = frozenset(Action) - _WITH_SIGN - _BREAKS - _OF_NEXT_WORD - _NO_COMMANDS
