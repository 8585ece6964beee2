"""Spoken numbers: cases of NVIDIA/NeMo-text-processing, and what changes in running text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from engine.build import LanguageModel
from engine.formatting.english_numerals import DIGITS, NUMBER_WORDS, ORDINAL_WORDS
from engine.formatting.spoken_forms import SpokenForms
from engine.session import Session
from engine.settings import NumberStyle, Policy, PunctuationSettings
from engine.text.marked_text import MarkedWord, read_marked_text
from engine.text.spacing import joined, joined_texts
from engine.types import Update
from training.evaluation.bench.number_habits import HABITS, Habit, habit_of
from training.evaluation.playing import words_as_hypotheses
from training.evaluation.table import Row

_DIGIT = re.compile(r"\d")
_FIGURE = re.compile(r"\d[\d,.]*")
_UNTOLD = re.compile(r"[\s,]")  # spaces and commas differ by house style
# words that may not mean a number do not count: lines with only these hold traps
_SAID = (NUMBER_WORDS | ORDINAL_WORDS) - {"one", "first", "second", "third"}
_SAID_IN_CHINESE = re.compile(
    "[二三四五六七八九两兩廿卅]|[一十百千万萬亿億零][十百千万萬亿億零]|[十百千万萬亿億]一|第[一十百]"
)
_LARGE = NUMBER_WORDS - {*DIGITS}
_WRITES_FIGURES = 0.9  # of the numbers of a text


def number_rows(shared: Path, model: LanguageModel) -> Iterator[Row]:
    """Measure the cases by kind: alike, different by a habit of NeMo's, or wrong.

    For the model's languages also with the marks it sets.
    """
    for language in ("en", "zh"):
        total: Counter[str] = Counter()
        for path in _files(shared, language):
            found = _judged(path, _written)
            total += found
            yield _row(f"{language} {path.stem.removeprefix('test_cases_')}", found)
        yield _row(f"{language}, all", total)
        if language in model.bundle.languages:
            found = Counter[str]()
            for path in _files(shared, language):
                found += _judged(path, partial(_punctuated, model))
            yield _row(f"{language}, all, with marks", found)


def habit_rows(shared: Path) -> Iterator[Row]:
    """Count the cases of each habit; wrong cases follow, one by one."""
    found = [
        case
        for lang in ("en", "zh")
        for path in _files(shared, lang)
        for case in _cases(path, _written)
    ]
    for habit in HABITS:
        cases = [case for case in found if case[3] is habit]
        if cases:
            said, nemo, ours, _ = cases[0]
            name = f"{habit.name}: {habit.reason}; {said} → {nemo}, ours {ours}"
            yield Row(name, {"cases": len(cases)})
    for said, nemo, ours, known in found:
        if ours is not None and known is None:
            yield Row(f"wrong: {said} → {nemo}, ours {ours}", {"cases": 1})


def running_text_rows(shared: Path) -> Iterator[Row]:
    """Measure the dev texts' lines without a figure, in three ways.

    All of them, where numbers in words are rightly changed; those that say no number; and those of
    people who write figures, who meant a number in words to stay so.
    """
    formatter = SpokenForms(NumberStyle())
    for language in ("en", "zh", "yue"):
        words: Counter[str] = Counter()
        changes: Counter[str] = Counter()
        for path in sorted((shared / "data" / language / "dev").glob("*.txt")):
            text = path.read_text(encoding="utf-8")
            writes_figures = _writes_figures(text)
            for line in text.splitlines():
                if _DIGIT.search(line) is not None:
                    continue
                marked = read_marked_text(line)
                count = len(formatter.rewrites(_units(marked), [it.mark.text for it in marked]))
                kinds = ["no figures"]
                kinds += ["no number is said"] * (not _says_number(line, marked))
                kinds += ["written by people who write figures"] * writes_figures
                words.update(dict.fromkeys(kinds, len(marked)))
                changes.update(dict.fromkeys(kinds, count))
        for kind, size in words.items():
            rate = size / max(1, changes[kind])
            figures = {"words": size, "changes": changes[kind], "one change in … words": rate}
            yield Row(f"{language}, {kind}", figures)


def _row(name: str, found: Counter[str]) -> Row:
    cases = found.total()
    shares = {f"{kind} %": 100 * found[kind] / cases for kind in ("alike", "habit", "wrong")}
    right = {"alike and habit %": shares["alike %"] + shares["habit %"]}
    return Row(name, {"cases": cases, **shares, **right})


def _files(shared: Path, language: str) -> list[Path]:
    return sorted((shared / "data" / "itn" / f"nemo_{language}").glob("*.txt"))


def _judged(path: Path, write: Callable[[str], str]) -> Counter[str]:
    return Counter(
        "alike" if ours is None else "habit" if habit else "wrong"
        for _, _, ours, habit in _cases(path, write)
    )


def _cases(
    path: Path, write: Callable[[str], str]
) -> Iterator[tuple[str, str, str | None, Habit | None]]:
    """Yield what was said, what NeMo writes, what we write if that differs, and its habit."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if "~" in line:
            said, nemo = line.split("~")[:2]
            ours = write(said)
            if _plain(ours) == _plain(nemo):
                yield said, nemo, None, None
            else:
                yield said, nemo, ours, habit_of(said, nemo, ours, plain=_plain)


def _writes_figures(text: str) -> bool:
    figures = len(_FIGURE.findall(text))
    in_words = sum(word in _LARGE for word in text.lower().split())  # small ones are words, too
    in_words += len(_SAID_IN_CHINESE.findall(text))
    return figures > _WRITES_FIGURES * (figures + in_words)


def _says_number(line: str, marked: list[MarkedWord]) -> bool:
    parts = {part for unit in _units(marked) for part in unit.split("-")}
    return not _SAID.isdisjoint(parts) or _SAID_IN_CHINESE.search(line) is not None


def _units(marked: list[MarkedWord]) -> list[str]:
    return [word.core.lower() for word in marked]


def _punctuated(model: LanguageModel, text: str) -> str:
    """Return what dictation makes of it, without the final mark."""
    words = words_as_hypotheses([it.core.lower() for it in read_marked_text(text)])
    settings = PunctuationSettings(policy=Policy.OFFLINE, numbers=NumberStyle())
    session = Session(*model.stages(settings))
    updates = [it for it in session.run(words) if isinstance(it, Update)]
    return joined_texts(it.committed for it in updates).rstrip(".?!。？！") or text


def _written(text: str) -> str:
    formatter = SpokenForms(NumberStyle())
    marked = read_marked_text(text)
    if not marked:
        return text  # signs alone
    units = _units(marked)
    written = [f"{it.prefix}{unit}{it.mark.text}" for it, unit in zip(marked, units, strict=True)]
    for one in reversed(formatter.rewrites(units, [it.mark.text for it in marked])):
        end = marked[one.end - 1].mark.text
        written[one.first : one.end] = [f"{marked[one.first].prefix}{one.text}{end}"]
    return joined(written, between_scripts="")


def _plain(text: str) -> str:
    return _UNTOLD.sub("", text.lower())
