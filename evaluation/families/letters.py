"""Letters of systems beside their means: two that share one were not found to differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from regrade.significance import SystemPair, letter_display

LEVEL = 0.05  # of which letters tell differences, as the first star does


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
    differs = np.zeros((n_systems, n_systems), bool)
    for pair, p in tested:
        differs[pair.baseline, pair.system] = differs[pair.system, pair.baseline] = p < LEVEL
    sign = -1.0 if lower_is_better else 1.0
    try:
        return letter_display([sign * mean for mean in means], differs)
    except ValueError:
        return None
