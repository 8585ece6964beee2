"""All results of the queue, saved into one folder at once."""

from __future__ import annotations

from app.application import FILES
from app.ui.files.export_all import free_path
from tests.support.recognisers.speech import FOX
from tests.support.shared_data import DATA
from tests.support.ui.composed_window import drop

BARE = "so i went to the shop\n"
CUES = "1\n00:00:01,000 --> 00:00:04,000\nso i went to the shop\n"


def worked_on(fermata, folder, *paths):
    """Process files, and answer the question for a folder with this one."""
    assert drop(fermata.window, *paths)
    panel = fermata.start_files()
    fermata.history_writer.settle(20.0)
    folder.mkdir(exist_ok=True)
    panel._ask_folder = lambda *_: folder
    return panel


def export_all(fermata, panel, entry):
    """Choose an entry of the button's menu, and return the final message."""
    panel.queue.notice.clear()
    names = {action.text(): action for action in panel.queue.export_all.menu().actions()}
    chosen = next(action for name, action in names.items() if name.startswith(entry))
    chosen.trigger()
    fermata.until(panel.queue.notice.label.text)
    return panel.queue.notice.label.text()


def files(folder, texts):
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def test_many_files_are_saved_in_one_format_once_there_is_a_result(fermata, tmp_path):
    assert not fermata.files_panel().queue.export_all.isVisible()
    paths = files(tmp_path / "in", {f"{at}.txt": BARE for at in range(20)})
    panel = worked_on(fermata, tmp_path / "out", *paths)
    fermata.until(panel.queue.export_all.isVisible)
    assert "20 of 20" in export_all(fermata, panel, "Web page")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        f"{at}-marked.html" for at in range(20)
    }


def test_each_is_saved_in_its_own_format_and_none_is_overwritten(fermata, tmp_path):
    one = files(tmp_path / "one", {"talk.srt": CUES, "notes.txt": BARE})
    two = files(tmp_path / "two", {"notes.txt": BARE})
    out = tmp_path / "out"
    files(out, {"talk-marked.srt": "mine"})
    panel = worked_on(fermata, out, *one, *two, DATA / "speech" / FOX)
    assert "4 of 4" in export_all(fermata, panel, "Each in its own")
    assert (out / "talk-marked.srt").read_text() == "mine"
    assert "00:00:01,000 --> 00:00:04,000" in (out / "talk-marked (2).srt").read_text()
    assert (out / "notes-marked.txt").read_text() == (out / "notes-marked (2).txt").read_text()
    assert "quick" in next(out.glob(f"{(DATA / FOX).stem}*.txt")).read_text()


def test_unwritable_files_are_reported_and_the_others_saved(fermata, tmp_path):
    paths = files(tmp_path / "in", {"talk.srt": CUES, "notes.txt": BARE})
    panel = worked_on(fermata, tmp_path / "out", *paths)
    told = export_all(fermata, panel, "SubRip")
    assert "1 of 2" in told
    assert "notes.txt: " in told
    assert "times" in told
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["talk-marked.srt"]


def test_an_unwritable_folder_is_reported(fermata, tmp_path):
    panel = worked_on(fermata, tmp_path / "out", *files(tmp_path / "in", {"notes.txt": BARE}))
    (tmp_path / "out").rmdir()
    (tmp_path / "out").touch()
    told = export_all(fermata, panel, "Each in its own")
    assert "0 of 1" in told
    assert "notes.txt: " in told
    (tmp_path / "out").unlink()
    (tmp_path / "out").mkdir()
    assert "1 of 1" in export_all(fermata, panel, "Each in its own")


def test_edits_are_exported(fermata, tmp_path):
    panel = worked_on(fermata, tmp_path / "out", *files(tmp_path / "in", {"会议.txt": BARE}))
    (info,) = fermata.store.sessions()
    fermata.store.save_document(info.number, "今天天气很好。")
    fermata.window.open_part(FILES)
    assert "1 of 1" in export_all(fermata, panel, "Each in its own")
    (path,) = (tmp_path / "out").iterdir()
    assert (path.name, path.read_text("utf-8").strip()) == ("会议-marked.txt", "今天天气很好。")


def test_a_free_path_avoids_existing_files(tmp_path):
    assert free_path(tmp_path, "a.txt").name == "a.txt"
    (tmp_path / "a.txt").touch()
    (tmp_path / "a (2).txt").symlink_to("nowhere")
    assert free_path(tmp_path, "a.txt").name == "a (3).txt"
