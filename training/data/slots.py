"""Puts a slot token behind every word of a corpus, as `slot` asks for (Liu et al. 2023, §3.1)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.network.layout import Layout
from training.data.corpus import Corpus


def with_slots(corpus: Corpus, layout: Layout) -> Corpus:
    if layout.slot_token is None:
        return corpus
    kind = np.promote_types(corpus.ids.dtype, np.min_scalar_type(layout.slot_token))
    ids = np.insert(corpus.ids.astype(kind), corpus.word_ends, layout.slot_token)
    return replace(corpus, ids=ids, word_ends=corpus.word_ends + np.arange(1, len(corpus) + 1))
