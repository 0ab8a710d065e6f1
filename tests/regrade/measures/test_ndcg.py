from __future__ import annotations

import math

import pytest

from tests.regrade.measures.rankings import ranking
from tests.regrade.measures.rankings import value as ndcg

GRADED = ranking(1, 3, 0, 2)
WITH_UNJUDGED = ranking(1, None, 3, 0, 2)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("nDCG", 0.7884),
        ("nDCG@3", 0.6075),
        ("nDCG(dcg='exp-log2')", 0.7142),
        ("nDCG(dcg='exp-log2')@3", 0.5767),
    ],
)
def test_ndcg_by_hand_in_both_gains(name: str, expected: float) -> None:
    """T5."""
    assert ndcg(name, GRADED) == pytest.approx(expected, abs=5e-5)


def test_ndcg_of_two_gains_asked_for_together_keeps_them_apart() -> None:
    """T5: a wrapper of trec_eval gives the exponential value under the linear name."""
    names = ("nDCG(dcg='exp-log2')@3", "nDCG@3")
    assert [ndcg(name, GRADED) for name in names] == pytest.approx([0.5767, 0.6075], abs=5e-5)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("nDCG(dcg='jk')", 0.6667),
        ("nDCG(dcg='jk',unjudged=1)", 0.8443),
        ("nDCG", 0.6875),
        ("nDCG(unjudged=1)", 0.8200),
    ],
)
def test_ndcg_by_hand_in_both_discounts(name: str, expected: float) -> None:
    """T5: the gain of the unjudged enters the sum and not the ideal."""
    assert ndcg(name, WITH_UNJUDGED) == pytest.approx(expected, abs=5e-5)


def test_ndcg_jk_discounts_neither_rank_one_nor_two() -> None:
    expected = (1 + 1 + 1 / math.log2(3)) / (1 + 1 + 1 / math.log2(3) + 1 / math.log2(4))
    assert ndcg("nDCG(dcg='jk')", ranking(1, 1, 1, missed=[1])) == pytest.approx(expected)


def test_ndcg_with_an_unjudged_gain_can_exceed_one() -> None:
    assert ndcg("nDCG(unjudged=1)@2", ranking(1, None)) == pytest.approx(1 + 1 / math.log2(3))


def test_ndcg_takes_the_unjudged_gain_as_it_is_under_exponential_gains() -> None:
    assert ndcg("nDCG(dcg='exp-log2',unjudged=2)@1", ranking(None, missed=[2])) == pytest.approx(
        2 / 3
    )


def test_ndcg_gives_the_unjudged_gain_to_no_judged_passage() -> None:
    assert ndcg("nDCG(unjudged=1)@1", ranking(0, missed=[1])) == 0.0
    assert ndcg("nDCG(unjudged=1)@1", ranking(-1, missed=[1])) == 0.0


@pytest.mark.parametrize("name", ["nDCG@5", "nDCG(unjudged=1)@5", "nDCG(dcg='exp-log2')@5"])
def test_ndcg_of_a_topic_without_relevant_passages_is_zero(name: str) -> None:
    assert ndcg(name, ranking(0, None, -1)) == 0.0


@pytest.mark.parametrize("name", ["nDCG@5", "nDCG(unjudged=1)@5", "nDCG(dcg='jk')"])
def test_ndcg_of_a_missing_topic_is_zero(name: str) -> None:
    assert ndcg(name, ranking(missed=[1])) == 0.0


@pytest.mark.parametrize("min_relevance", [-2, 0, 2, 4])
def test_ndcg_ignores_the_threshold(min_relevance: int) -> None:
    """T4: trec_eval's nDCG does, by design; other tools zero the lower grades."""
    assert ndcg("nDCG", ranking(1, 3, 0, 2, min_relevance=min_relevance)) == ndcg("nDCG", GRADED)
