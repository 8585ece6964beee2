"""`fermata doctor`: what was found, and what is missing."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.commands.diagnosis import Finding

_DESCRIPTION = """Look for what dictation needs: microphones, recognisers, models, backends,
folders and versions; say what is missing and how to get it. The exit status is 0 where
`fermata listen` can work, else 1 (also where only a microphone is missing)."""
_SIGNS = {"good": "+", "missing": "-", "needed": "!"}


def register(commands: Any) -> None:  # noqa: ANN401  argparse hides this type
    """Add the command to the command line."""
    parser = commands.add_parser(
        "doctor", help="say what is installed and what is missing", description=_DESCRIPTION
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a list")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print what was found; return 0 where dictation is possible."""
    from app.commands.diagnosis import dictation_is_possible, examine
    from app.commands.quiet_libraries import quiet_libraries
    from engine.paths import default_paths

    found = examine(default_paths())
    with quiet_libraries(is_wanted=not arguments.verbose):
        findings = list(found) if arguments.json else _listed(found)
    possible = dictation_is_possible(findings)
    if arguments.json:
        _print_json(findings, possible=possible)
    else:
        verdict = (
            "Dictation is possible." if possible else "Dictation is not possible yet: see “!”."
        )
        print(f"\n{verdict}")
    return 0 if possible else 1


def _listed(found: Any) -> list[Finding]:  # noqa: ANN401  an iterator of findings
    """Print each finding as it comes: some take a second."""
    findings: list[Finding] = []
    for finding in found:
        if not findings or findings[-1].topic != finding.topic:
            print(("\n" if findings else "") + finding.topic)
        print(f"  {_SIGNS[finding.state]} {finding.text}", flush=True)
        findings.append(finding)
    return findings


def _print_json(findings: list[Finding], *, possible: bool) -> None:
    import json
    from dataclasses import asdict

    content = {"dictation_is_possible": possible, "findings": [asdict(item) for item in findings]}
    print(json.dumps(content, ensure_ascii=False, indent=1))
