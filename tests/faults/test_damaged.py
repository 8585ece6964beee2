"""A damaged history is set aside, the user is told, and its newest good copy is used instead.

In full: `FERMATA_DAMAGES=50 FERMATA_KILLS=200 pytest tests/faults/test_damaged.py`.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import datetime, timedelta

import pytest

from app.dictation.events import Gap
from app.history.store import HistoryStore
from engine.errors import HistoryDamagedError, HistoryError
from tests.support.faults.disks import small_disk
from tests.support.sentences import NOON, said
from tests.support.shared_data import REPOSITORY

DAMAGES = int(os.environ.get("FERMATA_DAMAGES", "4"))
KILLS = int(os.environ.get("FERMATA_KILLS", "2"))
PAGE = 4096
COPIED, SESSIONS, SENTENCES = 50, 60, 12
NEWER, OLDER = "history.backup.sqlite", "history.backup-older.sqlite"
COPYING = """
import os, sys
from pathlib import Path
from app.history.store import HistoryStore
folder = Path(sys.argv[1])
with HistoryStore(folder) as store:
    while True:
        store.back_up()
        os.utime(folder / "history.backup.sqlite", (0, 0))
        print("copied", flush=True)
"""


def sentence(chance):
    return said(" ".join(f"w{chance.randrange(10**6)}" for _ in range(9)) + ".")


def spoken(store):
    return {
        info.number: [one.text for one in store.session(info.number).sentences]
        for info in store.sessions(1000)
    }


def let_ten_minutes_pass(folder):
    """Make the last copy look ten minutes old."""
    copy = folder / NEWER
    os.utime(copy, (copy.stat().st_mtime - 601,) * 2)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A history as a killed process leaves it, and its contents when last copied and now."""
    folder = tmp_path_factory.mktemp("whole")
    chance = random.Random(1)
    with HistoryStore(folder / "open") as store:
        for at in range(SESSIONS):
            number = store.begin(NOON + timedelta(days=at), "en", "en-small")
            store.append(number, [sentence(chance) for _ in range(SENTENCES)])
            store.save_document(number, f"Edited e{number}.")
            if at == 0:
                store.back_up()
                let_ten_minutes_pass(folder / "open")
            if at == COPIED - 1:
                store.gaps.add(number, Gap(2.5, 4.0))
                store.trash.add([1], NOON)
                store.recordings.begin(number, "journal", 1.5)
                store.back_up()
                copied = spoken(store)
        now = spoken(store)
        with closing(sqlite3.connect(store.path)) as other:
            other.execute("PRAGMA wal_checkpoint(PASSIVE)")
        shutil.copytree(folder / "open", folder / "killed")
    return folder / "killed", copied, now


@pytest.fixture
def data(tmp_path, whole):
    shutil.copytree(whole[0], tmp_path / "data")
    return tmp_path / "data"


def pages(chance, content):
    """Overwrite a few pages with garbage."""
    for _ in range(chance.randint(1, 4)):
        page = chance.randrange(len(content) // PAGE)
        content[page * PAGE : (page + 1) * PAGE] = chance.randbytes(PAGE)


def sectors(chance, content):
    """Zero half a kilobyte here and there."""
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(content) // 512) * 512
        content[place : place + 512] = bytes(512)


def cut(chance, content):
    """Cut off the end, in the middle of a page."""
    del content[chance.randrange(PAGE, len(content)) :]


def head(chance, content):
    """Change a few of the bytes SQLite reads first."""
    for _ in range(chance.randint(1, 8)):
        content[chance.randrange(100)] = chance.randrange(256)


def everything(chance, content):
    """Leave no bytes, or none that SQLite knows."""
    content[:] = chance.choice([b"", b"not a database at all " * 300])


def damage(path, how=everything, seed=0):
    """Damage a file whose log is gone; return its new bytes."""
    path.with_name(f"{path.name}-wal").unlink(missing_ok=True)
    content = bytearray(path.read_bytes())
    how(random.Random(seed), content)
    path.write_bytes(content)
    return bytes(content)


def told(do):
    """Call it, and again if it failed; return the error."""
    try:
        do()
    except HistoryDamagedError as error:
        do()
        return error
    return None


@pytest.mark.parametrize("seed", range(DAMAGES))
@pytest.mark.parametrize("how", [pages, sectors, cut, head, everything])
def test_the_newest_copy_replaces_a_damaged_history(data, whole, how, seed):
    _, copied, now = whole
    content = damage(data / "history.sqlite", how, seed)
    with HistoryStore(data) as store:
        found = {}
        problem = store.problem
        problem = told(lambda: found.update(spoken(store))) or problem  # letters, read only now
        for number in found:  # only here does damage to the index show
            problem = told(lambda n=number: store.rename(n, "All can be written")) or problem
        problem = told(lambda: store.delete([SESSIONS])) or problem
        if problem is None:  # the damaged place was empty
            assert found == now
            return
        assert isinstance(problem, HistoryDamagedError)
        assert spoken(store) == copied
        assert problem.kept.read_bytes()[100:] == content[100:] or problem is not store.problem
        made_at = datetime.fromtimestamp((whole[0] / NEWER).stat().st_mtime).astimezone()
        assert problem.restored == made_at
        assert store.session(COPIED).gaps == (Gap(2.5, 4.0),)
        assert store.trash.numbers() == [1]
        assert [one.journal for one in store.recordings.all()] == ["journal"]
        assert store.search(f"e{COPIED}")
        assert store.begin(NOON) > SESSIONS, "its sound may be there"
    with HistoryStore(data) as store:
        assert store.problem is None


def test_a_damaged_copy_is_skipped(data):
    for name in ("history.sqlite", NEWER):
        damage(data / name, pages)
    with HistoryStore(data) as store:
        assert list(spoken(store)) == [1]


def test_without_copies_a_new_history_is_started_and_the_user_is_told(data):
    for name in ("history.sqlite", NEWER, OLDER):
        damage(data / name)
    with HistoryStore(data) as store:
        assert store.sessions() == []
        assert store.problem.restored is None
        assert store.set_aside.exists()


def test_a_damaged_history_is_replaced_rather_than_copied(data, whole):
    _, copied, _ = whole
    before = {name: (data / name).read_bytes() for name in (NEWER, OLDER)}
    with HistoryStore(data) as store:
        let_ten_minutes_pass(data)
        with closing(sqlite3.connect(store.path)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with store.path.open("r+b") as file:
            file.seek(3 * PAGE)
            file.write(bytes(40 * PAGE))
        with pytest.raises(HistoryDamagedError):
            store.back_up()
        assert {name: (data / name).read_bytes() for name in before} == before
        assert spoken(store) == copied


def test_the_history_is_copied_every_ten_minutes_at_most_and_two_copies_are_kept(tmp_path):
    def sessions_of(name):
        with closing(sqlite3.connect(tmp_path / name)) as copy:
            return copy.execute("SELECT count(*) FROM sessions").fetchone()[0]

    with HistoryStore(tmp_path) as store:
        for number in range(1, 4):
            store.begin(NOON)
            store.back_up()
            store.begin(NOON)
            store.back_up()
            assert sessions_of(NEWER) == 2 * number - 1, "the second time is too soon"
            assert not (tmp_path / OLDER).exists() or sessions_of(OLDER) == 2 * number - 3
            let_ten_minutes_pass(tmp_path)
        os.utime(store.path, (0, 0))
        os.utime(f"{store.path}-wal", (0, 0))
        store.back_up()
        assert sessions_of(NEWER) == 5, "nothing is new"
    assert {path.name for path in tmp_path.iterdir()} == {"history.sqlite", NEWER, OLDER}
    assert {path.stat().st_mode & 0o077 for path in tmp_path.iterdir()} == {0}


def test_what_is_deleted_for_good_is_gone_from_the_copies_and_the_rest_stays(data, whole):
    _, copied, _ = whole
    times = [(data / name).stat().st_mtime_ns for name in (NEWER, OLDER)]
    with HistoryStore(data) as store:
        assert b"e50." in (data / NEWER).read_bytes()
        store.delete([COPIED])
        for path in data.iterdir():
            assert b"e50" not in path.read_bytes(), path
    assert [(data / name).stat().st_mtime_ns for name in (NEWER, OLDER)] == times
    damage(data / "history.sqlite")
    with HistoryStore(data) as store:
        assert spoken(store) == {n: one for n, one in copied.items() if n != COPIED}


def test_a_copy_is_removed_if_deleted_sessions_cannot_be_erased_from_it(data):
    damage(data / NEWER, pages)
    with HistoryStore(data) as store:
        store.delete([1])
    assert not (data / NEWER).exists()
    assert (data / OLDER).exists()


@pytest.mark.parametrize("seed", range(KILLS))
def test_a_kill_during_a_copy_loses_nothing(data, whole, seed):
    _, _, now = whole
    let_ten_minutes_pass(data)
    command = [sys.executable, "-c", COPYING, str(data)]
    with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE) as copying:
        copying.stdout.readline()
        copying.stdout.readline()  # both copies are up to date
        time.sleep(random.Random(seed).random() / 10)
        copying.kill()
    damage(data / "history.sqlite")
    with HistoryStore(data) as store:
        assert spoken(store) == now
        assert list(data.glob(".*")) == [], "it would keep words that are deleted later"


def test_a_crash_between_the_two_moves_of_a_restoration_loses_nothing(data, whole):
    """The damaged file is gone and the new one not in place yet, but the old log is."""
    _, copied, _ = whole
    shutil.copy2(data / NEWER, data / "history.sqlite.part")
    (data / "history.sqlite").unlink()
    (data / "history.sqlite-wal").write_bytes(b"a log of the damaged one")
    with HistoryStore(data) as store:
        assert isinstance(store.problem, HistoryDamagedError)
        assert spoken(store) == copied
        aside = store.set_aside
        assert aside.with_name(f"{aside.name}-wal").exists()
    assert not (data / "history.sqlite.part").exists()


def test_a_restoration_without_disk_space_is_retried(tmp_path, whole):
    folder, copied, _ = whole
    with small_disk(tmp_path / "disk") as disk:
        data = disk.folder / "data"
        shutil.copytree(folder, data)
        content = damage(data / "history.sqlite", head)
        disk.fill()
        with HistoryStore(data, is_patient=True) as store:
            assert not isinstance(store.problem, HistoryDamagedError)
            assert isinstance(store.problem, HistoryError)
            disk.make_room()
            assert spoken(store) == copied
            assert store.set_aside.read_bytes() == content, "nothing of it is touched"
