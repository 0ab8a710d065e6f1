from __future__ import annotations

import numpy as np
import pytest

from regrade.votes.rounding import Rounding, round_relevances


@pytest.mark.parametrize(
    ("rounding", "rounded"),
    [("up", [3, 4, 3, 0, -1]), ("down", [2, 3, 3, -1, -2]), ("half-even", [2, 4, 3, 0, -2])],
)
def test_round_relevances(rounding: Rounding, rounded: list[int]) -> None:
    values = np.array([2.5, 3.5, 3.0, -0.5, -1.5])
    assert round_relevances(values, rounding).tolist() == rounded
