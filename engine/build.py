"""Settings and paths in, stages out; heavy imports are lazy, here."""

from __future__ import annotations

import importlib.util
import logging
import sys
from ctypes.util import find_library
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import BackendError, ModelFormatError
from engine.formatting.formatter import Formatter
from engine.formatting.spoken_forms import SpokenForms
from engine.formatting.vocabulary import Vocabulary, own_entries
from engine.installation import way_to
from engine.messages import Message
from engine.network.backend import Backend
from engine.network.backend_process import BackendProcess
from engine.network.bundle import Bundle, find_bundle, load_bundle
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
    NumberStyle,
    Policy,
    PunctuationSettings,
)
from engine.spoken_commands.evidence import mark_chances
from engine.spoken_commands.stage import SpokenCommands
from engine.spoken_commands.table import CommandTable, read_tables, table_paths
from engine.text.typesetting import typesetting_of
from engine.types import SourceEvent, Stage, Update, VoiceCommand

_log = logging.getLogger(__name__)
_GPU_DEVICES = ("/dev/nvidiactl", "/dev/dxg", "/dev/kfd")  # NVIDIA, the same in WSL, AMD


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """A loaded bundle with its backend; shared by any number of punctuators."""

    bundle: Bundle
    scorer: Scorer
    backend: Backend
    commands: CommandTable = field(default_factory=CommandTable)
    vocabulary: Vocabulary = field(default_factory=Vocabulary)

    def stages(
        self, settings: PunctuationSettings
    ) -> tuple[Stage[SourceEvent, Update | VoiceCommand], Formatter]:
        """Return a punctuator, with the commands around it that are followed, and a formatter."""
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
        """Return what writes the person's own words as they want them, and numbers in digits.

        Args: numbers: how numbers are written; None for the words that were said.
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
            marks_by=settings.marks_by,
            wholes=SpokenForms(settings.numbers).wholes,
            mark_offsets=self.bundle.mark_offsets,
        )
        return SegmentPunctuator(punctuator) if settings.policy is Policy.SEGMENTS else punctuator

    def _emitter(self, settings: PunctuationSettings) -> Emitter:
        typesetting = typesetting_of(settings, self.bundle.languages)
        if settings.policy is Policy.STREAMING:
            return Emitter(self.bundle.lexicon, typesetting=typesetting)
        return Emitter(self.bundle.lexicon, revision_threshold=0.0, typesetting=typesetting)

    def _windows(self, policy: Policy) -> WindowPlan:
        if policy is Policy.STREAMING:
            last_tokens = self.bundle.offline_window_tokens
            return LiveWindows(self.bundle.live_window_tokens, last_tokens=last_tokens)
        return GridWindows(self.bundle.offline_window_tokens)


def load_language_model(settings: PunctuationSettings, paths: Paths) -> LanguageModel:
    """Find, verify and load the bundle that the settings name.

    Raises:
        ModelNotFoundError, ModelFormatError: there is none, or it is broken.
        BackendError: the asked-for backend cannot run here.
    """
    bundle = load_bundle(find_bundle(settings.model, paths.punctuation_models))
    backend = _choose_backend(bundle, settings, paths.bundled_models)
    scorer = Scorer(WordTokenizer(bundle.tokenizer), backend, bundle.layout, bundle.labels)
    commands, mistakes = read_tables(table_paths(bundle.languages, paths))
    if mistakes:
        _log.warning("%d command tables have mistakes", len(mistakes))
    return LanguageModel(bundle, scorer, backend, commands, Vocabulary(own_entries(paths)))


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
    if not bundle.folder.resolve().is_relative_to(bundled.resolve()):  # it may be a stranger's
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
            bundle.folder, Message("encoder sizes: {detail}", detail=error)
        ) from error
    return TorchBackend(weights, shape, bundle.labels, "cuda" if gpu_is_present() else "cpu")


def gpu_driver_is_present() -> bool:
    """False where torch would find no GPU; asking torch itself loads a second's worth of it."""
    if sys.platform == "win32":
        return find_library("nvcuda") is not None
    return any(Path(device).exists() for device in _GPU_DEVICES)


def _is_plain(bundle: Bundle) -> bool:
    return bundle.architecture == "token"


def _installed(*packages: str) -> bool:
    return all(importlib.util.find_spec(package) for package in packages)
