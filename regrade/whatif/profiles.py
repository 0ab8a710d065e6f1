"""How far changes of labels inside a topic reduce its lead, with the changes that do it.

Here the second run leads, so a reduction lowers (value of second - value of first).
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from regrade.measures.average_precision import AveragePrecision
from regrade.measures.dcg import Ndcg
from regrade.measures.first_relevant import ReciprocalRank
from regrade.measures.labels import Floats, Ints
from regrade.measures.measure import Measure
from regrade.whatif.first_ranks import first_rank_profile
from regrade.whatif.least_changes import ROUNDING, Levels
from regrade.whatif.relabelling import Relabelling


class Profile(Protocol):
    """Reductions that changes inside each topic achieve."""

    @property
    def levels(self) -> Levels: ...

    def changes(self, chosen: Ints) -> tuple[Ints, Ints]:
        """Indices of the candidates and their new labels, for levels of different topics."""


class StepProfile(NamedTuple):
    """A profile of steps: a level of n changes is made of the topic's first n steps.

    Attributes:
        levels: a level for each step, in the same order.
        indices: shape (n_levels,). The candidate that a step changes.
        relevances: shape (n_levels,). Its new label.
    """

    levels: Levels
    indices: Ints
    relevances: Ints

    def changes(self, chosen: Ints) -> tuple[Ints, Ints]:
        """Indices of the candidates and their new labels, for levels of different topics."""
        costs = self.levels.costs[chosen]
        steps = np.arange(costs.sum()) + np.repeat(chosen + 1 - np.cumsum(costs), costs)
        return self.indices[steps], self.relevances[steps]


def is_exact(measure: Measure) -> bool:
    """Whether `achieved_profile` finds the least lead for every number of changes."""
    return not isinstance(measure, Ndcg | AveragePrecision)


def achieved_profile(
    asked: Relabelling,
) -> Profile:
    """Reductions of each topic's lead that changes of its labels achieve.

    Exact for P, DCG, RBP and RR. For nDCG and AP each step is the best single change after those
    before it, which may miss the best set of changes.
    """
    if isinstance(asked.measure, ReciprocalRank):
        return _by_first_ranks(asked)
    return _additive(asked) if is_exact(asked.measure) else _greedy(asked)


def mildest(effects: Floats, values: Ints, relevances: Ints) -> Ints:
    """shape (n,). Index of the value with the least effect; of equal ones, nearest to the label."""
    is_least = effects <= effects.min(axis=1, keepdims=True) + ROUNDING
    apart = np.abs(values[np.newaxis, :] - relevances[:, np.newaxis])
    nearest: Ints = np.where(is_least, apart, np.iinfo(np.int64).max).argmin(axis=1)
    return nearest


def _by_first_ranks(asked: Relabelling) -> Profile:
    candidates, values = asked.candidates, asked.values
    new, is_relevant = asked.new_gains, asked.old_gains > 0
    to_lower, to_raise = (
        values[mildest(np.tile(cost, (is_relevant.size, 1)), values, candidates.relevances)]
        for cost in (new, -new)
    )
    return first_rank_profile(
        candidates,
        is_relevant,
        asked.may_change & is_relevant & (new.min() == 0),
        asked.may_change & ~is_relevant & (new.max() > 0),
        (to_lower, to_raise),
        asked.judged.n_topics,
    )


def _additive(asked: Relabelling) -> StepProfile:
    """Each pair's best change on its own, the largest first."""
    effects, topics = asked.effects(), asked.candidates.topics
    reductions = -effects.min(axis=1)
    chosen = np.flatnonzero(asked.may_change & (reductions > ROUNDING))
    order = chosen[np.lexsort((-reductions[chosen], topics[chosen]))]
    nearest = mildest(effects[order], asked.values, asked.candidates.relevances[order])
    levels = cumulated_levels(topics[order], reductions[order])
    return StepProfile(levels, order, asked.values[nearest])


def cumulated_levels(topics: Ints, reductions: Floats) -> Levels:
    """Levels from the reductions of single steps, topic after topic.

    Each topic is summed on its own: differences of one long sum would blur equal reductions.
    """
    costs = np.arange(1, topics.size + 1) - np.searchsorted(topics, topics)
    totals, by_cost = reductions.copy(), np.argsort(costs, kind="stable")
    for steps in np.split(by_cost, np.cumsum(np.bincount(costs)[1:]))[1:-1]:
        totals[steps] += totals[steps - 1]
    return Levels(topics, costs, totals)


class _Steps(NamedTuple):
    """Changes made at once, at most one a topic: parallel arrays."""

    topics: Ints
    indices: Ints
    relevances: Ints
    reductions: Floats


def _greedy(asked: Relabelling) -> StepProfile:
    """The best single change of each topic, again and again, in all topics at once."""
    steps = []
    at = np.arange(asked.candidates.topics.size)
    while asked.may_change[at].any():
        part = asked.where(at)
        step = _best_changes(part)
        steps.append(step._replace(indices=at[step.indices]))
        asked = asked.changed(at[step.indices], step.relevances)
        at = at[np.isin(part.candidates.topics, step.topics)]
    empty = _Steps(*(np.empty(0, np.int64),) * 3, np.empty(0))
    done = _Steps(*(np.concatenate(column) for column in zip(empty, *steps, strict=True)))
    order = np.argsort(done.topics, kind="stable")
    levels = cumulated_levels(done.topics[order], done.reductions[order])
    return StepProfile(levels, done.indices[order], done.relevances[order])


def _best_changes(asked: Relabelling) -> _Steps:
    """The single change of each topic that reduces its lead most, where one does."""
    effects, topics = asked.effects(), asked.candidates.topics
    effects[~asked.may_change] = 0.0
    least = effects.min(axis=1)
    order = np.lexsort((least, topics))
    best = order[np.diff(topics[order], prepend=-1) != 0]
    best = best[least[best] < -ROUNDING]
    nearest = mildest(effects[best], asked.values, asked.candidates.relevances[best])
    return _Steps(topics[best], best, asked.values[nearest], -least[best])
