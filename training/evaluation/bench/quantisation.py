"""The int8 network beside the float weights that it was made from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.settings import BackendChoice
from training.evaluation.bench.aggregation import benchmark_text
from training.evaluation.bench.chinese import TUNING, read_benchmark
from training.evaluation.evaluate import WrittenText, evaluate, read_written_text
from training.evaluation.playing import load_model
from training.evaluation.table import Row

_DEV_WORDS, _DEV_UNITS = 3000, 20_000
_BACKENDS = (BackendChoice.TORCH, BackendChoice.ONNX)


def quantisation_rows(shared: Path, model: str, words: int | None) -> Iterator[Row]:
    """Micro F1 of `punctuate` with int8 and with float weights.

    Args: model: name or folder of a bundle with float weights; words: of each text, None for all
        of `test2011`, the first 3000 of each text of `en/dev`, and 20,000 of each Chinese one.

    Raises:
        BackendError: the bundle has no float weights, or torch is not installed.
    """
    models = {backend: load_model(model, backend) for backend in _BACKENDS}
    texts = _texts(shared, words)
    if "zh" in models[BackendChoice.ONNX].bundle.languages:
        texts |= _chinese_texts(shared, words)
    found = {
        backend: {name: evaluate(parts, loaded) for name, parts in texts.items()}
        for backend, loaded in models.items()
    }
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


def _texts(shared: Path, words: int | None) -> dict[str, list[WrittenText]]:
    tagged = benchmark_text(shared, words)
    paths = sorted((shared / "data" / "en" / "dev").glob("*.txt"))
    parts = [read_written_text(path).first(words or _DEV_WORDS) for path in paths]
    return {
        "iwslt/test2011": [WrittenText(tagged.words, tagged.marks, None)],
        f"en/dev, {sum(len(part.words) for part in parts):,} words": parts,
    }


def _chinese_texts(shared: Path, words: int | None) -> dict[str, list[WrittenText]]:
    texts = {}
    for benchmark in TUNING[:2]:  # Cantonese and Mandarin
        text = read_benchmark(shared / "data", benchmark, words or _DEV_UNITS)
        texts[benchmark.file] = [WrittenText(text.words, text.marks, None)]
    return texts
