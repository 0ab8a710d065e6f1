from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from regrade.whatif.least_changes import Levels, fewest_changes


@pytest.mark.parametrize("seed", range(60))
def test_the_fewest_changes_are_those_of_trying_all_levels(seed: int) -> None:
    """Topics of even steps, and of jumps that no step between them reaches."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 4, 5)
    topics = np.repeat(np.arange(5), sizes)
    costs = np.concatenate([np.sort(rng.permutation(5)[:n]) + 1 for n in sizes])
    reductions = np.concatenate([np.cumsum(rng.integers(1, 6, n)) for n in sizes]) / 7
    target = reductions.max() * rng.uniform(0.5, 4)
    found = fewest_changes(Levels(topics, costs, reductions), target)
    of_topics = [[-1, *np.flatnonzero(topics == topic)] for topic in range(5)]
    totals = [
        costs[[level for level in chosen if level >= 0]].sum()
        for chosen in product(*of_topics)
        if reductions[[level for level in chosen if level >= 0]].sum() >= target - 1e-12
    ]
    assert (None if found is None else found.at_least) == min(totals, default=None)
    if found is not None:
        assert found.at_least == found.at_most == costs[found.chosen].sum()
        assert reductions[found.chosen].sum() >= target - 1e-12
        assert np.unique(topics[found.chosen]).size == found.chosen.size
