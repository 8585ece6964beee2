"""The training loop: deterministic for a seed, resumable after a kill, in one process or many."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from accelerate import Accelerator
from accelerate.utils import gather_object
from torch import Tensor, nn

from engine.network.torch_network import TaggerNetwork
from engine.punctuation.labels import Case
from training.architectures.tagger import Tagger
from training.data.augment import Batch, DeviceBatch, Sampler, Windows
from training.data.phones import Pronunciations
from training.loop.averaging import MovingAverage, Snapshot, Snapshots
from training.loop.checkpoints import (
    AVERAGE,
    OPTIMIZER,
    RNG,
    WEIGHTS,
    checkpoint_at,
    checkpoints,
    load_weights,
    read_state,
    read_tensors,
    restore_rng,
    rng_tensors,
    write_checkpoint,
)
from training.loop.distillation import Inputs, SoftLabels, Teacher
from training.loop.held_out import HeldOutScore, score_held_out
from training.loop.objective import Objective
from training.loop.optimizers import Stepper
from training.loop.schedule import Schedule
from training.loop.settings import DistillationSettings, TrainSettings

_log = logging.getLogger(__name__)
_LONGEST_NORM = 1.0
Loss = Callable[..., Tensor]  # of scores, a batch and, if any, soft labels


@dataclass(frozen=True, slots=True)
class Progress:
    """One report of a run: losses are means since the last report."""

    step: int
    steps: int
    loss: float
    tokens_a_second: float


class Trainer:
    """Trains a tagger on windows drawn by a sampler and averages its weights.

    Under `accelerate launch` every process draws its own windows; the first one writes. Machines
    that share a run share its folder.
    """

    def __init__(  # noqa: PLR0913  a run is made of just these
        self,
        model: Tagger | TaggerNetwork,
        sampler: Sampler,
        settings: TrainSettings,
        folder: Path | None,
        *,
        held_out: Sequence[Batch] = (),
        teacher: Teacher | None = None,
        distillation: DistillationSettings | None = None,
        phones: Pronunciations | None = None,
        inputs: Inputs | None = None,
        objective: Loss | None = None,
        on_cpu: bool = False,
    ) -> None:
        """Prepare a run.

        Args:
            folder: receives `checkpoint-*` and `snapshots/`; None for no checkpoints.
            inputs: makes the network's inputs from a batch, if they are not a tagger's.
            objective: the loss of scores and a batch, if it is not that of labels.
            on_cpu: even if there is a GPU.

        Raises:
            ValueError: averaging needs held-out windows, and there are none.
        """
        if settings.averaging.kind == "best" and not held_out:
            raise ValueError("averaging the best checkpoints needs a [[held_out]] source")
        self._accelerator = Accelerator(
            cpu=on_cpu or not torch.cuda.is_available(), mixed_precision="no"
        )
        self._device = self._accelerator.device
        self._model = model.to(self._device)
        if settings.compile_with:
            _compile_layers(model.encoder, settings.compile_with)
        self._sampler = sampler
        self._settings = settings
        self._folder = folder
        self._marks = (
            model.marks if isinstance(model, Tagger) else model.head.out_features - len(Case)
        )
        self._held_out = held_out
        self._teacher = teacher
        if teacher:
            teacher.to(self._device)
        self._inputs = inputs or BatchInputs(self._device, phones)
        self._objective = objective or Objective(
            settings, distillation or DistillationSettings(), self._marks
        )
        self._is_bf16 = wants_bf16(settings.precision, self._device)
        self._average = (
            MovingAverage(model.state_dict(), settings.ema_decay)
            if settings.averaging.kind == "ema"
            else None
        )
        self._snapshots = Snapshots((folder or Path()) / "snapshots", settings.averaging)
        self._schedule = Schedule(settings, sampler.tokens)
        self._rng = random.Random(settings.seed)
        self._step = 0
        self._begin_stage(0)

    def run(self, report_every_steps: int = 20) -> Iterator[Progress | HeldOutScore]:
        """Train to the last step, from the checkpoint in the folder if there is one.

        Raises:
            FloatingPointError: loss, gradient or weights are not finite; the last checkpoint stays.
            OSError: a checkpoint cannot be written; the last one stays.
            ValueError: the checkpoint is another encoder's.
        """
        self._resume()
        settings = self._settings
        total, since, tokens = 0.0, time.perf_counter(), 0
        while self._step < settings.steps:
            self._enter_stage()
            batch, soft = self._draw()
            total += self._update(batch, soft)
            tokens += int(batch.attention.sum()) * self._accelerator.num_processes
            self._step += 1
            if self._step % report_every_steps == 0:
                spent = time.perf_counter() - since
                yield Progress(
                    self._step, settings.steps, total / report_every_steps, tokens / spent
                )
                total, since, tokens = 0.0, time.perf_counter(), 0
            is_measured = bool(self._held_out) and self._schedule.is_measured(self._step)
            score = self._score() if is_measured else None
            if score:
                yield score
            if self._folder and self._schedule.is_checkpoint(self._step):
                self._checkpoint(self._folder, score)

    def averaged_weights(self) -> dict[str, Tensor]:
        """Return the weights to export: the moving average or the mean of the snapshots."""
        handed_on = self._average.weights() if self._average else self._snapshots.mean()
        weights = handed_on if handed_on is not None else self._model.state_dict()
        return {name: value.detach().cpu().contiguous() for name, value in weights.items()}

    def _begin_stage(self, number: int) -> None:
        self._stage = number
        frozen = self._settings.frozen + self._schedule.stage(number).frozen
        for name, parameter in self._model.named_parameters():
            parameter.requires_grad_(not name.startswith(frozen))
        share = self._settings.encoder_learning_rate / self._settings.learning_rate or 1.0
        self._stepper = Stepper(self._model, self._settings.optimizer, share)
        self._network = self._accelerator.prepare_model(self._model)

    def _enter_stage(self) -> None:
        """Enter the next stage where the last one ends, with its best weights."""
        if not self._schedule.is_stage_end(self._step, self._stage):
            return
        best = self._snapshots.mean() if self._settings.averaging.kind == "best" else None
        if best is not None:
            self._model.load_state_dict(best)
        self._snapshots.clear()
        self._accelerator.free_memory()  # of the network as wrapped before
        self._begin_stage(self._stage + 1)

    def _draw(self) -> tuple[Windows, SoftLabels | None]:
        lengths = self._settings.window_tokens
        tokens = int(self._rng.choices(list(lengths), list(lengths.values()))[0])
        tokens_a_step = self._schedule.stage(self._stage).tokens_a_step
        share = tokens_a_step // self._accelerator.num_processes
        windows = max(1, share // tokens)
        if self._teacher:
            return self._teacher.lesson(self._sampler, windows, tokens)
        return self._sampler.batch(windows, tokens), None

    def _update(self, batch: Windows, soft: SoftLabels | None) -> float:
        self._network.train()
        with torch.autocast(self._device.type, dtype=torch.bfloat16, enabled=self._is_bf16):
            scores = self._network(*self._inputs(batch))
        loss = self._objective(scores, batch, soft)
        self._stepper.clear()
        self._accelerator.backward(loss)
        norm = torch.nn.utils.clip_grad_norm_(self._model.parameters(), _LONGEST_NORM)
        if not (torch.isfinite(loss) and torch.isfinite(norm)):
            what = "gradient" if torch.isfinite(loss) else "loss"
            raise FloatingPointError(self._not_finite(what))
        self._stepper.step(self._learning_rate())
        if self._average:
            self._average.update(self._model.state_dict(), self._step)
        return float(loss.detach())

    def _learning_rate(self) -> float:
        return self._schedule.learning_rate(self._step, self._stage)

    def _not_finite(self, what: str) -> str:
        found = checkpoints(self._folder) if self._folder else []
        last = f"{found[-1].name} is the last good one" if found else "there is no checkpoint yet"
        rate = self._learning_rate()
        return f"the {what} is not finite at step {self._step}, learning rate {rate:.2g}; {last}"

    def _score(self) -> HeldOutScore:
        loss, f1 = score_held_out(
            self._model, self._marks, self._held_out, self._inputs, self._objective
        )
        return HeldOutScore(self._step, loss, f1)

    def _checkpoint(self, folder: Path, score: HeldOutScore | None) -> None:
        """Write all a resumed run needs; the old checkpoint stays until the new one is whole."""
        weights = self._model.state_dict()
        if not all(value.isfinite().all() for value in weights.values()):
            raise FloatingPointError(self._not_finite("network"))
        place = checkpoint_at(folder, self._step)
        states = gather_object([rng_tensors()])
        draws = gather_object([self._sampler.state()])
        if self._accelerator.is_main_process and not place.exists():
            self._put_aside(weights, score)
            state = {
                "step": self._step,
                "stage": self._stage,
                "draws": self._rng.getstate(),
                "snapshots": self._snapshots.state(),
                "others": draws[1:],
                **draws[0],
            }
            tensors = {
                WEIGHTS: weights,
                AVERAGE: self.averaged_weights(),
                OPTIMIZER: self._stepper.tensors(),
                **{_numbered(RNG, number): one for number, one in enumerate(states)},
            }
            write_checkpoint(place, tensors, state)
            self._snapshots.remove_unused()
        self._accelerator.wait_for_everyone()

    def _put_aside(self, weights: dict[str, Tensor], score: HeldOutScore | None) -> None:
        settings = self._settings.averaging
        chosen = self._schedule.chosen_steps
        if settings.kind == "ema" or (chosen and self._step not in chosen):
            return
        worth = 0.0
        if score:
            worth = score.held_out_loss if settings.by == "loss" else -score.held_out_f1
        self._snapshots.offer(weights, Snapshot(self._step, worth))

    def _resume(self) -> None:
        found = checkpoints(self._folder) if self._folder else []
        if not found:
            return
        place = found[-1]
        state = read_state(place)
        self._accelerator.free_memory()
        self._begin_stage(int(state.get("stage", 0)))
        load_weights(self._model, read_tensors(place, WEIGHTS), place)
        if self._average:
            average = read_tensors(place, AVERAGE)
            self._average.load({name: one.to(self._device) for name, one in average.items()})
        self._stepper.load(read_tensors(place, OPTIMIZER))
        self._snapshots.restore(state.get("snapshots", []))
        self._step = int(state["step"])
        version, numbers, gauss = state["draws"]
        self._rng.setstate((version, tuple(numbers), gauss))
        self._restore_rng(place, state)
        _log.info("resumed at step %d", self._step)

    def _restore_rng(self, place: Path, state: dict[str, Any]) -> None:
        """Each process continues its own draws; a new one starts its own."""
        number = self._accelerator.process_index
        draws = [state, *state.get("others", [])]
        if number < len(draws):
            self._sampler.restore(draws[number])
            restore_rng(read_tensors(place, _numbered(RNG, number)))


def _compile_layers(encoder: nn.Module, backend: str) -> None:
    """Compile each layer's `forward`: they share one graph per window length.

    Hooks of the layers, which gather the states at half depth, stay outside.
    """
    for layers in [one for one in encoder.modules() if isinstance(one, nn.ModuleList)]:
        for layer in layers:
            layer.forward = torch.compile(layer.forward, backend=backend, dynamic=False)


def _numbered(name: str, number: int) -> str:
    return f"{name}-{number}" if number else name


def wants_bf16(precision: str, device: torch.device) -> bool:
    """Return whether to compute in bf16: if asked to, or if the hardware is made for it."""
    if precision != "auto":
        return precision == "bf16"
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    capable: dict[str, bool] = getattr(torch.cpu, "get_capabilities", dict)()  # since torch 2.9
    return bool(capable.get("avx512_bf16") or capable.get("amx_bf16") or capable.get("bf16"))


class BatchInputs:
    """Makes a network's inputs from a batch."""

    def __init__(self, device: torch.device, phones: Pronunciations | None) -> None:
        self._device = device
        self._phones = phones

    def __call__(self, batch: Windows) -> tuple[Tensor, ...]:
        """Return ids, attention, timing and, if there are any, phones or hidden words."""
        arrays: list[object] = [batch.ids, batch.attention, batch.timing]
        if self._phones and isinstance(batch, Batch):
            arrays.append(self._phones.of(batch))
        if isinstance(batch, DeviceBatch) and batch.wanted is not None:
            arrays.append(batch.wanted)
        return tuple(torch.as_tensor(array, device=self._device) for array in arrays)
