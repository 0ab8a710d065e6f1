"""Models with drawn weights and pairs of drawn words: speed hangs on sizes alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from regrade.neural.model_folder import find_model
from regrade.neural.quiet import quiet_transformers
from regrade.neural.reranker import Candidates, PassageText

QUERY_WORDS, SPECIAL_TOKENS = 8, 3
# Of MS MARCO's pairs: the mean of their tokens, and how far they spread.
MEAN_TOKENS, SPREAD, MOST_TOKENS = 81, 0.4, 256


def save_bert_base(folder: Path) -> None:
    """A cross-encoder of BERT-base's size with the packaged model's vocabulary."""
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    with quiet_transformers():
        torch.manual_seed(1)
        config = BertConfig()
        config.num_labels = 1
        BertForSequenceClassification(config).save_pretrained(folder)
        AutoTokenizer.from_pretrained(find_model(None).path).save_pretrained(folder)


def draw_lengths(n_pairs: int, seed: int) -> NDArray[np.int64]:
    """Tokens of pairs, special ones included, spread as MS MARCO's are."""
    rng = np.random.default_rng(seed)
    drawn = rng.lognormal(np.log(MEAN_TOKENS) - SPREAD**2 / 2, SPREAD, n_pairs)
    return np.clip(drawn, QUERY_WORDS + SPECIAL_TOKENS + 1, MOST_TOKENS).astype(np.int64)


def draw_pairs(lengths: Sequence[int] | NDArray[np.int64], seed: int) -> list[tuple[str, str]]:
    """Query and passage of words that are a token each, as many as make up the lengths."""
    rng = np.random.default_rng(seed)
    words = _words()
    pairs = []
    for length in lengths:
        drawn = rng.choice(words, int(length) - SPECIAL_TOKENS).tolist()
        pairs.append((" ".join(drawn[:QUERY_WORDS]), " ".join(drawn[QUERY_WORDS:])))
    return pairs


def as_candidates(pairs: Sequence[tuple[str, str]]) -> list[Candidates]:
    """Each pair as a topic of its own."""
    return [Candidates(query, [PassageText("", passage)]) for query, passage in pairs]


def _words() -> NDArray[np.str_]:
    vocabulary = (find_model(None).path / "vocab.txt").read_text(encoding="utf-8").split()
    return np.array([word for word in vocabulary if word.isascii() and word.isalpha()])
