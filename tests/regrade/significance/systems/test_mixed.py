from __future__ import annotations

import math
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from regrade.significance import SystemOptions, mixed_model, two_way_anova
from regrade.significance.systems.mixed import NO_RESIDUAL, NO_TOPIC_VARIANCE
from tests.regrade.significance.tables import STOOLS, draw_values, p_values
from tests.tiers import thorough


def fit_by_statsmodels(values: NDArray[np.float64]) -> Any:
    systems, topics = np.indices(values.shape).reshape(2, -1)
    design = np.eye(len(values))[systems]
    design[:, 0] = 1.0
    mixed = import_module("statsmodels.api").MixedLM
    return mixed(values.ravel(), design, groups=topics).fit(reml=True)


def test_mixed_model_has_the_published_figures_of_the_stools() -> None:
    """sd 1.3325 and 1.1003; t 7.498, 4.284 and 1.285 on 24 degrees, p .0000, .0003 and .2110."""
    answer = mixed_model(STOOLS)
    assert math.sqrt(answer.topic_variance or 0) == pytest.approx(1.3325, abs=0.00005)
    assert math.sqrt(answer.residual_variance or 0) == pytest.approx(1.1003, abs=0.00005)
    assert [pair.statistic for pair in answer.pairs] == pytest.approx(
        [7.498, 4.284, 1.285], abs=0.0006
    )
    assert p_values(answer) == pytest.approx([0.0000, 0.0003, 0.2110], abs=0.00005)
    assert (answer.df, answer.note) == (24, "")


def test_mixed_model_of_a_full_table_is_the_anova() -> None:
    values = draw_values(5, 12, seed=1, step=0.3)
    answer, table = mixed_model(values), two_way_anova(values)
    noise = table.row("residual").mean_square
    assert noise is not None
    assert answer.residual_variance == pytest.approx(noise, rel=1e-9)
    between = table.row("topic").mean_square
    assert between is not None
    assert answer.topic_variance == pytest.approx((between - noise) / 5, rel=1e-9)
    for pair in answer.pairs:
        difference = values[pair.system].mean() - values[0].mean()
        error = math.sqrt(2 * noise / 12)
        assert pair.difference == pytest.approx(difference)
        assert pair.statistic == pytest.approx(difference / error)
        assert pair.p_value == pytest.approx(2 * stats.t.sf(abs(difference / error), 44))


@thorough
@pytest.mark.parametrize("seed", range(3))
def test_mixed_model_agrees_with_statsmodels(seed: int) -> None:
    values = draw_values(4, 30, seed=seed, step=0.4)
    answer, expected = mixed_model(values), fit_by_statsmodels(values)
    assert answer.residual_variance == pytest.approx(expected.scale, rel=1e-3)
    assert answer.topic_variance == pytest.approx(expected.cov_re[0, 0], rel=1e-3)
    contrasts = [pair.difference for pair in answer.pairs]
    assert contrasts == pytest.approx(expected.fe_params[1:].tolist(), abs=1e-3)
    assert [pair.statistic for pair in answer.pairs] == pytest.approx(
        expected.tvalues[1:4].tolist(), rel=1e-2
    )


def test_mixed_model_does_not_depend_on_the_unit() -> None:
    """Ranks of up to 1,000 on topics that hardly differ, where statsmodels stops elsewhere."""
    values = np.random.default_rng(0).integers(1, 1000, (5, 40)).astype(float)
    large, small = mixed_model(values), mixed_model(values / 10_000)
    assert large.topic_variance == pytest.approx(1e8 * (small.topic_variance or 0), rel=1e-6)
    assert p_values(large) == pytest.approx(p_values(small))


def test_mixed_model_is_the_anova_where_topics_lie_far_apart() -> None:
    rng = np.random.default_rng(0)
    values = rng.random((4, 10)) + 10_000 * rng.normal(size=10)
    noise = two_way_anova(values).row("residual").mean_square
    assert mixed_model(values).residual_variance == pytest.approx(noise, rel=1e-7)


def test_mixed_model_without_topic_variance_pools_within_systems() -> None:
    """Topics whose values differ from the mean as often up as down have no variance to give."""
    values = np.array([[1.0, 2.0, 3.0, 4.0], [4.5, 3.5, 2.5, 1.5]])
    answer = mixed_model(values)
    assert (answer.topic_variance, answer.note) == (0, NO_TOPIC_VARIANCE)
    assert answer.residual_variance == pytest.approx(10 / 6)
    assert answer.pairs[0].statistic == pytest.approx(0.5 / math.sqrt(2 * 10 / 6 / 4))


def test_mixed_model_gives_each_pair_its_own_p() -> None:
    answer = mixed_model(STOOLS, options=SystemOptions(baseline=1, confidence=0.9))
    assert not answer.is_family_wise
    assert [pair.system for pair in answer.pairs] == [0, 2, 3]
    margin = stats.t.isf(0.05, 24) * 0.518681
    assert answer.pairs[0].interval == pytest.approx((-35 / 9 - margin, -35 / 9 + margin), rel=1e-5)


def test_mixed_model_of_a_sum_of_effects_has_no_residual() -> None:
    answer = mixed_model(np.array([[0.2, 0.4, 0.7], [0.4, 0.6, 0.9], [0.2, 0.4, 0.7]]))
    assert (answer.residual_variance, answer.note) == (0, NO_RESIDUAL)
    assert [pair.statistic for pair in answer.pairs] == [math.inf, 0]
    assert p_values(answer) == [0, 1]


def test_mixed_model_of_a_constant_is_one() -> None:
    answer = mixed_model(np.full((3, 4), 0.3))
    assert p_values(answer) == [1, 1]
