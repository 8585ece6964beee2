from __future__ import annotations

import pytest

from training.architectures.encoders import find_encoder


def test_a_folder_with_a_configuration_is_an_encoder(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    assert find_encoder(str(tmp_path)) == tmp_path


def test_an_encoder_can_come_in_an_installed_package(tmp_path, monkeypatch):
    inner = tmp_path / "carrier_of_weights" / "model"
    inner.mkdir(parents=True)
    (tmp_path / "carrier_of_weights" / "__init__.py").touch()
    (inner / "model.safetensors").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert find_encoder("carrier_of_weights") == inner


@pytest.fixture(autouse=True)
def _offline(monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)


def test_an_encoder_that_the_hub_lacks_is_reported():
    with pytest.raises(FileNotFoundError, match="'who/knows', and the hub does not give it"):
        find_encoder("who/knows")


@pytest.mark.parametrize("name", ["no_such_package", "no/such/folder", "json", "a b", "", "sys"])
def test_a_package_without_an_encoder_is_not_found(name):
    with pytest.raises(FileNotFoundError, match="no encoder folder or package"):
        find_encoder(name)


def test_a_folder_without_a_configuration_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError):
        find_encoder(str(tmp_path))
