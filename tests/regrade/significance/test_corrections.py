from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from regrade.significance import (
    CORRECTIONS,
    TESTS,
    CorrectionName,
    PairOptions,
    correct,
    correct_families,
)
from regrade.significance.pairs import differences_key, paired_differences
from tests.regrade.significance.textbook import FIFTEEN_P_VALUES
from tests.tiers import examples, thorough

NAMES: list[CorrectionName] = ["bonferroni", "holm", "bh", "by"]
p_values = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@thorough
@given(p_values)
def test_corrections_agree_with_statsmodels(values: list[float]) -> None:
    multipletests = import_module("statsmodels.stats.multitest").multipletests
    theirs = {"bonferroni": "bonferroni", "holm": "holm", "bh": "fdr_bh", "by": "fdr_by"}
    with pytest.MonkeyPatch.context() as patch:
        # It collects the garbage of the whole process at each call, which takes 0.3 s.
        patch.setattr("gc.collect", lambda: 0)
        for method in NAMES:
            expected = multipletests(values, method=theirs[method])[1]
            assert correct(values, method).p_values == pytest.approx(tuple(expected))


def test_there_are_four_corrections() -> None:
    assert list(CORRECTIONS) == NAMES


@pytest.mark.parametrize(("method", "n_rejected"), [("bonferroni", 3), ("holm", 3), ("bh", 4)])
def test_corrections_of_benjamini_and_hochbergs_example(
    method: CorrectionName, n_rejected: int
) -> None:
    """At .05 their procedure rejects four of the fifteen, Bonferroni's three."""
    adjusted = correct(FIFTEEN_P_VALUES, method).p_values
    assert sum(p_value is not None and p_value <= 0.05 for p_value in adjusted) == n_rejected


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("bonferroni", [0.04, 0.16, 0.12, 0.8]),
        ("holm", [0.04, 0.09, 0.09, 0.2]),
        ("bh", [0.04, 0.16 / 3, 0.16 / 3, 0.2]),
        ("by", [0.04 * 25 / 12, 0.16 / 3 * 25 / 12, 0.16 / 3 * 25 / 12, 0.2 * 25 / 12]),
    ],
)
def test_corrections_by_hand(method: CorrectionName, expected: list[float]) -> None:
    """In the order given; Holm never lets a larger p get below a smaller one, nor do the others."""
    assert correct([0.01, 0.04, 0.03, 0.2], method).p_values == pytest.approx(expected)


@given(p_values)
def test_false_discovery_rates_agree_with_scipy(family: list[float]) -> None:
    for method in ("bh", "by"):
        expected = stats.false_discovery_control(family, method=method)
        assert correct(family, method).p_values == pytest.approx(expected.tolist(), abs=1e-12)


@examples(40)
@given(p_values, st.sampled_from(NAMES))
def test_a_correction_never_makes_p_smaller(family: list[float], method: CorrectionName) -> None:
    adjusted = correct(family, method).p_values
    pairs = zip(family, adjusted, strict=True)
    assert all(after is not None and before - 1e-12 <= after <= 1 for before, after in pairs)


@pytest.mark.parametrize("method", NAMES)
def test_tests_without_a_p_value_are_not_counted(method: CorrectionName) -> None:
    gaps, whole = correct([0.01, None, 0.03, None], method), correct([0.01, 0.03], method)
    assert gaps.p_values == (whole.p_values[0], None, whole.p_values[1], None)
    assert (gaps.n_tests, gaps.n_untested) == (2, 2)


@pytest.mark.parametrize("method", NAMES)
def test_a_family_of_one_test_or_none_stays_as_it_is(method: CorrectionName) -> None:
    assert correct([0.03], method).p_values == pytest.approx((0.03,))
    for family in ([], [None, None]):
        answer = correct(family, method)
        assert (answer.p_values, answer.n_tests) == (tuple(family), 0)


@pytest.mark.parametrize(
    ("names", "named"), [(["ours on RR", "ours on AP"], "ours on AP"), ([], "test 1")]
)
def test_nan_is_refused_with_the_tests_name_or_number(names: list[str], named: str) -> None:
    with pytest.raises(ValueError, match=f"{named} is NaN"):
        correct([0.1, float("nan")], "holm", names=names)


@pytest.mark.parametrize("p_value", [-0.1, 1.1, float("inf")])
def test_what_is_no_probability_is_refused(p_value: float) -> None:
    with pytest.raises(ValueError, match=f"test 0 is {p_value}"):
        correct([p_value], "holm")


def test_an_unknown_correction_is_refused() -> None:
    with pytest.raises(ValueError, match="bonferroni, holm, bh, by, got 'sidak'"):
        correct([0.1], "sidak")  # type: ignore[arg-type]


def test_names_of_another_number_are_refused() -> None:
    with pytest.raises(ValueError, match="1 names for 2 tests"):
        correct([0.1, 0.2], "holm", names=["one"])


@pytest.mark.parametrize(
    ("family", "sentence"),
    [
        ([0.1], "p-values corrected by Holm for 1 test."),
        ([0.1, 0.2], "p-values corrected by Holm for 2 tests."),
        ([0.1, None], "p-values corrected by Holm for 1 test; 1 without a p-value left out."),
    ],
)
def test_a_correction_says_what_it_counted(family: list[float | None], sentence: str) -> None:
    assert correct(family, "holm").explained == sentence


def test_each_family_is_corrected_by_itself() -> None:
    ps = [0.01, 0.04, 0.03, None, 0.2]
    found = correct_families(
        ps, "holm", "column", members=["a", "a", "b", "b", "b"], tests=[b"1", b"2", b"3", b"", b"4"]
    )
    assert found.p_values == pytest.approx((0.02, 0.04, 0.06, None, 0.2))
    assert found.sizes == (2, 2, 2, None, 2)
    assert found.explained == (
        "p-values corrected by Holm for 2 tests of one measure under one label set;"
        " 1 without a p-value left out."
    )


def test_tests_that_repeat_another_count_once_and_no_difference_counts_not() -> None:
    """The same run twice, a label set twice, and a run that scores as the baseline does."""
    found = correct_families(
        [0.01, 0.01, 0.02, 1.0, 0.03],
        "bonferroni",
        "table",
        members=[""] * 5,
        tests=[b"1", b"1", b"2", None, b"3"],
    )
    assert found.p_values == pytest.approx((0.03, 0.03, 0.06, 1.0, 0.09))
    assert (found.n_tests, found.n_repeated) == (3, 2)
    assert found.sizes == (3, 3, 3, None, 3)
    assert found.explained.endswith(
        "for 3 tests of the whole table; 2 that repeat another, or find no difference, not counted."
    )


@pytest.mark.parametrize("test", ["t", "randomization", "equivalence"])
def test_key_of_a_test_is_that_of_its_differences(test: str) -> None:
    options = PairOptions(bounds=(-0.1, 0.1))
    base, run = np.array([0.2, 0.4, 0.6]), np.array([0.4, 0.5, 0.6])
    keys = {
        name: differences_key(TESTS[test](*pair, options=options), paired_differences(*pair))
        for name, pair in {
            "one": (base, run),
            "moved": (base + 0.1, run + 0.1),
            "back": (run, base),
            "alike": (run, run + 1e-15),
        }.items()
    }
    assert keys["one"] == keys["moved"] != keys["back"]
    assert (keys["alike"] is None) == (test != "equivalence")
