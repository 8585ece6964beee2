"""Native code reads strangers' speech models: when it crashes, that is an error and no more.

In full: `FERMATA_FUZZ_SECONDS=600 pytest -rP tests/faults/test_strange_speech_models.py`.
"""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import time
from collections import Counter
from itertools import count
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from app.commands.wording import explain
from engine.audio.sound_file import SoundFile
from engine.errors import FermataError, ModelFormatError
from engine.models.install import Job, import_model
from engine.paths import Paths, default_paths
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.sherpa_families import FAMILIES, STREAMING_FAMILIES
from engine.recognisers.speech_models import RecogniserSpec, built_in_model, check_speech_model
from tests.support.faults.mutation import changed_bytes
from tests.support.recognisers.stretch_models import make_stretch_model
from tests.support.recognisers.tone_models import make_model
from tests.support.shared_data import DATA, need_module

SECONDS = float(os.environ.get("FERMATA_FUZZ_SECONDS", "0"))
FEW = 2
MODELS = {
    "vosk": DATA / "vosk-model-tiny-en",
    "sherpa": DATA / "sherpa-onnx-tiny-zh-en",
    "whisper": built_in_model() or Path(),
}
KINDS = [*((kind, None) for kind in MODELS), *(("sherpa", family) for family in FAMILIES)]


def peak_kib_of_children():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


def outcome(kind, folder):
    """Recognise a word with a model; return the outcome, in a line. Nothing else may come out."""
    try:
        check_speech_model(folder)
        with (
            SoundFile(DATA / "speech" / "flite-slt-09.wav") as sound,
            RecogniserProcess(RecogniserSpec(kind, folder), keep_up=True) as recogniser,
        ):
            for chunk in sound:
                list(recogniser.push(chunk))
            list(recogniser.flush())
    except FermataError as error:
        return f"{type(error).__name__}: {explain(error)}"
    return "heard"


@pytest.mark.parametrize(("kind", "family"), KINDS)
def test_a_broken_model_is_an_error_and_no_more(tmp_path, kind, family):
    need_module({"vosk": "vosk", "sherpa": "sherpa_onnx", "whisper": "ctranslate2"}[kind])
    make = make_model if family in STREAMING_FAMILIES else make_stretch_model
    original = make(family, tmp_path / "whole") if family else MODELS[kind]
    assert outcome(kind, original) == "heard"
    chance = random.Random(None if SECONDS else 6)
    files = sorted(path for path in original.rglob("*") if path.is_file())
    outcomes: Counter[str] = Counter()
    until_s = time.monotonic() + SECONDS
    for number in count():
        if number >= FEW and time.monotonic() >= until_s:
            break
        folder = tmp_path / "model"
        shutil.copytree(original, folder)
        file = chance.choice(files).relative_to(original)
        (folder / file).write_bytes(changed_bytes((original / file).read_bytes(), chance))
        told = outcome(kind, folder)
        assert "\n" not in told
        outcomes[told.partition(":")[0]] += 1
        shutil.rmtree(folder)
    print(kind, family, dict(outcomes))
    assert outcomes.total() >= FEW


def test_a_small_file_cannot_ask_for_all_memory(tmp_path):
    need_module("sherpa_onnx")
    need_module("onnx")
    import onnx

    most_kib = max(3 << 19, peak_kib_of_children())
    folder = make_model("transducer", tmp_path / "model")
    [path] = folder.glob("encoder*.onnx")
    network = onnx.load(path)
    [made] = [node for node in network.graph.node if "encoder_out" in node.output]
    made.output[0] = "plain"
    node = onnx.helper.make_node
    network.graph.initializer.append(onnx.numpy_helper.from_array(np.array([1 << 30]), "many"))
    network.graph.node.extend(
        [
            node("ConstantOfShape", ["many"], ["zeros"]),
            node("ReduceMax", ["zeros"], ["zero"], keepdims=0),
            node("Add", ["plain", "zero"], ["encoder_out"]),
        ]
    )
    onnx.save(network, path)
    assert outcome("sherpa", folder).startswith(("ModelFormatError", "RecogniserError"))
    assert peak_kib_of_children() <= most_kib


@pytest.mark.parametrize(
    ("place", "reason"),
    [("../w.bin", "points outside"), ("{}/w.bin", "points outside"), ("w.bin", "w.bin is")],
)
def test_weights_that_are_outside_or_missing_are_reported_before_loading(tmp_path, place, reason):
    need_module("onnx")
    import onnx

    folder = make_model("transducer", tmp_path / "model")
    [path] = folder.glob("encoder*.onnx")
    beside = {"save_as_external_data": True, "location": "w.bin", "size_threshold": 0}
    onnx.save(onnx.load(path), path, **beside)
    check_speech_model(folder)
    (folder / "w.bin").rename(tmp_path / "w.bin")
    network = onnx.load(path, load_external_data=False)
    for weights in network.graph.initializer:
        weights.external_data[0].value = place.format(tmp_path)
    path.write_bytes(network.SerializeToString())
    with pytest.raises(ModelFormatError, match=reason):
        check_speech_model(folder)


@pytest.mark.parametrize("part", ["tokenizer.json", "config.json"])
def test_a_whisper_that_fills_memory_or_crashes_at_each_word_is_not_installed(tmp_path, part):
    need_module("ctranslate2")
    from tests.support.recognisers.tiny_whisper import make_tiny_whisper

    folder = make_tiny_whisper(tmp_path / "model")
    table = json.loads((folder / part).read_text(encoding="utf-8"))
    writes_more = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 16}
    table |= {
        "tokenizer.json": {"normalizer": {"type": "Sequence", "normalizers": [writes_more] * 10}},
        "config.json": {"alignment_heads": [[99, 99]]},
    }[part]
    (folder / part).write_text(json.dumps(table), encoding="utf-8")
    paths = Paths(default_paths().assets, tmp_path / "data", ())
    with pytest.raises(ModelFormatError):
        import_model(folder, paths, Job(Event()))
