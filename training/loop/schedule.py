"""What is due at each step of a run: stages, learning rates, checkpoints, measurements."""

from __future__ import annotations

import math

from training.loop.settings import StageSettings, TrainSettings

_LAST_SHARE = 0.02  # of the learning rate, at the end of a cosine


class Schedule:
    """The steps of a run."""

    def __init__(self, settings: TrainSettings, tokens: int) -> None:
        """Args: tokens: of one epoch."""
        self._settings = settings
        self._ends = settings.stage_ends()
        self.chosen_steps = frozenset(
            round(epoch * tokens / settings.tokens_a_step) for epoch in settings.averaging.epochs
        )

    def is_stage_end(self, step: int, number: int) -> bool:
        return step == self._ends[number]

    def stage(self, number: int) -> StageSettings:
        """Return a stage, completed from the settings."""
        stage, settings = self._settings.all_stages()[number], self._settings
        return StageSettings(
            stage.steps,
            stage.frozen,
            stage.learning_rate or settings.learning_rate,
            stage.tokens_a_step or settings.tokens_a_step,
        )

    def learning_rate(self, step: int, number: int) -> float:
        settings, stage = self._settings, self.stage(number)
        step -= self._ends[number] - stage.steps
        if step < settings.warmup_steps:
            return stage.learning_rate * (step + 1) / settings.warmup_steps
        if settings.schedule == "constant":
            return stage.learning_rate
        done = (step - settings.warmup_steps) / max(1, stage.steps - settings.warmup_steps)
        falling = 0.5 * (1 + math.cos(math.pi * done))
        return stage.learning_rate * (_LAST_SHARE + (1 - _LAST_SHARE) * falling)

    def is_checkpoint(self, step: int) -> bool:
        due = step % self._settings.checkpoint_every_steps == 0
        return due or step in self._ends or step in self.chosen_steps

    def is_measured(self, step: int) -> bool:
        every = self._settings.held_out_every_steps
        return self.is_checkpoint(step) or (every > 0 and step % every == 0)
