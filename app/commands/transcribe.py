"""`fermata transcribe`: recordings to text or subtitles."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from app.commands.interrupts import first_interrupt
from app.commands.options import (
    add_language_option,
    add_punctuation_options,
    add_recogniser_options,
    chosen_recogniser,
    punctuation_settings,
    recogniser_settings,
)
from app.commands.output import TerminalLines, open_result
from app.commands.targets import Target, add_target_options, plan_targets, work_through
from app.commands.terminal import Progress, note, say, warn
from engine.errors import FermataError
from engine.settings import Policy, PunctuationSettings
from engine.transcripts.registry import TEXT, Format

if TYPE_CHECKING:
    from engine.audio.sound_file_process import SoundFileProcess
    from engine.build import LanguageModel
    from engine.recognisers.speech_models import RecogniserSpec
    from engine.transcripts.writer import Writer
    from engine.types import AudioChunk, Sentence

HELP = "turn recordings into text or subtitles"
DESCRIPTION = """Turn recordings into punctuated text or subtitles. Any sound or video file
will do: WAV, FLAC, MP3, OGG, Opus, M4A, MP4 and more, at any rate. Ctrl-C ends
it and keeps what was heard so far; a second one gives up at once."""
EXAMPLES = """examples:
  fermata transcribe talk.mp3                 text to the terminal
  fermata transcribe talk.mp4 -o talk.srt     subtitles, as the name says
  fermata transcribe *.ogg -o texts/          several recordings
  fermata transcribe a.mp3 -o ./ --to srt,json  several formats of one
  fermata transcribe - -o note.txt < note.ogg   from a pipe
  fermata transcribe talk.wav --speech-model ~/vosk-model-en-us-0.22"""
STATUS = """exit status:
  0 all went well, 1 it failed, 2 input or usage is wrong, 130 Ctrl-C ended it
  and what was heard is kept"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "audio",
        nargs="+",
        metavar="AUDIO",
        help="sound or video file, pattern, or - for standard input",
    )
    add_target_options(parser, "txt")
    add_language_option(parser, "the one that is heard in three places of the recording")
    add_recogniser_options(parser)
    add_punctuation_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Transcribe one recording after the other; one that fails does not stop the others."""
    targets = plan_targets(arguments.audio, arguments.output, arguments.to, default=TEXT)
    transcriber = _open_transcriber(arguments, [target.source for target in targets])
    return work_through(targets, transcriber.transcribe)


def _open_transcriber(arguments: argparse.Namespace, recordings: Sequence[Path]) -> _Transcriber:
    from app.dictation.recogniser_text import describe
    from engine.build import load_language_model
    from engine.paths import default_paths

    settings = punctuation_settings(arguments, Policy.STREAMING, is_heard=True)
    spec = chosen_recogniser(arguments, settings)
    model = load_language_model(settings, default_paths())
    if not arguments.quiet:
        note(f"{describe(spec)}; model {model.bundle.name}, {model.backend.description}")
    return _Transcriber(arguments, _Models(spec, model, settings), recordings)


@dataclass(frozen=True, slots=True)
class _Models:
    """What a recording is transcribed with."""

    spec: RecogniserSpec
    model: LanguageModel
    settings: PunctuationSettings


class _Stop:
    """Ctrl-C, and how much sound was heard before it."""

    def __init__(self, *, came: bool) -> None:
        self.came = came
        self.heard_s = 0.0
        self._is_over = False

    def come(self) -> None:
        self.came = self._is_over = True

    def before(self, chunks: Iterable[AudioChunk]) -> Iterator[AudioChunk]:
        """Pass chunks on until it comes; what is on its way is still heard."""
        for chunk in chunks:
            if self._is_over:
                return
            yield chunk
            self.heard_s += chunk.duration_s


@dataclass(frozen=True, slots=True)
class _Transcriber:
    """What is chosen for all recordings; none of them is written over."""

    arguments: argparse.Namespace
    usual: _Models
    recordings: Sequence[Path]

    def transcribe(self, target: Target, label: str) -> None:
        """Transcribe one recording; what was heard before an error or Ctrl-C is kept.

        Raises:
            FermataError: it could not be heard, or not to its end.
            KeyboardInterrupt: Ctrl-C came; what is written was told.
        """
        from app.commands.piped_sound import opened_sound
        from app.files.recordings import damage
        from app.files.remarks import shown_name

        models = [self.usual]

        def listen(path: Path) -> None:
            models.append(self._models_for(path, shown_name(target.source)))

        with opened_sound(target.source, listen) as (sound, was_cut):
            stop = _Stop(came=was_cut)
            broken = self._write(target, label, sound, stop, models[-1])
            if stop.came:
                say(_kept(target, stop.heard_s))
                raise KeyboardInterrupt
            if broken := broken or damage(sound):
                raise broken

    def _models_for(self, path: Path, name: str) -> _Models:
        """Return what is used for a recording: of the languages that are heard in it."""
        from app.dictation.recogniser_text import describe
        from engine.build import load_language_model
        from engine.languages import language_name
        from engine.models.spoken_languages import model_for
        from engine.paths import default_paths
        from engine.recognisers.recording_languages import recogniser_for

        usual, arguments, paths = self.usual, self.arguments, default_paths()
        if arguments.language or arguments.speech_model:
            return usual
        wanted = recogniser_settings(arguments, usual.settings)
        spec, languages = recogniser_for(path, wanted, paths)
        if not languages:
            return usual
        settings = replace(usual.settings, languages=languages)
        if not arguments.model:
            settings = replace(settings, model=model_for(languages, settings.model, paths))
        model = usual.model
        if settings.model != usual.settings.model:
            model = load_language_model(settings, paths)
        if not arguments.quiet:
            spoken = " and ".join(map(language_name, languages))
            note(f"{name} sounds like {spoken}: {describe(spec)}; model {model.bundle.name}")
        return _Models(spec, model, settings)

    def _write(
        self, target: Target, label: str, sound: SoundFileProcess, stop: _Stop, models: _Models
    ) -> FermataError | None:
        """Write each sentence as it is committed; return what ended the recording early.

        The results appear when this returns.

        Raises:
            FermataError: nothing was heard, and nothing is written.
        """
        from app.files.foreign_stretches import ForeignStretches
        from app.files.recordings import counted, heard, nothing_recognised
        from app.files.remarks import shown_name
        from engine.recognisers.recogniser_process import RecogniserProcess

        wanted = not self.arguments.quiet
        foreign = ForeignStretches()
        broken: FermataError | None = None
        writers: list[_SentenceWriter] = []
        with (
            RecogniserProcess(models.spec, keep_up=True) as recogniser,
            Progress(label, sound.duration_s, "s", is_wanted=wanted) as progress,
            first_interrupt(stop.come),
            ExitStack() as results,
        ):
            outputs = [
                (it, results.enter_context(open_result(path, it, self.recordings, progress)))
                for path, it in ((result.path, result.form or TEXT) for result in target.results)
            ]
            chunks = stop.before(counted(sound, progress.advance))
            try:
                updates = heard(chunks, recogniser, models.model, models.settings, foreign)
                for sentence in (it.merged for update in updates for it in update.sentences):
                    writers = writers or [_writer(form, output) for form, output in outputs]
                    for writer in writers:
                        writer.write(sentence)
                    for _, output in outputs:
                        output.flush()
            except FermataError as error:
                broken = error
            if not writers and stop.came:
                name = shown_name(target.source)
                say(f"Interrupted before the first sentence of {name}; nothing is written.")
                raise KeyboardInterrupt
            if not writers:
                raise broken or foreign.error(sound.path) or nothing_recognised(sound)
            for writer in writers:
                writer.close()
        if remark := foreign.remark(shown_name(target.source)):
            warn(str(remark.text))
        return broken


def _kept(target: Target, heard_s: float) -> str:
    from app.files.remarks import shown_name

    name, until = shown_name(target.source), timedelta(seconds=int(heard_s))
    files = " and ".join(str(result.path) for result in target.results if result.path)
    if not files:
        return f"Interrupted: {name} was written up to {until}."
    return f"Interrupted: {name} is in {files} up to {until}."


class _SentenceWriter(Protocol):
    def write(self, sentence: Sentence, /) -> None: ...

    def close(self) -> None: ...


def _writer(form: Format, output: Any) -> _SentenceWriter:  # noqa: ANN401  of text, or of bytes
    from engine.transcripts.writer import SentenceWriter

    if form == TEXT and isinstance(output, TerminalLines):
        return _LineWriter(output)
    writer = form.open_writer(output)
    return writer if isinstance(writer, SentenceWriter) else _WholeWriter(writer)


class _LineWriter:
    """A sentence a line: on a terminal, people watch them come."""

    def __init__(self, output: TerminalLines) -> None:
        self._output = output

    def write(self, sentence: Sentence) -> None:
        self._output.write(sentence.text + "\n")

    def close(self) -> None:
        """Each line has ended."""


class _WholeWriter:
    """Keeps the sentences for a format that takes a whole text."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._sentences: list[Sentence] = []

    def write(self, sentence: Sentence) -> None:
        self._sentences.append(sentence)

    def close(self) -> None:
        from engine.transcripts.restored import from_sentences

        self._writer.write_text(from_sentences(tuple(self._sentences)))
        self._writer.close()
