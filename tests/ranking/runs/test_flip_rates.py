from __future__ import annotations

import numpy as np
import pytest

from ranking.exceptions import RankingError
from ranking.runs.flip_rates import flip_rates, usual_depths
from regrade.neural.pairs.flips import FlipRates
from tests.ranking.runs.pairing import make_duo, unfinished
from tests.regrade.neural.pair_cases import BY_HAND, drawn, without_diagonal

pytestmark = pytest.mark.django_db
ALWAYS = without_diagonal(np.full((5, 5), 0.9))


def test_flip_rates_tell_the_distribution_over_topics() -> None:
    flips = flip_rates(run=make_duo(pairs={"q1": BY_HAND, "q2": ALWAYS}), depths=[2, 3])
    among_two, among_three = flips.rates
    assert among_two == FlipRates(2, 2, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    # 1/3 and 1
    wanted = FlipRates(3, 2, 4 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6, 1.0)
    assert list(among_three) == pytest.approx(list(wanted))


def test_flip_rates_leave_out_topics_with_fewer_passages() -> None:
    flips = flip_rates(run=make_duo(pairs={"q1": BY_HAND, "q2": ALWAYS}), depths=[4])
    assert [(each.n, each.n_topics, each.mean) for each in flips.rates] == [(4, 1, 1.0)]


def test_flip_rates_count_topics_and_the_most_passages() -> None:
    flips = flip_rates(run=make_duo(pairs={"q1": BY_HAND, "q2": ALWAYS}))
    assert (flips.n_topics, flips.longest) == (2, 5)


def test_flip_rates_without_depths_are_those_of_the_usual_ones() -> None:
    flips = flip_rates(run=make_duo(pairs={"q1": BY_HAND}))
    assert [each.n for each in flips.rates] == [3]


@pytest.mark.parametrize(
    ("longest", "depths"), [(2, [2]), (5, [5]), (12, [5, 10, 12]), (50, [5, 10, 20, 30, 50])]
)
def test_usual_depths_go_as_far_as_there_are_pairs(longest: int, depths: list[int]) -> None:
    assert usual_depths(longest) == depths


def test_flip_rates_deeper_than_any_topic_are_refused() -> None:
    with pytest.raises(RankingError, match="duo: no topic has pairs of 4 passages; the most is 3"):
        flip_rates(run=make_duo(), depths=[4])


@pytest.mark.parametrize("n", [0, 1])
def test_flip_rates_without_two_passages_are_refused(n: int) -> None:
    run = make_duo(pairs={"q2": np.full((n, n), np.nan)})
    with pytest.raises(RankingError, match="duo: no topic has two passages that could make a pair"):
        flip_rates(run=run)


def test_flip_rates_of_a_run_without_pairs_are_refused() -> None:
    parent = make_duo().parent
    assert parent
    with pytest.raises(RankingError, match="bm25 has no pair scores"):
        flip_rates(run=parent)


def test_flip_rates_of_a_run_that_is_still_computed_are_refused() -> None:
    with pytest.raises(RankingError, match="duo is computing"):
        flip_rates(run=unfinished(make_duo()))


def test_flip_rates_of_what_are_no_probabilities_name_the_topic() -> None:
    p = drawn(5)
    p[0, 4] = 1.5
    run = make_duo(pairs={"q1": BY_HAND, "q2": p})
    with pytest.raises(RankingError, match=r"duo, topic q2: the score of pair \(0, 4\) is 1\.5"):
        flip_rates(run=run)
