"""The translations as data: what is in the .ts files, and what the sources ask for."""

from __future__ import annotations

import ast
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "assets" / "translations"
CODES = sorted(path.stem.removeprefix("fermata_") for path in FOLDER.glob("*.ts"))
CHINESE = [code for code in CODES if code.startswith("zh")]
# Their texts are in tables of QT_TRANSLATE_NOOP.
BY_VARIABLE = {
    "app/desktop/problems.py",
    "app/ui/language/command_words.py",
    "app/ui/language/languages.py",
    "app/ui/language/messages.py",
    "app/ui/widgets/controls.py",
    "app/ui/widgets/export_dialog.py",
    "app/ui/widgets/settings_page.py",
}


@dataclass(frozen=True)
class Message:
    context: str
    source: str
    translations: tuple[str, ...]
    is_finished: bool
    is_plural: bool


def messages(path: Path) -> list[Message]:
    return [
        _message(context.findtext("name", ""), message)
        for context in ET.parse(path).getroot().iter("context")  # noqa: S314  our own
        for message in context.iter("message")
    ]


def _message(context: str, message: ET.Element) -> Message:
    translation = message.find("translation")
    forms = [form.text or "" for form in translation.iter("numerusform")]
    return Message(
        context,
        message.findtext("source", ""),
        tuple(forms) or (translation.text or "",),
        translation.get("type") is None,
        message.get("numerus") == "yes",
    )


def asked_for() -> Iterator[tuple[str, str, str | None]]:
    """Yield file with line, context and text of each call; None if it is not a literal."""
    for path in sorted((ROOT / "app").rglob("*.py")):
        yield from _calls(ast.parse(path.read_text()), path.relative_to(ROOT).as_posix(), "")


def _calls(node: ast.AST, path: str, owner: str) -> Iterator[tuple[str, str, str | None]]:
    for child in ast.iter_child_nodes(node):
        yield from _calls(child, path, child.name if isinstance(child, ast.ClassDef) else owner)
    if not isinstance(node, ast.Call) or not node.args:
        return
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    place = f"{path}:{node.lineno}"
    if name == "tr":
        yield place, owner, _literal(node.args[0])
    elif name in {"translate", "QT_TRANSLATE_NOOP"} and len(node.args) > 1:
        yield place, _literal(node.args[0]) or "", _literal(node.args[1])


def _literal(node: ast.expr) -> str | None:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node.value if is_text else None
