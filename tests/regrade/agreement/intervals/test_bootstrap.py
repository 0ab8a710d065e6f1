from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.agreement.coefficients.cohen import CohenKappa
from regrade.agreement.coefficients.krippendorff import KrippendorffAlpha
from regrade.agreement.coefficients.percent import PercentAgreement
from regrade.agreement.coefficients.statistic import Mean, Rows, Statistic, compute
from regrade.agreement.intervals import bootstrap
from regrade.agreement.intervals.bootstrap import (
    Interval,
    bootstrap_interval,
    draw_topics,
    percentile_interval,
    sums_by_topic,
)
from tests.regrade.agreement.coefficients.test_invariance import COEFFICIENTS, KAPPAS, SCALE
from tests.regrade.agreement.counted import count_answers

MADE = np.random.default_rng(5)
TOPICS = MADE.integers(0, 6, size=40)
VOTES = MADE.integers(0, 4, size=(40, 3))
COUNTS = count_answers(VOTES.tolist(), "drop", SCALE)
CASES: dict[str, tuple[Statistic, Rows]] = {
    **{name: (statistic, COUNTS) for name, statistic in COEFFICIENTS.items()},
    **{f"cohen {kappa.weighting}": (kappa, VOTES[:, :2]) for kappa in KAPPAS},
    "mean": (Mean(), np.where(VOTES[:, 0] == 0, np.nan, VOTES[:, 1])),
}


def rng(seed: int = 7) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize(("statistic", "rows"), CASES.values(), ids=CASES)
def test_bootstrap_interval_is_that_of_the_drawn_pairs(statistic: Statistic, rows: Rows) -> None:
    """Drawn pair by pair, without sums."""
    values = []
    for draws in draw_topics(6, rng=rng(), n_resamples=50):
        times = draws.astype(np.int64)[TOPICS]
        values.append(compute(statistic, np.repeat(rows, times, axis=0)))
    expected = np.quantile(np.array(values, dtype=np.float64), [0.05, 0.95])
    found = bootstrap_interval(statistic, rows, TOPICS, rng=rng(), n_resamples=50, confidence=0.9)
    assert (found.low, found.high) == pytest.approx(expected.tolist(), abs=1e-9)
    assert found[2:] == (0.9, 6, 50, 0)


@given(st.integers(0, 99))
def test_order_of_pairs_changes_no_interval(seed: int) -> None:
    alpha, order = KrippendorffAlpha("ordinal", SCALE), rng(seed).permutation(40)
    before = bootstrap_interval(alpha, COUNTS, TOPICS, rng=rng(), n_resamples=20)
    after = bootstrap_interval(alpha, COUNTS[order], TOPICS[order], rng=rng(), n_resamples=20)
    assert after == pytest.approx(before, abs=1e-9)


def test_bootstrap_interval_is_repeated_by_its_seed() -> None:
    first, again, other = (
        bootstrap_interval(PercentAgreement(), COUNTS, TOPICS, rng=rng(seed)) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_percentile_interval_is_the_same_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    alpha = KrippendorffAlpha("interval", SCALE)
    by_topic, draws = sums_by_topic(alpha, COUNTS, TOPICS, 6), draw_topics(6, rng=rng())
    whole = percentile_interval(alpha, by_topic, draws)
    monkeypatch.setattr(bootstrap, "_CELLS_AT_ONCE", 100)
    assert percentile_interval(alpha, by_topic, draws) == pytest.approx(whole, abs=1e-12)


def test_resamples_without_a_value_are_left_out_and_counted() -> None:
    """Of two topics one has a single grade: drawn twice, it leaves kappa undefined."""
    couples = np.array([[1, 1], [0, 1], [1, 0], [0, 0]])
    topics = np.array([0, 1, 1, 1])
    draws = np.array([[2, 0], [1, 1], [0, 2]], dtype=np.float64)
    kappa = CohenKappa(SCALE)
    found = percentile_interval(kappa, sums_by_topic(kappa, couples, topics, 2), draws)
    assert found.n_undefined == 1
    assert found.low is not None


@pytest.mark.parametrize("n_pairs", [0, 3])
def test_fewer_than_two_topics_have_no_interval(n_pairs: int) -> None:
    topics = np.zeros(n_pairs, dtype=np.int64)
    found = bootstrap_interval(PercentAgreement(), COUNTS[:n_pairs], topics, rng=rng())
    assert found == Interval(None, None, 0.95, min(n_pairs, 1), 1000, 0)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"n_resamples": 0}, "n_resamples"),
        ({"confidence": 95}, "confidence"),
        ({"topics": TOPICS[1:]}, "39 topics"),
    ],
)
def test_bootstrap_interval_of_what_does_not_fit_is_refused(
    wrong: dict[str, object], said: str
) -> None:
    arguments: dict[str, object] = {"topics": TOPICS, "rng": rng()} | wrong
    with pytest.raises(ValueError, match=said):
        bootstrap_interval(PercentAgreement(), COUNTS, **arguments)  # type: ignore[arg-type]


def test_bootstrap_interval_of_a_figure_that_all_topics_share_has_no_width() -> None:
    found = bootstrap_interval(Mean(), np.full(40, 0.5), TOPICS, rng=rng())
    assert found.low == found.high == 0.5


def test_bootstrap_interval_of_two_columns_leaves_pairs_out_that_one_lacks() -> None:
    kappa = CohenKappa(SCALE, "quadratic")
    columns = VOTES[:, :2].astype(np.float64)
    columns[::5, 0] = columns[::7, 1] = np.nan
    shared = ~np.isnan(columns).any(axis=1)
    expected = bootstrap_interval(kappa, VOTES[shared, :2], TOPICS[shared], rng=rng())
    assert bootstrap_interval(kappa, columns, TOPICS, rng=rng()) == expected
