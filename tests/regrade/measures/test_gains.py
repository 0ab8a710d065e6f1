from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.measures import parse_measure
from regrade.measures.dcg import Ndcg
from tests.regrade.measures.rankings import ranking, rankings, topic, value

GRADED = ranking(1, 3, 0, 2)
RELEVANCES = st.lists(st.sampled_from([None, -1, 0, 1, 2, 3]), max_size=12)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("DCG", 1 + 3 / math.log2(3) + 2 / math.log2(5)),
        ("DCG@2", 1 + 3 / math.log2(3)),
        ("DCG(dcg='exp-log2')@2", 1 + 7 / math.log2(3)),
        ("DCG(dcg='jk')", 1 + 3 + 2 / 2),
        ("DCG(gains={1:5,3:0})", 5 + 2 / math.log2(5)),
        ("DCG(gains={0:1})", 1 + 3 / math.log2(3) + 1 / 2 + 2 / math.log2(5)),
        ("DCG@10", 1 + 3 / math.log2(3) + 2 / math.log2(5)),
    ],
)
def test_dcg_by_hand(name: str, expected: float) -> None:
    assert value(name, GRADED) == pytest.approx(expected)


def test_dcg_of_a_table_gives_a_negative_relevance_nothing() -> None:
    assert value("DCG(gains={0:1})", ranking(-1, 0)) == pytest.approx(1 / math.log2(3))


@pytest.mark.parametrize("name", ["DCG(dcg='exp-log2')@5", "nDCG(dcg='exp-log2')"])
def test_gains_beyond_the_largest_double_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"{name} takes relevance up to 1,000")):
        value(name, ranking(1, missed=[1024]))


def test_dcg_gives_the_unjudged_their_gain() -> None:
    assert value("DCG(unjudged=0.5)", ranking(None, 1)) == pytest.approx(0.5 + 1 / math.log2(3))


def test_ndcg_of_a_table_follows_the_gains_in_the_ideal_too() -> None:
    """Relevance 1 gains more than 3, so the ideal ranking starts with it."""
    ideal = 5 + 2 / math.log2(3)
    assert value("nDCG(gains={1:5,3:0})", GRADED) == pytest.approx((5 + 2 / math.log2(5)) / ideal)


def test_gains_in_any_order_are_one_measure() -> None:
    assert Ndcg(gains=((2, 3), (1, 1))) == Ndcg(gains=((1, 1), (2, 3)))
    assert Ndcg(gains=((2, 3), (1, 1))).name == "nDCG(gains={1:1,2:3})"


@given(RELEVANCES, st.lists(st.integers(-1, 3), max_size=4), st.integers(1, 12))
def test_ndcg_with_unjudged_passages_in_the_ideal_stays_within_one(
    relevances: list[int | None], missed: list[int], cutoff: int
) -> None:
    """T5: what leaves them out of the ideal can exceed 1, and never falls below this."""
    given = ranking(*relevances, missed=missed)
    within = value(f"nDCG(unjudged=2,ideal='retrieved')@{cutoff}", given)
    assert 0 <= within <= 1 + 1e-12
    assert value(f"nDCG(unjudged=2)@{cutoff}", given) >= within - 1e-12 or not any(
        (relevance or 0) > 0 for relevance in (*relevances, *missed)
    )


def test_ndcg_of_nothing_but_unjudged_passages_in_the_ideal_is_one() -> None:
    assert value("nDCG(unjudged=1,ideal='retrieved')@2", ranking(None, None, 0)) == 1.0
    assert value("nDCG(unjudged=1)@2", ranking(None, None, 0)) == 0.0


def test_ndcg_with_unjudged_passages_in_the_ideal_keeps_topics_apart() -> None:
    given = rankings(topic(1, None), topic(None, 1), topic(missed=[1]))
    values = parse_measure("nDCG(unjudged=0.5,ideal='retrieved')").score(given)
    best, other = 1 + 0.5 / math.log2(3), 0.5 + 1 / math.log2(3)
    assert values.tolist() == pytest.approx([1, other / best, 0])


def test_ndcg_jk_discounts_neither_rank_one_nor_two() -> None:
    expected = (1 + 1 + 1 / math.log2(3)) / (1 + 1 + 1 / math.log2(3) + 1 / math.log2(4))
    assert value("nDCG(dcg='jk')", ranking(1, 1, 1, missed=[1])) == pytest.approx(expected)


def test_ndcg_with_an_unjudged_gain_can_exceed_one() -> None:
    assert value("nDCG(unjudged=1)@2", ranking(1, None)) == pytest.approx(1 + 1 / math.log2(3))


def test_ndcg_takes_the_unjudged_gain_as_it_is_under_exponential_gains() -> None:
    assert value("nDCG(dcg='exp-log2',unjudged=2)@1", ranking(None, missed=[2])) == pytest.approx(
        2 / 3
    )


def test_ndcg_gives_the_unjudged_gain_to_no_judged_passage() -> None:
    assert value("nDCG(unjudged=1)@1", ranking(0, missed=[1])) == 0.0
    assert value("nDCG(unjudged=1)@1", ranking(-1, missed=[1])) == 0.0


@pytest.mark.parametrize("name", ["nDCG@5", "nDCG(unjudged=1)@5", "nDCG(dcg='exp-log2')@5"])
def test_ndcg_of_a_topic_without_relevant_passages_is_zero(name: str) -> None:
    assert value(name, ranking(0, None, -1)) == 0.0
