"""A simulated person who corrects: whether their habit is learnt, and what it costs.

The person takes what a bundle writes of fresh text and corrects whatever is against one habit of
theirs. A number of corrected sentences, each between its neighbours, are learnt as by `fermata
train`. What the new model writes of other passages shows what was learnt.
"""

from __future__ import annotations

import lzma
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.build import LanguageModel
from engine.paths import Paths, default_paths
from engine.punctuation.labels import Mark, sentence_spans
from engine.text.marked_text import MARK_SIGNS, read_marked_text
from training.evaluation.playing import load_model, punctuated
from training.evaluation.table import Row
from training.finetuning.fine_tuning import Request, fine_tune
from training.finetuning.reports import DoneReport
from training.metrics import Count

_SHORTEST, _LONGEST = 5, 40  # words of a sentence
_SMOKE, _CORRECTIONS, _HELD_OUT = 20, 200, 300


@dataclass(frozen=True, slots=True)
class _Habit:
    """What a person writes at a word instead of what is there.

    Attributes:
        place: 0 for the mark after the word, -1 for the one before it.
        sources: files that contain the word often enough, and are in no training text.
    """

    name: str
    word: str
    place: int
    found: Mark
    written: Mark
    sources: tuple[str, ...]

    def places(self, words: Sequence[str], marks: Sequence[Mark]) -> list[int]:
        """Return where the habit applies: no sentence ends there, and the text goes on."""
        at_word = (at + self.place for at, word in enumerate(words) if word == self.word)
        return [at for at in at_word if at >= 0 and marks[at] in {self.found, self.written}]


_TALKS = ("research/ted_x_ed.txt.xz", "research/ted_talks.txt.xz")
_CONVERSATIONS = ("dev/audreyt.txt", "dev/bitcoin_talks.txt", "dev/changelog.txt", "dev/ewt.txt")
_HABITS = (
    _Habit("never a comma before “and”", "and", -1, Mark.COMMA, Mark.NONE, _CONVERSATIONS),
    _Habit("never a comma after “however”", "however", 0, Mark.COMMA, Mark.NONE, _TALKS),
    _Habit("always a comma after “however”", "however", 0, Mark.NONE, Mark.COMMA, _TALKS),
)


def correction_rows(shared: Path, model: LanguageModel, *, smoke: bool) -> Iterator[Row]:
    """Yield one row per habit: its F1 on fresh text, and both scores of the general sample.

    F1 is that of the mark the person writes, at all places where the habit applies.
    """
    for habit in _HABITS[:1] if smoke else _HABITS:
        passages = _passages(shared / "data" / "en", habit)
        half = len(passages) // 2
        wanted = _SMOKE if smoke else _CORRECTIONS
        lessons, count = _lessons(passages[:half], habit, model, wanted)
        fresh = passages[half:][: wanted if smoke else _HELD_OUT]
        written = [punctuated(words, model).marks for words in fresh]
        with tempfile.TemporaryDirectory() as folder:
            done = _learnt(lessons, model, Path(folder))
            new = load_model(done.folder)
            rewritten = [punctuated(words, new).marks for words in fresh]
        before, after = done.before.general, done.after.general
        yield Row(
            habit.name,
            {
                "corrections": count,
                "F1 before": _habit_f1(fresh, written, written, habit),
                "F1 after": _habit_f1(fresh, written, rewritten, habit),
                "held out, micro F1": done.after.held_out.micro_f1 - done.before.held_out.micro_f1,
                "seg-F0.5": done.after.held_out.segmentation_f05
                - done.before.held_out.segmentation_f05,
                "general, micro F1": after.micro_f1 - before.micro_f1,
                "general, seg-F0.5": after.segmentation_f05 - before.segmentation_f05,
                "share": done.share,
                "used": float(done.is_active),
            },
        )


def _passages(folder: Path, habit: _Habit) -> list[list[str]]:
    """Return sentences with the habit's word, each between its neighbours.

    No sentence is in two passages.
    """
    passages = []
    for source in habit.sources:
        for line in _lines(folder / source):
            words = read_marked_text(line)
            cores = [word.core.lower() for word in words]
            spans, at = list(sentence_spans([word.mark for word in words])), 1
            while at + 1 < len(spans):
                begin, end = spans[at]
                fits = _SHORTEST <= end - begin <= _LONGEST and habit.word in cores[begin:end]
                if fits:
                    passages.append(cores[spans[at - 1][0] : spans[at + 1][1]])
                at += 3 if fits else 1
    random.Random(7).shuffle(passages)
    return passages


def _lines(path: Path) -> Iterator[str]:
    with (lzma.open if path.suffix == ".xz" else open)(path, "rt", encoding="utf-8") as stream:
        yield from stream


def _lessons(
    passages: Sequence[Sequence[str]], habit: _Habit, model: LanguageModel, wanted: int
) -> tuple[str, int]:
    """Return corrected sentences between their neighbours as a text, and their number."""
    documents: list[str] = []
    count = 0
    for words in passages:
        played = punctuated(words, model)
        marks = played.marks
        changed = {at for at in habit.places(words, marks) if marks[at] is habit.found}
        surfaces = [
            surface.rstrip("".join(MARK_SIGNS)) + habit.written.text if at in changed else surface
            for at, surface in enumerate(played.surfaces)
        ]
        spans = list(sentence_spans(marks))
        corrected = [at for at, span in enumerate(spans) if changed.intersection(range(*span))]
        if corrected and count < wanted:
            count += len(corrected)
            first, last = max(0, corrected[0] - 1), min(len(spans) - 1, corrected[-1] + 1)
            documents.append(" ".join(surfaces[spans[first][0] : spans[last][1]]))
    return "\n\n".join(documents), count


def _learnt(lessons: str, model: LanguageModel, folder: Path) -> DoneReport:
    text = folder / "corrections.txt"
    text.write_text(lessons, encoding="utf-8")
    paths = Paths(default_paths().assets, folder / "data", (), folder / "settings")
    *_, done = fine_tune(Request(str(model.bundle.folder), (text,), "own"), paths)
    if not isinstance(done, DoneReport):
        raise TypeError(done)
    return done


def _habit_f1(
    passages: Sequence[Sequence[str]],
    before: Sequence[Sequence[Mark]],
    found: Sequence[Sequence[Mark]],
    habit: _Habit,
) -> float:
    """Return F1 of the person's mark at the places of the habit in what the old model wrote."""
    hits = total = 0
    for words, old, new in zip(passages, before, found, strict=True):
        places = habit.places(words, old)
        total += len(places)
        hits += sum(new[at] is habit.written for at in places)
    return Count(hits, 0, total - hits).f()
