from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.text.compiled import compiled


@compiled
def decode(data: NDArray[np.uint8], at: int) -> tuple[int, int]:
    """The code point at a place of valid UTF-8, and how many bytes it takes."""
    first = int(data[at])
    if first < 0x80:
        return first, 1
    second = int(data[at + 1]) & 0x3F
    if first < 0xE0:
        return (first & 0x1F) << 6 | second, 2
    third = int(data[at + 2]) & 0x3F
    if first < 0xF0:
        return (first & 0x0F) << 12 | second << 6 | third, 3
    fourth = int(data[at + 3]) & 0x3F
    return (first & 0x07) << 18 | second << 12 | third << 6 | fourth, 4


@compiled
def encode(point: int, out: NDArray[np.uint8], at: int) -> int:
    """Write a code point as UTF-8 and return its number of bytes."""
    if point < 0x80:
        out[at] = point
        return 1
    if point < 0x800:
        out[at] = 0xC0 | point >> 6
        out[at + 1] = 0x80 | point & 0x3F
        return 2
    if point < 0x10000:
        out[at] = 0xE0 | point >> 12
        out[at + 1] = 0x80 | point >> 6 & 0x3F
        out[at + 2] = 0x80 | point & 0x3F
        return 3
    out[at] = 0xF0 | point >> 18
    out[at + 1] = 0x80 | point >> 12 & 0x3F
    out[at + 2] = 0x80 | point >> 6 & 0x3F
    out[at + 3] = 0x80 | point & 0x3F
    return 4
