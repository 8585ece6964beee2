from __future__ import annotations

import copy
import hashlib
import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import ModelFormatError, ModelNotFoundError
from engine.models.installed import InstalledModel
from engine.models.spoken_languages import spoken_languages
from engine.models.verify import verify_model
from engine.network.bundle import (
    DESCRIPTION,
    FLOAT_WEIGHTS,
    LEXICON,
    NETWORK,
    TOKENIZER,
    Bundle,
    find_bundle,
    list_bundles,
    load_bundle,
    sha256_of,
)
from engine.network.scorer import Scorer
from engine.paths import Paths
from engine.punctuation.committer import Committer
from engine.punctuation.emitter import Emitter
from engine.punctuation.evidence import UNCALIBRATED
from engine.punctuation.labels import PLAIN_MARKS, Case
from engine.punctuation.mark_offsets import MarkOffsets
from engine.punctuation.punctuator import Punctuator
from engine.punctuation.windows import GridWindows, LiveWindows
from engine.types import Hypothesis, Word
from tests.support.fake_network import FakeBackend, FakeTokenizer, sentences_of

LEXICON_TABLE = {"always": {"i": "I"}, "mixed": {"iphone": "iPhone"}, "common": ["the", "i"]}
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([10**400, -1, 0, 2**31, 3]),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["../x", "/etc/passwd", "..", ".", "", "a\0b", "\ud800", "x" * 5_000]),
    st.lists(st.integers(), max_size=3),
    st.lists(st.lists(st.text(max_size=2), max_size=2), max_size=2),
    st.dictionaries(st.text(max_size=3), st.one_of(st.none(), st.integers()), max_size=3),
)


def write(folder: Path, table: dict) -> None:
    (folder / DESCRIPTION).write_text(json.dumps(table), encoding="utf-8")


def make_bundle(folder: Path) -> dict:
    folder.mkdir(parents=True)
    (folder / NETWORK).write_bytes(b"network")
    (folder / TOKENIZER).write_text("{}")
    (folder / LEXICON).write_text(json.dumps(LEXICON_TABLE))
    table = {
        "format": 1,
        "name": "test",
        "languages": ["en"],
        "architecture": "token",
        "labels": {"marks": [mark.text for mark in PLAIN_MARKS], "cases": len(Case)},
        "window": {"live_tokens": 64, "offline_tokens": 128},
        "encoder": {"vocabulary": 10, "positions": 512, "first_position": 0},
        "committer": UNCALIBRATED.to_table(),
        "mark_offsets": {"yue": {"comma": 1.0, "sentence": 0.5}},
        "sha256": {name: sha256_of(folder / name) for name in (NETWORK, TOKENIZER, LEXICON)},
    }
    write(folder, table)
    return table


@pytest.fixture
def folder(tmp_path):
    make_bundle(tmp_path / "test")
    return tmp_path / "test"


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fuzzed") / "test"
    return folder, make_bundle(folder)


def refused(folder: Path) -> str:
    with pytest.raises(ModelFormatError) as caught:
        load_bundle(folder)
    assert caught.value.path == folder
    return str(caught.value.reason)


def read_or_refused(folder: Path) -> None:
    try:
        bundle = load_bundle(folder)
    except ModelFormatError:
        refused(folder)
    else:
        works(bundle)


def paths_of(value, path=()):
    yield path
    inner = value.items() if isinstance(value, dict) else ()
    inner = enumerate(value) if isinstance(value, list) else inner
    for key, part in inner:
        yield from paths_of(part, (*path, key))


def changed(table, path, junk, *, removed: bool):
    table = copy.deepcopy(table)
    if not path:
        return junk
    target = table
    for key in path[:-1]:
        target = target[key]
    if removed:
        del target[path[-1]]
    else:
        target[path[-1]] = junk
    return table


def works(bundle: Bundle) -> None:
    assert all(isinstance(language, str) for language in bundle.languages)
    assert isinstance(bundle.float_weights, Path | None)
    said = [Word("i", 0.0, 0.1, 0.5), Word("iphone", 0.5, 0.6, 0.9), *[Word("x")] * 30]
    said += [Word("佢")] * 30
    for plan in (LiveWindows(bundle.live_window_tokens), GridWindows(bundle.offline_window_tokens)):
        stage = Punctuator(
            Scorer(FakeTokenizer(), FakeBackend()),
            plan,
            Committer(bundle.calibration, 20),
            Emitter(bundle.lexicon),
            refresh_interval_s=0.0,
            mark_offsets=bundle.mark_offsets,
        )
        sentences = sentences_of(stage, [Hypothesis((word,), is_final=True) for word in said])
        assert [word for sentence in sentences for word in sentence.words] == said


def test_a_complete_bundle_is_read(folder):
    bundle = load_bundle(folder)
    assert (bundle.name, bundle.languages, bundle.architecture) == ("test", ("en",), "token")
    assert (bundle.live_window_tokens, bundle.offline_window_tokens) == (64, 128)
    assert bundle.calibration == UNCALIBRATED
    assert bundle.mark_offsets == {"yue": MarkOffsets(1.0, 0.5)}
    assert bundle.float_weights is None
    works(bundle)


@pytest.fixture
def read(monkeypatch):
    """Record the files whose checksums are computed."""
    names, digest = [], hashlib.file_digest

    def noted(stream, kind):
        names.append(Path(stream.name).name)
        return digest(stream, kind)

    monkeypatch.setattr(hashlib, "file_digest", noted)
    return names


@pytest.fixture
def settled(monkeypatch):
    """Treat files as old as soon as they are written."""
    monkeypatch.setattr("engine.network.bundle._SETTLED_NS", -(10**12))


@pytest.mark.usefixtures("settled")
def test_unchanged_files_are_read_once_unless_asked_to_reread(folder, read):
    for _ in range(3):
        load_bundle(folder)
    assert sorted(read) == sorted([NETWORK, TOKENIZER, LEXICON])
    load_bundle(folder, rereads=True)
    assert len(read) == 6
    verify_model(InstalledModel("punctuation", "Fermata", "test", folder))
    assert len(read) == 9


def test_recently_changed_files_are_read_again(folder, read):
    for _ in range(2):
        load_bundle(folder)
    assert len(read) == 6


@pytest.mark.skipif(os.name != "posix", reason="tells when a file was changed")
@pytest.mark.usefixtures("settled")
def test_a_change_is_noticed_whatever_the_modification_time(folder):
    load_bundle(folder)
    network = folder / NETWORK
    content, before = network.read_bytes(), network.stat()
    while network.stat().st_ctime_ns == before.st_ctime_ns:  # within a clock tick
        network.write_bytes(bytes([content[0] ^ 1]) + content[1:])
        os.utime(network, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert "altered" in refused(folder)


@settings(max_examples=60)
@given(st.data())
def test_a_mutated_description_or_lexicon_is_read_or_refused(fuzzed, data):
    folder, table = fuzzed
    lexicon = LEXICON_TABLE
    if data.draw(st.booleans()):
        path = data.draw(st.sampled_from(list(paths_of(lexicon))))
        lexicon = changed(lexicon, path, data.draw(JUNK), removed=data.draw(st.booleans()))
    (folder / LEXICON).write_text(json.dumps(lexicon))
    table = {**table, "sha256": {**table["sha256"], LEXICON: sha256_of(folder / LEXICON)}}
    for _ in range(data.draw(st.integers(0, 2))):
        path = data.draw(st.sampled_from(list(paths_of(table))))
        table = changed(table, path, data.draw(JUNK), removed=data.draw(st.booleans()))
        if not isinstance(table, dict):
            break
    write(folder, table)
    read_or_refused(folder)


@pytest.mark.parametrize(
    "content",
    [b"[" * 100_000, b"1" * 5_000, b"null", b"[]", b'"x"', b"\xef\xbb\xbf{}", b"\xff", b""],
)
@pytest.mark.parametrize("name", [DESCRIPTION, LEXICON])
def test_strange_json_is_refused(folder, name, content):
    table = json.loads((folder / DESCRIPTION).read_text())
    (folder / name).write_bytes(content)
    if name == LEXICON:
        table["sha256"][LEXICON] = sha256_of(folder / LEXICON)
        write(folder, table)
    refused(folder)


REFUSED = {
    ("format",): [0, 2, None, "1"],
    ("labels", "cases"): [5],
    ("labels", "marks", -1): [";"],
    ("window", "live_tokens"): [0, -5, 15, 513, 10**9, "many", None],
    ("window", "offline_tokens"): [15, 513],
    ("committer", "rows", -1, "words_seen"): [10**400, float("inf"), None, 0],
    ("committer", "rows", -1, "threshold"): [float("nan"), 1e300, "much"],
    ("committer", "rows", -1, "threshold_without_times"): [float("inf"), 10**400],
    ("committer", "rows", 0, "weights"): [[1.0], [1e300] * 5],
    ("encoder", "layers"): [0, 49, 10**9, True, 2.0, "2", None],
    ("encoder", "vocabulary"): [0, 1_000_001],
    **{("encoder", name): [16_385] for name in ("width", "inner_width", "positions")},
    ("encoder", "heads"): [0, 7],
    ("encoder", "first_position"): [-1],
    ("encoder", "epsilon"): ["small", float("nan")],
    **{(name,): ["a\nb", "a\x1b[31mb", "a\ud800", "x" * 101] for name in ("name", "architecture")},
    ("languages",): ["en", [3], ["a\nb"]],
    ("mark_offsets",): ["yue", [1.0], {"a\nb": {}}],
    ("mark_offsets", "yue"): [None, 1.0, {"colon": 1.0}],
    ("mark_offsets", "yue", "comma"): [float("nan"), float("-inf"), 21.0, 10**400, "much", None],
    ("scores",): [json.loads("[" * 9 + "]" * 9)],
}


@pytest.mark.parametrize(
    ("path", "value"), [(path, value) for path, values in REFUSED.items() for value in values]
)
def test_an_absurd_description_is_refused(folder, path, value):
    table = json.loads((folder / DESCRIPTION).read_text())
    table["encoder"]["width"] = 64
    write(folder, changed(table, path, value, removed=False))
    said = refused(folder)
    assert any(word in said for word in ("or wrong", path[0]))


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "a/b", ".."])
def test_no_file_outside_the_folder_is_read(folder, name):
    (folder.parent / "secret").write_text("x")
    table = json.loads((folder / DESCRIPTION).read_text())
    table["sha256"][name] = sha256_of(folder.parent / "secret")
    write(folder, table)
    refused(folder)


def test_float_weights_without_a_checksum_are_not_used(folder):
    (folder / FLOAT_WEIGHTS).write_bytes(b"anything")
    assert load_bundle(folder).float_weights is None
    table = json.loads((folder / DESCRIPTION).read_text())
    table["sha256"][FLOAT_WEIGHTS] = sha256_of(folder / FLOAT_WEIGHTS)
    write(folder, table)
    assert load_bundle(folder).float_weights == folder / FLOAT_WEIGHTS


@pytest.mark.parametrize("name", ["nothing", "x" * 5_000, "a\0b", "a/b"])
def test_an_unknown_name_is_not_found(tmp_path, name):
    with pytest.raises(ModelNotFoundError) as caught:
        find_bundle(name, [tmp_path])
    assert (caught.value.name, caught.value.searched) == (name, (tmp_path,))


@pytest.mark.parametrize("name", [DESCRIPTION, NETWORK, TOKENIZER, LEXICON])
def test_a_missing_or_altered_file_is_named(folder, name):
    content = bytearray((folder / name).read_bytes())
    content[0] ^= 1
    (folder / name).write_bytes(content)
    assert refused(folder).startswith(name)
    (folder / name).unlink()
    assert name in refused(folder)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes have names here")
@pytest.mark.parametrize("name", [DESCRIPTION, NETWORK, TOKENIZER, LEXICON])
def test_a_pipe_instead_of_a_file_is_refused_without_waiting(folder, name):
    (folder / name).unlink()
    os.mkfifo(folder / name)
    refused(folder)
    assert spoken_languages("test", Paths(folder, folder.parent, ())) in {(), ("en",)}


def test_a_bundle_is_found_by_name_or_folder_the_users_own_first(folder, tmp_path):
    users = tmp_path / "user" / "test"
    make_bundle(users)
    folders = [tmp_path / "none", tmp_path / "user", tmp_path]
    assert find_bundle("test", folders) == users
    assert find_bundle(str(folder), []) == folder
    assert list_bundles(folders) == [users, folder]
    with pytest.raises(ModelFormatError) as caught:  # a folder, but not a bundle
        find_bundle(str(tmp_path), [])
    assert caught.value.path == tmp_path
