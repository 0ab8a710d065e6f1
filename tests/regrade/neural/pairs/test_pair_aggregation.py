from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from regrade.neural.pairs.aggregation import (
    AGGREGATIONS,
    LEAST,
    LEAST_COMPLEMENT,
    PLAIN,
    log_sum,
    loop_truncation,
    out_of_flip,
    score_distance,
    sum_of_pairs,
    sym_log_sum,
    sym_sum,
)
from tests.regrade.neural.pair_cases import (
    BY_HAND,
    consistent,
    drawn,
    pair_scores,
    without_diagonal,
)
from tests.tiers import examples

often = examples(40)


def order(scores: NDArray[np.float64]) -> list[int]:
    return list(np.argsort(-scores, kind="stable").tolist())


def logs(*probabilities: float) -> float:
    return sum(map(math.log, probabilities))


def term_by_term(p: NDArray[np.floating], j_counts: Callable[[int], bool]) -> list[float]:
    """Sym-log-sum as it is written down, over the j that count."""
    n = range(len(p))
    return [
        sum(
            math.log(max(float(p[i, j]), LEAST))
            + math.log(max(1 - float(p[j, i]), LEAST_COMPLEMENT))
            for j in n
            if j != i and j_counts(j)
        )
        for i in n
    ]


def test_sum_adds_up_a_row() -> None:
    assert sum_of_pairs(BY_HAND).tolist() == [1.25, 1.0, 0.75]


def test_log_sum_adds_up_logarithms_of_a_row() -> None:
    wanted = [logs(0.75, 0.5), logs(0.75, 0.25), logs(0.25, 0.5)]
    assert log_sum(BY_HAND).tolist() == pytest.approx(wanted)


def test_sym_sum_adds_what_the_others_leave() -> None:
    # 0: .75 + .5 and 1 - .75, 1 - .25; 1: .75 + .25 and 1 - .75, 1 - .5; 2: .75 and .5 + .75
    assert sym_sum(BY_HAND).tolist() == [2.25, 1.75, 2.0]


def test_sym_log_sum_adds_logarithms_of_what_the_others_leave() -> None:
    wanted = [
        logs(0.75, 0.5, 0.25, 0.75),
        logs(0.75, 0.25, 0.25, 0.5),
        logs(0.25, 0.5, 0.5, 0.75),
    ]
    assert sym_log_sum(BY_HAND).tolist() == pytest.approx(wanted)


def test_score_distance_weighs_by_how_far_both_ways_agree() -> None:
    # |.75 - .25| = .5 between 0 and 1; |.5 - .75| = .25 between 0 and 2, and 1 and 2: |.25 - .5|
    wanted = [
        0.5 * logs(0.75) + 0.75 * logs(0.5),
        0.5 * logs(0.75) + 0.75 * logs(0.25),
        0.75 * logs(0.25) + 0.75 * logs(0.5),
    ]
    assert score_distance(BY_HAND).tolist() == pytest.approx(wanted)


def test_out_of_flip_leaves_out_what_flips_with_the_worst() -> None:
    p = np.array([[0, 0.75, 0.75], [0.25, 0, 0.75], [0.25, 0.75, 0]])  # 1 and the worst, 2, flip
    wanted = [logs(0.75, 0.75), logs(0.25, 0.25, 0.75, 0.25), logs(0.25, 0.25)]
    assert out_of_flip(p).tolist() == pytest.approx(wanted)


def test_loop_truncation_aggregates_again_among_the_best() -> None:
    p = np.array(
        [[0, 0.25, 0.5, 1], [0.5, 0, 0.25, 0.75], [0.25, 0.75, 0, 0.25], [0, 0.25, 0.25, 0]]
    )
    # 3 is cut first; then 2 leads with 1.0, and of 0 and 1 with 0.75 each the later one is cut
    assert sum_of_pairs(p).tolist() == [1.75, 1.5, 1.25, 0.5]
    assert loop_truncation(p, cuts=(3, 2), within="sum").tolist() == [0.5, -1.0, 0.25, -2.0]


@pytest.mark.parametrize("name", PLAIN)
def test_loop_truncation_of_many_passages_cuts_round_by_round(name: str) -> None:
    p, score = drawn(300), PLAIN[name].score
    kept, below = list(range(300)), list[int]()
    for cut in (200, 100, 50):
        best_first = [kept[place] for place in order(score(p[np.ix_(kept, kept)]))]
        kept, below = sorted(best_first[:cut]), best_first[cut:] + below
    last = [kept[place] for place in order(score(p[np.ix_(kept, kept)]))]
    assert order(loop_truncation(p, within=name)) == last + below


def test_loop_truncation_of_equal_passages_keeps_those_that_the_first_stage_has_higher() -> None:
    n = np.arange(60)
    wins = 0.5 + 0.25 * (n[:, None] % 2 - n[None, :] % 2)  # passages of odd number beat the others
    odd, even = list(range(1, 60, 2)), list(range(0, 60, 2))
    scores = loop_truncation(wins, cuts=(40,), within="sym-sum")
    assert np.flatnonzero(scores >= 0).tolist() == sorted(odd + even[:10])


def test_loop_truncation_keeps_equal_scores_equal_below_the_cut() -> None:
    scores = loop_truncation(np.full((5, 5), 0.5), cuts=(3, 1), within="sym-sum")
    assert scores.tolist() == [0.0, -1.0, -1.0, -2.0, -2.0]


@pytest.mark.parametrize("cuts", [(), (50, 100), (50, 50), (10, 0), (-1,)])
def test_loop_truncation_with_cuts_that_do_not_descend_is_refused(cuts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="cuts"):
        loop_truncation(BY_HAND, cuts=cuts)


def test_loop_truncation_within_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="not by loop-truncation"):
        loop_truncation(BY_HAND, within="loop-truncation")


@given(p=pair_scores())
@often
def test_loop_truncation_below_every_cut_is_the_plain_aggregation(p: NDArray[np.float32]) -> None:
    for name in PLAIN:
        wanted = PLAIN[name].score(p)
        assert loop_truncation(p, cuts=(20, 9), within=name).tolist() == wanted.tolist()


@given(p=pair_scores())
@often
def test_aggregations_give_every_passage_a_finite_score(p: NDArray[np.float32]) -> None:
    for name in AGGREGATIONS:
        scores = AGGREGATIONS[name].score(p, **smaller(name))
        assert scores.shape == (len(p),)
        assert np.isfinite(scores).all()


@pytest.mark.parametrize("name", AGGREGATIONS)
def test_aggregations_of_few_passages(name: str) -> None:
    """One has nothing, and the winner of two comes first."""
    assert AGGREGATIONS[name].score(np.array([[np.nan]])).tolist() == [0.0]
    p = without_diagonal(np.array([[0, 0.25], [0.75, 0]]))
    first, second = AGGREGATIONS[name].score(p, **smaller(name)).tolist()
    assert second > first


@pytest.mark.parametrize("name", AGGREGATIONS)
def test_aggregations_do_not_read_the_diagonal(name: str) -> None:
    p, score = drawn(6), AGGREGATIONS[name].score
    filled = np.where(np.eye(6, dtype=bool), 7.0, p)
    assert score(filled).tolist() == score(p).tolist()


@pytest.mark.parametrize("name", AGGREGATIONS)
def test_aggregations_refuse_what_is_no_probability(name: str) -> None:
    for value in (-0.1, 1.1, np.nan, np.inf):
        p = drawn(4)
        p[1, 3] = value
        with pytest.raises(ValueError, match=r"pair \(1, 3\)"):
            AGGREGATIONS[name].score(p)


@pytest.mark.parametrize("shape", [(2, 3), (4,), (2, 2, 2)])
def test_aggregations_refuse_what_is_not_square(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="square"):
        sym_sum(np.full(shape, 0.5))


@given(p=pair_scores(min_n=1))
@often
def test_aggregations_follow_their_formulas(p: NDArray[np.float32]) -> None:
    """Sums add up to the number of ordered pairs; logarithms to that of the chance to win all."""
    worst = len(p) - 1

    def counts(j: int) -> bool:
        return j == worst or not (p[j, worst] - 0.5) * (0.5 - (1 - p[worst, j])) > 0

    assert sym_sum(p).sum() == pytest.approx(len(p) * worst, abs=1e-9)
    assert sym_log_sum(p).tolist() == pytest.approx(term_by_term(p, lambda _: True))
    assert out_of_flip(p).tolist() == pytest.approx(term_by_term(p, counts))


@given(p=pair_scores())
@often
def test_aggregations_of_consistent_scores_are_those_of_one_way_round(
    p: NDArray[np.float32],
) -> None:
    same_both_ways = consistent(p)
    assert out_of_flip(same_both_ways).tolist() == sym_log_sum(same_both_ways).tolist()
    assert score_distance(same_both_ways).tolist() == log_sum(same_both_ways).tolist()
    assert sym_sum(same_both_ways).tolist() == (2 * sum_of_pairs(same_both_ways)).tolist()


@given(p=pair_scores(min_n=1), seed=st.integers(0, 999))
@often
def test_aggregations_do_not_hang_on_the_order_of_the_passages(
    p: NDArray[np.float32], seed: int
) -> None:
    """Out-of-flip hangs on which one is the worst."""
    worst = len(p) - 1
    for name in PLAIN:
        n = worst if name == "out-of-flip" else len(p)
        places = np.arange(len(p))
        places[:n] = np.random.default_rng(seed).permutation(n)
        turned = PLAIN[name].score(p[np.ix_(places, places)])
        assert turned.tolist() == PLAIN[name].score(p)[places].tolist()


@pytest.mark.parametrize("name", ["log-sum", "sym-log-sum", "score-distance", "out-of-flip"])
def test_logarithms_read_0_and_1_as_their_neighbors_in_float32(name: str) -> None:
    at_the_ends = without_diagonal(np.array([[0, 0.0], [1.0, 0]]))
    beside = without_diagonal(np.array([[0, 2.0**-149], [1 - 2.0**-24, 0]]))
    score = PLAIN[name].score
    assert score(at_the_ends)[0] == pytest.approx(score(beside)[0], rel=1e-7)


def test_logarithms_touch_no_other_value() -> None:
    beside = without_diagonal(np.array([[0, 2.0**-149], [1 - 2.0**-24, 0]]))
    assert sym_log_sum(beside)[0] == (-149 - 24) * math.log(2)


def smaller(name: str) -> dict[str, object]:
    """Cuts that cut few passages, too."""
    return {"cuts": (4, 2)} if name == "loop-truncation" else {}
