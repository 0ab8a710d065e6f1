from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.agreement.coefficients.of_scopes import (
    Coefficients,
    coefficients,
    sums_of_counts,
    sums_of_couples,
)
from regrade.agreement.counting.confusion import confusion_matrix
from tests.regrade.agreement.counted import (
    cohen_kappa,
    cohen_kappa_quadratic,
    count_grades,
    fleiss_kappa,
    krippendorff_alpha,
    percent_agreement,
)

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
    scale = np.array([-1, 0, 2, 5])
    columns = [np.array(couple, dtype=np.int64).reshape(-1, 2).T for couple in couples]
    tables = [confusion_matrix(first, second, scale) for first, second in columns]
    together = np.array(tables, dtype=np.float64).reshape(-1, 4, 4)
    found = list(coefficients(sums_of_couples(together), scale, 2))
    assert len(found) == len(couples)
    for couple, of_couple in zip(couples, found, strict=True):
        rows = np.array(couple, dtype=np.int64).reshape(-1, 2)
        sums = sums_of_counts(count_grades(couple, scale), rows, scale, 2)
        assert list(coefficients(sums, scale, 2)) == [of_couple]
        assert of_couple._asdict() == pytest.approx(one_by_one(couple)._asdict(), abs=1e-9)
