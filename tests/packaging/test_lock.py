"""The lock file fits pyproject.toml, is complete, and each of its packages is in the licences."""

from __future__ import annotations

import os
import re
import tomllib
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.shared_data import REPOSITORY

LICENCES = (REPOSITORY / "assets" / "LICENCES.md").read_text()
SYSTEMS = {  # sys_platform, platform_system, os_name, platform_machine
    "linux": ("linux", "Linux", "posix", "x86_64"),
    "windows": ("win32", "Windows", "nt", "AMD64"),
    "macos": ("darwin", "Darwin", "posix", "arm64"),
}
PYTHON = {
    "python_version": "3.11",
    "python_full_version": "3.11.7",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "extra": "",
}
_ENTRY = re.compile(r"^([a-z0-9.-]+)==(\S+)(.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
ENTRIES = {
    system: _ENTRY.findall((REPOSITORY / "packaging" / f"{system}.lock").read_text())
    for system in SYSTEMS
}
LOCKS = {
    system: {name: version for name, version, _ in entries} for system, entries in ENTRIES.items()
}
LOCKED = LOCKS["linux"]
INSTALLED = {canonicalize_name(it.name): it.version for it in metadata.distributions()}
AS_LOCKED = [name for name, version in LOCKED.items() if INSTALLED.get(name) == version]


def wanted(requirements, system="linux"):
    names = ("sys_platform", "platform_system", "os_name", "platform_machine")
    there = PYTHON | dict(zip(names, SYSTEMS[system], strict=True))
    found = (Requirement(text) for text in requirements)
    return [it for it in found if it.marker is None or it.marker.evaluate(there)]


def declared():
    table = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    return table["project"]["dependencies"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_lock_satisfies_the_bounds_of_the_project(system):
    bounds = wanted(declared(), system)
    locked = LOCKS[system]
    assert [
        str(it) for it in bounds if not it.specifier.contains(locked[canonicalize_name(it.name)])
    ] == []
    assert len(bounds) > 10


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_package_is_pinned_by_its_hash(system):
    for name, version, rest in ENTRIES[system]:
        assert re.fullmatch(r"\d[\w.]*", version), name
        assert re.findall(r"--hash=sha256:[0-9a-f]{64}\b", rest), name


@pytest.mark.parametrize("system", ["windows", "macos"])
def test_other_systems_have_what_linux_has(system):
    assert LOCKS[system].keys() >= LOCKED.keys() - {"jeepney", "pyenchant", "python-xlib", "six"}


@pytest.mark.skipif("CI" not in os.environ, reason="what others install may be newer")
def test_ci_tests_the_locked_versions():
    tested = {name: INSTALLED[name] for name in LOCKED if name in INSTALLED}
    assert tested == {name: LOCKED[name] for name in tested}
    assert "onnxruntime" in tested


@pytest.mark.parametrize("name", AS_LOCKED)
def test_dependencies_of_locked_packages_are_locked(name):
    missing = [
        str(need)
        for need in wanted(metadata.requires(name) or [])
        if not need.specifier.contains(LOCKED.get(canonicalize_name(need.name), "0"))
    ]
    assert missing == []


def test_the_licences_list_exactly_the_locked_packages():
    rows = re.findall(
        r"^\| (\S+) \| (\d\S*) \| (.+?) \| (https?://\S+) \|$", LICENCES, re.MULTILINE
    )
    assert {canonicalize_name(name): version for name, version, _, _ in rows} == LOCKED
    assert not [name for name, _, licence, _ in rows if licence == "not stated"]
