"""The real library, live and for files, with a tiny model of each family for whole stretches."""

from __future__ import annotations

import multiprocessing
import shutil
from itertools import pairwise

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper

from engine.errors import FermataError, ModelFormatError, RecogniserError
from engine.punctuation.labels import Mark
from engine.recognisers.recogniser_marks import RecogniserMarks
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.sherpa_decoder import SherpaDecoder
from engine.recognisers.sherpa_families import STRETCH_FAMILIES
from engine.recognisers.sherpa_models import read_sherpa_model
from engine.recognisers.speech_models import RecogniserSpec, check_speech_model, kind_of_model
from engine.recognisers.worker import open_recogniser
from tests.support.recognisers.speech import finals, hear, text
from tests.support.recognisers.stretch_models import PIECES, make_stretch_model, spoken
from tests.support.recognisers.tone_models import change_constant, sounding_alike

HELLO, WORLD, YOU, MARK = PIECES
SAID = (HELLO, WORLD, MARK, YOU, WORLD, HELLO, MARK)
HEARD = "Hello world. 你 world Hello."
TIMED = [kind for kind, family in STRETCH_FAMILIES.items() if family.tells_times]
SURE = [kind for kind in STRETCH_FAMILIES if "transducer" in kind]


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    root = tmp_path_factory.mktemp("stretches")
    return {
        kind: make_stretch_model(kind, root / kind.replace(" ", "-")) for kind in STRETCH_FAMILIES
    }


@pytest.fixture
def copy(models, tmp_path):
    """Copies a family's model to a place where it may be broken."""
    return lambda kind: shutil.copytree(models[kind], tmp_path / "copy")


def spec(folder, *languages, is_live=True):
    return RecogniserSpec("sherpa", folder, languages=languages, is_live=is_live)


def outcome(folder):
    """Check a model and hear with it in a process; return the text, or the kind of error."""
    try:
        check_speech_model(folder)
        with RecogniserProcess(spec(folder), keep_up=True) as recogniser:
            return text(finals(hear(recogniser, spoken(*SAID))))
    except FermataError as error:
        return type(error).__name__


@pytest.mark.parametrize("kind", STRETCH_FAMILIES)
def test_a_family_is_identified_by_its_files(models, kind):
    assert kind_of_model(models[kind]) == "sherpa"
    assert read_sherpa_model(models[kind]).kind == kind


@pytest.mark.parametrize("kind", STRETCH_FAMILIES)
def test_words_are_shown_while_spoken_and_kept_at_the_end(models, kind):
    heard = hear(open_recogniser(spec(models[kind])), spoken(*SAID))
    (final,) = finals(heard)
    assert text([final]) == HEARD
    shown = [text([one]) for one in heard if not one.is_final]
    assert any(HEARD.startswith(one) for one in shown if one)
    assert final.writes_marks
    times = [(word.start_s, word.end_s) for word in final.words]
    assert all(0.4 < start <= end < 2.8 for start, end in times)
    assert all(one[1] <= other[0] for one, other in pairwise(times))


@pytest.mark.parametrize("kind", STRETCH_FAMILIES)
def test_a_file_is_heard_once_in_a_silent_process(models, kind, capfd):
    assert outcome(models[kind]) == HEARD
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("kind", TIMED)
def test_times_are_those_of_the_tones(models, kind):
    (final,) = finals(hear(open_recogniser(spec(models[kind])), spoken(*SAID)))
    starts = [word.start_s for word in final.words]
    assert starts == pytest.approx([0.5, 0.8, 1.4, 1.7, 2.0], abs=0.15)


@pytest.mark.parametrize("kind", SURE)
def test_transducers_report_confidences_of_words_and_marks(models, kind):
    (final,) = finals(hear(open_recogniser(spec(models[kind])), spoken(*SAID)))
    assert all(0.5 < word.confidence <= 1 for word in final.words[1:])
    of_marks = [word.mark_confidence for word in final.words]
    assert [one is not None for one in of_marks] == [False, True, False, False, True]


@pytest.mark.parametrize("kind", STRETCH_FAMILIES)
def test_ten_seconds_without_a_pause_lose_no_word(models, kind):
    """More than Moonshine could hear before sherpa-onnx 2.0."""
    said = (HELLO, WORLD, YOU) * 12
    heard = finals(hear(open_recogniser(spec(models[kind])), spoken(*said)))
    assert text(heard) == " ".join(["Hello world 你"] * 12)


@pytest.mark.parametrize("kind", ["transducer for stretches", "Moonshine"])
def test_forty_seconds_without_a_pause_come_in_parts_to_the_end(models, kind):
    said = (HELLO, WORLD, YOU) * 44
    heard = finals(hear(open_recogniser(spec(models[kind], is_live=False)), spoken(*said)))
    assert len(heard) >= 3
    words = text(heard).split()
    assert len(said) <= len(words) <= len(said) + len(heard)  # a cut may hit a tone


def test_marks_are_evidence_not_text(models):
    (final,) = finals(hear(open_recogniser(spec(models["SenseVoice"])), spoken(*SAID)))
    words = RecogniserMarks().read(final).words
    assert [word.text for word in words] == ["hello", "world", "你", "world", "hello"]
    assert [word.source_mark for word in words][1] is Mark.PERIOD


@pytest.mark.parametrize(
    ("languages", "found"),
    [((), "ko"), (("en",), "en"), (("yue", "en"), "yue"), (("de",), "ko"), (("ko", "en"), "ko")],
)
def test_sense_voice_is_given_the_language_if_it_finds_another(models, languages, found):
    recogniser = open_recogniser(spec(models["SenseVoice"], *languages))
    assert {one.language for one in hear(recogniser, spoken(*SAID))} == {found}


def test_sense_voice_writes_nothing_if_nobody_speaks(copy):
    folder = copy("SenseVoice")

    def finds_no_language(detected):
        detected[0] = read_sherpa_model(folder).tokens.index("<|Speech|>")

    change_constant(folder / "model.int8.onnx", "detected", finds_no_language)
    recogniser = open_recogniser(spec(folder, "zh", "en"))
    assert finals(hear(recogniser, spoken(*SAID))) == []


@pytest.mark.parametrize(
    ("languages", "written"), [((), ""), (("de",), "de"), (("fr", "en"), "fr"), (("zh",), "")]
)
def test_canary_never_translates(models, languages, written):
    heard = finals(hear(open_recogniser(spec(models["Canary"], *languages)), spoken(*SAID)))
    assert text(heard) == HEARD
    assert {one.language for one in heard} == {written}


def test_what_is_lost_before_silence_is_heard_without_it(copy):
    """Stands in for Parakeet, which drops whole stretches if there is silence at their ends."""
    folder = copy("NeMo transducer for stretches")
    path = folder / "encoder.int8.onnx"
    model = onnx.load(path)
    nodes = model.graph.node
    at = next(at for at, node in enumerate(nodes) if "voiced" in node.input)
    nodes[at].input[[*nodes[at].input].index("voiced")] = "heard_to_the_end"
    nodes.insert(at, helper.make_node("Mul", ["voiced", "at_end"], ["heard_to_the_end"]))
    nodes.insert(at, helper.make_node("Gather", ["voiced", "end"], ["at_end"], axis=1))
    model.graph.initializer.append(numpy_helper.from_array(np.array([-1]), "end"))
    onnx.save(model, path)
    sound = np.frombuffer(b"".join(one.samples for one in spoken(*SAID[:2], silence_s=0)), "<i2")
    heard = SherpaDecoder(folder).hear(sound.astype(np.float32) / 32_768)
    assert [word.text for word in heard.words] == ["Hello", "world"]


def test_special_tokens_are_left_out(tmp_path):
    pieces = ("▁Hello", "<unk>", "你", ".")
    folder = make_stretch_model("NeMo transducer for stretches", tmp_path / "m", pieces=pieces)
    said = spoken("▁Hello", "<unk>", ".", pieces=pieces)
    assert text(finals(hear(open_recogniser(spec(folder)), said))) == "Hello."


@pytest.mark.parametrize("kind", STRETCH_FAMILIES)
def test_very_short_sound_does_not_crash(models, kind):
    decoder = SherpaDecoder(models[kind])
    for samples in (0, 1, 200):
        assert decoder.hear(np.zeros(samples, np.float32)).words == ()


def test_a_hot_word_changes_what_a_transducer_hears(tmp_path):
    pieces = ("▁TWO", "▁TOO", "你", ".")
    folder = make_stretch_model("transducer for stretches", tmp_path / "m", pieces=pieces)
    sounding_alike(folder, "▁TWO")
    said = spoken("▁TWO", "你", pieces=pieces)
    for hot_words, heard in (((), "two"), (("too",), "too")):
        words = RecogniserSpec("sherpa", folder, hot_words)
        assert text(finals(hear(open_recogniser(words), said))).lower().split()[0] == heard


def test_hot_words_do_no_harm_in_any_family(models):
    for kind, folder in models.items():
        hot = RecogniserSpec("sherpa", folder, ("hello", "Hello", "你"))
        heard = finals(hear(open_recogniser(hot), spoken(*SAID)))
        assert text(heard) == HEARD, kind


@pytest.mark.parametrize("kind", STRETCH_FAMILIES)
def test_a_killed_process_is_just_an_error(models, kind):
    chunks = spoken(*SAID * 3)
    with RecogniserProcess(spec(models[kind])) as recogniser:
        child = next(
            it for it in multiprocessing.active_children() if it.name == "fermata-recogniser"
        )
        for chunk in chunks[:20]:
            list(recogniser.push(chunk))
        child.kill()
        with pytest.raises(RecogniserError, match="ended"):
            hear(recogniser, chunks[20:])


@pytest.mark.parametrize("kind", STRETCH_FAMILIES)
def test_a_network_without_required_metadata_is_refused(tmp_path, kind):
    family = STRETCH_FAMILIES[kind]
    needed = family.numbers | family.texts | ({"model_type"} if family.types else set())
    for number, name in enumerate(sorted(needed)):
        folder = make_stretch_model(kind, tmp_path / str(number), about={name: None})
        with pytest.raises(ModelFormatError, match="belongs to no model that Fermata knows"):
            check_speech_model(folder)


@pytest.mark.parametrize("name", ["vocab_size", "context_size"])
def test_a_decoder_without_required_metadata_is_refused(copy, name):
    folder = copy("transducer for stretches")
    decoder = onnx.load(folder / "decoder.onnx")
    kept = [it for it in decoder.metadata_props if it.key != name]
    del decoder.metadata_props[:]
    decoder.metadata_props.extend(kept)
    onnx.save(decoder, folder / "decoder.onnx")
    assert outcome(folder) == "ModelFormatError"


@pytest.mark.parametrize("kind", STRETCH_FAMILIES)
def test_files_of_another_family_do_not_crash(models, copy, kind):
    whole = models[kind]
    for other in STRETCH_FAMILIES:
        for file in sorted(models[other].iterdir()):
            if other == kind or not (whole / file.name).is_file():
                continue
            folder = copy(kind)
            shutil.copy(file, folder / file.name)
            is_refused = outcome(folder) in {"ModelFormatError", "RecogniserError"}
            assert is_refused or kind_of_model(folder) == "sherpa", (kind, other, file.name)
            shutil.rmtree(folder)


@pytest.mark.parametrize("kind", STRETCH_FAMILIES)
def test_a_truncated_network_is_refused(copy, kind):
    folder = copy(kind)
    for path in sorted(folder.glob("*.o*")):
        content = path.read_bytes()
        path.write_bytes(content[: len(content) // 2])
        assert outcome(folder) == "ModelFormatError"
        path.write_bytes(content)


@pytest.mark.parametrize("kind", STRETCH_FAMILIES)
@pytest.mark.parametrize(
    "change",
    [
        lambda rows: ["a 0", "b 1"],
        lambda rows: [row.replace("<", "[") for row in rows],
        lambda rows: [f"{row} more" for row in rows],
        lambda rows: [],
    ],
)
def test_tokens_that_do_not_fit_are_refused(copy, kind, change):
    folder = copy(kind)
    rows = (folder / "tokens.txt").read_text(encoding="utf-8").splitlines()
    changed = change(rows)
    (folder / "tokens.txt").write_text("\n".join(changed), encoding="utf-8")
    assert changed == rows or outcome(folder) in {"ModelFormatError", HEARD}
