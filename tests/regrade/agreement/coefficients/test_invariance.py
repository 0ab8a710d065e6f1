"""What holds of every coefficient, whatever its formula."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.agreement.coefficients.cohen import CohenKappa
from regrade.agreement.coefficients.fleiss import FleissKappa
from regrade.agreement.coefficients.gwet import GwetAC
from regrade.agreement.coefficients.krippendorff import KrippendorffAlpha, Level
from regrade.agreement.coefficients.percent import PercentAgreement
from regrade.agreement.coefficients.statistic import Rows, Statistic, compute
from regrade.agreement.counting.scale import Weighting
from tests.regrade.agreement.counted import count_answers

SCALE = np.arange(4)
Answers = list[list[int | None]]
WEIGHTINGS: tuple[Weighting, ...] = get_args(Weighting)
LEVELS: tuple[Level, ...] = get_args(Level)
COEFFICIENTS: dict[str, Statistic] = {
    "percent": PercentAgreement(),
    "fleiss": FleissKappa(3),
    **{f"gwet {weighting}": GwetAC(SCALE, weighting) for weighting in WEIGHTINGS},
    **{f"alpha {level}": KrippendorffAlpha(level, SCALE) for level in LEVELS},
}
KAPPAS = [CohenKappa(SCALE, weighting) for weighting in WEIGHTINGS]
every_coefficient = pytest.mark.parametrize("statistic", COEFFICIENTS.values(), ids=COEFFICIENTS)
any_answers = st.lists(
    st.lists(st.none() | st.sampled_from(SCALE.tolist()), min_size=3, max_size=3), max_size=10
)
any_couples = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=12)


def counted(answers: Answers) -> Rows:
    return count_answers(answers, "drop", SCALE)


@every_coefficient
@given(answers=any_answers, seed=st.integers(0, 99))
def test_order_of_assessors_and_of_pairs_changes_nothing(
    statistic: Statistic, answers: Answers, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    assessors, pairs = rng.permutation(3), rng.permutation(len(answers))
    moved = [[answers[pair][assessor] for assessor in assessors] for pair in pairs]
    before, after = compute(statistic, counted(answers)), compute(statistic, counted(moved))
    assert after == pytest.approx(before, abs=1e-9)


@every_coefficient
def test_a_list_is_a_scale_as_an_array_is(statistic: Statistic) -> None:
    fields = {name: np.asarray(value).tolist() for name, value in vars(statistic).items()}
    rows = counted([[0, 1, 3], [2, 2, 3], [1, 1, 1]])
    assert compute(type(statistic)(**fields), rows) == compute(statistic, rows)


@pytest.mark.parametrize("kind", [CohenKappa, GwetAC, partial(KrippendorffAlpha, "ordinal")])
def test_grades_out_of_order_are_no_scale(kind: Callable[..., Statistic]) -> None:
    with pytest.raises(ValueError, match="must ascend, got 2, 1, 0"):
        kind(np.array([2, 1, 0]))


@pytest.mark.parametrize("kappa", KAPPAS)
@given(couples=any_couples, seed=st.integers(0, 99))
def test_order_of_two_assessors_and_of_pairs_changes_no_kappa(
    kappa: CohenKappa, couples: list[tuple[int, int]], seed: int
) -> None:
    rows = np.array(couples, dtype=np.int64).reshape(-1, 2)
    moved = np.random.default_rng(seed).permutation(rows)[:, ::-1]
    assert compute(kappa, moved) == pytest.approx(compute(kappa, rows), abs=1e-9)


@every_coefficient
def test_identical_assessors_agree_fully(statistic: Statistic) -> None:
    assert compute(statistic, counted([[grade] * 3 for grade in (0, 1, 3, 3)])) == 1.0


@pytest.mark.parametrize("kappa", KAPPAS)
def test_two_identical_assessors_have_kappa_1(kappa: CohenKappa) -> None:
    assert compute(kappa, np.array([[0, 0], [1, 1], [3, 3]])) == 1.0


@pytest.mark.parametrize("kappa", KAPPAS)
def test_an_assessor_who_gives_one_grade_alone_has_kappa_0(kappa: CohenKappa) -> None:
    assert compute(kappa, np.array([[0, 1], [1, 1], [3, 1]])) == 0.0


@every_coefficient
def test_one_vote_a_pair_leaves_a_coefficient_undefined(statistic: Statistic) -> None:
    assert compute(statistic, counted([[0, None, None], [None, 2, None]])) is None


@every_coefficient
def test_sums_of_all_pairs_are_the_sums_of_their_parts(statistic: Statistic) -> None:
    rows = counted([[0, 1, None], [2, 2, 3], [1, 1, 1], [0, None, None], [3, 2, 0]])
    parts = statistic.sums(rows[:2]) + statistic.sums(rows[2:2]) + statistic.sums(rows[2:])
    np.testing.assert_allclose(parts, statistic.sums(rows), rtol=0, atol=1e-12)
