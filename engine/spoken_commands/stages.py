"""Spoken commands on the data path: one stage before the punctuator, one behind it.

The first takes commands out of the words and says how the words beside them are written; the
second puts every word back beside the one that it was written with, so that none is lost. Only
final words are looked at. The last ones are handed on as `held` while what follows may still
change them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.settings import CommandsMode, Policy
from engine.spoken_commands.actions import Action
from engine.spoken_commands.evidence import CONTEXT_WORDS, MarkChances
from engine.spoken_commands.finder import CommandFinder, Utterance
from engine.spoken_commands.speller import Spelled, spelled_words
from engine.spoken_commands.table import CommandTable
from engine.text.spacing import joined
from engine.types import Context, Hypothesis, Sentence, Update, VoiceCommand, Word

_REPLACEABLE_WORDS = 400
_REMEMBERED = 200
_FLUSH = Hypothesis((), is_final=True, ends_segment=False, ends_text=True)


class CommandReader:
    """A stage `Hypothesis → Hypothesis`: words without the commands among them."""

    def __init__(
        self,
        table: CommandTable,
        chances: MarkChances,
        writer: CommandWriter,
        *,
        mode: CommandsMode = CommandsMode.ALL,
        policy: Policy = Policy.STREAMING,
    ) -> None:
        """Begin a session.

        Args:
            table: of the languages that are spoken.
            chances: how likely each mark is between words.
            writer: the stage behind the punctuator.
            mode: which commands count.
            policy: live, words that may change are shown; else they wait here.
        """
        self._finder = CommandFinder(table, chances, mode)
        self._writer = writer
        self._policy = policy
        self._marks_itself = True
        self._is_asleep = False
        self._before: deque[Word] = deque(maxlen=CONTEXT_WORDS)
        self._recent: deque[Word] = deque(maxlen=_REPLACEABLE_WORDS)
        self._waiting: list[Word] = []  # final words that are handed on as held, or not at all
        self._segment: list[Word] = []
        self._has_held = False

    def push(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        """Yield it with its commands taken out; partial words pass as they are."""
        if hypothesis.ends_text or hypothesis.rests:
            yield from self._released()
            yield hypothesis
            return
        if not hypothesis.is_final:
            if not self._is_asleep:
                yield hypothesis
            return
        self._segment += hypothesis.words
        said = self._finder.utterance(self._segment) if hypothesis.ends_segment else None
        if self._is_asleep:
            yield from self._sleep(
                hypothesis.words, is_woken=said is not None and said.action is Action.WAKE
            )
        elif said is not None and self._is_possible(said, hypothesis.words):
            yield from self._do(said, hypothesis.words)
        else:
            self._waiting += hypothesis.words
            yield self._read(hypothesis)
            if hypothesis.ends_segment:
                self._writer.end_phrase(self._segment)
        if hypothesis.ends_segment:
            self._segment = []

    def flush(self) -> Iterator[Hypothesis]:
        """Hand on what waits; commands that nothing follows count as they stand."""
        yield from self._released()

    def _read(self, hypothesis: Hypothesis) -> Hypothesis:
        """Return the words that were decided on, and those that are held behind them."""
        is_last = self._policy is Policy.SEGMENTS and hypothesis.ends_segment
        words, certain = self._spelled(ends=hypothesis.ends_segment, is_last=is_last)
        if self._policy is Policy.STREAMING:
            self._has_held = certain < len(words)
            return replace(hypothesis, words=words, held=len(words) - certain)
        return replace(hypothesis, words=words[:certain])

    def _released(self) -> Iterator[Hypothesis]:
        if self._waiting or self._has_held:
            words, _ = self._spelled(ends=True, is_last=True)
            yield Hypothesis(words, is_final=True)
        self._has_held = False
        self._before.clear()

    def _spelled(self, *, ends: bool, is_last: bool) -> tuple[tuple[Word, ...], int]:
        """Return the waiting words as they are to be written, and how many of them are certain.

        The others go on waiting: whatever may become a command, and the last word in front of it,
        on which a sign may fall.

        Args: ends: a pause follows; is_last: nothing may wait any longer.
        """
        words = self._waiting
        found, unsure_from = self._finder.inline(words, before=self._before, is_whole=ends)
        line, ahead = spelled_words(words, found, marks_itself=self._marks_itself)
        for spelled in line:
            self._writer.spelled(spelled)
        if is_last:
            self._writer.left_over(ahead.said, ahead.before)
            self._recent.extend(words)
            self._waiting = []
            return tuple(spelled.word for spelled in line), len(line)
        may_command = 0 if ends else self._finder.open_utterance(self._segment)
        open_from = min(unsure_from, len(words) - len(ahead.said), len(words) - may_command)
        certain = place = 0
        while certain + 1 < len(line) and place + len(line[certain].said) < open_from:
            place += len(line[certain].said)
            certain += 1
        self._before.extend(words[:place])
        self._recent.extend(words[:place])
        self._waiting = words[place:]
        return tuple(spelled.word for spelled in line), certain

    def _is_possible(self, said: Utterance, words: Sequence[Word]) -> bool:
        if said.length > len(self._waiting) + len(words):
            return False  # some of it has been handed on
        if said.action is Action.REPLACE:
            before = [*self._recent, *self._waiting, *words][: -said.length]
            heard = [word.text.lower() for word in before]
            length = len(said.old)
            return said.old in {tuple(heard[at : at + length]) for at in range(len(heard))}
        return said.action is not Action.WAKE

    def _do(self, said: Utterance, words: Sequence[Word]) -> Iterator[Hypothesis]:
        """Commit what was said before, then have it done."""
        heard = [*self._waiting, *words]
        self._waiting, spoken = heard[: -said.length], heard[-said.length :]
        yield from self._released()
        if said.action is Action.STOP:
            said = replace(said, new=self._finder.waking)
        self._writer.command(said, spoken)
        yield _FLUSH
        self._is_asleep = said.action is Action.STOP
        if said.action in {Action.MARKS_OFF, Action.MARKS_ON}:
            self._marks_itself = said.action is Action.MARKS_ON
        if before := self._writer.cut_sentence():
            context = Context(before, after=None)
            yield Hypothesis((), is_final=True, ends_segment=False, context=context)

    def _sleep(self, words: Sequence[Word], *, is_woken: bool) -> Iterator[Hypothesis]:
        """Pass over what is said, and keep none of it, until woken."""
        self._writer.left_over([replace(word, text="") for word in words])
        if is_woken:
            self._writer.command(Utterance(Action.WAKE, 0), ())
            self._is_asleep = False
        yield _FLUSH


class CommandWriter:
    """A stage `Update → Update | VoiceCommand`: sentences with all the words that were said."""

    def __init__(self) -> None:
        self._said: dict[int, tuple[Word, ...]] = {}  # for the word of this id, where several
        self._left: list[Word] = []
        self._left_sign = ""
        self._commanded: Utterance | None = None
        self._sentences: deque[Sentence] = deque(maxlen=_REMEMBERED)
        self._phrases: deque[tuple[int, int]] = deque(maxlen=_REMEMBERED)
        self._is_cut = False  # the last sentence, by a correction

    def spelled(self, spelled: Spelled) -> None:
        """Take what was said for a word that is on its way through the punctuator."""
        if len(spelled.said) > 1:
            self._said[spelled.word.id] = tuple(spelled.said)
        else:
            self._said.pop(spelled.word.id, None)

    def left_over(self, words: Sequence[Word], sign: str = "") -> None:
        """Take words that stand beside no other, and what they write."""
        self._left += words
        self._left_sign += sign.removesuffix(" ")

    def command(self, said: Utterance, words: Sequence[Word]) -> None:
        """Have something done once all before is committed."""
        self._commanded = said
        self._left += words

    def end_phrase(self, words: Sequence[Word]) -> None:
        if words:
            self._phrases.append((words[0].id, words[-1].id))

    def push(self, update: Update) -> Iterator[Update | VoiceCommand]:
        sentences = [self._whole(sentence) for sentence in update.sentences]
        commanded, self._commanded = self._commanded, None
        if self._left and not update.tail:
            surfaces = (self._left_sign, *[""] * (len(self._left) - 1))
            sentences.append(Sentence(surfaces, tuple(self._left)))
            self._left, self._left_sign = [], ""
        if sentences:
            self._sentences += sentences
            self._is_cut = False
        yield replace(update, sentences=tuple(sentences))
        if commanded is not None:
            yield from self._done(commanded)

    def flush(self) -> Iterator[Update]:
        yield from ()

    def cut_sentence(self) -> str:
        """Return what a correction has left of a sentence, "" where it is whole."""
        return self._sentences[-1].text if self._is_cut and self._sentences else ""

    def _whole(self, sentence: Sentence) -> Sentence:
        surfaces: list[str] = []
        words: list[Word] = []
        for surface, word in zip(sentence.surfaces, sentence.words, strict=True):
            said = self._said.pop(word.id, (word,))
            surfaces += [surface, *[""] * (len(said) - 1)]
            words += said
        return replace(sentence, surfaces=tuple(surfaces), words=tuple(words))

    def _done(self, said: Utterance) -> Iterator[VoiceCommand]:
        match said.action:
            case Action.SCRATCH | Action.DELETE_WORD | Action.DELETE_SENTENCE:
                span = self._span(said.action)
                if span is not None:
                    self._cut(span[0])
                    yield VoiceCommand(said.action, span)
            case _:
                old, new = (joined(units) for units in (said.old, said.new))
                yield VoiceCommand(said.action, old=old, new=new)

    def _span(self, action: Action) -> tuple[int, int] | None:
        """Return the ids of the first and the last word that a correction takes away."""
        while self._sentences and not any(self._sentences[-1].surfaces):
            self._sentences.pop()  # of commands alone
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

    def _cut(self, first: int) -> None:
        """Forget the words from this id on."""
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
