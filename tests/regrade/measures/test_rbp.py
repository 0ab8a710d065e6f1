from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.regrade.measures.rankings import ranking, value

judged_or_not = st.sampled_from([None, -1, 0, 1, 4])


def rbp(name: str, *relevances: int | None) -> float:
    return value(name, ranking(*relevances, missed=[1]))


def test_rbp_cut_off_leaves_the_tail_out() -> None:
    assert rbp("RBP(p=0.5)@2", 0, 1, 1) == pytest.approx(0.25)


def test_rbp_with_a_threshold_passes_over_lower_relevance() -> None:
    assert rbp("RBP(rel=2,p=0.5)", 1, 2) == pytest.approx(0.25)


def test_rbp_of_a_missing_topic_is_zero() -> None:
    assert rbp("RBP(p=0.8)") == 0.0


@given(st.lists(st.sampled_from([None, 0, 1]), max_size=30), st.floats(0.01, 0.99))
def test_rbp_equals_the_sum_written_out(relevances: list[int | None], p: float) -> None:
    expected = sum((1 - p) * p**i for i, relevance in enumerate(relevances) if relevance)
    assert rbp(f"RBP(p={p:.17f})", *relevances) == pytest.approx(expected, abs=1e-12)


def test_graded_rbp_gains_relevance_as_a_share_of_the_scale() -> None:
    """T5: 3, nothing and 1 on a scale that ends at 3, as trec_eval 10 has it."""
    given = ranking(3, 0, 1, top=3)
    assert value("RBP(p=0.9,graded=True)", given) == pytest.approx(0.127)


def test_graded_rbp_takes_the_top_from_the_scale_and_not_from_the_topic() -> None:
    assert rbp("RBP(p=0.5,graded=True)", 2) == pytest.approx(0.25)


def test_graded_rbp_stops_at_the_cutoff() -> None:
    assert rbp("RBP(p=0.5,graded=True)@1", 4, 4) == pytest.approx(0.5)


def test_graded_rbp_of_a_relevance_above_the_scale_is_refused() -> None:
    with pytest.raises(ValueError, match=r"relevance 5 .* 4"):
        rbp("RBP(p=0.5,graded=True)", 5)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("RBPResidual(p=0.5)", 0.25 + 0.0625),
        ("RBPResidual(p=0.5)@2", 0.25 + 0.25),
        ("RBPResidual(p=0.5)@1", 0.5),
        ("RBPResidual(p=0.5)@9", 0.25 + 0.0625),
        ("RBPResidual(p=0.5,judged_only=True)", 0.125),
    ],
)
def test_rbp_residual_by_hand(name: str, expected: float) -> None:
    assert rbp(name, 1, None, 0, 1) == pytest.approx(expected)


def test_rbp_residual_counts_negative_relevance_as_unjudged() -> None:
    assert rbp("RBPResidual(p=0.5)", -1) == 1


def test_rbp_residual_of_a_missing_topic_is_one() -> None:
    assert rbp("RBPResidual(p=0.8)") == 1


def test_rbp_residual_of_a_long_judged_ranking_is_its_tail() -> None:
    """Trap: trec_eval 10 says 0 where all that was retrieved is judged."""
    assert rbp("RBPResidual(p=0.5)", *[0] * 100) == pytest.approx(0.5**100, rel=1e-9)


@given(st.lists(judged_or_not, max_size=7), st.floats(0.01, 0.99), st.integers(1, 9))
def test_rbp_and_its_residual_bound_what_full_judgments_give(
    relevances: list[int | None], p: float, cutoff: int
) -> None:
    """Every way to judge the unjudged, and an unseen tail of the same kind throughout."""
    choices = [(r,) if r is not None and r >= 0 else (0, 4) for r in relevances[:cutoff]]
    lower, upper = 1.0, 0.0
    for completed in product(*choices):
        seen = sum((1 - p) * p**i for i, r in enumerate(completed) if r)
        lower, upper = min(lower, seen), max(upper, seen + p ** len(completed))
    found = rbp(f"RBP(p={p!r})@{cutoff}", *relevances)
    residual = rbp(f"RBPResidual(p={p!r})@{cutoff}", *relevances)
    assert found == pytest.approx(lower, abs=1e-12)
    assert found + residual == pytest.approx(upper, abs=1e-12)


@given(st.lists(judged_or_not, max_size=7), st.floats(0.01, 0.99))
def test_graded_rbp_keeps_within_the_same_bounds(relevances: list[int | None], p: float) -> None:
    best = [4 if r is None or r < 0 else r for r in relevances]
    upper = sum((1 - p) * p**i * r / 4 for i, r in enumerate(best)) + p ** len(best)
    found = rbp(f"RBP(p={p!r},graded=True)", *relevances)
    residual = rbp(f"RBPResidual(p={p!r})", *relevances)
    assert found + residual == pytest.approx(upper, abs=1e-12)
