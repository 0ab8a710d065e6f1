from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from regrade.active.stopping.control import Control, fewest_positives, qbcb, wanted_positives
from regrade.active.stopping.review import Review

REVIEW = Review(np.array([True, False, True, True]), np.array([1, 1, 2]), 9)


@pytest.mark.parametrize("target", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("n_relevant", [0, 1, 30, 58, 59, 200])
def test_wanted_positives_are_those_of_the_binomial(n_relevant: int, target: float) -> None:
    k = next(k for k in range(n_relevant + 1) if binom.cdf(k, n_relevant, target) >= 0.95)
    assert wanted_positives(n_relevant, target=target) == k + 1
    can_stop = n_relevant >= fewest_positives(target=target)
    assert (k + 1 <= n_relevant) == can_stop


def test_recall_is_below_the_target_in_one_of_twenty_at_most() -> None:
    rng, n_relevant, r, target = np.random.default_rng(2), 400, 80, 0.9
    wanted = wanted_positives(r, target=target)
    places = rng.permuted(np.tile(np.arange(n_relevant), (4000, 1)), axis=1)[:, :r]
    recalls = (np.sort(places, axis=1)[:, wanted - 1] + 1) / n_relevant
    assert 0.005 < (recalls < target).mean() <= 0.05


def test_qbcb_stops_when_enough_control_passages_are_found() -> None:
    control = Control(5, np.array([True, True, False, True]))
    assert qbcb(REVIEW, control, target=0.05)[:4] == ("qbcb", 4, 2.0, 2.0)
    assert qbcb(REVIEW, control, target=0.9)[:4] == ("qbcb", None, 2.0, 6.0)


def test_qbcb_refuses_a_control_sample_of_another_review() -> None:
    with pytest.raises(ValueError, match="3 passages"):
        qbcb(REVIEW, Control(5, np.ones(3, bool)), target=0.9)
    with pytest.raises(ValueError, match="3 of 2"):
        qbcb(REVIEW, Control(2, np.ones(4, bool)), target=0.9)
    with pytest.raises(ValueError, match="-1"):
        wanted_positives(-1, target=0.9)
