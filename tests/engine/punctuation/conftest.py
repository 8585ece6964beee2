from __future__ import annotations

import pytest

from engine.build import load_language_model
from engine.paths import default_paths
from engine.settings import BackendChoice, PunctuationSettings
from tests.support.bundles import bundle_folder


@pytest.fixture(scope="session")
def language_model():
    choice = PunctuationSettings(model=str(bundle_folder()), backend=BackendChoice.ONNX)
    return load_language_model(choice, default_paths())
