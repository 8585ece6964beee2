"""Windows drawn on a device, thousands at a time: `WindowSampler`'s distribution, not its draws.

They come from the device's own generator, whose state a checkpoint keeps.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from training.data.augment import DeviceBatch
from training.data.device_noise import timing_features, with_errors
from training.data.device_words import PackedCorpora, Words
from training.data.masking import Masking, hide_words
from training.data.noise import Noise, TimingNoise
from training.data.spoken_form import IGNORE


class DeviceSampler:
    """Draws windows that begin and end anywhere, as a stream's windows do, from packed corpora."""

    def __init__(  # noqa: PLR0913  what a window is made of
        self,
        packed: PackedCorpora,
        *,
        noise: Noise,
        timing: TimingNoise,
        special_ids: tuple[int, int, int],
        masking: Masking | None = None,
        masked_batches: int = 0,
    ) -> None:
        """Draw windows of packed corpora.

        Args:
            special_ids: (start, end, padding) token ids.
            masking: hides words of the first `masked_batches`, for the network to guess.
        """
        self._packed = packed
        self._noise = noise
        self._timing = timing
        self._masking = masking
        self._masked_batches = masked_batches
        self._batches = 0
        self._start, self._end, self._padding = special_ids

    @property
    def tokens(self) -> int:
        """Tokens of all corpora: one epoch."""
        return len(self._packed.ids)

    def batch(self, windows: int, tokens: int) -> DeviceBatch:
        """Draw `windows` windows of `tokens` tokens each, special tokens included."""
        packed, room = self._packed, tokens - 2
        source = torch.multinomial(packed.weights, windows, replacement=True)
        clean = self._clean_words(source, room).fitting(room)
        words = with_errors(clean, source, packed, self._noise).fitting(room)
        self._batches += 1
        return self._laid_out(words, timing_features(words, self._timing), packed.styles[source])

    def state(self) -> dict[str, object]:
        """Return the state beyond that of the device's generator, which is kept elsewhere."""
        return {"batches": self._batches}

    def restore(self, state: dict[str, Any]) -> None:
        self._batches = int(state["batches"])

    def _masked(self, ids: Tensor, words: Tensor) -> tuple[Tensor, Tensor | None]:
        """Hide words, later none; the network's inputs keep one form."""
        if self._masking is None:
            return ids, None
        if self._batches > self._masked_batches:
            return ids, torch.full_like(ids, IGNORE)
        return hide_words(ids, words, self._masking)

    def _clean_words(self, source: Tensor, room: int) -> Words:
        packed = self._packed
        end = (packed.firsts + packed.counts)[source, None]
        at = packed.any_words(source, 1) + torch.arange(room, device=packed.device)
        is_there, at = at < end, at.minimum(end - 1)
        return Words(
            at,
            packed.tokens_of(at) * is_there,
            packed.marks[at].long(),
            packed.cases[at].long(),
            packed.starts[at].double(),
            packed.ends[at].double(),
            torch.zeros_like(is_there),
        )

    def _laid_out(self, words: Words, timing: Tensor, styles: Tensor) -> DeviceBatch:
        """Put as many words' tokens as there are columns between special tokens."""
        windows, room = words.at.shape
        ends = words.lengths.cumsum(1)
        total = ends[:, -1:]
        place = torch.arange(room, device=ends.device).expand(windows, room).contiguous()
        is_inside = place < total
        word = torch.searchsorted(ends, place, right=True).clamp(max=room - 1)
        before = place - (ends - words.lengths).gather(1, word)  # tokens of the same word
        token = torch.where(is_inside, self._packed.bounds[words.at.gather(1, word)] + before, 0)
        is_last = is_inside & (place + 1 == ends.gather(1, word))

        def inner(values: Tensor, where: Tensor, other: int) -> Tensor:
            whole = torch.full((windows, room + 2), other, device=ends.device)
            whole[:, 1:-1] = torch.where(where, values, other)
            return whole

        ids = inner(self._packed.ids[token].long(), is_inside, self._padding)
        ids[:, 0] = self._start
        ids.scatter_(1, total + 1, self._end)
        ids, wanted = self._masked(ids, inner(word, is_inside, -1))
        beside = torch.zeros(windows, room + 2, timing.shape[-1], device=ends.device)
        told = timing.gather(1, word[..., None].expand(-1, -1, timing.shape[-1]))
        beside[:, 1:-1] = told * is_inside[..., None]
        return DeviceBatch(
            ids,
            (torch.arange(room + 2, device=ends.device) <= total + 1).long(),
            inner(words.marks.gather(1, word), is_last, IGNORE),
            inner(words.cases.gather(1, word), is_last, IGNORE),
            beside,
            styles,
            wanted,
        )
