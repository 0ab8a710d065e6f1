from __future__ import annotations

import numpy as np
import pytest

from regrade.active.orders import ByDepth, ByStratum, Fused, Stratum, Uniform
from regrade.active.strategy import NOTHING
from tests.regrade.active.topics import judged, ordinals

RANKINGS = [ordinals(5, 3, 9), ordinals(7, 3), ordinals(5, 8, 3)]


def test_depth_takes_rank_by_rank_then_more_runs_then_ordinals() -> None:
    """5 and 7 are first in some run, 5 in two; 3 and 8 second, 3 in all three."""
    assert ByDepth(RANKINGS).choose(NOTHING, 9, 0).tolist() == [5, 7, 3, 8, 9]
    assert ByDepth([ordinals(9), ordinals(4)]).choose(NOTHING, 9, 0).tolist() == [4, 9]


def test_a_given_order_is_followed_past_what_was_seen() -> None:
    before = judged({2: True}, waiting=[4])
    assert Fused(ordinals(2, 6, 4, 1)).choose(before, 9, 0).tolist() == [6, 1]


def test_a_drawn_order_stays_when_candidates_are_added() -> None:
    few, many = np.arange(0, 60, 3), np.arange(60)
    of_many = Uniform(many).choose(NOTHING, 60, 7)
    assert of_many[of_many % 3 == 0].tolist() == Uniform(few).choose(NOTHING, 60, 7).tolist()


def test_each_candidate_is_drawn_first_about_as_often() -> None:
    candidates = np.arange(4)
    firsts = [int(Uniform(candidates).choose(NOTHING, 1, seed)[0]) for seed in range(400)]
    assert all(70 < n < 130 for n in np.bincount(firsts))


def test_strata_give_their_shares_from_the_top() -> None:
    """Of 10 passages all, of 40 12, of 50 4.5 rounded up, and none below."""
    strategy = ByStratum([np.arange(120)], [Stratum(10, 1.0), Stratum(50, 0.3), Stratum(100, 0.09)])
    chosen = strategy.choose(NOTHING, 999, 3)
    places = np.searchsorted([10, 50, 100], chosen + 1)
    assert places.tolist() == [0] * 10 + [1] * 12 + [2] * 5
    labels = dict.fromkeys(chosen[:4].tolist(), True)
    assert strategy.choose(judged(labels), 999, 3).tolist() == chosen[4:].tolist()


def test_a_passage_is_in_the_stratum_of_its_best_rank() -> None:
    strategy = ByStratum([ordinals(1, 2, 3), ordinals(3, 4, 1)], [Stratum(1, 1.0), Stratum(2, 0.5)])
    for seed in range(10):
        first, second, third = strategy.choose(NOTHING, 9, seed).tolist()
        assert {first, second} == {1, 3}
        assert third in {2, 4}


def test_ranks_of_the_runs_count_where_passages_are_left_out() -> None:
    rankings, ranks = [ordinals(1, 2, 3), ordinals(4)], [ordinals(1, 3, 4), ordinals(2)]
    by_stratum = ByStratum(rankings, [Stratum(2, 1.0)], ranks)
    assert ByDepth(rankings, ranks).choose(NOTHING, 9, 0).tolist() == [1, 4, 2, 3]
    assert sorted(by_stratum.choose(NOTHING, 9, 0).tolist()) == [1, 4]


@pytest.mark.parametrize("depths", [[], [10, 10], [20, 10], [0, 10]])
def test_depths_that_do_not_ascend_are_refused(depths: list[int]) -> None:
    with pytest.raises(ValueError, match="ascend"):
        ByStratum(RANKINGS, [Stratum(depth, 1.0) for depth in depths])


@pytest.mark.parametrize("share", [0.0, -0.1, 1.1])
def test_a_share_outside_its_range_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="share"):
        ByStratum(RANKINGS, [Stratum(10, share)])
