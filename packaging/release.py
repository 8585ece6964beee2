"""Makes a release: `release.py VERSION` names it, `release.py --notes TAG` prints what it brings.

VERSION goes into pyproject.toml, the only place that has it, and "Unreleased" in CHANGELOG.md
becomes its section, with today's date. What is left is a commit, a tag `vVERSION`, and a push of
both: the workflow `release.yml` builds, tries and drafts the rest.
"""

from __future__ import annotations

import argparse
import re
from datetime import UTC, date, datetime
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_VERSION = r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?"
_UNRELEASED = "## Unreleased\n"
_PROJECT_VERSION = re.compile(rf'^version = "({_VERSION})"$', re.MULTILINE)


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
    found = _PROJECT_VERSION.search((root / "pyproject.toml").read_text(encoding="utf-8"))
    if found is None or tag != f"v{found[1]}":
        raise SystemExit(f"the tag {tag} is not that of pyproject.toml: {found and found[1]}")
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {re.escape(found[1])} - .*\n((?:(?!## ).*\n)*)", text, re.MULTILINE)
    if section is None:
        raise SystemExit(f"CHANGELOG.md has no section “{found[1]}”")
    return section[1].strip() + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument("version", nargs="?", metavar="VERSION", help="name this release")
    wanted.add_argument("--notes", metavar="TAG", help="print what a tagged release brings")
    options = parser.parse_args()
    if options.notes:
        print(notes(options.notes), end="")
    else:
        name(options.version, datetime.now(UTC).date())
