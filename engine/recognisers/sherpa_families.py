"""The model families that sherpa-onnx runs: their networks, and the metadata they must have.

Its csrc/o*line-*-model*.cc show which metadata the library reads, and crashes without.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

ORT = ".ort"  # networks in ONNX Runtime's own format
_NEMO = {"EncDecHybridRNNTCTCBPEModel", "EncDecRNNTBPEModel", "EncDecCTCModelBPE", "EncDecCTCModel"}
_About = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Family:
    """Models that one of sherpa-onnx's factory methods loads.

    Attributes:
        maker: Name of the method, of `OnlineRecognizer` if streaming, else of `OfflineRecognizer`.
        parts: The networks by the method's argument names, with the start of their file names.
        numbers: Numbers required in the first network's metadata.
        vocabulary: Network that states `vocab_size`; empty if none does.
        frames: Returns from `numbers` how many frames of 10 ms the library needs to decode a chunk;
            None for models that hear whole stretches.
        texts: Other metadata required.
        types: Its possible `model_type`s; empty if that says nothing.
        inputs: Number of inputs of the first network, if only that tells it from a streaming one.
        decoder_numbers: Numbers required in the decoder's metadata.
        ending: Extension of the networks' files.
        has_blank: Whether one of its tokens must stand for silence.
        ends_in_blank: Whether the last token must be the blank, which the vocabulary size leaves
            out.
        special_tokens: Tokens it must have.
        takes_hot_words: Whether its beam search weighs them.
        options: Further arguments of the method.
        languages: Codes of languages it can be given, in the arguments `language_options`.
        lead_s, tail_s: Silence to add before and after a stretch.
        longest_s: Longest stretch it recognises well.
        tells_times: Whether it reports word times.
    """

    maker: str
    parts: Mapping[str, str]
    numbers: frozenset[str]
    vocabulary: str
    frames: Callable[[_About], int] | None = None
    texts: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    inputs: int = 0
    decoder_numbers: frozenset[str] = frozenset()
    ending: str = ".onnx"
    has_blank: bool = False
    ends_in_blank: bool = False
    special_tokens: frozenset[str] = frozenset()
    takes_hot_words: bool = False
    options: Mapping[str, object] = field(default_factory=dict)
    languages: frozenset[str] = frozenset()
    language_options: tuple[str, ...] = ()
    lead_s: float = 0.0
    tail_s: float = 0.0
    longest_s: float = 15.0
    tells_times: bool = True

    @property
    def is_streaming(self) -> bool:
        return self.frames is not None


_TRANSDUCER = {"encoder": "encoder", "decoder": "decoder", "joiner": "joiner"}
_ENCODER_DECODER = {"encoder": "encoder", "decoder": "decoder"}
_MODEL = {"model": "model"}
_CACHES = {f"cache_last_{of}_dim{n}" for of in ("channel", "time") for n in (1, 2, 3)}
_MEANS = frozenset({"neg_mean", "inv_stddev"})
_SENSE_VOICE = ("zh", "en", "ja", "ko", "yue")
_CANARY = ("en", "es", "de", "fr")
STREAMING_FAMILIES = {
    "transducer": Family(
        "from_transducer",
        _TRANSDUCER,
        frozenset({"T", "decode_chunk_len"}),
        "decoder",
        lambda about: about["T"],
        types=frozenset({"conformer", "ebranchformer", "lstm", "zipformer", "zipformer2"}),
        takes_hot_words=True,
    ),
    "NeMo transducer": Family(
        "from_transducer",
        _TRANSDUCER,
        frozenset({"window_size", "chunk_shift", "subsampling_factor", "pred_rnn_layers"})
        | frozenset({"pred_hidden", *_CACHES}),
        "encoder",
        lambda about: about["window_size"],
        types=frozenset(_NEMO),
        ends_in_blank=True,
        takes_hot_words=True,
    ),
    "buffered NeMo transducer": Family(
        "from_transducer",
        _TRANSDUCER,
        frozenset({"chunk_feature_frames", "right_feature_frames", "left_feature_frames"})
        | frozenset({"subsampling_factor", "pred_rnn_layers", "pred_hidden"}),
        "encoder",
        lambda about: about["chunk_feature_frames"] + about["right_feature_frames"],
        types=frozenset(_NEMO),
        ends_in_blank=True,
    ),
    "paraformer": Family(
        "from_paraformer",
        _ENCODER_DECODER,
        frozenset({"lfr_window_size", "lfr_window_shift"}),
        "encoder",
        lambda _: 61,  # hard-coded in online-recognizer-paraformer-impl.h
    ),
}
STRETCH_FAMILIES = {
    "NeMo transducer for stretches": Family(
        "from_transducer",
        _TRANSDUCER,
        frozenset({"vocab_size", "subsampling_factor", "pred_rnn_layers", "pred_hidden"}),
        "encoder",
        texts=frozenset({"normalize_type"}),
        inputs=2,
        ends_in_blank=True,
        options={"model_type": "nemo_transducer"},  # beam search drops a fifth (#3267)
        lead_s=0.6,  # after half a second of silence it may hear nothing, after a second it does
        tail_s=1.0,  # otherwise it may drop the last word or its mark
    ),
    "SenseVoice": Family(
        "from_sense_voice",
        _MODEL,
        frozenset({"vocab_size", "lfr_window_size", "lfr_window_shift", "normalize_samples"})
        | frozenset({"with_itn", "without_itn"})
        | frozenset(f"lang_{code}" for code in ("auto", *_SENSE_VOICE)),
        "model",
        texts=_MEANS,
        special_tokens=frozenset(f"<|{code}|>" for code in _SENSE_VOICE),
        options={"use_itn": True},  # without it there are no marks, capitals and digits
        languages=frozenset(_SENSE_VOICE),
        language_options=("language",),
    ),
    "Canary": Family(
        "from_nemo_canary",
        _ENCODER_DECODER,
        frozenset({"vocab_size", "subsampling_factor", "feat_dim"}),
        "encoder",
        texts=frozenset({"normalize_type"}),
        types=frozenset({"EncDecMultiTaskModel"}),
        special_tokens=frozenset(
            {"<|startofcontext|>", "<|startoftranscript|>", "<|emo:undefined|>", "<|pnc|>"}
            | {"<|noitn|>", "<|notimestamp|>", "<|nodiarize|>", "<|endoftext|>"}
            | {f"<|{code}|>" for code in _CANARY}
        ),
        languages=frozenset(_CANARY),
        language_options=("src_lang", "tgt_lang"),  # if they differ, it translates
        lead_s=0.5,  # speech in the first samples may be missed
        tells_times=False,
    ),
    "Moonshine": Family(
        "from_moonshine_v2",
        {"encoder": "encoder_model", "decoder": "decoder_model_merged"},
        frozenset(),
        "",
        ending=ORT,
        tells_times=False,
    ),
    "NeMo CTC": Family(
        "from_nemo_ctc",
        _MODEL,
        frozenset({"vocab_size", "subsampling_factor"}),
        "model",
        texts=frozenset({"normalize_type"}),
        inputs=2,
        ends_in_blank=True,
    ),
    "paraformer for stretches": Family(
        "from_paraformer",
        {"paraformer": "model"},
        frozenset({"vocab_size", "lfr_window_size", "lfr_window_shift"}),
        "paraformer",
        texts=_MEANS,
        inputs=2,
        special_tokens=frozenset({"</s>"}),
        tells_times=False,  # except for one of many models
    ),
    "transducer for stretches": Family(
        "from_transducer",
        _TRANSDUCER,
        frozenset(),
        "decoder",
        inputs=2,
        decoder_numbers=frozenset({"vocab_size", "context_size"}),
        has_blank=True,
        takes_hot_words=True,
    ),
}
FAMILIES = STREAMING_FAMILIES | STRETCH_FAMILIES
