from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from regrade.significance import letter_display


def differing(n: int, *pairs: tuple[int, int]) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    found = np.zeros((n, n), bool)
    for one, other in pairs:
        found[one, other] = found[other, one] = True
    return found


def test_the_best_has_an_a_and_who_differs_shares_none() -> None:
    # The least and the greatest differ, the middle one from neither.
    assert letter_display([1.0, 2.0, 3.0], differing(3, (0, 2))) == ["b", "ab", "a"]


def test_without_a_difference_all_share_one_letter() -> None:
    assert letter_display([3.0, 1.0, 2.0], differing(3)) == ["a", "a", "a"]
    assert letter_display([], differing(0)) == []


def test_where_all_differ_each_has_its_own() -> None:
    pairs = list(combinations(range(30), 2))
    letters = letter_display(list(range(30, 0, -1)), differing(30, *pairs))
    assert letters[:3] == ["a", "b", "c"]
    assert letters[25:28] == ["z", "A", "B"]


def test_more_groups_than_letters_are_refused() -> None:
    pairs = list(combinations(range(53), 2))
    with pytest.raises(ValueError, match="more than 52 groups"):
        letter_display(list(range(53)), differing(53, *pairs))


def test_two_share_a_letter_if_and_only_if_they_do_not_differ() -> None:
    rng = np.random.default_rng(0)
    for _ in range(40):
        n = int(rng.integers(2, 9))
        pairs = [pair for pair in combinations(range(n), 2) if rng.random() < 0.5]
        letters = letter_display(rng.random(n).tolist(), differing(n, *pairs))
        for one, other in combinations(range(n), 2):
            shares = bool(set(letters[one]) & set(letters[other]))
            assert shares == ((one, other) not in pairs)
        assert all(letters)
