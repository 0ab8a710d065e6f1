from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.agreement.coefficients.krippendorff import Level
from tests.regrade.agreement.counted import count_grades, krippendorff_alpha

Grades = list[list[int]]

# Krippendorff 2011, sections C and D: four observers, twelve units, missing values; he reports
# .743, .815, .849 and .797. The others are random tables, computed with the PyPI package
# krippendorff 0.9.0.
PUBLISHED: Grades = [
    [1, 1, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [5, 5, 5],
    [1, 1],
    [3],
]
NEGATIVE: Grades = [[0, -1], [3, 3], [2], [2, 0], [-1], [0, -1]]
UNEVEN: Grades = [
    [2, 4, 3, 5, 6],
    [3, 2, 3, 6],
    [4, 3, 5],
    [1, 6, 5, 1, 2],
    [5, 6, 1, 2, 1],
]
SPARSE: Grades = [[5, 2, 5], [3], [2], [3, 3], [5, 1, 3], [1, 4], [2, 4, 3], [5, 2]]


def occurring(grades: Grades) -> list[int]:
    return sorted({grade for votes in grades for grade in votes})


any_grades = st.lists(st.lists(st.integers(1, 5), max_size=4), max_size=12)


@pytest.mark.parametrize(
    ("grades", "nominal", "ordinal", "interval", "ratio"),
    [
        (PUBLISHED, 0.743421052631579, 0.8153875037548814, 0.8491071428571428, 0.7974027747116121),
        (NEGATIVE, 0.08695652173913038, 0.6298076923076923, 0.7307692307692308, None),
        (
            UNEVEN,
            -0.0674999999999999,
            -0.11733615221987326,
            -0.13383507853403143,
            -0.011202722643360419,
        ),
        (
            SPARSE,
            0.045454545454545414,
            -0.40262172284644193,
            -0.38028169014084523,
            -0.3590306690465499,
        ),
    ],
    ids=["published", "negative", "uneven", "sparse"],
)
def test_krippendorff_alpha_of_known_tables(
    grades: Grades, nominal: float, ordinal: float, interval: float, ratio: float | None
) -> None:
    counts, scale = count_grades(grades), occurring(grades)
    assert krippendorff_alpha(counts, "nominal") == pytest.approx(nominal, abs=1e-12)
    assert krippendorff_alpha(counts, "ordinal") == pytest.approx(ordinal, abs=1e-12)
    assert krippendorff_alpha(counts, "interval", scale) == pytest.approx(interval, abs=1e-12)
    if ratio is not None:
        assert krippendorff_alpha(counts, "ratio", scale) == pytest.approx(ratio, abs=1e-12)


def test_krippendorff_ratio_alpha_has_grade_0_fully_apart_from_every_other() -> None:
    # d(0, 1) = d(0, 2) = 1, d(1, 2) = 1/9; o_01 = 1, n = (3, 2, 1): e * d = 2 (6 + 3 + 2/9)
    counts = count_grades([[0, 0], [0, 1], [1, 2]])
    expected = 1 - 5 * 2 * (1 + 1 / 9) / (2 * (6 + 3 + 2 / 9))
    assert krippendorff_alpha(counts, "ratio", range(3)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("level", "scale", "said"),
    [
        ("interval", [0, 1, 2], "shape .1, 2. do not fit KrippendorffAlpha"),
        ("ratio", [-1, 1], "got -1"),
    ],
)
def test_krippendorff_alpha_of_grades_that_do_not_fit_is_refused(
    level: Level, scale: list[int], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        krippendorff_alpha(count_grades([[0, 1]]), level, scale)


def test_krippendorff_alpha_by_hand() -> None:
    # n = 4, n_1 = 3, n_2 = 1; o_12 = o_21 = 1, e_12 = e_21 = 3 / 3: as much as by chance.
    assert krippendorff_alpha(count_grades([[1, 1], [1, 2]]), "nominal") == pytest.approx(0.0)


@pytest.mark.parametrize(
    "grades",
    [[], [[]], [[1], [2]], [[3, 3], [3, 3, 3]], [[1, 1], [2]]],
    ids=["nothing", "no vote", "no couple", "one grade", "one grade among couples"],
)
@pytest.mark.parametrize("level", get_args(Level))
def test_krippendorff_alpha_where_undefined_is_none(grades: Grades, level: Level) -> None:
    assert krippendorff_alpha(count_grades(grades), level, occurring(grades)) is None


@given(any_grades)
def test_krippendorff_ordinal_alpha_reads_the_order_of_grades_alone(grades: Grades) -> None:
    stretched = [[grade**3 for grade in votes] for votes in grades]
    plain = krippendorff_alpha(count_grades(grades), "ordinal")
    assert krippendorff_alpha(count_grades(stretched), "ordinal") == plain


@given(any_grades)
def test_krippendorff_alpha_ignores_pairs_with_one_vote(grades: Grades) -> None:
    coupled = [votes for votes in grades if len(votes) > 1]
    for level in ("nominal", "ordinal"):
        expected = krippendorff_alpha(count_grades(coupled), level)
        assert krippendorff_alpha(count_grades(grades), level) == pytest.approx(expected)
