from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.measures import (
    JudgedRanking,
    Measure,
    parse_measure,
    parse_measures,
    score_measures,
)
from evaluation.measures.registry import FAMILIES
from tests.evaluation.measures.rankings import ranking

EVERY_EXAMPLE = [example for family in FAMILIES for example in family.examples]
MEASURES = parse_measures(",".join(EVERY_EXAMPLE))
MISSING = ranking(missed=[1, 0])

rankings = st.builds(
    lambda relevances, missed: ranking(*relevances, missed=missed),
    st.lists(st.sampled_from([None, -1, 0, 1, 2, 3]), max_size=12),
    st.lists(st.integers(-1, 3), max_size=4),
)


def test_score_measures_answers_in_the_order_of_the_measures() -> None:
    names = [measure.name for measure in MEASURES]
    assert list(score_measures(MEASURES, [ranking(1)])) == names == EVERY_EXAMPLE


@settings(deadline=None)
@given(st.lists(rankings, max_size=4))
def test_score_measures_equals_each_measure_alone(topics: list[JudgedRanking]) -> None:
    together = score_measures(MEASURES, topics)
    for measure in MEASURES:
        np.testing.assert_array_equal(together[measure.name], measure.score(topics))


@settings(deadline=None)
@given(st.lists(rankings, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_values_do_not_depend_on_the_order_of_topics(
    topics: list[JudgedRanking], random: Random
) -> None:
    order = list(range(len(topics)))
    random.shuffle(order)
    straight = score_measures(MEASURES, topics)
    shuffled = score_measures(MEASURES, [topics[i] for i in order])
    for name, values in straight.items():
        np.testing.assert_array_equal(values[order], shuffled[name])


@settings(deadline=None)
@given(st.lists(rankings, max_size=3), st.lists(rankings, max_size=3))
def test_values_do_not_depend_on_topics_appended(
    topics: list[JudgedRanking], appended: list[JudgedRanking]
) -> None:
    alone = score_measures(MEASURES, topics)
    among = score_measures(MEASURES, topics + appended)
    for name, values in alone.items():
        np.testing.assert_array_equal(values, among[name][: len(topics)])


@settings(deadline=None)
@given(rankings, st.integers(1, 5))
def test_values_with_a_cutoff_do_not_depend_on_what_follows(
    topic: JudgedRanking, cutoff: int
) -> None:
    """Unjudged passages after rank 10 change no measure that is cut there or above."""
    filled = ranking(*[None] * (10 - min(10, topic.relevance.size)))
    topic = topic._replace(
        relevance=np.concatenate([topic.relevance, filled.relevance]),
        is_judged=np.concatenate([topic.is_judged, filled.is_judged]),
    )
    longer = topic._replace(
        relevance=np.concatenate([topic.relevance, [0, 0]]),
        is_judged=np.concatenate([topic.is_judged, [False, False]]),
    )
    names = ("RR", "MFR", "P", "R", "AP", "nDCG", "Success", "Judged", "ERR")
    measures = parse_measures(",".join(f"{name}@{cutoff}" for name in names))
    before, after = score_measures(measures, [topic]), score_measures(measures, [longer])
    assert {name: v[0] for name, v in before.items()} == {name: v[0] for name, v in after.items()}


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_a_missing_topic_counts_with_the_worst_value(measure: Measure) -> None:
    """T3: tools leave the topic out, stop, or divide by different numbers."""
    expected = 11.0 if measure.symbol == "MFR" else 0.0
    assert measure.worst == expected
    assert measure.score([MISSING]).tolist() == [expected]
    assert measure.score([ranking(1), MISSING, ranking(1)])[1] == expected


def test_only_mfr_is_better_when_lower() -> None:
    assert [m.name for m in MEASURES if m.lower_is_better] == ["MFR@10", "MFR(rel=2)@10"]


def test_map_over_a_missing_topic_and_one_without_relevant_passages() -> None:
    """T3: topics 1, 2 and 3, of which the run lacks 2 and the labels find nothing in 3."""
    topics = [ranking(1), ranking(missed=[1]), ranking(0)]
    assert np.mean(parse_measure("AP").score(topics)) == pytest.approx(1 / 3)


def test_scores_of_no_topics_are_empty() -> None:
    for values in score_measures(MEASURES, []).values():
        assert values.shape == (0,)
        assert values.dtype == np.float64


def test_the_measures_can_be_used_without_django() -> None:
    script = (
        "import sys; from evaluation.measures import parse_measures, JudgedRanking, score_measures;"
        "import evaluation.significance; assert not [m for m in sys.modules if 'django' in m]"
    )
    checkout = Path(__file__).parents[3]
    subprocess.run([sys.executable, "-c", script], cwd=checkout, check=True)
