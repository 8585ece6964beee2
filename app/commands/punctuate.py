"""`fermata punctuate`: marks and capitals for a transcript file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.commands.options import add_punctuation_options, punctuation_settings
from app.commands.output import open_output
from app.commands.terminal import Progress, note, say, warn
from engine.errors import SettingsError
from engine.settings import Policy
from engine.transcripts.registry import READ_OPTIONS, TITLES, read_transcript
from engine.transcripts.treatment import Treatment

if TYPE_CHECKING:
    from engine.build import LanguageModel
    from engine.transcripts.transcript import Transcript

HELP = "put marks and capitals into a transcript file"
DESCRIPTION = f"""Put marks and capitals into a transcript. Words, their order and all times stay
as they are. Marks and capitals that are there are evidence: what is likely stays, false stops are
joined, bare stretches are filled. Blank lines separate independent texts. The source file is never
changed.

{", ".join(TITLES)}: that of Whisper, Vosk, Amazon and Otter."""
EXAMPLES = """examples:
  fermata punctuate notes.txt                    to the terminal
  fermata punctuate talk.srt -o talk.marked.srt  subtitles with new marks
  fermata punctuate talk.docx -o marked.docx     a Word document; its text without -o
  fermata punctuate draft.txt --only-add         only add what is missing
  some-recogniser | fermata punctuate -          from a pipe"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="transcript, or - for a pipe")
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help="file for the result")
    parser.add_argument(
        "--format", choices=READ_OPTIONS, help="of FILE, where its name does not say"
    )
    treatments = parser.add_mutually_exclusive_group()
    for treatment, text in (
        (Treatment.FROM_SCRATCH, "ignore the marks and capitals that are there"),
        (Treatment.ONLY_ADD, "keep marks and capitals, only add to them"),
    ):
        treatments.add_argument(
            f"--{treatment.value}",
            dest="treatment",
            action="store_const",
            const=treatment,
            default=Treatment.REPAIR,
            help=text,
        )
    parser.add_argument(
        "--language",
        default="",
        metavar="CODE",
        help="of FILE, such as en, where that is told wrongly",
    )
    add_punctuation_options(parser)


def run(arguments: argparse.Namespace) -> int:
    from engine.build import load_language_model
    from engine.paths import default_paths

    _refuse_conversion(arguments)
    origin = sys.stdin.buffer if arguments.file == Path("-") else arguments.file
    transcript = read_transcript(origin, arguments.format)
    settings = punctuation_settings(arguments, Policy.OFFLINE)
    model = load_language_model(settings, default_paths())
    note(f"Model {model.bundle.name}, {model.backend.description}")
    languages = _look_over(transcript, model, arguments.language)
    _write(arguments, transcript, lambda: model.punctuator(settings), languages)
    return 0


def _refuse_conversion(arguments: argparse.Namespace) -> None:
    source = arguments.format or arguments.file.suffix.lower().removeprefix(".")
    result = arguments.output.suffix.lower().removeprefix(".") if arguments.output else source
    if source != result and {source, result} <= set(READ_OPTIONS):
        reason = f"the format stays, so the name should end in .{source}, not .{result}"
        raise SettingsError("--output", reason)


def _look_over(transcript: Transcript, model: LanguageModel, language: str) -> tuple[str, ...]:
    """Tell what is remarkable about the text; return the languages that are worked on.

    Raises:
        TranscriptFormatError: there are no words.
        ForeignLanguageError: the model does not know its language.
    """
    from app.files.remarks import decide
    from engine.paths import default_paths

    decision = decide(transcript, model, default_paths(), language)
    for remark in decision.remarks:
        (warn if remark.is_warning else say)(str(remark.text))
    return decision.languages


def _write(
    arguments: argparse.Namespace,
    transcript: Transcript,
    factory: Any,  # noqa: ANN401
    languages: tuple[str, ...],
) -> None:
    from app.files.remarks import shown_name
    from engine.transcripts.output_file import output_file
    from engine.transcripts.repunctuate import repunctuate

    path, output = transcript.path, arguments.output
    is_text = transcript.format.is_text
    size_bytes = path.stat().st_size if path.is_file() and is_text else None
    with Progress(shown_name(path), size_bytes, "B") as progress:
        texts = repunctuate(transcript, factory, treatment=arguments.treatment, languages=languages)
        if is_text or output in {None, Path("-")}:
            with open_output(output, [path], progress) as stream:
                for text in texts:
                    stream.write(text)
                    progress.advance(len(text.encode(errors="replace")))
            return
        with output_file(output, [path]) as file:
            for text in transcript.write(texts, file.buffer):
                progress.advance(len(text.encode(errors="replace")))
