"""Everything here trains small networks."""

from __future__ import annotations

import pytest

from tests.support.bundles import bundle_folder
from tests.support.training.tiny import need_torch, tokenizer_in
from training.evaluation.playing import load_model


@pytest.fixture(scope="session", autouse=True)
def _one_thread():
    need_torch()


@pytest.fixture(scope="session")
def model():
    """The bundled English model."""
    return load_model(bundle_folder())


@pytest.fixture(scope="session")
def tokenizer(tmp_path_factory):
    return tokenizer_in(tmp_path_factory.mktemp("tokenizer"))
