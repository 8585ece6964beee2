"""The real library, run with a tiny handmade model of each family."""

from __future__ import annotations

import shutil
from itertools import pairwise

import numpy as np
import onnx
import pytest

from engine.errors import FermataError, ModelFormatError
from engine.punctuation.labels import Mark
from engine.recognisers import sherpa_recogniser
from engine.recognisers.recogniser_marks import RecogniserMarks
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.sherpa_families import STREAMING_FAMILIES as FAMILIES
from engine.recognisers.sherpa_models import is_sherpa_model, read_sherpa_model
from engine.recognisers.sherpa_recogniser import SherpaRecogniser
from engine.recognisers.speech_models import RecogniserSpec, check_speech_model, kind_of_model
from engine.types import SAMPLE_RATE_HZ, AudioChunk
from tests.support.recognisers.speech import finals, hear, text
from tests.support.recognisers.tone_models import (
    PARAFORMER_PIECES,
    PIECES,
    make_model,
    sounding_alike,
    sung,
)

STREAMED = [kind for kind in FAMILIES if kind != "paraformer"]
NEMO = [kind for kind in FAMILIES if "NeMo" in kind]


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    root = tmp_path_factory.mktemp("families")
    return {kind: make_model(kind, root / kind.replace(" ", "-")) for kind in FAMILIES}


@pytest.mark.parametrize("kind", FAMILIES)
def test_a_model_is_identified_by_its_metadata(models, kind):
    assert kind_of_model(models[kind]) == "sherpa"
    model = read_sherpa_model(models[kind])
    assert model.kind == kind
    assert tuple(model.networks) == tuple(FAMILIES[kind].parts)


@pytest.mark.parametrize("kind", STREAMED)
def test_all_words_are_heard_at_their_times(models, kind):
    heard = hear(SherpaRecogniser(models[kind]), sung(*PIECES, silence_s=0.0))
    (final,) = finals(heard)
    assert [word.text for word in final.words] == ["hello", "你", "好"]
    for word, said_s in zip(final.words, (0.5, 1.1, 1.4), strict=True):
        assert word.start_s == pytest.approx(said_s, abs=0.1)
    for word, following in pairwise(final.words):
        assert word.start_s < word.end_s <= following.start_s
    assert all(0.9 < word.confidence <= 1 for word in final.words)


@pytest.mark.parametrize("kind", STREAMED)
def test_a_pause_ends_a_segment(models, kind):
    heard = hear(SherpaRecogniser(models[kind]), sung(*PIECES, silence_s=2.5))
    (final,) = finals(heard)
    assert 2.5 < final.time_s < 3.6  # spoken until 1.7, flushed at 4.2


@pytest.mark.parametrize("kind", ["transducer", "NeMo transducer", "buffered NeMo transducer"])
@pytest.mark.parametrize("frames", [32, 128, 192])
def test_the_last_word_is_heard_however_long_a_chunk_is(tmp_path, kind, frames):
    model = make_model(kind, tmp_path / "long", frames=frames)
    heard = hear(SherpaRecogniser(model), sung(*PIECES, *PIECES, silence_s=0.0))
    assert text(finals(heard)) == "hello 你 好 hello 你 好"


def test_a_long_segment_is_not_cut_during_an_incomplete_chunk(tmp_path, monkeypatch):
    monkeypatch.setattr(sherpa_recogniser, "_LONG_SEGMENT_S", 1.0)
    model = make_model("transducer", tmp_path / "long", frames=192)
    (final,) = finals(hear(SherpaRecogniser(model), sung(*PIECES * 6, silence_s=0.0)))
    assert text([final]) == " ".join(["hello 你 好"] * 6)


def test_a_models_marks_and_capitals_are_read_off_its_words(tmp_path):
    """X-ASR is a zipformer2 transducer with marks among its tokens."""
    pieces = ("▁Hello", ",", "你", "。")
    model = make_model("transducer", tmp_path / "x-asr", pieces=pieces, frames=48)
    said = ("▁Hello", ",", "你", "。")
    (final,) = finals(hear(SherpaRecogniser(model), sung(*said, pieces=pieces)))
    read = RecogniserMarks().read(final)
    assert [word.text for word in read.words] == ["hello", "你"]
    assert [word.source_mark for word in read.words] == [Mark.COMMA, Mark.PERIOD]


@pytest.mark.parametrize("languages", [("zh",), ("zh-CN",), ("en",), ("zh", "en"), ("yue",), ()])
def test_a_multilingual_model_is_given_the_only_spoken_language(tmp_path, languages):
    model = make_model("prompted NeMo transducer", tmp_path / "nemotron-3.5")
    assert read_sherpa_model(model).languages >= {"en", "zh", "zh-cn", "auto"}
    heard = hear(SherpaRecogniser(model, languages=languages), sung(*PIECES))
    is_chinese = languages in (("zh",), ("zh-CN",))
    assert text(finals(heard)) == ("你 好 hello" if is_chinese else "hello 你 好")


def test_speech_is_heard_after_a_minute_without_any(models):
    hum = np.sin(2 * np.pi * 120 * np.arange(60 * SAMPLE_RATE_HZ) / SAMPLE_RATE_HZ)
    samples = (300 * hum).astype("<i2").tobytes()
    said = [AudioChunk(one.samples, one.start_s + 60) for one in sung(*PIECES)]
    unknown = [
        AudioChunk(samples[at : at + 3_200], at / 32_000) for at in range(0, len(samples), 3_200)
    ]
    spec = RecogniserSpec("sherpa", models["transducer"])
    with RecogniserProcess(spec, keep_up=True) as recogniser:
        (final,) = finals(hear(recogniser, [*unknown, *said]))
    assert text([final]) == "hello 你 好"
    assert final.words[0].start_s == pytest.approx(60.5, abs=0.1)


@pytest.mark.parametrize("kind", ["transducer", "NeMo transducer"])
def test_a_hot_word_changes_what_is_heard(tmp_path, kind):
    pieces = ("▁TWO", "▁TOO", "你", "好")
    folder = make_model(kind, tmp_path / "m", pieces=pieces)
    sounding_alike(folder, "▁TWO")
    said = sung("▁TWO", "你", pieces=pieces)
    assert text(finals(hear(SherpaRecogniser(folder), said))) == "two 你"
    assert text(finals(hear(SherpaRecogniser(folder, ["too"]), said))) == "too 你"


@pytest.mark.parametrize("kind", FAMILIES)
def test_hot_words_do_no_harm_in_any_family(models, kind):
    pieces = PARAFORMER_PIECES if kind == "paraformer" else PIECES
    with RecogniserProcess(RecogniserSpec("sherpa", models[kind], ("hello", "你好"))) as recogniser:
        heard = finals(hear(recogniser, sung(*pieces, pieces=pieces)))
    assert set(text(heard).split()) == {"hello", "你", "好"}


@pytest.mark.parametrize("kind", FAMILIES)
def test_a_network_for_whole_files_is_refused(tmp_path, kind):
    for name in FAMILIES[kind].numbers:
        folder = make_model(kind, tmp_path / name, about={name: None})
        assert is_sherpa_model(folder)
        with pytest.raises(ModelFormatError, match="belongs to no model that Fermata knows"):
            check_speech_model(folder)


@pytest.mark.parametrize("value", ["-5", "many", "1e3", "99999999999", ""])
def test_a_chunk_size_that_is_not_a_number_is_refused(tmp_path, value):
    folder = make_model("NeMo transducer", tmp_path / "m", about={"window_size": value})
    with pytest.raises(ModelFormatError, match="belongs to no model that Fermata knows"):
        check_speech_model(folder)


@pytest.mark.parametrize("kind", FAMILIES)
def test_a_model_whose_chunks_do_not_advance_is_refused(tmp_path, kind):
    steps = {"decode_chunk_len", "chunk_shift", "chunk_feature_frames"} & FAMILIES[kind].numbers
    for name in steps:
        folder = make_model(kind, tmp_path / name, about={name: 0})
        with pytest.raises(ModelFormatError, match="belongs to no model that Fermata knows"):
            check_speech_model(folder)


@pytest.mark.parametrize("told", ["", "[]", "7", "{", "[" * 100_000, '{"en-US": {}}'])
def test_unreadable_languages_are_ignored(tmp_path, told):
    about = {"prompt_dictionary": told}
    model = make_model("prompted NeMo transducer", tmp_path / "m", about=about)
    assert read_sherpa_model(model).languages <= {"en-us", "en"}
    assert heard_through_the_process(model) == "hello 你 好"


@pytest.mark.parametrize("kind", NEMO)
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda rows: rows[:-1], "tokens"),
        (lambda rows: [*rows, "more 6"], "tokens"),
        (lambda rows: [*rows[:-1], "end 5"], "has no token for silence"),
    ],
)
def test_a_nemo_vocabulary_must_end_in_the_blank(models, tmp_path, kind, change, reason):
    folder = shutil.copytree(models[kind], tmp_path / "m")
    rows = (folder / "tokens.txt").read_text(encoding="utf-8").splitlines()
    (folder / "tokens.txt").write_text("\n".join(change(rows)), encoding="utf-8")
    with pytest.raises(ModelFormatError, match=reason):
        check_speech_model(folder)


def heard_through_the_process(folder, pieces=PIECES):
    """Return what is heard, or the kind of error raised: nothing else may happen."""
    try:
        with RecogniserProcess(RecogniserSpec("sherpa", folder), keep_up=True) as recogniser:
            return text(finals(hear(recogniser, sung(*pieces, pieces=pieces))))
    except FermataError as error:
        return type(error).__name__


@pytest.mark.parametrize("kind", FAMILIES)
def test_a_graph_that_differs_from_its_metadata_is_just_an_error(models, tmp_path, kind, capfd):
    folder = shutil.copytree(models[kind], tmp_path / "m")
    path = next(iter(read_sherpa_model(folder).networks.values()))
    graph = onnx.load(path)
    first = graph.graph.input[0]
    for node in graph.graph.node:
        node.input[:] = ["other" if name == first.name else name for name in node.input]
    first.name = "other"
    onnx.save(graph, path)
    assert heard_through_the_process(folder, _pieces(kind)) in {"hello 你 好", "你 好 hello"}
    first.type.tensor_type.shape.dim[-1].dim_value = 7
    onnx.save(graph, path)
    assert heard_through_the_process(folder, _pieces(kind)) == "ModelFormatError"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        (("▁ice cream", "LO", "你", "好"), None),  # tokens.txt cannot hold a space in a token
        (("▁HEL", "LO", "▁,", "▁؟"), "HELLO , ؟"),
        (("▁नम", "स्ते", "▁।", "▁"), "नमस्ते ।"),
        (("你", "，", "好", "？"), "你 ， 好 ？"),
    ],
)
def test_strange_tokens_are_read_or_refused(tmp_path, pieces, expected):
    folder = make_model("transducer", tmp_path / "m", pieces=pieces)
    if expected is None:
        with pytest.raises(ModelFormatError):
            check_speech_model(folder)
    else:
        check_speech_model(folder)
        assert heard_through_the_process(folder, pieces).lower() == expected.lower()


def _pieces(kind):
    return PARAFORMER_PIECES if kind == "paraformer" else PIECES
