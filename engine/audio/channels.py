"""Mixes channels down to mono so that no channel drowns the speech in another."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.recognisers.voice_activity import FRAME_SAMPLES, VoiceActivity

Samples = npt.NDArray[np.float32]
_BLOCK = 16 * FRAME_SAMPLES  # 0.5 s
_FADE = FRAME_SAMPLES
_KEPT = 0.7  # share of the old covariance kept from one block to the next
_SURE, _ALIKE = 0.5, 0.9  # correlation with the loudest channel
_SILENT = 1e-5  # relative to the power of the loudest channel
_LOUD = 1e-2  # relative to the power of speech: anything quieter does not drown it
_MOST_LISTENED_TO = 8  # channels
_SPEECH, _LEAST_FRAMES = 0.5, 4
_AGAIN, _FORGOTTEN = 20, 60  # blocks: when to check a channel again, and how long a check counts


class ChannelMixer:
    """The mean of the channels of 16 kHz sound that carry a signal.

    Inverted channels are flipped so that they do not cancel the others. Silent channels are left
    out until they carry something; so are loud, noisy ones while speech is only in others.
    """

    def __init__(self, channels: int) -> None:
        self._signs = np.ones(channels, np.float32)
        self._covariance = np.zeros((channels, channels))
        self._peaks = np.zeros(channels)
        self._spoke = np.full(channels, -_FORGOTTEN - 1)
        self._voice: VoiceActivity | None = None
        self._number = 0
        self._weights: Samples | None = None
        self._held = np.zeros((0, channels), np.float32)

    def push(self, samples: Samples) -> Samples:
        """Return what can be mixed by now; mixing needs one block of lookahead.

        Args:
            samples: (samples, channels) of -1..1.

        Returns:
            (samples,) of -1..1.
        """
        if samples.shape[1] == 1:
            return samples[:, 0]
        self._held = np.concatenate([self._held, samples])
        mixed = [np.zeros(0, np.float32)]
        while len(self._held) >= 2 * _BLOCK:
            mixed.append(self._next(_BLOCK))
        return np.concatenate(mixed)

    def flush(self) -> Samples:
        """Return the rest; call it last."""
        mixed = [np.zeros(0, np.float32)]
        while len(self._held):
            mixed.append(self._next(min(_BLOCK, len(self._held))))
        return np.concatenate(mixed)

    def _next(self, count: int) -> Samples:
        """Mix this many samples, using the block after them."""
        block, self._held = self._held[:count], self._held[count:]
        if self._weights is None:
            self._look_at(block)
        if len(self._held):
            self._look_at(self._held[:_BLOCK])
        new = self._signs * self._counted()
        new /= np.abs(new).sum()
        old = new if self._weights is None else self._weights
        self._weights = new
        mixed: Samples = block @ new
        if not np.array_equal(old, new):
            faded = np.linspace(1.0, 0.0, _FADE, dtype=np.float32)[: len(mixed)]
            mixed[:_FADE] += faded * (block[:_FADE] @ (old - new))
        return mixed

    def _look_at(self, block: Samples) -> None:
        self._number += 1
        covariance = (block.T @ block).astype(float) / len(block)
        self._covariance = _KEPT * self._covariance + covariance
        self._peaks = np.maximum(self._peaks, covariance.diagonal())
        power = self._covariance.diagonal()
        loudest = int(np.argmax(power))
        scale = np.sqrt(power * power[loudest])
        correlation = self._covariance[loudest] / np.where(scale > 0.0, scale, np.inf)
        # the loudest keeps its sign, so that the sound does not flip midway
        turned = np.sign(correlation) * self._signs[loudest]
        is_sure = np.abs(correlation) > _SURE
        self._signs = np.where(is_sure, turned, self._signs).astype(np.float32)
        self._listen(block, correlation)

    def _listen(self, block: Samples, correlation: npt.NDArray[np.float64]) -> None:
        """Note which channels carry speech, if they differ enough to matter."""
        carrying = np.flatnonzero(self._peaks > _SILENT * self._peaks.max())
        if len(carrying) > _MOST_LISTENED_TO or np.all(np.abs(correlation[carrying]) > _ALIKE):
            return
        for channel in carrying:
            if self._number - self._spoke[channel] > _AGAIN and self._speaks(block[:, channel]):
                self._spoke[channel] = self._number

    def _speaks(self, samples: Samples) -> bool:
        self._voice = self._voice or VoiceActivity()
        self._voice.reset()
        frames = samples[: len(samples) // FRAME_SAMPLES * FRAME_SAMPLES]
        likely = map(self._voice.probability, frames.reshape(-1, FRAME_SAMPLES))
        return sum(it > _SPEECH for it in likely) >= _LEAST_FRAMES

    def _counted(self) -> Samples:
        """Return 1 for each channel to mix in, else 0."""
        carrying = self._peaks > _SILENT * self._peaks.max()
        speaking = carrying & (self._number - self._spoke <= _FORGOTTEN)
        power = self._covariance.diagonal()
        if speaking.any():
            carrying &= speaking | (power < _LOUD * self._peaks[speaking].max())
        counted: Samples = (carrying if carrying.any() else ~carrying).astype(np.float32)
        return counted
