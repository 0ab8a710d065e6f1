from __future__ import annotations

import numpy as np
import pytest

from regrade.measures import parse_measure
from regrade.whatif.effects import pair_effects
from tests.regrade.whatif.cases import SERVED, difference_of_means, drawn, relabelled

VALUES = (0, 1, 2, 3)


@pytest.mark.parametrize("name", SERVED)
def test_each_effect_is_what_scoring_again_finds(name: str) -> None:
    measure, n_effects = parse_measure(name), 0
    for seed in range(6):
        case = drawn(seed, n_topics=3, n_passages=9, n_labels=7)
        found = pair_effects(measure, case.judged, *case[1:], values=VALUES)
        again = [
            [
                difference_of_means(measure, relabelled(case, found.candidates.labelled(at, value)))
                for value in VALUES
            ]
            for at in range(found.candidates.topics.size)
        ]
        expected = np.array(again) - difference_of_means(measure, case)
        assert found.effects == pytest.approx(expected, rel=0, abs=1e-12)
        n_effects += int(np.count_nonzero(found.effects))
    assert n_effects > 20
