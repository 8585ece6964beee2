"""`fermata doctor`: what was found, and what is missing."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from app.commands.terminal import quiet_libraries
from app.commands.wording import explain
from engine.errors import AudioDeviceError, FermataError

if TYPE_CHECKING:
    from engine.paths import Paths

_DESCRIPTION = """Look for what dictation needs: microphones, recognisers, models, backends,
folders and versions; say what is missing and how to get it. The exit status is 0 where
`fermata listen` can work, else 1 (also where only a microphone is missing)."""
_SIGNS = {"good": "+", "missing": "-", "needed": "!"}


def register(commands: Any) -> None:  # noqa: ANN401  argparse hides this type
    parser = commands.add_parser(
        "doctor", help="say what is installed and what is missing", description=_DESCRIPTION
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a list")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print what was found; return 0 where dictation is possible."""
    from engine.paths import default_paths

    found = examine(default_paths())
    with quiet_libraries(is_wanted=not arguments.verbose):
        findings = list(found) if arguments.json else _listed(found)
    possible = dictation_is_possible(findings)
    if arguments.json:
        _print_json(findings, possible=possible)
    else:
        verdict = (
            "Dictation is possible." if possible else "Dictation is not possible yet: see “!”."
        )
        print(f"\n{verdict}")
    return 0 if possible else 1


def _listed(found: Iterable[Finding]) -> list[Finding]:
    """Print each finding as it comes: some take a second."""
    findings: list[Finding] = []
    for finding in found:
        if not findings or findings[-1].topic != finding.topic:
            print(("\n" if findings else "") + finding.topic)
        print(f"  {_SIGNS[finding.state]} {finding.text}", flush=True)
        findings.append(finding)
    return findings


def _print_json(findings: list[Finding], *, possible: bool) -> None:
    import json
    from dataclasses import asdict

    content = {"dictation_is_possible": possible, "findings": [asdict(item) for item in findings]}
    print(json.dumps(content, ensure_ascii=False, indent=1))


def version_of(package: str) -> str | None:
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


_PACKAGES = (
    "fermata",
    "av",
    "numpy",
    "onnxruntime",
    "pocketsphinx",
    "sherpa-onnx",
    "sounddevice",
    "tokenizers",
    "torch",
    "vosk",
)
# a checkout runs without being installed, and dictation without sherpa-onnx
_OPTIONAL = {"fermata", "sherpa-onnx", "torch"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        topic: what it belongs to.
        state: `good`, `missing` (dictation does without it), `needed` (it does not).
        text: what was found, or what is missing and how to get it.
    """

    topic: str
    state: Literal["good", "missing", "needed"]
    text: str


def examine(paths: Paths) -> Iterator[Finding]:
    """Yield findings in the order in which people read them."""
    looks: tuple[Callable[[Paths], Iterator[Finding]], ...] = (
        _versions,
        _folders,
        _microphones,
        _recognisers,
        _punctuation_models,
        _backends,
    )
    for look in looks:
        try:
            yield from look(paths)
        except ImportError as error:
            text = f"the package {error.name} is missing or broken: {error}"
            yield Finding(look.__name__.strip("_").replace("_", " "), "needed", text)


def _versions(_paths: Paths) -> Iterator[Finding]:
    import platform

    python = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    yield Finding("versions", "good", python)
    for package in _PACKAGES:
        version = version_of(package)
        if version is not None:
            yield Finding("versions", "good", f"{package} {version}")
        elif package not in _OPTIONAL:
            advice = f"{package} is not installed: python -m pip install {package}"
            yield Finding("versions", "needed", advice)


def _folders(paths: Paths) -> Iterator[Finding]:
    for name, places in (
        ("punctuation models", paths.punctuation_models),
        ("speech models", paths.speech_models),
    ):
        yield Finding("folders", "good", f"{name}: " + ", ".join(str(path) for path in places))


def _microphones(_paths: Paths) -> Iterator[Finding]:
    from engine.audio.devices import microphones

    try:
        found = microphones()
    except AudioDeviceError as error:
        yield Finding("microphones", "needed", f"none can be used: {error.reason}")
        return
    for item in found:
        default = ", the default" if item.is_default else ""
        text = f"{item.index}: {item.name} ({item.sample_rate_hz:.0f} Hz{default})"
        yield Finding("microphones", "good", text)
    if not found:
        advice = "none was found: connect one, and allow this program to use it"
        yield Finding("microphones", "needed", advice)


def _recognisers(paths: Paths) -> Iterator[Finding]:
    from app.dictation.recogniser_text import describe
    from engine.recognisers.recogniser_process import RecogniserProcess
    from engine.recognisers.speech_models import choose_recogniser, installed_speech_models

    if not installed_speech_models(paths):
        advice = (
            "no Vosk or sherpa-onnx model, which hear better than PocketSphinx:"
            f" `fermata models list --available` names some, or unpack one from"
            f" https://alphacephei.com/vosk/models into {paths.data / 'speech-models'}"
        )
        yield Finding("recognisers", "missing", advice)
    yield from _broken_speech_models(paths)
    try:
        spec = choose_recogniser("auto", None, paths, languages=_spoken(paths))
        RecogniserProcess(spec).close()  # loads it as a session would
    except FermataError as error:
        yield Finding("recognisers", "needed", explain(error))
    else:
        yield Finding("recognisers", "good", f"{describe(spec)} is used, and loads")


def _spoken(paths: Paths) -> tuple[str, ...]:
    from engine.models.active import active_model
    from engine.models.spoken_languages import spoken_languages

    return spoken_languages(active_model(paths), paths)


def _broken_speech_models(paths: Paths) -> Iterator[Finding]:
    from engine.models.installed import installed_models

    for model in installed_models(paths):
        if model.kind == "speech" and model.problem:
            text = f"{model.folder} cannot be used by {model.engine}: {model.problem}"
            yield Finding("recognisers", "missing", text)


def _punctuation_models(paths: Paths) -> Iterator[Finding]:
    from engine.build import load_language_model
    from engine.models.installed import installed_models
    from engine.settings import PunctuationSettings

    for model in installed_models(paths):
        if model.kind == "punctuation" and model.problem:
            text = f"{model.folder} cannot be used: {model.problem}"
            yield Finding("punctuation models", "missing", text)
    try:
        loaded = load_language_model(PunctuationSettings(), paths)
    except FermataError as error:
        yield Finding("punctuation models", "needed", explain(error))
        return
    text = f"model {loaded.bundle.name} loads, run by {loaded.backend.description}"
    yield Finding("punctuation models", "good", text)


def _backends(_paths: Paths) -> Iterator[Finding]:
    onnxruntime = version_of("onnxruntime")
    if onnxruntime:
        yield Finding("backends", "good", f"onnx: ONNX Runtime {onnxruntime} on the CPU")
    torch = version_of("torch")
    if torch is None:
        advice = "torch is not installed; only a GPU needs it: pip install fermata[train]"
        yield Finding("backends", "missing", advice)
        return
    from engine.network.torch_backend import gpu_is_present

    device = "a GPU" if gpu_is_present() else "the CPU, since there is no GPU"
    yield Finding("backends", "good", f"torch: {torch} on {device}")


def dictation_is_possible(findings: list[Finding]) -> bool:
    return all(finding.state != "needed" for finding in findings)
