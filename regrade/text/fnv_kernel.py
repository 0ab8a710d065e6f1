from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.text.compiled import inlined

START, PRIME = np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)


@inlined
def fnv_1a(data: NDArray[np.uint8], start: int, end: int) -> np.uint64:
    """The 64-bit FNV-1a hash of data[start:end]: the same everywhere and always.

    Source:
        Fowler, Noll and Vo, The FNV Non-Cryptographic Hash Algorithm, IETF draft.
    """
    hashed = START
    for at in range(start, end):
        hashed = (hashed ^ np.uint64(data[at])) * PRIME
    return hashed
