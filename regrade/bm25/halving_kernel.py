from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from regrade.text.compiled import inlined


@inlined
def first_from(numbers: NDArray[Any], low: int, high: int, least: Any) -> int:
    """Index of the first number >= `least` in ascending numbers[low:high]; `high` if there is none.

    Args:
        least: signed as the numbers are; numba compares the two kinds as floats.
    """
    while low < high:
        middle = (low + high) >> 1
        if numbers[middle] < least:
            low = middle + 1
        else:
            high = middle
    return low
