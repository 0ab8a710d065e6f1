from __future__ import annotations

from benchmarks.load.latencies import away_from, latencies
from benchmarks.load.tally import Act, Sample


def sample(began: float, took_s: float) -> Sample:
    return Sample(Act.SUBMIT, began, began + took_s)


def test_percentiles_are_values_that_were_measured() -> None:
    found = latencies([sample(0, milliseconds / 1000) for milliseconds in range(1, 101)])
    rounded = [round(float(value or 0), 6) for value in found]
    assert rounded == [100, 50, 95, 99, 100]


def test_away_from_kills_leaves_out_whatever_touches_the_time_after_one() -> None:
    before, into, after = sample(0, 9), sample(9, 2), sample(15.5, 1)
    within, over = sample(11, 1), sample(8, 20)
    kept = away_from([10.0], 5.0, [before, into, within, over, after])
    assert kept == [before, after]
