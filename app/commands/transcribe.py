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
from app.commands.targets import Result, Target, add_target_options, plan_targets, work_through
from app.commands.terminal import Progress, note, say, warn
from app.commands.terminal_view import LiveView
from app.commands.wording import explain
from engine.errors import FermataError, SettingsError
from engine.settings import Policy, PunctuationSettings
from engine.transcripts.registry import TEXT, Format

if TYPE_CHECKING:
    from app.files.recordings import TurnTaking
    from engine.audio.sound_file_process import SoundFileProcess
    from engine.build import LanguageModel
    from engine.recognisers.speech_models import RecogniserSpec
    from engine.transcripts.writer import Writer
    from engine.types import AudioChunk, Sentence

HELP = "turn recordings into text or subtitles"
DESCRIPTION = """Turn recordings into punctuated text or subtitles. Any audio or video file
will do: WAV, FLAC, MP3, OGG, Opus, M4A, MP4 and more, at any sample rate. Ctrl-C
stops and keeps what was recognised so far; press it again to quit at once."""
EXAMPLES = """examples:
  fermata transcribe talk.mp3                 text to the terminal
  fermata transcribe talk.mp4 -o talk.srt     subtitles, from the name
  fermata transcribe --live talk.mp3          words as they are recognised
  fermata transcribe *.ogg -o texts/          several recordings
  fermata transcribe a.mp3 -o ./ --to srt,json  several formats
  fermata transcribe - -o note.txt < note.ogg   from a pipe
  fermata transcribe talk.wav --speech-model ~/vosk-model-en-us-0.22"""
STATUS = """exit status:
  0 success, 1 failure, 2 bad input or usage, 130 stopped with Ctrl-C
  (what was recognised is kept)"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "audio",
        nargs="+",
        metavar="AUDIO",
        help="audio or video file, pattern, or - for standard input",
    )
    add_target_options(parser, "txt")
    parser.add_argument(
        "--track",
        type=_track,
        default=0,
        metavar="NUMBER",
        help="audio track of a video with several, from 1 (default: the one with speech)",
    )
    parser.add_argument(
        "--live",
        action="store_true",
        help="show words as they are recognised; the result goes to the -o file",
    )
    parser.add_argument(
        "--speakers",
        type=_speakers,
        metavar="COUNT",
        help="tell speakers apart: how many, or auto. Needs a speaker model; the text comes at the "
        "end",
    )
    add_language_option(parser, "detected in three places of the recording")
    add_recogniser_options(parser)
    add_punctuation_options(parser)


def _track(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a track number; use 1, 2, …")
    return int(text)


def _speakers(text: str) -> int:
    if text != "auto" and not (text.isdecimal() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of speakers; use 2 or auto")
    return 0 if text == "auto" else int(text)


def run(arguments: argparse.Namespace) -> int:
    """Transcribe the recordings one by one; one that fails does not stop the others."""
    targets = plan_targets(arguments.audio, arguments.output, arguments.to, default=TEXT)
    if arguments.live and any(it.path is None and it.form != TEXT for it in _results(targets)):
        raise SettingsError(
            "--live", "the terminal shows live words; name a file for the result with -o"
        )
    transcriber = _open_transcriber(arguments, [target.source for target in targets])
    return work_through(targets, transcriber.transcribe)


def _results(targets: Sequence[Target]) -> list[Result]:
    return [result for target in targets for result in target.results]


def _open_transcriber(arguments: argparse.Namespace, recordings: Sequence[Path]) -> _Transcriber:
    from app.dictation.recogniser_text import describe
    from engine.build import load_language_model
    from engine.paths import default_paths

    settings = punctuation_settings(arguments, Policy.STREAMING, is_heard=True)
    spec = chosen_recogniser(arguments, settings)
    model = load_language_model(settings, default_paths())
    if not arguments.quiet:
        note(f"{describe(spec)}; model {model.bundle.name}, {model.backend.description}")
    speakers = None if arguments.speakers is None else _speaker_model()
    return _Transcriber(arguments, _Models(spec, model, settings), recordings, speakers)


@dataclass(frozen=True, slots=True)
class _Models:
    """What a recording is transcribed with."""

    spec: RecogniserSpec
    model: LanguageModel
    settings: PunctuationSettings


def _speaker_model() -> Path:
    """Return the installed speaker model, or raise SettingsError if there is none."""
    from engine.models.catalogue import load_catalogue
    from engine.paths import default_paths
    from engine.recognisers.speakers import speaker_models

    paths = default_paths()
    if (folder := next(speaker_models(paths), None)) is not None:
        return folder
    name = next((it.name for it in load_catalogue(paths) if it.kind == "speakers"), "")
    reason = f"no speaker model is installed; `fermata models download {name}`"
    raise SettingsError("--speakers", f"{reason} downloads one")


class _Stop:
    """Ctrl-C, and how much sound was processed before it."""

    def __init__(self, *, came: bool) -> None:
        self.came = came
        self.heard_s = 0.0
        self._is_over = False

    def come(self) -> None:
        self.came = self._is_over = True

    def before(self, chunks: Iterable[AudioChunk]) -> Iterator[AudioChunk]:
        """Pass chunks on until Ctrl-C; what is on its way is still processed."""
        for chunk in chunks:
            if self._is_over:
                return
            yield chunk
            self.heard_s += chunk.duration_s


@dataclass(frozen=True, slots=True)
class _Transcriber:
    """What is chosen for all recordings; none of them is overwritten."""

    arguments: argparse.Namespace
    usual: _Models
    recordings: Sequence[Path]
    speakers: Path | None  # the model that identifies them

    def transcribe(self, target: Target, label: str) -> None:
        """Transcribe one recording; what was recognised before an error or Ctrl-C is kept.

        Raises:
            FermataError: It could not be recognised, or not to its end.
            KeyboardInterrupt: Ctrl-C came; the user has been told what was written.
        """
        from app.commands.piped_sound import opened_sound
        from app.files.recordings import damage, length_remark, track_remark
        from app.files.remarks import shown_name

        name, track, models = shown_name(target.source), self.arguments.track, [self.usual]

        def listen(path: Path) -> None:
            models.append(self._models_for(path, name))

        opened = opened_sound(target.source, track, self.usual.spec.languages, listen)
        with opened as (sound, was_cut):
            stop = _Stop(came=was_cut)
            if not track and (remark := track_remark(sound, name)):
                warn(f"{remark} --track uses another.")
            broken = self._write(target, label, sound, stop, models[-1])
            if remark := length_remark(sound, name):
                warn(str(remark))
            if stop.came:
                say(_kept(target, stop.heard_s))
                raise KeyboardInterrupt
            if broken := broken or damage(sound):
                raise broken

    def _models_for(self, path: Path, name: str) -> _Models:
        """Return the models for a recording, based on the languages heard in it."""
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
        spec, languages = recogniser_for(path, wanted, paths, arguments.track)
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

    def _turn_taking(self, opened: ExitStack) -> TurnTaking | None:
        from app.files.recordings import TurnTaking

        if self.speakers is None:
            return None
        turns = TurnTaking(self.speakers, self.arguments.speakers)
        opened.callback(turns.close)
        return turns

    def _write(
        self, target: Target, label: str, sound: SoundFileProcess, stop: _Stop, models: _Models
    ) -> FermataError | None:
        """Write each sentence as it is committed; return what ended the recording early.

        The results appear when this returns.

        Raises:
            FermataError: Nothing was recognised, and nothing is written.
        """
        from app.files.foreign_stretches import ForeignStretches
        from app.files.recordings import counted, heard, nothing_recognised
        from app.files.remarks import shown_name
        from engine.recognisers.recogniser_process import RecogniserProcess

        broken: FermataError | None = None
        foreign, is_live = ForeignStretches(), self.arguments.live
        is_wanted = not self.arguments.quiet and not is_live
        with (
            RecogniserProcess(models.spec, keep_up=True) as recogniser,
            Progress(label, sound.duration_s, "s", is_wanted=is_wanted) as progress,
            first_interrupt(stop.come),
            ExitStack() as opened,
        ):
            results = _Results(target, self.recordings, progress, opened, is_live=is_live)
            view = LiveView() if is_live else None
            stage = view.overhear(recogniser) if view else recogniser
            turns = self._turn_taking(opened)
            chunks = stop.before(counted(sound, progress.advance))
            chunks = turns.overhear(chunks) if turns else chunks
            try:
                for update in heard(chunks, stage, models.model, models.settings, foreign):
                    if view:
                        view.show(update)
                    results.write(turns.hold(update.sentences) if turns else update.sentences)
            except FermataError as error:
                broken = error
            finally:
                if view:
                    view.end()
            if turns:
                results.write(_with_speakers(turns, stop))
            if results.are_empty and stop.came:
                name = shown_name(target.source)
                say(f"Interrupted before the first sentence of {name}; nothing is written.")
                raise KeyboardInterrupt
            if results.are_empty:
                raise broken or foreign.error(sound.path) or nothing_recognised(sound)
            results.close()
        if remark := foreign.remark(shown_name(target.source)):
            warn(str(remark.text))
        return broken


def _with_speakers(turns: TurnTaking, stop: _Stop) -> Iterable[Sentence]:
    """Return the held sentences with their speakers; without, if these cannot be identified."""
    if not turns.sentences or stop.came:
        return turns.sentences
    try:
        return turns.with_speakers()
    except FermataError as error:
        warn(f"Could not tell speakers apart: {explain(error)}")
        return turns.sentences


def _kept(target: Target, heard_s: float) -> str:
    from app.files.remarks import shown_name

    name, until = shown_name(target.source), timedelta(seconds=int(heard_s))
    files = " and ".join(str(result.path) for result in target.results if result.path)
    if not files:
        return f"Interrupted: {name} was written up to {until}."
    return f"Interrupted: {name} is in {files} up to {until}."


class _Results:
    """The outputs for one recording; each starts with the first sentence."""

    def __init__(
        self,
        target: Target,
        recordings: Sequence[Path],
        progress: Progress,
        opened: ExitStack,
        *,
        is_live: bool,
    ) -> None:
        """Open them.

        Args:
            target: Names the outputs.
            recordings: Are never overwritten.
            progress: Steps aside for terminal output.
            opened: Closes them.
            is_live: What would go to standard output is shown in another way.
        """
        self.are_empty = True
        self._writers: list[_SentenceWriter] = []
        self._outputs = [
            (form, opened.enter_context(open_result(path, form, recordings, progress)))
            for path, form in ((it.path, it.form or TEXT) for it in target.results)
            if path is not None or not is_live
        ]

    def write(self, sentences: Iterable[Sentence]) -> None:
        for sentence in (it.merged for it in sentences):
            if self.are_empty:
                self._writers = [_writer(form, output) for form, output in self._outputs]
                self.are_empty = False
            for writer in self._writers:
                writer.write(sentence)
            for _, output in self._outputs:
                output.flush()

    def close(self) -> None:
        for writer in self._writers:
            writer.close()


class _SentenceWriter(Protocol):
    def write(self, sentence: Sentence, /) -> None: ...

    def close(self) -> None: ...


def _writer(form: Format, output: Any) -> _SentenceWriter:  # noqa: ANN401  text or binary
    from engine.transcripts.writer import SentenceWriter

    if form == TEXT and isinstance(output, TerminalLines):
        return _LineWriter(output)
    writer = form.open_writer(output)
    return writer if isinstance(writer, SentenceWriter) else _WholeWriter(writer)


class _LineWriter:
    """One sentence per line: on a terminal, people watch them appear."""

    def __init__(self, output: TerminalLines) -> None:
        self._output = output

    def write(self, sentence: Sentence) -> None:
        speaker = f"{sentence.speaker}: " if sentence.speaker else ""
        self._output.write(f"{speaker}{sentence.text}\n")

    def close(self) -> None:
        """Do nothing: each line is complete."""


class _WholeWriter:
    """Collects the sentences for a format that needs the whole text."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._sentences: list[Sentence] = []

    def write(self, sentence: Sentence) -> None:
        self._sentences.append(sentence)

    def close(self) -> None:
        from engine.transcripts.restored import from_sentences

        self._writer.write_text(from_sentences(tuple(self._sentences)))
        self._writer.close()
