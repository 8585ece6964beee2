"""Score a bundle on marked texts: marks and case are removed and predicted."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from engine.settings import BackendChoice, Policy
from training.evaluation.evaluate import Evaluation, evaluate, read_written_text
from training.evaluation.playing import load_model
from training.evaluation.table import Row, print_rows


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", default="en", help="name or folder of a bundle")
    parser.add_argument(
        "--text", type=Path, nargs="+", required=True, help="marked text (txt, xz) or IWSLT tsv"
    )
    parser.add_argument("--backend", choices=[c.value for c in BackendChoice], default="onnx")
    parser.add_argument(
        "--policy", choices=(Policy.OFFLINE.value, Policy.STREAMING.value), default="offline"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


def run(options: argparse.Namespace) -> None:
    model = load_model(options.model, BackendChoice(options.backend))
    policy = Policy(options.policy)
    found = {str(path): evaluate([read_written_text(path)], model, policy) for path in options.text}
    total = sum(found.values(), Evaluation())
    if options.json:
        texts = {name: one.to_table() for name, one in found.items()}
        print(json.dumps({"texts": texts, "all": total.to_table()}, indent=1))
        return
    rows = [Row(Path(name).name, _figures(one)) for name, one in found.items()]
    print_rows(f"Model {model.bundle.name}, {policy.value}", [*rows, Row("all", _figures(total))])
    print_rows("All texts, by mark", _mark_rows(total))


def _figures(evaluation: Evaluation) -> dict[str, float]:
    table = evaluation.to_table()
    names = ("words", "micro_f1", "macro_f1", "seg_f05", "case_accuracy", "capitals_f1")
    heads = ("words", "micro F1", "macro F1", "seg-F0.5", "case accuracy", "capitals F1")
    return {head: _number(table[name]) for head, name in zip(heads, names, strict=True)}


def _number(value: float | None) -> float:
    return float("nan") if value is None else float(value)


def _mark_rows(evaluation: Evaluation) -> list[Row]:
    marks = evaluation.to_table()["marks"]
    return [
        Row(
            name,
            {
                "precision": one["precision"],
                "recall": one["recall"],
                "F1": one["f1"],
                "in the text": one["in_text"],
            },
        )
        for name, one in marks.items()
    ]
