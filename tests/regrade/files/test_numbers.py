from __future__ import annotations

from collections.abc import Callable

import pytest

from regrade.files.errors import BadValue
from regrade.files.numbers import parse_count, parse_small_number, whole_or_none
from tests.refusals import refused


@pytest.mark.parametrize(
    ("text", "number"), [("3", 3), ("-2", -2), ("+1", 1), ("007", 7), ("1.0", 1), ("-2.00", -2)]
)
def test_parse_small_number(text: str, number: int) -> None:
    assert parse_small_number("grade", text) == number


@pytest.mark.parametrize(
    "text",
    ["1.5", "1.", ".0", "1.0.0", "one.0", "", "one", "1_0", "٣", "nan", "true", "1e2", "--1"],
)
@pytest.mark.parametrize("parse", [parse_small_number, parse_count])
def test_parse_number_that_is_not_whole_is_refused(
    parse: Callable[[str, str], int], text: str
) -> None:
    with refused(BadValue, "not_a_whole_number", says=f"grade '{text}'"):
        parse("grade", text)


@pytest.mark.parametrize("text", ["32768", "-32769"])
def test_parse_small_number_of_more_than_two_bytes_is_refused(text: str) -> None:
    with refused(BadValue, "out_of_range", says=f"grade {text} is outside -32768 to 32767"):
        parse_small_number("grade", text)


@pytest.mark.parametrize("text", ["-1", "8"])
def test_parse_count_beyond_its_range_is_refused(text: str) -> None:
    assert parse_count("active_ms", "0") == 0
    with refused(BadValue, "out_of_range", says=f"active_ms {text}"):
        parse_count("active_ms", text, 7)


NO_NUMBERS = (3.5, 2.0**53, 1e300, float("nan"), float("inf"), True, "3", None)


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3), (3.0, 3), (-0.0, 0), (2**70, 2**70), *((value, None) for value in NO_NUMBERS)],
)
def test_whole_or_none(value: object, number: int | None) -> None:
    assert whole_or_none(value) == number
