"""What a run reports: values that become JSON lines."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from engine.messages import Message, Reason
from training.metrics import NO_COUNT, MarkScores


@dataclass(frozen=True, slots=True)
class Scores:
    """How good a model is on some text, in percent; `marks` and `ends` are their counts."""

    micro_f1: float
    segmentation_f05: float
    words: int
    marks: int
    ends: int

    @classmethod
    def of(cls, scores: MarkScores, words: int) -> Scores:
        marks, ends = sum(scores.marks, NO_COUNT), scores.boundaries
        figures = round(scores.micro_f1, 2), round(scores.segmentation_f05, 2)
        return cls(*figures, words, marks.there, ends.there)


@dataclass(frozen=True, slots=True)
class Report:
    """One line; `event` says which."""

    event: ClassVar[str] = ""

    def to_table(self) -> dict[str, Any]:
        return {"event": self.event, **asdict(self)}


@dataclass(frozen=True, slots=True)
class StageReport(Report):
    """What begins: `reading`, `measuring`, `learning`, `choosing`, `writing`, `comparing`."""

    event: ClassVar[str] = "stage"
    name: str


@dataclass(frozen=True, slots=True)
class TextRead(Report):
    """A file was read; `problem` says why it is not learnt from, and is empty if it is."""

    event: ClassVar[str] = "text"
    path: str
    words: int
    marked_share: float
    encoding: str
    problem: Reason = ""
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StepReport(Report):
    """A step was taken; `held_out_f1` is None if it was not measured at this step."""

    event: ClassVar[str] = "step"
    step: int
    steps: int
    loss: float
    left_s: float
    held_out_f1: float | None = None


@dataclass(frozen=True, slots=True)
class Measured(Report):
    """What a model scores; `when` is `before` or `after`."""

    event: ClassVar[str] = "scores"
    when: str
    held_out: Scores
    general: Scores


@dataclass(frozen=True, slots=True)
class DoneReport(Report):
    """The new model is in its folder; `reason` says why it is or is not active."""

    event: ClassVar[str] = "done"
    name: str
    folder: str
    words: int
    share: float
    is_active: bool
    reason: Message
    before: Measured
    after: Measured
