"""Letters of systems beside their means: two that share one were not found to differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from regrade.significance import SystemPair, letter_display

LEVEL = 0.05  # significance level of letters, as of the first star


def letters_of(
    means: Sequence[float],
    pairs: Iterable[tuple[SystemPair, float | None]],
    *,
    lower_is_better: bool,
) -> list[str] | None:
    """Letters of all systems, from the best mean down; see `letter_display`.

    Args:
        pairs: each with the p-value that decides.

    Returns:
        In the order of the means. None where some pair was not compared or has no p-value, and
        where they fall into more groups than there are letters.
    """
    n_systems, tested = len(means), [(pair, p) for pair, p in pairs if p is not None]
    if len(tested) < n_systems * (n_systems - 1) // 2:
        return None
    differing = [(pair.baseline, pair.system) for pair, p in tested if p < LEVEL]
    try:
        return letters_apart(means, differing, lower_is_better=lower_is_better)
    except ValueError:
        return None


def letters_apart(
    means: Sequence[float], differing: Iterable[tuple[int, int]], *, lower_is_better: bool
) -> list[str]:
    """Letters in the order of the means, from the pairs of places that were found to differ.

    Raises:
        ValueError: they fall into more groups than there are letters.
    """
    differs = np.zeros((len(means), len(means)), bool)
    for one, other in differing:
        differs[one, other] = differs[other, one] = True
    sign = -1.0 if lower_is_better else 1.0
    return letter_display([sign * mean for mean in means], differs)
