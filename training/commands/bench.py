"""Measure a bundle on held-out data and print the tables of the README."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.build import LanguageModel
from engine.settings import BackendChoice
from training.data.timed_sessions import TimedSession
from training.evaluation.bench.audio import audio_rows
from training.evaluation.bench.capitals import capital_rows, disagreeing_rows
from training.evaluation.bench.chinese import chinese_rows, replay_rows, turn_rows
from training.evaluation.bench.commands import command_rows
from training.evaluation.bench.cursor import cursor_rows, stop_rows
from training.evaluation.bench.dictated_commands import dictated_command_rows
from training.evaluation.bench.dictation import (
    dictation_rows,
    hour_rows,
    noise_rows,
)
from training.evaluation.bench.hot_words import hot_word_rows
from training.evaluation.bench.languages import (
    cantonese_rows,
    foreign_rows,
    mandarin_rows,
)
from training.evaluation.bench.languages import live_rows as live_language_rows
from training.evaluation.bench.low_confidence import low_confidence_rows, reading_rows
from training.evaluation.bench.numbers import habit_rows, number_rows, running_text_rows
from training.evaluation.bench.pauses_in_sound import pause_rows
from training.evaluation.bench.quality import (
    call_rows,
    gap_rows,
    human_words_rows,
    iwslt_row,
    recogniser_words_rows,
    timed_sessions,
)
from training.evaluation.bench.recogniser_marks import recogniser_mark_rows
from training.evaluation.bench.repair import repair_rows
from training.evaluation.bench.services import service_rows
from training.evaluation.bench.short import short_rows
from training.evaluation.bench.speed import live_rows, process_row, whole_text_row
from training.evaluation.playing import load_model
from training.evaluation.table import Row, print_rows
from training.finetuning.simulated_person import correction_rows

_LIVE_SESSIONS = 10


@dataclass(frozen=True, slots=True)
class _Bench:
    """What is measured, and how much of it; None is all.

    Attributes:
        calls: recognised calls and transcripts of each service; call_words: about how many of each.
        words: of each text, in most tables.
        repair_words, speed_words: in those two, where all would take too long.
    """

    shared: Path
    model: LanguageModel
    sessions: list[TimedSession]
    calls: int | None
    call_words: int | None
    words: int | None
    repair_words: int | None
    speed_words: int
    whisper_base: Path | None
    is_smoke: bool


_Rows = Callable[[_Bench], Iterator[Row] | list[Row]]
_TABLES: dict[str, dict[str, _Rows]] = {
    "numbers": {
        "Spoken numbers": lambda b: number_rows(b.shared, b.model),
        "Spoken numbers, habits of NeMo": lambda b: habit_rows(b.shared),
        "Text without figures": lambda b: running_text_rows(b.shared),
    },
    "commands": {"Spoken commands": lambda b: command_rows(b.shared, b.model, b.words)},
    "dictated_commands": {
        "Spoken commands, dictated": lambda b: dictated_command_rows(
            b.shared, b.model, smoke=b.is_smoke
        ),
        "A vocabulary, dictated": lambda b: hot_word_rows(
            b.shared, b.model.commands, smoke=b.is_smoke
        ),
    },
    "iwslt": {"IWSLT": lambda b: [iwslt_row(b.shared, b.model)]},
    "capitals": {
        "Capitals inside sentences": lambda b: capital_rows(b.shared, b.model, b.words),
        "Capitals of ordinary words that follow no end": lambda b: disagreeing_rows(
            b.shared, b.model, b.words
        ),
    },
    "short": {
        "Short sentences, each a text of its own": lambda b: short_rows(
            b.shared, b.model, smoke=b.is_smoke
        )
    },
    "pauses": {
        "Human words, real pauses": lambda b: human_words_rows(b.sessions, b.model),
        "Sentence ends by the gap after them": lambda b: gap_rows(b.sessions, b.model),
        "Each call by itself": lambda b: call_rows(b.sessions, b.model),
    },
    "pauses_in_sound": {
        "Sentence ends at pauses, in sound": lambda b: pause_rows(
            b.shared, b.model, b.whisper_base, smoke=b.is_smoke
        )
    },
    "recogniser_marks": {
        "What a recogniser's mark tells, fitted": lambda b: recogniser_mark_rows(
            b.shared, b.model, b.whisper_base, smoke=b.is_smoke
        )
    },
    "kaldi": {
        "A weak recogniser's words": lambda b: recogniser_words_rows(
            b.shared, b.model, b.calls, b.call_words
        )
    },
    "live": {
        "Live, a partial hypothesis a word": lambda b: live_rows(
            b.sessions[:_LIVE_SESSIONS], b.model
        )
    },
    "speed": {
        "Whole texts": lambda b: [whole_text_row(b.shared, b.model, b.speed_words)],
        "Processes": lambda b: [process_row(b.sessions[0], b.model.bundle.folder)],
    },
    "audio": {
        "Recordings, default recogniser": lambda b: audio_rows(b.shared, b.model, smoke=b.is_smoke)
    },
    "languages": {
        "Mandarin, language not given": lambda b: mandarin_rows(b.shared, smoke=b.is_smoke),
        "Cantonese conversations, language not given": lambda b: (
            [] if b.is_smoke else cantonese_rows(b.shared)
        ),
        "Three languages in a row, live, two chosen": lambda b: (
            [] if b.is_smoke else live_language_rows(b.shared)
        ),
        "What the English model takes for another language": lambda b: (
            [] if b.is_smoke else foreign_rows(b.shared)
        ),
    },
    "cursor": {
        "Dictation into text": lambda b: cursor_rows(b.shared, b.model, smoke=b.is_smoke),
        "A sentence over Stop": lambda b: stop_rows(b.shared, b.model, smoke=b.is_smoke),
    },
    "low_confidence": {
        "Words marked as doubtful, default recogniser": lambda b: low_confidence_rows(
            b.shared, b.model, smoke=b.is_smoke
        ),
        "Other readings of wrong words, default recogniser": lambda b: reading_rows(
            b.shared, b.model, smoke=b.is_smoke
        ),
    },
    "dictation": {
        "Dictation at its own pace, default recogniser": lambda b: dictation_rows(
            b.shared, smoke=b.is_smoke
        ),
        "Where nobody speaks": lambda b: noise_rows(smoke=b.is_smoke),
    },
    "hour": {"An hour of dictation": lambda b: hour_rows(b.shared, smoke=b.is_smoke)},
    "services": {
        "Services' own words": lambda b: service_rows(b.shared, b.model, b.calls, b.call_words)
    },
    "repair": {
        "Transcripts that have marks": lambda b: repair_rows(b.shared, b.model, b.repair_words)
    },
    "corrections": {
        "200 corrections of one habit, before and after": lambda b: correction_rows(
            b.shared, b.model, smoke=b.is_smoke
        )
    },
    "chinese": {
        "Mandarin, Cantonese and mixed texts": lambda b: chinese_rows(
            b.shared, b.model, words=b.words
        ),
        "Cantonese, each turn by itself": lambda b: turn_rows(b.shared, b.model, words=b.words),
        "Mandarin and Cantonese, cut at random pauses": lambda b: replay_rows(
            b.shared, b.model, b.words
        ),
    },
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"of {', '.join(_TABLES)}")
    parser.add_argument("--shared", type=Path, default=Path("../shared"), help="data folder")
    parser.add_argument("--model", default="en", help="name or folder of a bundle")
    parser.add_argument("--backend", choices=[c.value for c in BackendChoice], default="onnx")
    parser.add_argument(
        "--whisper-base", type=Path, help="its folder, for tables of pauses in sound"
    )
    parser.add_argument("--smoke", action="store_true", help="a small part of each table")


def run(options: argparse.Namespace) -> None:
    """Print the chosen tables, by default all for the model's languages."""
    unknown = set(options.tables) - set(_TABLES)
    if unknown or not (options.shared / "data").is_dir():
        raise ValueError(f"no table {unknown}" if unknown else f"no data in {options.shared}")
    bench = _bench(options)
    print(f"Model {bench.model.bundle.name} on {bench.model.backend.description}")
    for table in (name for name in _TABLES if name in (options.tables or _suited(bench.model))):
        for title, rows in _TABLES[table].items():
            print_rows(title, rows(bench))


def _suited(model: LanguageModel) -> set[str]:
    others = {"chinese": "zh", "corrections": "en"}
    spoken = model.bundle.languages
    return {table for table in _TABLES if others.get(table, spoken[0]) in spoken}


def _bench(options: argparse.Namespace) -> _Bench:
    smoke: bool = options.smoke
    return _Bench(
        shared=options.shared,
        model=load_model(options.model, BackendChoice(options.backend)),
        sessions=timed_sessions(options.shared, 1 if smoke else None),
        calls=1 if smoke else None,
        call_words=500 if smoke else None,
        words=100 if smoke else None,
        repair_words=50 if smoke else None,
        speed_words=3000 if smoke else 20_000,
        whisper_base=options.whisper_base,
        is_smoke=smoke,
    )
