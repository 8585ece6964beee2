"""The work that a file needs; the command line does the same with the same functions."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from app.error_text import explain
from app.files.kinds import FileKind
from app.files.recordings import counted, damage, heard, nothing_heard
from app.files.remarks import Remark, language_remarks, remarks
from app.files.result import FileResult
from engine.audio.sound_file import SoundFile
from engine.build import LanguageModel
from engine.errors import FermataError
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.speech_models import RecogniserSpec
from engine.settings import PunctuationSettings
from engine.transcripts.collecting import Collector, collector
from engine.transcripts.docx import DocxTranscript
from engine.transcripts.reading import read_transcript
from engine.transcripts.repunctuate import repunctuate
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
    format_name = _format_of(transcript)
    listener = _Counting(collector(format_name), _size(transcript, format_name), advance)
    texts = repunctuate(
        transcript, lambda: model.punctuator(settings), keep_marks=keep_marks, collector=listener
    )
    rewritten = _rewritten(transcript, texts)
    result = FileResult(path, FileKind.TRANSCRIPT, format_name, listener.text(), rewritten)
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


def _format_of(transcript: Transcript) -> str:
    """Return the format that decides how the text is laid out and what its file is called."""
    kinds = {"JsonTranscript": "json", "DocxTranscript": "docx", "TextTranscript": "txt"}
    name = kinds.get(type(transcript).__name__)
    if name == "txt" and transcript.path.suffix.lower() in {".md", ".markdown"}:
        return "md"
    if name is not None:
        return name
    return "vtt" if transcript.path.suffix.lower() in {".vtt", ".webvtt"} else "srt"


def _size(transcript: Transcript, format_name: str) -> int:
    """Return about how many bytes of words there are, without reading all where it can be told."""
    if format_name in {"json", "docx"}:
        return sum(len(part.written) + 1 for part in transcript.parts() if isinstance(part, Slot))
    return transcript.path.stat().st_size


def _rewritten(transcript: Transcript, texts: Iterator[str]) -> bytes:
    content = "".join(texts).encode(errors="surrogatepass")
    if not isinstance(transcript, DocxTranscript):
        return content
    document = io.BytesIO()
    transcript.save(document)
    return document.getvalue()


class _Counting:
    """A collector that tells how far it is."""

    def __init__(self, inner: Collector, size: int, advance: Advance) -> None:
        self._inner = inner
        self._size = max(1, size)
        self._advance = advance
        self._done = 0

    def take(self, part: Part, text: str) -> None:
        self._inner.take(part, text)
        if isinstance(part, Slot):
            self._done += len(part.written.encode(errors="replace")) + 1
            self._advance(min(1.0, self._done / self._size))

    def text(self) -> RestoredText:
        return self._inner.text()
