"""Checkpoint folders of a run: written whole or not at all, and read back.

A checkpoint is only tensors and JSON. Older ones are removed once it is on the disk, so a disk that
fills up keeps the one before.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from engine.atomic_file import replacing_path
from training.architectures.joint import BESIDE
from training.atomic_folder import flush_to_disk, replacing_folder

WEIGHTS, AVERAGE, OPTIMIZER, RNG = "weights", "average", "optimizer", "rng"

_STATE = "state.json"
_LATER = ("timing.", BESIDE)  # what an earlier run may lack


def checkpoints(folder: Path) -> list[Path]:
    """Return the whole checkpoints of a run, oldest first; half-written ones are left out."""
    return sorted(path for path in folder.glob("checkpoint-*") if path.suffix != ".partial")


def checkpoint_at(folder: Path, step: int) -> Path:
    return folder / f"checkpoint-{step:07d}"


def write_checkpoint(
    place: Path, tensors: Mapping[str, Mapping[str, Tensor]], state: Mapping[str, Any]
) -> None:
    """Write a checkpoint and remove the older ones.

    Args:
        place: its folder, see `checkpoint_at`.
        tensors: file name without suffix → tensors.

    Raises:
        OSError: it could not be written; the one before is whole.
    """
    with replacing_folder(place) as partial:
        for name, values in tensors.items():
            _save(values, partial / f"{name}.safetensors")
        (partial / _STATE).write_text(json.dumps(state))
    run = place.parent
    for old in [*checkpoints(run)[:-1], *run.glob("checkpoint-*.partial")]:
        shutil.rmtree(old)


def read_state(place: Path) -> dict[str, Any]:
    state: dict[str, Any] = json.loads((place / _STATE).read_text())
    return state


def read_tensors(place: Path, name: str) -> dict[str, Tensor]:
    """Return one file of a checkpoint; nothing if an old one lacks it."""
    file = place / f"{name}.safetensors"
    return load_file(file) if file.is_file() else {}


def write_tensors(tensors: Mapping[str, Tensor], path: Path) -> None:
    """Write a safetensors file that appears whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing_path(path) as temporary:
        _save(tensors, temporary)
        flush_to_disk(temporary)


def _save(tensors: Mapping[str, Tensor], path: Path) -> None:
    plain = {n: value.detach().cpu().contiguous().clone() for n, value in tensors.items()}
    try:
        save_file(plain, path)
    except SafetensorError as error:
        raise OSError(f"{path} cannot be written: {error}") from error


def rng_tensors() -> dict[str, Tensor]:
    """Return the states of torch's random generators, which dropout uses."""
    states = {"cpu": torch.get_rng_state()}
    if torch.cuda.is_available():
        states["cuda"] = torch.cuda.get_rng_state()
    return states


def restore_rng(states: Mapping[str, Tensor]) -> None:
    """Restore the generators from `rng_tensors`; without them, go on with new draws."""
    if "cpu" in states:
        torch.set_rng_state(states["cpu"])
    if "cuda" in states and torch.cuda.is_available():
        torch.cuda.set_rng_state(states["cuda"])


def start_from(model: nn.Module, weights: Path) -> None:
    """Load the weights of an earlier run; what it lacks stays as it is.

    Raises:
        ValueError: they are another encoder's.
    """
    try:
        found = model.load_state_dict(load_file(weights), strict=False)
    except RuntimeError as error:
        raise ValueError(f"{weights} holds weights of another encoder") from error
    if found.unexpected_keys or any(not key.startswith(_LATER) for key in found.missing_keys):
        raise ValueError(f"{weights} holds weights of another network")


def load_weights(model: nn.Module, weights: dict[str, Tensor], place: Path) -> None:
    """Load a checkpoint's weights.

    Raises:
        ValueError: the weights are another encoder's.
    """
    try:
        model.load_state_dict(weights)
    except RuntimeError as error:
        raise ValueError(f"{place} holds weights of another encoder") from error
