"""What a frozen Fermata is made of and packaged with, as far as it shows without building it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from app.files.job import RECORDING_SUFFIXES
from engine.recognisers.speech_models import built_in_model
from engine.transcripts.registry import SUFFIXES
from tests.support.shared_data import REPOSITORY, need_program

PACKAGING = REPOSITORY / "packaging"
LINUX = PACKAGING / "linux"
SPEC = (PACKAGING / "fermata.spec").read_text()
DESKTOP = (LINUX / "fermata.desktop").read_text()
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


@pytest.fixture
def script(monkeypatch):
    """Import a packaging script."""
    monkeypatch.syspath_prepend(str(PACKAGING))
    return __import__


def test_the_spec_names_existing_files():
    tree = ast.parse(SPEC)
    texts = {it.value for it in ast.walk(tree) if isinstance(it, ast.Constant)}
    paths = {it for it in texts if isinstance(it, str) and it.startswith(("packaging/", "app/"))}
    assert {"app/__main__.py", "packaging/icu_without_data.c"} <= paths
    assert [it for it in paths if not (REPOSITORY / it).exists() and " " not in it] == []


def test_training_packages_are_left_out_of_the_small_bundle():
    extra = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    trained = {"torch", "onnx", "accelerate", "safetensors", "rapidfuzz", "num2words"}
    assert all(
        any(it.startswith(name) for it in extra["optional-dependencies"]["train"])
        for name in trained
    )
    table = next(
        node.value
        for node in ast.parse(SPEC).body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "TRAINING"
    )
    assert trained <= set(ast.literal_eval(table))


def test_the_bundled_ffmpeg_can_write_the_formats_we_need():
    source = (REPOSITORY / "engine/audio/ffmpeg.py").read_text("utf-8")
    built = (PACKAGING / "build_native_parts.sh").read_text("utf-8")
    for option, part in (("-f", "muxer"), ("-c:a", "encoder")):
        (asked,) = set(re.findall(rf'"{option}", "(\w+)"', source))
        assert asked in re.findall(rf"--enable-{part}=([\w,]+)", built)[0].split(",")


def test_the_desktop_entry_is_valid():
    need_program("desktop-file-validate")
    subprocess.run(["desktop-file-validate", LINUX / "fermata.desktop"], check=True)


def test_the_metainfo_is_valid(tmp_path):
    need_program("appstreamcli")
    for path in LINUX.glob("*.metainfo.xml"):
        told = path.read_text().replace("@VERSION@", "1.0").replace("@DATE@", "2026-01-01")
        (tmp_path / path.name).write_text(told)
        subprocess.run(["appstreamcli", "validate", "--no-net", tmp_path / path.name], check=True)


def test_the_desktop_entry_describes_uncommon_subtitle_types():
    globs = {it.get("pattern") for it in ET.parse(LINUX / "fermata.mime.xml").iter(f"{MIME}glob")}  # noqa: S314  our own
    assert {it.removeprefix("*") for it in globs} <= set(SUFFIXES)
    named = {it.get("type") for it in ET.parse(LINUX / "fermata.mime.xml").iter(f"{MIME}mime-type")}  # noqa: S314
    assert all(f"{name};" in DESKTOP for name in named)
    assert ".m4a" in RECORDING_SUFFIXES
    assert "audio/mp4;" in DESKTOP


def test_a_whisper_model_is_the_same_at_half_the_size(script, tmp_path):
    source = built_in_model() / "model.bin"
    int8_whisper = script("int8_whisper")
    int8_whisper.quantise(source, tmp_path / "model.bin")
    assert (tmp_path / "model.bin").stat().st_size < 0.6 * source.stat().st_size
    for name in ("config.json", "tokenizer.json", "vocabulary.txt"):
        (tmp_path / name).write_bytes((source.parent / name).read_bytes())
    ctranslate2 = pytest.importorskip("ctranslate2")
    sound = ctranslate2.StorageView.from_array(
        np.random.default_rng(1).normal(0, 0.3, (1, 80, 3000)).astype(np.float32)
    )
    heard = []
    for folder in (source.parent, tmp_path):
        model = ctranslate2.models.Whisper(str(folder), compute_type="int8", intra_threads=1)
        heard.append(np.asarray(model.encode(sound)))
    np.testing.assert_array_equal(*heard)


def test_a_model_in_another_form_is_refused(script, tmp_path):
    (tmp_path / "model.bin").write_bytes(b"\x07\0\0\0")
    with pytest.raises(ValueError, match="form 7"):
        script("int8_whisper").quantise(tmp_path / "model.bin", tmp_path / "small.bin")


def test_icons_are_drawn_for_every_system(script, tmp_path):
    from PySide6.QtGui import QImage

    script("make_icons").make_icons(tmp_path)
    picture = QImage(str(tmp_path / "fermata-128.png"))
    assert (picture.width(), picture.pixelColor(64, 20).name()) == (128, "#2f5d8c")
    assert (tmp_path / "fermata.ico").read_bytes()[:6] == b"\0\0\1\0\6\0"
    content = (tmp_path / "fermata.icns").read_bytes()
    assert content[:4] == b"icns"
    assert int.from_bytes(content[4:8], "big") == len(content)


def test_a_library_spoilt_by_strip_is_noticed(tmp_path):
    """The spec then keeps the original: its own check, on a real library."""
    need_program("readelf")
    names = {"can_be_loaded"}
    parts = [it for it in ast.parse(SPEC).body if getattr(it, "name", "") in names]
    place: dict = {"subprocess": subprocess, "os": __import__("os")}
    exec(compile(ast.Module(parts, []), "spec", "exec"), place)  # noqa: S102  our own
    whole = built_in_library()
    assert place["can_be_loaded"](whole)
    spoilt = bytearray(whole.read_bytes())
    start = int.from_bytes(spoilt[32:40], "little")
    loads = (
        at
        for at in range(start, start + 56 * 16, 56)
        if int.from_bytes(spoilt[at : at + 4], "little") == 1
    )
    at = next(loads) + 8
    spoilt[at : at + 8] = (int.from_bytes(spoilt[at : at + 8], "little") + 16).to_bytes(8, "little")
    (tmp_path / "spoilt.so").write_bytes(spoilt)
    assert not place["can_be_loaded"](tmp_path / "spoilt.so")


def built_in_library():
    import _ctypes
    from pathlib import Path

    if sys.platform != "linux":
        pytest.skip("libraries of Linux")
    return Path(_ctypes.__file__)
