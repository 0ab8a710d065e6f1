from __future__ import annotations

import numpy as np
import pytest

from ranking.exceptions import RankingError
from ranking.models import Run
from ranking.runs.pairs import flip_rates, usual_depths
from regrade.neural.pairs.flips import FlipRates
from tests.ranking.runs.pairing import make_duo, unfinished
from tests.refusals import refused
from tests.regrade.neural.pair_cases import BY_HAND, drawn, without_diagonal

pytestmark = pytest.mark.django_db
ALWAYS = without_diagonal(np.full((5, 5), 0.9))


def test_flip_rates_show_the_distribution_over_topics() -> None:
    flips = flip_rates(run=make_duo(pairs={"q1": BY_HAND, "q2": ALWAYS}), depths=[2, 3, 4])
    assert (flips.n_topics, flips.longest) == (2, 5)
    among_two, among_three, among_four = flips.rates
    assert among_two == FlipRates(2, 2, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    # 1/3 and 1
    wanted = FlipRates(3, 2, 4 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6, 1.0)
    assert list(among_three) == pytest.approx(list(wanted))
    # q1 has three passages.
    assert (among_four.n, among_four.n_topics, among_four.mean) == (4, 1, 1.0)


def test_flip_rates_without_depths_are_those_of_the_usual_ones() -> None:
    flips = flip_rates(run=make_duo(pairs={"q1": BY_HAND}))
    assert [each.n for each in flips.rates] == [3]


@pytest.mark.parametrize(
    ("longest", "depths"), [(2, [2]), (5, [5]), (12, [5, 10, 12]), (50, [5, 10, 20, 30, 50])]
)
def test_usual_depths_go_as_far_as_there_are_pairs(longest: int, depths: list[int]) -> None:
    assert usual_depths(longest) == depths


def test_flip_rates_deeper_than_any_topic_or_of_an_unfinished_run_are_refused() -> None:
    with refused(RankingError, "out_of_range"):
        flip_rates(run=make_duo(), depths=[4])
    # The check that all who read pairs make; its cases are those of test_aggregate_pairs.
    with refused(RankingError, "run_incomplete"):
        flip_rates(run=unfinished(Run.objects.get(name="duo")))


@pytest.mark.parametrize("n", [0, 1])
def test_flip_rates_without_two_passages_are_refused(n: int) -> None:
    run = make_duo(pairs={"q2": np.full((n, n), np.nan)})
    with refused(RankingError, "no_pairs"):
        flip_rates(run=run)


def test_flip_rates_of_what_are_no_probabilities_name_the_topic() -> None:
    p = drawn(5)
    p[0, 4] = 1.5
    run = make_duo(pairs={"q1": BY_HAND, "q2": p})
    with refused(RankingError, "unusable_pair_scores") as caught:
        flip_rates(run=run)
    assert "topic q2: the score of pair (0, 4) is 1.5" in str(caught.value)
