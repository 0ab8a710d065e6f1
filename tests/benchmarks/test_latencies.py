from __future__ import annotations

from benchmarks.load.latencies import Latencies, after_kills, latencies, of, outside
from benchmarks.load.tally import Act, Sample


def sample(began: float, took_s: float, act: Act = Act.SUBMIT) -> Sample:
    return Sample(act, began, began + took_s, 1)


def test_percentiles_are_values_that_were_measured() -> None:
    found = latencies([sample(0, milliseconds / 1000) for milliseconds in range(1, 101)])
    rounded = [round(float(value or 0), 6) for value in found]
    assert rounded == [100, 50, 95, 99, 100]


def test_percentiles_of_one_sample_are_the_sample() -> None:
    found = latencies([sample(7, 0.25)])
    assert found == Latencies(1, 250.0, 250.0, 250.0, 250.0)


def test_percentiles_of_nothing_are_missing() -> None:
    assert latencies([]) == Latencies(0, None, None, None, None)


def test_outside_leaves_out_whatever_touches_a_stretch() -> None:
    before, into, within, over, after = (
        sample(0, 9),
        sample(9, 2),
        sample(11, 1),
        sample(8, 20),
        sample(15.5, 1),
    )
    kept = outside([before, into, within, over, after], after_kills([10.0], 5.0))
    assert kept == [before, after]


def test_of_keeps_one_act() -> None:
    claim = sample(0, 1, Act.CLAIM)
    assert of([claim, sample(0, 1)], Act.CLAIM) == [claim]
