from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from regrade.significance.corrections import correct
from regrade.whatif.orders import compare_orders, order_systems, places_of


def test_places_share_what_is_alike_and_follow_the_direction() -> None:
    assert places_of([0.2, 0.3, 0.2, 0.1], lower_is_better=False).tolist() == [2, 1, 2, 4]
    assert places_of([2.0, 3.0], lower_is_better=True).tolist() == [1, 2]


def test_leads_are_those_of_paired_t_tests_corrected_together() -> None:
    rng = np.random.default_rng(4)
    values = rng.random((4, 12)) + np.arange(4)[:, None] * 0.3
    order = order_systems(values)
    pairs = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    plain = [float(stats.ttest_rel(values[j], values[i]).pvalue) for i, j in pairs]
    expected = correct(plain, "holm").p_values
    assert [(lead.first, lead.second) for lead in order.leads] == pairs
    assert [lead.p_value for lead in order.leads] == pytest.approx(plain)
    assert [lead.p_corrected for lead in order.leads] == pytest.approx(expected)
    assert order.leads[0].difference == pytest.approx(values[1].mean() - values[0].mean())


def test_an_order_keeps_loses_gains_and_turns_significant_pairs() -> None:
    rng = np.random.default_rng(5)
    noise = rng.random((4, 30)) * 0.1
    apart = order_systems(noise + np.array([[0.0], [0.5], [1.0], [1.0]]))
    other = order_systems(noise + np.array([[0.5], [0.0], [0.0], [1.0]]))
    kept = compare_orders(apart, other)
    # Of the pairs 01 02 03 12 13 23: 0 and 1, 0 and 2 turn; 0 and 3, 1 and 3 stay.
    assert kept.fates == ("reversed", "reversed", "kept", "vanished", "kept", "appeared")
    assert kept.n_swapped == 3  # 1 and 2 as well, by less than a test can tell
    assert compare_orders(apart, apart).tau == 1


def test_a_run_twice_does_not_count_in_the_correction() -> None:
    values = np.random.default_rng(6).random((3, 12))
    alone, twice = order_systems(values), order_systems(values[[0, 1, 2, 2]])
    assert (alone.n_tests, twice.n_tests) == (3, 3)
    assert twice.leads[0].p_corrected == alone.leads[0].p_corrected
    assert twice.leads[-1].p_corrected == 1


def test_nothing_is_tested_on_one_topic_or_ordered_by_one_system() -> None:
    order = order_systems(np.array([[0.1], [0.2]]))
    assert (order.leads[0].p_value, order.leads[0].interval) == (None, None)
    alone = order_systems(np.array([[0.1, 0.2]]))
    assert compare_orders(alone, alone).tau is None
