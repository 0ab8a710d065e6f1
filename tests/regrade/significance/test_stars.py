from __future__ import annotations

import pytest

from regrade.significance import stars


@pytest.mark.parametrize(
    ("p_value", "expected"),
    [
        (None, ""),
        (1.0, ""),
        (0.05, ""),
        (0.0499, "*"),
        (0.01, "*"),
        (0.0099, "**"),
        (0.001, "**"),
        (0.00099, "***"),
        (0.0001, "***"),
        (0.000099, "****"),
        (0.0, "****"),
    ],
)
def test_stars_at_the_borders(p_value: float | None, expected: str) -> None:
    assert stars(p_value) == expected
