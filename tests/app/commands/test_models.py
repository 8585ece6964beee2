from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from hashlib import sha256
from pathlib import Path

import pytest

from engine.models.installed import InstalledModel
from engine.recognisers.speech_models import BUILT_IN, built_in_model
from tests.app.conftest import VOSK_MODEL
from tests.support.archives import zipped
from tests.support.bundles import bundle_folder
from tests.support.faults.rude_server import rude_server, sound
from tests.support.faults.rude_server import status as refusing


@pytest.mark.parametrize("name", ["half \ud800 of one", "\x1b[2J\n"])
def test_any_content_of_a_model_is_shown_safely(fermata, monkeypatch, name):
    deep: object = 1.0
    for _ in range(4_000):
        deep = {"in": [deep]}
    odd = InstalledModel(
        "punctuation", "Fermata", name, Path("odd"), (), 0, (name,), (name,), {name: deep}
    )
    monkeypatch.setattr("app.commands.model_actions.installed_models", lambda _: [odd])
    status, out, err = fermata("models", "--details")
    assert (status, err) == (0, "")
    assert (name in out, "�" in out, "…" in out) == (False, True, True)
    status, out, _ = fermata("models", "--json")
    (listed,) = json.loads(out)
    assert (status, listed["licences"]) == (0, [name])


@pytest.fixture
def own(fermata, tmp_path, monkeypatch):
    """An empty user's folder."""
    monkeypatch.setenv("FERMATA_DATA", str(tmp_path / "own"))
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "own"


def test_installed_models_take_a_line_each_and_scores_are_only_shown_on_request(
    fermata, monkeypatch
):
    monkeypatch.setenv("VOSK_MODEL_PATH", str(VOSK_MODEL))
    monkeypatch.setattr("engine.recognisers.speech_models.multilingual_model", lambda: None)
    status, out, err = fermata("models")
    assert (status, err) == (0, "")
    head, *rows = out.splitlines()
    assert head.split() == ["NAME", "LANGUAGES", "SIZE", "KIND", "IN", "USE"]
    told = {row.split()[0]: row for row in rows}
    assert len(told) == len(rows) == 3 + 1  # two bundles, Whisper's, Vosk's
    assert all(len(row) < 80 for row in rows)
    assert {name for name, row in told.items() if row.endswith(" yes")} == {"en", VOSK_MODEL.name}
    assert "micro F1" not in out
    assert "micro F1" in fermata("models", "--details")[1]


def test_available_downloads_are_listed(fermata):
    status, out, _ = fermata("models", "list", "--available")
    assert (status, "WORD ERRORS" in out) == (0, False)
    status, out, _ = fermata("models", "list", "--available", "--details")
    assert status == 0
    assert "vosk-model-small-en-us-0.15" in out
    rows = {row.split()[0]: row for row in out.splitlines()}
    for part in ("148 MB", "itself", "MIT: free, even for work", "LibriSpeech 4.2 %"):
        assert part in rows["whisper-base.en"]
    for part in ("41 MB", "300 MB", "Apache 2.0: free, even for work"):
        assert part in rows["vosk-model-small-en-us-0.15"]
    assert "17 x speech" in rows["sherpa-onnx-streaming-zipformer-en-kroko-2025-08-06"]
    assert "50 languages" in rows["whisper-large-v3"]
    _, out, _ = fermata("models", "--available", "--json")
    (base,) = [it for it in json.loads(out) if it["name"] == "whisper-base.en"]
    assert (base["checksum"], base["is_recommended"], len(base["urls"])) == ("sha256", True, 4)


def test_a_model_can_be_downloaded_verified_and_removed(fermata, own, tmp_path):
    content = zipped(VOSK_MODEL, tmp_path / "m.zip").read_bytes()
    own.mkdir()
    (own / "catalogue.toml").write_text(
        'format = 1\nbase_url = "http://nowhere.invalid"\n[[model]]\n'
        f'name = "tiny"\nlanguages = ["en"]\nchecksum = "sha256:{sha256(content).hexdigest()}"\n'
    )
    with rude_server(sound(content)) as server:
        status, out, err = fermata("models", "download", "tiny", "--server", server.url(""))
    assert (status, err) == (0, "")
    assert out.strip() == str(own / "speech-models" / "tiny")
    status, out, _ = fermata("models", "verify", "tiny")
    assert (status, out) == (0, "+ tiny: all files match their checksums\n")
    (own / "speech-models" / "tiny" / "conf" / "mfcc.conf").write_text("--sample-frequency=8000\n")
    status, out, _ = fermata("models", "verify")
    assert status == 1
    assert "mfcc.conf was altered" in out
    assert fermata("models", "remove", "tiny")[0] == 0
    assert not (own / "speech-models" / "tiny").exists()


def test_a_model_can_be_imported(fermata, own, tmp_path):
    status, out, _ = fermata("models", "import", zipped(VOSK_MODEL, tmp_path / "m.zip"))
    assert (status, Path(out.strip()).name) == (0, VOSK_MODEL.name)
    assert own.stat().st_mode & 0o777 == 0o700, "it is the user's alone"
    status, _, err = fermata("models", "import", VOSK_MODEL)
    assert (status, "already installed" in err) == (2, True)
    (tmp_path / "broken.zip").write_bytes(b"PK")
    status, _, err = fermata("models", "import", tmp_path / "broken.zip")
    assert (status, "broken.zip was not installed" in err) == (2, True)


def test_single_files_can_come_on_a_usb_stick(fermata, own, tmp_path):
    stick = Path(shutil.copytree(built_in_model(), tmp_path / "whisper-mine.en"))
    status, out, _ = fermata("models", "import", stick)
    assert (status, out.strip()) == (0, str(own / "speech-models" / "whisper-mine.en"))
    assert fermata("models", "verify", "whisper-mine.en")[1].startswith(
        "+ whisper-mine.en: all files"
    )
    (stick / "tokenizer.json").unlink()
    half = stick.rename(tmp_path / "half")
    status, _, err = fermata("models", "import", half)
    assert (status, "tokenizer.json is missing" in err) == (2, True)


def test_a_refused_download_suggests_a_usb_stick(fermata, own):
    with rude_server(refusing("403 Forbidden")) as server:
        options = ("whisper-base.en", "--server", server.url(""))
        status, out, err = fermata("models", "download", *options)
    assert (status, out) == (1, "")
    for part in ("/whisper-base.en/model.bin", "said 403", "stick", "`fermata models import PATH`"):
        assert part in err


def test_unknown_names_are_refused_and_built_in_models_stay(fermata):
    for action in ("download", "verify", "remove"):
        status, out, err = fermata("models", action, "nothing-like-it")
        assert (status, out, "nothing-like-it" in err) == (2, "", True)
    status, _, err = fermata("models", "remove", BUILT_IN)
    assert (status, "stays" in err) == (2, True)


def test_ctrl_c_keeps_what_has_arrived(fermata, own, tmp_path):
    content = os.urandom(400_000)
    with rude_server(sound(content, 100_000)) as server:
        environment = fermata.environment | {"FERMATA_DATA": str(own)}
        process = subprocess.Popen(
            fermata.command(
                "models", "download", "vosk-model-small-en-in-0.4", "--server", server.url("")
            ),
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        deadline_s = time.monotonic() + 60
        part = own / "downloads" / "vosk-model-small-en-in-0.4.zip.part"
        while time.monotonic() < deadline_s and not (part.exists() and part.stat().st_size):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Run the same command to continue" in err
    assert 0 < part.stat().st_size < len(content)


def test_a_model_can_be_activated_and_rolled_back(fermata, tmp_path, monkeypatch):
    monkeypatch.setenv("FERMATA_DATA", str(tmp_path))
    for name in ("mine", "broken"):
        (tmp_path / "models" / name).mkdir(parents=True)
    shutil.copytree(bundle_folder(), tmp_path / "models" / "mine", dirs_exist_ok=True)
    (tmp_path / "models" / "broken" / "bundle.json").write_text("{}")
    monkeypatch.setenv("VOSK_MODEL_PATH", str(VOSK_MODEL.parent))
    assert active_name(fermata) == "en"
    assert fermata("models", "activate", "mine") == (0, "mine is now the active model.\n", "")
    assert active_name(fermata) == "mine"
    out = fermata("models", "--details")[1]
    for part in (" KIND ", str(VOSK_MODEL), "Whisper", BUILT_IN, "cannot be used: "):
        assert part in out
    path = tmp_path / "notes.txt"
    path.write_text("hello there")
    (tmp_path / "models" / "mine" / "lexicon.json").write_text("{}")
    status, _, err = fermata("punctuate", path)
    assert (status, "lexicon.json was altered" in err) == (2, True)
    assert fermata("punctuate", path, "--model", "en")[0] == 0
    assert fermata("models", "rollback") == (0, "en is the active model again.\n", "")
    assert active_name(fermata) == "en"
    status, out, err = fermata("models", "rollback")
    assert (status, out) == (2, "")
    assert "no other model was active before" in err
    assert fermata("models", "activate", "nothing")[0] == 2


def active_name(fermata):
    (active,) = [m for m in json.loads(fermata("models", "--json")[1]) if m["is_active"]]
    return active["folder"].rsplit("/", 1)[1]
