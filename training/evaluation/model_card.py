"""The model card of a bundle: what it is, what it was trained on, how it scores.

Ref: Mitchell et al. (2019), "Model Cards for Model Reporting".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.build import LanguageModel
from training.evaluation.bench.chinese import chinese_rows, turn_rows
from training.evaluation.bench.quality import (
    human_words_rows,
    iwslt_row,
    recogniser_words_rows,
    timed_sessions,
)

MODEL_CARD = "MODEL_CARD.md"
_FIGURES = ("micro F1", "macro F1", "seg-F0.5")
_HELD_OUT = (
    "Never trained on; texts whose names have `dev` also chose settings and weights, "
    "tests never did."
)
_NAMES = {
    "iwslt/test2011, punctuate": "talks, whole text (IWSLT test2011)",
    "earnings22_dev, streaming": "calls, live (earnings22_dev)",
    "earnings22_dev, false pauses, streaming": "the same with false pauses",
    "earnings21_dev, Kaldi words, streaming": "a weak recogniser's words, live (earnings21_dev)",
}
_USES = """\
## Use

Marks (none, comma, full stop, question and exclamation mark) and capitals for recognised speech,
word by word as it comes (`fermata listen`) or for whole texts (`fermata punctuate`). Pauses and the
recogniser's confidence are inputs where they are known. Not for: other languages, judging what was
said, or texts in which a wrong mark does harm and nobody reads them again.

Known limits: rare exclamation marks; no semicolons, colons or quotation marks; names that the
training texts do not have may stay in lower case; speech that is not a sentence (lists, spelling,
code) is punctuated as if it were.
"""


def measure(
    model: LanguageModel, shared: Path, *, sessions: int | None = None, calls: int | None = None
) -> dict[str, float]:
    """Score a model on held-out data, in percent.

    Args: sessions, calls: how many of `earnings22_dev` and `earnings21_dev`; None for all.
    """
    timed = timed_sessions(shared, sessions)
    rows = (
        iwslt_row(shared, model),
        *human_words_rows(timed, model),
        *recogniser_words_rows(shared, model, calls),
    )
    named = [(_NAMES[row.name], row) for row in rows if row.name in _NAMES]
    if "zh" in model.bundle.languages:
        named += [(row.name, row) for row in chinese_rows(shared, model)]
        named += [(row.name, row) for row in turn_rows(shared, model)]
    return {
        f"{name}: {figure}": round(row.figures[figure], 1)
        for name, row in named
        for figure in _FIGURES
    }


def render(description: Mapping[str, Any], sizes: Mapping[str, int]) -> str:
    """Return the card for a bundle's description, scores included.

    Args: sizes: of the bundle's files, bytes by name.
    """
    return "\n".join(
        [
            f"# Language model `{description['name']}`",
            "",
            "Made by `python -m training card`; `bundle.json` holds the same facts.",
            "",
            *_facts(description, sizes),
            "",
            _uses(description["languages"]),
            "## Scores",
            "",
            _HELD_OUT,
            "",
            *_table(("", *_FIGURES), _score_cells(description["scores"])),
            "",
            "## Training data",
            "",
            *_table(("data", "licence"), _data_cells(description["training"])),
            "",
        ]
    )


def _uses(languages: Sequence[str]) -> str:
    if "zh" not in languages:
        return _USES
    return _USES.replace("(none, comma,", "(none, comma, enumeration comma,").replace(
        "word by word", "character by character and word by word"
    )


def _facts(description: Mapping[str, Any], sizes: Mapping[str, int]) -> Iterator[str]:
    encoder = description["encoder"]
    yield f"- Languages: {', '.join(description['languages'])}"
    yield (
        f"- Network: `{description['architecture']}`, {encoder['layers']} layers of "
        f"{encoder['width']}, {encoder['vocabulary']:,} word pieces"
        + (", with pauses and confidence as inputs" if encoder.get("timing") else "")
    )
    for name, size in sorted(sizes.items()):
        yield f"- `{name}`: {size / 1e6:.1f} MB"


def _score_cells(scores: Mapping[str, float]) -> Iterator[tuple[str, ...]]:
    names = dict.fromkeys(key.rpartition(": ")[0] for key in scores)
    for name in names:
        yield (name, *(f"{scores[f'{name}: {figure}']:.1f}" for figure in _FIGURES))


def _data_cells(sources: Sequence[Mapping[str, str]]) -> Iterator[tuple[str, ...]]:
    for source in sources:
        yield (f"`{source['data']}`", source["licence"])


def _table(heads: Sequence[str], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    yield "| " + " | ".join(heads) + " |"
    yield "| --- " * len(heads) + "|"
    for row in rows:
        yield "| " + " | ".join(row) + " |"
