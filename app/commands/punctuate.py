"""`fermata punctuate`: marks and capitals for a transcript file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.options import FORMATS, add_punctuation_options, punctuation_settings

if TYPE_CHECKING:
    from engine.build import LanguageModel
    from engine.transcripts.transcript import Transcript

_DESCRIPTION = """Put marks and capitals into a transcript: text, Markdown, SRT, WebVTT, or the
JSON of Whisper and Vosk. Words, their order and all times stay as they are. Marks and
capitals that are there are ignored and restored from the words, unless you keep them.
Blank lines separate independent texts. The source file is never changed."""
_EXAMPLES = """examples:
  fermata punctuate notes.txt                    to the terminal
  fermata punctuate talk.srt -o talk.marked.srt  subtitles with new marks
  fermata punctuate draft.txt --keep-marks       only add what is missing
  some-recogniser | fermata punctuate -          from a pipe"""


def register(commands: Any) -> None:  # noqa: ANN401  argparse hides this type
    """Add the command to the command line."""
    parser = commands.add_parser(
        "punctuate",
        help="put marks and capitals into a transcript file",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="transcript, or - for a pipe")
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help="file for the result")
    parser.add_argument("--format", choices=FORMATS, help="of FILE, where its name does not say")
    parser.add_argument(
        "--keep-marks", action="store_true", help="keep marks and capitals, only add to them"
    )
    add_punctuation_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Punctuate one file."""
    from app.messages import note
    from engine.build import load_language_model
    from engine.paths import default_paths
    from engine.settings import Policy
    from engine.transcripts.reading import read_transcript

    _refuse_conversion(arguments)
    origin = sys.stdin.buffer if arguments.file == Path("-") else arguments.file
    transcript = read_transcript(origin, arguments.format)
    settings = punctuation_settings(arguments, Policy.OFFLINE)
    model = load_language_model(settings, default_paths())
    note(f"Model {model.bundle.name}, {model.backend.description}")
    _look_over(transcript, model)
    _write(arguments, transcript, lambda: model.punctuator(settings))
    return 0


def _refuse_conversion(arguments: argparse.Namespace) -> None:
    from engine.errors import SettingsError

    source = arguments.format or arguments.file.suffix.lower().removeprefix(".")
    result = arguments.output.suffix.lower().removeprefix(".") if arguments.output else source
    if source != result and {source, result} <= set(FORMATS):
        reason = f"the format stays, so the name should end in .{source}, not .{result}"
        raise SettingsError("--output", reason)


def _look_over(transcript: Transcript, model: LanguageModel) -> None:
    """Tell what is remarkable about the text.

    Raises:
        TranscriptFormatError: there are no words.
    """
    from app.error_text import explain
    from app.messages import say, warn
    from engine.errors import TranscriptFormatError
    from engine.punctuation.language_check import looks_foreign
    from engine.transcripts.filling import spoken
    from engine.transcripts.transcript import Slot, has_words

    if not has_words(transcript):
        raise TranscriptFormatError(transcript.path, "no words in it")
    name = _name(transcript.path)
    if transcript.encoding not in {"utf-8", "utf-8-sig", "ascii"}:
        say(f"{name} is read as {transcript.encoding}; the result is UTF-8.")
    for warning in transcript.warnings:
        warn(f"{explain(warning)} It stays as it is.")
    words = (spoken(part) for part in transcript.parts() if isinstance(part, Slot))
    if looks_foreign(words, model.bundle.lexicon.common):
        warn(f"{name} does not look like {_languages(model)}, which is what the model knows.")


def _write(arguments: argparse.Namespace, transcript: Transcript, factory: Any) -> None:  # noqa: ANN401
    from app.output import open_output
    from app.progress import Progress
    from engine.transcripts.repunctuate import repunctuate

    path = transcript.path
    size_bytes = path.stat().st_size if path.is_file() else None
    with Progress(_name(path), size_bytes, "B") as progress:
        texts = repunctuate(transcript, factory, keep_marks=arguments.keep_marks)
        with open_output(arguments.output, [path], progress) as output:
            for text in texts:
                output.write(text)
                progress.advance(len(text.encode(errors="replace")))


def _name(path: Path) -> str:
    return "standard input" if path == Path("-") else path.name


def _languages(model: LanguageModel) -> str:
    from engine.models.installed import language_name

    return " or ".join(language_name(code) for code in model.bundle.languages)
