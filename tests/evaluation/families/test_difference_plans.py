from __future__ import annotations

import numpy as np
import pytest

from evaluation.exceptions import SignificanceRefused
from evaluation.families.difference_plans import Planned, plan_difference
from regrade.significance import detectable_difference, topics_needed
from tests.refusals import refused

RANDOM = np.random.default_rng(7)
BASELINE = RANDOM.random(40)
RUN = BASELINE + RANDOM.normal(0.05, 0.1, 40)
DIFFERENCES = RUN - BASELINE


def test_the_plan_is_of_the_differences_that_were_seen() -> None:
    plan = plan_difference(BASELINE, RUN)
    assert plan.n_topics == 40
    assert plan.observed == pytest.approx(DIFFERENCES.mean())
    assert plan.difference == pytest.approx(plan.observed)
    assert plan.sd == pytest.approx(DIFFERENCES.std(ddof=1))


def test_a_test_is_planned_alone_and_as_one_of_its_table() -> None:
    plan = plan_difference(BASELINE, RUN, n_tests=12)
    assert [family.n_tests for family in plan.families] == [1, 12]
    for family in plan.families:
        found = detectable_difference(plan.sd, 40, n_tests=family.n_tests)
        assert family.detectable == pytest.approx(found)
        needed = topics_needed(plan.difference, plan.sd, n_tests=family.n_tests)
        assert family.needed == needed


def test_the_curve_falls_and_goes_through_the_topics_at_hand() -> None:
    [family] = plan_difference(BASELINE, RUN).families
    assert [each.n_topics for each in family.curve][:4] == [10, 20, 40, 50]
    found = [each.difference for each in family.curve]
    assert found == sorted(found, reverse=True)
    assert family.detectable in found


def test_another_difference_can_be_planned_for() -> None:
    plan = plan_difference(BASELINE, RUN, Planned(difference=-0.02))
    assert plan.difference == -0.02
    assert plan.families[0].needed == topics_needed(0.02, plan.sd)


def test_no_difference_needs_no_number_of_topics() -> None:
    [family] = plan_difference(BASELINE, BASELINE).families
    assert (family.needed, family.detectable) == (None, 0.0)


@pytest.mark.parametrize(
    ("values", "planned", "code"),
    [
        (BASELINE[:1], Planned(), "too_few_topics"),
        (BASELINE, Planned(difference=0.0), "no_plan"),
        (BASELINE, Planned(power=1.0), "no_plan"),
    ],
)
def test_what_no_plan_can_be_made_of_is_refused(
    values: np.ndarray, planned: Planned, code: str
) -> None:
    with refused(SignificanceRefused, code):
        plan_difference(values, values, planned)
