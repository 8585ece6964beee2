"""Reads `word TAB label` files, the form of the IWSLT benchmark (Alam et al. 2020)."""

from __future__ import annotations

from pathlib import Path

from engine.punctuation.labels import Mark

_LABELS = {"O": Mark.NONE, "COMMA": Mark.COMMA, "PERIOD": Mark.PERIOD, "QUESTION": Mark.QUESTION}


def read_tagged_words(path: Path) -> tuple[list[str], list[Mark]]:
    """Return the words and the mark after each.

    A clitic on its own (`it 's`, `do n't`) is joined to its word. There is never a mark between the
    two, so every mark of the file is kept. A mark on its own belongs to the word before, as does
    the mark of a dash or another sign that is not a word.

    Raises:
        ValueError: a line is not a word, a tab and one of the four labels.
    """
    words: list[str] = []
    marks: list[Mark] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        word, _, label = line.partition("\t")
        if label not in _LABELS:
            raise ValueError(f"{path}, line {number}: not a word, a tab and a label")
        if not any(map(str.isalnum, word)):
            word = ""
        if words and (not word or _is_clitic(word)) and marks[-1] is Mark.NONE:
            words[-1] += word
            marks[-1] = _LABELS[label]
        elif not word:
            continue  # a mark on its own, after a word that has one
        else:
            words.append(word)
            marks.append(_LABELS[label])
    return words, marks


def _is_clitic(word: str) -> bool:
    return word.startswith("'") or word == "n't"
