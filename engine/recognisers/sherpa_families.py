"""The families of models that sherpa-onnx runs: their networks, and what these must tell.

What the library reads in them, and ends its process without, stands in its
csrc/o*line-*-model*.cc.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

ORT = ".ort"  # networks as ONNX Runtime keeps them
_NEMO = {"EncDecHybridRNNTCTCBPEModel", "EncDecRNNTBPEModel", "EncDecCTCModelBPE", "EncDecCTCModel"}
_About = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Family:
    """Models that one maker of sherpa-onnx's recognisers loads.

    Attributes:
        maker: its name, of `OnlineRecognizer` where it is streaming, else of `OfflineRecognizer`.
        parts: the networks, as the maker's arguments name them, with how their files' names begin.
        numbers: what the first network must tell.
        vocabulary: the network that tells `vocab_size`; empty where none does.
        frames: how many frames of 10 ms the library awaits before it decodes a chunk, from
            `numbers`; None for models that hear whole stretches.
        texts: what it must tell that is no number.
        types: its `model_type`; empty where that tells nothing.
        inputs: how many the first network has, where nothing else tells it from a streaming one.
        decoder_numbers: what the decoder must tell.
        ending: of the networks' files.
        has_blank: one of its tokens must stand for silence.
        ends_in_blank: the vocabulary's size does not count the blank, which must be the last token.
        special_tokens: that it must have.
        takes_hot_words: its beam search weighs them.
        options: further arguments of the maker.
        languages: codes that it can be told, by those of the maker's arguments that are in
            `language_options`.
        lead_s, tail_s: silence to put before and behind a stretch.
        longest_s: stretch that it hears well.
        tells_times: of its words.
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
        lambda _: 61,  # fixed in online-recognizer-paraformer-impl.h
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
        options={"model_type": "nemo_transducer"},  # beam search leaves out a fifth (#3267)
        lead_s=0.6,  # behind half a second of silence it may hear nothing, behind a second it hears
        tail_s=1.0,  # else it may leave out a last word, or its mark
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
        language_options=("src_lang", "tgt_lang"),  # where they differ it translates
        lead_s=0.5,  # speech in the first samples may be heard as nothing
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
        tells_times=False,  # but for one model of many
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
