from __future__ import annotations

from typing import Any

import pytest

from regrade.significance import PairOptions


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"seed": -1}, "a seed is not negative, got -1"),
        ({"n_resamples": 0}, "n_resamples is at least 1, got 0"),
        ({"confidence": 1.0}, r"confidence lies between 0 and 1, got 1\.0"),
        ({"confidence": 95}, "confidence lies between 0 and 1, got 95"),
        ({"confidence": float("nan")}, "confidence lies between 0 and 1, got nan"),
        ({"zero_method": "drop"}, "zero_method is one of wilcox, pratt, zsplit, got 'drop'"),
        ({"interval_method": "basic"}, "interval_method is one of bca, percentile, got 'basic'"),
        ({"bounds": (0.1, 0.1)}, r"bounds are a lower and a higher number, got \(0\.1, 0\.1\)"),
        ({"bounds": (0.1, -0.1)}, r"bounds are a lower and a higher number, got \(0\.1, -0\.1\)"),
        ({"bounds": (float("nan"), 0.1)}, "bounds are a lower and a higher number, got"),
        ({"bounds": (float("-inf"), 0.1)}, "bounds are a lower and a higher number, got"),
        ({"bounds": (-0.1, float("inf"))}, "bounds are a lower and a higher number, got"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        PairOptions(**options)
