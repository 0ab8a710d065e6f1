from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.serving.disagreement import ExtraCost, extra_cost, needs_another

AGREED, TIED, FAR = [1, 1, 1], [0, 1], [0, 2, 2]
HOUR_MS = 3_600_000

grades = st.lists(st.integers(0, 3), max_size=5)


def cost(
    grades_by_pair: list[list[int]], *, n_unfinished: int = 0, k: int = 3, limit: int = 2
) -> ExtraCost:
    """With an hour for each judgment, so that hours are judgments."""
    return extra_cost(
        grades_by_pair,
        n_unfinished=n_unfinished,
        judgments_per_pair=k,
        limit=limit,
        median_active_ms=HOUR_MS,
    )


@pytest.mark.parametrize(
    ("votes", "answer"),
    [
        ([], False),
        ([1], False),
        ([1, 1], False),
        ([1, 1, 2], False),
        ([2, 1, 2], False),
        ([0, 1], True),  # tied
        ([1, 2, 1, 2], True),
        ([1, 2, 1, 2, 1], False),
        ([0, 1, 1, 2, 2], True),
        ([1, 1, 2, 2, 3, 3, 3], True),  # 1 and 3 lie apart
        ([0, 2, 2, 2], True),  # apart, whatever the majority
        ([-1, 1, 1], True),
        ([10, 20, 20], True),  # values, not steps of the scale
    ],
)
def test_needs_another_where_grades_disagree(votes: list[int], answer: bool) -> None:
    assert needs_another(votes) is answer


@given(st.permutations([0, 1, 1, 2]), st.permutations([0, 0, 1]))
def test_needs_another_in_any_order(disagreeing: list[int], agreeing: list[int]) -> None:
    assert needs_another(disagreeing)
    assert not needs_another(agreeing)


def test_extra_cost_of_finished_pairs() -> None:
    assert cost([AGREED, [0, 1, 2], FAR]) == ExtraCost(
        n_finished=3,
        n_disputed=2,
        n_now=2,
        n_least=2,
        n_most=4,
        hours_now=2.0,
        hours_least=2.0,
        hours_most=4.0,
    )


def test_extra_cost_expects_the_same_share_of_unfinished_pairs() -> None:
    """One of three is disputed, so four of ten will be."""
    asked = cost([AGREED, FAR, AGREED], n_unfinished=10)
    assert (asked.n_now, asked.n_least, asked.n_most) == (1, 1 + 4, 2 * (1 + 4))


def test_extra_cost_leaves_out_what_a_pair_has_had() -> None:
    """Of two further judgments the pairs have had none, one, one (which settled it) and both."""
    asked = cost([[0, 2, 2], [0, 2, 2, 1], [1, 2, 1, 1], [0, 2, 0, 2, 1]], n_unfinished=4)
    assert asked[:5] == (4, 4, 2, 2 + 4, (2 + 1) + 4 * 2)


def test_extra_cost_counts_pairs_that_wait_for_a_further_judgment() -> None:
    """One waits for its first, one for its second; of three that are left, two will be disputed."""
    asked = extra_cost(
        [[1, 1]],
        waiting=[TIED, [0, 2, 2]],
        n_unfinished=3,
        judgments_per_pair=2,
        limit=3,
        median_active_ms=None,
    )
    assert asked[:5] == (3, 2, 0, 2, (3 - 1) + (3 - 2) + 2 * 3)
    assert asked.n_open == 2


def test_extra_cost_of_pairs_with_too_many_judgments_is_none() -> None:
    assert cost([[0, 2, 0, 2]], k=2, limit=1)[2:5] == (0, 0, 0)


def test_extra_cost_before_any_pair_is_finished_is_anything() -> None:
    assert cost([], n_unfinished=10)[:5] == (0, 0, 0, 0, 20)


def test_extra_cost_without_further_judgments_is_none() -> None:
    assert cost([FAR, TIED], n_unfinished=10, limit=0)[:5] == (2, 2, 0, 0, 0)


def test_extra_cost_in_hours_of_the_median_judgment() -> None:
    asked = extra_cost(
        [FAR, TIED], n_unfinished=2, judgments_per_pair=3, limit=2, median_active_ms=9_000.0
    )
    assert asked[5:8] == pytest.approx((2 * 9 / 3600, 4 * 9 / 3600, (2 + 2 + 4) * 9 / 3600))


def test_extra_cost_without_times_has_no_hours() -> None:
    asked = extra_cost([FAR], n_unfinished=2, judgments_per_pair=3, limit=2, median_active_ms=None)
    assert asked[5:8] == (None, None, None)


@given(st.lists(grades), st.integers(0, 30), st.integers(1, 4), st.integers(0, 3))
def test_extra_cost_grows_from_now_to_most(
    finished: list[list[int]], n_unfinished: int, k: int, limit: int
) -> None:
    asked = cost(finished, n_unfinished=n_unfinished, k=k, limit=limit)
    assert asked.n_now <= asked.n_least <= asked.n_most
    assert asked.n_now <= asked.n_disputed <= asked.n_finished
    assert asked.n_most <= limit * (len(finished) + n_unfinished)


@pytest.mark.parametrize("numbers", [{"n_unfinished": -1}, {"k": 0}, {"limit": -1}])
def test_extra_cost_of_impossible_numbers_is_refused(numbers: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="too small"):
        cost([FAR], **numbers)
