from __future__ import annotations

import hashlib
import json
import os
import shutil
import threading
import time
import zipfile
from pathlib import Path

import pytest

from engine.errors import (
    ArchiveError,
    DownloadError,
    ModelExistsError,
    ModelFormatError,
    SettingsError,
)
from engine.models.catalogue import CatalogueModel
from engine.models.download import RetryPolicy
from engine.models.install import (
    Job,
    fetch_model,
    import_model,
    is_removable,
    part_of,
    remove_model,
)
from engine.models.installed import installed_models
from engine.models.verify import RECORD, Checksum, verify_model
from engine.paths import Paths
from tests.support.bundles import bundle_folder
from tests.support.misbehaving_server import Behaviour, misbehaving_server
from tests.support.shared_data import DATA

VOSK_MODEL = DATA / "vosk-model-tiny-en"
HURRIED = RetryPolicy((0.0,), 5.0)


@pytest.fixture
def paths(tmp_path):
    data = tmp_path / "data"
    return Paths(tmp_path / "assets", data, (data / "speech-models",))


@pytest.fixture(scope="session")
def archive(tmp_path_factory):
    path = tmp_path_factory.mktemp("archive") / "vosk-model-tiny-en.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as content:
        for file in sorted(VOSK_MODEL.rglob("*")):
            content.write(file, Path(VOSK_MODEL.name) / file.relative_to(VOSK_MODEL))
    return path


@pytest.fixture
def server(archive, monkeypatch):
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with misbehaving_server() as state:
        state.files["/tiny.zip"] = Behaviour(archive.read_bytes())
        yield state


def job(report=lambda _phase, _progress: None):
    return Job(threading.Event(), report)


def offer(server, checksum="right", **more):
    digest = hashlib.sha256(server.files["/tiny.zip"].content).hexdigest()
    known = {"right": Checksum("sha256", digest), "wrong": Checksum("sha256", "0" * 64)}
    return CatalogueModel(
        "tiny", "Tiny", ("en",), server.url + "tiny.zip", checksum=known.get(checksum), **more
    )


def vosk(paths):
    return [model for model in installed_models(paths) if model.engine == "Vosk"]


def left_over(paths):
    return [path.name for path in (paths.data / "speech-models").glob(".*")]


def test_a_downloaded_model_is_installed_and_verified(server, paths):
    phases = []
    folder = fetch_model(offer(server), paths, job(lambda phase, _: phases.append(phase)), HURRIED)
    assert folder == paths.data / "speech-models" / "tiny"
    (model,) = vosk(paths)
    assert (model.name, model.problem) == ("tiny", None)
    assert verify_model(model) == "files"
    assert json.loads((folder / RECORD).read_text())["origin"] == server.url + "tiny.zip"
    assert list(dict.fromkeys(phases)) == ["downloading", "checking", "unpacking"]
    assert list((paths.data / "downloads").iterdir()) == left_over(paths) == []


def test_an_altered_file_is_noticed_later(server, paths):
    folder = fetch_model(offer(server), paths, job(), HURRIED)
    (folder / "graph" / "words.txt").write_text("<eps> 0\n")
    with pytest.raises(ModelFormatError, match=r"words\.txt was altered"):
        verify_model(vosk(paths)[0])
    (folder / "graph" / "words.txt").unlink()
    with pytest.raises(ModelFormatError, match=r"words\.txt is missing"):
        verify_model(vosk(paths)[0])


def test_a_record_cannot_lead_outside(server, paths):
    folder = fetch_model(offer(server), paths, job(), HURRIED)
    (folder / RECORD).write_text('{"sha256": {"../../../x": "0"}}')
    with pytest.raises(ModelFormatError, match="outside"):
        verify_model(vosk(paths)[0])


def test_a_wrong_checksum_installs_nothing(server, paths):
    with pytest.raises(DownloadError, match="SHA-256 differs"):
        fetch_model(offer(server, "wrong"), paths, job(), HURRIED)
    assert vosk(paths) == []
    assert not part_of(offer(server), paths).exists()


def test_an_unknown_checksum_is_no_obstacle(server, paths):
    assert fetch_model(offer(server, "unknown"), paths, job(), HURRIED)


def test_md5_where_the_publisher_gives_no_better(server, paths):
    content = server.files["/tiny.zip"].content
    model = offer(server)
    good = Checksum.parse("md5:" + hashlib.md5(content, usedforsecurity=False).hexdigest())
    bad = Checksum.parse("md5:" + "0" * 32)
    for checksum in (bad, good):
        described = CatalogueModel(model.name, "", ("en",), model.url, checksum=checksum)
        if checksum is bad:
            with pytest.raises(DownloadError, match="MD5 differs"):
                fetch_model(described, paths, job(), HURRIED)
        else:
            assert fetch_model(described, paths, job(), HURRIED)


def test_stopped_and_taken_up_again(server, paths):
    size = len(server.files["/tiny.zip"].content)
    server.files["/tiny.zip"].bytes_a_s = size / 1.0
    stopping = job(lambda _phase, progress: stopping.stop.set() if progress.received_bytes else 0)
    assert fetch_model(offer(server), paths, stopping, HURRIED) is None
    assert 0 < part_of(offer(server), paths).stat().st_size < size
    server.files["/tiny.zip"].bytes_a_s = None
    assert fetch_model(offer(server), paths, job(), HURRIED)
    assert server.asked[-1][1]["Range"].startswith("bytes=")


def test_a_model_that_exists_is_not_downloaded_again(server, paths):
    fetch_model(offer(server), paths, job(), HURRIED)
    asked = len(server.asked)
    with pytest.raises(ModelExistsError):
        fetch_model(offer(server), paths, job(), HURRIED)
    assert len(server.asked) == asked


def test_an_archive_that_is_no_model(server, paths, tmp_path):
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as content:
        content.writestr("readme/text.txt", "no model")
    server.files["/tiny.zip"] = Behaviour((tmp_path / "x.zip").read_bytes())
    with pytest.raises(ModelFormatError, match="no model"):
        fetch_model(offer(server), paths, job(), HURRIED)
    assert vosk(paths) == left_over(paths) == []
    assert not part_of(offer(server), paths).exists()


def test_an_archive_that_is_cut_short_but_complete_for_the_server(server, paths):
    content = server.files["/tiny.zip"].content
    server.files["/tiny.zip"] = Behaviour(content[:-2000])
    with pytest.raises(ArchiveError):
        fetch_model(offer(server, "unknown"), paths, job(), HURRIED)
    assert vosk(paths) == left_over(paths) == []


def test_import_from_a_zip_and_from_a_folder(archive, paths):
    assert import_model(archive, paths, job()).name == VOSK_MODEL.name
    with pytest.raises(ModelExistsError):
        import_model(VOSK_MODEL, paths, job())
    remove_model(vosk(paths)[0], paths)
    assert vosk(paths) == []
    assert import_model(VOSK_MODEL, paths, job()).name == VOSK_MODEL.name
    assert verify_model(vosk(paths)[0]) == "files"


def test_import_of_a_bundle(paths, tmp_path):
    packed = shutil.make_archive(str(tmp_path / "mine"), "zip", bundle_folder())
    folder = import_model(Path(packed), paths, job())
    assert folder == paths.data / "models" / "en"
    model = installed_models(paths)[0]
    assert (model.kind, verify_model(model)) == ("punctuation", "files")
    remove_model(model, paths)
    assert not folder.exists()


def test_an_altered_bundle_is_not_imported(paths, tmp_path):
    altered = Path(shutil.copytree(bundle_folder(), tmp_path / "altered"))
    (altered / "tokenizer.json").write_text("{}")
    for source in (altered, Path(shutil.make_archive(str(tmp_path / "a"), "zip", altered))):
        with pytest.raises(ModelFormatError, match="altered"):
            import_model(source, paths, job())
    assert not any((paths.data / "models").glob("*/bundle.json"))


def test_a_bundles_name_cannot_lead_outside(paths, tmp_path):
    named = Path(shutil.copytree(bundle_folder(), tmp_path / "named"))
    table = json.loads((named / "bundle.json").read_text()) | {"name": "../../outside"}
    (named / "bundle.json").write_text(json.dumps(table))
    assert import_model(named, paths, job()) == paths.data / "models" / "outside"


def test_links_in_a_folder_are_not_followed(paths, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("secret")
    folder = Path(shutil.copytree(VOSK_MODEL, tmp_path / "linked"))
    (folder / "graph" / "extra").symlink_to(secret)
    with pytest.raises(ModelFormatError, match="link"):
        import_model(folder, paths, job())
    assert vosk(paths) == []


def test_what_is_not_ours_is_not_removed(paths, tmp_path):
    elsewhere = Paths(paths.assets, paths.data, (tmp_path / "usr",))
    shutil.copytree(VOSK_MODEL, tmp_path / "usr" / "tiny")
    for model in installed_models(elsewhere):
        assert not is_removable(model, elsewhere)
        with pytest.raises(SettingsError):
            remove_model(model, elsewhere)
    assert (tmp_path / "usr" / "tiny" / "am" / "final.mdl").is_file()


def test_what_a_killed_run_left_is_cleared_after_a_day(paths, archive):
    place = paths.data / "speech-models"
    for name, age_s in ((".fermata-old", 2 * 86_400), (".fermata-new", 60)):
        (place / name / "unpacked" / "am").mkdir(parents=True)
        (place / name / "unpacked" / "am" / "final.mdl").write_bytes(b"half")
        os.utime(place / name, (time.time() - age_s,) * 2)
    assert vosk(paths) == []  # what is not whole is not seen
    import_model(archive, paths, job())
    assert left_over(paths) == [".fermata-new"]
