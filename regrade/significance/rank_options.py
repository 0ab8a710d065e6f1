from __future__ import annotations

from dataclasses import dataclass

from regrade.significance.rbo_agreement import Ties, check_rbo


@dataclass(frozen=True, kw_only=True)
class RankOptions:
    """What a rank correlation of systems is told beside the values; each uses its own.

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
        if not 0 < self.confidence < 1:
            raise ValueError(f"confidence lies between 0 and 1, got {self.confidence}")
        if self.n_resamples < 0:
            raise ValueError(f"n_resamples is not negative, got {self.n_resamples}")
        if self.seed < 0:
            raise ValueError(f"a seed is not negative, got {self.seed}")
        check_rbo(self.p, self.ties)


RANK_DEFAULTS = RankOptions()
