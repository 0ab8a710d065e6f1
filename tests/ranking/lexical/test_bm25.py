from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.lexical.bm25 import BM25Index

words = st.sampled_from(["ant", "bee", "cat", "dog", "elk", "fox"])
texts = st.lists(words, max_size=8).map(" ".join)


def test_search_of_a_hand_worked_case() -> None:
    index = BM25Index.build(["cat dog", "cat cat ant bee", "fox"], k1=0.9, b=0.4)
    hits = index.search("cat", 10)
    idf, mean_length = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5)), 7 / 3
    short = idf * 1 / (1 + 0.9 * (1 - 0.4 + 0.4 * 2 / mean_length))
    long = idf * 2 / (2 + 0.9 * (1 - 0.4 + 0.4 * 4 / mean_length))
    assert hits.ordinals.tolist() == [1, 0]
    assert hits.scores.tolist() == pytest.approx([long, short], abs=1e-12)


@given(st.lists(texts, min_size=1, max_size=12), texts, st.integers(1, 15))
def test_search_agrees_with_the_formula_written_out(
    passages: list[str], query: str, k: int
) -> None:
    scores = [_written_out(passages, query, passage.split()) for passage in passages]
    hits = BM25Index.build(passages).search(query, k)
    n_found = min(k, sum(score > 0 for score in scores))
    assert hits.scores.tolist() == pytest.approx(sorted(scores, reverse=True)[:n_found], abs=1e-12)
    assert [scores[ordinal] for ordinal in hits.ordinals] == pytest.approx(hits.scores.tolist())


def test_search_cuts_equal_scores_by_ordinal() -> None:
    index = BM25Index.build(["ant", "bee cat", "cat bee", "cat bee", "cat bee", "ant"])
    assert index.search("cat", 2).ordinals.tolist() == [1, 2]


def test_search_counts_a_repeated_query_term_again() -> None:
    index = BM25Index.build(["cat", "dog"])
    once, twice = index.search("cat", 1), index.search("cat cat", 1)
    assert twice.scores == pytest.approx(2 * once.scores)


def test_search_gives_int32_ordinals_and_float64_scores() -> None:
    hits = BM25Index.build(["cat"]).search("cat", 1)
    assert hits.ordinals.dtype == np.int32
    assert hits.scores.dtype == np.float64


@pytest.mark.parametrize("passages", [[], [""], ["the"], ["dog"]])
def test_search_without_a_match_is_empty(passages: list[str]) -> None:
    hits = BM25Index.build(passages).search("cat", 5)
    assert (hits.ordinals.size, hits.scores.size) == (0, 0)


def test_search_with_k_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="k must be at least 1, got 0"):
        BM25Index.build(["cat"]).search("cat", 0)


@pytest.mark.parametrize(("k1", "b"), [(-0.1, 0.4), (0.9, 1.1), (0.9, -0.1)])
def test_build_with_parameters_out_of_range_is_refused(k1: float, b: float) -> None:
    with pytest.raises(ValueError, match="k1 must be at least 0"):
        BM25Index.build(["cat"], k1=k1, b=b)


def _written_out(passages: list[str], query: str, passage: list[str]) -> float:
    collection = [text.split() for text in passages]
    mean_length = sum(map(len, collection)) / len(collection) or 1.0
    score = 0.0
    for term in query.split():
        n_with_term = sum(term in text for text in collection)
        idf = math.log(1 + (len(collection) - n_with_term + 0.5) / (n_with_term + 0.5))
        length_norm = 0.9 * (1 - 0.4 + 0.4 * len(passage) / mean_length)
        score += idf * passage.count(term) / (passage.count(term) + length_norm)
    return score
