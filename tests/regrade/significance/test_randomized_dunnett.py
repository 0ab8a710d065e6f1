from __future__ import annotations

import numpy as np
import pytest

from regrade.significance import SystemOptions, randomized_dunnett, randomized_tukey
from tests.regrade.significance.tables import draw_values, p_values


def test_randomized_dunnett_by_hand() -> None:
    """The first topic held, the six orders of the second part a sum from the first by at most
    4, 3, 3, 2, 1 and 0.
    """
    answer = randomized_dunnett(np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]))
    assert (answer.method, answer.n_resamples) == ("exact", 6)
    assert p_values(answer) == pytest.approx([4 / 6, 1 / 6])


def test_randomized_dunnett_of_two_systems_is_the_randomized_tukey() -> None:
    values = np.random.default_rng(5).random((2, 9))
    assert p_values(randomized_dunnett(values)) == p_values(randomized_tukey(values))


def test_randomized_dunnett_asks_no_more_than_tukey() -> None:
    """No distance from the baseline exceeds the range of all means of the same permutation."""
    values = draw_values(5, 20, seed=2, step=0.2)
    options = SystemOptions(baseline=0, seed=3)
    dunnett = randomized_dunnett(values, options=options)
    tukey = randomized_tukey(values, options=options)
    for ours, theirs in zip(dunnett.pairs, tukey.pairs[:4], strict=True):
        assert (ours.p_value or 0) <= (theirs.p_value or 0)
