from __future__ import annotations

import pytest

from regrade.measures import JudgedRankings, parse_measure, score_measures
from tests.regrade.measures.rankings import ranking, rankings, topic

MFR_3 = parse_measure("MFR@3")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (ranking(1, 0, 1), 1.0),
        (ranking(None, 0, 2), 3.0),
        (ranking(0, 0, 0, 1), 4.0),
        (ranking(0, None), 4.0),
        (ranking(missed=[1]), 4.0),
    ],
    ids=["first", "third", "below-the-cutoff", "no-relevant-in-two", "missing-topic"],
)
def test_mfr_by_hand(given: JudgedRankings, expected: float) -> None:
    assert MFR_3.score(given).tolist() == [expected]


def test_mfr_is_better_when_lower() -> None:
    assert MFR_3.lower_is_better
    assert MFR_3.worst == 4.0


def test_mfr_with_a_threshold_passes_over_lower_relevance() -> None:
    assert parse_measure("MFR(rel=3)@5").score(ranking(1, 2, 3)).tolist() == [3.0]


def test_mfr_takes_the_threshold_of_the_labels() -> None:
    assert MFR_3.score(ranking(1, 2, 3, min_relevance=2)).tolist() == [2.0]


def test_mfr_with_a_threshold_of_zero_does_not_count_the_unjudged() -> None:
    assert MFR_3.score(ranking(None, -1, 0, min_relevance=0)).tolist() == [3.0]


def test_mfr_is_the_inverse_of_rr_within_the_cutoff() -> None:
    given = rankings(*(topic(*[0] * i, 1) for i in range(6)))
    scores = score_measures([parse_measure("RR@4"), parse_measure("MFR@4")], given)
    assert scores["MFR@4"].tolist() == [1, 2, 3, 4, 5, 5]
    assert scores["RR@4"].tolist() == pytest.approx([1, 1 / 2, 1 / 3, 1 / 4, 0, 0])
