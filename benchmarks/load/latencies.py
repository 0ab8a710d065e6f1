"""Percentiles of what was measured, and which stretches of time count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from benchmarks.load.tally import Act, Sample


class Latencies(NamedTuple):
    """Milliseconds; None where nothing was measured."""

    n: int
    p50_ms: float | None
    p95_ms: float | None
    p99_ms: float | None
    max_ms: float | None


class Stretch(NamedTuple):
    began: float
    ended: float

    def touches(self, sample: Sample) -> bool:
        return sample.began <= self.ended and sample.ended >= self.began


def latencies(samples: Sequence[Sample]) -> Latencies:
    """Percentiles by nearest rank: each is a value that was measured."""
    if not samples:
        return Latencies(0, None, None, None, None)
    took_ms = 1000 * np.array([sample.ended - sample.began for sample in samples])
    p50, p95, p99 = np.quantile(took_ms, [0.5, 0.95, 0.99], method="inverted_cdf")
    return Latencies(len(samples), float(p50), float(p95), float(p99), float(took_ms.max()))


def after_kills(kills: Iterable[float], seconds: float) -> list[Stretch]:
    return [Stretch(kill, kill + seconds) for kill in kills]


def outside(samples: Iterable[Sample], stretches: Sequence[Stretch]) -> list[Sample]:
    """The samples that were in no stretch at any moment."""
    return [s for s in samples if not any(stretch.touches(s) for stretch in stretches)]


def last_tenth(samples: Sequence[Sample]) -> list[Sample]:
    """What began once nine tenths of the judgments were given."""
    given = sorted(sample.ended for sample in of(samples, Act.SUBMIT))
    since = given[9 * len(given) // 10] if given else 0.0
    return [sample for sample in samples if sample.began >= since]


def of(samples: Iterable[Sample], *acts: Act) -> list[Sample]:
    return [sample for sample in samples if sample.act in acts]
