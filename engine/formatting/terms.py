"""Finds names and terms in a text that a language model would not write by itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from engine.network.bundle import Lexicon

_LETTERS = "A-Za-z\u00c0-\u024f\u0370-\u052f"
_WORD = re.compile(f"[{_LETTERS}](?:[{_LETTERS}0-9+#]|[-&.'’](?=[{_LETTERS}0-9]))*")
_ENDS = re.compile(r"[.?!:。？！：]\W*$")
_BETWEEN = re.compile(r"[ \u00a0]|\. ")  # "Dr. Miller"
_LONGEST = 5


def unknown_terms(text: str, lexicon: Lexicon) -> list[str]:
    """Return words with unexplained capitals, most frequent first.

    A capital at the start of a sentence explains itself, as do words that are in lower case
    elsewhere or have capitals in the lexicon.
    """
    plain = {word for word in _WORD.findall(text) if word.islower()}
    found: Counter[str] = Counter()
    for line in text.splitlines():
        for run in _runs(line):
            found.update(_terms(line, run, plain, lexicon))
    return [term for term, _ in found.most_common()]


def _runs(line: str) -> Iterator[list[re.Match[str]]]:
    """Yield runs of capitalised words."""
    run: list[re.Match[str]] = []
    for word in _WORD.finditer(line):
        if run and not _BETWEEN.fullmatch(line, run[-1].end(), word.start()):
            yield run
            run = []
        if word.group().islower():
            yield run
            run = []
        else:
            run.append(word)
    yield run


def _terms(line: str, run: list[re.Match[str]], plain: set[str], lexicon: Lexicon) -> Iterator[str]:
    while run and _is_ordinary(line, run[0], plain, lexicon):
        run = run[1:]
    while run and run[-1].group().lower() in plain:
        run = run[:-1]
    if run and len(run) <= _LONGEST:
        yield line[run[0].start() : run[-1].end()]


def _is_ordinary(line: str, word: re.Match[str], plain: set[str], lexicon: Lexicon) -> bool:
    text = word.group()
    lower = text.lower()
    before = line[: word.start()].strip()
    begins = not before or _ENDS.search(before) is not None
    written_so = (lexicon.always.get(lower), lexicon.mixed.get(lower))
    return text in written_so or lower in plain or (begins and text[1:] == lower[1:])
