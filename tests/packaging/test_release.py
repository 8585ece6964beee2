"""A release: its name, its notes, its bill of materials, and the workflows that build it."""

from __future__ import annotations

import hashlib
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
NEWS = "- Something that nobody has released yet."
WORKFLOWS = sorted((REPOSITORY / ".github" / "workflows").glob("*.yml"))


@pytest.fixture(scope="module")
def release():
    return runpy.run_path(str(PACKAGING / "release.py"))


@pytest.fixture
def checkout(tmp_path):
    for name in ("pyproject.toml", "CHANGELOG.md"):
        shutil.copy(REPOSITORY / name, tmp_path)
    changelog = tmp_path / "CHANGELOG.md"
    before, mark, after = changelog.read_text().partition("## Unreleased\n")
    released = after[after.index("\n## ") :]
    changelog.write_text(f"{before}{mark}\n{NEWS}\n{released}")
    return tmp_path


def test_a_release_has_one_name_and_notes(release, checkout):
    release["name"]("7.1.0", date(2026, 12, 1), checkout)
    assert tomllib.loads((checkout / "pyproject.toml").read_text())["project"]["version"] == "7.1.0"
    text = (checkout / "CHANGELOG.md").read_text()
    assert "## Unreleased\n\n## 7.1.0 - 2026-12-01\n" in text
    assert release["notes"]("v7.1.0", checkout).strip() == NEWS
    with pytest.raises(SystemExit, match="stands in"):
        release["name"]("7.1.0", date(2026, 12, 2), checkout)
    with pytest.raises(SystemExit, match="nothing under"):
        release["name"]("7.2.0", date(2026, 12, 2), checkout)
    with pytest.raises(SystemExit, match="not that of"):
        release["notes"]("v7.2.0", checkout)


@pytest.mark.parametrize("version", ["7", "v7.1.0", "7.1", "7.1.0-beta"])
def test_an_invalid_version_is_refused(release, checkout, version):
    before = (checkout / "CHANGELOG.md").read_text()
    with pytest.raises(SystemExit, match="no version"):
        release["name"](version, date(2026, 12, 1), checkout)
    assert (checkout / "CHANGELOG.md").read_text() == before


def test_the_version_and_the_package_name_are_in_one_place():
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


def test_no_advice_installs_the_unrelated_package_of_our_name():
    pattern = r"pipx? install( -\S+)* fermata\b(?!-)"
    found = subprocess.run(
        ["git", "grep", "-lP", pattern, "--", ":!tests"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == ""


def test_the_bill_of_materials_lists_everything_shipped(tmp_path):
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


def test_there_are_workflows_for_changes_and_for_releases():
    assert [path.name for path in WORKFLOWS] == ["ci.yml", "release.yml"]


def test_every_action_is_pinned_to_a_commit_and_nothing_is_cached(workflow):
    used = [step["uses"] for step in steps(workflow) if "uses" in step]
    assert used
    assert [it for it in used if not re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", it)] == []
    assert [it for it in used if "cache" in it] == []
    assert [step for step in steps(workflow) if "cache" in step.get("with", {})] == []


def test_only_the_draft_may_write_and_sign_and_checkouts_keep_no_credentials(workflow):
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        signing = {"contents": "write", "id-token": "write", "attestations": "write"}
        assert job.get("permissions") == (signing if name == "draft" else None)
        assert "uses" in job or job["timeout-minutes"] > 0
    for step in steps(workflow):
        if step.get("uses", "").startswith("actions/checkout"):
            assert step["with"]["persist-credentials"] is False


def test_the_programs_they_run_exist(workflow):
    lines = "\n".join(step["run"] for step in steps(workflow) if "run" in step)
    named = set(re.findall(r"(?:packaging|\.ci)/[\w./-]*\w", lines))
    assert named
    assert [it for it in named if not (REPOSITORY / it).exists()] == []


def test_drafted_files_and_their_checksums_are_signed():
    jobs = yaml.safe_load((WORKFLOWS[0].parent / "release.yml").read_text("utf-8"))["jobs"]
    order = [
        next(
            index
            for index, step in enumerate(jobs["draft"]["steps"])
            if what in step.get("run", step.get("uses"))
        )
        for what in ("--manifests files", "SHA256SUMS", "actions/attest@", "gh release")
    ]
    assert order == sorted(order)


def test_winget_and_homebrew_get_the_files_of_the_release(release, checkout, tmp_path):
    shutil.copytree(PACKAGING / "windows", checkout / "packaging/windows")
    shutil.copytree(PACKAGING / "macos", checkout / "packaging/macos")
    files = tmp_path / "files"
    files.mkdir()
    version = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]["version"]
    setup = files / f"Fermata-{version}-windows-setup.exe"
    setup.write_bytes(b"an installer")
    with pytest.raises(SystemExit, match=r"macos-arm64\.zip is missing"):
        release["manifests"](files, "https://example.org/fermata", checkout)
    archive = files / f"Fermata-{version}-macos-arm64.zip"
    archive.write_bytes(b"an application")
    release["manifests"](files, "https://example.org/fermata", checkout)

    place = f"https://example.org/fermata/releases/download/v{version}"
    by_type = {it["ManifestType"]: it for it in map(winget_manifest, files.glob("*.yaml"))}
    assert set(by_type) == {"version", "installer", "defaultLocale"}
    assert {it["PackageVersion"] for it in by_type.values()} == {version}
    assert len({it["PackageIdentifier"] for it in by_type.values()}) == 1
    (installer,) = by_type["installer"]["Installers"]
    assert installer["InstallerUrl"] == f"{place}/{setup.name}"
    assert installer["InstallerSha256"] == hashlib.sha256(b"an installer").hexdigest()
    inno = (PACKAGING / "windows/fermata.iss").read_text("utf-8")
    assert f"AppId={{{by_type['installer']['ProductCode'].removesuffix('_is1')}\n" in inno

    cask = (files / "fermata.rb").read_text("utf-8")
    assert f'url "{place}/{archive.name}"' in cask
    assert f'sha256 "{hashlib.sha256(b"an application").hexdigest()}"' in cask
    assert "@" not in "".join(cask.splitlines()[1:])


def winget_manifest(path):
    """Return one, which has a name as winget wants it and everything that it needs."""
    needed = {
        "version": {"DefaultLocale"},
        "installer": {"InstallerType", "Installers"},
        "defaultLocale": {
            "PackageLocale",
            "Publisher",
            "PackageName",
            "License",
            "ShortDescription",
        },
    }
    manifest = yaml.safe_load(path.read_text("utf-8"))
    kind = {"version": "", "installer": ".installer", "defaultLocale": ".locale.en-US"}
    assert path.name == f"{manifest['PackageIdentifier']}{kind[manifest['ManifestType']]}.yaml"
    assert manifest["ManifestVersion"] == "1.12.0"
    assert needed[manifest["ManifestType"]] <= set(manifest)
    return manifest


def test_a_draft_waits_for_ci_and_for_every_bundle():
    jobs = yaml.safe_load((WORKFLOWS[0].parent / "release.yml").read_text("utf-8"))["jobs"]
    assert set(jobs["draft"]["needs"]) == set(jobs) - {"draft", "named"}
    assert jobs["ci"]["uses"] == "./.github/workflows/ci.yml"
    built = {row["name"] for row in jobs["bundle"]["strategy"]["matrix"]["system"]}
    assert built >= {"linux-x86_64", "linux-arm64", "windows-x86_64", "macos-arm64"}
    drafts = [step["run"] for step in jobs["draft"]["steps"] if "gh release" in step.get("run", "")]
    assert len(drafts) == 1
    assert "--draft" in drafts[0]
