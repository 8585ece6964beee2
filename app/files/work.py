"""The work that a file needs; the command line does the same with the same functions."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from app.files.kinds import FileKind
from app.files.recordings import counted, damage, heard, nothing_heard
from app.files.remarks import Remark, language_remarks, remarks
from app.files.result import FileResult
from app.wording import explain
from engine.audio.sound_file import SoundFile
from engine.build import LanguageModel
from engine.errors import FermataError
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.speech_models import RecogniserSpec
from engine.settings import PunctuationSettings
from engine.transcripts.registry import read_transcript
from engine.transcripts.repunctuate import PunctuatorFactory, repunctuate
from engine.transcripts.restored import RestoredText, from_sentences
from engine.transcripts.transcript import Part, Slot, Transcript
from engine.types import Sentence, Update

Advance = Callable[[float | None], None]  # 0 to 1, None where unknown; raises to cancel


def punctuate_file(
    path: Path,
    model: LanguageModel,
    settings: PunctuationSettings,
    advance: Advance,
    *,
    keep_marks: bool = False,
) -> FileResult:
    """Punctuate a transcript.

    Raises:
        TranscriptFormatError: it cannot be read, or has no words.
    """
    transcript = read_transcript(path)
    notes = tuple(remarks(transcript, model))
    text, rewritten = rewrite(
        transcript, lambda: model.punctuator(settings), advance, keep_marks=keep_marks
    )
    result = FileResult(path, FileKind.TRANSCRIPT, transcript.format.name, text, rewritten)
    return _with_remarks(result, notes)


def transcribe_file(
    path: Path,
    model: LanguageModel,
    settings: PunctuationSettings,
    spec: RecogniserSpec,
    advance: Advance,
) -> FileResult:
    """Transcribe a recording; what was heard before an error is kept, and the error told.

    Raises:
        FermataError: it cannot be read, or nothing was heard in it.
    """
    with SoundFile(path) as sound:
        advance(0.0 if sound.duration_s else None)
        with RecogniserProcess(spec, keep_up=True) as recogniser:
            chunks = counted(sound, _seconds_done(sound.duration_s, advance))
            sentences, broken = _sentences(heard(chunks, recogniser, model.punctuator(settings)))
        broken = broken or damage(sound)
    if not sentences:
        raise broken or nothing_heard(sound)
    words = (word.text.lower() for sentence in sentences for word in sentence.words)
    notes = [*language_remarks(path.name, words, model)]
    notes += [Remark(explain(broken))] if broken else []
    result = FileResult(path, FileKind.RECORDING, "", from_sentences(tuple(sentences)))
    return _with_remarks(result, notes)


def _with_remarks(result: FileResult, notes: Sequence[Remark]) -> FileResult:
    language = next((note.language for note in notes if note.language), "")
    texts = tuple(note.text for note in notes)
    return replace(result, remarks=texts, foreign_language=language)


def _sentences(updates: Iterator[Update]) -> tuple[list[Sentence], FermataError | None]:
    sentences: list[Sentence] = []
    try:
        for update in updates:
            sentences += update.sentences
    except FermataError as error:
        return sentences, error
    return sentences, None


def _seconds_done(duration_s: float | None, advance: Advance) -> Callable[[float], None]:
    done_s = 0.0

    def add(more_s: float) -> None:
        nonlocal done_s
        done_s += more_s
        advance(min(1.0, done_s / duration_s) if duration_s else None)

    return add


def rewrite(
    transcript: Transcript, factory: PunctuatorFactory, advance: Advance, *, keep_marks: bool
) -> tuple[RestoredText, bytes]:
    """Return the new text, and the file in its own format."""
    collector, rewritten = transcript.collector(), io.BytesIO()
    size, done = max(1, _size(transcript)), 0

    def observe(part: Part, text: str) -> None:
        nonlocal done
        collector.take(part, text)
        if isinstance(part, Slot):
            done += len(part.written.encode(errors="replace")) + 1
            advance(min(1.0, done / size))

    texts = repunctuate(transcript, factory, keep_marks=keep_marks, observe=observe)
    for _ in transcript.write(texts, rewritten):
        pass
    return collector.text(), rewritten.getvalue()


def _size(transcript: Transcript) -> int:
    """Return about how many bytes of words there are, without reading all where it can be told."""
    if transcript.format.is_streamed:
        return transcript.path.stat().st_size
    return sum(len(part.written) + 1 for part in transcript.parts() if isinstance(part, Slot))
