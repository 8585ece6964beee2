"""Models of sherpa-onnx on their way from a server's tar.bz2 to the recogniser."""

from __future__ import annotations

import hashlib
import shutil
import tarfile
import threading
from pathlib import Path

import pytest

from engine.errors import ArchiveError, ModelFormatError
from engine.models.catalogue import CatalogueModel, find_model, load_catalogue
from engine.models.download import RetryPolicy
from engine.models.install import Job, fetch_model, import_model, part_of, remove_model
from engine.models.installed import installed_models
from engine.models.verify import Checksum, verify_model
from engine.paths import Paths
from engine.recognisers.sherpa_recogniser import SherpaRecogniser
from engine.recognisers.speech_models import RecogniserSpec, choose_recogniser
from tests.support.misbehaving_server import Behaviour, misbehaving_server
from tests.support.recognisers.speech import SHERPA_MODEL

NAME = "sherpa-onnx-streaming-tiny-zh-en"
HURRIED = RetryPolicy((0.0,), 5.0)


def packed(path, source=SHERPA_MODEL, name=NAME):
    with tarfile.open(path, "w:bz2") as archive:
        archive.add(source, name)
    return path


@pytest.fixture
def paths(tmp_path):
    data = tmp_path / "data"
    return Paths(tmp_path / "assets", data, (data / "speech-models",))


@pytest.fixture
def server(tmp_path, monkeypatch):
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with misbehaving_server() as state:
        state.files[f"/{NAME}.tar.bz2"] = Behaviour(packed(tmp_path / "m").read_bytes())
        yield state


def job(report=lambda _phase, _progress: None):
    return Job(threading.Event(), report)


def offered(server, paths):
    """The model as a list of one's own offers it."""
    digest = hashlib.sha256(server.files[f"/{NAME}.tar.bz2"].content).hexdigest()
    paths.data.mkdir(exist_ok=True)
    (paths.data / "catalogue.toml").write_text(
        f'format = 1\nbase_url = "{server.url}"\nengine = "sherpa-onnx"\narchive = "tar.bz2"\n'
        f'[[model]]\nname = "{NAME}"\nlanguages = ["zh", "en"]\nchecksum = "sha256:{digest}"\n'
    )
    return find_model(NAME, load_catalogue(paths))


def sherpa(paths):
    return [model for model in installed_models(paths) if model.engine == "sherpa-onnx"]


def left_over(paths):
    return [path.name for path in (paths.data / "speech-models").glob(".*")]


def test_a_downloaded_model_is_installed_found_and_loaded(server, paths):
    phases = []
    model = offered(server, paths)
    folder = fetch_model(model, paths, job(lambda phase, _: phases.append(phase)), HURRIED)
    assert folder == paths.data / "speech-models" / NAME
    (here,) = sherpa(paths)
    assert (here.name, here.languages, here.problem) == (NAME, ("zh", "en"), None)
    assert verify_model(here) == "files"
    assert list(dict.fromkeys(phases)) == ["downloading", "checking", "unpacking"]
    assert list((paths.data / "downloads").iterdir()) == left_over(paths) == []
    assert choose_recogniser("auto", None, paths) == RecogniserSpec("sherpa", folder)
    SherpaRecogniser(folder).close()


def test_an_altered_file_is_noticed_later_and_the_model_removed(server, paths):
    folder = fetch_model(offered(server, paths), paths, job(), HURRIED)
    (folder / "tokens.txt").write_bytes((folder / "tokens.txt").read_bytes() + b"X 999\n")
    with pytest.raises(ModelFormatError, match=r"tokens\.txt was altered"):
        verify_model(sherpa(paths)[0])
    (folder / "joiner.onnx").unlink()
    with pytest.raises(ModelFormatError, match=r"joiner\*\.onnx is missing"):
        verify_model(sherpa(paths)[0])
    assert str(sherpa(paths)[0].problem) == "joiner*.onnx is missing or empty"
    remove_model(sherpa(paths)[0], paths)
    assert sherpa(paths) == []


def test_stopped_while_unpacking_it_goes_on_later(server, paths):
    model = offered(server, paths)
    stopping = job(lambda phase, _: stopping.stop.set() if phase == "unpacking" else None)
    assert fetch_model(model, paths, stopping, HURRIED) is None
    assert part_of(model, paths).name == f"{NAME}.tar.bz2.part"
    assert part_of(model, paths).exists()
    assert sherpa(paths) == left_over(paths) == []
    assert fetch_model(model, paths, job(), HURRIED)


def test_an_archive_that_is_cut_short_installs_nothing(server, paths):
    file = server.files[f"/{NAME}.tar.bz2"]
    model = offered(server, paths)
    unchecked = CatalogueModel(NAME, "", ("zh",), model.url, "sherpa-onnx", "tar.bz2")
    server.files[f"/{NAME}.tar.bz2"] = Behaviour(file.content[:-2000])
    with pytest.raises(ArchiveError):
        fetch_model(unchecked, paths, job(), HURRIED)
    assert sherpa(paths) == left_over(paths) == []
    assert not part_of(unchecked, paths).exists()


def test_a_wrong_checksum_is_noticed_before_unpacking(server, paths):
    model = offered(server, paths)
    wrong = CatalogueModel(
        NAME, "", ("zh",), model.url, "sherpa-onnx", "tar.bz2", checksum=Checksum("md5", "0" * 32)
    )
    with pytest.raises(Exception, match="MD5 differs"):
        fetch_model(wrong, paths, job(), HURRIED)
    assert sherpa(paths) == []


def test_of_an_archive_only_the_networks_that_are_loaded_are_kept(paths, tmp_path):
    full = Path(shutil.copytree(SHERPA_MODEL, tmp_path / "full"))
    for name in ("encoder.onnx", "joiner.int8.onnx", "decoder.int8.onnx", "rescore-lm.onnx"):
        shutil.copy(SHERPA_MODEL / "joiner.onnx", full / name)
    (full / "test_wavs").mkdir()
    (full / "test_wavs" / "0.wav").write_bytes(b"RIFF")
    folder = import_model(packed(tmp_path / "full.tar.bz2", full), paths, job())
    kept = {path.name for path in folder.glob("*.onnx")}
    assert kept == {"encoder.int8.onnx", "decoder.onnx", "joiner.int8.onnx"}
    assert (folder / "test_wavs" / "0.wav").is_file()
    assert verify_model(sherpa(paths)[0]) == "files"


def test_import_from_an_archive_and_from_a_folder(paths, tmp_path):
    archive = packed(tmp_path / f"{NAME}.tar.bz2", name="somewhere")
    assert import_model(archive, paths, job()).name == "somewhere"
    flat = packed(tmp_path / "flat-zh.tar.bz2", name=".")
    assert import_model(flat, paths, job()).name == "flat-zh"
    assert import_model(SHERPA_MODEL, paths, job()).name == SHERPA_MODEL.name
    assert [verify_model(model) for model in sherpa(paths)] == ["files"] * 3


def test_a_broken_model_is_not_installed(paths, tmp_path):
    broken = Path(shutil.copytree(SHERPA_MODEL, tmp_path / "broken"))
    (broken / "joiner.onnx").unlink()
    for source in (broken, packed(tmp_path / "b.tar.bz2", broken)):
        with pytest.raises(ModelFormatError, match="joiner"):
            import_model(source, paths, job())
    assert sherpa(paths) == left_over(paths) == []


def test_an_archive_without_a_model(paths, tmp_path):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text("no model")
    with pytest.raises(ModelFormatError, match="no model"):
        import_model(packed(tmp_path / "t.tar.bz2", tmp_path / "texts"), paths, job())
