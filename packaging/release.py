"""Makes a release: `release.py VERSION` names it, `release.py --notes TAG` prints what it brings.

`release.py --manifests FOLDER URL` writes the manifests of winget and Homebrew beside the files of
a release, for a repository at that address.

VERSION goes into pyproject.toml, the only place that has it, and "Unreleased" in CHANGELOG.md
becomes its section, with today's date. What is left is a commit, a tag `vVERSION`, and a push of
both: the workflow `release.yml` builds, tries and drafts the rest.
"""

from __future__ import annotations

import argparse
import hashlib
import re
from datetime import UTC, date, datetime
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_VERSION = r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?"
_UNRELEASED = "## Unreleased\n"
_PROJECT_VERSION = re.compile(rf'^version = "({_VERSION})"$', re.MULTILINE)
_MANIFESTS = ("packaging/windows/*.yaml", "packaging/macos/*.rb")
_CHECKSUM = re.compile(r"@SHA256 ([^@]+)@")


def name(version: str, today: date, root: Path = _ROOT) -> None:
    """Write a version into pyproject.toml and its date into CHANGELOG.md.

    Raises:
        SystemExit: it is no version, is there already, or nothing is new.
    """
    project, changelog = root / "pyproject.toml", root / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    if not re.fullmatch(_VERSION, version):
        raise SystemExit(f"{version} is no version, as 1.2.3 or 1.2.3rc1 is")
    if f"\n## {version} " in text:
        raise SystemExit(f"{version} stands in CHANGELOG.md already")
    before, mark, after = text.partition(_UNRELEASED)
    if not mark or not after.partition("\n## ")[0].strip():
        raise SystemExit("CHANGELOG.md has nothing under “Unreleased”")
    changelog.write_text(
        f"{before}{mark}\n## {version} - {today.isoformat()}\n{after}", encoding="utf-8"
    )
    table = project.read_text(encoding="utf-8")
    project.write_text(_PROJECT_VERSION.sub(f'version = "{version}"', table, 1), encoding="utf-8")


def notes(tag: str, root: Path = _ROOT) -> str:
    """Return what a tagged version brings.

    Raises:
        SystemExit: the tag is not that of the version in pyproject.toml, or has no section.
    """
    version = _version(root)
    if tag != f"v{version}":
        raise SystemExit(f"the tag {tag} is not that of pyproject.toml: {version}")
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {re.escape(version)} - .*\n((?:(?!## ).*\n)*)", text, re.MULTILINE)
    if section is None:
        raise SystemExit(f"CHANGELOG.md has no section “{version}”")
    return section[1].strip() + "\n"


def manifests(folder: Path, repository: str, root: Path = _ROOT) -> None:
    """Write the manifests of a release beside its files.

    Raises:
        SystemExit: a file that they name is missing.
    """
    version = _version(root)
    release = f"{repository}/releases/download/v{version}"

    def checksum(named: re.Match[str]) -> str:
        file = folder / named[1]
        if not file.is_file():
            raise SystemExit(f"{file} is missing")
        return hashlib.sha256(file.read_bytes()).hexdigest()

    for template in (path for pattern in _MANIFESTS for path in root.glob(pattern)):
        text = template.read_text(encoding="utf-8")
        text = text.replace("@VERSION@", version).replace("@RELEASE@", release)
        (folder / template.name).write_text(_CHECKSUM.sub(checksum, text), encoding="utf-8")


def _version(root: Path) -> str:
    found = _PROJECT_VERSION.search((root / "pyproject.toml").read_text(encoding="utf-8"))
    if found is None:
        raise SystemExit("pyproject.toml has no version")
    return found[1]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument("version", nargs="?", metavar="VERSION", help="name this release")
    wanted.add_argument("--notes", metavar="TAG", help="print what a tagged release brings")
    wanted.add_argument("--manifests", nargs=2, metavar=("FOLDER", "URL"), help="write manifests")
    options = parser.parse_args()
    if options.notes:
        print(notes(options.notes), end="")
    elif options.manifests:
        manifests(Path(options.manifests[0]), options.manifests[1])
    else:
        name(options.version, datetime.now(UTC).date())
