"""Advice works where it is given, and never names somebody else's package."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
import tomllib
from importlib import metadata

import pytest

from engine import installation
from tests.support.shared_data import REPOSITORY

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
NAME = PROJECT["name"]


def installed_as(name, folder, monkeypatch):
    """Make `folder` the only distribution found, with the command `fermata`."""
    about = folder / f"{name.replace('-', '_')}-1.2.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    (about / "entry_points.txt").write_text("[console_scripts]\nfermata = app.__main__:run\n")
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    module = folder / "engine" / "installation.py"
    monkeypatch.setattr(installation, "__file__", str(module))


def test_in_a_checkout_pip_takes_the_folder():
    command = shlex.split(str(installation.way_to("train")))
    assert command[:4] == [sys.executable, "-m", "pip", "install"]
    assert command[-1] == f"{REPOSITORY}[train]"
    plan = [*command, "--dry-run", "--no-deps", "--no-build-isolation", "-q"]
    done = subprocess.run(plan, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_installation_is_named_by_its_distribution(monkeypatch, tmp_path):
    installed_as("fermata-of-friends", tmp_path, monkeypatch)
    assert installation.distribution() == "fermata-of-friends"
    assert installation.version() == "1.2"
    assert str(installation.way_to("train")).endswith(" -m pip install 'fermata-of-friends[train]'")


def test_a_frozen_bundle_cannot_install_anything(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    said = str(installation.way_to("train"))
    assert "full application" in said
    assert "pip" not in said


def test_without_checkout_or_installation_only_the_download_is_left(monkeypatch, tmp_path):
    monkeypatch.setattr(installation, "__file__", str(tmp_path / "engine" / "installation.py"))
    monkeypatch.setattr(metadata, "entry_points", lambda **_: [])
    assert installation.version() is None
    assert "full application" in str(installation.way_to("train"))


def test_the_distribution_is_not_somebody_elses():
    strangers = {"fermata", "fermata-cli", "fermata-sdk", "fermata-edgedet-cli"}
    assert NAME not in strangers
    own = [text for text in PROJECT["optional-dependencies"]["dev"] if text.startswith("fermata")]
    assert own == [f"{NAME}[multilingual,train]"]


@pytest.mark.parametrize("folder", ["app", "engine", "training", "assets/translations"])
def test_nothing_advises_installing_a_package_named_fermata(folder):
    advice = re.compile(r"fermata\[|pip install ['\"]?fermata\b")
    texts = [
        path
        for suffix in ("py", "ts", "md", "toml")
        for path in (REPOSITORY / folder).rglob(f"*.{suffix}")
    ]
    assert texts
    assert [path for path in texts if advice.search(path.read_text(encoding="utf-8"))] == []


def test_missing_training_modules_are_listed(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name[0] == "a" else name)
    assert installation.missing_for_training() == ["accelerate"]
