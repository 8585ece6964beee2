"""`fermata doctor`: what is installed, and what is missing."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal

from app.commands.terminal import quiet_libraries
from app.commands.wording import explain
from engine.errors import AudioDeviceError, FermataError, ModelFormatError
from engine.installation import pip_install, version, way_to

if TYPE_CHECKING:
    from engine.paths import Paths

HELP = "check what is installed and what is missing"
DESCRIPTION = """Check what dictation needs: microphones, recognisers, models, backends,
folders and versions. Says what is missing and how to get it."""
STATUS = """exit status:
  0 `fermata listen` can run, 1 it cannot (even if only a microphone is missing)"""
State = Literal["good", "missing", "needed"]
_Found = tuple[State, str] | tuple[State, str, float]
_SIGNS: dict[State, str] = {"good": "+", "missing": "-", "needed": "!"}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON instead of a list")


def run(arguments: argparse.Namespace) -> int:
    """Print the findings; return 0 if dictation is possible."""
    from engine.paths import default_paths

    found = examine(default_paths())
    with quiet_libraries(is_wanted=not arguments.verbose):
        findings = list(found) if arguments.json else _listed(found)
    possible = all(finding.state != "needed" for finding in findings)
    if arguments.json:
        content = {"dictation_is_possible": possible, "findings": [*map(asdict, findings)]}
        print(json.dumps(content, ensure_ascii=False, indent=1))
    else:
        print(f"\nDictation {'is ready.' if possible else 'is not ready yet: see “!” above.'}")
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


def _version_of(package: str) -> str | None:
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


_PACKAGES = (
    *("ctranslate2", "numpy", "onnxruntime", "sherpa-onnx", "sounddevice", "soundfile", "soxr"),
    *("tokenizers", "torch", "vosk"),
)
_OPTIONAL = {"sherpa-onnx", "torch"}  # dictation works without them


def package_versions() -> Iterator[tuple[str, str | None]]:
    """Yield each package that does the work, with its version if installed."""
    for package in _PACKAGES:
        yield package, _version_of(package)


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found, or what is missing and how to get it.

    Dictation works without what is `missing`, but not without what is `needed`.

    Attributes:
        topic: Heading it is listed under.
        state: Whether it is there, missing or needed.
        text: What was found.
        real_time_factor: Seconds of work per second of speech, if a recogniser was timed.
    """

    topic: str
    state: State
    text: str
    real_time_factor: float | None = None


def examine(paths: Paths) -> Iterator[Finding]:
    """Yield findings in the order people read them."""
    looks: dict[str, Callable[[Paths], Iterator[_Found]]] = {
        "versions": _versions,
        "folders": _folders,
        "microphones": _microphones,
        "sound files": _sound_files,
        "recognisers": _recognisers,
        "languages": _languages,
        "speed": _speed,
        "punctuation models": _punctuation_models,
        "backends": _backends,
        "window": _window,
        "other applications": _other_applications,
    }
    for topic, look in looks.items():
        try:
            for found in look(paths):
                yield Finding(topic, *found)
        except ImportError as error:
            text = f"the package {error.name} is missing or broken: {error}"
            yield Finding(topic, "needed", text)


def _versions(_paths: Paths) -> Iterator[_Found]:
    import platform

    python = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    yield "good", python
    if version():  # a checkout runs without being installed
        yield "good", f"fermata {version()}"
    for package, found in package_versions():
        if found is not None:
            yield "good", f"{package} {found}"
        elif package not in _OPTIONAL:
            yield "needed", f"{package} is not installed: {pip_install(package)}"


def _folders(paths: Paths) -> Iterator[_Found]:
    yield "good", f"punctuation models: {', '.join(map(str, paths.punctuation_models))}"
    yield "good", f"speech models: {', '.join(map(str, paths.speech_models))}"


def _microphones(_paths: Paths) -> Iterator[_Found]:
    from engine.audio.devices import microphones

    try:
        found = microphones()
    except AudioDeviceError as error:
        yield "needed", f"none can be used: {error.reason}"
        return
    for item in found:
        default = ", the default" if item.is_default else ""
        yield "good", f"{item.index}: {item.name} ({item.sample_rate_hz:.0f} Hz{default})"
    if not found:
        yield "needed", "none was found: connect one, and allow this program to use it"


def _sound_files(_paths: Paths) -> Iterator[_Found]:
    from engine.audio.ffmpeg import ffmpeg_program, ffmpeg_version, way_to_ffmpeg

    yield "good", "WAV, FLAC, Ogg, Opus, MP3, AIFF and others"
    program = ffmpeg_program()
    found = program and ffmpeg_version(program)
    if found:
        yield "good", f"videos, M4A, WMA and others: ffmpeg {found}, {program}"
    elif program:
        yield "missing", f"{program} does not run: no videos, M4A, WMA and others"
    else:
        yield "missing", f"videos, M4A, WMA and others need ffmpeg: {way_to_ffmpeg()}"


def _recognisers(paths: Paths) -> Iterator[_Found]:
    from app.dictation.recogniser_text import describe
    from engine.recognisers.recogniser_process import RecogniserProcess
    from engine.recognisers.speech_models import (
        built_in_model,
        installed_speech_models,
        recogniser_of,
    )
    from engine.settings import RecogniserSettings

    if not set(installed_speech_models(paths)) - {built_in_model()}:
        advice = (
            "no speech model but the small English one that comes with Fermata:"
            f" `fermata models list --available` names some, or unpack one from"
            f" https://alphacephei.com/vosk/models into {paths.data / 'speech-models'}"
        )
        yield "missing", advice
    yield from _broken_speech_models(paths)
    try:
        spec = recogniser_of(RecogniserSettings(languages=_spoken(paths)), paths)
        RecogniserProcess(spec).close()  # loads it as a session would
    except FermataError as error:
        yield "needed", explain(error)
    else:
        yield "good", f"{describe(spec)} is used, and loads"


def _languages(paths: Paths) -> Iterator[_Found]:
    """Name what can be dictated, and in which of that Fermata sets the marks itself."""
    import sys

    from engine.models.spoken_languages import spoken_languages
    from engine.network.bundle import list_bundles
    from engine.recognisers.speech_models import (
        check_speech_model,
        installed_speech_models,
        languages_of_model,
        multilingual_model,
        name_of_model,
    )

    for folder in installed_speech_models(paths):
        try:
            check_speech_model(folder)
        except ModelFormatError:  # told before
            continue
        names = _names(languages_of_model(folder)) or "it does not say which"
        yield "good", f"{name_of_model(folder)} hears: {names}"
    if multilingual_model() is None and not getattr(sys, "frozen", False):  # a bundle has no pip
        yield "missing", f"Whisper base, which writes fifty languages: {way_to('multilingual')}"
    marked = (spoken_languages(it.name, paths) for it in list_bundles(paths.punctuation_models))
    names = _names(code for codes in marked for code in codes)
    yield "good", f"Fermata's own punctuation: {names}; elsewhere the recogniser's stays"


def _names(codes: Iterable[str]) -> str:
    from engine.languages import LANGUAGES

    names = (LANGUAGES[code][0] if code in LANGUAGES else code for code in codes)
    return ", ".join(dict.fromkeys(names))


def _speed(paths: Paths) -> Iterator[_Found]:
    """Time each recogniser on a few seconds of speech; unusable ones have been reported already."""
    from app.dictation.recogniser_text import describe
    from engine.recognisers.speech_models import installed_speech_models, recogniser_of
    from engine.recognisers.speed import keeps_up, real_time_factor
    from engine.settings import RecogniserSettings

    for folder in installed_speech_models(paths):
        try:
            spec = recogniser_of(RecogniserSettings(speech_model=str(folder)), paths)
        except ModelFormatError:
            continue
        try:
            factor = real_time_factor(spec, paths)
        except (FermataError, OSError) as error:
            yield "missing", f"{describe(spec)} cannot be tried: {explain(error)}"
        else:
            times = f"{describe(spec)} runs at {1 / factor:.1f} times real time"
            is_in_time = keeps_up(factor)
            verdict = (
                "it keeps up" if is_in_time else "too slow to dictate with; for files it will do"
            )
            yield "good" if is_in_time else "missing", f"{times}: {verdict}", factor


def _spoken(paths: Paths) -> tuple[str, ...]:
    from engine.models.active import active_model
    from engine.models.spoken_languages import spoken_languages

    return spoken_languages(active_model(paths), paths)


def _broken_speech_models(paths: Paths) -> Iterator[_Found]:
    from engine.models.installed import installed_models

    for model in installed_models(paths):
        if model.kind != "punctuation" and model.problem:
            yield "missing", f"{model.folder} cannot be used by {model.engine}: {model.problem}"


def _punctuation_models(paths: Paths) -> Iterator[_Found]:
    from engine.build import load_language_model
    from engine.models.installed import installed_models
    from engine.settings import PunctuationSettings

    for model in installed_models(paths):
        if model.kind == "punctuation" and model.problem:
            yield "missing", f"{model.folder} cannot be used: {model.problem}"
    try:
        loaded = load_language_model(PunctuationSettings(), paths)
    except FermataError as error:
        yield "needed", explain(error)
    else:
        yield "good", f"model {loaded.bundle.name} loads, run by {loaded.backend.description}"


def _backends(_paths: Paths) -> Iterator[_Found]:
    onnxruntime = _version_of("onnxruntime")
    if onnxruntime:
        yield "good", f"onnx: ONNX Runtime {onnxruntime} on the CPU"
    torch = _version_of("torch")
    if torch is None:
        yield "missing", f"torch is not installed; only a GPU needs it: {way_to('train')}"
        return
    from engine.network.torch_backend import gpu_is_present

    device = "a GPU" if gpu_is_present() else "the CPU, since there is no GPU"
    yield "good", f"torch: {torch} on {device}"


def _window(_paths: Paths) -> Iterator[_Found]:
    from app.desktop.screen import missing_packages, usable_platform, way_to

    platform = usable_platform()
    if lacking := missing_packages(platform):
        yield "missing", f"system libraries are missing ({way_to(lacking)})"
    elif platform is None:
        yield "missing", "no screen can be reached here"
    else:
        yield "good", "a screen and all libraries are here"


def _other_applications(_paths: Paths) -> Iterator[_Found]:
    """Tell whether keys work everywhere, and whether the text around a caret can be read."""
    import sys

    from app.desktop.caret_text import bus_problem
    from app.desktop.desktop_kind import DesktopKind, desktop_kind
    from app.desktop.screen import usable_platform

    platform = usable_platform()
    kind = DesktopKind.NONE if platform is None else desktop_kind(platform)
    if kind is DesktopKind.NONE:
        yield "missing", "without a screen there are none"
        return
    if sys.platform != "linux":
        return
    yield from _x11_keys() if kind is DesktopKind.OPEN else _portals()
    if problem := bus_problem():
        lost = "sentences do not fit the text there, and password fields are not told apart"
        mend = "Debian and Ubuntu: apt install at-spi2-core, then log in again"
        yield "missing", f"the accessibility bus cannot be reached ({problem}): {lost}. {mend}"
    else:
        yield "good", "the accessibility bus can be reached: sentences fit the text there"


def _x11_keys() -> Iterator[_Found]:
    from app.desktop.x11_keyboard import X11Keyboard
    from engine.errors import PortalError

    try:
        X11Keyboard().close()
    except PortalError as error:
        yield "missing", f"neither global keys nor typing into them: {error.reason}"
    else:
        yield "good", "global keys, and typing into them, through X11"


def _portals() -> Iterator[_Found]:
    from app.desktop.portal import portal_version
    from engine.errors import PortalError

    for name, what, instead in (
        ("GlobalShortcuts", "global keys", "bind a key to “fermata --toggle” in its settings"),
        ("RemoteDesktop", "typing into them", "what you say is on the clipboard, ready to paste"),
    ):
        try:
            version = portal_version(name)
        except PortalError:
            yield "missing", f"{what}: this desktop has no portal {name}; {instead}"
        else:
            yield "good", f"{what}: the desktop's portal {name} {version}, which asks you first"
