"""A release: its name, its notes, its bill of materials, and the workflows that build it."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from datetime import date

import pytest
import yaml

from tests.packaging.test_lock import LOCKED
from tests.support.shared_data import REPOSITORY

PACKAGING = REPOSITORY / "packaging"
WORKFLOWS = sorted((REPOSITORY / ".github" / "workflows").glob("*.yml"))


@pytest.fixture(scope="module")
def release():
    return runpy.run_path(str(PACKAGING / "release.py"))


@pytest.fixture
def checkout(tmp_path):
    for name in ("pyproject.toml", "CHANGELOG.md"):
        shutil.copy(REPOSITORY / name, tmp_path)
    return tmp_path


def test_a_release_is_named_once_and_has_its_notes(release, checkout):
    news = (checkout / "CHANGELOG.md").read_text().partition("## Unreleased\n")[2].strip()
    release["name"]("7.1.0", date(2026, 12, 1), checkout)
    assert tomllib.loads((checkout / "pyproject.toml").read_text())["project"]["version"] == "7.1.0"
    text = (checkout / "CHANGELOG.md").read_text()
    assert "## Unreleased\n\n## 7.1.0 - 2026-12-01\n" in text
    assert release["notes"]("v7.1.0", checkout).strip() == news
    with pytest.raises(SystemExit, match="stands in"):
        release["name"]("7.1.0", date(2026, 12, 2), checkout)
    with pytest.raises(SystemExit, match="nothing under"):
        release["name"]("7.2.0", date(2026, 12, 2), checkout)
    with pytest.raises(SystemExit, match="not that of"):
        release["notes"]("v7.2.0", checkout)


@pytest.mark.parametrize("version", ["7", "v7.1.0", "7.1", "7.1.0-beta"])
def test_what_is_no_version_is_refused(release, checkout, version):
    before = (checkout / "CHANGELOG.md").read_text()
    with pytest.raises(SystemExit, match="no version"):
        release["name"](version, date(2026, 12, 1), checkout)
    assert (checkout / "CHANGELOG.md").read_text() == before


def test_the_version_and_the_name_on_the_index_stand_in_one_place():
    named = subprocess.run(
        [
            "git",
            "grep",
            "-l",
            "fermata-dictation",
            "--",
            "*.py",
            "*.toml",
            "*.sh",
            "*.spec",
            "justfile",
        ],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    shipped = [name for name in named if not name.startswith("tests/")]
    assert shipped == ["pyproject.toml"]


def test_no_advice_brings_the_strangers_package():
    pattern = r"pipx? install( -\S+)* fermata\b(?!-)"
    found = subprocess.run(
        ["git", "grep", "-lP", pattern, "--", ":!tests"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == ""


def test_the_bill_of_materials_names_all_that_is_shipped(tmp_path):
    script = PACKAGING / "bill_of_materials.py"
    installed = subprocess.run(
        [sys.executable, script, tmp_path / "bill.json"],
        capture_output=True,
        text=True,
        check=False,
    )
    if re.search(r"is \S+ here, not|No package metadata", installed.stderr):
        pytest.skip("other versions are installed than the lock file names")
    assert installed.returncode == 0, installed.stderr
    bill = json.loads((tmp_path / "bill.json").read_text("utf-8"))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    by_kind = {}
    for part in bill["components"]:
        by_kind.setdefault(part["type"], {})[part["name"]] = part
        assert part["licenses"][0]["license"]["name"] != "not stated"
    assert {name: it["version"] for name, it in by_kind["library"].items()} == LOCKED
    assert set(by_kind["machine-learning-model"]) == {"en", "zh-yue-en"}
    for part in by_kind["library"].values():
        assert part["purl"] == f"pkg:pypi/{part['name']}@{part['version']}"
        assert part["externalReferences"][1]["hashes"]


@pytest.fixture(params=WORKFLOWS, ids=lambda path: path.name)
def workflow(request):
    return yaml.safe_load(request.param.read_text("utf-8"))


def steps(workflow):
    return [step for job in workflow["jobs"].values() for step in job.get("steps", ())]


def test_there_is_one_for_changes_and_one_for_releases():
    assert [path.name for path in WORKFLOWS] == ["ci.yml", "release.yml"]


def test_every_action_is_pinned_by_its_commit_and_nothing_is_cached(workflow):
    used = [step["uses"] for step in steps(workflow) if "uses" in step]
    assert used
    assert [it for it in used if not re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", it)] == []
    assert [it for it in used if "cache" in it] == []
    assert [step for step in steps(workflow) if "cache" in step.get("with", {})] == []


def test_only_the_draft_may_write_and_no_checkout_keeps_a_password(workflow):
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        wanted = {"contents": "write"} if name == "draft" else None
        assert job.get("permissions") == wanted
        assert "uses" in job or job["timeout-minutes"] > 0
    for step in steps(workflow):
        if step.get("uses", "").startswith("actions/checkout"):
            assert step["with"]["persist-credentials"] is False


def test_the_programs_that_they_run_are_there(workflow):
    lines = "\n".join(step["run"] for step in steps(workflow) if "run" in step)
    named = set(re.findall(r"(?:packaging|\.ci)/[\w./-]*\w", lines))
    assert named
    assert [it for it in named if not (REPOSITORY / it).exists()] == []


def test_a_draft_waits_for_ci_and_for_every_bundle():
    jobs = yaml.safe_load((WORKFLOWS[0].parent / "release.yml").read_text("utf-8"))["jobs"]
    assert set(jobs["draft"]["needs"]) == set(jobs) - {"draft", "named"}
    assert jobs["ci"]["uses"] == "./.github/workflows/ci.yml"
    built = {row["name"] for row in jobs["bundle"]["strategy"]["matrix"]["system"]}
    assert built >= {"linux-x86_64", "linux-arm64", "windows-x86_64", "macos-arm64"}
    drafts = [step["run"] for step in jobs["draft"]["steps"] if "gh release" in step.get("run", "")]
    assert len(drafts) == 1
    assert "--draft" in drafts[0]
