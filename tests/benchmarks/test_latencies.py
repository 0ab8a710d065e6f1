from __future__ import annotations

from benchmarks.load.latencies import after_kills, latencies, outside
from benchmarks.load.tally import Act, Sample


def sample(began: float, took_s: float) -> Sample:
    return Sample(Act.SUBMIT, began, began + took_s, 1)


def test_percentiles_are_values_that_were_measured() -> None:
    found = latencies([sample(0, milliseconds / 1000) for milliseconds in range(1, 101)])
    rounded = [round(float(value or 0), 6) for value in found]
    assert rounded == [100, 50, 95, 99, 100]


def test_outside_leaves_out_whatever_touches_a_stretch() -> None:
    before, into, after = sample(0, 9), sample(9, 2), sample(15.5, 1)
    within, over = sample(11, 1), sample(8, 20)
    kept = outside([before, into, within, over, after], after_kills([10.0], 5.0))
    assert kept == [before, after]
