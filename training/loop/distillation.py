"""Self-distillation: a teacher that sees more gives soft labels to a student with a cut window.

Ref: Hinton et al. (2015), "Distilling the Knowledge in a Neural Network"; averaging over
overlapping windows as in Courtland et al. (2020), §3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from engine.network.backend import IntArray
from engine.network.layout import Layout
from engine.punctuation.labels import CASE_COLUMNS, MARK_COLUMNS
from training.architectures.tagger import Tagger
from training.data.augment import Batch, Sampler
from training.data.spoken_form import IGNORE
from training.loop.settings import DistillationSettings

Inputs = Callable[..., tuple[Tensor, ...]]  # of a batch


@dataclass(frozen=True, slots=True)
class SoftLabels:
    """A teacher's probabilities, softened.

    Shapes: marks, cases (windows, tokens, classes) float32; known (windows, tokens) bool.
    """

    marks: Tensor
    cases: Tensor
    known: Tensor


@dataclass(frozen=True, slots=True)
class Cut:
    """A part of each window of a batch, and where its words are.

    Shapes: rows, words, places (words of all windows,): the window, the word's number in the
    whole window, the place of its label in the part.
    """

    batch: Batch
    rows: IntArray
    words: IntArray
    places: IntArray


class Teacher:
    """One or more trained taggers whose probabilities are averaged."""

    def __init__(
        self,
        models: Sequence[Tagger],
        settings: DistillationSettings,
        special_ids: tuple[int, int, int],
        inputs: Inputs,
    ) -> None:
        """Args: special_ids: (start, end, padding); inputs: makes tensors of a batch.

        Raises:
            ValueError: the teachers' layouts differ, so their scores are in different places.
        """
        if len({model.layout for model in models}) != 1:
            raise ValueError("the teachers' words do not stand in their windows alike")
        self._models = [model.eval().requires_grad_(requires_grad=False) for model in models]
        self._labels = models[0].labels
        self._settings = settings
        self._special_ids = special_ids
        self._inputs = inputs

    def to(self, device: torch.device) -> None:
        for model in self._models:
            model.to(device)

    def lesson(self, sampler: Sampler, windows: int, tokens: int) -> tuple[Batch, SoftLabels]:
        """Draw windows for the student, with what the teacher, who sees more, says about them.

        Raises:
            ValueError: windows are drawn on a device, where the teacher cannot cut them.
        """
        settings = self._settings
        whole = sampler.batch(windows, tokens + settings.context_tokens)
        if not isinstance(whole, Batch):
            raise ValueError("a teacher cannot cut windows on a device")  # noqa: TRY004
        left = int(settings.context_tokens * settings.left_share)
        student = self._cut(whole, left, tokens)
        means = self._mean_probabilities(whole, tokens)
        soft = torch.zeros((*student.batch.ids.shape, self._labels))
        soft[student.rows, student.places] = means[student.rows, student.words]
        known = torch.zeros(student.batch.ids.shape, dtype=torch.bool)
        known[student.rows, student.places] = soft[student.rows, student.places].sum(-1) > 0
        marks, cases = soft[..., MARK_COLUMNS], soft[..., CASE_COLUMNS]
        return student.batch, SoftLabels(marks, cases, known)

    def _mean_probabilities(self, whole: Batch, tokens: int) -> Tensor:
        """Return means over views and teachers, (windows, words, labels); zero where unseen."""
        most = max(len(lengths) for lengths in whole.lengths)
        total = torch.zeros((len(whole.ids), most, self._labels))
        seen = torch.zeros((len(whole.ids), most, 1))
        for cut in self._views(whole, tokens):
            for model in self._models:
                found = self._probabilities(model, cut.batch)[cut.rows, cut.places]
                total[cut.rows, cut.words] += found
                seen[cut.rows, cut.words] += 1.0
        return total / seen.clamp(min=1.0)

    def _views(self, whole: Batch, tokens: int) -> Iterator[Cut]:
        """Yield what the teacher sees: everything, or overlapping windows with half of it."""
        views, context = self._settings.windows, self._settings.context_tokens
        if views == 1:
            yield self._cut(whole, 0, tokens + context)
            return
        for view in range(views):
            yield self._cut(whole, view * (context // 2) // (views - 1), tokens + context // 2)

    @torch.no_grad()
    def _probabilities(self, model: Tagger, batch: Batch) -> Tensor:
        scores = (
            model(*self._inputs(batch))[..., : self._labels].float() / self._settings.temperature
        )
        marks, cases = scores[..., MARK_COLUMNS], scores[..., CASE_COLUMNS]
        return torch.cat([marks.softmax(-1), cases.softmax(-1)], dim=-1).cpu()

    def _cut(self, whole: Batch, left_tokens: int, tokens: int) -> Cut:
        return cut_windows(whole, left_tokens, tokens, self._models[0].layout, self._special_ids)


def cut_windows(
    whole: Batch, left_tokens: int, tokens: int, layout: Layout, special_ids: tuple[int, int, int]
) -> Cut:
    """Return a part of each window, as if there had never been more.

    Args:
        left_tokens: the part begins with the first word after this many tokens.
        tokens: of the part, special tokens included.
    """
    start, end, padding = special_ids
    shape = (len(whole.ids), tokens)
    part = Batch(
        np.full(shape, padding, dtype=np.int64),
        np.zeros(shape, dtype=np.int64),
        np.full(shape, IGNORE, dtype=np.int64),
        np.full(shape, IGNORE, dtype=np.int64),
        np.zeros((*shape, whole.timing.shape[-1]), dtype=np.float32),
        tuple(
            _words_within(row, left_tokens, tokens - 1 - layout.end_tokens)[1]
            for row in whole.lengths
        ),
        whole.styles,
    )
    stands: list[tuple[IntArray, IntArray, IntArray]] = []
    for row, lengths in enumerate(whole.lengths):
        first, kept = _words_within(lengths, left_tokens, tokens - 1 - layout.end_tokens)
        begin, size = 1 + sum(lengths[:first]), sum(kept)
        words = np.arange(first, first + len(kept))
        old, new = layout.places(lengths)[words], layout.places(kept)
        part.ids[row, 0] = start
        part.ids[row, 1 : 1 + size] = whole.ids[row, begin : begin + size]
        part.ids[row, 1 + size : 1 + size + layout.end_tokens] = end
        part.attention[row, : 1 + size + layout.end_tokens] = 1
        part.timing[row, 1 : 1 + size] = whole.timing[row, begin : begin + size]
        part.marks[row, new], part.cases[row, new] = whole.marks[row, old], whole.cases[row, old]
        stands.append((np.full(len(kept), row), words, new))
    rows, words, places = (np.concatenate(column) for column in zip(*stands, strict=True))
    return Cut(part, rows, words, places)


def _words_within(
    lengths: tuple[int, ...], left_tokens: int, room: int
) -> tuple[int, tuple[int, ...]]:
    ends = np.cumsum(lengths)
    first = int(np.searchsorted(ends, left_tokens, side="right")) if left_tokens else 0
    before = int(ends[first - 1]) if first else 0
    last = int(np.searchsorted(ends, before + room, side="right"))
    return first, lengths[first:last]
