"""Makes the tiny streaming transducer of tests/data; run it as a module, from the checkout.

    python -m tests.support.recognisers.tiny_transducer FOLDER

It needs flite, torch, onnx, onnxruntime and `pip install kaldi-native-fbank`, and a few minutes of
one processor core. The network is an LSTM transducer with a stateless decoder, as icefall exports
it for sherpa-onnx; it knows the few words of `tiny_speech.py` and nothing else.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import kaldi_native_fbank as knf
import numpy as np
import torch
from torch import Tensor, nn

from tests.support.recognisers.tiny_export import export
from tests.support.recognisers.tiny_speech import OTHERWISE, RATE_HZ, SELDOM, Speaker, tokens

BINS = 80
CONTEXT = 2
WINDOW, STRIDE = 9, 4  # frames of 10 ms: what one step of the encoder sees, and its step
_DIM, _HIDDEN = 64, 128
_STEPS, _BATCH, _POOL = 2000, 16, 1000


class Transducer(nn.Module):
    """Encoder, stateless decoder and joiner."""

    def __init__(self, vocabulary: int, mean: Tensor, scale: Tensor) -> None:
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("scale", scale)
        self.conv = nn.Conv1d(BINS, _DIM, WINDOW, STRIDE)
        self.lstm = nn.LSTM(_DIM, _HIDDEN, batch_first=True)
        self.encoder_out = nn.Linear(_HIDDEN, _DIM)
        self.embedding = nn.Embedding(vocabulary, _DIM)
        self.decoder_out = nn.Linear(CONTEXT * _DIM, _DIM)
        self.joiner = nn.Linear(_DIM, vocabulary)

    def encode(self, frames: Tensor) -> Tensor:
        """(batch, frames, bins) to (batch, steps, dim)."""
        normal = ((frames - self.mean) * self.scale).transpose(1, 2)
        steps = torch.relu(self.conv(normal)).transpose(1, 2)
        return self.encoder_out(self.lstm(steps)[0])

    def decode(self, context: Tensor) -> Tensor:
        """(…, context) token numbers to (…, dim)."""
        return self.decoder_out(torch.relu(self.embedding(context)).flatten(-2))

    def join(self, encoded: Tensor, decoded: Tensor) -> Tensor:
        """Two of (…, dim) to (…, vocabulary) logits."""
        return self.joiner(torch.tanh(encoded + decoded))


def frames_of(samples: np.ndarray) -> np.ndarray:
    """Return log-mel frames as sherpa-onnx computes them."""
    options = knf.FbankOptions()
    options.frame_opts.dither = 0
    options.frame_opts.snip_edges = False
    options.frame_opts.samp_freq = RATE_HZ
    options.mel_opts.num_bins = BINS
    options.mel_opts.high_freq = -400
    bank = knf.OnlineFbank(options)
    bank.accept_waveform(RATE_HZ, samples.tolist())
    bank.input_finished()
    return np.stack([bank.get_frame(n) for n in range(bank.num_frames_ready)])


def transducer_loss(logits: Tensor, target: Tensor, steps: Tensor, sizes: Tensor) -> Tensor:
    """Return the mean negative log likelihood; at most one token leaves a step.

    Args:
        logits: (batch, steps, tokens + 1, vocabulary).
        target: (batch, tokens) token numbers.
        steps: (batch) lengths.
        sizes: (batch) numbers of tokens.
    """
    scores = logits.log_softmax(-1)
    blank = scores[..., 0]
    index = target[:, None, :, None].expand(-1, logits.shape[1], -1, 1)
    token = scores[:, :, :-1].gather(-1, index).squeeze(-1)
    never = torch.full_like(blank[:, 0], -1e30)
    alpha, ends = never.clone(), []
    alpha[:, 0] = 0
    for step in range(logits.shape[1]):
        moved = torch.cat([never[:, :1], (alpha + 0)[:, :-1] + token[:, step]], 1)
        alpha = torch.logaddexp(alpha + blank[:, step], moved)
        ends.append(alpha)
    rows = torch.arange(len(steps))
    return -torch.stack(ends, 1)[rows, steps - 1, sizes].mean()


def _pool(speaker: Speaker, numbers: dict[str, int]) -> list[tuple[Tensor, Tensor]]:
    """Return utterances by length, so that a batch of neighbours needs little padding."""
    drawn = [speaker.utterance() for _ in range(_POOL)]
    pool = [
        (torch.from_numpy(frames_of(samples)), torch.tensor([numbers[piece] for piece in pieces]))
        for samples, pieces in drawn
    ]
    return sorted(pool, key=lambda item: len(item[0]))


def _spelled(pieces: Tensor, numbers: dict[str, int]) -> Tensor:
    """Return the same utterances, randomly respelling what sounds alike."""
    pieces = pieces.clone()
    for usual, other in OTHERWISE.items():
        is_seldom = torch.rand(len(pieces)) < SELDOM
        pieces[(pieces == numbers[usual]) & is_seldom] = numbers[other]
    return pieces


def _batch(drawn: list[tuple[Tensor, Tensor]], numbers: dict[str, int]) -> tuple[Tensor, ...]:
    frames, spelled = zip(*drawn, strict=True)
    written = [_spelled(pieces, numbers) for pieces in spelled]
    steps = torch.tensor([(len(item) - WINDOW) // STRIDE + 1 for item in frames])
    sizes = torch.tensor([len(item) for item in written])
    pad = nn.utils.rnn.pad_sequence
    return pad(frames, batch_first=True), steps, pad(written, batch_first=True), sizes


def train(seed: int = 5) -> Transducer:
    """Return a trained network."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    numbers = {piece: at for at, piece in enumerate(tokens())}
    pool = _pool(Speaker(seed), numbers)
    sample = torch.cat([frames for frames, _ in pool])
    network = Transducer(len(numbers), sample.mean(0), 1 / sample.std(0))
    optimiser = torch.optim.AdamW(network.parameters(), 4e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, _STEPS)
    began_s = time.monotonic()
    for step in range(_STEPS):
        at = int(torch.randint(len(pool) - _BATCH, ()))
        frames, steps, target, sizes = _batch(pool[at : at + _BATCH], numbers)
        history = nn.functional.pad(target, (CONTEXT, 0)).unfold(1, CONTEXT, 1)
        logits = network.join(network.encode(frames)[:, :, None], network.decode(history)[:, None])
        loss = transducer_loss(logits, target, steps, sizes)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        if step % 50 == 0:
            print(step, f"{loss.item():.3f}", f"{time.monotonic() - began_s:.0f} s", flush=True)
    return network.eval()


if __name__ == "__main__":
    export(train(), tokens(), Path(sys.argv[1]))
