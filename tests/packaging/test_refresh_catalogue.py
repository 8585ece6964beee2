"""The maintainer's command, on lists we wrote in the form of the publishers'."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support.faults.rude_server import answer, rude_server

_ROOT = Path(__file__).resolve().parents[2]
_A, _B = "a" * 64, "b" * 64
_CATALOGUE = f"""# What stands above stays.
format = 2
archive = "tar.bz2"

# of the first
[[model]]
name = "one"
size_bytes = 10  # and this
checksum = "sha256:{"0" * 64}"
unpacked_bytes = 7

[[model]]
name = "two"
url = "https://huggingface.co/x/two/resolve/main/"
files = [
  {{ name = "model.bin", size_bytes = 1, checksum = "sha256:{"0" * 64}" }},
  {{ name = "c.json", size_bytes = 2, checksum = "sha256:{"0" * 64}" }},
]
"""
_SMALL = b'{"a": 1}\n'


@pytest.fixture(scope="module")
def refresh():
    spec = importlib.util.spec_from_file_location(
        "refresh_catalogue", _ROOT / "packaging" / "refresh_catalogue.py"
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where its dataclasses are looked up
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def test_digests_and_names_can_come_in_either_order(refresh):
    text = f"one.tar.bz2\t{_A}\n{_B} *two.tar.bz2\n\n# {_A}\nthree.tar.bz2 12\n"
    found = refresh.of_checksums(text)
    assert found["one.tar.bz2"].checksum == f"sha256:{_A}"
    assert found["two.tar.bz2"].checksum == f"sha256:{_B}"
    assert "three.tar.bz2" not in found


def test_a_release_has_sizes_and_new_assets_have_digests(refresh):
    assets = [
        {"name": "one.tar.bz2", "size": 12, "digest": f"sha256:{_A}"},
        {"name": "old.tar.bz2", "size": 13, "digest": None},
    ]
    found = refresh.of_release({"tag_name": "asr-models", "assets": assets})
    assert found["one.tar.bz2"] == refresh.Published(12, f"sha256:{_A}")
    assert found["old.tar.bz2"] == refresh.Published(13, "")


def test_small_files_of_a_tree_are_read_and_checked_against_git_s_hash(refresh):
    blob = b"blob %d\0%b" % (len(_SMALL), _SMALL)
    name = hashlib.sha1(blob, usedforsecurity=False).hexdigest()
    tree = [
        {"type": "directory", "oid": "0" * 40, "size": 0, "path": "onnx"},
        {"type": "file", "oid": "0" * 40, "size": 99, "path": "model.bin", "lfs": {"oid": _A}},
        {"type": "file", "oid": name, "size": len(_SMALL), "path": "c.json"},
    ]
    found = refresh.of_tree(tree, {"c.json": _SMALL}.__getitem__)
    assert found["model.bin"] == refresh.Published(99, f"sha256:{_A}")
    digest = hashlib.sha256(_SMALL).hexdigest()
    assert found["c.json"] == refresh.Published(len(_SMALL), f"sha256:{digest}")
    with pytest.raises(ValueError, match=r"c\.json"):
        refresh.of_tree(tree, {"c.json": b"other"}.__getitem__)


def test_only_figures_are_replaced(refresh):
    lists = {
        "one": {"one.tar.bz2": refresh.Published(12, f"sha256:{_A}")},
        "two": {"model.bin": refresh.Published(99, f"sha256:{_B}")},
    }
    text, changes = refresh.refreshed(_CATALOGUE, lambda model: lists[model["name"]])
    one, two = tomllib.loads(text)["model"]
    assert (one["size_bytes"], one["checksum"]) == (12, f"sha256:{_A}")
    assert one["unpacked_bytes"] == 7
    assert two["files"][0] == {"name": "model.bin", "size_bytes": 99, "checksum": f"sha256:{_B}"}
    assert two["files"][1]["size_bytes"] == 2
    assert len(changes) == 3
    assert "two/c.json: the publisher does not list it" in changes
    for comment in ("# What stands above stays.", "# of the first", "# and this"):
        assert comment in text
    again, changes = refresh.refreshed(text, lambda model: lists[model["name"]])
    assert (again, len(changes)) == (text, 1)


def test_an_md5_does_not_replace_a_sha_256(refresh):
    table = [{"name": "one", "size": 10, "md5": "1" * 32, "lang": "en", "obsolete": "false"}]
    known = refresh.of_vosk(table)
    text = _CATALOGUE.split('[[model]]\nname = "two"', maxsplit=1)[0].replace("tar.bz2", "zip")
    assert refresh.refreshed(text, lambda _: known) == (text, [])
    weak = text.replace(f"sha256:{'0' * 64}", f"md5:{'2' * 32}")
    new, changes = refresh.refreshed(weak, lambda _: known)
    assert f"md5:{'1' * 32}" in new
    assert len(changes) == 1


def test_the_shipped_lists_can_be_read(refresh):
    for path in (_ROOT / "assets" / "catalogue").glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        new, changes = refresh.refreshed(text, lambda _: {})
        assert new == text
        models = tomllib.loads(text)["model"]
        assert len(changes) == sum(len(model.get("files", [model])) for model in models)


def test_one_command_asks_each_publisher_and_writes_the_answers(
    refresh, tmp_path, monkeypatch, capsys
):
    """Only the servers' answers are made up; the rest is the real command."""
    head, one, two = _CATALOGUE.split("[[model]]")
    (tmp_path / "sherpa-onnx.toml").write_text(f"{head}[[model]]{one}")
    (tmp_path / "vosk.toml").write_text(
        f"{head.replace('tar.bz2', 'zip')}[[model]]{one.replace('sha256:', 'md5:')}"
    )
    (tmp_path / "whisper.toml").write_text(f"{head}[[model]]{two}")
    released = "github.com/y/z/releases/download/voices/v.onnx"
    speakers = two.replace(
        '"model.bin"', '"parts.onnx", url = "https://huggingface.co/x/two/resolve/main/model.bin"'
    )
    speakers = speakers.replace('"c.json"', f'"voices.onnx", url = "https://{released}"')
    (tmp_path / "speakers.toml").write_text(f"{head}[[model]]{speakers}")
    name = hashlib.sha1(b"blob %d\0%b" % (len(_SMALL), _SMALL), usedforsecurity=False).hexdigest()
    tree = [
        {"type": "file", "oid": "0" * 40, "size": 99, "path": "model.bin", "lfs": {"oid": _A}},
        {"type": "file", "oid": name, "size": len(_SMALL), "path": "c.json"},
        {"type": "file", "oid": "0" * 40, "size": 3, "path": "README.md"},
    ]
    asset = {"name": "one.tar.bz2", "size": 12, "digest": f"sha256:{_A}"}
    said = {
        refresh._SHERPA: f"{_B}  one.tar.bz2\n".encode(),
        refresh._SHERPA_API: json.dumps({"assets": [asset]}).encode(),
        "https://api.github.com/repos/y/z/releases/tags/voices": json.dumps(
            {"assets": [{"name": "v.onnx", "size": 5, "digest": f"sha256:{_B}"}]}
        ).encode(),
        refresh._VOSK: json.dumps([{"name": "one", "size": 13, "md5": "1" * 32}]).encode(),
        "https://huggingface.co/api/models/x/two/tree/main": json.dumps(tree).encode(),
        "https://huggingface.co/x/two/resolve/main/c.json": _SMALL,
    }

    def behave(asked):
        content = said[f"https:/{asked.line.split()[1]}"]
        yield answer(content) + content

    with rude_server(behave) as server:
        monkeypatch.setattr(refresh, "_CATALOGUE", tmp_path)
        get = refresh._get
        monkeypatch.setattr(refresh, "_get", lambda url: get(server.url(url[len("https://") :])))
        assert (refresh.main(), refresh.main()) == (1, 0)
    digest = hashlib.sha256(_SMALL).hexdigest()
    found = {path.stem: tomllib.loads(path.read_text())["model"][0] for path in tmp_path.iterdir()}
    written = {
        name: (it["size_bytes"], it["checksum"]) for name, it in found.items() if "url" not in it
    }
    assert written == {"sherpa-onnx": (12, f"sha256:{_B}"), "vosk": (13, f"md5:{'1' * 32}")}
    assert [(it["size_bytes"], it["checksum"]) for it in found["whisper"]["files"]] == [
        (99, f"sha256:{_A}"),
        (len(_SMALL), f"sha256:{digest}"),
    ]
    out = capsys.readouterr().out.splitlines()
    assert [(it["size_bytes"], it["checksum"]) for it in found["speakers"]["files"]] == [
        (99, f"sha256:{_A}"),
        (5, f"sha256:{_B}"),
    ]
    assert len(out) == 7
    assert out[-1] == "Nothing has changed."
