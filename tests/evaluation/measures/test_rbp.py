from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.measures import parse_measure
from tests.evaluation.measures.rankings import ranking


def rbp(name: str, *relevances: int | None) -> float:
    return float(parse_measure(name).score(ranking(*relevances, missed=[1]))[0])


def test_rbp_by_hand() -> None:
    """T5: .1 * (1 + .9^2)."""
    assert rbp("RBP(p=0.9)", 1, 0, 1) == pytest.approx(0.181)


def test_rbp_cut_off_leaves_the_tail_out() -> None:
    assert rbp("RBP(p=0.5)@2", 0, 1, 1) == pytest.approx(0.25)


def test_rbp_of_graded_labels_is_binary() -> None:
    """T5: tools that weigh raw grades exceed 1 here."""
    assert rbp("RBP(p=0.5)", 3, 3, 3) == pytest.approx(0.875)


def test_rbp_with_a_threshold_passes_over_lower_relevance() -> None:
    assert rbp("RBP(rel=2,p=0.5)", 1, 2) == pytest.approx(0.25)


def test_rbp_of_a_missing_topic_is_zero() -> None:
    assert rbp("RBP(p=0.8)") == 0.0


@settings(deadline=None)
@given(st.lists(st.sampled_from([None, 0, 1]), max_size=30), st.floats(0.01, 0.99))
def test_rbp_equals_the_sum_written_out(relevances: list[int | None], p: float) -> None:
    expected = sum((1 - p) * p**i for i, relevance in enumerate(relevances) if relevance)
    assert rbp(f"RBP(p={p:.17f})", *relevances) == pytest.approx(expected, abs=1e-12)
