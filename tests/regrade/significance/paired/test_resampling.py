from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from regrade.significance.options import IntervalMethod
from regrade.significance.paired import resampling
from regrade.significance.paired.resampling import interval_of_mean, resample

METHODS: tuple[tuple[IntervalMethod, str], ...] = (("bca", "BCa"), ("percentile", "percentile"))


@pytest.mark.parametrize(("method", "scipys"), METHODS)
@pytest.mark.parametrize("seed", range(3))
def test_the_interval_agrees_with_scipy_on_the_same_resamples(
    seed: int, method: IntervalMethod, scipys: str
) -> None:
    rng = np.random.default_rng(seed)
    differences = np.round(rng.exponential(1.0, 12 + seed) - 0.8, 12)
    means = resample(differences, rng=rng, n_resamples=999).means
    expected = stats.bootstrap(
        (differences,),
        np.mean,
        n_resamples=0,
        confidence_level=0.9,
        method=scipys,
        bootstrap_result=SimpleNamespace(bootstrap_distribution=means),
    ).confidence_interval
    got = interval_of_mean(differences, means, 0.9, method)
    assert got == pytest.approx((float(expected.low), float(expected.high)), rel=1e-9)


def test_resamples_whose_mean_is_that_of_all_lie_half_below_it() -> None:
    """Without bias and skew BCa is the percentile interval; 0.1 + 0.7 is not quite 0.8."""
    differences, means = np.array([0.1, 0.7]), np.array([0.1, 0.4, 0.4, 0.7])
    bca, percentile = (interval_of_mean(differences, means, 0.6, name) for name, _ in METHODS)
    assert bca == pytest.approx(percentile)


def test_resamples_draw_topics_with_replacement() -> None:
    """Of two topics a quarter of the resamples hold the first twice, a quarter the second."""
    drawn = resample(np.array([0.0, 1.0]), rng=np.random.default_rng(1), n_resamples=40_000)
    assert [np.mean(drawn.means == mean) for mean in (0.0, 0.5, 1.0)] == pytest.approx(
        [0.25, 0.5, 0.25], abs=0.01
    )


def test_resamples_of_one_value_are_infinitely_far_from_another_mean() -> None:
    drawn = resample(np.array([0.0, 1.0]), rng=np.random.default_rng(1), n_resamples=50)
    assert set(drawn.t_values.tolist()) == {-np.inf, 0.0, np.inf}


def test_a_resample_of_the_mean_alone_is_not_far_from_it() -> None:
    """Of 0, 1, 2 the resample 1, 1, 1 has no spread and the mean of all."""
    drawn = resample(np.array([0.0, 1.0, 2.0]), rng=np.random.default_rng(1), n_resamples=200)
    assert not np.isnan(drawn.t_values).any()
    assert (drawn.t_values[drawn.means == 1.0] == 0.0).all()


def test_draws_do_not_depend_on_the_size_of_a_block(monkeypatch: pytest.MonkeyPatch) -> None:
    differences = np.random.default_rng(8).random(33)
    whole = resample(differences, rng=np.random.default_rng(1), n_resamples=500)
    monkeypatch.setattr(resampling, "BLOCK", 1000)
    pieces = resample(differences, rng=np.random.default_rng(1), n_resamples=500)
    assert np.array_equal(whole.means, pieces.means)
