from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ranking.exceptions import RankingError
from ranking.models import Run
from ranking.runs.pairs import read_pairs, refuse_without_pairs
from regrade.neural.pairs.flips import FlipRates, mean_flip_rates, summarize_flips

USUAL_DEPTHS = (5, 10, 20, 30, 50, 100, 200)


class RunFlips(NamedTuple):
    """Flip rates of a run's pairs.

    `longest` is the most passages that a topic of its `n_topics` has paired.
    """

    run: Run
    n_topics: int
    longest: int
    rates: list[FlipRates]


def flip_rates(*, run: Run, depths: Sequence[int] = ()) -> RunFlips:
    """Distribution over topics of the mean flip rate among the first n passages, for each n.

    Without depths it is `usual_depths`.

    Raises:
        RankingError: the run has no pair scores or not all, a depth is below 2 or deeper than
            any topic, or pair scores are no probabilities.
    """
    refuse_without_pairs(run=run)
    topics = _rates_by_topic(run)
    longest = max(map(len, topics))
    if longest < 2:
        raise RankingError(
            f"Run {run.name}: no topic has two passages that could make a pair.", code="no_pairs"
        )
    try:
        rates = summarize_flips(topics, depths or usual_depths(longest))
        return RunFlips(run, len(topics), longest, rates)
    except ValueError as error:
        raise RankingError(f"Run {run.name}: {error}.", code="out_of_range") from error


def usual_depths(longest: int) -> list[int]:
    """The default depths below the longest topic's number of pairs, and that number."""
    return [*(depth for depth in USUAL_DEPTHS if depth < longest), longest]


def _rates_by_topic(run: Run) -> list[NDArray[np.float64]]:
    rates = []
    for pairs in read_pairs(run=run):
        try:
            rates.append(mean_flip_rates(pairs.p))
        except ValueError as error:
            raise RankingError(
                f"Run {run.name}, topic {pairs.query_id}: {error}.", code="unusable_pair_scores"
            ) from error
    return rates
