"""Builds a run's parts from a recipe: tokenizer, network, sampler, held-out windows, teacher."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from engine.network.layout import PLAIN, Layout
from engine.network.tokenizer import WordTokenizer
from training.architectures.encoders import find_encoder
from training.architectures.registry import build_tagger, load_body, slot_token_of
from training.architectures.sizes import PhoneticSizes, WindowSizes
from training.architectures.tagger import Tagger
from training.data.augment import Batch, Placement, Sampler, WindowSampler
from training.data.corpus import SUFFIX, Corpus, open_corpus, with_slots
from training.data.device_windows import DeviceSampler
from training.data.device_words import PackedCorpora, pack_corpora
from training.data.masking import Masking
from training.data.noise import Noise, TimingNoise
from training.data.phones import Pronunciations, read_pronunciations
from training.data.sounds import SOUND_NAMES, SoundTable, read_sounds
from training.loop.checkpoints import start_from
from training.loop.distillation import Teacher
from training.loop.trainer import BatchInputs, Trainer
from training.recipes.recipe import Recipe, Source, corpus_folder, read_recipe

_CPU = torch.device("cpu")
_HELD_OUT_SEED = 20_000
_SILENT = Noise(share_of_windows=0.0)
_PLAIN_TIMING = TimingNoise(
    dropped_windows=0.0,
    dropped_words=0.0,
    slowest=1.0,
    misleading_windows=0.0,
    confident_windows=0.0,
)


@dataclass(frozen=True, slots=True)
class Parts:
    """What a recipe's network is built on; `phones` if it needs them."""

    encoder: Path
    tokenizer: WordTokenizer
    phones: Pronunciations | None
    model: Tagger

    @property
    def special_ids(self) -> tuple[int, int, int]:
        """(start, end, padding) token ids."""
        return self.tokenizer.start_id, self.tokenizer.end_id, self.tokenizer.padding_id


def build_parts(recipe: Recipe) -> Parts:
    """Load the encoder and put fresh heads on it; deterministic under the recipe's seed.

    Raises:
        ValueError: the tokenizer or the windows do not fit the encoder.
    """
    torch.manual_seed(recipe.train.seed)
    encoder = find_encoder(recipe.encoder)
    tokenizer = WordTokenizer(encoder / "tokenizer.json")
    check_encoder(recipe, encoder, tokenizer)
    phones, sounds = _phones(recipe, encoder, tokenizer)
    model = build_tagger(
        recipe.sizes,
        load_body(encoder, recipe.sizes, recipe.train.encoder_dropout),
        dropout=recipe.train.dropout,
        slot_token=slot_token_of(tokenizer, recipe.sizes),
        phones=phones.kinds if phones else sounds.kinds if sounds else 0,
        sounds=torch.from_numpy(sounds.sounds) if sounds else None,
        marks=recipe.marks,
        has_beside=recipe.train.beside.is_learnt,
    )
    return Parts(encoder, tokenizer, phones, model)


def _phones(
    recipe: Recipe, encoder: Path, tokenizer: WordTokenizer
) -> tuple[Pronunciations | None, SoundTable | None]:
    """Return the phones of words or of characters, whichever the recipe names."""
    if not isinstance(recipe.sizes, PhoneticSizes) or not recipe.sizes.phones:
        return None, None
    if recipe.sizes.phones in SOUND_NAMES:
        return None, read_sounds(recipe.sizes.phones, encoder / "tokenizer.json")
    return read_pronunciations(recipe.sizes.phones, tokenizer, PLAIN), None


def check_encoder(recipe: Recipe, encoder: Path, tokenizer: WordTokenizer) -> None:
    """Refuse an encoder that has another's tokenizer or is too short for the windows."""
    config = json.loads((encoder / "config.json").read_text(encoding="utf-8"))
    known = config.get("vocab_size", 0)
    if tokenizer.largest_id >= known:
        raise ValueError(
            f"the tokenizer in {encoder} does not fit its encoder: it gives token "
            f"{tokenizer.largest_id}, and the encoder knows {known}"
        )
    longest = recipe.train.longest_window_tokens
    extra = recipe.distillation.context_tokens if recipe.distillation.weights else 0
    positions = config.get("max_position_embeddings", longest + extra)
    if "roberta" in config.get("model_type", "") or config.get("model_type") == "mpnet":
        positions -= config["pad_token_id"] + 1
    if recipe.architecture != "lstm" and longest + extra > positions:
        raise ValueError(f"windows of {longest + extra} tokens, and {encoder} reads {positions}")
    if isinstance(recipe.sizes, WindowSizes) and longest > recipe.sizes.window:
        raise ValueError(f"windows of {longest} tokens, and model.window is {recipe.sizes.window}")


def build_sampler(
    recipe: Recipe, parts: Parts, work: Path, *, process: int = 0, device: torch.device = _CPU
) -> Sampler:
    """Load the corpora of a recipe; each process of a run draws windows of its own.

    Raises:
        OSError: `prepare` has not been run.
        ValueError: the corpora were prepared with another tokenizer, or the recipe wants something
            that only Python can draw.
    """
    corpora = _corpora(recipe, recipe.sources, parts, work)
    weights = [source.weight for source in recipe.sources]
    styles = [source.style_label for source in recipe.sources]
    if recipe.train.draws_on_device:
        return _device_sampler(recipe, parts, pack_corpora(corpora, device, weights, styles))
    return WindowSampler(
        corpora,
        noise=recipe.noise,
        special_ids=parts.special_ids,
        rng=random.Random(recipe.train.seed + 1_000_003 * process),
        timing=recipe.timing,
        weights=weights,
        styles=styles,
        layout=parts.model.layout,
        placement=recipe.placement,
    )


def _device_sampler(recipe: Recipe, parts: Parts, packed: PackedCorpora) -> DeviceSampler:
    layout, placement = parts.model.layout, recipe.placement
    if layout.lookahead_words or placement != Placement() or parts.phones:
        raise ValueError("placement, phones of words and lookahead are drawn in Python")
    beside, masking = recipe.train.beside, None
    if beside.is_learnt:
        if parts.tokenizer.mask_id is None:
            raise ValueError(f"the tokenizer in {parts.encoder} has no mask token")
        vocabulary = parts.tokenizer.largest_id + 1
        masking = Masking(parts.tokenizer.mask_id, vocabulary, beside.hidden_share)
    until = beside.hidden_until if beside.hidden_words else 0.0
    return DeviceSampler(
        packed,
        noise=recipe.noise,
        timing=recipe.timing,
        special_ids=parts.special_ids,
        masking=masking,
        masked_batches=round(until * recipe.train.steps),
    )


def held_out_batches(recipe: Recipe, parts: Parts, work: Path) -> list[Batch]:
    """Draw the held-out windows, the same in every run; none if the recipe names none."""
    if not recipe.held_out:
        return []
    sampler = WindowSampler(
        _corpora(recipe, recipe.held_out, parts, work),
        noise=_SILENT,
        special_ids=parts.special_ids,
        rng=random.Random(_HELD_OUT_SEED),
        timing=_PLAIN_TIMING,
        weights=[source.weight for source in recipe.held_out],
        styles=[source.style_label for source in recipe.held_out],
        layout=parts.model.layout,
    )
    tokens, windows = recipe.train.longest_window_tokens, recipe.train.held_out_windows
    return [sampler.batch(min(16, windows - at), tokens) for at in range(0, windows, 16)]


def build_teacher(recipe: Recipe, parts: Parts, device: torch.device) -> Teacher | None:
    """Load the teachers of a recipe; None if it names none.

    Raises:
        ValueError: their tokens or layouts are not the student's.
    """
    settings = recipe.distillation
    if not settings.weights:
        return None
    own = read_recipe(Path(settings.recipe)) if settings.recipe else recipe
    models: list[Tagger] = []
    phones = None
    for weights in settings.weights:
        built = build_parts(replace(own, distillation=settings))
        start_from(built.model, Path(weights))
        if built.model.layout != parts.model.layout:
            raise ValueError("the teacher's words do not stand in its windows as the student's do")
        models, phones = [*models, built.model], built.phones
    inputs = BatchInputs(device, phones)
    return Teacher(models, settings, parts.special_ids, inputs)


def build_trainer(recipe: Recipe, work: Path, *, process: int, device: torch.device) -> Trainer:
    """Build a whole run; see `build_parts`, `build_sampler`, `build_teacher`."""
    parts = build_parts(recipe)
    if recipe.start:
        start_from(parts.model, Path(recipe.start))
    sampler = build_sampler(recipe, parts, work, process=process, device=device)
    teacher = build_teacher(recipe, parts, device)
    if process:
        torch.manual_seed(recipe.train.seed + process)  # its own dropout
    return Trainer(
        parts.model,
        sampler,
        recipe.train,
        work / recipe.name,
        held_out=held_out_batches(recipe, parts, work),
        teacher=teacher,
        distillation=recipe.distillation,
        phones=parts.phones,
    )


def _corpora(recipe: Recipe, sources: tuple[Source, ...], parts: Parts, work: Path) -> list[Corpus]:
    folder = corpus_folder(work, recipe)
    found = [open_corpus(folder / f"{source.name}{SUFFIX}") for source in sources]
    for corpus in found:
        if len(corpus.ids) and int(corpus.ids.max()) > parts.tokenizer.largest_id:
            raise ValueError(
                f"{corpus.name} was prepared with another tokenizer: run prepare again"
            )
    layout: Layout = parts.model.layout
    return [with_slots(corpus, layout) for corpus in found]
