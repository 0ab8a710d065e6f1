from __future__ import annotations

from typing import Any

import pytest

from regrade.significance import PairOptions


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"seed": -1}, "seed .* -1"),
        ({"n_resamples": 0}, "n_resamples .* 0"),
        ({"confidence": 1.0}, r"confidence .* 1\.0"),
        ({"confidence": 95}, "confidence .* 95"),
        ({"confidence": float("nan")}, "confidence .* nan"),
        ({"zero_method": "drop"}, "wilcox, pratt, zsplit, got 'drop'"),
        ({"interval_method": "basic"}, "bca, percentile, got 'basic'"),
        ({"bounds": (0.1, 0.1)}, r"bounds .* \(0\.1, 0\.1\)"),
        ({"bounds": (0.1, -0.1)}, "bounds"),
        ({"bounds": (float("nan"), 0.1)}, "bounds"),
        ({"bounds": (float("-inf"), 0.1)}, "bounds"),
        ({"bounds": (-0.1, float("inf"))}, "bounds"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(options: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        PairOptions(**options)
