"""A speaker model of a few kilobytes: loudness shows where somebody speaks, one spectrum who."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engine.recognisers.speakers import EMBEDDING, SEGMENTATION
from tests.support.shared_data import need_module

RATE_HZ = 16_000
_FRAME, _STEP = 991, 270  # samples in a frame of pyannote's, and its step
_BANDS = 80


def write_speaker_model(folder: Path, one: np.ndarray, other: np.ndarray) -> Path:
    """Write networks that tell two voices apart: (samples,) float of each."""
    need_module("onnx")
    need_module("sherpa_onnx")
    folder.mkdir(exist_ok=True)
    (folder / SEGMENTATION).write_bytes(_segmentation())
    (folder / EMBEDDING).write_bytes(_embedding(np.eye(_BANDS), np.zeros(_BANDS)))
    spectra = [
        np.stack(
            [_spectrum(folder, voice[at : at + RATE_HZ]) for at in range(0, end, RATE_HZ // 4)]
        )
        for voice, end in ((one, len(one) - RATE_HZ), (other, len(other) - RATE_HZ))
    ]
    first, second = (spectrum.mean(0) for spectrum in spectra)
    spread = sum(np.cov(spectrum.T) for spectrum in spectra) + 0.1 * np.eye(_BANDS)
    way = np.linalg.solve(spread, first - second)  # Fisher's discriminant
    towards = np.stack([way, np.zeros(_BANDS)], 1) / (way @ (first - second))
    centre = (first + second) / 2
    (folder / EMBEDDING).write_bytes(_embedding(towards, centre, constant=0.05))
    return folder


def _spectrum(folder: Path, samples: np.ndarray) -> np.ndarray:
    import sherpa_onnx

    config = sherpa_onnx.SpeakerEmbeddingExtractorConfig(model=str(folder / EMBEDDING))
    extractor = sherpa_onnx.SpeakerEmbeddingExtractor(config)
    stream = extractor.create_stream()
    stream.accept_waveform(RATE_HZ, samples)
    stream.input_finished()
    return np.asarray(extractor.compute(stream))


def _segmentation() -> bytes:
    from onnx import TensorProto, helper

    nodes = [
        helper.make_node("Abs", ["x"], ["loud"]),
        helper.make_node("AveragePool", ["loud"], ["mean"], kernel_shape=[_FRAME], strides=[_STEP]),
        helper.make_node("Transpose", ["mean"], ["frames"], perm=[0, 2, 1]),
        helper.make_node("Sub", ["frames", "least"], ["above"]),
        helper.make_node("Mul", ["above", "steep"], ["scaled"]),
        helper.make_node("Add", ["scaled", "others"], ["y"]),  # nobody, the first, never another
    ]
    constants = {
        "least": np.array([0.01], "float32"),
        "steep": np.array([[[0, 1_000, 0, 0, 0, 0, 0]]], "float32"),
        "others": np.array([[[0, 0, -99, -99, -99, -99, -99]]], "float32"),
    }
    about = {
        "model_type": "pyannote-segmentation-3.0",
        "sample_rate": RATE_HZ,
        "window_size": RATE_HZ,  # so short that only one person speaks in it
        "receptive_field_size": _FRAME,
        "receptive_field_shift": _STEP,
        "num_speakers": 3,
        "powerset_max_classes": 2,
        "num_classes": 7,
    }
    sound = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["N", 1, "T"])
    scores = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["N", "F", 7])
    return _network(nodes, sound, scores, constants, about)


def _embedding(towards: np.ndarray, centre: np.ndarray, constant: float = 0.0) -> bytes:
    from onnx import TensorProto, helper

    nodes = [
        helper.make_node("ReduceMean", ["feats", "time"], ["mean"], keepdims=0),
        helper.make_node("Sub", ["mean", "centre"], ["away"]),
        helper.make_node("MatMul", ["away", "towards"], ["placed"]),
        helper.make_node("Add", ["placed", "constant"], ["embs"]),
    ]
    size = towards.shape[1]
    constants = {
        "time": np.array([1], "int64"),
        "centre": centre.astype("float32"),
        "towards": towards.astype("float32"),
        "constant": np.full(size, constant, "float32"),
    }
    about = {
        "framework": "wespeaker",
        "language": "English",
        "url": "",
        "comment": "",
        "sample_rate": RATE_HZ,
        "output_dim": size,
        "normalize_samples": 1,
    }
    features = helper.make_tensor_value_info("feats", TensorProto.FLOAT, ["N", "T", _BANDS])
    places = helper.make_tensor_value_info("embs", TensorProto.FLOAT, ["N", size])
    return _network(nodes, features, places, constants, about)


def _network(nodes, taken, given, constants, about) -> bytes:
    from onnx import helper, numpy_helper

    initial = [numpy_helper.from_array(value, name) for name, value in constants.items()]
    graph = helper.make_graph(nodes, "speakers", [taken], [given], initial)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    for name, value in about.items():
        model.metadata_props.add(key=name, value=str(value))
    content: bytes = model.SerializeToString()
    return content
