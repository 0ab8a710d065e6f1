from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.agreement import (
    coefficients,
    cohen_kappa,
    cohen_kappa_quadratic,
    fleiss_kappa,
    krippendorff_alpha,
    percent_agreement,
)
from regrade.agreement.coefficients import Coefficients, coefficients_of_couples
from regrade.agreement.counts import count_grades

Couple = list[tuple[int, int]]
grade = st.sampled_from([-1, 0, 2, 5])
any_couples = st.lists(st.lists(st.tuples(grade, grade), max_size=6), max_size=5)


def one_by_one(couple: Couple) -> Coefficients:
    first, second = np.array(couple, dtype=np.int64).reshape(-1, 2).T
    counts = count_grades(couple)
    return Coefficients(
        fleiss_kappa(counts, 2),
        cohen_kappa(first, second),
        cohen_kappa_quadratic(first, second),
        krippendorff_alpha(counts, "nominal"),
        krippendorff_alpha(counts, "ordinal"),
        percent_agreement(counts),
    )


@given(any_couples)
def test_coefficients_of_couples_are_those_of_each(couples: list[Couple]) -> None:
    found = coefficients_of_couples(couples)
    assert len(found) == len(couples)
    for couple, together in zip(couples, found, strict=True):
        assert together._asdict() == pytest.approx(one_by_one(couple)._asdict(), abs=1e-9)


def test_coefficients_of_couples_are_the_same_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    couples = [[(0, 1), (1, 1)], [], [(2, 2), (2, 0), (0, 0)]]
    whole = coefficients_of_couples(couples)
    monkeypatch.setattr(coefficients, "_CELLS_AT_ONCE", 1)
    assert coefficients_of_couples(couples) == whole
