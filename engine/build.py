"""Builds the stages from settings and paths; heavy imports are lazy, here."""

from __future__ import annotations

import importlib.util
import logging
import sys
from ctypes.util import find_library
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.errors import BackendError, ModelFormatError
from engine.formatting.formatter import Formatter
from engine.formatting.spoken_forms import SpokenForms
from engine.formatting.vocabulary import Vocabulary, own_entries, units_spoken
from engine.installation import way_to
from engine.language_switch import Chain, LanguageSwitch
from engine.messages import Message
from engine.models.spoken_languages import model_for
from engine.network.backend import Backend
from engine.network.backend_process import BackendProcess
from engine.network.bundle import Bundle, find_bundle, load_bundle
from engine.network.no_network import OWN_MARKS, NoNetwork, no_scorer, own_marks_bundle
from engine.network.scorer import Scorer
from engine.network.tokenizer import WordTokenizer
from engine.paths import Paths
from engine.punctuation.committer import Committer
from engine.punctuation.emitter import Emitter
from engine.punctuation.punctuator import Punctuator
from engine.punctuation.segments import SegmentPunctuator
from engine.punctuation.windows import GridWindows, LiveWindows, WindowPlan
from engine.settings import (
    BackendChoice,
    MarksBy,
    NumberStyle,
    Policy,
    PunctuationSettings,
)
from engine.spoken_commands.actions import Action
from engine.spoken_commands.evidence import mark_chances
from engine.spoken_commands.stage import SpokenCommands
from engine.spoken_commands.table import ANY, Command, CommandTable, read_tables, table_paths
from engine.text.chinese_scripts import script_of_session
from engine.text.language_check import is_known
from engine.text.typesetting import typesetting_of
from engine.types import SourceEvent, Stage, Update, VoiceCommand

_log = logging.getLogger(__name__)
_GPU_DEVICES = ("/dev/nvidiactl", "/dev/dxg", "/dev/kfd")  # NVIDIA, NVIDIA under WSL, AMD


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """A loaded bundle with its backend; any number of punctuators may share it."""

    bundle: Bundle
    scorer: Scorer
    backend: Backend
    commands: CommandTable = field(default_factory=CommandTable)
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    others: OtherModels | None = None

    def stages(
        self, settings: PunctuationSettings
    ) -> tuple[Stage[SourceEvent, Update | VoiceCommand], Formatter]:
        """Return a punctuator, wrapped in spoken commands if any are followed, and a formatter.

        They are for speech: Chinese is written in one script, and words in other languages go to
        the model that knows them.
        """
        settings = replace(settings, script=script_of_session(settings.script))
        others = self.others
        if others is None or all(is_known(it, self.bundle.languages) for it in settings.languages):
            return self._own_stages(settings)

        def chain_of(name: str) -> Chain:
            model = self if name == self.bundle.name else others.load(name)
            return model._own_stages(settings)  # noqa: SLF001  of another model

        return LanguageSwitch(self.bundle.name, others.name_for, chain_of), Formatter()

    def dictated_text_stages(
        self, settings: PunctuationSettings
    ) -> tuple[Stage[SourceEvent, Update | VoiceCommand], Formatter]:
        """Return the same for text that is already written, in one language."""
        return self._own_stages(settings)

    def _own_stages(
        self, settings: PunctuationSettings
    ) -> tuple[Stage[SourceEvent, Update | VoiceCommand], Formatter]:
        formatter = self.formatter(settings.numbers)
        punctuator = SpokenCommands(
            self.punctuator(settings),
            self.commands,
            mark_chances(self.scorer),
            mode=settings.commands,
            policy=settings.policy,
            left_out=settings.left_out,
            forms=formatter.rewrites,
        )
        return punctuator, formatter

    def formatter(self, numbers: NumberStyle | None = None) -> Formatter:
        """Return the formatter for the user's vocabulary and for numbers.

        Args: numbers: How to write numbers; None writes them as spoken.
        """
        return Formatter(self.vocabulary, SpokenForms(numbers))

    def punctuator(self, settings: PunctuationSettings) -> Punctuator | SegmentPunctuator:
        punctuator = Punctuator(
            self.scorer,
            self._windows(settings.policy),
            Committer(self.bundle.calibration, settings.cap_words),
            self._emitter(settings),
            refresh_interval_s=settings.refresh_interval_s,
            stays_open=settings.stays_open,
            marks_by=MarksBy.RECOGNISER if self.has_no_network else settings.marks_by,
            wholes=SpokenForms(settings.numbers).wholes,
            mark_offsets=self.bundle.mark_offsets,
        )
        return SegmentPunctuator(punctuator) if settings.policy is Policy.SEGMENTS else punctuator

    @property
    def has_no_network(self) -> bool:
        """Whether the recogniser's own marks stand, because no model knows the language."""
        return self.bundle.name == OWN_MARKS

    def _emitter(self, settings: PunctuationSettings) -> Emitter:
        is_streaming = settings.policy is Policy.STREAMING
        return Emitter(
            self.bundle.lexicon,
            revision_threshold=0.9 if is_streaming else 0.0,
            typesetting=typesetting_of(settings, self.bundle.languages or settings.languages),
            as_source=self.has_no_network,
        )

    def _windows(self, policy: Policy) -> WindowPlan:
        if policy is Policy.STREAMING:
            last_tokens = self.bundle.offline_window_tokens
            return LiveWindows(self.bundle.live_window_tokens, last_tokens=last_tokens)
        return GridWindows(self.bundle.offline_window_tokens)


class OtherModels:
    """Loads the models of other languages, each when it is first needed."""

    def __init__(self, settings: PunctuationSettings, paths: Paths) -> None:
        """Args: settings: The settings the main model was loaded with."""
        self._settings, self._paths = settings, paths
        self._loaded: dict[str, LanguageModel] = {}
        self._names: dict[str, str] = {}

    def name_for(self, language: str) -> str:
        if language not in self._names:
            self._names[language] = model_for((language,), self._settings.model, self._paths)
        return self._names[language]

    def load(self, name: str) -> LanguageModel:
        """Return the model; raises what `load_language_model` raises."""
        if name not in self._loaded:
            settings = replace(self._settings, model=name)
            self._loaded[name] = _load(settings, self._paths)
        return self._loaded[name]


def load_language_model(settings: PunctuationSettings, paths: Paths) -> LanguageModel:
    """Find, verify and load the bundle named in the settings.

    Raises:
        ModelNotFoundError, ModelFormatError: there is none, or it is broken.
        BackendError: the requested backend cannot run here.
    """
    return replace(_load(settings, paths), others=OtherModels(settings, paths))


def _load(settings: PunctuationSettings, paths: Paths) -> LanguageModel:
    own = own_entries(paths)
    vocabulary = Vocabulary(own)
    if settings.model == OWN_MARKS:
        nothing = NoNetwork()
        return LanguageModel(own_marks_bundle(), no_scorer(nothing), nothing, vocabulary=vocabulary)
    bundle = load_bundle(find_bundle(settings.model, paths.punctuation_models))
    backend = _choose_backend(bundle, settings, paths.bundled_models)
    scorer = Scorer(WordTokenizer(bundle.tokenizer), backend, bundle.layout, bundle.labels)
    commands, mistakes = read_tables(table_paths(bundle.languages, paths))
    if mistakes:
        _log.warning("%d command tables have mistakes", len(mistakes))
    for entry in own:
        for form in entry.spoken if entry.is_snippet else ():
            if ANY not in (phrase := units_spoken(form)):
                commands.add(phrase, Command(Action.WRITE, entry.written))
    return LanguageModel(bundle, scorer, backend, commands, vocabulary)


def _choose_backend(bundle: Bundle, settings: PunctuationSettings, bundled: Path) -> Backend:
    if settings.backend is BackendChoice.ONNX:
        return _onnx(bundle, settings.threads, bundled)
    if settings.backend is BackendChoice.TORCH:
        return _torch(bundle)
    weights = bundle.float_weights
    has_both = weights is not None and _is_plain(bundle) and _installed("torch", "safetensors")
    if has_both and gpu_driver_is_present():
        from engine.network.torch_backend import gpu_is_present

        if gpu_is_present():
            return _torch(bundle)
    return _onnx(bundle, settings.threads, bundled)


def _onnx(bundle: Bundle, threads: int, bundled: Path) -> Backend:
    if not bundle.folder.resolve().is_relative_to(bundled.resolve()):  # it may come from anyone
        return BackendProcess(bundle.network, threads=threads, labels=bundle.labels)
    from engine.network.onnx_backend import OnnxBackend

    return OnnxBackend(bundle.network, threads=threads, labels=bundle.labels)


def _torch(bundle: Bundle) -> Backend:
    weights = bundle.float_weights
    if weights is None:
        raise BackendError(
            "torch", Message("the model {name} has no float weights", name=bundle.name)
        )
    if not _is_plain(bundle):
        reason = Message("models of kind {kind} run with ONNX only", kind=bundle.architecture)
        raise BackendError("torch", reason)
    if not _installed("torch", "safetensors"):
        reason = Message("torch is not installed: {way}", way=way_to("train"))
        raise BackendError("torch", reason)
    from engine.network.torch_backend import TorchBackend, gpu_is_present
    from engine.network.torch_network import EncoderShape

    try:
        shape = EncoderShape(**bundle.encoder)
    except TypeError as error:
        raise ModelFormatError(
            bundle.folder, Message("wrong encoder sizes: {detail}", detail=error)
        ) from error
    return TorchBackend(weights, shape, bundle.labels, "cuda" if gpu_is_present() else "cpu")


def gpu_driver_is_present() -> bool:
    """Whether torch could find a GPU; asking torch itself takes a second to import it."""
    if sys.platform == "win32":
        return find_library("nvcuda") is not None
    return any(Path(device).exists() for device in _GPU_DEVICES)


def _is_plain(bundle: Bundle) -> bool:
    return bundle.architecture == "token"


def _installed(*packages: str) -> bool:
    return all(importlib.util.find_spec(package) for package in packages)
