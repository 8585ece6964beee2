"""The streaming punctuator: hypotheses in, updates out.

Ref: Behre et al. (2022), "Streaming Punctuation for Long-form Dictation with Transformers", §3.2:
each step punctuates the whole dynamic decoding window (open words and new ones) again, commits
complete sentences once the next has begun, and leaves the rest open. Beyond the paper, committed
words stay as left context, scores of successive windows are aggregated, partial hypotheses refresh
the tail, and pauses and the text around the cursor are weighed too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.network.backend import FloatArray
from engine.network.scorer import Scorer
from engine.network.timing import timing_features
from engine.punctuation.committer import Committer, Decision
from engine.punctuation.context import NEVER, Left, Right, left_of, right_of, weigh_right
from engine.punctuation.emitter import SAID, Emitter
from engine.punctuation.labels import Case, Mark, inner_rows, sentence_spans
from engine.punctuation.mark_offsets import SHORT_TEXT_WORDS, MarkOffsets, as_in_short_text
from engine.punctuation.source_marks import continues_after, weigh_source_marks
from engine.punctuation.wholes import Wholes, weigh_wholes
from engine.punctuation.windows import Aggregator, Span, WindowPlan
from engine.punctuation.word_stream import WordStream
from engine.settings import MarksBy
from engine.text.language_check import language_by_script
from engine.types import Break, Context, Hypothesis, MarkSource, Sentence, SourceEvent, Update, Word


class Punctuator:
    """A stage `Hypothesis → Update`, one per text. Words are units (`engine.text.units`)."""

    def __init__(  # noqa: PLR0913  it only connects these
        self,
        scorer: Scorer,
        windows: WindowPlan,
        committer: Committer,
        emitter: Emitter,
        *,
        refresh_interval_s: float,
        stays_open: bool = False,
        marks_by: MarksBy = MarksBy.BOTH,
        wholes: Wholes | None = None,
        mark_offsets: Mapping[str, MarkOffsets] | None = None,
    ) -> None:
        """Start a text.

        Args:
            scorer, windows, committer, emitter: Its parts.
            refresh_interval_s: Partial hypotheses that follow sooner are skipped.
            stays_open: The last sentence may go on later; it ends only if it seems complete.
            marks_by: What to do with marks that the recogniser writes.
            wholes: Finds words that form a unit, such as a number.
            mark_offsets: Offsets by language, added to the scores while the recent words are in it.
        """
        self._scorer = scorer
        self._windows = windows
        self._committer = committer
        self._emitter = emitter
        self._refresh_interval_s = refresh_interval_s
        self._stays_open = stays_open
        self._marks_by = marks_by
        self._wholes = wholes
        self._mark_offsets = mark_offsets or {}
        self._held = 0  # last final words that may still be replaced
        self._begin()

    def push(self, event: SourceEvent) -> Iterator[Update]:
        """Yield an update unless the event is skipped."""
        match event:
            case Hypothesis():
                yield from self._take(event)
            case Context():
                self._place(event)
            case Break.REST:
                yield from self._rest()
            case Break.TEXT_ENDS:
                update = self._end_text()
                self._go_on() if self._stays_open else self._begin()
                yield update

    def flush(self) -> Iterator[Update]:
        """Commit all final words in one last update; partial words are dropped."""
        update = self._end_text()
        self._begin()
        yield update

    def unpunctuated(self, words: Sequence[Word]) -> str:
        return self._emitter.unpunctuated(words)

    def _take(self, hypothesis: Hypothesis) -> Iterator[Update]:
        words = hypothesis.words
        pieces = self._pieces(words)
        if hypothesis.is_final:
            self._forget_from(self._stream.append(words, pieces, replaced=self._held))
            self._held = hypothesis.held
            if hypothesis.ends_segment:
                yield self._refresh(hypothesis.time_s)
        elif self._windows.sees_partial_words and self._is_due(hypothesis.time_s):
            self._forget_from(self._stream.replace_partial(words, pieces))
            yield self._refresh(hypothesis.time_s)

    def _rest(self) -> Iterator[Update]:
        """Commit the last sentence if it seems complete; its mark stays open."""
        stream, (words, scores) = self._stream, self._tail()
        is_whole = stream.recognised - self._held == self._scored == stream.end
        is_last = self._right.is_nothing and len(words) > self._has_seam
        if not (self._stays_open and is_whole and is_last):
            return
        decision = self._committer.decide_last(words, scores, is_open=True)
        if decision.marks[-1].ends_sentence:
            sentences = tuple(self._commit(words, scores, decision))
            seam = self._seam
            self._go_on(is_open=True)
            yield Update(sentences, "", seam, stays_open=True)

    def _end_text(self) -> Update:
        self._is_closing = True
        after = self._right.words
        self._forget_from(self._stream.replace_partial(after, self._pieces(after)))
        self._held = 0
        sentences = list(self._advance(flush=True))
        words, scores = self._tail()
        last = len(words) - len(after)
        if last > self._has_seam:
            decision = self._committer.decide_last(
                words,
                scores,
                last=last,
                is_open=self._stays_open
                or not self._right.takes_mark
                or continues_after(words[last - 1], self._marks_by),
            )
            sentences += self._commit(words, self._without_last_comma(words, scores), decision)
        return Update(tuple(sentences), "", self._seam)

    def _begin(self) -> None:
        self._stream = WordStream(uses_timing=self._scorer.takes_timing)
        self._aggregator = Aggregator(self._scorer.labels)
        self._scored = 0
        self._ruled_out = 0
        self._held = 0
        self._refreshed_s: float | None = None
        self._right = Right()
        self._begins_sentence = True  # as the first word of the dictation
        self._has_seam = False  # the first open word is in the text, and only its mark may change
        self._seam: str | None = None
        self._is_closing = False
        self._emitter.reset()

    def _place(self, context: Context) -> None:
        """Move the cursor, or take note of changed text around it; final words move along."""
        right = self._right if context.after is None else right_of(context.after)
        if context.before is not None:
            stream, held = self._stream, self._held
            first = stream.committed + self._has_seam
            final = stream.words(first, max(first, stream.recognised))
            left = left_of(context)
            self._begin_after(left, has_seam=context.is_open)
            self._stream.append(final, self._pieces(final))
            self._held = held
        self._right = right

    def _go_on(self, *, is_open: bool = False) -> None:
        """Continue after what is committed, in the same text.

        Args: is_open: The mark of its last word may still change.
        """
        stream, right, has_seam = self._stream, self._right, self._has_seam
        words = stream.words(stream.base, stream.committed + has_seam)
        if is_open:  # the length of the pause says nothing here
            words[-1] = replace(
                words[-1],
                end_s=None,
                source_mark=Mark.PERIOD,
                mark_source=MarkSource.SEAM,
                spelling=None,
            )
        left = Left(tuple(words), self._emitter.starts_sentence)
        self._begin_after(left, has_seam=has_seam or is_open)
        self._right = right

    def _begin_after(self, left: Left, *, has_seam: bool) -> None:
        """Start after words that are in the text; the mark of the last may be open."""
        words = left.words
        self._begin()
        self._stream.append(words, self._pieces(words))
        self._has_seam = has_seam and bool(words)
        self._stream.commit(
            len(words) - self._has_seam, context_tokens=self._windows.left_context_tokens
        )
        self._begins_sentence = left.starts_sentence
        self._emitter.reset(starts_sentence=left.starts_sentence)

    def _without_last_comma(self, words: Sequence[Word], scores: FloatArray) -> FloatArray:
        """Return the scores without a comma after the last word if nothing follows yet."""
        if not (self._stays_open and self._right.is_nothing) or words[-1].mark_source in SAID:
            return scores
        bare = scores.copy()
        bare[-1, inner_rows(bare.shape[1] - len(Case))[1:]] -= NEVER
        return bare

    def _pieces(self, words: Sequence[Word]) -> list[tuple[int, ...]]:
        return [self._scorer.encode(word.text) for word in words]

    def _is_due(self, time_s: float | None) -> bool:
        if time_s is None or self._refreshed_s is None:
            return True
        return not 0.0 <= time_s - self._refreshed_s < self._refresh_interval_s

    def _forget_from(self, place: int) -> None:
        self._aggregator.forget_from(place)
        self._scored = min(self._scored, place)

    def _refresh(self, time_s: float | None) -> Update:
        self._refreshed_s = time_s
        sentences = tuple(self._advance(flush=False))
        words, scores = self._tail()
        decision = self._decide(words, scores, flush=False)
        tail = self._emitter.tail(words, decision, scores, hidden=self._has_seam)
        seam, self._seam = self._seam, None
        return Update(sentences, tail, seam)

    def _advance(self, *, flush: bool) -> Iterator[Sentence]:
        """Run the windows that are due, committing what each one finishes."""
        stream = self._stream
        spans = self._windows.plan(stream.lengths(), stream.base, self._scored, flush=flush)
        runs = [(s, stream.pieces(s.first, s.end), self._timing(s)) for s in spans]
        for span, pieces, features in runs:
            self._aggregator.add(span, self._scorer.score(pieces, features))
            self._scored = max(self._scored, span.end)
            yield from self._commit_finished(flush=flush)
        if not runs:  # partial words may have become final unchanged
            yield from self._commit_finished(flush=flush)

    def _commit_finished(self, *, flush: bool) -> Iterator[Sentence]:
        words, scores = self._tail()
        decision = self._decide(words, scores, flush=flush)
        while decision.commit:
            yield from self._commit(words, scores, decision)
            words, scores = self._tail()
            decision = self._decide(words, scores, flush=flush)
        recognised = self._stream.recognised - self._held - self._stream.committed
        self._rule_out(max(0, min(len(words), recognised)), flush=flush)
        if self._has_seam and self._ruled_out > self._stream.committed:  # its sentence goes on
            decision = self._decide(words, scores, flush=flush)
            yield from self._commit(words, scores, replace(decision, commit=1))

    def _rule_out(self, recognised_words: int, *, flush: bool) -> None:
        """Rule out sentence ends; partial words do not count, since they may be wrong."""
        ruled_out = self._committer.ruled_out(recognised_words, self._open_words(flush=flush))
        self._ruled_out = max(self._ruled_out, self._stream.committed + ruled_out)

    def _timing(self, span: Span) -> FloatArray | None:
        if not self._scorer.takes_timing:
            return None
        return timing_features(self._stream.words(span.first, span.end))

    def _tail(self) -> tuple[list[Word], FloatArray]:
        stream = self._stream
        end = min(stream.end, max(self._scored, stream.committed))
        words = stream.words(stream.committed, end)
        scores = self._aggregator.scores(stream.committed, end)
        if self._mark_offsets:
            at_hand = [word.text for word in stream.words(stream.base, end)]
            offsets = self._mark_offsets.get(language_by_script(at_hand))
            scores = scores if offsets is None else offsets.added_to(scores)
        if not stream.committed and stream.end <= SHORT_TEXT_WORDS:
            scores = as_in_short_text(words, scores)
        if self._wholes is not None:
            scores = weigh_wholes(words, scores, self._wholes)
        scores = weigh_source_marks(words, scores, self._marks_by)
        return words, self._weigh_right(words, scores) if self._is_closing else scores

    def _weigh_right(self, words: Sequence[Word], scores: FloatArray) -> FloatArray:
        """Return the scores, weighed with what follows the last recognised word."""
        last = self._stream.recognised - self._stream.committed - 1
        if self._right.is_nothing or not 0 <= last < len(words):
            return scores
        is_followed = last + 1 < len(words)
        weighed = scores.copy()
        weighed[last] = weigh_right(
            scores[last],
            self._right,
            scores[last + 1] if is_followed else None,
            begins=self._begins_sentence,
            is_always_capital=is_followed and self._emitter.is_always_capital(words[last + 1]),
        )
        return weighed

    def _decide(self, words: Sequence[Word], scores: FloatArray, *, flush: bool) -> Decision:
        return self._committer.decide(
            words,
            scores,
            open_words=self._open_words(flush=flush),
            ruled_out_words=max(0, self._ruled_out - self._stream.committed),
        )

    def _open_words(self, *, flush: bool) -> int:
        stream = self._stream
        settled = self._windows.settled(self._scored, stream.end, flush=flush)
        known = stream.recognised - self._held
        return max(0, min(known, settled, self._scored) - stream.committed)

    def _commit(
        self, words: Sequence[Word], scores: FloatArray, decision: Decision
    ) -> Iterator[Sentence]:
        count = decision.commit
        words, marks = words[:count], decision.marks[:count]
        surfaces = self._emitter.commit(words, marks, scores[:count])
        if self._has_seam:
            self._seam = self._emitter.mark_text(words, marks)
            self._has_seam = False
            words, marks, surfaces = words[1:], marks[1:], surfaces[1:]
        between_scripts = self._emitter.typesetting.between_scripts
        for first, end in sentence_spans(marks):
            texts, is_complete = tuple(surfaces[first:end]), marks[end - 1].ends_sentence
            yield Sentence(texts, tuple(words[first:end]), is_complete, between_scripts)
        self._stream.commit(count, context_tokens=self._windows.left_context_tokens)
        self._aggregator.forget_before(self._stream.committed)
