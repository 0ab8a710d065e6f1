"""Agreement in the real campaign: 37 assessors, grades 1-5, 54 rows not judged."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from statistics import median

import numpy as np
import pytest
from statsmodels.stats import inter_rater

from regrade.agreement import agreement_report
from regrade.votes.vote import Vote
from tests.real.real_data import needs_real_data, real_votes
from tests.regrade.aggregation.real_labels import PAGE, derived, row
from tests.regrade.agreement.counted import votes_by_pair
from tests.tiers import thorough

pytestmark = needs_real_data


def graded(votes: list[Vote]) -> list[Vote]:
    return [vote for vote in votes if vote.grade is not None]


THRESHOLDS = {"grades": None, "2 and up": 2, "3 and up": 3}


@cache
def votes_on_the_topics_of_strict() -> list[Vote]:
    strict = derived(
        aggregate="majority", threshold=3, tie="fallback", require_fallback_relevant=True
    )
    return [vote for vote in real_votes() if vote.topic in strict.labels]


def pair_grades(votes: list[Vote], threshold: int | None) -> list[list[int]]:
    """The grades of each pair, or which of them reach the threshold."""
    cast = votes_by_pair(graded(votes)).values()
    sides = [[vote.grade or 0 for vote in of_pair] for of_pair in cast]
    if threshold is None:
        return sides
    return [[int(grade >= threshold) for grade in grades] for grades in sides]


def alpha_by_its_definition(pairs: list[list[int]], *, is_ordinal: bool) -> float:
    """Observed against expected disagreement, couple by couple (Krippendorff 2011)."""
    kept = [grades for grades in pairs if len(grades) > 1]
    n = Counter(grade for grades in kept for grade in grades)

    def distance(one: int, other: int) -> float:
        low, high = min(one, other), max(one, other)
        between = sum(n[grade] for grade in range(low, high + 1)) - (n[low] + n[high]) / 2
        return between**2 if is_ordinal else float(low != high)

    observed = sum(
        2 * distance(*couple) / (len(grades) - 1)
        for grades in kept
        for couple in combinations(grades, 2)
    )
    expected = sum(2 * n[a] * n[b] * distance(a, b) for a, b in combinations(sorted(n), 2))
    return 1 - (n.total() - 1) * observed / expected


@thorough
@pytest.mark.parametrize("threshold", THRESHOLDS.values())
def test_real_kappa_and_alphas_of_each_topic_agree_with_others(threshold: int | None) -> None:
    """Kappa with statsmodels, alphas with their definition."""
    votes = votes_on_the_topics_of_strict()
    for topic in agreement_report(votes, by="topic", threshold=threshold):
        pairs = pair_grades([vote for vote in votes if vote.topic == topic.scope], threshold)
        for value, is_ordinal in ((topic.alpha_nominal, False), (topic.alpha_ordinal, True)):
            expected = alpha_by_its_definition(pairs, is_ordinal=is_ordinal)
            assert value == pytest.approx(expected, abs=1e-9)
        counted = [grades for grades in pairs if len(grades) == topic.fleiss_votes]
        assert topic.fleiss_n_pairs == len(counted)
        if counted:
            table, _ = inter_rater.aggregate_raters(np.array(counted))
            kappa = inter_rater.fleiss_kappa(table)
            assert topic.fleiss_kappa == pytest.approx(kappa, abs=1e-12)


@pytest.mark.parametrize("name", THRESHOLDS)
def test_the_page_says_how_topics_agree(name: str) -> None:
    votes, threshold = votes_on_the_topics_of_strict(), THRESHOLDS[name]
    (overall,) = agreement_report(votes, threshold=threshold)
    topics = agreement_report(votes, by="topic", threshold=threshold)
    kappas = [topic.fleiss_kappa for topic in topics if topic.fleiss_kappa is not None]
    alphas = [topic.alpha_ordinal for topic in topics if topic.alpha_ordinal is not None]
    assert (len(kappas), len(alphas)) == (42, 42)
    cells = [f"{overall.fleiss_kappa:.4f}", spread(kappas), f"{overall.alpha_nominal:.4f}"]
    cells += [f"{overall.alpha_ordinal:.4f}", spread(alphas)]
    assert row(name, *cells) in PAGE.read_text().splitlines()


def spread(values: list[float]) -> str:
    """The least, the median and the greatest, and how many are below 0."""
    n_below = sum(value < 0 for value in values)
    ends = " to ".join(f"{end(values):.2f}" for end in (min, max))
    return f"{ends}, median {median(values):.2f}, {n_below} below 0"
