"""Every reason that the code below the window can give, read from its sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
_OF_COMMANDS = {"doctor.py", "model_actions.py", "transcript_targets.py"}
_NAMES = {"need", "problem", "reason"}
_HOLE = re.compile(r"\{\w+\}")
_TELLERS = {"Message", "Remark", "RetriableError", "_told", "_warn"}
_RETURNERS = {"_name_problem", "_problem", "_reason", "is_worth_using"}


def reasons() -> dict[str, str]:
    """Return each text, {} for what is filled in, and the file where it stands."""
    return {
        text: path.relative_to(ROOT).as_posix()
        for path in _files()
        for expression in _expressions(ast.parse(path.read_text()))
        for text in _texts(expression)
        if " " in text
    }


def _files() -> Iterator[Path]:
    for folder in ("engine", "app", "training/finetuning"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.parent.name != "commands" and path.name not in _OF_COMMANDS:
                yield path
    yield ROOT / "training" / "commands" / "finetune.py"


def _expressions(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _arguments(node)
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in _NAMES:
            yield node.value
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "_REASONS":
            yield from node.value.values
        elif isinstance(node, ast.FunctionDef) and node.name in _RETURNERS:
            yield from (
                it.value for it in ast.walk(node) if isinstance(it, ast.Return) and it.value
            )


def _arguments(call: ast.Call) -> Iterable[ast.expr]:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    is_ours = name.endswith("Error") and name not in {"OSError", "TypeError", "ValueError"}
    if name in _TELLERS:
        return call.args
    return call.args[1:] if is_ours else ()


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield _HOLE.sub("{}", node.value)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(it.value if isinstance(it, ast.Constant) else "{}" for it in node.values)
    elif isinstance(node, ast.IfExp | ast.BoolOp | ast.Tuple | ast.Call):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from _texts(child)
