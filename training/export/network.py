"""The network in a bundle: trained weights over the engine's own encoder."""

from __future__ import annotations

from collections.abc import Mapping

from torch import Tensor, nn

from engine.network.torch_network import EncoderShape, TaggerNetwork, TimingEmbedding
from engine.punctuation.labels import PLAIN_MARKS, Case
from training.architectures.registry import Body, build_tagger
from training.architectures.sizes import LstmSizes, PhoneticSizes, Sizes, TokenSizes, WindowSizes
from training.architectures.tagger import Tagger
from training.architectures.window import VocabularyHead

_OF_MPNET = {  # its names for parts of a layer that BERT has too
    ".attention.attn.q.": ".attention.self.query.",
    ".attention.attn.k.": ".attention.self.key.",
    ".attention.attn.v.": ".attention.self.value.",
    ".attention.attn.o.": ".attention.output.dense.",
    ".attention.LayerNorm.": ".attention.output.LayerNorm.",
}


class ScoresOf(nn.Module):
    """A tagger whose scores are only marks and cases, whatever else it learnt."""

    def __init__(self, tagger: Tagger) -> None:
        super().__init__()
        self.tagger = tagger

    @property
    def timing(self) -> TimingEmbedding:
        """It always uses pauses and confidences."""
        return self.tagger.timing

    def forward(self, ids: Tensor, attention: Tensor, timing: Tensor) -> Tensor:
        """Shapes: ids, attention (windows, tokens), timing (…, 6) → (windows, tokens, labels)."""
        scores: Tensor = self.tagger(ids, attention, timing)
        return scores[..., : self.tagger.labels]


def named_as_bert(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return the weights of a tagger over MPNet under the engine's names."""
    return {_as_bert(name): value for name, value in weights.items()}


def _as_bert(name: str) -> str:
    for theirs, ours in _OF_MPNET.items():
        name = name.replace(theirs, ours)
    return name


def build_network(
    shape: EncoderShape,
    weights: Mapping[str, Tensor],
    sizes: Sizes | None = None,
    slot_token: int | None = None,
    marks: int = len(PLAIN_MARKS),
) -> TaggerNetwork | ScoresOf:
    """Put trained weights into a network of plain torch modules, ready to be traced.

    Args:
        sizes: of the architecture, `token` where None.
        slot_token: id of the tokenizer's mask, for `slot`.

    Raises:
        ValueError: the weights are another encoder's, or the network needs phones, which the
            engine cannot provide yet.
    """
    network: TaggerNetwork | Tagger
    if sizes is None or isinstance(sizes, TokenSizes):
        network = TaggerNetwork(shape, marks + len(Case))
    else:
        network = _tagger(sizes, _body(shape, sizes), weights, slot_token, marks)
    try:
        network.load_state_dict({name: _as_trained(value) for name, value in weights.items()})
    except RuntimeError as error:
        raise ValueError("the weights do not fit the encoder of the recipe") from error
    whole = network if isinstance(network, TaggerNetwork) else ScoresOf(network)
    return whole.eval()


def _tagger(
    sizes: Sizes,
    body: Body,
    weights: Mapping[str, Tensor],
    slot_token: int | None,
    marks: int,
) -> Tagger:
    sounds = weights.get("sounds")
    phones = 0
    if isinstance(sizes, PhoneticSizes) and sizes.phones:
        if sounds is None:
            raise ValueError("a network that takes phones cannot be exported: model.phones = ''")
        phones = len(weights["phones.weight"]) - 1
    return build_tagger(
        sizes,
        body,
        dropout=0.0,
        slot_token=slot_token,
        phones=phones,
        sounds=sounds,
        marks=marks,
    )


def _as_trained(value: Tensor) -> Tensor:
    return value.float() if value.is_floating_point() else value


def _body(shape: EncoderShape, sizes: Sizes) -> Body:
    if isinstance(sizes, LstmSizes):
        return Body(None, 0, shape.vocabulary)
    head = None
    if isinstance(sizes, WindowSizes) and sizes.over == "vocabulary":
        head = VocabularyHead(shape.width, shape.vocabulary, shape.epsilon)
    encoder = TaggerNetwork(shape, len(Case)).encoder
    return Body(encoder, shape.width, shape.vocabulary, shape.epsilon, head)
