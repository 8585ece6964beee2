"""A tiny encoder, its tokenizer, and text whose marks and cases can be learnt in seconds."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from engine.network.tokenizer import WordTokenizer
from tests.support.bundles import needed_module
from training.data.augment import WindowSampler
from training.data.corpus import Corpus, build_corpus
from training.data.noise import Noise
from training.data.spoken_form import read_spoken_words

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
WHOLE = "yes no we you they saw met did see in at the house now today well so and"
NAMES = ["Anna", "Bob", "Paris", "Rome", "NASA", "iPhone"]
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789'"
VOCABULARY = [*SPECIAL, *LETTERS, *(f"##{letter}" for letter in LETTERS), *WHOLE.split()]
VOCABULARY = list(dict.fromkeys(VOCABULARY))
SPECIAL_IDS = (2, 3, 0)
POSITIONS = 160


def write_tokenizer(path: Path) -> Path:
    """Write a lower-casing WordPiece tokenizer; names are split into letters."""
    ids = {piece: at for at, piece in enumerate(VOCABULARY)}
    tokenizer = Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))  # noqa: S106  not a password
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.save(str(path))
    return path


def need_torch() -> None:
    """Skip without torch; one thread, because two that share a busy core wait for each other."""
    needed_module("torch")
    needed_module("transformers")
    import torch

    torch.set_num_threads(1)


def tokenizer_in(folder: Path) -> WordTokenizer:
    return WordTokenizer(write_tokenizer(folder / "tokenizer.json"))


def written_sentences(count: int, seed: int = 3) -> list[str]:
    """Sentences whose opening words give their marks away."""
    rng = random.Random(seed)
    lines = []
    for _ in range(count):
        name, other = rng.choice(NAMES), rng.choice(NAMES)
        lines.append(
            rng.choice(
                [
                    f"We saw {name} in the house.",
                    f"Did you see {name} at {other}?",
                    f"Yes, they met {name} today.",
                    f"Well, so {name} and {other} met now.",
                ]
            )
        )
    return lines


def spoken_corpus(tokenizer: WordTokenizer, sentences: int = 200, name: str = "small") -> Corpus:
    words = read_spoken_words(
        iter(written_sentences(sentences)), keep_unmarked=False, rng=random.Random(1)
    )
    return build_corpus(name, words, tokenizer, 1_000_000)


def plain_corpus(lengths: list[int], name: str = "plain") -> Corpus:
    """A corpus of distinct words: rising ids, marks and cases in turn."""
    ends = np.cumsum(np.array(lengths, dtype=np.int64))
    total = int(ends[-1]) if lengths else 0
    count = len(lengths)
    return Corpus(
        name,
        np.arange(100, 100 + total, dtype=np.uint16),
        ends,
        (np.arange(count) % 5).astype(np.int8),
        (np.arange(count) % 4).astype(np.int8),
    )


def quiet_sampler(corpus: Corpus, seed: int = 1, **more: object) -> WindowSampler:
    """Windows of a corpus without recognition errors."""
    options = {
        "noise": Noise(share_of_windows=0.0),
        "special_ids": SPECIAL_IDS,
        "rng": random.Random(seed),
    }
    return WindowSampler([corpus], **(options | more))


def bert_config(**changes):
    from transformers import BertConfig

    sizes = {
        "vocab_size": len(VOCABULARY),
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "intermediate_size": 64,
        "max_position_embeddings": POSITIONS,
        "hidden_dropout_prob": 0.0,
        "attention_probs_dropout_prob": 0.0,
    }
    return BertConfig(**(sizes | changes))


def tagger(seed: int = 1, dropout: float = 0.1, **changes):
    """Return a randomly initialised `TokenTagger` of two layers."""
    import torch
    from transformers import BertModel

    from training.architectures.token import TokenTagger

    torch.manual_seed(seed)
    return TokenTagger(BertModel(bert_config(**changes), add_pooling_layer=False), 32, dropout)


def with_mask(folder: Path) -> Path:
    """Give the tokenizer in a folder a mask token, as every masked language model has."""
    path = str(folder / "tokenizer.json")
    tokenizer = Tokenizer.from_file(path)
    assert tokenizer.add_special_tokens(["[MASK]"]) == 1
    tokenizer.save(path)
    return folder


def write_encoder(folder: Path, seed: int = 1, **changes: int) -> Path:
    """Write what `find_encoder` looks for: config, weights, tokenizer."""
    import torch
    from transformers import BertModel

    torch.manual_seed(seed)
    BertModel(bert_config(**changes), add_pooling_layer=False).save_pretrained(folder)
    write_tokenizer(folder / "tokenizer.json")
    return folder
