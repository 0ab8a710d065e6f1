from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.significance import Rbo, rbo
from regrade.significance.rbo import rbo_of_scores
from regrade.significance.rbo_agreement import Ties
from tests.tiers import examples

ALL_TIES: tuple[Ties, ...] = ("a", "b", "w")
# Printed with their values by Corsi's and Urbano's implementation, for p = .95.
SHORTER = ["red", {"blue", "green"}, "yellow", "pink"]
LONGER = [{"blue", "red"}, "white", {"yellow", "black", "purple"}, "green"]


@st.composite
def lists(draw: st.DrawFn) -> list[set[int]]:
    """Groups of tied items, some of ten."""
    items = draw(st.permutations(range(10)))[: draw(st.integers(1, 8))]
    groups: list[set[int]] = []
    while items:
        size = draw(st.integers(1, 3))
        groups.append(set(items[:size]))
        items = items[size:]
    return groups


def untie(groups: list[set[int]]) -> list[list[int]]:
    """All ways to break the ties."""
    orders = itertools.product(*(itertools.permutations(group) for group in groups))
    return [list(itertools.chain(*order)) for order in orders]


def test_rbo_by_hand() -> None:
    """a, b against b, a: agreement 0 at depth 1 and 1 from depth 2 on."""
    value = rbo(["a", "b"], ["b", "a"], p=0.5)
    assert value.extrapolated == pytest.approx(0.5)
    assert value.minimum == pytest.approx(2 * (np.log(2) - 0.5))
    assert value.minimum + value.residual == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        ("a", (0.6922853, 0.3310519, 0.5620173)),
        ("b", (0.7207131, 0.3509163, 0.5620173)),
        ("w", (0.7068257, 0.3429684, 0.5620173)),
    ],
)
def test_rbo_with_ties_has_the_published_values(ties: Ties, expected: tuple[float, ...]) -> None:
    value = rbo(SHORTER, LONGER, p=0.95, ties=ties)
    assert value[:3] == pytest.approx(expected, abs=5e-8)
    assert value[3:] == (0.95, ties)


@examples(40)
@given(lists(), lists())
def test_rbo_of_uneven_lists_without_ties_is_the_closed_form(
    one: list[set[int]], other: list[set[int]]
) -> None:
    """Equation 32 of Webber and others, summed as it stands there."""
    shorter, longer = sorted((untie(one)[0], untie(other)[0]), key=len)
    s, n, p = len(shorter), len(longer), 0.8
    x = {d: len(set(shorter[:d]) & set(longer[:d])) for d in range(1, n + 1)}
    known = sum(x[d] / d * p**d for d in x)
    guessed = sum(x[s] * (d - s) / (s * d) * p**d for d in range(s + 1, n + 1))
    expected = (1 - p) / p * (known + guessed) + ((x[n] - x[s]) / n + x[s] / s) * p**n
    for ties in ALL_TIES:
        assert rbo(shorter, longer, p=p, ties=ties).extrapolated == pytest.approx(expected)


@examples(40)
@given(lists(), lists())
def test_rbo_a_is_the_mean_over_all_ways_to_break_ties(
    one: list[set[int]], other: list[set[int]]
) -> None:
    """Of the minimum, which like the seen part of all three is linear in the overlap."""
    broken = [rbo(a, b, p=0.7).minimum for a in untie(one) for b in untie(other)]
    assert rbo(one, other, p=0.7).minimum == pytest.approx(np.mean(broken))


@given(lists(), lists(), st.sampled_from(ALL_TIES), st.floats(0.05, 0.98))
def test_rbo_is_ordered_symmetric_and_in_range(
    one: list[set[int]], other: list[set[int]], ties: Ties, p: float
) -> None:
    value = rbo(one, other, p=p, ties=ties)
    assert value == rbo(other, one, p=p, ties=ties)
    assert 0 <= value.minimum <= value.extrapolated <= value.minimum + value.residual <= 1


@given(lists(), st.sampled_from(ALL_TIES), st.floats(0.05, 0.98))
def test_equal_lists_agree_in_full_unless_ties_hide_the_order(
    one: list[set[int]], ties: Ties, p: float
) -> None:
    value = rbo(one, one, p=p, ties=ties)
    hidden = ties == "a" and any(len(group) > 1 for group in one)
    assert (value.extrapolated == 1.0) != hidden
    assert rbo(untie(one)[0], untie(one)[0], p=p, ties=ties).extrapolated == 1.0


def test_lists_that_share_nothing_have_rbo_zero() -> None:
    value = rbo(["a", "b"], ["c", "d"])
    assert (value.extrapolated, value.minimum) == (0, 0)


def test_a_list_within_is_a_group_and_a_text_an_item() -> None:
    grouped: Rbo = rbo(["ab", ["c", "d"]], ["ab", "c", "d"])
    assert grouped == rbo(["ab", {"c", "d"}], ["ab", "c", "d"])
    assert grouped != rbo([{"a", "b"}, {"c", "d"}], ["ab", "c", "d"])


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=8),
    st.sampled_from(ALL_TIES),
)
def test_rbo_of_scores_is_that_of_the_lists(pairs: list[tuple[int, int]], ties: Ties) -> None:
    columns = np.array(pairs, np.float64).T
    ranked = [
        [set(np.flatnonzero(scores == value).tolist()) for value in sorted(set(scores))[::-1]]
        for scores in columns
    ]
    expected = rbo(ranked[0], ranked[1], p=0.8, ties=ties).extrapolated
    assert rbo_of_scores(columns[0], columns[1], p=0.8, ties=ties) == pytest.approx(expected)


def test_rbo_of_scores_takes_many_rankings_at_once() -> None:
    first, second = np.random.default_rng(0).integers(0, 4, (2, 7, 5)).astype(float)
    alone = [float(rbo_of_scores(*row)) for row in zip(first, second, strict=True)]
    assert rbo_of_scores(first, second) == pytest.approx(alone)


def test_rbo_of_no_scores_is_undefined() -> None:
    assert np.isnan(rbo_of_scores(np.zeros(0), np.zeros(0)))


@pytest.mark.parametrize(
    ("ranking", "options", "named"),
    [
        (["a"], {"p": 0.0}, r"0\.0"),
        (["a"], {"p": 1.0}, r"1\.0"),
        (["a"], {"ties": "c"}, "a, b, w, not 'c'"),
        (["b", "a", {"c", "a"}], {}, "'a' appears twice"),
        ([], {}, "a ranking is empty"),
        (["a", []], {}, "tied items is empty"),
    ],
)
def test_rbo_of_what_makes_no_sense_is_refused(
    ranking: list[Any], options: dict[str, Any], named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        rbo(ranking, ["a"], **options)
