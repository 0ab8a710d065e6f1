from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from regrade.neural import exact_search as module
from regrade.neural.batches import TokenBudget
from regrade.neural.exact_search import TokenVectors, max_sim
from regrade.neural.networks import ComputeDevice, find_compute_device
from tests.tiers import examples


@cache
def cpu() -> ComputeDevice:
    return find_compute_device("cpu")


def test_max_sim_by_hand() -> None:
    query = np.array([[[1, 0], [0, 1]]], np.float32)
    # Passage 0: best for the first token 0.5, for the second 1. Passage 1: -0.25 and 0.75.
    vectors = np.array([[0.5, 0], [0.25, 1], [-0.25, 0.75]], np.float16)
    scores = max_sim(query, TokenVectors(vectors, np.array([2, 1])), compute=cpu())
    assert scores.tolist() == [[1.5, 0.5]]
    assert scores.dtype == np.float32


@given(
    seed=st.integers(0, 1000),
    lengths=st.lists(st.integers(1, 9), min_size=1, max_size=12),
    n_queries=st.integers(1, 5),
)
@examples(50)
def test_max_sim_agrees_with_a_loop(seed: int, lengths: list[int], n_queries: int) -> None:
    queries, passages = _random(seed, n_queries, lengths)
    scores = max_sim(queries, passages, compute=cpu())
    np.testing.assert_allclose(scores, _in_a_loop(queries, passages), rtol=0, atol=1e-5)


@pytest.mark.parametrize("room", [1, 40, 100])
def test_max_sim_in_parts_is_the_same(monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    queries, passages = _random(1, 5, [3, 1, 4])
    whole = max_sim(queries, passages, compute=cpu())
    monkeypatch.setattr(module, "NUMBERS_PER_TOKEN", 1)
    in_parts = max_sim(queries, passages, compute=_place(room))
    np.testing.assert_allclose(in_parts, whole, rtol=0, atol=1e-5)


@pytest.mark.parametrize(
    ("room", "taken"),
    [
        (1, [(3, 1), (1, 1), (4, 1)]),
        (31, [(3, 2), (1, 5), (4, 1)]),  # vectors of 8 numbers: 3 tokens at most, or one passage
        (32, [(4, 2), (4, 2)]),
        (64, [(8, 2)]),
        (8 * 4 * 5, [(8, 5)]),
    ],
)
def test_max_sim_takes_as_many_tokens_and_queries_as_there_is_room_for(
    monkeypatch: pytest.MonkeyPatch, room: int, taken: list[tuple[int, int]]
) -> None:
    seen = _watched(monkeypatch)
    monkeypatch.setattr(module, "NUMBERS_PER_TOKEN", 1)
    max_sim(*_random(1, 5, [3, 1, 4]), compute=_place(room))
    assert seen == taken


def test_max_sim_short_of_memory_gives_the_same_in_smaller_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queries, passages = _random(1, 5, [3, 1, 4])
    whole, compute = max_sim(queries, passages, compute=cpu()), _place(256)
    seen = _watched(monkeypatch, n_at_most=8)
    monkeypatch.setattr(module, "NUMBERS_PER_TOKEN", 1)
    np.testing.assert_allclose(
        max_sim(queries, passages, compute=compute), whole, rtol=0, atol=1e-5
    )
    assert compute.budget.n_tokens == 32
    assert seen == [(8, 5), (8, 4), (8, 2), (4, 2), (4, 2)]


def test_max_sim_without_memory_for_a_few_vectors_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    _watched(monkeypatch, n_at_most=0)
    with pytest.raises(MemoryError, match="too small for 8 vectors of passages"):
        max_sim(*_random(1, 5, [3, 1, 4]), compute=_place(64))


def test_max_sim_takes_a_passage_unlike_the_query_below_zero() -> None:
    # A mask of zeros for missing tokens would lift this score to 0.
    query = np.array([[[1, 0]]], np.float32)
    vectors = np.array([[-1, 0], [1, 0]], np.float16)
    scores = max_sim(query, TokenVectors(vectors, np.array([1, 1])), compute=cpu())
    assert scores.tolist() == [[-1, 1]]


def test_max_sim_of_a_vector_that_is_no_number_is_none() -> None:
    query = np.array([[[1, 0], [0, 1]]], np.float32)
    vectors = np.array([[np.nan, 0], [1, 0]], np.float16)
    scores = max_sim(query, TokenVectors(vectors, np.array([2])), compute=cpu())
    assert np.isnan(scores).all()


@pytest.mark.parametrize(("n_queries", "n_passages"), [(0, 2), (2, 0), (0, 0)])
def test_max_sim_of_nothing_is_empty(n_queries: int, n_passages: int) -> None:
    queries, passages = _random(0, n_queries, [2] * n_passages)
    assert max_sim(queries, passages, compute=cpu()).shape == (n_queries, n_passages)


def _place(n_tokens: int) -> ComputeDevice:
    return ComputeDevice(cpu().device, cpu().dtype, TokenBudget(n_tokens))


def _watched(
    monkeypatch: pytest.MonkeyPatch, n_at_most: int | None = None
) -> list[tuple[int, int]]:
    """Tokens and queries that are taken at once; more of both than n_at_most find no memory."""
    import torch

    seen, whole = list[tuple[int, int]](), module._largest_sums

    def watched(queries: Any, passages: TokenVectors, n_at_once: int, device: Any) -> Any:
        seen.append((len(passages.vectors), n_at_once))
        if n_at_most is not None and len(passages.vectors) * n_at_once > n_at_most:
            raise torch.OutOfMemoryError
        return whole(queries, passages, n_at_once, device)

    monkeypatch.setattr(module, "_largest_sums", watched)
    return seen


def _random(
    seed: int, n_queries: int, lengths: list[int]
) -> tuple[NDArray[np.float32], TokenVectors]:
    rng = np.random.default_rng(seed)
    queries = rng.normal(size=(n_queries, 4, 8)).astype(np.float32)
    vectors = rng.normal(size=(sum(lengths), 8)).astype(np.float16)
    return queries, TokenVectors(vectors, np.array(lengths, np.int64))


def _in_a_loop(queries: NDArray[np.float32], passages: TokenVectors) -> NDArray[np.float64]:
    of_passages = np.split(passages.vectors.astype(np.float64), np.cumsum(passages.lengths)[:-1])
    return np.array(
        [
            [
                sum(max(token @ other for other in passage) for token in query)
                for passage in of_passages
            ]
            for query in queries.astype(np.float64)
        ]
    )
