from __future__ import annotations

import numpy as np

from benchmarks.neural.drawn import draw_lengths, draw_pairs, useful_flops
from regrade.neural.bert_formats import SpecialTokens, joint_pair
from regrade.neural.token_ids import token_ids_of
from tests.regrade.neural.tiny_bert import tokenizer_of


def test_draw_pairs_are_as_long_as_asked_for() -> None:
    tokenizer = tokenizer_of()
    lengths = [12, 40, 256]
    for length, pair in zip(lengths, draw_pairs(lengths, seed=1), strict=True):
        query, passage = token_ids_of(tokenizer, pair)
        assert len(joint_pair(SpecialTokens.of(tokenizer), query, passage, 512).token_ids) == length


def test_draw_lengths_spread_around_the_mean_of_ms_marco() -> None:
    lengths = draw_lengths(10_000, seed=1)
    assert 78 < lengths.mean() < 84
    assert lengths.max() == 256


def test_useful_flops_of_a_pair_of_mean_length_are_those_of_the_formula() -> None:
    assert round(useful_flops(np.array([128])) / 1e9, 1) == 22.3
