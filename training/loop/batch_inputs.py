"""What a network reads of a batch."""

from __future__ import annotations

import torch
from torch import Tensor

from training.data.augment import Batch
from training.data.phones import Pronunciations


class BatchInputs:
    """Makes a network's inputs of a batch."""

    def __init__(self, device: torch.device, phones: Pronunciations | None) -> None:
        self._device = device
        self._phones = phones

    def __call__(self, batch: Batch) -> tuple[Tensor, ...]:
        """Return ids, attention, timing and, where the network takes them, phones."""
        arrays = [batch.ids, batch.attention, batch.timing]
        arrays += [self._phones.of(batch)] if self._phones else []
        return tuple(torch.from_numpy(array).to(self._device) for array in arrays)
