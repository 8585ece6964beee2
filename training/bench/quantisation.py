"""The int8 network beside the float weights that it was made from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.build import load_language_model
from engine.paths import default_paths
from engine.settings import BackendChoice, PunctuationSettings
from training.bench.aggregation import benchmark_text
from training.bench.table import Row
from training.evaluate import Evaluation, WrittenText, evaluate, read_written_text

_DEV_WORDS = 3000
_BACKENDS = (BackendChoice.TORCH, BackendChoice.ONNX)


def quantisation_rows(shared: Path, model: str, words: int | None) -> Iterator[Row]:
    """Micro F1 of `punctuate` with int8 and with float weights.

    Args: model: name or folder of a bundle with float weights; words: of each text, None for all
        of `test2011` and the first 3000 of each text of `en/dev`.

    Raises:
        BackendError: the bundle has no float weights, or torch is not installed.
    """
    texts = _texts(shared, words)
    found = {backend: _evaluations(model, backend, texts) for backend in _BACKENDS}
    for name in texts:
        whole = found[BackendChoice.TORCH][name].marks
        small = found[BackendChoice.ONNX][name].marks
        yield Row(
            name,
            {
                "float micro F1": whole.micro_f1,
                "int8 micro F1": small.micro_f1,
                "difference": small.micro_f1 - whole.micro_f1,
                "float seg-F0.5": whole.segmentation_f05,
                "int8 seg-F0.5": small.segmentation_f05,
            },
        )


def _evaluations(
    model: str, backend: BackendChoice, texts: dict[str, list[WrittenText]]
) -> dict[str, Evaluation]:
    settings = PunctuationSettings(model=model, backend=backend)
    loaded = load_language_model(settings, default_paths())
    return {name: evaluate(parts, loaded) for name, parts in texts.items()}


def _texts(shared: Path, words: int | None) -> dict[str, list[WrittenText]]:
    tagged = benchmark_text(shared, words)
    paths = sorted((shared / "data" / "en" / "dev").glob("*.txt"))
    parts = [read_written_text(path).first(words or _DEV_WORDS) for path in paths]
    return {
        "iwslt/test2011": [WrittenText(tagged.words, tagged.marks, None)],
        f"en/dev, {sum(len(part.words) for part in parts):,} words": parts,
    }
