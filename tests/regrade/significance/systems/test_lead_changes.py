from __future__ import annotations

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import pytest
from numpy.typing import NDArray
from statsmodels.stats.anova import AnovaRM

from regrade.significance import lead_changes
from regrade.significance.paired.t import paired_t
from tests.regrade.significance.tables import draw_values

Values = NDArray[np.float64]


def interaction(before: Values, after: Values) -> float:
    rows = [
        {"labels": labels, "run": run, "topic": topic, "value": value}
        for labels, values in (("before", before), ("after", after))
        for (run, topic), value in np.ndenumerate(values)
    ]
    found = AnovaRM(pd.DataFrame(rows), "value", "topic", within=["labels", "run"]).fit()
    return float(found.anova_table.loc["labels:run", "F Value"])


def two_tables(n_systems: int) -> tuple[Values, Values]:
    before, noise = draw_values(n_systems, 30, seed=5, step=0.1), draw_values(n_systems, 30, seed=6)
    return before, 0.5 * before + 0.3 * noise


@pytest.mark.parametrize("n_systems", [2, 5])
def test_f_is_that_of_the_interaction(n_systems: int) -> None:
    before, after = two_tables(n_systems)
    assert lead_changes(before, after).f == pytest.approx(interaction(before, after), rel=1e-9)


def test_one_change_is_a_paired_comparison_of_two_leads() -> None:
    before, after = two_tables(2)
    leads = [values[1] - values[0] for values in (before, after)]
    test = paired_t(*leads)
    found = lead_changes(before, after)
    [change] = found.changes
    assert change.before == pytest.approx(leads[0].mean())
    assert change.after == pytest.approx(leads[1].mean())
    assert change.change == pytest.approx(test.mean_difference)
    assert found.f == pytest.approx((test.statistic or 0) ** 2, rel=1e-9)


def test_labels_that_add_the_same_to_all_runs_change_no_lead() -> None:
    before = draw_values(4, 30, seed=5, step=0.1)
    found = lead_changes(before, before + draw_values(1, 30, seed=7))
    assert [(one.change, one.p_value) for one in found.changes] == [(0.0, 1.0)] * 3
    assert (found.f, found.p_value) == (None, 1.0)


def test_tables_of_other_systems_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\(2, 30\) and \(5, 30\)"):
        lead_changes(two_tables(2)[0], two_tables(5)[0])
