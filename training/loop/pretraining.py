"""Pre-training of an encoder on text as a recogniser writes it: lower case, no marks.

Any BERT-like or RoBERTa-like encoder with any tokenizer, or one of a config's sizes that begins
from nothing; what comes out is a folder that `training.architectures.encoders.find_encoder` finds.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from engine.network.tokenizer import WordTokenizer
from training.architectures.encoders import find_encoder
from training.architectures.masked import load_masked_language_model
from training.data.augment import Batch, WindowSampler
from training.data.corpus import SUFFIX, Corpus, open_corpus
from training.data.device_windows import DeviceSampler
from training.data.device_words import pack_corpora
from training.data.masking import Masking, hide_words
from training.loop.assembly import check_encoder
from training.loop.held_out import HeldOutScore
from training.loop.trainer import Progress, Trainer
from training.recipes.recipe import Recipe, corpus_folder

_BESIDE = ("tokenizer.json", "tokenizer_config.json", "special_tokens_map.json")


class MaskedInputs:
    """Makes a masked language model's inputs of a batch; torch's generator draws them."""

    def __init__(self, masking: Masking, device: torch.device) -> None:
        self._masking = masking
        self._device = device

    def __call__(self, batch: Batch) -> tuple[Tensor, ...]:
        """Return ids with hidden words, attention, timing and what is hidden."""
        words = np.full_like(batch.ids, -1)
        for row, lengths in enumerate(batch.lengths):
            words[row, 1 : 1 + sum(lengths)] = np.repeat(np.arange(len(lengths)), lengths)
        arrays = (batch.ids, words, batch.attention, batch.timing)
        ids, numbers, *others = (torch.from_numpy(array).to(self._device) for array in arrays)
        hidden, wanted = hide_words(ids, numbers, self._masking)
        return (hidden, *others, wanted)


class Pretraining:
    """A run over the sources of a recipe, whose labels are not looked at.

    It goes on from its last checkpoint, to the same result as a run that was not killed.
    """

    def __init__(
        self, recipe: Recipe, work: Path, *, share: float, process: int, device: torch.device
    ) -> None:
        """Prepare a run.

        Args:
            recipe: its encoder, sources and [train]; the architecture does not matter.
            work: holds its token files, receives its checkpoints.

        Raises:
            OSError: the token files are missing.
            ValueError: the tokenizer has no mask token or does not fit the encoder.
        """
        self._recipe = recipe
        self._encoder = find_encoder(recipe.encoder)
        tokenizer = WordTokenizer(self._encoder / "tokenizer.json")
        check_encoder(recipe, self._encoder, tokenizer)
        if tokenizer.mask_id is None:
            raise ValueError(f"the tokenizer in {self._encoder} has no mask token")
        torch.manual_seed(recipe.train.seed)
        self.model = load_masked_language_model(self._encoder)
        torch.manual_seed(recipe.train.seed + process)
        masking = Masking(tokenizer.mask_id, tokenizer.largest_id + 1, share)
        corpora = _corpora(recipe, work)
        self._trainer = Trainer(
            self.model,
            _device_sampler(recipe, tokenizer, corpora, masking, device)
            if recipe.train.draws_on_device
            else _sampler(recipe, tokenizer, corpora, process),
            recipe.train,
            work / recipe.name,
            inputs=None if recipe.train.draws_on_device else MaskedInputs(masking, device),
            objective=_own_loss,
        )

    def run(self) -> Iterator[Progress | HeldOutScore]:
        yield from self._trainer.run()

    def write_encoder(self, folder: Path) -> None:
        """Write the averaged weights as an encoder's folder, tokenizer included."""
        self.model.load_state_dict(self._trainer.averaged_weights())
        folder.mkdir(parents=True, exist_ok=True)
        self.model.save(folder)
        for name in _BESIDE:
            if (self._encoder / name).is_file():
                shutil.copyfile(self._encoder / name, folder / name)


def _corpora(recipe: Recipe, work: Path) -> list[Corpus]:
    folder = corpus_folder(work, recipe)
    return [open_corpus(folder / f"{source.name}{SUFFIX}") for source in recipe.sources]


def _device_sampler(
    recipe: Recipe,
    tokenizer: WordTokenizer,
    corpora: Sequence[Corpus],
    masking: Masking,
    device: torch.device,
) -> DeviceSampler:
    return DeviceSampler(
        pack_corpora(corpora, device, [source.weight for source in recipe.sources]),
        noise=recipe.noise,
        timing=recipe.timing,
        special_ids=(tokenizer.start_id, tokenizer.end_id, tokenizer.padding_id),
        masking=masking,
        masked_batches=recipe.train.steps,
    )


def _sampler(
    recipe: Recipe, tokenizer: WordTokenizer, corpora: Sequence[Corpus], process: int
) -> WindowSampler:
    return WindowSampler(
        corpora,
        noise=recipe.noise,
        special_ids=(tokenizer.start_id, tokenizer.end_id, tokenizer.padding_id),
        rng=random.Random(recipe.train.seed + 1_000_003 * process),
        timing=recipe.timing,
        weights=[source.weight for source in recipe.sources],
    )


def _own_loss(scores: Tensor, batch: Batch, soft: object = None) -> Tensor:  # noqa: ARG001
    """Return what the network gives: a masked language model tells its loss itself."""
    return scores
