from __future__ import annotations

import pytest

from evaluation.families.letters import letters_of
from regrade.significance import SystemPair

MEANS = [0.2, 0.6, 0.4]


def pairs(*p_values: float | None) -> list[tuple[SystemPair, float | None]]:
    places = [(0, 1), (0, 2), (1, 2)]
    return [(SystemPair(*place, 0.1), p) for place, p in zip(places, p_values, strict=False)]


@pytest.mark.parametrize(
    ("lower_is_better", "letters"), [(False, ["b", "a", "ab"]), (True, ["a", "b", "ab"])]
)
def test_letters_go_from_the_better_mean_down(lower_is_better: bool, letters: list[str]) -> None:
    found = letters_of(MEANS, pairs(0.01, 0.2, 0.05), lower_is_better=lower_is_better)
    assert found == letters


@pytest.mark.parametrize("p_values", [(0.01, 0.2), (0.01, None, 0.3)])
def test_there_are_none_where_a_pair_was_not_tested(p_values: tuple[float | None, ...]) -> None:
    assert letters_of(MEANS, pairs(*p_values), lower_is_better=False) is None


def test_there_are_none_where_the_alphabet_ends() -> None:
    """30 pairs that differ within, and not from others: a group for every choice of one each."""
    differing = {(2 * n, 2 * n + 1) for n in range(30)}
    all_pairs = [
        (SystemPair(one, other, 0.1), 0.01 if (one, other) in differing else 0.9)
        for one in range(60)
        for other in range(one + 1, 60)
    ]
    assert letters_of(list(range(60)), all_pairs, lower_is_better=False) is None
