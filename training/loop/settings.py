"""How a run goes: steps, rates, loss, optimiser, averaging, stages, teacher; no torch here."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate


@dataclass(frozen=True, slots=True)
class LossSettings:
    """`cross_entropy` or `focal` (Lin et al. 2017); `easy` is the class without mark or capital."""

    kind: str = "cross_entropy"
    gamma: float = 2.0
    alpha_easy: float = 0.25
    alpha_hard: float = 0.75

    def __post_init__(self) -> None:
        _one_of("loss.kind", self.kind, ("cross_entropy", "focal"))


@dataclass(frozen=True, slots=True)
class OptimizerSettings:
    """`adamw` or `radam`, with or without LookAhead (Zhang et al. 2019) around it."""

    kind: str = "adamw"
    weight_decay: float = 0.01
    lookahead: bool = False
    lookahead_rate: float = 0.5
    lookahead_period: int = 6

    def __post_init__(self) -> None:
        _one_of("optimizer.kind", self.kind, ("adamw", "radam"))
        if self.lookahead_period < 1:
            raise ValueError("optimizer.lookahead_period is less than 1")


@dataclass(frozen=True, slots=True)
class AveragingSettings:
    """Which weights come out of a run.

    Attributes:
        kind: `ema` (moving average), `last` (mean of the last checkpoints), `best` (mean of those
            best on held-out data), `chosen` (mean of those at the end of some epochs).
        count: checkpoints that `last` and `best` average.
        by: `loss` or `f1`, which decides what is `best`.
        epochs: what `chosen` averages; an epoch is as many tokens as the corpora have.
    """

    kind: str = "ema"
    count: int = 3
    by: str = "loss"
    epochs: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        _one_of("averaging.kind", self.kind, ("ema", "last", "best", "chosen"))
        _one_of("averaging.by", self.by, ("loss", "f1"))
        if self.count < 1:
            raise ValueError("averaging.count is less than 1")
        if (self.kind == "chosen") != bool(self.epochs):
            raise ValueError("averaging.epochs goes with kind 'chosen', and only with it")


@dataclass(frozen=True, slots=True)
class BesideSettings:
    """What a `token` network learns beside its labels, and drops when it is exported.

    Attributes:
        half_depth: weight of the labels that a second head reads at half of the layers.
        hidden_words: weight of guessing the hidden words.
        hidden_share: of the words of a window.
        hidden_until: share of the steps after which no word is hidden.
    """

    half_depth: float = 0.0
    hidden_words: float = 0.0
    hidden_share: float = 0.15
    hidden_until: float = 1.0

    def __post_init__(self) -> None:
        if min(self.half_depth, self.hidden_words) < 0.0 or not 0.0 <= self.hidden_until <= 1.0:
            raise ValueError("beside: weights are at least 0, hidden_until is a share")

    @property
    def is_learnt(self) -> bool:
        return max(self.half_depth, self.hidden_words) > 0.0


@dataclass(frozen=True, slots=True)
class StageSettings:
    """A part of a run; zero means as in `[train]`. It begins with the last one's best weights.

    `frozen`: prefixes of weights that also stay fixed in this stage.
    """

    steps: int
    frozen: tuple[str, ...] = ()
    learning_rate: float = 0.0
    tokens_a_step: int = 0

    def __post_init__(self) -> None:
        if self.steps < 1:
            raise ValueError("a stage has no steps")


@dataclass(frozen=True, slots=True)
class DistillationSettings:
    """A teacher that sees more context gives soft labels in addition to the true ones.

    Attributes:
        weights: safetensors of earlier runs; several are an ensemble. None: no teacher.
        recipe: the teacher's, if it differs from the student's; with the same tokens.
        weight: share of the soft labels in the loss.
        context_tokens: extra context for the teacher, left and right together.
        left_share: share of it on the left.
        windows: overlapping windows of the teacher whose scores are averaged.
    """

    weights: tuple[str, ...] = ()
    recipe: str = ""
    weight: float = 0.5
    temperature: float = 2.0
    context_tokens: int = 64
    left_share: float = 0.25
    windows: int = 1

    def __post_init__(self) -> None:
        if not 0.0 <= self.weight <= 1.0 or not 0.0 <= self.left_share <= 1.0:
            raise ValueError("distillation.weight and left_share are shares, 0 to 1")
        if self.temperature <= 0.0 or self.windows < 1 or self.context_tokens < 0:
            raise ValueError("distillation: temperature, windows or context_tokens is too small")


@dataclass(frozen=True, slots=True)
class TrainSettings:
    """How a run goes; lengths in tokens, special tokens included.

    Attributes:
        steps: of the whole run, or what the stages add up to.
        tokens_a_step: of all processes together.
        dropout: before the heads; `encoder_dropout`: within the encoder, for runs of many epochs.
        encoder_learning_rate: 0 for the same as the rest.
        schedule: `cosine` (falls to a fiftieth) or `constant`, after the warm-up.
        precision: `auto` (bf16 where the processor has it), `bf16` or `fp32`.
        held_out_every_steps: 0 for at checkpoints only.
        held_out_windows: of the longest length, drawn once.
        frozen: prefixes of weights that stay as they are.
        draws_on_device: windows, noise and hidden words are drawn where the network is, for GPUs,
            which would wait for Python; corpora are copied there.
        compile_with: the backend of torch.compile for the encoder's layers, such as `inductor`;
            each window length costs time at first. Empty for none.
    """

    steps: int
    tokens_a_step: int
    window_tokens: dict[str, float]
    learning_rate: float
    seed: int = 1
    warmup_steps: int = 100
    dropout: float = 0.1
    encoder_dropout: float = 0.0
    case_weight: float = 0.5
    style_weight: float = 0.1
    label_smoothing: float = 0.0
    checkpoint_every_steps: int = 200
    ema_decay: float = 0.998
    encoder_learning_rate: float = 0.0
    schedule: str = "cosine"
    precision: str = "auto"
    held_out_every_steps: int = 0
    held_out_windows: int = 64
    frozen: tuple[str, ...] = ()
    draws_on_device: bool = False
    compile_with: str = ""
    beside: BesideSettings = field(default_factory=BesideSettings)
    loss: LossSettings = field(default_factory=LossSettings)
    optimizer: OptimizerSettings = field(default_factory=OptimizerSettings)
    averaging: AveragingSettings = field(default_factory=AveragingSettings)
    stages: tuple[StageSettings, ...] = ()

    def __post_init__(self) -> None:
        _one_of("train.schedule", self.schedule, ("cosine", "constant"))
        _one_of("train.precision", self.precision, ("auto", "bf16", "fp32"))
        least = min(self.steps, self.tokens_a_step, self.checkpoint_every_steps)
        if least < 1 or self.learning_rate <= 0.0:
            raise ValueError("train: steps, tokens, checkpoints and learning rate are above zero")
        if not self.window_tokens or not all(key.isdecimal() for key in self.window_tokens):
            raise ValueError("train.window_tokens gives a share for each length in tokens")
        if self.beside.is_learnt and not self.draws_on_device:
            raise ValueError("[beside] needs train.draws_on_device, which hides the words")
        if self.stages and sum(stage.steps for stage in self.stages) != self.steps:
            raise ValueError("train.steps is not what the stages add up to")

    @property
    def longest_window_tokens(self) -> int:
        return max(int(tokens) for tokens in self.window_tokens)

    def stage_ends(self) -> tuple[int, ...]:
        return tuple(accumulate(stage.steps for stage in self.all_stages()))

    def all_stages(self) -> tuple[StageSettings, ...]:
        """Return the stages; a run without any counts as one."""
        return self.stages or (StageSettings(self.steps),)


def _one_of(key: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ValueError(f"{key} is {value!r}, not one of {', '.join(known)}")
