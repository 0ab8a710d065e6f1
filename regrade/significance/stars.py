from __future__ import annotations

from regrade.given import explained

LEVELS = ((0.0001, "****"), (0.001, "***"), (0.01, "**"), (0.05, "*"))


@explained
def stars(p_value: float | None) -> str:
    """The usual marks of a p-value: * below .05, ** .01, *** .001, **** .0001; else none."""
    if p_value is None:
        return ""
    return next((mark for level, mark in LEVELS if p_value < level), "")
