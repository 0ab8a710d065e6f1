from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import Measure

LEAST_FACTOR = 1e-5


@explained
def score_measures(
    measures: Sequence[Measure], rankings: JudgedRankings
) -> dict[str, NDArray[np.float64]]:
    """Values of several measures on one run and label set.

    Args:
        measures: the measures, each name once.
        rankings: the run seen through the label set. A topic that the run lacks counts with the
            measure's worst value.

    Returns:
        By canonical name, in the order of the measures: shape (n_topics,), in the order of the
        topics.

    Raises:
        ValueError: the labels cannot be used with a measure; the sentence says which.
    """
    return {measure.name: measure.score(rankings) for measure in measures}


def geometric_mean(values: NDArray[np.float64]) -> float:
    """Geometric mean over topics, of values below 0.00001 as that: one 0 would hide all others.

    Source:
        GMAP of Robertson, CIKM 2006; trec_eval's gm_map and gm_bpref.
    """
    return float(np.exp(np.log(np.maximum(values, LEAST_FACTOR)).mean()))
