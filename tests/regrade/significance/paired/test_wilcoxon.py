from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from regrade.significance import DEFAULTS, PairedTest, PairOptions, wilcoxon, wilcoxon_alone
from regrade.significance.options import ZeroMethod
from regrade.significance.paired.signed_ranks import closer_ranks
from tests.regrade.significance.textbook import DEPRESSION
from tests.tiers import examples, thorough


def wilcoxon_of(differences: list[float], options: PairOptions = DEFAULTS) -> PairedTest:
    run = np.array(differences, np.float64)
    return wilcoxon(np.zeros(run.size), run, options=options)


def test_wilcoxon_by_hand() -> None:
    """Ranks 1, 2, 3 are positive, 4 negative: W = 4; 7 of 16 signings give at most 4, times 2."""
    result = wilcoxon_of([1, 2, 3, -4])
    assert result.statistic == 4
    assert result.p_value == pytest.approx(14 / 16)
    assert (result.n, result.mean_difference, result.interval) == (4, 0.5, None)


def test_wilcoxon_leaves_out_topics_without_a_difference() -> None:
    """Zeros would take ranks under Pratt; here W is that of the rest."""
    result = wilcoxon_of([0, 0, 1, 2, 3, -4])
    assert (result.statistic, result.n) == (4, 6)
    assert result.p_value == pytest.approx(14 / 16)


def test_wilcoxon_takes_differences_that_rounding_parts_for_ties() -> None:
    """0.6 - 0.4 < 0.2 in floating point, so that scipy ranks the two differences apart."""
    baseline, run = np.array([0.4, 0.4, 0.4, 0.2]), np.array([0.6, 0.2, 0.8, 0.2])
    assert len(set(np.abs(run - baseline)[:2])) == 2
    result = wilcoxon(baseline, run)
    assert result.statistic == 1.5
    assert result.p_value == wilcoxon_of([1, -1, 2, 0]).p_value


def test_wilcoxon_of_the_depression_scale() -> None:
    """Hollander and Wolfe, example 3.1: 40 of 45 one way, .0195 one-sided; R doubles it."""
    answer = wilcoxon(*DEPRESSION)
    assert (answer.statistic, answer.method) == (5.0, "exact")
    assert answer.p_value == pytest.approx(0.0390625)


@examples(40)
@given(
    st.lists(st.integers(-20, 20).filter(bool), min_size=2, max_size=9)
    | st.lists(st.integers(-99, 99).filter(bool), min_size=2, max_size=50, unique_by=abs)
    | st.lists(st.integers(-20, 20).filter(bool), min_size=51, max_size=70),
    st.sampled_from(["wilcox", "pratt", "zsplit"]),
)
def test_wilcoxon_agrees_with_scipy_where_all_topics_differ(
    differences: list[int], zero_method: ZeroMethod
) -> None:
    """Small ties go over its permutations, more topics without a tie over its table."""
    expected = stats.wilcoxon(np.array(differences, np.float64), zero_method=zero_method)
    answer = wilcoxon_of([float(d) for d in differences], PairOptions(zero_method=zero_method))
    assert answer.statistic == expected.statistic
    assert answer.p_value == pytest.approx(float(expected.pvalue), rel=1e-12)


@examples(40)
@given(
    st.lists(st.integers(-9, 9), min_size=2, max_size=9),
    st.sampled_from(["wilcox", "pratt", "zsplit"]),
)
def test_wilcoxon_agrees_with_scipys_permutations_where_some_do_not(
    differences: list[int], zero_method: ZeroMethod
) -> None:
    assume(any(differences))
    expected = stats.wilcoxon(
        np.array(differences, np.float64),
        zero_method=zero_method,
        method=stats.PermutationMethod(n_resamples=2**9),
    )
    answer = wilcoxon_of([float(d) for d in differences], PairOptions(zero_method=zero_method))
    assert answer.statistic == expected.statistic
    assert answer.p_value == pytest.approx(float(expected.pvalue), rel=1e-12)


@examples(40)
@given(
    st.lists(st.integers(-4, 4), min_size=2, max_size=14),
    st.sampled_from(["wilcox", "pratt", "zsplit"]),
)
def test_wilcoxon_with_ties_counts_every_signing(
    differences: list[int], zero_method: ZeroMethod
) -> None:
    """Signing after signing, in doubled ranks, which are whole numbers."""
    assume(any(differences))
    whole = np.array(differences)
    ranked = whole[whole != 0] if zero_method == "wilcox" else whole
    signed = (2 * stats.rankdata(np.abs(ranked)) * np.sign(ranked)).astype(int)
    signed = signed[signed != 0]
    sums = [sum(signs) for signs in itertools.product(*((-rank, rank) for rank in signed))]
    n_as_far = sum(abs(total) >= abs(signed.sum()) for total in sums)
    answer = wilcoxon_of([float(d) for d in differences], PairOptions(zero_method=zero_method))
    assert (answer.p_value, answer.method) == (n_as_far / len(sums), "exact")


@examples(20)
@given(st.lists(st.integers(-9, 9).filter(bool), min_size=17, max_size=50))
def test_wilcoxon_with_ties_of_many_topics_counts_the_sums(differences: list[int]) -> None:
    """Every sum of signed doubled ranks with the number of its signings, in whole numbers."""
    ranks = (2 * stats.rankdata(np.abs(differences))).astype(int).tolist()
    n_signings = Counter({0: 1})
    for rank in ranks:
        n_signings = Counter({total + rank: n for total, n in n_signings.items()}) + Counter(
            {total - rank: n for total, n in n_signings.items()}
        )
    found = sum(rank if d > 0 else -rank for rank, d in zip(ranks, differences, strict=True))
    n_as_far = sum(n for total, n in n_signings.items() if abs(total) >= abs(found))
    answer = wilcoxon_of([float(d) for d in differences])
    assert (answer.p_value, answer.method) == (n_as_far / 2 ** len(ranks), "exact")


@thorough
def test_wilcoxon_with_ties_of_43_topics_is_what_random_signings_say() -> None:
    """scipy's own permutation test of W, with 43 topics in tenths as P@10 has them."""
    rng = np.random.default_rng(11)
    differences = np.round(rng.integers(-3, 5, 43) / 10, 1)
    answer = wilcoxon_of(differences.tolist())
    method = stats.PermutationMethod(n_resamples=20_000, rng=rng)
    drawn = stats.wilcoxon(differences[differences != 0], method=method)
    assert answer.p_value == pytest.approx(float(drawn.pvalue), abs=0.01)
    assert answer.method == "exact"


@examples(40)
@given(
    st.lists(st.integers(-20, 20).filter(bool), min_size=51, max_size=70),
    st.integers(1, 9),
    st.sampled_from(["pratt", "zsplit"]),
)
def test_wilcoxon_that_ranks_zeros_agrees_with_scipy_where_many_topics_differ(
    differences: list[int], n_zero: int, zero_method: ZeroMethod
) -> None:
    whole = np.array([*differences, *[0] * n_zero], np.float64)
    expected = stats.wilcoxon(whole, zero_method=zero_method)
    answer = wilcoxon_of(whole.tolist(), PairOptions(zero_method=zero_method))
    assert answer.statistic == expected.statistic
    assert answer.p_value == pytest.approx(float(expected.pvalue), rel=1e-12)


@pytest.mark.parametrize("zero_method", ["wilcox", "pratt", "zsplit"])
def test_one_topic_that_differs_among_many_decides_nothing(zero_method: ZeroMethod) -> None:
    """scipy's normal distribution has p .32 without zeros; the two signings have 1."""
    answer = wilcoxon_of([0.5] + [0.0] * 30, PairOptions(zero_method=zero_method))
    assert (answer.p_value, answer.method) == (1.0, "exact")


@pytest.mark.parametrize("below", [0, 3, 12, 10**9])
def test_closer_ranks_keep_the_order_of_sums_in_little_room(below: int) -> None:
    raised = below + np.array([2, 2, 2, 5, 5])
    ranks = closer_ranks(raised, below)
    signings = np.array(list(itertools.product((0, 1), repeat=5)))
    np.testing.assert_array_equal(
        stats.rankdata(signings @ ranks), stats.rankdata(signings @ raised)
    )
    assert ranks.sum() <= 6 * 16 + 5


def test_five_topics_that_differ_alike_among_many_fall_short_of_five_percent() -> None:
    """scipy's normal distribution has p .043, the 32 signings 2 / 32."""
    answer = wilcoxon_of([1, 2, 3, 4, 5] + [0.0] * 49)
    assert (answer.p_value, answer.method) == (2 / 32, "exact")


@pytest.mark.parametrize(
    ("zero_method", "statistic"), [("wilcox", 4.0), ("pratt", 6.0), ("zsplit", 7.5)]
)
def test_wilcoxon_ranks_zeros_as_its_zero_method_says(
    zero_method: ZeroMethod, statistic: float
) -> None:
    """4 is left of 0, 0, 1, 2, 3, -4 without zeros, 6 with them, 7.5 with half their 1 + 2."""
    answer = wilcoxon_of([0, 0, 1, 2, 3, -4], PairOptions(zero_method=zero_method))
    assert (answer.statistic, answer.zero_method, answer.n_zero) == (statistic, zero_method, 2)


@pytest.mark.parametrize("zero_method", ["wilcox", "pratt", "zsplit"])
def test_wilcoxon_of_equal_runs_is_one_by_every_zero_method(zero_method: ZeroMethod) -> None:
    answer = wilcoxon_of([0.0] * 20, PairOptions(zero_method=zero_method))
    assert (answer.statistic, answer.p_value) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("differences", "method"),
    [
        (range(1, 51), "exact"),
        (range(1, 52), "normal approximation, corrected for ties"),
        ([-1, 1, *range(2, 50)], "exact"),
        ([-1, 1, *range(2, 51)], "normal approximation, corrected for ties"),
        ([*range(1, 17), *[0] * 90], "exact"),
        ([*range(1, 50), 1, *[0] * 90], "exact"),
    ],
)
def test_wilcoxon_says_how_its_p_value_was_had(differences: list[int], method: str) -> None:
    assert wilcoxon_of([float(d) for d in differences]).method == method


def test_wilcoxon_gives_the_hodges_lehmann_estimate() -> None:
    estimate = wilcoxon(*DEPRESSION).estimate
    assert estimate is not None
    assert estimate.name == "Hodges-Lehmann"
    assert estimate.value == pytest.approx(-0.46)


@pytest.mark.parametrize("n", [0, 1, 2, 9, 40, 300])
@pytest.mark.parametrize("zero_method", ["wilcox", "pratt", "zsplit"])
def test_alone_it_leaves_out_the_estimate_and_nothing_else(n: int, zero_method: ZeroMethod) -> None:
    rng = np.random.default_rng(n)
    baseline = np.round(rng.random(n), 1)
    run = np.round(baseline + rng.normal(0, 0.2, n), 1)
    options = PairOptions(zero_method=zero_method)
    whole = wilcoxon(baseline, run, options=options)
    assert wilcoxon_alone(baseline, run, options=options) == whole._replace(
        estimate=None, confidence=None
    )
