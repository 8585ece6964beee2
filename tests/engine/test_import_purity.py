from __future__ import annotations

import json
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import engine

ROOT = Path(engine.__file__).parent.parent
FOREIGN = {"PySide6", "PyQt6", "torch", "transformers", "safetensors", "app", "training"}
NEEDS_TORCH = {"engine.network.torch_backend", "engine.network.torch_network"}
MODULES = [
    module.name
    for module in pkgutil.walk_packages(engine.__path__, "engine.")
    if module.name not in NEEDS_TORCH
]
LOADED = """
import importlib, json, sys
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def loaded_by(*modules: str) -> set[str]:
    found = subprocess.run(
        [sys.executable, "-c", LOADED, json.dumps(modules)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return set(json.loads(found.stdout))


def test_no_engine_module_imports_forbidden_packages():
    assert loaded_by(*MODULES) & FOREIGN == set()


@pytest.mark.parametrize(
    ("modules", "too_heavy"),
    [
        (["engine.build"], {"onnxruntime", "vosk", "ctranslate2", "soundfile", "soxr"}),
        (
            ["engine.types", "engine.errors", "engine.session"],
            {"numpy", "onnxruntime", "soundfile"},
        ),
    ],
)
def test_starting_imports_no_heavy_library(modules, too_heavy):
    assert loaded_by(*modules) & (FOREIGN | too_heavy) == set()


def test_the_microphones_process_imports_little():
    too_much = {"PySide6", "numpy", "soundfile", "onnxruntime", "requests"}
    assert loaded_by("app.dictation.capture") & too_much == set()
