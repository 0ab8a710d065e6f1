from __future__ import annotations

import numpy as np
import pytest

from regrade.agreement.counting.scale import Weighting
from tests.regrade.agreement.coefficients.test_krippendorff import PUBLISHED
from tests.regrade.agreement.counted import count_grades, gwet_ac1, gwet_ac2

# Computed with the PyPI package irrCAC 0.4.4 and categories 1 to 5, or 0 to 5.
UNEVEN = [[1, 3, 3], [2, 2], [4, 5], [5, 5, 5], [1, 2, 1], [2], [4, 2, 1], [3, 3]]
# Two abstractors' diagnoses of a hundred patients, Gwet 2014; he reports AC1 .8493.
ABSTRACTORS = [[13, 0, 0], [0, 20, 7], [0, 4, 56]]


@pytest.mark.parametrize(
    ("grades", "lowest", "weighting", "expected"),
    [
        (PUBLISHED, 1, "plain", 0.775444068126995),  # Gwet 2014 reports .7754
        (PUBLISHED, 1, "linear", 0.858739136432611),
        (PUBLISHED, 1, "quadratic", 0.914000723551605),
        (UNEVEN, 1, "plain", 0.4099796412246),
        (UNEVEN, 1, "linear", 0.576065356590859),
        (UNEVEN, 1, "quadratic", 0.709408895989237),
        (UNEVEN, 0, "plain", 0.436900607091533),
        (UNEVEN, 0, "linear", 0.67090102272078),
        (UNEVEN, 0, "quadratic", 0.822681329205931),
    ],
)
def test_gwet_ac2_of_known_tables(
    grades: list[list[int]], lowest: int, weighting: Weighting, expected: float
) -> None:
    scale = range(lowest, 6)
    assert gwet_ac2(count_grades(grades, scale), scale, weighting) == pytest.approx(
        expected, abs=1e-12
    )


@pytest.mark.parametrize(
    ("weighting", "expected"),
    [
        ("plain", 0.849330548231346),
        ("linear", 0.900022722108612),
        ("quadratic", 0.940236879278496),
    ],
)
def test_gwet_ac2_of_two_abstractors(weighting: Weighting, expected: float) -> None:
    table = np.array(ABSTRACTORS)
    couples = [couple for couple in np.ndindex(3, 3) for _ in range(table[couple])]
    counts = count_grades(couples, range(3))
    assert gwet_ac2(counts, range(3), weighting) == pytest.approx(expected, abs=1e-12)


def test_gwet_ac1_is_ac2_with_plain_weights() -> None:
    counts = count_grades(UNEVEN, range(6))
    assert gwet_ac1(counts) == gwet_ac2(counts, range(6), "plain")


def test_gwet_ac1_of_one_grade_in_all_is_1() -> None:
    assert gwet_ac1(count_grades([[2, 2], [2, 2]], range(4))) == 1.0


@pytest.mark.parametrize(
    ("grades", "scale"),
    [([], range(4)), ([[1], [2]], range(4)), ([[1, 1]], [1]), ([], [])],
    ids=["nothing", "one vote a pair", "a scale of one grade", "no scale"],
)
def test_gwet_ac2_where_undefined_is_none(grades: list[list[int]], scale: list[int]) -> None:
    assert gwet_ac2(count_grades(grades, scale), scale) is None


def test_gwet_ac2_of_a_scale_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit GwetAC"):
        gwet_ac2(count_grades([[0, 1]]), range(4))
