from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.regular_file import open_regular


def test_files_and_links_to_files_are_opened(tmp_path):
    (tmp_path / "file").write_bytes(b"content")
    (tmp_path / "link").symlink_to("file")
    with open_regular(tmp_path / "file") as stream, open_regular(tmp_path / "link") as linked:
        assert stream.read() == linked.read() == b"content"


@pytest.mark.skipif(os.name != "posix", reason="has such files")
def test_anything_but_a_file_is_refused_without_waiting(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(OSError, match=r"a pipe or a device|directory") as caught:
            open_regular(path)
        assert caught.value.filename == str(path)
