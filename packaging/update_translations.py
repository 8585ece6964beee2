"""Brings assets/translations up to date with the sources; run it as a script.

New strings stand in the .ts files as unfinished; translate them (in Qt Linguist or by hand) and
run it again for the .qm files, which are what the application reads. Another folder with the .ts
files may be named. Templates of messages are found wherever a `Message` or an error is made.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

from app.preferences.preferences import settings
from engine.languages import LANGUAGES
from engine.transcripts.registry import FORMATS

_ROOT = Path(__file__).resolve().parent.parent
_TRANSLATIONS = _ROOT / "assets" / "translations"
_TOOLS = Path(sysconfig.get_path("scripts"))
# What is told in the window; commands tell a terminal, in English.
_TELLING = ("engine", "app", "training/finetuning", "training/commands")
_COMMANDS = _ROOT / "app" / "commands"


def update(folder: Path) -> None:
    """Let the .ts files of a folder hold the strings of the sources, no more and no less."""
    sources = sorted(str(path) for path in (_ROOT / "app").rglob("*.py"))
    with tempfile.TemporaryDirectory() as place:
        messages = Path(place, "messages.py")
        texts = sorted({text for call in message_calls() for text in templates(call)})
        named = [("Messages", text) for text in texts] + list(names())
        calls = (f"QT_TRANSLATE_NOOP('{of}', {json.dumps(text)})\n" for of, text in named)
        messages.write_text("".join(calls), encoding="utf-8")
        sources.append(str(messages))
        for catalogue in sorted(folder.glob("*.ts")):
            only = ["-pluralonly"] if catalogue.stem.endswith("_en") else []
            options = ["-no-obsolete", "-locations", "none", "-silent", "-disable-heuristic"]
            options += ["similartext", *only, *sources, "-ts", str(catalogue)]
            _call("pyside6-lupdate", *options)


def names() -> Iterator[tuple[str, str]]:
    """Yield context and text of what stands in tables: settings, languages, models, formats."""
    for item in settings():
        for text in item.texts():
            yield "Settings", text
    for english, _ in LANGUAGES.values():
        yield "Languages", english
    for path in sorted((_ROOT / "assets" / "catalogue").glob("*.toml")):
        for model in tomllib.loads(path.read_text(encoding="utf-8"))["model"]:
            yield "Languages", model["title"]
    for form in FORMATS:
        yield "Formats", form.title


def message_calls() -> Iterator[ast.Call]:
    """Yield each place in the sources where a `Message` or an error is made."""
    for path in sorted(path for name in _TELLING for path in (_ROOT / name).rglob("*.py")):
        if _COMMANDS not in path.parents:
            tree = ast.parse(path.read_text(encoding="utf-8"), path.name)
            calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
            yield from (call for call in calls if template_of(call) is not None)


def template_of(call: ast.Call) -> ast.expr | None:
    """Return the first argument of `Message`, or the second of an error, which is its reason."""
    name = getattr(call.func, "id", "")
    place = 0 if name == "Message" else 1 if name.endswith("Error") else len(call.args)
    return call.args[place] if place < len(call.args) else None


def templates(call: ast.Call) -> Iterator[str]:
    """Yield the literals that a call may take for its template; not those of calls within."""
    found = template_of(call)
    choices = [found.body, found.orelse] if isinstance(found, ast.IfExp) else [found]
    for choice in choices:
        if isinstance(choice, ast.Constant) and isinstance(choice.value, str) and choice.value:
            yield choice.value


def release(folder: Path) -> None:
    """Write the .qm file of every .ts file of a folder beside it."""
    for catalogue in sorted(folder.glob("*.ts")):
        compiled = str(catalogue.with_suffix(".qm"))
        _call("pyside6-lrelease", "-silent", str(catalogue), "-qm", compiled)


def _call(tool: str, *arguments: str) -> None:
    subprocess.run([_TOOLS / tool, *arguments], check=True)


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else _TRANSLATIONS
    update(folder)
    release(folder)
