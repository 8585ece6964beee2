"""A small bundle that can be trained in seconds, and the folders of its user."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from engine.paths import Paths
from engine.punctuation.evidence import UNCALIBRATED
from tests.support.training.tiny import POSITIONS, VOCABULARY, write_tokenizer, written_sentences

LEXICON = {
    "always": {"i": "I"},
    "mixed": {},
    "common": ["we", "saw", "in", "the", "house", "did", "you", "today"],
}
CALIBRATION = replace(UNCALIBRATED, least_log_odds=-3.5)
SMALL = {
    "learning_rate": 4e-3,
    "epochs": 3.0,
    "tokens_a_step": 256,
    "remembering": 0.1,
    "window_tokens": ((48, 1.0),),
}


def make_user(folder: Path, *, with_float_weights: bool = True) -> Paths:
    """Write assets with the small bundle `en` and samples; the user's own folders are empty."""
    paths = Paths(folder / "assets", folder / "data", (), folder / "config")
    samples = paths.assets / "samples"
    samples.mkdir(parents=True)
    for name, seed in (("general_replay.txt", 5), ("general_held_out.txt", 6)):
        write_text(samples / name, 30, seed)
    write_small_bundle(paths.assets / "models" / "en", with_float_weights=with_float_weights)
    return paths


def write_small_bundle(folder: Path, *, with_float_weights: bool = True) -> Path:
    import torch

    from engine.network.scorer import LABELS
    from engine.network.torch_network import EncoderShape, TaggerNetwork
    from training.export.bundle import write_bundle

    torch.manual_seed(1)
    shape = EncoderShape(len(VOCABULARY), 32, 2, 4, 64, POSITIONS)
    tokenizer = write_tokenizer(folder.parent.parent / "small-tokenizer.json")
    write_bundle(
        folder,
        description={
            "name": folder.name,
            "languages": ["en"],
            "architecture": "token",
            "training": [{"data": "made up", "licence": "CC0 1.0"}],
            "scores": {"old": 1.0},
            "mark_offsets": {"yue": {"comma": 1.0}},
        },
        shape=shape,
        weights=TaggerNetwork(shape, LABELS).state_dict(),
        tokenizer=tokenizer,
        lexicon=LEXICON,
        calibration=CALIBRATION,
        with_float_weights=with_float_weights,
    )
    tokenizer.unlink()
    return folder


def write_text(path: Path, sentences: int = 120, seed: int = 3) -> Path:
    """Write a text that can be learnt from, six sentences a paragraph, without repetition."""
    lines = written_sentences(sentences, seed)
    numbered = [f"Today {seed}{at}, {line[0].lower()}{line[1:]}" for at, line in enumerate(lines)]
    paragraphs = [" ".join(numbered[at : at + 6]) for at in range(0, len(numbered), 6)]
    path.write_text("\n\n".join(paragraphs), encoding="utf-8")
    return path


def snapshot(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def copy_user(paths: Paths, folder: Path) -> Paths:
    """Return a fresh user with the same assets."""
    shutil.copytree(paths.assets, folder / "assets")
    return Paths(folder / "assets", folder / "data", (), folder / "config")
