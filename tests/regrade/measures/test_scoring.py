from __future__ import annotations

import math
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from regrade.measures import parse_measure, parse_measures, score_measures
from regrade.measures.registry import FAMILIES
from tests.regrade.measures.rankings import Topic, ranking, rankings, topic

EVERY_EXAMPLE = [
    example for family in FAMILIES for example in family.examples if family.reads != "subtopics"
]
MEASURES = parse_measures(",".join(EVERY_EXAMPLE))
MISSING = topic(missed=[1, 0])

TOPICS = st.builds(
    lambda relevances, missed: topic(*relevances, missed=missed),
    st.lists(st.sampled_from([None, -1, 0, 1, 2, 3]), max_size=12),
    st.lists(st.integers(-1, 3), max_size=4),
)


def test_score_measures_answers_in_the_order_of_the_measures() -> None:
    names = [measure.name for measure in MEASURES]
    assert list(score_measures(MEASURES, ranking(1))) == names == EVERY_EXAMPLE


@given(st.lists(TOPICS, max_size=4))
def test_score_measures_equals_each_measure_alone(topics: list[Topic]) -> None:
    together = score_measures(MEASURES, rankings(*topics))
    for measure in MEASURES:
        np.testing.assert_array_equal(together[measure.name], measure.score(rankings(*topics)))


def test_limits_are_those_of_a_rank_a_share_and_a_count() -> None:
    names = ("MFR@10", "RBPResidual(p=0.8)", "nDCG@10", "nDCG(unjudged=1)@10", "NumRet", "Utility")
    assert [parse_measure(name).limits for name in names] == [
        *[(1, 11), (0, 1), (0, 1), (0, math.inf), (0, math.inf), (-math.inf, math.inf)]
    ]


@given(st.lists(TOPICS, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_values_do_not_depend_on_the_order_of_topics(topics: list[Topic], random: Random) -> None:
    order = list(range(len(topics)))
    random.shuffle(order)
    straight = score_measures(MEASURES, rankings(*topics))
    shuffled = score_measures(MEASURES, rankings(*(topics[i] for i in order)))
    for name, values in straight.items():
        np.testing.assert_array_equal(values[order], shuffled[name])


@given(st.lists(TOPICS, max_size=3), st.lists(TOPICS, max_size=3))
def test_values_do_not_depend_on_topics_appended(
    topics: list[Topic], appended: list[Topic]
) -> None:
    alone = score_measures(MEASURES, rankings(*topics))
    among = score_measures(MEASURES, rankings(*topics, *appended))
    for name, values in alone.items():
        np.testing.assert_array_equal(values, among[name][: len(topics)])


@given(TOPICS, st.integers(1, 5))
def test_values_with_a_cutoff_do_not_depend_on_what_follows(given: Topic, cutoff: int) -> None:
    """Unjudged passages after rank 10 change no measure that is cut there or above."""
    filled = given.relevances + (None,) * (10 - len(given.relevances))
    names = ("RR", "MFR", "P", "R", "AP", "nDCG", "Success", "Judged", "ERR")
    measures = parse_measures(",".join(f"{name}@{cutoff}" for name in names))
    before, after = (
        score_measures(measures, ranking(*filled, *tail, missed=given.missed))
        for tail in ((), (None, None))
    )
    assert before == after


def test_a_missing_topic_counts_with_the_worst_value() -> None:
    """T3: tools leave the topic out, stop, or divide by different numbers."""
    for measure in (measure for measure in MEASURES if not measure.holds_for_missing):
        expected = {"MFR": 11.0, "RBPResidual": 1.0}.get(measure.symbol, 0.0)
        assert measure.worst == expected
        assert measure.score(rankings(MISSING)).tolist() == [expected]
        assert measure.score(rankings(topic(1), MISSING, topic(1)))[1] == expected


def test_only_a_rank_and_a_residual_are_better_when_lower() -> None:
    assert {m.symbol for m in MEASURES if m.lower_is_better} == {"MFR", "RBPResidual"}


def test_scores_of_no_topics_are_empty() -> None:
    for values in score_measures(MEASURES, rankings()).values():
        assert values.shape == (0,)
        assert values.dtype == np.float64
