from __future__ import annotations

from typing import Any, cast

import pytest

from regrade.neural.t5.trunk import RelativeBias, buckets


def test_buckets_of_near_distances_are_their_own() -> None:
    import torch

    distances = torch.tensor([0, -1, -7, 1, 7])
    assert buckets(distances, 32, 128).tolist() == [0, 1, 7, 17, 23]


def test_buckets_of_far_distances_are_shared() -> None:
    import torch

    distances = torch.tensor([-8, -11, -12, -127, -128, -9000, 128, 9000])
    assert buckets(distances, 32, 128).tolist() == [8, 8, 9, 15, 15, 15, 31, 31]


@pytest.mark.parametrize(("n_buckets", "max_distance"), [(32, 128), (16, 50), (8, 1000)])
def test_buckets_agree_with_transformers(n_buckets: int, max_distance: int) -> None:
    import torch
    from transformers.models.t5.modeling_t5 import T5Attention

    distances, oracle = torch.arange(-2000, 2001), cast(Any, T5Attention)
    theirs = oracle._relative_position_bucket(
        distances, num_buckets=n_buckets, max_distance=max_distance
    )
    assert torch.equal(buckets(distances, n_buckets, max_distance), theirs)


def test_relative_bias_of_two_tokens_is_that_of_their_distance() -> None:
    import torch

    weights = torch.arange(64.0).view(32, 2)  # (buckets, heads)
    found = RelativeBias(weights, 128).of(2)
    # Token 0 looks ahead by one, which is bucket 17; token 1 looks back, which is bucket 1.
    assert found.tolist() == [[[0, 34], [2, 0]], [[1, 35], [3, 1]]]


@pytest.mark.parametrize("lengths", [(3, 40, 7), (40, 3), (17, 16)])
def test_relative_bias_does_not_depend_on_lengths_met_before(lengths: tuple[int, ...]) -> None:
    import torch

    weights = torch.randn(32, 3, generator=torch.Generator().manual_seed(5))
    bias = RelativeBias(weights, 128)
    for length in lengths:
        assert torch.equal(bias.of(length), RelativeBias(weights, 128).of(length))
