"""Installing models from a server, an archive or a folder."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
import tarfile
import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.errors import DownloadError, ModelExistsError, ModelFormatError, SettingsError
from engine.models.catalogue import find_model, load_catalogue
from engine.models.download import RetryPolicy
from engine.models.install import (
    Job,
    downloaded_bytes,
    fetch_model,
    forget_download,
    import_model,
    is_removable,
    parts_of,
    remove_model,
)
from engine.models.installed import installed_models
from engine.models.verify import RECORD, verify_model
from engine.network.bundle import find_bundle
from engine.paths import Paths
from engine.recognisers.sherpa_recogniser import SherpaRecogniser
from engine.recognisers.speakers import EMBEDDING
from engine.recognisers.speech_models import (
    BUILT_IN,
    RecogniserSpec,
    built_in_model,
    recogniser_of,
)
from engine.settings import RecogniserSettings
from tests.support.archives import zipped
from tests.support.bundles import bundle_folder
from tests.support.faults.offered import (
    VOSK_MODEL,
    WHISPER,
    files_of,
    offer,
    paths_in,
    whisper_files,
    whisper_list,
)
from tests.support.faults.rude_server import rude_server, sound, status
from tests.support.recognisers.speaker_networks import write_speaker_model
from tests.support.recognisers.speech import SHERPA_MODEL

NAME = "sherpa-onnx-streaming-tiny-zh-en"
HURRIED = RetryPolicy((0.0,), 20.0)


def packed(path, source=SHERPA_MODEL, name=NAME):
    with tarfile.open(path, "w:bz2") as archive:
        archive.add(source, name)
    return path


@pytest.fixture
def paths(tmp_path):
    return paths_in(tmp_path)


@pytest.fixture
def server(tmp_path, no_proxies):
    with rude_server(sound(packed(tmp_path / "m").read_bytes())) as server:
        yield server


@pytest.fixture
def model(server, tmp_path, paths):
    """The model as the user's own list offers it."""
    digest = hashlib.sha256((tmp_path / "m").read_bytes()).hexdigest()
    paths.data.mkdir(exist_ok=True)
    (paths.data / "catalogue.toml").write_text(
        f'format = 1\nbase_url = "{server.url("")}"\nengine = "sherpa-onnx"\narchive = "tar.bz2"\n'
        f'[[model]]\nname = "{NAME}"\nlanguages = ["zh", "en"]\nchecksum = "sha256:{digest}"\n'
    )
    return find_model(NAME, load_catalogue(paths))


def job(report=lambda _phase, _progress: None):
    return Job(threading.Event(), report)


def speech(paths):
    return [model for model in installed_models(paths) if model.engine in {"Vosk", "sherpa-onnx"}]


def left_over(paths):
    return [path.name for path in (paths.data / "speech-models").glob(".*")]


def test_a_downloaded_model_is_installed_found_and_loaded(server, model, paths):
    phases = []
    folder = fetch_model(model, paths, job(lambda phase, _: phases.append(phase)), HURRIED)
    assert folder == paths.data / "speech-models" / NAME
    (here,) = speech(paths)
    assert (here.name, here.languages, here.problem) == (NAME, ("zh", "en"), None)
    assert verify_model(here) == "files"
    assert json.loads((folder / RECORD).read_text())["origin"] == model.url
    assert list(dict.fromkeys(phases)) == ["downloading", "checking", "unpacking"]
    assert list((paths.data / "downloads").iterdir()) == left_over(paths) == []
    assert recogniser_of(RecogniserSettings(), paths) == RecogniserSpec("sherpa", folder)
    SherpaRecogniser(folder).close()
    with pytest.raises(ModelExistsError):
        fetch_model(model, paths, job(), HURRIED)
    assert len(server.asked) == 1


def test_a_model_altered_later_is_noticed_and_can_be_removed(paths):
    folder = import_model(SHERPA_MODEL, paths, job())
    (folder / "tokens.txt").write_bytes((folder / "tokens.txt").read_bytes() + b"X 999\n")
    with pytest.raises(ModelFormatError, match=r"tokens\.txt was altered"):
        verify_model(speech(paths)[0])
    record = (folder / RECORD).read_text()
    (folder / RECORD).write_text('{"sha256": {"../../../x": "0"}}')
    with pytest.raises(ModelFormatError, match="outside"):
        verify_model(speech(paths)[0])
    (folder / RECORD).write_text(record.replace("tokens.txt", "gone.txt"))
    with pytest.raises(ModelFormatError, match=r"gone\.txt is missing"):
        verify_model(speech(paths)[0])
    (folder / "joiner.onnx").unlink()
    with pytest.raises(ModelFormatError, match=r"joiner\*\.onnx is missing"):
        verify_model(speech(paths)[0])
    assert str(speech(paths)[0].problem) == "joiner*.onnx is missing or empty"
    remove_model(speech(paths)[0], paths)
    assert speech(paths) == []


def test_a_download_stopped_while_unpacking_resumes(model, paths):
    stopping = job(lambda phase, _: stopping.stop.set() if phase == "unpacking" else None)
    assert fetch_model(model, paths, stopping, HURRIED) is None
    (part,) = parts_of(model, paths)
    assert part.name == f"{NAME}.tar.bz2.part"
    assert part.exists()
    assert speech(paths) == left_over(paths) == []
    assert fetch_model(model, paths, job(), HURRIED)


@pytest.fixture
def whisper(server, paths):
    """The bundled model, file by file, as the user's own list offers it."""
    server.behaviour = whisper_files()
    paths.data.mkdir(exist_ok=True)
    (paths.data / "catalogue.toml").write_text(whisper_list(server.url("")))
    return find_model(WHISPER, load_catalogue(paths))


def test_separate_files_are_downloaded_checked_and_installed_together(server, whisper, paths):
    told = []
    folder = fetch_model(whisper, paths, job(lambda *it: told.append(it)), HURRIED)
    assert folder == paths.data / "speech-models" / WHISPER
    names = {path.name for path in folder.iterdir()}
    assert names == {"config.json", "model.bin", "tokenizer.json", "vocabulary.txt", RECORD}
    (here,) = [model for model in installed_models(paths) if model.name == WHISPER]
    assert (here.engine, here.problem, verify_model(here)) == ("Whisper", None, "files")
    assert list(dict.fromkeys(phase for phase, _ in told)) == ["downloading", "checking"]
    for wanted in ("downloading", "checking"):
        done = [progress for phase, progress in told if phase == wanted]
        assert {progress.total_bytes for progress in done} == {whisper.size_bytes}
        received = [progress.received_bytes for progress in done]
        assert received == sorted(received)
        assert received[-1] == whisper.size_bytes
    assert not (paths.data / "downloads" / WHISPER).exists()
    assert recogniser_of(RecogniserSettings(), paths) == RecogniserSpec("whisper", folder)
    assert len(server.asked) == len(names) - 1


def test_separate_files_stopped_midway_resume(server, whisper, paths):
    def stop_in_the_middle(phase, progress):
        if progress.received_bytes > whisper.size_bytes // 2:
            stopping.stop.set()

    def slow_in_the_middle(asked):
        """Drip once half is sent; otherwise all would arrive before any progress is reported."""
        sent = 0
        for piece in whole(asked):
            yield piece
            sent += len(piece)
            if sent > whisper.size_bytes // 2 and not stopping.stop.is_set():
                yield 0.02

    stopping = job(stop_in_the_middle)
    whole, server.behaviour = server.behaviour, slow_in_the_middle
    assert fetch_model(whisper, paths, stopping, HURRIED) is None
    server.behaviour = whole
    arrived = downloaded_bytes(whisper, paths)
    assert whisper.size_bytes // 2 < arrived < whisper.size_bytes
    assert not (paths.data / "speech-models" / WHISPER).exists()
    server.asked.clear()
    assert fetch_model(whisper, paths, job(), HURRIED)
    assert server.asked[0].start > 0
    assert len(server.asked) == 3  # the first of the four was complete
    forget_download(whisper, paths)  # nothing is left


def test_a_wrong_file_is_refused(server, whisper, paths):
    good = server.behaviour
    content = bytearray((built_in_model() / "tokenizer.json").read_bytes())
    content[-2] ^= 1
    altered = files_of({"tokenizer.json": bytes(content)})
    server.behaviour = lambda asked: (altered if "tokenizer" in asked.line else good)(asked)
    with pytest.raises(DownloadError, match="SHA-256 differs") as error:
        fetch_model(whisper, paths, job(), HURRIED)
    assert error.value.url.endswith("/my-whisper.en/tokenizer.json")
    assert not (paths.data / "speech-models" / WHISPER).exists()
    server.behaviour = good
    server.asked.clear()
    assert fetch_model(whisper, paths, job(), HURRIED)
    assert [asked.line.split()[1] for asked in server.asked] == ["/my-whisper.en/tokenizer.json"]


def test_files_that_are_not_a_model_are_not_installed(server, whisper, paths):
    empty = replace(whisper, files=tuple(it for it in whisper.files if it.name != "config.json"))
    with pytest.raises(ModelFormatError, match=r"config\.json is missing"):
        fetch_model(empty, paths, job(), HURRIED)
    server.behaviour = status("403 Forbidden")
    with pytest.raises(DownloadError, match="refuses"):
        fetch_model(whisper, paths, job(), HURRIED)
    assert downloaded_bytes(whisper, paths) == 0
    assert left_over(paths) == []
    assert not (paths.data / "speech-models" / WHISPER).exists()


def test_an_archive_without_a_model_is_refused(server, paths, tmp_path):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text("no model")
    archive = packed(tmp_path / "t.tar.bz2", tmp_path / "texts")
    server.behaviour = sound(archive.read_bytes())
    wanted = offer(server.url())
    for get in (
        lambda: import_model(archive, paths, job()),
        lambda: fetch_model(wanted, paths, job(), HURRIED),
    ):
        with pytest.raises(ModelFormatError, match="no model"):
            get()
    assert speech(paths) == left_over(paths) == []
    assert not parts_of(wanted, paths)[0].exists()


def test_only_the_networks_that_are_loaded_are_kept(paths, tmp_path):
    full = Path(shutil.copytree(SHERPA_MODEL, tmp_path / "full"))
    for name in ("encoder.onnx", "joiner.int8.onnx", "decoder.int8.onnx", "rescore-lm.onnx"):
        shutil.copy(SHERPA_MODEL / "joiner.onnx", full / name)
    (full / "test_wavs").mkdir()
    (full / "test_wavs" / "0.wav").write_bytes(b"RIFF")
    folder = import_model(packed(tmp_path / "full.tar.bz2", full), paths, job())
    kept = {path.name for path in folder.glob("*.onnx")}
    assert kept == {"encoder.int8.onnx", "decoder.onnx", "joiner.int8.onnx"}
    assert (folder / "test_wavs" / "0.wav").is_file()
    assert verify_model(speech(paths)[0]) == "files"


def test_models_are_imported_from_archives_and_folders(paths, tmp_path):
    sources = {
        "somewhere": packed(tmp_path / f"{NAME}.tar.bz2", name="somewhere"),
        "flat-zh": packed(tmp_path / "flat-zh.tar.bz2", name="."),
        SHERPA_MODEL.name: SHERPA_MODEL,
        VOSK_MODEL.name: zipped(VOSK_MODEL, tmp_path / "vosk.zip"),
    }
    for name, source in sources.items():
        assert import_model(source, paths, job()).name == name
    assert [verify_model(model) for model in speech(paths)] == ["files"] * 4
    with pytest.raises(ModelExistsError):
        import_model(VOSK_MODEL, paths, job())


def test_a_speaker_model_is_installed_found_and_removed(paths, tmp_path):
    voices = [np.sin(np.arange(32_000) / 16_000 * hertz).astype("f4") / 2 for hertz in (900, 4_000)]
    made = write_speaker_model(tmp_path / "voices", *voices)
    installed = import_model(made, paths, job())
    (model,) = (it for it in installed_models(paths) if it.kind == "speakers")
    assert (model.folder, model.problem) == (installed, None)
    assert verify_model(model) == "files"
    embedding = installed / EMBEDDING
    embedding.write_bytes(embedding.read_bytes()[:-9])
    with pytest.raises(ModelFormatError):
        verify_model(model)
    remove_model(model, paths)
    assert not installed.exists()
    (made / EMBEDDING).write_bytes((made / EMBEDDING).read_bytes().replace(b"MatMul", b"MatMut"))
    with pytest.raises(ModelFormatError):
        import_model(made, paths, job())
    assert not installed.exists()


def test_a_bundle_name_cannot_leave_the_folder(paths, tmp_path):
    named = Path(shutil.copytree(bundle_folder(), tmp_path / "named"))
    table = json.loads((named / "bundle.json").read_text()) | {"name": "../../outside"}
    (named / "bundle.json").write_text(json.dumps(table))
    packed_bundle = zipped(named, tmp_path / "mine.zip", name="")
    for source in (named, packed_bundle):
        folder = import_model(source, paths, job())
        assert folder == paths.data / "models" / "outside"
        model = installed_models(paths)[0]
        assert (model.kind, verify_model(model)) == ("punctuation", "files")
        remove_model(model, paths)
        assert not folder.exists()


def test_bundled_models_keep_their_names(paths, tmp_path):
    assets = shutil.copytree(bundle_folder(), tmp_path / "assets" / "models" / "en").parents[1]
    paths = Paths(assets, paths.data, paths.speech_models)
    bundle = Path(shutil.copytree(bundle_folder(), tmp_path / "bundle"))
    table = json.loads((bundle / "bundle.json").read_text()) | {"name": "en"}
    (bundle / "bundle.json").write_text(json.dumps(table))
    speech_model = Path(shutil.copytree(VOSK_MODEL, tmp_path / BUILT_IN))
    for source, name in ((bundle, "en"), (speech_model, BUILT_IN)):
        with pytest.raises(ModelExistsError) as caught:
            import_model(source, paths, job())
        assert (caught.value.free_name, caught.value.is_built_in) == (f"{name}-2", True)
        assert import_model(source, paths, job(), f"{name}-2").name == f"{name}-2"
    assert {"en", "en-2", BUILT_IN, f"{BUILT_IN}-2"} <= {it.name for it in installed_models(paths)}
    shutil.copytree(bundle, paths.data / "models" / "en")  # by hand
    shutil.copytree(speech_model, paths.data / "speech-models" / BUILT_IN)
    assert find_bundle("en", paths.punctuation_models) == assets / "models" / "en"
    spoken = RecogniserSettings("auto", BUILT_IN)
    assert recogniser_of(spoken, paths).speech_model == built_in_model()


def test_broken_models_are_not_imported(paths, tmp_path):
    altered = Path(shutil.copytree(bundle_folder(), tmp_path / "altered"))
    (altered / "tokenizer.json").write_text("{}")
    broken = Path(shutil.copytree(SHERPA_MODEL, tmp_path / "broken"))
    (broken / "joiner.onnx").unlink()
    half = Path(shutil.copytree(built_in_model(), tmp_path / "half"))
    os.truncate(half / "model.bin", 1_000_000)
    linked = Path(shutil.copytree(VOSK_MODEL, tmp_path / "linked"))
    (linked / "graph" / "extra").symlink_to(broken / "tokens.txt")
    for source, problem in (
        (altered, "altered"),
        (zipped(altered, tmp_path / "a.zip", name=""), "altered"),
        (broken, "joiner"),
        (packed(tmp_path / "b.tar.bz2", broken), "joiner"),
        (half, "^half: .*invalid payload size"),
        (zipped(half, tmp_path / "h.zip", name=""), "^h: .*invalid payload size"),
        (linked, "link"),
    ):
        with pytest.raises(ModelFormatError, match=problem) as caught:
            import_model(source, paths, job())
        assert ".fermata-" not in str(caught.value), "a folder that is gone"
    assert speech(paths) == left_over(paths) == []
    assert not any((paths.data / "models").glob("*/bundle.json"))


def test_an_archive_replaced_by_its_publisher_is_not_imported(paths, tmp_path):
    old = packed(tmp_path / f"{NAME}.tar.bz2")
    digest = hashlib.sha256(old.read_bytes()).hexdigest()
    paths.data.mkdir(parents=True)
    (paths.data / "catalogue.toml").write_text(
        'format = 2\nbase_url = "http://127.0.0.1/"\nengine = "sherpa-onnx"\narchive = "tar.bz2"\n'
        f'[[model]]\nname = "{NAME}"\nlanguages = ["zh"]\nwithdrawn = "sha256:{digest}"\n'
    )
    with pytest.raises(ModelFormatError, match="its publisher has since replaced this archive"):
        import_model(old, paths, job())
    assert speech(paths) == left_over(paths) == []
    newer = packed(tmp_path / f"{NAME}-newer.tar.bz2", name=NAME)
    newer.write_bytes(newer.read_bytes() + b"\0")
    assert import_model(newer, paths, job()).is_dir()


@pytest.mark.skipif(os.name != "posix", reason="no such permissions")
def test_nobody_else_may_write_to_downloads_or_imports(server, model, paths, tmp_path):
    before = os.umask(0)
    try:
        paths = paths_in(tmp_path / "new" / "user")
        stopping = job(lambda phase, _: stopping.stop.set() if phase == "unpacking" else None)
        fetch_model(model, paths, stopping, HURRIED)
        fetch_model(replace(model, name="other"), paths, job(), HURRIED)
        import_model(VOSK_MODEL, paths, job())
        import_model(zipped(bundle_folder(), tmp_path / "bundle.zip"), paths, job())
    finally:
        os.umask(before)
    made = {tmp_path / "new", *(tmp_path / "new").rglob("*")}
    assert len(made) > 20
    assert [path for path in made if stat.S_IMODE(path.stat().st_mode) & 0o022] == []


def test_models_outside_our_folders_are_not_removed(paths, tmp_path):
    elsewhere = Paths(paths.assets, paths.data, (tmp_path / "usr",))
    shutil.copytree(VOSK_MODEL, tmp_path / "usr" / "tiny")
    for model in installed_models(elsewhere):
        assert not is_removable(model, elsewhere)
        with pytest.raises(SettingsError):
            remove_model(model, elsewhere)
    assert (tmp_path / "usr" / "tiny" / "am" / "final.mdl").is_file()


def test_leftovers_of_killed_runs_are_deleted_after_a_day(paths):
    place = paths.data / "speech-models"
    for name, age_s in ((".fermata-old", 2 * 86_400), (".fermata-new", 60)):
        (place / name / "unpacked" / "am").mkdir(parents=True)
        (place / name / "unpacked" / "am" / "final.mdl").write_bytes(b"half")
        os.utime(place / name, (time.time() - age_s,) * 2)
    assert speech(paths) == []  # incomplete ones are not listed
    import_model(VOSK_MODEL, paths, job())
    assert left_over(paths) == [".fermata-new"]
