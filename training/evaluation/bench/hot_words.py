"""Names and terms in dictated sentences, where Whisper expects them and where it does not.

It also expects all spoken commands, and must not turn plain sentences into them. The names were
chosen before any of them was heard; how much sound before speech is heard was chosen with their
figures in sight, the threshold was not.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

from engine.recognisers.recogniser import Recogniser
from engine.recognisers.speech_models import RecogniserSpec
from engine.recognisers.worker import open_recogniser
from engine.settings import CommandsMode
from engine.spoken_commands.table import CommandTable
from training.evaluation.bench.audio import built_in_folder
from training.evaluation.bench.dictation import in_chunks, silence
from training.evaluation.bench.synthesis import Voice, is_installed, speech
from training.evaluation.table import Row

_VOICES = (
    Voice("festival", "cmu_us_slt_arctic_hts"), Voice("flite", "rms"),
    Voice("espeak-ng", "en-us"),
)  # fmt: skip
_PAUSE_S = 0.8
_PLAIN, _SMOKE_PLAIN = 150, 2  # sentences of en/dev
_SENTENCES = (
    ("Ferreira", "please forward the contract to {} before noon"),
    ("Wojciechowski", "the minutes were written by {} last week"),
    ("Amoxicillin", "she was given {} for ten days"),
    ("Atorvastatin", "he takes {} every evening"),
    ("Hydrochlorothiazide", "we stopped the {} in march"),
    ("Pneumothorax", "the x ray shows a small {} on the left"),
    ("Cholecystitis", "the patient was admitted with acute {}"),
    ("Subrogation", "the insurer has a right of {} against the driver"),
    ("Mandamus", "the court issued a writ of {} on friday"),
    ("Chattanooga", "the truck was stopped in {} at midnight"),
    ("Albuquerque", "my parents moved to {} when i was ten"),
    ("Reykjavik", "the plane had to land in {} because of the storm"),
    ("Ljubljana", "we spent three days in {} last summer"),
    ("Terraform", "all of our servers are described in {} now"),
    ("Grafana", "you can see the errors in {} as well"),
    ("Elasticsearch", "the logs are kept in {} for a month"),
    ("Niamh", "my daughter {} starts school in the autumn"),
    ("Bartholomew", "the will was signed by {} himself"),
    ("Montgomery Clift", "the film with {} was shown again"),
    ("Shostakovich", "the second half was a symphony by {} of course"),
    ("Rachmaninoff", "she played the concerto by {} without a mistake"),
    ("Okonkwo", "mister {} has agreed to the new terms"),
    ("Venkataraman", "professor {} will give the lecture"),
    ("Delacroix", "the painting is said to be by {} or his school"),
    ("Zimmermann", "the house belongs to {} and his sister"),
)  # fmt: skip


def hot_word_rows(shared: Path, commands: CommandTable, *, smoke: bool) -> Iterator[Row]:
    """Yield how many names are heard from each voice, and how many plain sentences are changed."""
    names = (name for name, _ in _SENTENCES)
    hot_words = (*commands.phrases(CommandsMode.ALL), *names)
    plain_ears = open_recogniser(RecogniserSpec("whisper", built_in_folder(), is_live=False))
    expecting = open_recogniser(
        RecogniserSpec("whisper", built_in_folder(), hot_words=hot_words, is_live=False)
    )
    sentences = _plain_sentences(shared, _SMOKE_PLAIN if smoke else _PLAIN)
    for voice in _VOICES[: 1 if smoke else None]:
        if not is_installed(voice.program):
            continue
        spoken = [
            (name, speech(text.format(name), voice))
            for name, text in _SENTENCES[: 2 if smoke else None]
        ]
        without, with_them = (
            sum(_letters(name) in _letters(_heard(recogniser, sound)) for name, sound in spoken)
            for recogniser in (plain_ears, expecting)
        )
        plain = [speech(text, voice) for text in sentences]
        changed = sum(_heard(plain_ears, it) != _heard(expecting, it) for it in plain)
        yield Row(
            f"{voice.program}, {voice.name}",
            {
                "names": len(spoken),
                "heard": without,
                "heard where expected": with_them,
                "plain sentences": len(plain),
                "of them changed": changed,
            },
        )


def _plain_sentences(shared: Path, count: int) -> list[str]:
    folder = shared / "data" / "en" / "dev"
    lines = [
        line
        for name in ("audreyt", "changelog", "ewt")
        for line in (folder / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    ]
    sentences = [it for line in lines for it in re.split(r"(?<=[.?!]) +", line)]
    fit = [it for it in sentences if it.isascii() and 4 <= len(it.split()) <= 18]
    return random.Random(5).sample(fit, count)


def _heard(recogniser: Recogniser, sound: bytes) -> str:
    pause = silence(_PAUSE_S)
    heard = [it for chunk in in_chunks(pause + sound + pause) for it in recogniser.push(chunk)]
    heard += recogniser.flush()
    return " ".join(word.text for one in heard if one.is_final for word in one.words)


def _letters(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())
