from __future__ import annotations

import pytest

from regrade.measures import parse_measure
from tests.regrade.measures.rankings import ranking, value


def judged(cutoff: int, *relevances: int | None) -> float:
    return float(parse_measure(f"Judged@{cutoff}").score(ranking(*relevances, missed=[1]))[0])


def test_judged_counts_within_the_cutoff() -> None:
    assert judged(4, 2, None, 0, None, 1, 1) == 0.5


def test_judged_of_a_short_ranking_divides_by_its_length() -> None:
    """Trap: trec_eval's unj divides by the cutoff, so that a short tail passes for judged."""
    assert judged(10, 1, None) == 0.5


def test_judged_counts_negative_relevance_as_judged() -> None:
    """Trap: trec_eval takes negative for unjudged; a label set that holds -2 has judged it."""
    assert judged(2, -2, None) == 0.5


def test_judged_of_a_missing_topic_is_zero() -> None:
    assert judged(10) == pytest.approx(0.0)


def test_judged_without_a_cutoff_takes_the_whole_ranking() -> None:
    assert value("Judged", ranking(*[None] * 3, 0)) == 0.25


def test_judged_of_condensed_lists_is_refused() -> None:
    with pytest.raises(ValueError, match="Judged takes no judged_only: it would be 1 always"):
        parse_measure("Judged(judged_only=True)@10")
