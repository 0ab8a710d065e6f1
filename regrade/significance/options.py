from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Literal, get_args

from regrade.given import explained_fields
from regrade.significance.rbo import Ties, check_rbo

ZeroMethod = Literal["wilcox", "pratt", "zsplit"]
IntervalMethod = Literal["bca", "percentile"]


def _check_name(option: str, name: str, known: tuple[str, ...]) -> None:
    if name not in known:
        raise ValueError(f"{option} is one of {', '.join(known)}, got {name!r}")


def _check_confidence(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence lies between 0 and 1, got {confidence}")


def _check_seed(seed: int) -> None:
    if seed < 0:
        raise ValueError(f"a seed is not negative, got {seed}")


@explained_fields
@dataclass(frozen=True, kw_only=True)
class PairOptions:
    """Options of paired tests; every test takes all and uses its own.

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
        _check_seed(self.seed)
        if self.n_resamples < 1:
            raise ValueError(f"n_resamples is at least 1, got {self.n_resamples}")
        _check_confidence(self.confidence)
        _check_name("zero_method", self.zero_method, get_args(ZeroMethod))
        _check_name("interval_method", self.interval_method, get_args(IntervalMethod))
        if self.bounds is not None and not -inf < self.bounds[0] < self.bounds[1] < inf:
            raise ValueError(f"bounds are a lower and a higher number, got {self.bounds}")


DEFAULTS = PairOptions()


@explained_fields
@dataclass(frozen=True, kw_only=True)
class SystemOptions:
    """Options of tests of many systems; every test uses its own.

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
        _check_confidence(self.confidence)
        if self.n_resamples < 1:
            raise ValueError(f"n_resamples is at least 1, got {self.n_resamples}")
        _check_seed(self.seed)


SYSTEM_DEFAULTS = SystemOptions()


@explained_fields
@dataclass(frozen=True, kw_only=True)
class RankOptions:
    """Options of rank correlations of systems; each uses its own.

    Stored with an answer, these make it repeatable.

    Attributes:
        lower_is_better: of the first values' measure and of the second's.
        confidence: of the interval, between 0 and 1.
        n_resamples: of the topics, for the interval; 0 leaves the interval out.
        seed: of the resamples; not negative.
        p: persistence of rank-biased overlap, between 0 and 1.
        ties: how rank-biased overlap takes ties.

    Raises:
        ValueError: a value outside these limits.
    """

    lower_is_better: tuple[bool, bool] = (False, False)
    confidence: float = 0.95
    n_resamples: int = 10_000
    seed: int = 0
    p: float = 0.9
    ties: Ties = "a"

    def __post_init__(self) -> None:
        _check_confidence(self.confidence)
        if self.n_resamples < 0:
            raise ValueError(f"n_resamples is not negative, got {self.n_resamples}")
        _check_seed(self.seed)
        check_rbo(self.p, self.ties)


RANK_DEFAULTS = RankOptions()
