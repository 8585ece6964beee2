from __future__ import annotations

import json

import pytest
import torch
from safetensors.torch import load_file, save_file

from tests.support.training.tiny import tagger, write_encoder
from training.__main__ import main
from training.architectures.growing import deepen_encoder
from training.architectures.registry import load_body
from training.architectures.sizes import TokenSizes
from training.export.bundle import read_encoder_shape
from training.loop.checkpoints import start_from


@pytest.fixture
def encoder(tmp_path):
    return write_encoder(tmp_path / "encoder")


def test_each_layer_is_followed_by_its_copy_and_the_rest_stays(encoder, tmp_path):
    assert main(["deepen", "--encoder", str(encoder), "--output", str(tmp_path / "deep")]) == 0
    old = load_file(encoder / "model.safetensors")
    new = load_file(tmp_path / "deep" / "model.safetensors")
    for name, value in new.items():
        source = name
        for layer in range(4):
            source = source.replace(f"layer.{layer}.", f"layer!{layer // 2}.")
        assert value.equal(old[source.replace("!", ".")]), name
    per_layer = sum("layer.0." in name for name in old)
    assert len(new) == len(old) + 2 * per_layer


def test_the_deeper_encoder_loads_fully_and_computes_something_else(encoder, tmp_path):
    assert deepen_encoder(encoder, 3, tmp_path / "deep") == 6
    assert read_encoder_shape(tmp_path / "deep").layers == 6
    ids = torch.arange(5, 15)[None]
    states = []
    for folder in (encoder, tmp_path / "deep"):
        body = load_body(folder, TokenSizes())
        states.append(body.encoder.eval()(ids).last_hidden_state)
    assert states[0].shape == states[1].shape
    assert not torch.allclose(*states, atol=1e-3)


def test_unknown_layer_names_and_zero_copies_are_refused(encoder, tmp_path, capsys):
    with pytest.raises(ValueError, match="0 times"):
        deepen_encoder(encoder, 0, tmp_path / "none")
    config = json.loads((encoder / "config.json").read_text())
    (encoder / "config.json").write_text(json.dumps(config | {"num_hidden_layers": 3}))
    assert main(["deepen", "--encoder", str(encoder), "--output", str(tmp_path / "x")]) == 2
    assert "not named" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_trained_weights_are_deepened_along_with_their_encoder(encoder, tmp_path):
    old = tagger().state_dict()
    save_file({name: value.contiguous() for name, value in old.items()}, tmp_path / "old")
    options = ["--encoder", str(encoder), "--output", str(tmp_path / "deep")]
    options += ["--weights", str(tmp_path / "old"), "--deepened-weights", str(tmp_path / "new")]
    assert main(["deepen", *options]) == 0
    deeper = tagger(seed=2, num_hidden_layers=4)
    start_from(deeper, tmp_path / "new")
    assert deeper.head.weight.equal(old["head.weight"])
    layers = deeper.encoder.encoder.layer
    names = [name for name in old if "layer.1." in name]
    assert names
    for name in names:
        inner = name.split("layer.1.")[1]
        assert all(layers[at].get_parameter(inner).equal(old[name]) for at in (2, 3))
