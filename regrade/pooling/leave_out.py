from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.labels import JudgedTopics
from regrade.measures.measure import Measure
from regrade.pooling.pool import PooledRuns
from regrade.significance.pairs import difference


class LeftOut(NamedTuple):
    """One run by one measure, with and without what its group alone brought into the pool.

    Attributes:
        run: index among the scored runs.
        measure: its name.
        n_unique: labels that only its group brought in; these are what is left out.
        n_unique_relevant: how many of them reach the label set's threshold.
        score, score_without: means over the topics.
        place, place_without: among the scored runs, from 1 for the best; equal means share the
            better place. Without the labels, all of them are scored without these.
    """

    run: int
    measure: str
    n_unique: int
    n_unique_relevant: int
    score: float
    score_without: float
    place: int
    place_without: int

    @property
    def difference(self) -> float:
        """Loss (below 0) or gain of the run if it had not been pooled."""
        return float(difference(self.score, self.score_without))


@explained
def leave_out(
    measures: Sequence[Measure],
    pooled: PooledRuns,
    *,
    topics: NDArray[np.intp] | None = None,
) -> list[LeftOut]:
    """Pool bias: how each run would have scored had its group not contributed to the pool.

    Labels of passages that no other group had in its first `depth` ranks are taken out, as if
    nobody had judged them; then every run is scored again, as a new one would be. Teams are the
    stricter groups: runs of one hide what the other brought in.

    Args:
        measures: which do not read subtopics.
        pooled: runs, labels, depth and groups.
        topics: indices of those that count; by default all, also those that lose all labels.

    Returns:
        For each measure, and within it for each scored run in their order.

    Raises:
        ValueError: no topics, a measure of subtopics, or labels that it cannot use.

    Source:
        Leave out uniques: Zobel, How reliable are the results of large-scale information
        retrieval experiments?, SIGIR 1998. By team: Buckley, Dimmick, Soboroff and Voorhees,
        Bias and the limits of pooling for large collections, Information Retrieval 10(6), 2007.
    """
    _check(measures, topics)
    seen = [pooled.seen[run] for run in pooled.asked]
    whole = _means(measures, seen, topics)
    rows: dict[int, list[LeftOut]] = {}
    for members, alone in zip(pooled.members, pooled.alone, strict=True):
        asked = [run for run, which in enumerate(pooled.asked) if which in members]
        without = whole
        if asked and alone.any():
            without = _means(measures, _without(pooled.judged, seen, alone), topics)
        for run in asked:
            rows[run] = _rows(run, measures, alone, pooled.judged, (whole, without))
    return [rows[run][index] for index in range(len(measures)) for run in range(len(seen))]


def _check(measures: Sequence[Measure], topics: NDArray[np.intp] | None) -> None:
    if topics is not None and not topics.size:
        raise ValueError("no topic counts: there is nothing to average")
    if by_subtopic := [measure.name for measure in measures if measure.reads == "subtopics"]:
        raise ValueError(f"{by_subtopic[0]} reads subtopics, and pool bias leaves out passages")


def _means(
    measures: Sequence[Measure],
    seen: Sequence[JudgedRankings],
    topics: NDArray[np.intp] | None,
) -> NDArray[np.float64]:
    """shape (n_measures, n_runs)."""
    chosen = slice(None) if topics is None else topics
    return np.array(
        [[measure.score(rankings)[chosen].mean() for rankings in seen] for measure in measures]
    ).reshape(len(measures), len(seen))


def _without(
    judged: JudgedTopics, seen: Sequence[JudgedRankings], left_out: NDArray[np.bool_]
) -> list[JudgedRankings]:
    """Every run under the remaining labels, without matching again."""
    stays = ~left_out
    remaining = _remaining(judged, stays)
    numbers = np.cumsum(stays) - 1
    without = []
    for rankings in seen:
        hits = rankings.hits
        is_left = (hits.labels < 0) | stays[hits.labels]
        if judged.unlisted is None:
            hits, is_left = hits.where(is_left), is_left[is_left]
        labels = np.where(is_left & (hits.labels >= 0), numbers[hits.labels], -1)
        relevances = np.where(is_left, hits.relevances, judged.unlisted or 0)
        renumbered = hits._replace(labels=labels, relevances=relevances)
        without.append(JudgedRankings(remaining, rankings.n_retrieved, renumbered))
    return without


def _remaining(judged: JudgedTopics, stays: NDArray[np.bool_]) -> JudgedTopics:
    n_before = np.concatenate(([0], np.cumsum(stays)))
    return replace(
        judged,
        starts=n_before[judged.starts],
        passages=judged.passages[stays],
        relevances=judged.relevances[stays],
        subtopics=None,
        preferences=None if judged.preferences is None else judged.preferences[stays],
        _n_relevant={},
        _worked_out={},
    )


def _rows(
    run: int,
    measures: Sequence[Measure],
    alone: NDArray[np.bool_],
    judged: JudgedTopics,
    means: tuple[NDArray[np.float64], NDArray[np.float64]],
) -> list[LeftOut]:
    n_relevant = int(np.count_nonzero(judged.relevances[alone] >= judged.min_relevance))
    whole, without = means
    return [
        LeftOut(
            *(run, measure.name, int(np.count_nonzero(alone)), n_relevant),
            *(float(whole[index, run]), float(without[index, run])),
            *(_place(whole[index], run, measure), _place(without[index], run, measure)),
        )
        for index, measure in enumerate(measures)
    ]


def _place(means: NDArray[np.float64], run: int, measure: Measure) -> int:
    ahead = difference(means[run], means)
    better = ahead < 0 if measure.lower_is_better else ahead > 0
    return 1 + int(np.count_nonzero(better))
