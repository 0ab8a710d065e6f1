from __future__ import annotations

import pytest

from ranking.runs.pairs import parse_depths


@pytest.mark.parametrize(
    ("text", "depths"),
    [
        ("10", [10]),
        (" 20, 10,,", [10, 20]),
        ("2-5", [2, 3, 4, 5]),
        ("3-4,4-5,3", [3, 4, 5]),
        ("1-1000", list(range(1, 1001))),
    ],
)
def test_parse_depths_takes_numbers_and_ranges(text: str, depths: list[int]) -> None:
    assert parse_depths(text) == depths


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "0 numbers"),
        ("ten", "ten"),
        ("-5", "-5"),
        ("5-2", "5-2"),
        ("2-999999999", "1,000"),
        ("9999999999", "9999999999"),
        ("٣", "٣"),
        ("1-600,700-1300", "1,201"),
    ],
)
def test_parse_depths_refuses_what_it_cannot_read(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_depths(text)
