from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from evaluation.measures.judged_ranking import JudgedRanking
from evaluation.measures.measure import Measure
from evaluation.measures.trec_eval import TrecEvalMeasure, score_by_trec_eval


def score_measures(
    measures: Sequence[Measure], rankings: Sequence[JudgedRanking]
) -> dict[str, NDArray[np.float64]]:
    """Values of several measures on one run and label set, asking trec_eval once for all.

    Args:
        measures: the measures, each name once.
        rankings: one per topic of the label set; an empty ranking where the run lacks the
            topic, which then counts with the measure's worst value.

    Returns:
        By canonical name, in the order of the measures: shape (n_topics,), in the order of the
        rankings.

    Raises:
        ValueError: the labels cannot be used with a measure; the sentence says which.
    """
    through_trec_eval = [m for m in measures if isinstance(m, TrecEvalMeasure)]
    ours = [m for m in measures if not isinstance(m, TrecEvalMeasure)]
    scores = score_by_trec_eval(through_trec_eval, rankings)
    scores |= {measure.name: measure.score(rankings) for measure in ours}
    return {measure.name: scores[measure.name] for measure in measures}
