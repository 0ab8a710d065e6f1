from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.bm25.ties import adjust_ties


@pytest.mark.parametrize(
    ("scores", "printed"),
    [
        ([], ""),
        ([12.34567], "12.345700"),
        ([3.0, 2.0], "3.000000 2.000000"),
        ([1.0, 1.0, 1.0], "1.000000 0.999999 0.999998"),
        ([5.5, 5.12345, 5.12344, 5.12335, 5.1232], "5.500000 5.123400 5.123399 5.123398 5.123200"),
        # Neighbors 1e-4 apart are near by float32's noise here, and not there.
        ([3.0003, 3.0002, 3.0001, 3.0], "3.000300 3.000199 3.000098 2.999997"),
        ([11.0003, 11.0002, 11.0001, 11.0], "11.000300 11.000200 11.000100 11.000000"),
        ([2.00035, 2.00025, 2.00015, 2.00005], "2.000300 2.000299 2.000100 2.000099"),
    ],
)
def test_adjust_ties_prints_as_anserini(scores: list[float], printed: str) -> None:
    adjusted = adjust_ties(np.array(scores, np.float32))

    assert " ".join(f"{score:.6f}" for score in adjusted) == printed


@given(st.lists(st.floats(0.0, 1e4, width=32), max_size=60))
def test_adjust_ties_of_any_scores_leaves_none(scores: list[float]) -> None:
    descending = np.sort(np.array(scores + scores, np.float32))[::-1]

    assert (np.diff(adjust_ties(descending)) < 0).all()


def test_adjust_ties_of_many_high_scores_stays_near_them() -> None:
    """At 300 a float32 cannot show a millionth: neighbors fall together and are parted below it."""
    adjusted = adjust_ties(np.full(1_000, 300.1234, np.float32))

    assert np.abs(adjusted - 300.1234).max() < 2e-3
