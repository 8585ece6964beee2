"""Writes a bill of materials: `python packaging/bill_of_materials.py FILE`, CycloneDX 1.6 as JSON.

It names the packages of the lock file, the language models and the typefaces. Run it where
`list_licences.py` is run. There is no time and no random number in it: the same sources give the
same file.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

from list_licences import address_of, licence_of, locked

_ROOT = Path(__file__).resolve().parent.parent
_TYPEFACES = ("Inter", "Literata")
_LOCK = re.compile(r"^([a-z0-9.-]+)==(?:.*\n)(?:^ .*\n)*", re.MULTILINE)


def bill() -> dict[str, Any]:
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": project["name"],
                "name": project["name"],
                "version": project["version"],
                "description": project["description"],
                **_licences(project["license"]),
            }
        },
        "components": [*_packages(), *_models(), *_typefaces()],
    }


def _packages() -> Iterator[dict[str, Any]]:
    lock = (_ROOT / "packaging" / "linux.lock").read_text(encoding="utf-8")
    hashes = {
        found[1]: re.findall(r"sha256:([0-9a-f]{64})", found[0]) for found in _LOCK.finditer(lock)
    }
    for name, version in locked():
        about = metadata.metadata(name)
        address = f"https://pypi.org/project/{name}/{version}/"
        yield {
            "type": "library",
            "bom-ref": f"pkg:pypi/{name}@{version}",
            "name": name,
            "version": version,
            "purl": f"pkg:pypi/{name}@{version}",
            **_licences(licence_of(about)),
            "externalReferences": [
                {"type": "website", "url": address_of(about)},
                {"type": "distribution", "url": address, "hashes": _sha256(hashes[name])},
            ],
        }


def _models() -> Iterator[dict[str, Any]]:
    for path in sorted((_ROOT / "assets" / "models").glob("*/bundle.json")):
        described = json.loads(path.read_text(encoding="utf-8"))
        yield {
            "type": "machine-learning-model",
            "bom-ref": f"model:{described['name']}",
            "name": described["name"],
            **_licences("CC-BY-SA-4.0"),
            "components": [
                {"type": "file", "name": name, "hashes": _sha256([digest])}
                for name, digest in sorted(described["sha256"].items())
            ],
        }


def _typefaces() -> Iterator[dict[str, Any]]:
    for name in _TYPEFACES:
        yield {"type": "data", "bom-ref": f"font:{name}", "name": name, **_licences("OFL-1.1")}


def _licences(text: str) -> dict[str, Any]:
    return {"licenses": [{"license": {"name": text}}]}


def _sha256(digests: list[str]) -> list[dict[str, str]]:
    return [{"alg": "SHA-256", "content": digest} for digest in digests]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    Path(sys.argv[1]).write_text(json.dumps(bill(), indent=1, ensure_ascii=False) + "\n", "utf-8")
