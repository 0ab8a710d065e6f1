"""The votes remaining while a policy is applied, and the steps so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from regrade.aggregation.filters import Flags, drop_votes_on
from regrade.aggregation.policy import AggregationPolicy
from regrade.aggregation.relevance import Labels, at_threshold
from regrade.aggregation.report import Step, count_remaining, describe_step
from regrade.votes.packed import PackedVotes, present
from regrade.votes.vote import PairKey

Decisions: TypeAlias = Mapping[PairKey, int]
ADJUDICATION = "\0adjudication"  # who gives a decision's vote: no assessor's name


class Trail:
    """Votes, flags of the remaining ones, and the removals of each step.

    Attributes:
        left: shape (n_votes,).
        n_answered: pairs up to here are of the recorded votes; later ones have decisions alone.
    """

    def __init__(self, votes: PackedVotes) -> None:
        self.votes = votes
        self.left: Flags = np.ones(votes.pairs.size, dtype=np.bool_)
        self.n_answered = votes.n_pairs
        self.remaining = count_remaining(votes, self.left)
        self.steps: list[Step] = []

    def copy(self) -> Trail:
        """One that goes on from here; this stays as it is."""
        other = copy(self)
        other.steps = [*self.steps]
        return other

    def keep(self, step: str, left: Flags) -> None:
        """Keep only these votes."""
        after = self.remaining
        if not np.array_equal(left, self.left):
            after = count_remaining(self.votes, left)
        self.steps.append(describe_step(step, self.remaining, after, self.votes.topics))
        self.left, self.remaining = left, after

    def leave_to_gold(self, gold: Decisions) -> None:
        """Drop the votes on pairs that an expert graded; a step only if there are any."""
        left = drop_votes_on(self.votes, self.left, gold)
        if not left.all():
            self.keep("gold votes", left)

    def add_decisions(self, decisions: Decisions, policy: AggregationPolicy) -> None:
        """Add each decision in a remaining topic as a vote, or in place of votes.

        If no minimum of votes is required, all recorded topics remain. Under other rules decisions
        add nothing.
        """
        if policy.decisions not in ("vote", "override"):
            return
        is_open = self.remaining.is_topic_left
        if policy.min_assessors == 1:
            is_open = present(self.votes.pair_topics, len(self.votes.topics))
        number_of = {topic: n for n, topic in enumerate(self.votes.topics) if is_open[n]}
        chosen = {pair: grade for pair, grade in decisions.items() if pair[0] in number_of}
        found = self.votes.find([(number_of[topic], passage) for topic, passage in chosen])
        is_new = found < 0
        pairs = np.where(is_new, self.votes.n_pairs + is_new.cumsum() - 1, found)
        new = [pair for pair, is_one in zip(chosen, is_new.tolist(), strict=True) if is_one]
        is_kept = self.left
        if policy.decisions == "override":
            is_kept = is_kept & ~present(pairs, self.votes.n_pairs + len(new))[self.votes.pairs]
        before, n_replaced = self.remaining, int(self.left.sum() - is_kept.sum())
        self.votes = replace(
            self.votes,
            assessors=[*self.votes.assessors, ADJUDICATION],
            pair_topics=longer(self.votes.pair_topics, [number_of[topic] for topic, _ in new]),
            passages=longer(self.votes.passages, [passage for _, passage in new]),
            pairs=longer(self.votes.pairs, pairs),
            voters=longer(self.votes.voters, np.full(pairs.size, len(self.votes.assessors))),
            grades=longer(self.votes.grades, list(chosen.values())),
        )
        self.left = longer(is_kept, np.ones(pairs.size))
        self.remaining = count_remaining(self.votes, self.left)
        step = describe_step("decisions", before, self.remaining, self.votes.topics)
        self.steps.append(step._replace(n_judgments_removed=n_replaced))

    def compact(self) -> Flags:
        """Drop removed votes; returns flags of pairs with only a decision, shape (n_pairs,)."""
        is_kept = present(self.votes.pairs[self.left], self.votes.n_pairs)
        self.votes = self.votes.where(self.left)
        self.left = np.ones(self.votes.pairs.size, dtype=np.bool_)
        return np.flatnonzero(is_kept) >= self.n_answered

    def voted(self, policy: AggregationPolicy) -> PackedVotes:
        """The votes to aggregate; without decisions when these override votes."""
        if policy.decisions != "override":
            return self.votes
        is_vote = ~self._is_decision
        return replace(
            self.votes,
            pairs=self.votes.pairs[is_vote],
            voters=self.votes.voters[is_vote],
            grades=self.votes.grades[is_vote],
        )

    def decide(self, labels: Labels, policy: AggregationPolicy) -> Labels:
        """The labels, with decisions inserted when these override votes."""
        if policy.decisions != "override":
            return labels
        is_decision = self._is_decision
        pairs, grades = self.votes.pairs[is_decision], self.votes.grades[is_decision]
        relevances = labels.relevances.copy()
        relevances[pairs] = at_threshold(grades, policy)
        is_decided = present(pairs, self.votes.n_pairs)
        return Labels(
            relevances,
            labels.is_labelled | is_decided,
            np.where(is_decided, np.nan, labels.exact),
            labels.is_tie & ~is_decided,
        )

    @property
    def _is_decision(self) -> Flags:
        """Flags of votes that are decisions, shape (n_votes,)."""
        is_adjudication = [name == ADJUDICATION for name in self.votes.assessors]
        return np.array(is_adjudication, dtype=np.bool_)[self.votes.voters]


def longer(column: np.ndarray, more: Sequence[Any] | np.ndarray) -> np.ndarray:
    """The column with more values of its kind at its end."""
    return (
        column if not len(more) else np.concatenate([column, np.asarray(more, dtype=column.dtype)])
    )
