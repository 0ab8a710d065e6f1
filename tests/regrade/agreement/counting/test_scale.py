from __future__ import annotations

import numpy as np
import pytest

from regrade.agreement.counting.scale import places_on


@pytest.mark.parametrize("scale", [[1, 2, 3, 5], list(range(0, 60, 3)), [4]])
def test_places_are_those_of_the_grades_on_short_and_long_scales(scale: list[int]) -> None:
    grades, places = np.array(scale), np.arange(len(scale))
    shuffled = np.random.default_rng(0).permutation(len(scale))
    assert (
        places_on(grades, grades[shuffled].astype(np.float64)).tolist() == places[shuffled].tolist()
    )
    for stray in (scale[0] - 1, scale[-1] + 1, scale[0] + 0.5, np.nan):
        with pytest.raises(ValueError, match="is not on the scale"):
            places_on(grades, np.array([scale[0], stray]))
