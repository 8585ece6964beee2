"""Recordings in three languages: which one is recognised, and how Chinese is written.

As a person would do it: nobody says which language a file is in, and live two are chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from engine.audio.sound_file import SoundFile
from engine.build import load_language_model
from engine.errors import ForeignSpeechError, ModelNotFoundError
from engine.models.spoken_languages import model_for
from engine.paths import default_paths
from engine.recognisers import speech_models
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.recording_languages import recogniser_for
from engine.recognisers.speech_models import (
    MULTILINGUAL,
    multilingual_model,
)
from engine.recognisers.utterance_recogniser import UtteranceRecogniser
from engine.recognisers.whisper_decoder import WhisperDecoder
from engine.session import Session
from engine.settings import PunctuationSettings, RecogniserSettings, Script
from engine.text.chinese_scripts import ScriptConverter, majority_script
from engine.text.units import split_units
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk, Hypothesis, Update
from training.evaluation.bench.audio import built_in_folder, plain_words, word_errors
from training.evaluation.table import Row
from training.metrics import score_aligned_marks

_READ, _CLIPS, _CANTONESE = "azure_read_zh", "firered_mandarin_4", "hkcancor_samples_yue"
_SOUNDS = {".wav", ".flac", ".mp3"}
_ENDS = re.compile(r"[。？！.?!]")
_ENGLISH_WORDS = re.compile(r"(?:[A-Za-z']+[ ,]+){4,}")  # this many in a row are a sentence
_PAUSE_S = 1.5
_ROUNDS = 4  # of the three languages
_CHUNK_BYTES = SAMPLE_RATE_HZ * BYTES_A_SAMPLE // 10


@dataclass(frozen=True, slots=True)
class _Recording:
    path: Path
    text: str = ""


def mandarin_rows(shared: Path, *, smoke: bool) -> Iterator[Row]:
    """Transcribe the Mandarin recordings whole, and compare characters and marks.

    Nothing if the multilingual model is not installed. Smoke takes one.
    """
    folder, rows = shared / "data" / "audio", list[tuple[int, int]]()
    recordings = list(_mandarin(folder)) if multilingual_model() else []
    for one in recordings[1:2] if smoke else recordings:
        written, _ = _transcribed(one.path)
        wanted, marks = _characters(one.text)
        heard, heard_marks = _characters(written)
        scores = score_aligned_marks(wanted, marks, heard, heard_marks)
        rows.append((word_errors(wanted, heard), len(wanted)))
        is_marked = one.path.parent.name == _READ
        yield _character_row(one.path.stem, rows[-1:], scores.micro_f1 if is_marked else None)
    if rows:
        yield _character_row("all", rows)


def cantonese_rows(shared: Path) -> Iterator[Row]:
    """Transcribe the Cantonese conversations whole: language, script, longest open stretch."""
    for path in _sounds(shared / "data" / "audio" / _CANTONESE):
        written, languages = _transcribed(path)
        yield Row(
            path.stem,
            {
                "characters": float(len(split_units(written))),
                "found as Chinese": float(languages[:1] == ("zh",)),
                "English sentences": float(len(_ENGLISH_WORDS.findall(written))),
                "scripts": float(_scripts(written)),
                "longest without an end": float(max(map(_length, _ENDS.split(written)))),
                "has its last end": float(bool(_ENDS.match(written.rstrip('」』"')[-1:]))),
            },
        )


def live_rows(shared: Path) -> Iterator[Row]:
    """Play recordings of three languages in turn, live, with two languages chosen."""
    recordings = list(_in_a_row(shared / "data" / "audio"))
    decoder = WhisperDecoder(_multilingual(), ("en", "zh"))
    right = heard = foreign = 0
    recogniser = UtteranceRecogniser(decoder)
    for hypothesis, language in _live(recordings, recogniser):
        heard += 1
        foreign += hypothesis.is_foreign
        right += hypothesis.language == language and not hypothesis.is_foreign
    figures = {"recordings": float(len(recordings)), "utterances": float(heard)}
    yield Row("English, Mandarin, Cantonese", figures | {"right %": 100.0 * right / max(1, heard)})


def foreign_rows(shared: Path) -> Iterator[Row]:
    """Give English and other recordings to the English-only model, and see what it refuses."""
    folder = shared / "data" / "audio"
    for name, paths in _groups(folder).items():
        stretches = refused = whole = 0
        for path in paths:
            recogniser = UtteranceRecogniser(WhisperDecoder(built_in_folder()), is_live=False)
            told = [it.is_foreign for it in _finals(path, recogniser)]
            stretches, refused = stretches + len(told), refused + sum(told)
            whole += _is_refused(path)
        yield Row(
            name,
            {
                "recordings": float(len(paths)),
                "refused, %": 100.0 * whole / max(1, len(paths)),
                "stretches": float(stretches),
                "left out, %": 100.0 * refused / max(1, stretches),
            },
        )


def _is_refused(path: Path) -> bool:
    """Whether a recording is refused at the door, if only English can be written."""
    with patch.object(speech_models, "multilingual_model", return_value=None):
        try:
            recogniser_for(path, RecogniserSettings("whisper", "whisper-tiny.en"), default_paths())
        except ForeignSpeechError:
            return True
    return False


def _transcribed(path: Path) -> tuple[str, tuple[str, ...]]:
    """Return what `fermata transcribe` writes, and the languages it found."""
    paths = default_paths()
    spec, found = recogniser_for(path, RecogniserSettings(languages=("en",)), paths)
    settings = PunctuationSettings(model=model_for(found, "en", paths), languages=found)
    model = load_language_model(settings, paths)
    with RecogniserProcess(spec, keep_up=True) as recogniser, SoundFile(path) as sound:
        session = Session(*model.stages(settings), shows_partials=False)
        updates = [it for it in session.run(sound, recogniser) if isinstance(it, Update)]
    return "".join(it.committed for it in updates), found


def _mandarin(folder: Path) -> Iterator[_Recording]:
    told = (folder / _READ / "trans.txt").read_text(encoding="utf-8-sig")
    yield _Recording(folder / _READ / "audio.wav", told.partition("\t")[2].strip())
    for line in (folder / _CLIPS / "text").read_text(encoding="utf-8").splitlines():
        name, _, text = line.partition(" ")
        yield _Recording(folder / _CLIPS / f"{name.strip()}.wav", text.replace(" ", ""))


def _characters(text: str) -> tuple[list[str], list[int]]:
    """Return the characters of a text in Simplified Chinese, and the mark after each."""
    words, marks = plain_words(text)
    return ScriptConverter(Script.SIMPLIFIED).written(words), marks


def _character_row(name: str, counts: Sequence[tuple[int, int]], f1: float | None = None) -> Row:
    errors, characters = (sum(column) for column in zip(*counts, strict=True))
    figures = {"characters": float(characters), "CER %": 100.0 * errors / max(1, characters)}
    return Row(name, figures | {"micro F1": float("nan") if f1 is None else f1})


def _length(stretch: str) -> int:
    return len(split_units(stretch))


def _scripts(text: str) -> int:
    """Return how many scripts a text's sentences are in, as far as they show one."""
    told = {majority_script(split_units(sentence)) for sentence in _ENDS.split(text)} - {None}
    return len({script is Script.SIMPLIFIED for script in told})


def _sounds(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.suffix in _SOUNDS]


def _groups(folder: Path) -> dict[str, list[Path]]:
    free = [
        it for it in _sounds(folder / "spontaneous") if not re.search("_zh|_yue", it.parent.name)
    ]
    chinese = [it for it in _sounds(folder / "spontaneous") if it not in free]
    return {
        "English, read": [
            *(it for name in ("azure_read_en", "jfk") for it in _sounds(folder / name)),
            *_sounds(folder / "librispeech_testclean_4"),
            *_sounds(folder / "ljspeech_genuine"),
        ],
        "English, non-native": _sounds(folder / "nonnative_reader"),
        "English, spoken freely": free,
        "Mandarin and Cantonese": [
            *(it for name in (_READ, _CLIPS, _CANTONESE) for it in _sounds(folder / name)),
            *chinese,
        ],
    }


def _in_a_row(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield 12 recordings, three languages in turn, with each one's language."""
    english = [*_sounds(folder / "ljspeech_genuine")[:2], *_sounds(folder / "nonnative_reader")[:2]]
    mandarin = [it.path for it in _mandarin(folder)][1:]
    cantonese = _sounds(folder / "spontaneous" / "wenetspeech_yue")
    for three in list(zip(english, mandarin, cantonese, strict=False))[:_ROUNDS]:
        yield from zip(three, ("en", "zh", "zh"), strict=True)


def _live(
    recordings: Sequence[tuple[Path, str]], recogniser: UtteranceRecogniser
) -> Iterator[tuple[Hypothesis, str]]:
    """Yield the end of each utterance, and the language it should have."""
    now_s, language = 0.0, ""
    for path, language in recordings:
        with SoundFile(path) as sound:
            samples = b"".join(chunk.samples for chunk in sound)
        samples += bytes(round(_PAUSE_S * 10) * _CHUNK_BYTES)
        for at in range(0, len(samples), _CHUNK_BYTES):
            chunk = AudioChunk(samples[at : at + _CHUNK_BYTES], now_s)
            now_s += chunk.duration_s
            for it in recogniser.push(chunk):
                if it.is_final:
                    yield it, language
    for it in recogniser.flush():
        yield it, language


def _finals(path: Path, recogniser: UtteranceRecogniser) -> Iterator[Hypothesis]:
    with SoundFile(path) as sound:
        for chunk in sound:
            yield from recogniser.push(chunk)
    yield from recogniser.flush()


def _multilingual() -> Path:
    folder = multilingual_model()
    if folder is None:
        raise ModelNotFoundError("speech", MULTILINGUAL, ())
    return folder
