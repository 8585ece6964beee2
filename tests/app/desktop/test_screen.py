"""Missing libraries of the window are reported in one sentence, with the packages to install.

A file without contents, which cannot be loaded, stands in for a missing library.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from app.desktop.screen import _LIBRARIES, _X11_LIBRARIES, missing_packages
from tests.support.shared_data import PYTHON_PATH, REPOSITORY

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="others bring all with Qt")


@pytest.fixture
def lacking(tmp_path):
    """Run Python with some libraries unloadable."""

    def run(libraries, *words):
        for library in libraries:
            (tmp_path / library).touch()
        own = {"LD_LIBRARY_PATH": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
        own |= {"FERMATA_DATA": str(tmp_path / "data"), "PYTHONPATH": PYTHON_PATH}
        return subprocess.run(
            [sys.executable, *words],
            cwd=REPOSITORY,
            env=os.environ | own,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_the_window_names_all_missing_packages_in_one_sentence(lacking):
    done = lacking(["libEGL.so.1", "libgssapi_krb5.so.2"], "-m", "app")
    assert done.returncode == 69
    assert done.stderr == (
        "fermata: The window lacks libraries of the system"
        " (Debian and Ubuntu: apt install libegl1 libgssapi-krb5-2).\n"
    )


def test_libraries_for_x11_are_only_needed_there(lacking):
    code = (
        "from app.desktop.screen import missing_packages as m; import json;"
        "print(json.dumps([m('xcb'), m('wayland'), m('offscreen'), m(None)]))"
    )
    done = lacking(["libxcb-cursor.so.0"], "-c", code)
    assert json.loads(done.stdout) == [["libxcb-cursor0"], [], [], []]


def test_doctor_reports_it_too(lacking):
    code = (
        "from app.commands.doctor import _window; from engine.paths import default_paths;"
        "import json; print(json.dumps([*_window(default_paths())]))"
    )
    ((state, text),) = json.loads(lacking(["libEGL.so.1"], "-c", code).stdout)
    assert (state, "apt install libegl1" in text) == ("missing", True)


def test_every_package_is_in_the_list_named_in_the_readme():
    listed = (REPOSITORY / "packaging" / "debian-packages.txt").read_text("utf-8")
    names = {line.partition("#")[0].strip() for line in listed.splitlines()}
    assert set((_LIBRARIES | _X11_LIBRARIES).values()) <= names


def test_nothing_is_missing_where_tests_run():
    assert missing_packages("xcb") == []


def test_any_other_missing_library_is_named(capsys):
    from app.commands.cli import _failed

    text = "libatomic.so.1: cannot open shared object file: No such file or directory"
    assert _failed(ImportError(text)) == 1
    assert capsys.readouterr().err == (
        "fermata: The system library libatomic.so.1 is missing or broken; see `fermata doctor`.\n"
    )
