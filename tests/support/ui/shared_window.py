"""The whole application for several tests of a module, which leave it as they find it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.support.ui.composed_window import Composed, composed_window
from tests.support.window_fixtures import wait_until


@contextmanager
def shared_window(
    request: pytest.FixtureRequest, folder: Path, **options: object
) -> Iterator[Composed]:
    """Provide the application to a fixture of a module: pytest-qt's is only for tests."""
    bot = QtBot(request)
    bot.waitUntil = wait_until
    with composed_window(bot, folder, **options) as fermata:
        yield fermata
