from __future__ import annotations

from collections.abc import Callable

import pytest

from regrade.files.numbers import parse_count, parse_small_number


@pytest.mark.parametrize(("text", "number"), [("3", 3), ("-2", -2), ("+1", 1), ("007", 7)])
def test_parse_small_number(text: str, number: int) -> None:
    assert parse_small_number("grade", text) == number


@pytest.mark.parametrize("text", ["1.0", "", "one", "1_0", "٣", "nan", "true", "1e2", "--1"])
@pytest.mark.parametrize("parse", [parse_small_number, parse_count])
def test_parse_number_that_is_not_whole_is_refused(
    parse: Callable[[str, str], int], text: str
) -> None:
    with pytest.raises(ValueError, match=r"^grade '.*' is not a whole number$"):
        parse("grade", text)


@pytest.mark.parametrize("text", ["32768", "-32769"])
def test_parse_small_number_of_more_than_two_bytes_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"grade {text} is outside -32768 to 32767"):
        parse_small_number("grade", text)


def test_parse_count_below_zero_is_refused() -> None:
    assert parse_count("active_ms", "0") == 0
    with pytest.raises(ValueError, match="active_ms -1 is negative"):
        parse_count("active_ms", "-1")
