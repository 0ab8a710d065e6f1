"""Options of tests of many systems; errors name the option."""

from __future__ import annotations

from evaluation.exceptions import SignificanceRefused
from regrade.significance import RANK_DEFAULTS, RankOptions, SystemOptions


def is_drawn(method: str) -> bool:
    """Whether a test of many systems draws, so that its seed and the number of draws count."""
    return method.startswith("randomized")


def rank_options(*, seed: int, resamples: int, p: float = RANK_DEFAULTS.p) -> RankOptions:
    """Raises SignificanceRefused for a value that no correlation can work with."""
    if resamples < 0:
        raise SignificanceRefused(
            f"resamples are not negative, got {resamples}.", code="too_few_draws"
        )
    try:
        return RankOptions(seed=seed, n_resamples=resamples, p=p)
    except ValueError as error:
        raise SignificanceRefused(
            f"These options cannot be used: {error}.", code="unusable_options"
        ) from error


def system_options(*, seed: int, permutations: int) -> SystemOptions:
    """Raises SignificanceRefused for a value that no test can work with."""
    if permutations < 1:
        raise SignificanceRefused(
            f"permutations are at least 1, got {permutations}.", code="too_few_draws"
        )
    try:
        return SystemOptions(seed=seed, n_resamples=permutations)
    except ValueError as error:
        raise SignificanceRefused(
            f"These options cannot be used: {error}.", code="unusable_options"
        ) from error
