from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class SystemOptions:
    """What a test of many systems is told beside the values; every test uses its own.

    Stored with an answer, these make it repeatable: a random test draws from
    `numpy.random.default_rng(seed)`.

    Attributes:
        baseline: row that the others are compared with, where the test has one.
        confidence: of intervals and of the critical difference, between 0 and 1.
        n_resamples: permutations to draw, at least 1.
        seed: of the permutations; not negative.

    Raises:
        ValueError: a value outside these limits.
    """

    baseline: int = 0
    confidence: float = 0.95
    n_resamples: int = 10_000
    seed: int = 0

    def __post_init__(self) -> None:
        if self.baseline < 0:
            raise ValueError(f"a baseline is a row counted from 0, got {self.baseline}")
        if not 0 < self.confidence < 1:
            raise ValueError(f"confidence lies between 0 and 1, got {self.confidence}")
        if self.n_resamples < 1:
            raise ValueError(f"n_resamples is at least 1, got {self.n_resamples}")
        if self.seed < 0:
            raise ValueError(f"a seed is not negative, got {self.seed}")


SYSTEM_DEFAULTS = SystemOptions()
