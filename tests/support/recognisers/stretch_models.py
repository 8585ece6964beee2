"""Handmade models that hear whole stretches: each hears four high tones as four tokens.

Their networks have the inputs, outputs and metadata that sherpa-onnx drives in published models,
one kind for each of `sherpa_families.STRETCH_FAMILIES`. The tones are played above a voice
that has nothing as high, so that voice activity detection hears speech.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper

from engine.recognisers.sherpa_families import STRETCH_FAMILIES
from engine.types import AudioChunk
from tests.support.recognisers.onnx_graphs import network
from tests.support.recognisers.speech import FOX, clip
from tests.support.recognisers.tone_models import (
    bands,
    every,
    handed_on,
    joined,
    named,
    never_again,
)

TONES_HZ = (4_400, 5_100, 5_900, 6_900)
PIECES = ("▁Hello", "▁world", "你", ".")
TOKEN_S = 0.3
_BINS, _STACKED = 80, 7
_RATE_HZ = 16_000
_CLEAR = 3.0  # how much louder a tone is than the other bands, in natural logarithms
_HIGHEST_HZ = 3_800  # of the voice
_BLANK = "<blk>"
_LANGUAGES = ("zh", "en", "yue", "ja", "ko")
_node = helper.make_node
_Network = onnx.ModelProto
_Part = tuple[list, dict[str, np.ndarray]]


def make_stretch_model(
    kind: str,
    folder: Path,
    *,
    pieces: Sequence[str] = PIECES,
    about: Mapping[str, object | None] | None = None,
) -> Path:
    """Write a model into a folder, and return it.

    Args:
        kind: of `STRETCH_FAMILIES`.
        folder: is created.
        pieces: how the tones are written.
        about: changed properties of the first network; None removes one.
    """
    tokens, networks = _MAKERS[kind](pieces)
    first = next(iter(networks.values()))
    told = {it.key: it.value for it in first.metadata_props} | (about or {})
    del first.metadata_props[:]
    helper.set_model_props(first, {k: str(v) for k, v in told.items() if v is not None})
    folder.mkdir(parents=True)
    family = STRETCH_FAMILIES[kind]
    for name, made in networks.items():
        onnx.save(made, folder / f"{name}.onnx")
        if family.ending == ".ort":
            _convert(folder / f"{name}.onnx")
    if family.ending == ".ort":
        tokens = [base64.b64encode(token.encode()).decode() for token in tokens]
    lines = "".join(f"{token} {number}\n" for number, token in enumerate(tokens))
    (folder / "tokens.txt").write_text(lines, encoding="utf-8")
    return folder


def spoken(
    *tokens: str,
    pieces: Sequence[str] = PIECES,
    silence_s: float = 1.5,
    start_s: float = 0.0,
) -> list[AudioChunk]:
    """Return a voice with the tones of tokens above it, with silence before and after."""
    time_s = np.arange(round(TOKEN_S * _RATE_HZ)) / _RATE_HZ
    hz = dict(zip(pieces, TONES_HZ, strict=True))
    tones = np.concatenate([np.sin(2 * np.pi * hz[token] * time_s) for token in tokens])
    voice = np.resize(_voice(), len(tones))
    samples = [np.zeros(_RATE_HZ // 2), voice + 0.03 * tones, np.zeros(round(silence_s * _RATE_HZ))]
    content = (np.concatenate(samples) * 32_767).astype("<i2").tobytes()
    return [
        AudioChunk(content[at : at + 3_200], start_s + at / 32_000)
        for at in range(0, len(content), 3_200)
    ]


def _voice() -> np.ndarray:
    """Return a voice without its pauses and high frequencies, peaking at 0.6."""
    said = np.frombuffer(b"".join(chunk.samples for chunk in clip(FOX)), "<i2") / 32_768
    blocks = said[: len(said) // 320 * 320].reshape(-1, 320)
    said = blocks[np.abs(blocks).max(axis=1) > 0.02].reshape(-1)
    spectrum = np.fft.rfft(said)
    spectrum[np.fft.rfftfreq(len(said), 1 / _RATE_HZ) > _HIGHEST_HZ] = 0
    low = np.fft.irfft(spectrum, len(said))
    return 0.6 * low / np.abs(low).max()


def _convert(path: Path) -> None:
    """Rewrite a network as ONNX Runtime saves it, and remove the original."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.optimized_model_filepath = str(path.with_suffix(".ort"))
    options.add_session_config_entry("session.save_model_format", "ORT")
    onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    path.unlink()


def _ears() -> _Part:
    """From `heard` (1, n, tones), log energies, to `tone`, which it is, and `voiced` (1, n, 1)."""
    nodes = [
        _node("Softmax", ["heard"], ["tone"], axis=2),
        _node("ReduceMax", ["heard"], ["most"], axes=[2], keepdims=1),
        _node("ReduceMin", ["heard"], ["least"], axes=[2], keepdims=1),
        _node("Sub", ["most", "least"], ["above"]),
        _node("Sub", ["above", "clear"], ["over"]),
        _node("Mul", ["over", "ten"], ["much_over"]),
        _node("Sigmoid", ["much_over"], ["voiced"]),
    ]
    return nodes, {"clear": np.array(_CLEAR, "f4"), "ten": np.array(10, "f4")}


def _hears(scale: str, frame: str) -> _Part:
    """From a frame (1, n, bins) to `heard` and what `_ears` make of it."""
    listening = [_node("MatMul", [frame, "bands"], ["heard"])], {"bands": bands(scale, TONES_HZ)}
    return joined(listening, _ears())


def _written(blank: int, begin: int) -> _Part:
    """From `tone` and `voiced` to `written` (1, tokens): each tone's token once."""
    nodes = [
        _node("ArgMax", ["tone"], ["best"], axis=2, keepdims=0),
        _node("Add", ["best", "first_token"], ["named"]),
        _node("Squeeze", ["voiced", "axis_2"], ["loudness"]),
        _node("Greater", ["loudness", "half"], ["is_on"]),
        _node("Where", ["is_on", "named", "blank"], ["each"]),
        _node("Concat", ["none", "each"], ["each_after"], axis=1),
        _node("Slice", ["each_after", "zero_1", "minus_1", "one_1"], ["before"]),
        _node("Equal", ["each", "before"], ["is_same"]),
        _node("Not", ["is_same"], ["is_new"]),
        _node("And", ["is_new", "is_on"], ["is_kept"]),
        _node("Squeeze", ["is_kept", "zero_1"], ["kept"]),
        _node("Compress", ["each", "kept"], ["written"], axis=1),
    ]
    constants = {
        "first_token": np.array(begin),
        "half": np.array(0.5, "f4"),
        "blank": np.array(blank),
        "none": np.array([[blank]]),
        "axis_2": np.array([2]),
        "zero_1": np.array([0]),
        "one_1": np.array([1]),
        "minus_1": np.array([-1]),
    }
    return nodes, constants


def _frames(stride: int, source: str) -> _Part:
    return every(stride, 1 << 30, source)


def _transducer(pieces: Sequence[str]) -> tuple[list[str], dict[str, _Network]]:
    tokens = [_BLANK, "<sos/eos>", "<unk>", *pieces]
    size = len(tokens)
    nodes, constants = joined(_frames(4, "x"), _hears("zipformer", "frame"), named(tokens, 3))
    nodes += [
        _node("Identity", ["logits"], ["encoder_out"]),
        _node("Div", ["x_lens", "four"], ["encoder_out_lens"]),
    ]
    encoder = network(
        nodes,
        constants | {"four": np.array(4)},
        {"x": ["N", "T", _BINS], "x_lens": ["N"]},
        {"encoder_out": ["N", "S", size], "encoder_out_lens": ["N"]},
        {"model_type": "zipformer2", "version": 1, "comment": "non-streaming zipformer2"},
        dict.fromkeys(("x_lens", "encoder_out_lens"), TensorProto.INT64),
    )
    decoder = network(
        [
            _node("Gather", ["y", "last"], ["token"], axis=1),
            _node("Gather", ["embedding", "token"], ["decoder_out"]),
        ],
        {"embedding": never_again(tokens), "last": np.array(1)},
        {"y": ["N", 2]},
        {"decoder_out": ["N", size]},
        {"context_size": 2, "vocab_size": size},
        {"y": TensorProto.INT64},
    )
    joiner = network(
        [_node("Add", ["encoder_out", "decoder_out"], ["logit"])],
        {},
        {"encoder_out": ["N", size], "decoder_out": ["N", size]},
        {"logit": ["N", size]},
        {"joiner_dim": size},
    )
    return tokens, {"encoder.int8": encoder, "decoder": decoder, "joiner.int8": joiner}


_NEMO = {"normalize_type": "NA", "subsampling_factor": 8, "model_author": "NeMo"}


def _nemo_encoder(tokens: Sequence[str], output: str, about: Mapping[str, object]) -> _Network:
    """Return a network whose output is (1, tokens, n), or (1, n, tokens) of log-probabilities."""
    size = len(tokens)
    turn = [_node("Transpose", ["audio_signal"], ["x"], perm=[0, 2, 1])]
    scale = "NeMo" if output == "logprobs" else "NeMo to 7600 Hz"  # as the library ensures
    nodes, constants = joined((turn, {}), _frames(8, "x"), _hears(scale, "frame"), named(tokens, 1))
    if output == "logprobs":
        nodes += [_node("LogSoftmax", ["logits"], [output], axis=2)]
    else:
        nodes += [_node("Transpose", ["logits"], [output], perm=[0, 2, 1])]
    nodes += [_node("Div", ["length", "eight"], ["encoded_lengths"])]
    return network(
        nodes,
        constants | {"eight": np.array([8])},
        {"audio_signal": ["N", _BINS, "T"], "length": ["N"]},
        {output: ["N", "A", "B"], "encoded_lengths": ["N"]},
        _NEMO | {"vocab_size": size - 1} | about,
        dict.fromkeys(("length", "encoded_lengths"), TensorProto.INT64),
    )


def _nemo_transducer(pieces: Sequence[str]) -> tuple[list[str], dict[str, _Network]]:
    """Return one that says how many frames each token lasts: a TDT model."""
    tokens = ["<unk>", *pieces, _BLANK]
    size, durations = len(tokens), 5
    encoder = _nemo_encoder(
        tokens, "outputs", {"pred_rnn_layers": 1, "pred_hidden": 4, "url": "a/parakeet-tdt"}
    )
    states = {"states.1": [1, "N", 4], "onnx::LSTM_3": [1, "N", 4]}
    nodes = [
        _node("Gather", ["embedding", "targets"], ["rows"]),
        _node("Transpose", ["rows"], ["outputs"], perm=[0, 2, 1]),
        _node("Identity", ["target_length"], ["prednet_lengths"]),
        *handed_on({"states.1": "states", "onnx::LSTM_3": "162"}),
    ]
    decoder = network(
        nodes,
        {"embedding": never_again(tokens)},
        {"targets": ["N", 1], "target_length": ["N"]} | states,
        {"outputs": ["N", size, 1], "prednet_lengths": ["N"]}
        | {"states": [1, "N", 4], "162": [1, "N", 4]},
        {},
        dict.fromkeys(("targets", "target_length", "prednet_lengths"), TensorProto.INT32),
    )
    joiner = network(
        [
            _node("Add", ["encoder_outputs", "decoder_outputs"], ["sum"]),
            _node("Transpose", ["sum"], ["turned"], perm=[0, 2, 1]),
            _node("Concat", ["turned", "one_frame"], ["all"], axis=2),
            _node("Unsqueeze", ["all", "two"], ["outputs"]),
        ],
        {"two": np.array([2]), "one_frame": np.eye(durations, dtype="f4")[None, 1:2] * 9},
        {"encoder_outputs": [1, size, 1], "decoder_outputs": [1, size, 1]},
        {"outputs": [1, 1, 1, size + durations]},
        {},
    )
    return tokens, {"encoder.int8": encoder, "decoder.int8": decoder, "joiner.int8": joiner}


def _nemo_ctc(pieces: Sequence[str]) -> tuple[list[str], dict[str, _Network]]:
    tokens = ["<unk>", *pieces, _BLANK]
    return tokens, {"model.int8": _nemo_encoder(tokens, "logprobs", {})}


def _stacked(source: str) -> _Part:
    """From stacked frames (1, n, 7 bins) to the middle one of each."""
    middle = _BINS * (_STACKED // 2)
    cut = {"cut_begin": [middle], "cut_end": [middle + _BINS], "cut_axis": [2]}
    nodes = [_node("Slice", [source, *cut], ["frame"])]
    return nodes, {key: np.array(value) for key, value in cut.items()}


_STACKING = {
    "lfr_window_size": _STACKED,
    "lfr_window_shift": 6,
    "neg_mean": ",".join(["0.0"] * _BINS * _STACKED),
    "inv_stddev": ",".join(["1.0"] * _BINS * _STACKED),
}


def _sense_voice(pieces: Sequence[str]) -> tuple[list[str], dict[str, _Network]]:
    """Return one that takes any language it is not told for Korean."""
    codes = ("auto", *_LANGUAGES)
    tokens = [_BLANK, "<unk>", *pieces, *(f"<|{code}|>" for code in codes)]
    first = len(pieces) + 2
    tokens += ["<|woitn|>", "<|withitn|>", "<|NEUTRAL|>", "<|Speech|>"]
    size = len(tokens)
    nodes, constants = joined(_stacked("x"), _hears("int16", "frame"), named(tokens, 2))
    nodes += [
        _node("Gather", ["detected", "language"], ["lang"]),
        _node("Cast", ["text_norm"], ["norm"], to=TensorProto.INT64),
        _node("Add", ["norm", "norms"], ["itn"]),
        _node("Concat", ["lang", "feeling", "itn"], ["tags"], axis=0),
        _node("OneHot", ["tags", "size", "sure"], ["tag_scores"], axis=-1),
        _node("Unsqueeze", ["tag_scores", "zero_axis"], ["tag_frames"]),
        _node("Concat", ["tag_frames", "logits"], ["output"], axis=1),
    ]
    korean = first + codes.index("ko")
    constants |= {
        "detected": np.array([korean, *range(first + 1, first + len(codes))]),
        "norms": np.array([first + len(codes)]),
        "feeling": np.array([size - 2, size - 1]),
        "size": np.array(size),
        "sure": np.array([0, 50], "f4"),
        "zero_axis": np.array([0]),
    }
    model = network(
        nodes,
        constants,
        {"x": [1, "T", _BINS * _STACKED], "x_length": [1], "language": [1], "text_norm": [1]},
        {"output": [1, "S", size]},
        _STACKING
        | {"vocab_size": size, "normalize_samples": 0, "with_itn": 1, "without_itn": 0}
        | {f"lang_{code}": number for number, code in enumerate(codes)},
        dict.fromkeys(("x_length", "language", "text_norm"), TensorProto.INT32),
    )
    return tokens, {"model.int8": model}


def _paraformer(pieces: Sequence[str]) -> tuple[list[str], dict[str, _Network]]:
    tokens = ["<blank>", "<s>", "</s>", *pieces, "<unk>"]
    size = len(tokens)
    nodes, constants = joined(_stacked("speech"), _hears("int16", "frame"), _written(0, 3))
    nodes += [
        _node("OneHot", ["written", "size", "sure"], ["logits"], axis=-1),
        _node("Shape", ["written"], ["shape"]),
        _node("Slice", ["shape", "one_1", "two_1"], ["count"]),
        _node("Cast", ["count"], ["token_num"], to=TensorProto.INT32),
    ]
    constants |= {"size": np.array(size), "sure": np.array([0, 50], "f4"), "two_1": np.array([2])}
    model = network(
        nodes,
        constants,
        {"speech": [1, "T", _BINS * _STACKED], "speech_lengths": [1]},
        {"logits": [1, "S", size], "token_num": [1]},
        _STACKING | {"vocab_size": size},
        dict.fromkeys(("speech_lengths", "token_num"), TensorProto.INT32),
    )
    return tokens, {"model.int8": model}


def _next_token(steps: str, end: int) -> _Part:
    """From what is `written` and the number of `steps` before to `scores` (1, 1, tokens)."""
    nodes = [
        _node("Concat", ["written", "end"], ["whole"], axis=1),
        _node("Shape", ["whole"], ["whole_shape"]),
        _node("Gather", ["whole_shape", "one"], ["length"]),
        _node("Sub", ["length", "one"], ["last"]),
        _node("Min", [steps, "last"], ["place"]),
        _node("Gather", ["whole", "place"], ["token"], axis=1),
    ]
    return nodes, {"end": np.array([[end]]), "one": np.array(1)}


def _canary(pieces: Sequence[str]) -> tuple[list[str], dict[str, _Network]]:
    """Return one that writes only `<unk>` when asked to translate."""
    tags = ("startofcontext", "startoftranscript", "emo:undefined", "pnc", "nopnc", "noitn")
    tags += ("notimestamp", "nodiarize", "endoftext", "en", "es", "de", "fr")
    tokens = ["<unk>", *pieces, *(f"<|{tag}|>" for tag in tags)]
    size, end = len(tokens), tokens.index("<|endoftext|>")
    nodes, constants = joined(_frames(8, "x"), _hears("NeMo to 7600 Hz", "frame"), _written(0, 1))
    nodes += [
        _node("Cast", ["written"], ["written_f"], to=TensorProto.FLOAT),
        _node("Unsqueeze", ["written_f", "axis_2"], ["states"]),
        _node("Identity", ["x_len"], ["lens"]),
        _node("Identity", ["written"], ["mask"]),
    ]
    encoder = network(
        nodes,
        constants,
        {"x": [1, "T", _BINS], "x_len": [1]},
        {"states": [1, "S", 1], "lens": [1], "mask": [1, "S"]},
        {"model_type": "EncDecMultiTaskModel", "vocab_size": size, "normalize_type": ""}
        | {"subsampling_factor": 8, "feat_dim": _BINS}
        | {"num_decoder_layers": 1, "decoder_hidden_size": 1},
        dict.fromkeys(("x_len", "lens", "mask"), TensorProto.INT64),
    )
    following, more = _next_token("said", end)
    nodes = [
        _node("Cast", ["decoder_input"], ["input_f"], to=TensorProto.FLOAT),
        _node("Slice", ["input_f", "zero_1", "one_1", "one_1"], ["now"]),
        _node("Unsqueeze", ["now", "axis_2"], ["now_3"]),
        _node("Concat", ["history", "now_3"], ["history_next"], axis=1),
        _node("Shape", ["history_next"], ["history_shape"]),
        _node("Gather", ["history_shape", "one"], ["steps"]),
        _node("Sub", ["steps", "prompt"], ["maybe_said"]),
        _node("Max", ["maybe_said", "zero"], ["said"]),
        _node("Squeeze", ["enc_states", "axis_2"], ["sequence_f"]),
        _node("Cast", ["sequence_f"], ["written"], to=TensorProto.INT64),
        *following,
        _node("Min", ["steps", "prompt"], ["reached"]),
        _node("Sub", ["reached", "five"], ["known"]),
        _node("Max", ["known", "zero"], ["is_told"]),
        _node("Min", ["is_told", "one"], ["told"]),
        _node("Add", ["told", "three"], ["to_place"]),
        _node("Mul", ["told", "three"], ["from_place"]),
        _node("Mul", ["told", "to_place"], ["target_place"]),
        _node("Gather", ["history_next", "from_place"], ["source"], axis=1),
        _node("Gather", ["history_next", "target_place"], ["target"], axis=1),
        _node("Sub", ["source", "target"], ["apart"]),
        _node("Abs", ["apart"], ["translates"]),
        _node("Cast", ["translates"], ["translating"], to=TensorProto.BOOL),
        _node("Squeeze", ["translating", "one_1"], ["is_translation"]),
        _node("Where", ["is_translation", "unknown", "token"], ["chosen"]),
        _node("OneHot", ["chosen", "size", "sure"], ["logits_2"], axis=-1),
        _node("Unsqueeze", ["logits_2", "zero_1"], ["logits"]),
        _node("Identity", ["enc_mask"], ["unused"]),
    ]
    whole = {"zero": 0, "prompt": 9, "three": 3, "five": 5, "size": size}
    constants = more | {name: np.array(value) for name, value in whole.items()}
    constants |= {"zero_1": np.array([0]), "one_1": np.array([1]), "axis_2": np.array([2])}
    constants |= {"sure": np.array([0, 50], "f4"), "unknown": np.array([[0]])}
    decoder = network(
        nodes,
        constants,
        {"decoder_input": [1, 2], "history": [1, "L", 1], "enc_states": [1, "S", 1]}
        | {"enc_mask": [1, "S"]},
        {"logits": [1, 1, size], "history_next": [1, "M", 1]},
        {},
        {"decoder_input": TensorProto.INT32, "enc_mask": TensorProto.INT64},
    )
    return tokens, {"encoder.int8": encoder, "decoder.int8": decoder}


_HOP = 384


def _moonshine(pieces: Sequence[str]) -> tuple[list[str], dict[str, _Network]]:
    tokens = ["<unk>", "<s>", "</s>", *pieces]
    size, end = len(tokens), 2
    phase = 2 * np.pi * np.outer(TONES_HZ, np.arange(_HOP)) / _RATE_HZ
    waves = np.stack([np.sin(phase), np.cos(phase)], axis=1).reshape(-1, 1, _HOP)
    nodes, constants = joined(_ears(), _written(0, 3))
    listening = [
        _node("Unsqueeze", ["input_values", "one_1"], ["sound"]),
        _node("Conv", ["sound", "waves"], ["waved"], strides=[_HOP]),
        _node("Mul", ["waved", "waved"], ["power"]),
        _node("Reshape", ["power", "in_pairs"], ["pairs"]),
        _node("ReduceSum", ["pairs", "axis_2"], ["energy"], keepdims=0),
        _node("Add", ["energy", "floor"], ["above_floor"]),
        _node("Log", ["above_floor"], ["logs"]),
        _node("Transpose", ["logs"], ["heard"], perm=[0, 2, 1]),
    ]
    constants |= {
        "waves": waves.astype("f4"),
        "in_pairs": np.array([1, len(TONES_HZ), 2, -1]),
        "floor": np.array(0.1, "f4"),
        "nothing": np.array(0),
        "end_token": np.array(end),
    }
    encoder = network(
        [
            *listening,
            *nodes,
            _node("Mul", ["each", "nothing"], ["nothings"]),
            _node("Add", ["nothings", "end_token"], ["ends"]),  # as many as frames: that limits
            _node("Concat", ["written", "ends"], ["filled"], axis=1),  # how many tokens it writes
            _node("Cast", ["filled"], ["written_f"], to=TensorProto.FLOAT),
            _node("Unsqueeze", ["written_f", "axis_2"], ["last_hidden_state"]),
            _node("Identity", ["attention_mask"], ["unused"]),
        ],
        constants,
        {"input_values": [1, "t"], "attention_mask": [1, "t"]},
        {"last_hidden_state": [1, "S", 1]},
        {},
        {"attention_mask": TensorProto.INT64},
    )
    kinds = ("decoder.key", "decoder.value", "encoder.key", "encoder.value")
    past = {f"past_key_values.0.{kind}": [1, 1, "L", 1] for kind in kinds}
    present = {f"present.0.{kind}": [1, 1, "M", 1] for kind in kinds}
    following, more = _next_token("said", end)
    first, second, *_ = past
    decoder_nodes = [
        _node("Shape", [first], ["past_shape"]),
        _node("Gather", ["past_shape", "two"], ["said"]),
        _node("Squeeze", ["encoder_hidden_states", "axis_2"], ["sequence_f"]),
        _node("Cast", ["sequence_f"], ["written"], to=TensorProto.INT64),
        *following,
        _node("OneHot", ["token", "size", "sure"], ["logits_2"], axis=-1),
        _node("Reshape", ["logits_2", "out_shape"], ["logits"]),
        *(_node("Concat", [it, "row"], [it.replace("past_key_values", "present")], axis=2)
          for it in (first, second)),
        *(_node("Unsqueeze", ["encoder_hidden_states", "zero_1"], [f"present.0.{kind}"])
          for kind in kinds[2:]),
        _node("Identity", ["encoder_attention_mask"], ["unused"]),
        _node("Identity", ["input_ids"], ["unused_too"]),
        _node("Identity", ["use_cache_branch"], ["unused_also"]),
    ]  # fmt: skip
    decoder = network(
        decoder_nodes,
        more
        | {"two": np.array(2), "axis_2": np.array([2]), "size": np.array(size)}
        | {"sure": np.array([0, 50], "f4"), "out_shape": np.array([1, 1, size])}
        | {"row": np.zeros((1, 1, 1, 1), "f4"), "zero_1": np.array([0])},
        {"encoder_attention_mask": [1, "m"], "input_ids": [1, "n"]}
        | {"encoder_hidden_states": [1, "S", 1]}
        | past
        | {"use_cache_branch": [1]},
        {"logits": [1, 1, size]} | present,
        {},
        {"encoder_attention_mask": TensorProto.INT64, "input_ids": TensorProto.INT64}
        | {"use_cache_branch": TensorProto.BOOL},
    )
    return tokens, {"encoder_model": encoder, "decoder_model_merged": decoder}


_MAKERS = {
    "transducer for stretches": _transducer,
    "NeMo transducer for stretches": _nemo_transducer,
    "SenseVoice": _sense_voice,
    "Canary": _canary,
    "Moonshine": _moonshine,
    "NeMo CTC": _nemo_ctc,
    "paraformer for stretches": _paraformer,
}
