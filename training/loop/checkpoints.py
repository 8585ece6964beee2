"""Checkpoint folders of a run: written whole or not at all, and read back.

A checkpoint is tensors and JSON alone. It is written beside its place, flushed to the disk, and
then renamed; only then are older ones removed. A disk that fills up leaves the one before.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

WEIGHTS, AVERAGE, OPTIMIZER, CHANCE = "weights", "average", "optimizer", "chance"

_STATE = "state.json"


def checkpoints(folder: Path) -> list[Path]:
    """Return the whole checkpoints of a run, oldest first; half-written ones are left out."""
    return sorted(path for path in folder.glob("checkpoint-*") if path.suffix != ".partial")


def checkpoint_at(folder: Path, step: int) -> Path:
    """Return the place of a step's checkpoint."""
    return folder / f"checkpoint-{step:07d}"


def write_checkpoint(
    place: Path, tensors: Mapping[str, Mapping[str, Tensor]], state: Mapping[str, Any]
) -> None:
    """Write a checkpoint and remove the older ones.

    Args:
        place: its folder, see `checkpoint_at`.
        tensors: file name without suffix → tensors.
        state: whatever is not a tensor.

    Raises:
        OSError: it could not be written; the one before is whole.
    """
    partial = place.with_suffix(".partial")
    partial.mkdir(parents=True, exist_ok=True)
    for name, values in tensors.items():
        write_tensors(values, partial / f"{name}.safetensors")
    (partial / _STATE).write_text(json.dumps(state))
    _flush(partial / _STATE)
    partial.replace(place)
    _flush(place.parent)
    run = place.parent
    for old in [*checkpoints(run)[:-1], *run.glob("checkpoint-*.partial")]:
        remove_folder(old)


def read_state(place: Path) -> dict[str, Any]:
    """Return what is not a tensor."""
    state: dict[str, Any] = json.loads((place / _STATE).read_text())
    return state


def read_tensors(place: Path, name: str) -> dict[str, Tensor]:
    """Return one file of a checkpoint; an old one may lack it, then there is nothing in it."""
    file = place / f"{name}.safetensors"
    return load_file(file) if file.is_file() else {}


def write_tensors(tensors: Mapping[str, Tensor], path: Path) -> None:
    """Write a safetensors file that appears whole or not at all.

    Raises:
        OSError: it could not be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    plain = {n: value.detach().cpu().contiguous().clone() for n, value in tensors.items()}
    try:
        save_file(plain, partial)
    except SafetensorError as error:
        raise OSError(f"{path} cannot be written: {error}") from error
    _flush(partial)
    partial.replace(path)


def remove_folder(folder: Path) -> None:
    """Remove a folder of files."""
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()


def chance_tensors() -> dict[str, Tensor]:
    """Return the states of torch's random generators, which dropout draws from."""
    states = {"cpu": torch.get_rng_state()}
    if torch.cuda.is_available():
        states["cuda"] = torch.cuda.get_rng_state()
    return states


def restore_chance(states: Mapping[str, Tensor]) -> None:
    """Go on with the draws of `chance_tensors`; where there are none, with new ones."""
    if "cpu" in states:
        torch.set_rng_state(states["cpu"])
    if "cuda" in states and torch.cuda.is_available():
        torch.cuda.set_rng_state(states["cuda"])


def _flush(path: Path) -> None:
    """Make the disk take it now: a full one says so before the rename, not after."""
    if path.is_dir() and os.name == "nt":
        return  # folders cannot be opened there
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def start_from(model: nn.Module, weights: Path) -> None:
    """Load the weights of an earlier run; what it did not have stays as it is.

    Raises:
        ValueError: they are another encoder's.
    """
    try:
        found = model.load_state_dict(load_file(weights), strict=False)
    except RuntimeError as error:
        raise ValueError(f"{weights} holds weights of another encoder") from error
    if found.unexpected_keys or any(not key.startswith("timing.") for key in found.missing_keys):
        raise ValueError(f"{weights} holds weights of another network")


def load_weights(model: nn.Module, weights: dict[str, Tensor], place: Path) -> None:
    """Load what a checkpoint holds.

    Raises:
        ValueError: the weights are another encoder's.
    """
    try:
        model.load_state_dict(weights)
    except RuntimeError as error:
        raise ValueError(f"{place} holds weights of another encoder") from error
