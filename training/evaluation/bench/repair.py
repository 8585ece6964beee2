"""Repair of marked transcripts: what changes in good ones, what is mended in bad ones."""

from __future__ import annotations

import lzma
import random
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import accumulate
from pathlib import Path

from engine.build import LanguageModel
from engine.punctuation.labels import capitalised
from engine.settings import Policy, PunctuationSettings
from engine.text.marked_text import read_marked_text
from engine.transcripts.registry import read_transcript
from engine.transcripts.repunctuate import changes_of, repunctuate
from training.evaluation.table import Row

_MOVED_SHARE = 1 / 3
_SEED = 13


@dataclass(frozen=True, slots=True)
class Repair:
    """Counts of one text, written well and with a third of its sentence marks moved."""

    words: int = 0
    changed: int = 0  # of the words of the good text
    false_breaks: int = 0
    joined: int = 0  # of the false breaks
    true_breaks: int = 0  # those that were not moved
    lost: int = 0  # of the true breaks
    moved: int = 0
    found: int = 0  # of the places a mark was moved from

    def __add__(self, other: Repair) -> Repair:
        names = [field.name for field in fields(self)]
        return Repair(*(getattr(self, name) + getattr(other, name) for name in names))

    def row(self, name: str) -> Row:
        return Row(
            name,
            {
                "changed words in 500": 500 * self.changed / max(1, self.words),
                "false breaks joined %": 100 * self.joined / max(1, self.false_breaks),
                "true breaks joined %": 100 * self.lost / max(1, self.true_breaks),
                "moved breaks found %": 100 * self.found / max(1, self.moved),
            },
        )


def repair_rows(shared: Path, model: LanguageModel, words: int | None) -> Iterator[Row]:
    """Measure the texts of `en/dev` and two that are read aloud.

    Args: words: of each text; None for 10,000.
    """
    data = shared / "data" / "en"
    total = Repair()
    with tempfile.TemporaryDirectory() as folder:
        for path in [
            *sorted((data / "dev").glob("*.txt")),
            data / "open" / "classic_books.txt.xz",
            data / "open" / "ljspeech.txt.xz",
        ]:
            found = measure_repair(_head(path, words or 10_000), model, Path(folder) / "text.txt")
            total += found
            yield found.row(path.name.partition(".")[0])
    yield total.row("all")


def measure_repair(text: str, model: LanguageModel, path: Path) -> Repair:
    """Repair a text as it is and with moved marks; `path` is a file to write it to."""
    good = _words(text)
    repaired = _words(_repaired(text, model, path))
    changed = sum(one != other for one, other in zip(good, repaired, strict=True))
    bad, false, moved = _with_moved_marks(text, random.Random(_SEED))
    ends = list(map(_ends, _words(_repaired(bad, model, path))))
    kept = {at for at, word in enumerate(good) if _ends(word)} - moved
    return Repair(
        words=len(good),
        changed=changed,
        false_breaks=len(false),
        joined=sum(not ends[at] for at in false),
        true_breaks=len(kept),
        lost=sum(not ends[at] for at in kept),
        moved=len(moved),
        found=sum(ends[at] for at in moved),
    )


def _with_moved_marks(text: str, draws: random.Random) -> tuple[str, set[int], set[int]]:
    """Move a third of the sentence marks inside paragraphs to words that have none.

    As from a recogniser, the word after a mark gets a capital, and the one after the old place
    loses it if it is written small elsewhere.

    Returns:
        The text, the places of the false marks among its words, and those of the true ones.
    """
    small = {word for word in text.split() if word.islower()}
    paragraphs, false, moved = [], set(), set()
    begin = 0
    for paragraph in text.split("\n\n"):
        words = _words(paragraph)
        ends = [at for at, word in enumerate(words[:-1]) if _is_stop(word)]
        free = [at for at, word in enumerate(words[:-1]) if word[-1:].isalnum()]
        chosen = draws.sample(ends, round(len(ends) * _MOVED_SHARE))
        places = draws.sample(free, min(len(chosen), len(free)))
        for old, new in zip(chosen, places, strict=False):
            words[new] += words[old][-1]
            words[old] = words[old][:-1]
            words[new + 1] = capitalised(words[new + 1])
            if words[old + 1].lower().rstrip(".,?!") in small:
                words[old + 1] = words[old + 1].lower()
            moved.add(begin + old)
            false.add(begin + new)
        begin += len(words)
        paragraphs.append(" ".join(words))
    return "\n\n".join(paragraphs), false - moved, moved - false


def _repaired(text: str, model: LanguageModel, path: Path) -> str:
    settings = PunctuationSettings(policy=Policy.OFFLINE)
    path.write_text(text, encoding="utf-8")
    transcript = read_transcript(path)
    words = repunctuate(transcript, lambda: model.punctuator(settings))
    return "".join(transcript.rewritten(changes_of(words)))


def _head(path: Path, words: int) -> str:
    """Return whole lines, about this many words of them."""
    content = path.read_bytes()
    text = (lzma.decompress(content) if path.suffix == ".xz" else content).decode()
    lines = text.splitlines(keepends=True)
    counts = accumulate(len(line.split()) for line in lines)
    return "".join(line for line, count in zip(lines, counts, strict=True) if count <= words)


def _words(text: str) -> list[str]:
    return [word for word in text.split() if any(sign.isalnum() for sign in word)]


def _is_stop(word: str) -> bool:
    return word[-1:] in ".?!" and len(word) > 1 and word[-2].isalnum() and _ends(word)


def _ends(word: str) -> bool:
    read = read_marked_text(word)
    return bool(read) and read[-1].mark.ends_sentence and ";" not in word
