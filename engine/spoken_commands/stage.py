"""Spoken commands on the data path: a stage around the punctuator.

It removes commands from the words before they are punctuated, decides how the words beside them are
written, and afterwards puts every removed word back beside its neighbour, so that none is lost. It
looks only at final words. The last ones are passed on as `held` while later words may still change
them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.formatting.chinese_numerals import DIGITS as CHINESE_DIGITS
from engine.formatting.english_letters import spelled as letters_of
from engine.formatting.english_numerals import DIGITS
from engine.settings import CommandsMode, LeftOut, Policy
from engine.spoken_commands.actions import Action
from engine.spoken_commands.evidence import CONTEXT_WORDS, MarkChances
from engine.spoken_commands.finder import CommandFinder, Forms, Utterance
from engine.spoken_commands.speller import spelled_words
from engine.spoken_commands.table import CommandTable
from engine.text.spacing import joined
from engine.text.units import heard_units
from engine.types import (
    Break,
    Context,
    Hypothesis,
    Sentence,
    SourceEvent,
    Stage,
    Update,
    VoiceCommand,
    Word,
)

_REPLACEABLE_WORDS = 400
_REMEMBERED = 200
_SELECTS = frozenset({Action.SELECT, Action.CORRECT, Action.SPELL})
_ALIKE = {"to": 2, "too": 2, "for": 4}  # after “choose”, only numbers make sense
_NUMBERS = DIGITS | CHINESE_DIGITS | _ALIKE | {str(number): number for number in range(10)}


class SpokenCommands:
    """A stage `SourceEvent → Update | VoiceCommand`: a punctuator that follows commands."""

    def __init__(  # noqa: PLR0913  it only connects these
        self,
        punctuator: Stage[SourceEvent, Update],
        table: CommandTable,
        chances: MarkChances,
        *,
        mode: CommandsMode = CommandsMode.ALL,
        policy: Policy = Policy.STREAMING,
        left_out: LeftOut = LeftOut.NOTHING,
        forms: Forms | None = None,
    ) -> None:
        """Start a session.

        Args:
            punctuator: Punctuates the words that are not commands.
            table: Commands of the spoken languages.
            chances: Returns the chances of each mark between words.
            mode: Which commands count.
            policy: Live, words that may change are shown; otherwise they wait here.
            left_out: Which words to leave out.
            forms: Finds spelled words, to be written before punctuation.
        """
        self._punctuator = punctuator
        self._finder = CommandFinder(table, chances, mode, left_out=left_out, forms=forms)
        self._policy = policy
        self._marks_itself = True
        self._is_asleep = False
        self._before: deque[Word] = deque(maxlen=CONTEXT_WORDS)
        self._recent: deque[Word] = deque(maxlen=_REPLACEABLE_WORDS)
        self._written: deque[Word] = deque(maxlen=_REPLACEABLE_WORDS)  # without commands
        self._waiting: list[Word] = []  # final words passed on as held, or not at all
        self._segment: list[Word] = []
        self._has_held = False
        self._around = ""  # the text that was there before
        self._last: Action | None = None  # just done, with nothing said since
        self._said: dict[int, tuple[Word, ...]] = {}  # by the id of their word, if several
        self._left: list[Word] = []  # words without a neighbour
        self._left_sign = ""  # what they write
        self._committed = _Committed()

    def push(self, event: SourceEvent) -> Iterator[Update | VoiceCommand]:
        """Punctuate it without its commands; partial words are not searched for commands."""
        if isinstance(event, Break):
            yield from self._release()
        elif isinstance(event, Context) and event.before is not None:
            self._around = f"{event.before} {event.after or ''}\n{event.elsewhere}"
        if isinstance(event, Hypothesis) and event.is_final:
            yield from self._take(event)
        elif not isinstance(event, Hypothesis):
            yield from self._punctuate(event)
        elif not self._is_asleep:
            written = self._finder.written(event.words)
            yield from self._punctuate(replace(event, words=written))

    def flush(self) -> Iterator[Update]:
        """Pass on what is waiting; commands with nothing after them count as they are."""
        yield from self._release()
        yield from map(self._whole, self._punctuator.flush())

    def _take(self, final: Hypothesis) -> Iterator[Update | VoiceCommand]:
        self._segment += final.words
        said = self._utterance() if final.ends_segment else None
        if self._is_asleep:
            is_woken = said is not None and said.action is Action.WAKE
            yield from self._sleep(final.words, is_woken=is_woken)
        elif said is not None and self._is_possible(said, final.words):
            yield from self._do(said, final.words)
        else:
            self._waiting += final.words
            yield from self._punctuate(self._read(final))
            if final.ends_segment:
                self._committed.end_phrase(self._segment)
                self._last = None if self._segment else self._last
                if said is not None and said.old and said.action in {Action.SELECT, Action.CORRECT}:
                    yield VoiceCommand(Action.NOTHING, old=joined(said.old))
        if final.ends_segment:
            self._segment = []

    def _utterance(self) -> Utterance | None:
        """Return what the segment commands; bare letters do if they were asked for."""
        said = self._finder.utterance(self._segment)
        if said is None and self._last is Action.SPELL:
            letters = _heard(self._segment)
            return Utterance(Action.SPELL, len(self._segment), letters) if letters else None
        return said

    def _punctuate(self, event: SourceEvent) -> Iterator[Update]:
        return map(self._whole, self._punctuator.push(event))

    def _read(self, final: Hypothesis) -> Hypothesis:
        """Return the words that are decided, and those held after them."""
        is_last = self._policy is Policy.SEGMENTS and final.ends_segment
        words, certain = self._spelled(ends=final.ends_segment, is_last=is_last)
        if self._policy is Policy.STREAMING:
            self._has_held = certain < len(words)
            return replace(final, words=words, held=len(words) - certain)
        return replace(final, words=words[:certain])

    def _release(self) -> Iterator[Update]:
        if self._waiting or self._has_held:
            words, _ = self._spelled(ends=True, is_last=True)
            yield from self._punctuate(Hypothesis(words, is_final=True))
        self._has_held = False
        self._before.clear()

    def _spelled(self, *, ends: bool, is_last: bool) -> tuple[tuple[Word, ...], int]:
        """Return the waiting words as they will be written, and how many are certain.

        The rest keep waiting: whatever may become a command, and the word before it, which may get
        a sign.

        Args: ends: A pause follows; is_last: Nothing may wait any longer.
        """
        words = self._waiting
        found, unsure_from = self._finder.inline(words, before=self._before, is_whole=ends)
        line, ahead = spelled_words(words, found, marks_itself=self._marks_itself)
        for spelled in line:
            if len(spelled.said) > 1:
                self._said[spelled.word.id] = tuple(spelled.said)
            else:
                self._said.pop(spelled.word.id, None)
        if is_last:
            self._left += ahead.said
            self._left_sign += ahead.before.removesuffix(" ")
            self._recent.extend(words)
            self._written.extend(spelled.word for spelled in line)
            self._waiting = []
            return tuple(spelled.word for spelled in line), len(line)
        may_command = 0 if ends else self._finder.open_utterance(self._segment)
        if self._last is Action.SPELL and not ends:
            may_command = len(self._segment)
        open_from = min(unsure_from, len(words) - len(ahead.said), len(words) - may_command)
        certain = place = 0
        while certain + 1 < len(line) and place + len(line[certain].said) < open_from:
            place += len(line[certain].said)
            certain += 1
        while pairs := [one.first for one in found if one.first < place < one.until]:
            while place > pairs[0]:  # both halves are written at once
                certain -= 1
                place -= len(line[certain].said)
        self._before.extend(words[:place])
        self._recent.extend(words[:place])
        self._written.extend(spelled.word for spelled in line[:certain])
        self._waiting = words[place:]
        return tuple(spelled.word for spelled in line), certain

    def _is_possible(self, said: Utterance, words: Sequence[Word]) -> bool:
        if said.length > len(self._waiting) + len(words):
            return False  # some of it has been passed on
        match said.action:
            case Action.REPLACE | Action.SELECT | Action.CORRECT if said.old:
                waiting = [*self._waiting, *words][: -said.length]
                return self._is_there(said.old, waiting)
            case Action.SPELL if said.old:
                return bool(letters_of(said.old))
            case Action.CHOOSE:
                return self._last is Action.CORRECT and _number(said.old) is not None
        return said.action is not Action.WAKE

    def _is_there(self, wanted: Sequence[str], waiting: Sequence[Word]) -> bool:
        """Whether these words were said, or are in the text as far as known here."""
        units = tuple(unit for unit, *_ in heard_units(" ".join(wanted)))
        around = tuple(unit for unit, *_ in heard_units(self._around))
        texts = (around, _heard((*self._written, *waiting)), _heard((*self._recent, *waiting)))
        return bool(units) and any(
            known[at : at + len(units)] == units
            for known in texts
            for at in range(len(known) - len(units) + 1)
        )

    def _do(self, said: Utterance, words: Sequence[Word]) -> Iterator[Update | VoiceCommand]:
        """Commit what was said before, then issue the command."""
        heard = [*self._waiting, *words]
        self._waiting, spoken = heard[: -said.length], heard[-said.length :]
        yield from self._release()
        self._left += spoken
        yield from self._punctuate(Break.TEXT_ENDS)
        yield from self._command(said)
        if said.action is not Action.READ:
            is_spelled = said.action is Action.SPELL and said.old
            self._last = None if is_spelled else said.action
        self._is_asleep = said.action is Action.STOP
        if said.action in {Action.MARKS_OFF, Action.MARKS_ON}:
            self._marks_itself = said.action is Action.MARKS_ON
        if before := self._committed.cut_sentence():
            yield from self._punctuate(Context(before, after=None))

    def _sleep(self, words: Sequence[Word], *, is_woken: bool) -> Iterator[Update | VoiceCommand]:
        """Ignore what is said, and keep none of it, until woken."""
        self._left += [replace(word, text="") for word in words]
        yield from self._punctuate(Break.TEXT_ENDS)
        if is_woken:
            self._is_asleep = False
            yield VoiceCommand(Action.WAKE)

    def _command(self, said: Utterance) -> Iterator[VoiceCommand]:
        match said.action:
            case Action.SCRATCH if self._last in _SELECTS:
                yield VoiceCommand(said.action)
            case Action.SCRATCH | Action.DELETE_WORD | Action.DELETE_SENTENCE:
                span = self._committed.cut(said.action)
                if span is not None:
                    yield VoiceCommand(said.action, span)
            case Action.STOP:
                yield VoiceCommand(said.action, new=joined(self._finder.waking))
            case Action.CHOOSE:
                yield VoiceCommand(said.action, new=str(_number(said.old)))
            case Action.SPELL:
                last = self._committed.last_phrase
                yield VoiceCommand(said.action, last, new=letters_of(said.old))
            case Action.REPLACE:
                yield VoiceCommand(said.action, old=joined(said.old), new=joined(said.new))
            case _:
                yield VoiceCommand(said.action, self._committed.last_phrase, joined(said.old))

    def _whole(self, update: Update) -> Update:
        """Return an update with all spoken words."""
        sentences = [self._with_commands(sentence) for sentence in update.sentences]
        if self._left and not update.tail:
            surfaces = (self._left_sign, *[""] * (len(self._left) - 1))
            sentences.append(Sentence(surfaces, tuple(self._left)))
            self._left, self._left_sign = [], ""
        self._committed.add(sentences)
        return replace(update, sentences=tuple(sentences))

    def _with_commands(self, sentence: Sentence) -> Sentence:
        surfaces: list[str] = []
        words: list[Word] = []
        for surface, word in zip(sentence.surfaces, sentence.words, strict=True):
            said = self._said.pop(word.id, (word,))
            surfaces += [surface, *[""] * (len(said) - 1)]
            words += said
        return replace(sentence, surfaces=tuple(surfaces), words=tuple(words))


def _number(words: Sequence[str]) -> int | None:
    return _NUMBERS.get(words[0]) if len(words) == 1 else None


def _heard(words: Sequence[Word]) -> tuple[str, ...]:
    return tuple(unit for word in words for unit, *_ in heard_units(word.text))


class _Committed:
    """The last sentences and phrases, which corrections remove."""

    def __init__(self) -> None:
        self._sentences: deque[Sentence] = deque(maxlen=_REMEMBERED)
        self._phrases: deque[tuple[int, int]] = deque(maxlen=_REMEMBERED)
        self._is_cut = False  # by a correction, the last sentence

    def add(self, sentences: Sequence[Sentence]) -> None:
        if sentences:
            self._sentences += sentences
            self._is_cut = False

    def end_phrase(self, words: Sequence[Word]) -> None:
        if words:
            self._phrases.append((words[0].id, words[-1].id))

    @property
    def last_phrase(self) -> tuple[int, int] | None:
        return self._phrases[-1] if self._phrases else None

    def cut_sentence(self) -> str:
        """Return what a correction has left of a sentence; "" if it is whole."""
        return self._sentences[-1].text if self._is_cut and self._sentences else ""

    def cut(self, action: Action) -> tuple[int, int] | None:
        """Forget what a correction removes; return the ids of its first and last word."""
        span = self._span(action)
        if span is not None:
            self._forget_from(span[0])
        return span

    def _span(self, action: Action) -> tuple[int, int] | None:
        while self._sentences and not any(self._sentences[-1].surfaces):
            self._sentences.pop()  # it has only commands
        if action is Action.SCRATCH:
            return self._phrases.pop() if self._phrases else None
        if not self._sentences:
            return None
        last = self._sentences[-1]
        ids = [word.id for word in last.words]
        if action is Action.DELETE_SENTENCE:
            return ids[0], ids[-1]
        heads = [word.id for word, it in zip(last.words, last.surfaces, strict=True) if it]
        return heads[-1], ids[-1]

    def _forget_from(self, first: int) -> None:
        while self._phrases and self._phrases[-1][1] >= first:
            begin, _ = self._phrases.pop()
            if begin < first:
                self._phrases.append((begin, first - 1))
        while self._sentences and self._sentences[-1].words[-1].id >= first:
            last = self._sentences.pop()
            count = sum(word.id < first for word in last.words)
            if any(last.surfaces[:count]):
                cut = replace(last, surfaces=last.surfaces[:count], words=last.words[:count])
                self._sentences.append(cut)
                self._is_cut = True
