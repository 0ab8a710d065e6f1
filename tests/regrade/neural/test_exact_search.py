from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from regrade.neural.exact_search import (
    TokenBlock,
    TokenVectors,
    VectorBlock,
    search_token_vectors,
    search_vectors,
)
from regrade.neural.networks import find_compute_device

if TYPE_CHECKING:
    import torch

VECTORS = np.random.default_rng(1).normal(size=(50, 8)).astype(np.float32)
QUERIES = np.random.default_rng(2).normal(size=(3, 8)).astype(np.float32)
RANKS = np.random.default_rng(3).permutation(50)


def cpu() -> torch.device:
    import torch

    return torch.device("cpu")


def _blocks(*ends: int) -> list[VectorBlock]:
    parts = zip(np.split(VECTORS, ends), np.split(RANKS, ends), strict=True)
    return [VectorBlock(*part) for part in parts if len(part[0])]


def test_search_vectors_finds_the_largest_dot_products() -> None:
    found = search_vectors(QUERIES, _blocks(20, 21), k=7, device=cpu())
    products = QUERIES @ VECTORS.T
    for one, of_query in zip(found, products, strict=True):
        best = np.argsort(-of_query)[:7]
        assert one.ranks.tolist() == RANKS[best].tolist()
        np.testing.assert_allclose(one.scores, of_query[best], rtol=1e-5)


def test_search_vectors_of_fewer_passages_than_k_finds_all() -> None:
    found = search_vectors(QUERIES, _blocks(20), k=99, device=cpu())
    assert [len(one.ranks) for one in found] == [50, 50, 50]


def test_search_vectors_of_no_passages_finds_nothing() -> None:
    assert [len(one.ranks) for one in search_vectors(QUERIES, [], k=9, device=cpu())] == [0, 0, 0]


def test_search_vectors_that_are_no_numbers_is_refused() -> None:
    broken = VectorBlock(np.full((1, 8), np.nan, np.float32), np.array([0]))
    with pytest.raises(ValueError, match="vectors are not finite"):
        search_vectors(QUERIES, [broken], k=9, device=cpu())


def test_search_token_vectors_sums_the_largest_of_each_query_token() -> None:
    queries = QUERIES[None]  # one query of three tokens
    lengths = np.array([30, 1, 19])
    block = TokenBlock(TokenVectors(VECTORS.astype(np.float16), lengths), np.array([5, 9, 2]))
    (found,) = search_token_vectors(queries, [block], k=3, compute=find_compute_device("cpu"))
    parts = np.split(VECTORS.astype(np.float16).astype(np.float32), [30, 31])
    expected = {
        rank: (QUERIES @ part.T).max(axis=1).sum()
        for rank, part in zip([5, 9, 2], parts, strict=True)
    }
    assert dict(zip(found.ranks.tolist(), found.scores.tolist(), strict=True)) == pytest.approx(
        expected, rel=1e-5
    )
    assert found.scores.tolist() == sorted(found.scores.tolist(), reverse=True)
