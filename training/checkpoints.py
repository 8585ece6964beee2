"""Checkpoint folders of a run: which are whole, and the state of chance that dropout draws from."""

from __future__ import annotations

from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

_CHANCE = "chance.safetensors"


def checkpoints(folder: Path) -> list[Path]:
    """Return the whole checkpoints of a run, oldest first; half-written ones are left out."""
    return sorted(path for path in folder.glob("checkpoint-*") if path.suffix != ".partial")


def remove_folder(folder: Path) -> None:
    """Remove a folder of files."""
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()


def save_chance(folder: Path) -> None:
    """Write the states of torch's random generators."""
    states = {"cpu": torch.get_rng_state()}
    if torch.cuda.is_available():
        states["cuda"] = torch.cuda.get_rng_state()
    save_file(states, folder / _CHANCE)


def load_chance(folder: Path) -> None:
    """Go on with the draws of `save_chance`; a checkpoint without them goes on with new ones."""
    if not (folder / _CHANCE).is_file():
        return
    states = load_file(folder / _CHANCE)
    torch.set_rng_state(states["cpu"])
    if "cuda" in states and torch.cuda.is_available():
        torch.cuda.set_rng_state(states["cuda"])
