from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from regrade.neural.exact_search import TopK

SCORES = st.floats(width=32, allow_nan=False, allow_infinity=False) | st.sampled_from(
    [0.0, -0.0, 1.0]
)


@given(scores=st.lists(SCORES, min_size=1, max_size=30), k=st.integers(1, 12), data=st.data())
def test_what_is_shown_in_parts_gives_the_best_of_all_by_score_then_rank(
    scores: list[float], k: int, data: st.DataObject
) -> None:
    ranks = data.draw(st.permutations(range(len(scores))))
    shards = data.draw(st.lists(st.integers(0, 3), min_size=len(scores), max_size=len(scores)))
    expected = sorted(zip(scores, ranks, strict=True), key=lambda one: (-one[0], -one[1]))[:k]
    best = top_k(1, k)
    for shard in range(4):
        _show(best, scores, ranks, np.array(shards) == shard)
    (found,) = best.found()
    got = list(zip(found.scores.tolist(), found.ranks.tolist(), strict=True))
    assert got == [(np.float32(score) + 0.0, rank) for score, rank in expected]


def top_k(n_queries: int, k: int) -> TopK:
    import torch

    return TopK(n_queries, k, torch.device("cpu"))


def _show(best: TopK, scores: list[float], ranks: list[int], is_in: NDArray[np.bool_]) -> None:
    import torch

    of_shard = torch.from_numpy(np.array(scores, np.float32)[is_in][None])
    best.show(of_shard, torch.from_numpy(np.array(ranks)[is_in]))


def test_found_keeps_queries_apart() -> None:
    import torch

    best = top_k(2, 1)
    best.show(torch.tensor([[1.0, 2.0], [4.0, 3.0]]), torch.tensor([7, 2**32 - 1]))
    assert [one.ranks.tolist() for one in best.found()] == [[2**32 - 1], [7]]


def test_found_of_nothing_shown_is_empty() -> None:
    (found,) = top_k(1, 5).found()
    assert (found.ranks.size, found.scores.size) == (0, 0)


def test_top_k_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="k must be at least 1; it is 0"):
        top_k(1, 0)
