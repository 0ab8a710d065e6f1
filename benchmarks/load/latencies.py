"""Percentiles of what was measured, and which samples count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from benchmarks.load.tally import Act, Sample


class Latencies(NamedTuple):
    """Milliseconds; None where nothing was measured."""

    n: int
    p50_ms: float | None = None
    p95_ms: float | None = None
    p99_ms: float | None = None
    max_ms: float | None = None


def latencies(samples: Sequence[Sample]) -> Latencies:
    """Percentiles by nearest rank: each is a value that was measured."""
    if not samples:
        return Latencies(0)
    took_ms = 1000 * np.array([sample.ended - sample.began for sample in samples])
    ranks = np.quantile(took_ms, [0.5, 0.95, 0.99, 1], method="inverted_cdf")
    return Latencies(len(samples), *ranks.tolist())


def away_from(kills: Sequence[float], seconds: float, samples: Iterable[Sample]) -> list[Sample]:
    """The samples that were at no moment in the seconds after a kill."""
    return [
        sample
        for sample in samples
        if not any(sample.began <= kill + seconds and sample.ended >= kill for kill in kills)
    ]


def last_tenth(samples: Sequence[Sample]) -> list[Sample]:
    """Requests that began once nine tenths of the judgments were given."""
    given = sorted(sample.ended for sample in of(samples, Act.SUBMIT))
    since = given[9 * len(given) // 10] if given else 0.0
    return [sample for sample in samples if sample.began >= since]


def of(samples: Iterable[Sample], *acts: Act) -> list[Sample]:
    return [sample for sample in samples if sample.act in acts]
