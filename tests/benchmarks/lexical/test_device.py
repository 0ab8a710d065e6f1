from __future__ import annotations

import numpy as np

from benchmarks.lexical.device import n_unlike
from regrade.bm25.search import Hits


def hits(*scores: float) -> Hits:
    return Hits(np.arange(len(scores), dtype=np.int32), np.array(scores, np.float32))


def test_n_unlike_counts_rankings_that_differ_in_the_last_bit() -> None:
    above = float(np.nextafter(np.float32(2), np.float32(3)))
    assert n_unlike([hits(2, 1), hits(2, 1)], [hits(2, 1), hits(above, 1)]) == 1


def test_n_unlike_counts_rankings_of_another_length() -> None:
    assert n_unlike([hits(2, 1)], [hits(2)]) == 1
