"""What a person should know about a transcript before its words are punctuated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

from app.wording import explain
from engine.build import LanguageModel
from engine.errors import TranscriptFormatError
from engine.languages import language_name
from engine.messages import Message
from engine.text.language_check import foreign_language
from engine.transcripts.heard import spoken
from engine.transcripts.transcript import Slot, Transcript, has_words


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence; a warning tells of what may make the result worse than expected.

    `language`: code of the language that the text is in, where the model does not know it.
    """

    text: Message
    is_warning: bool = True
    language: str = ""


def remarks(transcript: Transcript, model: LanguageModel) -> Iterator[Remark]:
    """Look a transcript over.

    Raises:
        TranscriptFormatError: there are no words.
    """
    if not has_words(transcript):
        raise TranscriptFormatError(transcript.path, "no words in it")
    name = shown_name(transcript.path)
    if transcript.encoding not in {"utf-8", "utf-8-sig", "ascii"}:
        text = Message(
            "{name} is read as {encoding}; the result is UTF-8.",
            name=name,
            encoding=transcript.encoding,
        )
        yield Remark(text, is_warning=False)
    for warning in transcript.warnings:
        text = Message("{sentence} It stays as it is.", sentence=explain(warning))
        yield Remark(text)
    words = (spoken(part) for part in transcript.parts() if isinstance(part, Slot))
    yield from language_remarks(name, words, model)


def language_remarks(name: str, words: Iterable[str], model: LanguageModel) -> Iterator[Remark]:
    """Tell of a language that the model does not know; words without marks, in lower case."""
    bundle = model.bundle
    found = foreign_language(words, bundle.languages, bundle.lexicon.common)
    known = _any_of([Message(language_name(code)) for code in bundle.languages])
    if found:
        text = Message(
            "{name} looks like {language}; the model knows {languages} only.",
            name=name,
            language=Message(language_name(found)),
            languages=known,
        )
        yield Remark(text, language=found)
    elif found is not None:
        text = Message(
            "{name} does not look like {languages}, which is what the model knows.",
            name=name,
            languages=known,
        )
        yield Remark(text)


def _any_of(names: Sequence[Message]) -> Message:
    *others, last = names
    if not others:
        return last
    listed = reduce(lambda one, next_: Message("{one}, {next}", one=one, next=next_), others)
    return Message("{names} or {last}", names=listed, last=last)


def shown_name(path: Path) -> str:
    return "standard input" if path == Path("-") else path.name
