"""A run from the user's texts to a new bundle, which is used if it is better.

As in Wortsman et al. (2022), new weights are mixed with old ones; the proportion is chosen on a
part of the texts that are learnt from.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

import torch

from engine.build import LanguageModel, load_language_model
from engine.errors import TrainingError
from engine.messages import Message, own_words
from engine.models.active import activate_model
from engine.models.installed import folder_size_bytes
from engine.network.bundle import DESCRIPTION, LEXICON, Bundle, find_bundle, load_bundle
from engine.network.tokenizer import WordTokenizer
from engine.network.torch_network import EncoderShape, TaggerNetwork
from engine.paths import Paths
from engine.punctuation.labels import Case
from engine.settings import BackendChoice, PunctuationSettings
from training.data.augment import WindowSampler
from training.data.corpus import Corpus
from training.evaluation.playing import punctuated
from training.export.bundle import write_bundle, write_description
from training.export.lexicon import build_lexicon
from training.finetuning.choosing import choose_share, is_worth_using
from training.finetuning.learning import BothTexts, LearningSettings, build_trainer
from training.finetuning.network import Weights, as_language_model, between, copy_of, load_network
from training.finetuning.parts import count_words
from training.finetuning.reports import (
    DoneReport,
    Measured,
    Report,
    Scores,
    StageReport,
    StepReport,
)
from training.finetuning.saving import check_name, checked_room, publish, unfinished_bundle
from training.finetuning.texts import Words
from training.finetuning.training_data import (
    TrainingData,
    check_texts,
    corpus_of,
    read_training_data,
    usable,
)
from training.loop.trainer import Progress, Trainer
from training.metrics import NOTHING, MarkScores, score_marks

_REPORT_STEPS = 5
_HELD_OUT_LOOKS = 4


class Activation(Enum):
    """When to use the new model from now on."""

    IF_BETTER = "if-better"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Request:
    """What is wanted.

    Attributes:
        start: name or folder of the bundle to begin with; it is not changed.
        seed: two runs with the same seed on one machine make the same model.
    """

    start: str
    texts: tuple[Path, ...]
    name: str
    activation: Activation = Activation.IF_BETTER
    seed: int = 1
    learning: LearningSettings = field(default_factory=LearningSettings)


def fine_tune(request: Request, paths: Paths) -> Generator[Report, None, None]:
    """Make a new bundle in the user's folder and report progress; the last report is `Done`.

    Closing the iterator cancels and leaves nothing behind; the old model stays active.

    Raises:
        ModelNotFoundError, ModelFormatError: there is no such model, or it cannot be trained.
        TranscriptFormatError: a text cannot be read.
        TrainingError: the name is taken, or there is nothing to learn from.
        DiskSpaceError, OSError: the disk is full or cannot be written.
    """
    models = paths.data / "models"
    check_name(request.name, paths.punctuation_models)
    bundle = load_bundle(find_bundle(request.start, paths.punctuation_models))
    needed_bytes = checked_room(models, folder_size_bytes(bundle.folder))
    run = _Run(request, paths, bundle, load_network(bundle))
    data = yield from run.read()
    before = yield from run.measure("before", bundle.folder, data)
    new = yield from run.learn(data)
    share = yield from run.choose(data, new)
    with unfinished_bundle(models, needed_bytes) as folder:
        yield StageReport("writing")
        run.write(folder, data, share)
        after = yield from run.measure("after", folder, data)
        run.describe(folder, before, after)
        publish(folder, models / request.name)
    yield run.finish(models / request.name, data, share, before, after)


@dataclass(slots=True)
class _Run:
    request: Request
    paths: Paths
    bundle: Bundle
    network: TaggerNetwork

    def read(self) -> Generator[Report, None, TrainingData]:
        yield StageReport("reading")
        checked = []
        for text, report in check_texts(self.request.texts, self.bundle):
            checked.append((text, report))
            yield report
        return read_training_data(usable(checked), self.paths.assets / "samples", self.request.seed)

    def measure(
        self, when: str, folder: Path, data: TrainingData
    ) -> Generator[Report, None, Measured]:
        """Measure what a person would run: the int8 network of a bundle."""
        yield StageReport("measuring" if when == "before" else "comparing")
        settings = PunctuationSettings(model=str(folder.resolve()), backend=BackendChoice.ONNX)
        model = load_language_model(settings, self.paths)
        own, general = (_scores(model, blocks) for blocks in (data.own.held_out, data.general))
        report = Measured(when, own, general)
        yield report
        return report

    def learn(self, data: TrainingData) -> Generator[Report, None, Weights]:
        yield StageReport("learning")
        torch.manual_seed(self.request.seed)
        tokenizer = WordTokenizer(self.bundle.tokenizer)
        marks = self.bundle.labels - len(Case)
        own, replay = (
            corpus_of(name, blocks, tokenizer, self.request.seed, marks)
            for name, blocks in (
                ("own", data.own.learning),
                ("replay", data.replay.learning),
            )
        )
        teacher = load_network(self.bundle)
        windows = BothTexts(self._sampler(own, tokenizer), self._sampler(replay, tokenizer))
        settings, seed = self.request.learning, self.request.seed
        steps = settings.steps(len(own.ids))
        trainer = build_trainer(self.network, teacher, windows, settings, steps=steps, seed=seed)
        model = as_language_model(self.bundle, self.network)
        yield from _steps(trainer, steps, lambda: mark_scores(model, data.own.held_out).micro_f1)
        return copy_of(self.network)

    def choose(self, data: TrainingData, new: Weights) -> Generator[Report, None, float]:
        """Leave the network with the best mixture of old and new weights; return the new share."""
        yield StageReport("choosing")
        old = copy_of(load_network(self.bundle))
        model = as_language_model(self.bundle, self.network)

        def score(share: float) -> tuple[Scores, Scores]:
            self.network.load_state_dict(between(old, new, share))
            return _scores(model, data.own.tuning), _scores(model, data.replay.tuning)

        share = choose_share(score)
        self.network.load_state_dict(between(old, new, share))
        return share

    def write(self, folder: Path, data: TrainingData, share: float) -> None:
        bundle = self.bundle
        write_bundle(
            folder,
            description=self._description(count_words(data.own.learning), share),
            shape=EncoderShape(**bundle.encoder),
            weights=self.network.state_dict(),
            tokenizer=bundle.tokenizer,
            lexicon=_widened_lexicon(bundle, data),
            calibration=bundle.calibration,
            marks=bundle.labels - len(Case),
            with_float_weights=True,
        )

    def describe(self, folder: Path, before: Measured, after: Measured) -> None:
        """Put the scores into the description, and the old bundle's windows."""
        table = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
        scores = {
            f"{part}, {figure}, {report.when}": getattr(getattr(report, key), attribute)
            for part, key in (("own texts held out", "held_out"), ("general sample", "general"))
            for figure, attribute in (("micro F1", "micro_f1"), ("seg-F0.5", "segmentation_f05"))
            for report in (before, after)
        }
        window = self.bundle.description["window"]
        write_description(folder, {**table, "window": window, "scores": scores})

    def finish(
        self, folder: Path, data: TrainingData, share: float, before: Measured, after: Measured
    ) -> DoneReport:
        wanted, reason = is_worth_using(
            (before.held_out, after.held_out), (before.general, after.general)
        )
        if self.request.activation is not Activation.IF_BETTER:
            wanted = self.request.activation is Activation.ALWAYS
            reason = Message("as you asked")
        if wanted:
            try:
                activate_model(self.request.name, self.paths)
            except OSError as error:  # the model is there anyway
                wanted, reason = False, own_words(error)
        words = count_words(data.own.learning)
        return DoneReport(
            self.request.name, str(folder), words, share, wanted, reason, before, after
        )

    def _sampler(self, corpus: Corpus, tokenizer: WordTokenizer) -> WindowSampler:
        return WindowSampler(
            [corpus],
            noise=self.request.learning.noise,
            special_ids=(tokenizer.start_id, tokenizer.end_id, tokenizer.padding_id),
            rng=random.Random(self.request.seed),
        )

    def _description(self, words: int, share: float) -> dict[str, Any]:
        old = self.bundle.description
        own = {"data": f"the user's own texts, {words:,} words", "licence": "the user's own"}
        return {
            "name": self.request.name,
            "languages": list(self.bundle.languages),
            "architecture": self.bundle.architecture,
            "training": [*old.get("training", ()), own],
            "mark_offsets": old.get("mark_offsets", {}),
            "fine_tuned": {"from": self.bundle.name, "words": words, "share": share},
        }


def mark_scores(model: LanguageModel, blocks: Sequence[Words]) -> MarkScores:
    """Punctuate each block on its own and add up what was right and wrong."""
    total = NOTHING
    for block in blocks:
        played = punctuated([word.core.lower() for word, _, _ in block], model)
        total += score_marks([word.mark for word, _, _ in block], played.marks)
    return total


def _scores(model: LanguageModel, blocks: Sequence[Words]) -> Scores:
    return Scores.of(mark_scores(model, blocks), count_words(blocks))


def _steps(trainer: Trainer, steps: int, held_out: Callable[[], float]) -> Iterator[Report]:
    """Report every few steps, and measure on the held-out part a few times.

    Raises:
        TrainingError: the loss is not finite.
    """
    began_s, losses = time.perf_counter(), []
    looks = {round(steps * (at + 1) / _HELD_OUT_LOOKS) for at in range(_HELD_OUT_LOOKS)}
    for at, loss in enumerate(_losses(trainer, steps), start=1):
        losses.append(loss)
        if at % _REPORT_STEPS and at not in looks:
            continue
        found = round(held_out(), 2) if at in looks else None
        left_s = (time.perf_counter() - began_s) / at * (steps - at)
        yield StepReport(at, steps, round(sum(losses) / len(losses), 4), round(left_s, 1), found)
        losses.clear()


def _losses(trainer: Trainer, steps: int) -> Iterator[float]:
    at = 0
    try:
        for progress in trainer.run(report_every_steps=1):
            at = progress.step
            if isinstance(progress, Progress):
                yield progress.loss
    except FloatingPointError as error:
        reason = Message(
            "training failed at step {step} of {steps}; other texts may work better",
            step=at + 1,
            steps=steps,
        )
        raise TrainingError("", reason) from error


def _widened_lexicon(bundle: Bundle, data: TrainingData) -> dict[str, Any]:
    """Add the mixed-case words that the user writes often enough."""
    lexicon: dict[str, Any] = json.loads((bundle.folder / LEXICON).read_text(encoding="utf-8"))
    words = (word for block in data.own.learning for word, _, _ in block)
    mixed = {**build_lexicon(words, {})["mixed"], **lexicon["mixed"]}
    return {**lexicon, "mixed": dict(sorted(mixed.items()))}
