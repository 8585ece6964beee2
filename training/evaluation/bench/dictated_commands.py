"""Spoken commands in scripted dictations, through real recognisers.

Speech is synthetic: the clips of `asr/speech` for the tiny Vosk model, which was made for their
words; flite, festival and espeak-ng for Whisper. The weights of hot words were chosen on the
voices of the first two. What counts is what became of the words: one that is not in the text was
followed as part of a command.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from engine.build import LanguageModel
from engine.recognisers.speech_models import RecogniserSpec
from engine.recognisers.worker import open_recogniser
from engine.session import Session
from engine.settings import CommandsMode, PunctuationSettings
from engine.types import Sentence, Update
from training.evaluation.bench.audio import built_in_folder, plain_words
from training.evaluation.bench.dictation import in_chunks, silence, sound_of
from training.evaluation.bench.synthesis import Voice, is_installed, speech
from training.evaluation.table import Row

_PAUSE_S = 1.0
_VOICES = {
    "flite": ("slt", "rms"),
    "festival": ("cmu_us_slt_arctic_hts", "kal_diphone"),
    "espeak-ng": ("en-us", "en-gb-x-rp"),
}

# the commands the clips say; "select all" and "start dictation" are not English ones
_CLIP_COMMANDS = (
    "new line", "new paragraph", "question mark", "scratch that", "delete that", "undo that",
    "stop listening",
)  # fmt: skip
_WITHIN_CLIPS = {
    "good morning period new line": ("period", "new line"),
    "thank you comma hello world": ("comma",),
}

# "|" is a pause; commands stand in brackets, all other words are none
_SCRIPTS = (
    "dear anna [comma] | thank you for your letter [full stop] [new paragraph] we will answer soon",
    "are you coming to the meeting tomorrow [question mark] | please let me know [period]",
    "that is wonderful news [exclamation mark] | i will tell the others [full stop]",
    "we need three things [colon] bread [comma] milk and eggs [period] [new line] see you tonight",
    "he was late [semicolon] she had already left [period]",
    "she said [open quote] i will be there [close quote] and left the room",
    "the report [open bracket] see page ten [close bracket] is almost finished",
    "my first idea was not good | [scratch that] | my second idea is better",
    "we are going to paris in july | [delete last word] | august",
    "the weather is nice today. | it will rain | [delete last sentence] | we stay at home",
    "this sentence should stay | [undo that] | this one follows",
    "[bullet point] apples | [new line] [bullet point] oranges",
    "send it to [all caps] nasa before friday",
    "that was everything for today | [stop listening]",
    "the trial period was longer than we had expected",
    "the project came to a full stop in the winter",
    "she made a dash for the door when the bell rang",
    "he drew a line under the whole question and went home",
    "put the mark on the new paragraph of the contract",
    "you should not delete that file before you have read it",
    "good morning everyone [comma] | the meeting begins at noon [full stop]",
    "please bring your laptop [comma] a pen and some paper [full stop] [new line] lunch is free",
    "what time does the train leave [question mark] | i have to be there at six [full stop]",
    "the doctor said [colon] drink more water [full stop]",
    "i finished the first chapter [period] [new paragraph] the second one is harder",
    "congratulations on your new job [exclamation mark] [new line] we are very proud of you",
    "the old house [comma] which we sold [comma] was built by my grandfather [period]",
    "my favourite colours are red [comma] green and blue [full stop]",
    "he called it [open quote] a great success [close quote] [comma] but nobody agreed",
    "some people [open bracket] mostly students [close bracket] came late [period]",
    "the shop was closed [semicolon] we went home without any bread [full stop]",
    "please write to the manager | [scratch that] | please call the manager",
    "she lives in london | [delete that] | she lives in york",
    "the first answer is correct. | i am not sure about it | [delete last sentence] | ask me again",
    "everything is ready | [undo that] | the guests may come in",
    "[bullet point] call the bank | [new line] [bullet point] buy some flowers",
    "thank you all for coming | [stop listening]",
    "there was a long period without any rain in the north of the country",
    "a comma in the wrong place can change what a sentence means",
    "they wanted to start a new line of products before the end of the year",
    "the question was whether the mark on the wall had been there before",
    "we had to stop at every corner and look for the right road",
    "i do not want to undo that decision because it was the right one",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Script:
    """The words that are said, and which of them are commands."""

    words: tuple[str, ...]
    commands: tuple[tuple[int, int], ...]
    sound: bytes


@dataclass(slots=True)
class _Figures:
    """Commands by their phrase."""

    dictations: int = 0
    said: Counter[str] = field(default_factory=Counter)
    heard: Counter[str] = field(default_factory=Counter)
    followed: Counter[str] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)
    instead: Counter[str] = field(default_factory=Counter)

    def rows(self, name: str) -> Iterator[Row]:
        """Yield all together, then what was not heard or followed, then what nobody said."""
        said, heard, followed = (it.total() for it in (self.said, self.heard, self.followed))
        title = f"{name}, {self.dictations} dictations"
        yield _row(title, said, heard, followed, self.false.total())
        for phrase in sorted(self.said):
            counts = self.said[phrase], self.heard[phrase], self.followed[phrase]
            if len({*counts}) > 1:
                others = [it for it in self.instead if it.startswith(f"{phrase} → ")]
                instead = ", ".join(f"“{it.partition(' → ')[2]}”" for it in others)
                yield _row(f"“{phrase}”" + f", heard {instead}" * bool(instead), *counts, 0)
        for phrase, count in self.false.items():
            yield _row(f"“{phrase}”, not said", 0, 0, 0, count)


def _row(name: str, said: int, heard: int, followed: int, false: int) -> Row:
    return Row(
        name,
        {
            "said": said,
            "heard right": heard,
            "recall % of those": 100 * followed / max(1, heard),
            "false": false,
            "recall %": 100 * followed / max(1, said),
            "precision %": 100 * followed / max(1, followed + false),
        },
    )


def dictated_command_rows(shared: Path, model: LanguageModel, *, smoke: bool) -> Iterator[Row]:
    folder = shared / "asr"
    vosk = RecogniserSpec("vosk", folder / "vosk-model-tiny-en")
    scripts = list(_clip_scripts(folder / "speech"))
    yield from _played(scripts[:3] if smoke else scripts, vosk, model).rows("Vosk, tiny model")
    phrases = model.commands.phrases(CommandsMode.ALL)
    whisper = RecogniserSpec("whisper", built_in_folder(), ("en",), phrases)
    for program in list(_VOICES)[: 1 if smoke else None]:
        if not is_installed(program):
            continue
        for voice in _VOICES[program][: 1 if smoke else None]:
            spoken = [
                _spoken(text, Voice(program, voice)) for text in _SCRIPTS[: 2 if smoke else None]
            ]
            name = f"Whisper tiny.en, live, {program}, {voice}"
            yield from _played(spoken, whisper, model).rows(name)


def _clip_scripts(folder: Path) -> Iterator[_Script]:
    """Yield each clip that is not plain between two plain ones of the same voice."""
    clips = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    for _, some in itertools.groupby(clips, lambda it: it["voice"]):
        by_text = {it["text"]: sound_of(folder / it["wav"]) for it in some}
        plain = [text for text in by_text if not _commands_of(text)]
        for number, text in enumerate(by_text):
            others = [it for it in plain if it != text]
            before, after = (others[(number + at) % len(others)] for at in (0, 1))
            texts = [before, text] if "stop" in text else [before, text, after]
            yield _script(texts, [by_text[it] for it in texts])


def _commands_of(text: str) -> tuple[str, ...]:
    return (text,) if text in _CLIP_COMMANDS else _WITHIN_CLIPS.get(text, ())


def _script(texts: Sequence[str], sounds: Sequence[bytes]) -> _Script:
    words: list[str] = []
    commands: list[tuple[int, int]] = []
    for text in texts:
        for phrase in _commands_of(text):
            at = text.split().index(phrase.split()[0])
            commands.append((len(words) + at, len(words) + at + len(phrase.split())))
        words += text.split()
    pause = silence(_PAUSE_S)
    return _Script(tuple(words), tuple(commands), pause + b"".join(it + pause for it in sounds))


def _spoken(text: str, voice: Voice) -> _Script:
    """Have a script read by a synthesiser."""
    words: list[str] = []
    commands: list[tuple[int, int]] = []
    for word in text.replace("|", " ").split():
        if word.startswith("["):
            start = len(words)
        words += plain_words(word)[0]
        if word.endswith("]"):
            commands.append((start, len(words)))
    sound = silence(_PAUSE_S)
    for part in text.split("|"):
        said = part.replace("[", ", ").replace("]", ", ").strip(", ")
        sound += speech(said, voice) + silence(_PAUSE_S)
    return _Script(tuple(words), tuple(commands), sound)


def _played(scripts: Sequence[_Script], spec: RecogniserSpec, model: LanguageModel) -> _Figures:
    found = _Figures(len(scripts))
    settings = PunctuationSettings(model=model.bundle.name, commands=CommandsMode.ALL)
    recogniser = open_recogniser(spec)
    for script in scripts:
        session = Session(*model.stages(settings), settles=True)
        updates = session.run(in_chunks(script.sound), recogniser)
        sentences = [s for it in updates if isinstance(it, Update) for s in it.sentences]
        _count(script, sentences, found)
    return found


def _count(script: _Script, sentences: Sequence[Sentence], found: _Figures) -> None:
    words = sorted(itertools.chain.from_iterable(map(_followed, sentences)))
    commands = (script.words[first:end] for first, end in script.commands)
    told = list(_as_said([(text, followed) for _, text, followed in words], commands))
    heard = [text for text, _ in told]
    is_followed = [followed for _, followed in told]
    matcher = SequenceMatcher(None, script.words, heard, autojunk=False)
    place_of = {
        block.a + at: block.b + at
        for block in matcher.get_matching_blocks()
        for at in range(block.size)
    }
    right: set[int] = set()
    for first, end in script.commands:
        phrase = " ".join(script.words[first:end])
        places = [place_of.get(at) for at in range(first, end)]
        found.said[phrase] += 1
        if None in places:
            found.instead[f"{phrase} → {_between(place_of, heard, first, end)}"] += 1
            continue
        found.heard[phrase] += 1
        if all(is_followed[at] for at in places if at is not None):
            found.followed[phrase] += 1
        right.update(at for at in places if at is not None)
    others = [at for at, followed in enumerate(is_followed) if followed and at not in right]
    for _, run in itertools.groupby(enumerate(others), lambda it: it[1] - it[0]):
        found.false[" ".join(heard[at] for _, at in run)] += 1


def _as_said(
    words: Sequence[tuple[str, bool]], commands: Iterable[tuple[str, ...]]
) -> Iterator[tuple[str, bool]]:
    """Yield words, and which were followed: "semi colon" as the "semicolon" that was said."""
    said = {"".join(phrase): phrase for phrase in commands}
    at = 0
    while at < len(words):
        pair = words[at : at + 2]
        for some in (pair, pair[:1]):
            phrase = said.get("".join(text for text, _ in some))
            if phrase is not None and len({followed for _, followed in some}) == 1:
                yield from ((part, some[0][1]) for part in phrase)
                break
        else:
            yield pair[0]
            some = pair[:1]
        at += len(some)


def _followed(sentence: Sentence) -> Iterator[tuple[int, str, bool]]:
    """Yield the place of each word, its text, and whether it was followed.

    Words that are written together share one surface, which holds those that were not followed.
    """
    surface = ""
    for word, its_own in zip(sentence.words, sentence.surfaces, strict=True):
        surface = its_own or surface
        text = word.text.lower()
        yield word.id, text, text not in surface.lower()


def _between(place_of: dict[int, int], heard: Sequence[str], first: int, end: int) -> str:
    """Return what was heard between the words around a command."""
    before = max((place for at, place in place_of.items() if at < first), default=-1)
    after = min((place for at, place in place_of.items() if at >= end), default=len(heard))
    return " ".join(heard[before + 1 : after]) or "—"
