from __future__ import annotations

import json
import random
from itertools import pairwise

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from transformers import AutoModel, AutoModelForMaskedLM, DistilBertConfig, RobertaConfig

from engine.network.tokenizer import WordTokenizer
from tests.support.training.tiny import (
    SMALL_RECIPE,
    VOCABULARY,
    bert_config,
    plain_corpus,
    quiet_sampler,
    tokenizer_in,
    with_mask,
    write_encoder,
    written_sentences,
)
from training.__main__ import main
from training.architectures.encoders import find_encoder
from training.architectures.masked import load_masked_language_model
from training.architectures.registry import load_body
from training.architectures.sizes import TokenSizes, WindowSizes
from training.data.corpus import write_corpus
from training.data.masking import Masking
from training.data.spoken_form import IGNORE, read_spoken_words
from training.loop.pretraining import MaskedInputs

CPU = torch.device("cpu")
MASK = len(VOCABULARY)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    """A config and a tokenizer alone: an encoder that begins from nothing."""
    folder = write_encoder(tmp_path_factory.mktemp("encoder"))
    config = bert_config(vocab_size=MASK + 1).to_dict() | {"architectures": None}
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "model.safetensors").unlink()
    return with_mask(folder)


def prepared(folder, encoder, steps=20):
    words = read_spoken_words(
        iter(written_sentences(200)), keep_unmarked=False, rng=random.Random(1)
    )
    tokenizer = WordTokenizer(encoder / "tokenizer.json")
    write_corpus("small", words, tokenizer, 10_000, folder / "work" / "words" / "corpora")
    recipe = folder / "recipe.toml"
    recipe.write_text(SMALL_RECIPE.format(name="words", encoder=encoder, steps=steps))
    return recipe


def pretrain(recipe, output, *more):
    work = recipe.parent / "work"
    options = ["--recipe", str(recipe), "--work", str(work), "--output", str(output)]
    return main(["pretrain", *options, *more])


def batch_of(windows=40, tokens=48):
    rng = random.Random(4)
    corpus = plain_corpus([rng.randint(1, 4) for _ in range(400)])
    return quiet_sampler(corpus, 4).batch(windows, tokens)


def test_whole_words_are_hidden_and_nothing_else():
    batch = batch_of()
    masking = Masking(mask=7, vocabulary=3000, share=0.3)
    torch.manual_seed(1)
    ids, _, _, wanted = (one.numpy() for one in MaskedInputs(masking, CPU)(batch))
    is_wanted = wanted != IGNORE
    assert (wanted[is_wanted] == batch.ids[is_wanted]).all()
    assert (ids[~is_wanted] == batch.ids[~is_wanted]).all()
    for row, lengths in enumerate(batch.lengths):
        ends = np.cumsum((1, *lengths))
        for begin, end in pairwise(ends):
            assert len(set(is_wanted[row, begin:end])) == 1
        assert not is_wanted[row, 0]
        assert not is_wanted[row, ends[-1] :].any()
    assert is_wanted.sum() / batch.attention.sum() == pytest.approx(0.3, abs=0.05)
    assert (ids[is_wanted] == 7).mean() == pytest.approx(0.8, abs=0.06)
    assert (ids[is_wanted] == batch.ids[is_wanted]).mean() == pytest.approx(0.1, abs=0.05)


@pytest.mark.parametrize("share", [0.0, 1.1])
def test_impossible_shares_are_refused(share):
    with pytest.raises(ValueError, match="masking"):
        Masking(mask=1, vocabulary=9, share=share)


@pytest.fixture(scope="module")
def pretrained(encoder, tmp_path_factory):
    """A finished run: the recipe's folder, its encoder in `new`."""
    folder = tmp_path_factory.mktemp("pretrained")
    assert pretrain(prepared(folder, encoder), folder / "new", "--share", "0.3") == 0
    return folder


@pytest.mark.parametrize("on_device", ["false", "true"])
def test_hidden_words_are_learnt_from_nothing(tmp_path, encoder, capsys, on_device):
    change = ("--set", f"train.draws_on_device={on_device}")
    assert pretrain(prepared(tmp_path, encoder, steps=60), tmp_path / "new", *change) == 0
    losses = [json.loads(line)["loss"] for line in capsys.readouterr().out.splitlines()]
    assert losses[-1] < losses[0] - 0.4


def test_what_comes_out_is_an_encoder_for_a_recipe(pretrained, encoder):
    model, report = AutoModelForMaskedLM.from_pretrained(
        pretrained / "new", output_loading_info=True, local_files_only=True
    )
    assert not [key for key in report["missing_keys"] if not key.endswith("decoder.bias")]
    body = AutoModel.from_pretrained(pretrained / "new", local_files_only=True)
    old = body.embeddings.word_embeddings.weight
    assert old.equal(model.base_model.embeddings.word_embeddings.weight)
    found = find_encoder(str(pretrained / "new"))
    assert load_body(found, TokenSizes()).vocabulary == MASK + 1
    assert load_body(found, WindowSizes()).vocabulary_head is not None
    assert (found / "tokenizer.json").read_bytes() == (encoder / "tokenizer.json").read_bytes()


def test_it_goes_on_from_an_encoder_with_weights(tmp_path, pretrained):
    again = prepared(tmp_path, pretrained / "new", steps=1)
    assert pretrain(again, tmp_path / "newer", "--set", "train.learning_rate=1e-9") == 0
    files = (pretrained / "new", tmp_path / "newer")
    one, other = (load_file(folder / "model.safetensors") for folder in files)
    assert one.keys() == other.keys()
    assert all(one[name].allclose(other[name], atol=1e-6) for name in one)


def test_a_tokenizer_without_a_mask_is_said(tmp_path, capsys):
    encoder = write_encoder(tmp_path / "encoder")
    tokenizer_in(encoder)
    assert pretrain(prepared(tmp_path, encoder), tmp_path / "new") == 2
    assert "no mask token" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_an_encoder_of_a_kind_without_a_known_head_is_said(tmp_path):
    sizes = {"vocab_size": 20, "dim": 8, "n_heads": 2, "n_layers": 1, "hidden_dim": 8}
    DistilBertConfig(**sizes).save_pretrained(tmp_path)
    with pytest.raises(ValueError, match="distilbert"):
        load_masked_language_model(tmp_path)


def test_roberta_has_a_head_too(tmp_path):
    sizes = {"vocab_size": 30, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2}
    RobertaConfig(**sizes, intermediate_size=8).save_pretrained(tmp_path)
    model = load_masked_language_model(tmp_path)
    ids = torch.randint(5, 30, (2, 6))
    wanted = torch.full_like(ids, IGNORE)
    timing = torch.zeros(2, 6, 6)
    assert model(ids, torch.ones_like(ids), timing, wanted).item() == 0.0
    wanted[0, 2] = ids[0, 2]
    loss = model(ids, torch.ones_like(ids), timing, wanted)
    assert 1.0 < loss.item() < 8.0
    loss.backward()
