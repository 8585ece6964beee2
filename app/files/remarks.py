"""Inspects a transcript and decides whether a model can process it, before any change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.wording import any_of, explain
from engine.build import LanguageModel
from engine.errors import ForeignLanguageError, TranscriptFormatError
from engine.languages import language_name
from engine.messages import Message
from engine.models.catalogue import CatalogueModel, load_catalogue
from engine.models.spoken_languages import model_that_knows
from engine.paths import Paths
from engine.recognisers.speech_models import installed_speech_models, name_of_model
from engine.text.language_check import is_known, language_of
from engine.transcripts.inspection import Inspection, inspect
from engine.transcripts.transcript import Transcript

_MOST_FOREIGN = 0.5  # share of the words whose language is known


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence for the user; a warning is about something that may spoil the result.

    `language` is the code of a recording's language if the model does not know it.
    """

    text: Message
    is_warning: bool = True
    language: str = ""


@dataclass(frozen=True, slots=True)
class FilePlan:
    """What is to be done with a transcript.

    Attributes:
        inspection: What was found in it.
        remarks: What the user should know first.
        languages: Passages in other languages stay as they are; empty if all is punctuated.
    """

    inspection: Inspection
    remarks: tuple[Remark, ...]
    languages: tuple[str, ...] = ()


def decide(
    transcript: Transcript, model: LanguageModel, paths: Paths, language: str = ""
) -> FilePlan:
    """Inspect a transcript before anything is written.

    Args:
        transcript: As it was read.
        model: The model that would punctuate it.
        paths: Where other models are, one of which may know its language.
        language: Its language, if known better than from its words.

    Raises:
        TranscriptFormatError: It has no words.
        ForeignLanguageError: The model does not know the language of most of them.
    """
    inspection = inspect(transcript)
    if not inspection.words:
        raise TranscriptFormatError(transcript.path, "there are no words in it")
    known = model.bundle.languages
    foreign = inspection.foreign(known)
    if language:
        foreign = {} if is_known(language, known) else {language: 1.0}
    if sum(foreign.values()) > _MOST_FOREIGN:
        found = max(foreign, key=foreign.__getitem__)
        other = model_that_knows(found, paths) or ""
        speech, is_installed = ("", False) if other else _speech_model_for(found, paths)
        raise ForeignLanguageError(
            transcript.path, found, tuple(known), other, speech, is_installed
        )
    remarks = tuple(_remarks(transcript))
    if not foreign:
        return FilePlan(inspection, remarks)
    of_passages = _of_passages(shown_name(transcript.path), foreign)
    return FilePlan(inspection, (*remarks, of_passages), tuple(known))


def _speech_model_for(language: str, paths: Paths) -> tuple[str, bool]:
    """Return the best speech model that writes a language with marks, and whether it is installed.

    One that needs a graphics card comes last; the name is empty if there is none.
    """
    installed = {name_of_model(folder) for folder in installed_speech_models(paths)}
    offered = [it for it in load_catalogue(paths) if it.emits_marks and language in it.languages]

    def rank(model: CatalogueModel) -> tuple[bool, bool, int]:
        size = model.size_bytes or 0  # the larger is more accurate
        return model.name not in installed, model.needs_gpu, size if model.needs_gpu else -size

    best = min(offered, key=rank, default=None)
    return ("", False) if best is None else (best.name, best.name in installed)


def language_remarks(name: str, words: Iterable[str], model: LanguageModel) -> Iterator[Remark]:
    """Warn about a recording's language that the model does not know; `words` are as recognised."""
    found, known = language_of(words), model.bundle.languages
    if not is_known(found, known):
        text = Message(
            "{name} looks like {language}, but the model knows only {languages}.",
            name=name,
            language=Message(language_name(found)),
            languages=any_of([Message(language_name(code)) for code in known]),
        )
        yield Remark(text, language=found)


def shown_name(path: Path) -> str:
    return "standard input" if path == Path("-") else path.name


def _remarks(transcript: Transcript) -> Iterator[Remark]:
    if transcript.encoding not in {"utf-8", "utf-8-sig", "ascii"}:
        text = Message(
            "{name} is read as {encoding}; the result is UTF-8.",
            name=shown_name(transcript.path),
            encoding=transcript.encoding,
        )
        yield Remark(text, is_warning=False)
    for warning in transcript.warnings:
        text = Message("{sentence} It stays as it is.", sentence=explain(warning))
        yield Remark(text)


def _of_passages(name: str, foreign: Mapping[str, float]) -> Remark:
    text = Message(
        "{percent} % of {name} looks like {languages}, which the model does not know."
        " That part stays as it is.",
        percent=max(1, round(100 * sum(foreign.values()))),
        name=name,
        languages=any_of([Message(language_name(code)) for code in foreign]),
    )
    return Remark(text)
