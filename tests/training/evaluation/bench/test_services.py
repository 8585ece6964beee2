from __future__ import annotations

import pytest

from training.evaluation.bench.services import SERVICES, service_rows

REFERENCE = "Good morning, everyone. Thank you for joining us today. How are you? We are fine.\n"


def call(folder, name, **services):
    (folder / f"{name}.ref.txt").write_text(REFERENCE)
    for service, text in services.items():
        (folder / f"{name}.{service}.txt").write_text(text)


@pytest.fixture
def shared(tmp_path):
    folder = tmp_path / "data" / "timed" / "earnings21_dev"
    folder.mkdir(parents=True)
    bare = REFERENCE.replace(",", "").replace(".", "").replace("?", "").lower()
    misheard = "good evening, every one. thank you for joining today. how are you? we are fine."
    call(folder, "1", google=REFERENCE, amazon=bare, microsoft=misheard, speechmatics=REFERENCE)
    return tmp_path


def test_a_service_is_scored_by_its_own_marks_and_by_ours_on_the_same_words(shared, model):
    rows = {row.name: row.figures for row in service_rows(shared, model, None)}
    assert list(rows) == list(SERVICES)
    assert rows["google"]["micro F1, its own"] == pytest.approx(100)
    assert rows["amazon"]["micro F1, its own"] == 0
    ours = "micro F1, Fermata's"
    assert rows["google"][ours] == rows["amazon"][ours] > 50  # without its marks
    both = "micro F1, both"
    assert rows["amazon"][both] == pytest.approx(rows["amazon"][ours])  # writes no marks
    assert rows["google"][both] >= rows["google"][ours]
    assert rows["microsoft"]["micro F1, its own"] > 50  # after alignment
    assert rows["microsoft"]["seg-F0.5, its own"] == pytest.approx(100)
