"""What is said and how it is written: the whole path from words to text, a case a line.

A third of each table was held back while the code was written.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.build import load_language_model
from engine.paths import default_paths
from engine.session import Session
from engine.settings import CommandsMode, Policy, PunctuationSettings
from engine.text.spacing import joined_texts
from engine.text.units import split_units
from engine.types import Hypothesis, Update, Word

_FOLDER = Path(__file__).parent
_SHOWN, _HELD_BACK = "shown", "held back"
_SIGNS = " \n.,?!:;–，。？！：；、"


def table(name: str, part: str) -> list[tuple[str, str]]:
    """Return what is said and what stands in the text; "" for a trap."""
    text = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    shown, _, held = text.partition("# held back\n")
    lines = (shown if part is _SHOWN else held).splitlines()
    pairs = (line.partition(" = ") for line in lines if line and not line.startswith("#"))
    return [(said, written.replace("\\n", "\n")) for said, _, written in pairs]


@pytest.fixture(scope="module")
def model(request):
    return load_language_model(PunctuationSettings(model=request.param), default_paths())


def written(model, said, left_out, policy, numbers):
    words = tuple(Word(unit, id=at) for at, unit in enumerate(split_units(said)))
    settings = PunctuationSettings(
        policy=policy, commands=CommandsMode.ALL, numbers=numbers, left_out=left_out
    )
    session = Session(*model.stages(settings))
    finals = [Hypothesis((word,), is_final=True, ends_segment=False) for word in words]
    if policy is Policy.OFFLINE:
        finals = [Hypothesis(words, is_final=True)]
    updates = [*session.push(finals), *session.flush()]
    kept = [
        w.text for one in updates if isinstance(one, Update) for s in one.sentences for w in s.words
    ]
    assert kept == [word.text.rstrip("-") for word in words]
    return joined_texts(one.committed for one in updates if isinstance(one, Update))


def is_right(name: str, said: str, wanted: str, text: str) -> bool:
    if name == "fillers" or not wanted:
        return bare(text) == bare(wanted or said)
    if name == "chinese":
        text = text.replace(" ", "")
    if wanted == wanted.lower():
        text = text.lower()
    at = 0
    for part in wanted.split(" … "):
        at = text.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True


def bare(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign not in _SIGNS)
