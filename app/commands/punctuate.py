"""`fermata punctuate`: marks and capitals for transcript files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands.options import (
    add_language_option,
    add_punctuation_options,
    add_spoken_options,
    punctuation_settings,
)
from app.commands.output import open_output, open_result
from app.commands.targets import Target, add_target_options, plan_targets, work_through
from app.commands.terminal import Progress, note, say, warn
from engine.errors import SettingsError
from engine.settings import CommandsMode, LeftOut, Policy, PunctuationSettings
from engine.transcripts.registry import READ_OPTIONS, TITLES, Format, format_named, read_transcript
from engine.transcripts.source import STANDARD_INPUT
from engine.transcripts.treatment import Treatment
from engine.types import Context

if TYPE_CHECKING:
    from engine.build import LanguageModel
    from engine.transcripts.passages import ChangedWord
    from engine.transcripts.transcript import Transcript

HELP = "punctuate and capitalise transcripts"
DESCRIPTION = f"""Punctuate and capitalise transcripts. Words, their order and all times stay as
they are. Existing punctuation and capitals count as evidence: good ones stay, false
full stops go, gaps are filled. Blank lines separate independent texts. The source
files are never changed.

{", ".join(TITLES)}. JSON from recognisers and
services is read whatever its keys are called, as long as it has text and times."""
EXAMPLES = """examples:
  fermata punctuate notes.txt                   to the terminal
  fermata punctuate talk.srt -o marked.srt      punctuated subtitles
  fermata punctuate *.srt -o marked/            several files, into a folder
  fermata punctuate talk.json --to srt          in another format
  fermata punctuate draft.txt --only-add        only add what is missing
  fermata punctuate said.txt --commands --numbers
                                                as if each line were dictated
  fermata punctuate said.txt --before "We met" --after "on Monday."
                                                as if dictated between the two
  some-recogniser | fermata punctuate -         from a pipe"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="transcript, pattern, or - for standard input"
    )
    add_target_options(parser, "the source's own")
    parser.add_argument(
        "--from",
        dest="source_format",
        choices=READ_OPTIONS,
        metavar="FORMAT",
        help="format of FILE, if its name does not say",
    )
    treatments = parser.add_mutually_exclusive_group()
    for treatment, text in (
        (Treatment.FROM_SCRATCH, "ignore existing punctuation and capitals"),
        (Treatment.ONLY_ADD, "keep existing punctuation and capitals, only add to them"),
    ):
        treatments.add_argument(
            f"--{treatment.value}",
            dest="treatment",
            action="store_const",
            const=treatment,
            default=Treatment.REPAIR,
            help=text,
        )
    for option, place in (("--before", "after"), ("--after", "before")):
        parser.add_argument(
            option,
            metavar="TEXT",
            help=f"treat the words as dictated {place} TEXT, in the same paragraph",
        )
    add_language_option(parser, "the active model's")
    add_punctuation_options(parser)
    add_spoken_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Punctuate the files one by one; one that fails does not stop the others."""
    from engine.build import load_language_model
    from engine.paths import default_paths

    source_format = arguments.source_format
    targets = plan_targets(
        arguments.files,
        arguments.output,
        arguments.to,
        source_form=source_format and format_named(source_format),
    )
    settings = punctuation_settings(arguments, Policy.OFFLINE)
    context = _context(arguments.before, arguments.after)
    settings = replace(settings, stays_open=context is not None)
    model = load_language_model(settings, default_paths())
    if not arguments.quiet:
        note(f"Model {model.bundle.name}, {model.backend.description}")
    work = _Punctuation(
        model=model,
        settings=settings,
        sources=[target.source for target in targets],
        source_format=source_format,
        treatment=arguments.treatment,
        language=(arguments.language or ("",))[0],
        is_quiet=arguments.quiet,
        context=context,
    )
    is_dictated = (
        work.context is not None
        or settings.commands is not CommandsMode.OFF
        or settings.numbers is not None
        or settings.left_out is not LeftOut.NOTHING
    )
    return work_through(targets, work.dictate if is_dictated else work.punctuate)


@dataclass(frozen=True, slots=True)
class _Punctuation:
    """What is loaded and chosen once for all files; `sources` are never overwritten."""

    model: LanguageModel
    settings: PunctuationSettings
    sources: Sequence[Path]
    source_format: str | None
    treatment: Treatment
    language: str
    is_quiet: bool
    context: Context | None = None

    def punctuate(self, target: Target, label: str) -> None:
        """Say what the file is and what will be done to it, and do it."""
        from app.commands.decision import found
        from app.files.remarks import decide
        from engine.paths import default_paths

        is_piped = target.source == STANDARD_INPUT
        transcript = read_transcript(
            sys.stdin.buffer if is_piped else target.source, self.source_format
        )
        decision = decide(transcript, self.model, default_paths(), self.language)
        if not self.is_quiet:
            say(found(transcript.path, decision.inspection, self.treatment))
        for remark in decision.remarks:
            if remark.is_warning:
                warn(str(remark.text))
            elif not self.is_quiet:
                say(str(remark.text))
        self._write(transcript, target, decision.languages, label)

    def dictate(self, target: Target, label: str) -> None:
        """Treat plain text as dictated, one utterance per line."""
        from app.commands.dictated_text import dictated, dictated_into
        from engine.transcripts.source import read_source

        is_piped = target.source == STANDARD_INPUT
        if self.source_format not in {None, "txt"} or any(it.form for it in target.results):
            raise SettingsError(self._option, "it works with plain text only")
        lines = read_source(sys.stdin.buffer if is_piped else target.source).text.splitlines()
        stages = self.model.dictated_text_stages(self.settings)
        if self.context is None:
            text = dictated(lines, stages, self.treatment)
        else:
            text = dictated_into(self.context, lines, stages, self.treatment)
        for result in target.results:
            with (
                Progress(label, None, "B", is_wanted=not self.is_quiet) as progress,
                open_output(result.path, self.sources, progress) as output,
            ):
                output.write(f"{text}\n" if text else "")

    @property
    def _option(self) -> str:
        """The option that makes text count as dictated."""
        if self.context is not None:
            return "--before" if self.context.before else "--after"
        if self.settings.commands is not CommandsMode.OFF:
            return "--commands"
        return "--leave-out" if self.settings.numbers is None else "--numbers"

    def _write(
        self, transcript: Transcript, target: Target, languages: tuple[str, ...], label: str
    ) -> None:
        """Write the text in its own format as it is produced; in others, once it is complete."""
        from app.files.export import check_can_hold
        from app.files.remarks import shown_name
        from engine.transcripts.repunctuate import changes_of, repunctuate
        from engine.transcripts.shown import restored

        path, own = transcript.path, transcript.format
        rewritten = [it for it in target.results if _is_own(it.form, transcript)]
        others = [(it.form, it.path) for it in target.results if it.form and it not in rewritten]
        with Progress(label, len(transcript.text), "B", is_wanted=not self.is_quiet) as progress:
            words = _followed(
                repunctuate(
                    transcript,
                    lambda: self.model.punctuator(self.settings),
                    treatment=self.treatment,
                    languages=languages,
                ),
                progress,
            )
            kept = list(words) if others else []
            for result in rewritten:
                with open_result(result.path, own, self.sources, progress) as stream:
                    changes = changes_of(kept or words)
                    if result.path is not None and not own.is_text:
                        transcript.save(changes, stream)
                        continue
                    end = ""
                    for end in transcript.rewritten(changes):
                        stream.write(end)
                    if result.path is None and len(self.sources) > 1 and not end.endswith("\n"):
                        stream.write("\n")
            whole = restored(transcript, kept)
            for form, output in others:
                check_can_hold(form, whole, shown_name(path))
                with open_result(output, form, self.sources, progress) as stream:
                    form.write(whole, stream)


def _context(before: str | None, after: str | None) -> Context | None:
    return None if before is None and after is None else Context(before or "", after or "")


def _is_own(form: Format | None, transcript: Transcript) -> bool:
    """Whether a result is the source with other marks; some formats are never written."""
    own, suffix = transcript.format, transcript.path.suffix.lower()
    return form is None or (form == own and suffix not in own.read_only_suffixes)


def _followed(words: Iterable[ChangedWord], progress: Progress) -> Iterator[ChangedWord]:
    """Report progress."""
    at = 0
    for word, changes in words:
        progress.advance(word.end - at)
        at = word.end
        yield word, changes
