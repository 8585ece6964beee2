"""Speed, lag, stability and memory of the live path."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from engine.build import LanguageModel
from engine.settings import Policy, PunctuationSettings
from training.data.timed_sessions import TimedSession, read_reference
from training.evaluation.playing import Played, play_live, punctuated
from training.evaluation.table import Row
from training.metrics import NOTHING, score_marks


def live_rows(sessions: Sequence[TimedSession], model: LanguageModel) -> Iterator[Row]:
    """Replay sessions with one partial hypothesis per word, as in live dictation."""
    settings = PunctuationSettings(policy=Policy.STREAMING)
    played = [play_live(s.growing_hypotheses(), model, settings) for s in sessions]
    total = NOTHING
    for session, one in zip(sessions, played, strict=True):
        total += score_marks(session.marks, one.marks)
    lags = np.array([float(lag) for one in played for lag in one.lags] or [np.nan])
    update_ms = 1000 * np.array([spent for one in played for spent in one.update_s])
    yield Row(
        f"{len(sessions)} sessions, {sum(len(s.words) for s in sessions):,} words",
        {
            "seg-F0.5": total.segmentation_f05,
            "lag mean (words)": float(lags.mean()),
            "lag p95": float(np.percentile(lags, 95)),
            "erasure": erasure(played),
            "update mean (ms)": float(update_ms.mean()),
            "update p95 (ms)": float(np.percentile(update_ms, 95)),
        },
    )


def erasure(played: Sequence[Played]) -> float:
    """Return tokens taken back per token of final text (Arivazhagan et al. 2020)."""
    return sum(one.erased for one in played) / max(1, sum(one.shown for one in played))


def whole_text_row(shared: Path, model: LanguageModel, count: int) -> Row:
    """Throughput of `punctuate` on held-out text of `count` words."""
    words, marks = read_reference(shared / "data" / "en" / "dev" / "changelog.txt")
    words, marks = words[:count], marks[:count]
    began = time.perf_counter()
    played = punctuated(words, model)
    spent_s = time.perf_counter() - began
    scores = score_marks(marks, played.marks)
    return Row(
        f"en/dev/changelog, {len(words):,} words",
        {"words/s": len(words) / spent_s, "micro F1": scores.micro_f1},
    )


def process_row(session: TimedSession, model_folder: Path) -> Row:
    """Start-up time of `fermata --help` and resident memory of `fermata replay`."""
    starts = [_seconds_of([sys.executable, "-m", "app", "--help"]) for _ in range(5)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        _write_session(session, path)
        replay = ["-m", "app", "replay", str(path), "--model", str(model_folder)]
        resident_mb = _peak_megabytes([sys.executable, *replay])
    return Row(
        "fermata",
        {"--help (s), median": float(np.median(starts)), "replay peak (MB)": resident_mb},
    )


def _write_session(session: TimedSession, path: Path) -> None:
    with path.open("w", encoding="utf-8") as stream:
        for hypothesis in session.growing_hypotheses():
            text = " ".join(word.text for word in hypothesis.words)
            message: dict[str, object] = {"partial": text, "t": hypothesis.time_s}
            if hypothesis.is_final:
                result = [
                    {"word": w.text, "start": w.start_s, "end": w.end_s, "conf": 1.0}
                    for w in hypothesis.words
                ]
                message = {"result": result, "text": text}
            print(json.dumps(message), file=stream)


def _seconds_of(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  our own command
    return time.perf_counter() - began


def _peak_megabytes(command: list[str]) -> float:
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True,"
        " stdout=subprocess.DEVNULL);"
        " print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    )
    found = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-c", code, *command], check=True, capture_output=True, text=True
    )
    return float(found.stdout)
