"""What gets installed."""

from __future__ import annotations

import tomllib

from tests.support.shared_data import REPOSITORY


def test_every_package_is_installed():
    table = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    folders = {
        path.parent.relative_to(REPOSITORY)
        for package in ("app", "engine", "training")
        for path in (REPOSITORY / package).rglob("*.py")
    }
    packages = {".".join(folder.parts) for folder in folders} | {"fermata_assets"}
    assert set(table["tool"]["setuptools"]["packages"]) == packages
