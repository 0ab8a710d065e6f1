"""The pairs that a sample can be drawn from: what several runs have in their first ranks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from regrade.given import explained
from regrade.measures.judged_rankings import Rankings
from regrade.measures.labels import Floats, Ints
from regrade.measures.measure import Measure, ratio
from regrade.whatif.weights import rank_weights


class Frame(NamedTuple):
    """Pairs of topic and passage: parallel arrays, by topic and within it by passage.

    Attributes:
        topics: shape (n_pairs,). The topic's index among the topics, ascending.
        passages: shape (n_pairs,). Numbered as in the rankings.
        ranks: shape (n_runs, n_pairs). Each run's rank of the pair, counted from 1, at any depth;
            0 where the run does not have it.
        n_topics: how many topics there are, those without a pair among them.
    """

    topics: Ints
    passages: Ints
    ranks: Ints
    n_topics: int

    @property
    def n_pairs(self) -> int:
        return self.topics.size


@explained
def frame_of(rankings: Sequence[Rankings], depth: int) -> Frame:
    """The union of what runs have down to a depth.

    Args:
        rankings: of each run over the same topics, in the order that the scorer ranks in: a
            sample drawn in another order of ties does not estimate what the scorer computes.
        depth: the last rank that counts. Deeper ranks of pairs in the union are noted as well.

    Raises:
        ValueError: no run, a depth below 1, or runs over other topics.
    """
    if not rankings or depth < 1:
        raise ValueError(f"a frame needs a run and a depth from 1 up, got {len(rankings)}, {depth}")
    n_topics = rankings[0].starts.size - 1
    for one in rankings:
        if one.starts.size != n_topics + 1:
            raise ValueError(f"rankings of {one.starts.size - 1} and {n_topics} topics")
    stride = 1 + max(int(one.passages.max(initial=-1)) for one in rankings)
    of_runs = [_placed(one, stride) for one in rankings]
    keys = np.unique(np.concatenate([run[ranks <= depth] for run, ranks in of_runs]))
    held = np.array([_ranks_of(keys, *run) for run in of_runs])
    topics, passages = np.divmod(keys, max(stride, 1))
    return Frame(topics, passages, held, n_topics)


def _placed(rankings: Rankings, stride: int) -> tuple[Ints, Ints]:
    """Topic and passage as one number, and the rank; without passages of a negative number."""
    n_retrieved = rankings.n_retrieved
    topics = np.repeat(np.arange(n_retrieved.size), n_retrieved)
    ranks = np.arange(1, topics.size + 1) - rankings.starts[topics]
    is_known = rankings.passages >= 0
    keys = topics * stride + rankings.passages
    return keys[is_known], ranks[is_known]


@explained
def ranks_in(frame: Frame, rankings: Rankings) -> Ints:
    """Ranks of another run's passages among the pairs of a frame.

    Returns:
        Shape (n_pairs,). Counted from 1; 0 where the run does not have the pair.
    """
    stride = 1 + max(int(frame.passages.max(initial=-1)), int(rankings.passages.max(initial=-1)))
    return _ranks_of(frame.topics * stride + frame.passages, *_placed(rankings, stride))


def _ranks_of(keys: Ints, run: Ints, ranks: Ints) -> Ints:
    """Rank of each key in a run; 0 where it is not there."""
    found = np.zeros(keys.size, np.int64)
    if not keys.size:
        return found
    at = np.minimum(np.searchsorted(keys, run), keys.size - 1)
    is_there = keys[at] == run
    found[at[is_there]] = ranks[is_there]
    return found


@explained
def run_weights(measure: Measure, frame: Frame, ideals: Floats | None = None) -> Floats:
    """How far one unit of gain on each pair moves each run's mean.

    w(rank) / n_topics, for nDCG also divided by the topic's ideal

    Args:
        measure: P, DCG, RBP or nDCG.
        frame: the pairs.
        ideals: shape (n_topics,), for nDCG. The gain of each topic's ideal ranking; a topic whose
            ideal is 0 weighs nothing. Without them nDCG weighs as DCG.

    Returns:
        Shape (n_runs, n_pairs), at least 0.

    Raises:
        ValueError: a measure that is not linear in the gains, as AP and RR are not.
    """
    # A table by rank: a logarithm for each run and pair would take twenty times as long.
    by_rank = rank_weights(measure, np.arange(frame.ranks.max(initial=0) + 1))
    weights = (by_rank / frame.n_topics)[frame.ranks]
    return weights if ideals is None else ratio(weights, ideals[frame.topics])
