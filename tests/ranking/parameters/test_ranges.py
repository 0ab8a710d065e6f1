from __future__ import annotations

import math

import pytest

from ranking.parameters.ranges import OutOfRange, Range
from tests.refusals import refused


@pytest.mark.parametrize("value", [0, 0.5, 1000])
def test_check_takes_what_lies_within(value: float) -> None:
    Range(0, 1000).check("k1", value)


@pytest.mark.parametrize(
    ("allowed", "value", "rule"),
    [
        (Range(0, 1000), 1000.5, "a number from 0 to 1,000, not 1000.5"),
        (Range(0, 1000), -1, "not -1"),
        (Range(0, 1000), math.nan, "not nan"),
        (Range(0, 1000), math.inf, "not inf"),
        (Range(1, is_whole=True), 0, "a whole number of at least 1, not 0"),
    ],
)
def test_check_refuses_what_lies_outside(allowed: Range, value: float, rule: str) -> None:
    with refused(OutOfRange, "out_of_range", field="k1") as caught:
        allowed.check("k1", value)
    assert str(caught.value).endswith(f"{rule}.")


def test_an_error_of_a_field_within_a_field_is_shown_by_the_inner_name() -> None:
    error = OutOfRange("rm3.fb_docs", "at least 1")
    assert (error.field, str(error)) == ("rm3.fb_docs", "fb_docs must be at least 1.")
