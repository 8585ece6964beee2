"""A tiny untrained bundle for Chinese and English: six marks, a row per character."""

from __future__ import annotations

from pathlib import Path

from tests.support.bundles import needed_module
from tests.support.training.tiny import SPECIAL

TEXT = (
    "我們今日去咗旺角食飯佢話嗰度好多人所以唔想再去不過如果你想去嘅話我可以陪你"
    "中国大陆的人说普通话台湾人说國語香港人講廣東話頭髮裏面發現𡃉喺嘅"
)
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789.%'"
COMMON = ["the", "a", "to", "and", "of", "i", "you", "it", "in", "that", "is", "was", "we", "they"]


def write_chinese_bundle(folder: Path, *, seed: int = 3) -> Path:
    """Write a bundle for zh, yue and en; its scores are random."""
    needed_module("torch")
    import torch

    from engine.network.torch_network import EncoderShape, TaggerNetwork
    from engine.punctuation.labels import Case, Mark
    from training.export.bundle import write_bundle

    torch.manual_seed(seed)
    vocabulary = _vocabulary()
    shape = EncoderShape(len(vocabulary), 32, 2, 4, 64, 160)
    network = TaggerNetwork(shape, len(Mark) + len(Case))
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.4)
    tokenizer = _write_tokenizer(folder.parent / "tokenizer.json", vocabulary)
    write_bundle(
        folder,
        description={
            "name": folder.name,
            "languages": ["zh", "yue", "en"],
            "architecture": "token",
            "training": [{"data": "made up", "licence": "CC0 1.0"}],
            "scores": {},
        },
        shape=shape,
        weights=network.state_dict(),
        tokenizer=tokenizer,
        lexicon={"always": {"i": "I"}, "mixed": {"iphone": "iPhone"}, "common": COMMON},
        marks=len(Mark),
        with_float_weights=True,
    )
    tokenizer.unlink()
    return folder


def _vocabulary() -> list[str]:
    words = [*SPECIAL, *LETTERS, *(f"##{letter}" for letter in LETTERS), *TEXT]
    return list(dict.fromkeys(words))


def _write_tokenizer(path: Path, vocabulary: list[str]) -> Path:
    from tokenizers import Tokenizer, models, pre_tokenizers

    ids = {piece: at for at, piece in enumerate(vocabulary)}
    tokenizer = Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))  # noqa: S106  not a password
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.save(str(path))
    return path
