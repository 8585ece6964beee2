"""A data folder on a network disk without locks: what is said is kept."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from app.history.store import HistoryStore
from tests.faults.test_leaving import Application
from tests.support.shared_data import PYTHON_PATH, REPOSITORY, need_program

LOCKS_NOTHING = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
static int call(const char *name, int file, int command, void *argument) {
    int (*real)(int, int, ...) = dlsym(RTLD_NEXT, name);
    int is_lock = command == F_GETLK || command == F_SETLK || command == F_SETLKW
        || command == F_OFD_SETLK;
    errno = ENOLCK;
    return is_lock ? -1 : real(file, command, argument);
}
#define CALLS(name) int name(int file, int command, ...) { \\
    va_list rest; va_start(rest, command); \\
    void *argument = va_arg(rest, void *); va_end(rest); \\
    return call(#name, file, command, argument); }
CALLS(fcntl)
CALLS(fcntl64)
int flock(int file, int operation) { errno = ENOLCK; return -1; }
"""
WRITES = """
import sys
from pathlib import Path
from app.history.store import HistoryStore
from tests.support.sentences import NOON, said
for text in ("One.", "Two."):
    with HistoryStore(Path(sys.argv[1])) as store:
        number = store.begin(NOON)
        store.append(number, [said(text)])
        store.finish(number)
        assert store.session(number).text == text
        store.back_up()
"""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="LD_PRELOAD")


@pytest.fixture
def without_locks(tmp_path):
    (tmp_path / "locks.c").write_text(LOCKS_NOTHING)
    library = tmp_path / "locks.so"
    compiler = need_program("gcc")
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-o", library, tmp_path / "locks.c", "-ldl"], check=True
    )
    return os.environ | {"LD_PRELOAD": str(library), "PYTHONPATH": PYTHON_PATH}


def test_a_history_on_a_disk_without_locks_is_written_read_and_copied(tmp_path, without_locks):
    data = tmp_path / "data"
    subprocess.run(
        [sys.executable, "-c", WRITES, data],
        env=without_locks,
        cwd=REPOSITORY,
        check=True,
        timeout=120,
    )
    with HistoryStore(data) as store:  # the same disk, from a machine with locks
        assert [hit.info.number for word in ("one", "two") for hit in store.search(word)] == [1, 2]


def test_a_dictation_there_is_kept_even_without_a_desktop_bus(
    tmp_path, runtime_folder, without_locks
):
    buses = ("DBUS_SYSTEM_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS")
    environment = without_locks | dict.fromkeys(buses, "unix:path=/nowhere")
    application = Application(tmp_path, runtime_folder, "close", environment)
    try:
        application.ends()
        application.has_kept_everything()
    finally:
        application.kill()
