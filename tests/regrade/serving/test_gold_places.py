"""Nobody names the places of gold: each is as likely as any other of its topic."""

from __future__ import annotations

from collections import Counter

import pytest
from scipy.stats import chisquare

from regrade.serving.gold_places import gold_places

TOPICS = range(3000)


def dealt(n_regular: int, n_gold: int, every: int) -> list[list[int]]:
    return [
        gold_places(
            seed=1, assessor=7, topic=topic, n_regular=n_regular, n_gold=n_gold, every=every
        )
        for topic in TOPICS
    ]


@pytest.mark.parametrize(("n_gold", "every"), [(1, 10), (2, 10), (3, 4), (5, 1)])
def test_each_place_is_as_likely_as_any_other(n_gold: int, every: int) -> None:
    found = Counter(place for places in dealt(15, n_gold, every) for place in places)
    assert found.keys() == {*range(1, 16)}
    assert chisquare([*found.values()]).pvalue > 1e-4


@pytest.mark.parametrize(("n_regular", "every"), [(15, 10), (6, 10), (27, 4), (8, 50)])
def test_one_in_so_many_is_gold_where_there_is_enough(n_regular: int, every: int) -> None:
    n = sum(map(len, dealt(n_regular, 40, every)))
    assert n / (n + n_regular * len(TOPICS)) == pytest.approx(1 / every, rel=0.1)


def test_no_more_come_than_there_are_and_none_without_other_pairs() -> None:
    assert {len(places) for places in dealt(15, 1, 2)} == {1}
    assert {len(places) for places in dealt(3, 9, 1)} == {3}
    assert {len(places) for places in dealt(0, 9, 2)} == {0}


def test_places_are_distinct_ascending_and_stay() -> None:
    assert dealt(9, 4, 2) == [sorted({*places}) for places in dealt(9, 4, 2)]
