from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from regrade.active.batches import batch_sizes, estimate_relevant, sample_batch, sampled_size

BATCH = np.array([30, 10, 20, 50, 40, 60])


def test_batches_grow_by_a_tenth() -> None:
    assert [*islice(batch_sizes(), 14)] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17]


@pytest.mark.parametrize(
    ("size", "n_relevant", "judged"),
    [(7, 0, 7), (7, 24, 7), (7, 25, 4), (7, 49, 4), (7, 50, 2), (7, 100, 1), (1, 999, 1)],
)
def test_a_smaller_share_is_judged_the_more_is_found(
    size: int, n_relevant: int, judged: int
) -> None:
    assert sampled_size(size, n_relevant) == judged


def test_a_sampled_batch_keeps_its_order() -> None:
    judged, left_out = sample_batch(BATCH, 25, 1)
    assert len(judged) == 3
    for part in (judged, left_out):
        assert part.tolist() == [passage for passage in BATCH if passage in part]
    assert sorted([*judged, *left_out]) == sorted(BATCH)


def test_the_seed_draws_the_sample() -> None:
    drawn = [tuple(sample_batch(BATCH, 25, seed).judged) for seed in (1, 1, 2, 3, 4)]
    assert drawn[0] == drawn[1]
    assert len(set(drawn)) > 1


def test_each_passage_is_as_likely_to_be_judged() -> None:
    n = 4_000
    times = sum(np.isin(BATCH, sample_batch(BATCH, 25, seed).judged) for seed in range(n))
    assert np.abs(times / n - 0.5).max() < 0.04  # five standard errors


def test_an_empty_batch_has_nothing_to_judge() -> None:
    assert [part.size for part in sample_batch(BATCH[:0], 0, 1)] == [0, 0]


def test_what_was_left_out_counts_as_the_rest_of_its_batch() -> None:
    assert estimate_relevant([(1, 1, 1), (10, 10, 4), (20, 5, 2)]) == 1 + 4 + 8
