"""`fermata transcribe`: recordings to text or subtitles."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

from app.commands.options import (
    add_punctuation_options,
    add_recogniser_options,
    chosen_recogniser,
    punctuation_settings,
)
from app.commands.output import STANDARD_OUTPUT, Output, TerminalLines, open_output
from app.commands.terminal import Progress, note, say
from app.commands.wording import exit_status, explain
from engine.errors import FermataError, SettingsError
from engine.settings import Policy, PunctuationSettings
from engine.transcripts.registry import SENTENCE_OPTIONS, format_by_name_of, open_sentence_writer

if TYPE_CHECKING:
    from app.files.recordings import Sound
    from engine.build import LanguageModel
    from engine.recognisers.speech_models import RecogniserSpec
    from engine.transcripts.writer import SentenceWriter
    from engine.types import Sentence, Update

HELP = "turn recordings into text or subtitles"
DESCRIPTION = """Turn recordings into punctuated text or subtitles. Any sound or video file will
do: WAV, FLAC, MP3, OGG, Opus, M4A, MP4 and more, at any rate."""
EXAMPLES = """examples:
  fermata transcribe talk.mp3                   text to the terminal
  fermata transcribe talk.mp4 -o talk.srt       subtitles, as the name says
  fermata transcribe *.ogg -o texts/            several recordings
  fermata transcribe talk.wav --speech-model ~/vosk-model-en-us-0.22"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("audio", nargs="+", type=Path, metavar="AUDIO", help="sound or video file")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="OUT", help="file, or folder for several recordings"
    )
    parser.add_argument(
        "--format",
        choices=SENTENCE_OPTIONS,
        help="of the result (default: what OUT's name says, or txt)",
    )
    add_recogniser_options(parser)
    add_punctuation_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Transcribe one recording after the other; one that fails does not stop the others."""
    targets = plan_targets(arguments.audio, arguments.output, arguments.format)
    transcriber = _open_transcriber(arguments)
    status = 0
    for place, target in enumerate(targets):
        if place and target.output is None:
            print()
        try:
            transcriber.transcribe(target, arguments.audio)
        except FermataError as error:
            say(f"fermata: {explain(error)}")
            status = max(status, exit_status(error))
    return status


def _open_transcriber(arguments: argparse.Namespace) -> _Transcriber:
    from app.dictation.recogniser_text import describe
    from engine.build import load_language_model
    from engine.paths import default_paths

    settings = punctuation_settings(arguments, Policy.STREAMING)
    spec = chosen_recogniser(arguments, settings)
    model = load_language_model(settings, default_paths())
    note(f"{describe(spec)}; model {model.bundle.name}, {model.backend.description}")
    return _Transcriber(spec, model, settings)


@dataclass(frozen=True, slots=True)
class _Transcriber:
    """What is loaded once for all recordings."""

    spec: RecogniserSpec
    model: LanguageModel
    settings: PunctuationSettings

    def transcribe(self, target: Target, recordings: Sequence[Path]) -> None:
        """Transcribe one recording; what was heard before an error is kept.

        None of `recordings` is written over: of several, one may be named like another's text.
        """
        from app.files.recordings import counted, damage, heard
        from engine.audio.sound_file_process import SoundFileProcess
        from engine.recognisers.recogniser_process import RecogniserProcess

        with (
            SoundFileProcess(target.audio) as sound,
            Progress(target.audio.name, sound.duration_s, "s") as progress,
            open_output(target.output, recordings, progress) as output,
            RecogniserProcess(self.spec, keep_up=True) as recogniser,
        ):
            chunks = counted(sound, progress.advance)
            updates = heard(chunks, recogniser, self.model.punctuator(self.settings))
            broken = _write(sound, target.format_name, updates, output) or damage(sound)
        if broken:
            raise broken


def _write(
    sound: Sound, format_name: str, updates: Iterator[Update], output: Output
) -> FermataError | None:
    """Write each sentence as it is committed; return what ended the recording early.

    Raises:
        FermataError: nothing was heard, and nothing is written.
    """
    from app.files.recordings import nothing_heard

    writer: SentenceWriter | _LineWriter | None = None
    broken: FermataError | None = None
    try:
        for update in updates:
            for sentence in update.sentences:
                writer = writer or _writer(format_name, output)
                writer.write(sentence)
                output.flush()
    except FermataError as error:
        broken = error
    if writer is None:
        raise broken or nothing_heard(sound)
    writer.close()
    return broken


def _writer(format_name: str, output: Output) -> SentenceWriter | _LineWriter:
    if format_name == "txt" and isinstance(output, TerminalLines):
        return _LineWriter(output)
    return open_sentence_writer(format_name, cast("TextIO", output))


class _LineWriter:
    """A sentence a line: on a terminal, people watch them come."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def write(self, sentence: Sentence) -> None:
        self._output.write(sentence.text + "\n")

    def close(self) -> None:
        """Each line has ended."""


@dataclass(frozen=True, slots=True)
class Target:
    """One recording and its transcript; `output` is None for standard output."""

    audio: Path
    output: Path | None
    format_name: str


def plan_targets(
    audio: Sequence[Path], output: Path | None, format_name: str | None
) -> list[Target]:
    """Return a target for each recording; make the folder that several need."""
    if output is None or output == STANDARD_OUTPUT:
        return _to_standard_output(audio, format_name or "txt")
    if len(audio) > 1 or output.is_dir():
        return _into_folder(audio, output, format_name or "txt")
    return [Target(audio[0], output, format_name or _format_of(output))]


def _to_standard_output(audio: Sequence[Path], format_name: str) -> list[Target]:
    if len(audio) > 1 and format_name != "txt":
        reason = f"several recordings make several {format_name} files; name a folder with -o"
        raise SettingsError("--format", reason)
    return [Target(path, None, format_name) for path in audio]


def _into_folder(audio: Sequence[Path], folder: Path, format_name: str) -> list[Target]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"{folder} cannot be the folder for several transcripts: {error.strerror}"
        raise SettingsError("--output", reason) from error
    named = {path: folder / f"{path.stem}.{format_name}" for path in audio}
    targets = [Target(path, output, format_name) for path, output in named.items()]
    name, count = Counter(target.output for target in targets).most_common(1)[0]
    if count > 1:
        reason = f"{count} recordings would be written to {name}; transcribe them one by one"
        raise SettingsError("--output", reason)
    return targets


def _format_of(output: Path) -> str:
    if not output.suffix:
        return "txt"
    found = format_by_name_of(output)
    if found is None or not found.is_text or output.suffix.lower() not in found.suffixes:
        *others, last = SENTENCE_OPTIONS
        choices = f"{', '.join(others)} or {last}"
        reason = f"{output.name} does not tell the format; add --format {choices}"
        raise SettingsError("--output", reason)
    return found.name
