from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Literal, get_args

ZeroMethod = Literal["wilcox", "pratt", "zsplit"]
IntervalMethod = Literal["bca", "percentile"]


@dataclass(frozen=True, kw_only=True)
class PairOptions:
    """What a paired test is told beside the values; every test takes all and uses its own.

    Stored with an answer, these make it repeatable: a random test draws from
    `numpy.random.default_rng(seed)`, so all pairs of a family see the same draws.

    Attributes:
        seed: of randomization and bootstrap; not negative.
        n_resamples: their random draws, at least 1.
        confidence: level of intervals, between 0 and 1. The equivalence test works at
            1 - confidence, and its interval therefore has the level 2 confidence - 1.
        zero_method: what Wilcoxon's test does with topics without a difference: "wilcox" leaves
            them out, "pratt" ranks them and then leaves their ranks out, "zsplit" halves their
            ranks between the two sides.
        interval_method: of the bootstrap.
        bounds: the equivalence test's, lower and upper, in the measure's own units; between them
            lie the differences that do not matter.

    Raises:
        ValueError: a value outside these limits.
    """

    seed: int = 0
    n_resamples: int = 10_000
    confidence: float = 0.95
    zero_method: ZeroMethod = "wilcox"
    interval_method: IntervalMethod = "bca"
    bounds: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        if self.seed < 0:
            raise ValueError(f"a seed is not negative, got {self.seed}")
        if self.n_resamples < 1:
            raise ValueError(f"n_resamples is at least 1, got {self.n_resamples}")
        if not 0 < self.confidence < 1:
            raise ValueError(f"confidence lies between 0 and 1, got {self.confidence}")
        _check_name("zero_method", self.zero_method, get_args(ZeroMethod))
        _check_name("interval_method", self.interval_method, get_args(IntervalMethod))
        if self.bounds is not None and not -inf < self.bounds[0] < self.bounds[1] < inf:
            raise ValueError(f"bounds are a lower and a higher number, got {self.bounds}")


def _check_name(option: str, name: str, known: tuple[str, ...]) -> None:
    if name not in known:
        raise ValueError(f"{option} is one of {', '.join(known)}, got {name!r}")


DEFAULTS = PairOptions()
