"""A damaged history is set aside and told, and every row that was not hit is there again.

In full: `FERMATA_DAMAGES=50 pytest tests/faults/test_damaged.py`, so many of each kind.
"""

from __future__ import annotations

import math
import os
import random
import shutil
import sqlite3
from datetime import timedelta

import pytest

from app.dictation.events import Gap
from app.history.corrections import Correction
from app.history.salvage import salvaged
from app.history.store import HistoryStore
from engine.errors import HistoryDamagedError, HistoryError
from tests.support.faults.disks import small_disk
from tests.support.sentences import NOON, said

DAMAGES = int(os.environ.get("FERMATA_DAMAGES", "4"))
PAGE = 4096
SESSIONS, SENTENCES = 60, 12
LONG = 25  # a session of which one sentence fills several pages
MOST_ROWS_A_PAGE = 14  # of nine words or more


def sentence(chance, length):
    return said(" ".join(f"w{chance.randrange(10**6)}" for _ in range(length)) + ".")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A history in good health, with a log that is not in the file yet, and what it holds."""
    folder = tmp_path_factory.mktemp("whole")
    chance = random.Random(1)
    spoken, edited = {}, {}
    with HistoryStore(folder / "open") as store:
        for at in range(SESSIONS):
            number = store.begin(NOON + timedelta(days=at), "en", "en-small")
            spoken[number] = [sentence(chance, chance.randint(9, 14)) for _ in range(SENTENCES)]
            if at == LONG:
                spoken[number][3] = sentence(chance, 900)
            store.append(number, spoken[number])
            if at % 7 == 0:
                edited[number] = f"Edited e{number}."
                store.save_document(number, edited[number])
            if at == SESSIONS - 10:
                checkpointed(store.path)
        shutil.copytree(folder / "open", folder / "killed")  # as a killed process leaves it
    assert (folder / "killed" / "history.sqlite-wal").stat().st_size > 10 * PAGE
    return folder / "killed", spoken, edited


def checkpointed(path):
    other = sqlite3.connect(path)
    other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    other.close()


def sessions(store):
    return {info.number: store.session(info.number) for info in store.sessions(1000)}


def told(do):
    """Do it once more where it was in vain; return what was told then."""
    try:
        do()
    except HistoryDamagedError as error:
        do()
        return error
    return None


def pages(chance, content):
    """A few pages anywhere, of garbage."""
    count = chance.randint(1, 4)
    hit = [chance.randrange(len(content) // PAGE) for _ in range(count)]
    for page in hit:
        content[page * PAGE : (page + 1) * PAGE] = chance.randbytes(PAGE)
    return count


def sectors(chance, content):
    """Half a kilobyte of nothing, here and there."""
    count = chance.randint(1, 6)
    for _ in range(count):
        place = chance.randrange(len(content) // 512) * 512
        content[place : place + 512] = bytes(512)
    return count


def cut(chance, content):
    """The end is missing, in the midst of a page."""
    length = chance.randrange(PAGE, len(content))
    gone = (len(content) - length) // PAGE + 1
    del content[length:]
    return gone


def head(chance, content):
    """A few bytes of what SQLite looks at first: no row is hit."""
    for _ in range(chance.randint(1, 8)):
        content[chance.randrange(100)] = chance.randrange(256)
    return 0


def everything(chance, content):
    """No byte is left, or none that SQLite knows."""
    content[:] = chance.choice([b"", b"not a database at all " * 300])
    return SESSIONS * SENTENCES


@pytest.mark.parametrize("seed", range(DAMAGES))
@pytest.mark.parametrize("damage", [pages, sectors, cut, head, everything])
def test_what_was_not_hit_is_there_again(tmp_path, whole, damage, seed):
    folder, spoken, edited = whole
    data = tmp_path / "data"
    shutil.copytree(folder, data)
    path = data / "history.sqlite"
    content = bytearray(path.read_bytes())
    hit = damage(random.Random(seed), content)
    path.write_bytes(content)
    with HistoryStore(data) as store:
        problem = store.problem
        found = {}
        problem = told(lambda: found.update(sessions(store))) or problem  # letters, read only now
        assert problem is None or problem.recovered == len(found)
        for number in found:  # damage of the index shows here only
            problem = told(lambda n=number: store.rename(n, "All can be written")) or problem
        problem = told(lambda: store.delete([SESSIONS])) or problem
    if problem is None:  # what was hit held nothing, or lies in the log anew
        assert {n: list(one.sentences) for n, one in found.items()} == spoken
        return
    assert isinstance(problem, HistoryDamagedError)
    there = {s.text for one in found.values() for s in one.sentences}
    every = {s.text for sentences in spoken.values() for s in sentences}
    assert there <= every, "nothing is made up"
    assert len(every - there) <= hit * MOST_ROWS_A_PAGE
    texts = " ".join(one.text for one in found.values())
    assert sum(text in texts for text in edited.values()) >= len(edited) - hit * MOST_ROWS_A_PAGE
    with HistoryStore(data) as store:
        assert store.problem is None


def test_gaps_the_trash_and_what_was_cut_off_outlive_damage(tmp_path):
    with HistoryStore(tmp_path) as store:
        for number in range(3):
            store.begin(NOON, "en", "en")
            store.append(number + 1, [sentence(random.Random(number), 9)])
        store.gaps.add(1, Gap(2.5, 4.0), 0.5)
        store.trash.add([2], NOON)
        store.recordings.begin(3, "journal", 1.5)
        store.decisions.decide([(Correction(2, 0, (), "Once.", "Once!"), "Once!")])
        decided = store.decisions.of(2)
        before = store.session(1).gaps, store.recordings.all(), store.unfinished()
    path = tmp_path / "history.sqlite"
    content = path.read_bytes()
    path.write_bytes(bytes(100) + content[100:])
    with HistoryStore(tmp_path) as store:
        assert isinstance(store.problem, HistoryDamagedError)
        assert store.trash.numbers() == [2]
        assert (store.session(1).gaps, store.recordings.all(), store.unfinished()) == before
        assert before[0]
        assert store.decisions.of(2) == decided != {}


def test_a_crash_between_the_two_moves_of_a_recovery(tmp_path, whole):
    """The damaged file is away and the new one not yet in its place, but the old log is."""
    folder, *_ = whole
    data = tmp_path / "data"
    data.mkdir()
    with HistoryStore(data) as store:
        store.begin(NOON)
        store.append(1, [sentence(random.Random(1), 9)])
    (data / "history.sqlite").rename(data / "history.sqlite.part")
    shutil.copy(folder / "history.sqlite-wal", data)
    with HistoryStore(data) as store:
        assert isinstance(store.problem, HistoryDamagedError)
        assert [info.number for info in store.sessions()] == [1]
        aside = store.set_aside
        assert aside.with_name(f"{aside.name}-wal").exists()
    assert not (data / "history.sqlite.part").exists()


def test_a_recovery_that_finds_no_room_is_tried_again(tmp_path, whole):
    folder, spoken, _ = whole
    with small_disk(tmp_path / "disk") as disk:
        data = disk.folder / "data"
        shutil.copytree(folder, data)
        (data / "history.sqlite-wal").unlink()
        content = (data / "history.sqlite").read_bytes()
        (data / "history.sqlite").write_bytes(bytes(100) + content[100:])
        disk.fill()
        with HistoryStore(data, is_patient=True) as store:
            assert not isinstance(store.problem, HistoryDamagedError)
            assert isinstance(store.problem, HistoryError)
            disk.make_room()
            assert len(store.sessions()) == len(spoken) - 9, "but for those in the log"
            assert store.set_aside.read_bytes()[100:] == content[100:], "nothing of it is touched"


def test_every_row_of_a_file_in_good_health_is_read(whole):
    """The reader of pages against SQLite itself."""
    folder, *_ = whole
    rows = [row.values for row in salvaged(folder / "history.sqlite") if row.number is None]
    database = sqlite3.connect(f"file:{folder / 'history.sqlite'}?mode=ro", uri=True)
    expected = database.execute("SELECT * FROM sentences").fetchall()
    database.close()
    assert len(expected) == SESSIONS * SENTENCES
    assert sorted(row for row in rows if len(row) == 5) == sorted(expected)


@pytest.mark.parametrize("sector", range(8))
def test_a_sector_of_erased_flash_reads_as_no_number_and_is_left_out(tmp_path, sector):
    with HistoryStore(tmp_path) as store:
        number = store.begin(NOON)
        store.append(number, [sentence(random.Random(2), 12)])
        store.finish(number)
        text = store.session(number).text
        for at in range(120):
            store.gaps.add(number, Gap(at + 0.5, 1.25))
        with store._connections.reading() as connection:
            (page,) = connection.execute(
                "SELECT rootpage FROM sqlite_master WHERE name = 'gaps'"
            ).fetchone()
    with store.path.open("r+b") as file:
        file.seek((page - 1) * PAGE + sector * 512)
        file.write(b"\xff" * 512)
    with HistoryStore(tmp_path) as store:
        assert store.session(number).text == text
        try:
            gaps = store.session(number).gaps
        except HistoryDamagedError:  # met only now
            gaps = store.session(number).gaps
        assert all(math.isfinite(gap.lost_s) for gap in gaps)
