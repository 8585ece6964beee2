"""The lock file fits pyproject.toml, is whole, and each package of it stands in the licences."""

from __future__ import annotations

import os
import re
import tomllib
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.shared_data import REPOSITORY

LOCK = (REPOSITORY / "packaging" / "linux.lock").read_text()
LICENCES = (REPOSITORY / "assets" / "LICENCES.md").read_text()
LINUX = {
    "sys_platform": "linux",
    "platform_system": "Linux",
    "os_name": "posix",
    "platform_machine": "x86_64",
    "python_version": "3.11",
    "python_full_version": "3.11.7",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "extra": "",
}
ENTRIES = re.findall(r"^([a-z0-9.-]+)==(\S+)(.*?)(?=^\S|\Z)", LOCK, re.MULTILINE | re.DOTALL)
LOCKED = {name: version for name, version, _ in ENTRIES}
INSTALLED = {canonicalize_name(it.name): it.version for it in metadata.distributions()}
AS_LOCKED = [name for name, version in LOCKED.items() if INSTALLED.get(name) == version]


def wanted(requirements):
    found = (Requirement(text) for text in requirements)
    return [it for it in found if it.marker is None or it.marker.evaluate(LINUX)]


def declared():
    table = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    return table["project"]["dependencies"]


@pytest.mark.parametrize("requirement", wanted(declared()), ids=str)
def test_it_satisfies_the_bounds_of_the_project(requirement):
    assert requirement.specifier.contains(LOCKED[canonicalize_name(requirement.name)])


@pytest.mark.parametrize(("name", "version", "rest"), ENTRIES, ids=[row[0] for row in ENTRIES])
def test_each_package_is_pinned_by_its_content(name, version, rest):
    assert re.fullmatch(r"\d[\w.]*", version)
    assert re.findall(r"--hash=sha256:[0-9a-f]{64}\b", rest)


@pytest.mark.skipif("CI" not in os.environ, reason="what others install may be newer")
def test_ci_tests_what_is_locked():
    tested = {name: INSTALLED[name] for name in LOCKED if name in INSTALLED}
    assert tested == {name: LOCKED[name] for name in tested}
    assert "onnxruntime" in tested


@pytest.mark.parametrize("name", AS_LOCKED)
def test_what_it_needs_itself_is_locked_too(name):
    missing = [
        str(need)
        for need in wanted(metadata.requires(name) or [])
        if not need.specifier.contains(LOCKED.get(canonicalize_name(need.name), "0"))
    ]
    assert missing == []


def test_each_package_stands_in_the_licences_and_no_other():
    rows = re.findall(
        r"^\| (\S+) \| (\d\S*) \| (.+?) \| (https?://\S+) \|$", LICENCES, re.MULTILINE
    )
    assert {canonicalize_name(name): version for name, version, _, _ in rows} == LOCKED
    assert not [name for name, _, licence, _ in rows if licence == "not stated"]
