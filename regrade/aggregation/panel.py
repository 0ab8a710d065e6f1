"""The votes that remain after a policy's filters, ready to become labels once or many times."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.aggregation.aggregation import Aggregation
from regrade.aggregation.filters import Flags, among, keep_pairs, keep_topics
from regrade.aggregation.least_relevant import usual_min_relevance
from regrade.aggregation.policy import AggregationPolicy
from regrade.aggregation.relevance import Labels, at_threshold, label_pairs
from regrade.aggregation.tallies import Ballots, Copies
from regrade.aggregation.trail import ADJUDICATION, Decisions, Trail, longer
from regrade.agreement.counting.scale import Grades
from regrade.votes.packed import PackedVotes, Places, present


class GoldPairs(NamedTuple):
    """Pairs whose label is the expert's grade: parallel arrays."""

    topics: Places
    passages: Places
    grades: Places

    @classmethod
    def of(cls, graded: Decisions, topics: Sequence[str]) -> GoldPairs:
        """Those in these topics."""
        number_of = {topic: number for number, topic in enumerate(topics)}
        rows = [(number_of[t], p, grade) for (t, p), grade in graded.items() if t in number_of]
        return cls(*np.array(rows, dtype=np.int64).reshape(-1, 3).T)


class Settled(NamedTuple):
    """Labels of all pairs of a panel, those with the expert's grade last.

    Attributes:
        relevances: shape (n_pairs,).
        is_kept: shape (n_pairs,). Whether the pair has a label: it is neither an unjudged tie nor
            of a topic that the policy drops.
    """

    relevances: Places
    is_kept: Flags


@dataclass(frozen=True, eq=False)
class Panel:
    """The votes of a campaign that a policy counts, with all else that decides on labels.

    Attributes:
        trail: the votes that remain, and the steps that took others away.
        is_fallback_relevant: shape (n_pairs,). Whether the fallback calls the pair relevant.
        settled: shape (n_pairs,). The grade of the decision that settles a tie; NaN without one.
        is_unanswered: shape (n_pairs,). Whether the pair has nothing but a decision.
    """

    trail: Trail
    policy: AggregationPolicy
    scale: Grades
    is_fallback_relevant: Flags
    settled: NDArray[np.float64]
    is_unanswered: Flags
    gold: GoldPairs
    only_topics: Set[str] | None

    @property
    def votes(self) -> PackedVotes:
        """The votes that remain, with decisions that count as votes."""
        return self.trail.votes

    @property
    def pair_topics(self) -> Places:
        """shape (n_pairs,). The topic of every pair, those with the expert's grade last."""
        return longer(self.votes.pair_topics, self.gold.topics)

    @property
    def passages(self) -> Places:
        """shape (n_pairs,). The passage of every pair, those with the expert's grade last."""
        return longer(self.votes.passages, self.gold.passages)

    @property
    def min_relevance(self) -> int:
        return usual_min_relevance(self.policy, self.scale.tolist())

    def labels(self, copies: Copies | None = None, *, votes: PackedVotes | None = None) -> Labels:
        """The label of each pair that has votes.

        Args:
            copies: shape (n_votes,). How many times each of `voted` counts; None is once. A pair
                none of whose votes counts keeps them.
            votes: others in the place of `voted`, on the same pairs.
        """
        ballots = self._ballots
        if votes is not None:
            ballots = Ballots(votes, self.policy, self.scale)
        beside = self.is_fallback_relevant, self.settled
        counted = label_pairs(ballots, self.policy, *beside, copies)
        return self.trail.decide(counted, self.policy)

    @cached_property
    def voted(self) -> PackedVotes:
        """The votes that are aggregated: without decisions where these stand in for votes."""
        return self.trail.voted(self.policy)

    @cached_property
    def _ballots(self) -> Ballots:
        return Ballots(self.voted, self.policy, self.scale)

    @cached_property
    def is_of_people(self) -> Flags:
        """Which of the votes in `voted` people gave; the others are decisions: shape (n_votes,)."""
        is_person = [name != ADJUDICATION for name in self.voted.assessors]
        return np.array(is_person, dtype=np.bool_)[self.voted.voters]

    def settle(self, labels: Labels) -> Settled:
        """Labels of all pairs, and which of them the policy keeps."""
        votes, n_topics = self.votes, len(self.votes.topics)
        is_open = among(votes.topics, self.only_topics, "topics")
        is_open = is_open & among(votes.topics, self._confirmed(labels), "topics")
        is_kept = labels.is_labelled & is_open[votes.pair_topics]
        is_topic_left = present(votes.pair_topics[is_kept], n_topics)
        return Settled(
            longer(labels.relevances, at_threshold(self.gold.grades, self.policy)),
            longer(is_kept, is_topic_left[self.gold.topics]),
        )

    def aggregation(self) -> Aggregation:
        """The labels of the votes as they are, and what was left out on the way."""
        labels = self.labels()
        trail = self._dropped(labels)
        relevances, is_kept = self.settle(labels)
        exact = longer(labels.exact, np.full(self.gold.grades.size, np.nan))
        of_topics = trail.remaining.is_topic_left[self.votes.pair_topics]
        is_there, n_voted = is_kept[: self.votes.n_pairs], self.votes.n_pairs
        return Aggregation(
            topics=self.votes.topics,
            pair_topics=self.pair_topics[is_kept],
            passages=self.passages[is_kept],
            relevances=relevances[is_kept],
            exact=exact[is_kept],
            scale=(0, 1) if self.policy.is_binary else tuple(self.scale.tolist()),
            min_relevance=self.min_relevance,
            n_ties=int((labels.is_tie & of_topics).sum()),
            n_unanswered=int((self.is_unanswered & is_there).sum()),
            n_gold=int(is_kept[n_voted:].sum()),
            steps=tuple(trail.steps),
        )

    def _dropped(self, labels: Labels) -> Trail:
        """The trail without pairs that got no label and topics that the policy leaves out."""
        trail, votes = self.trail.copy(), self.votes
        trail.keep("unjudged ties", keep_pairs(votes, trail.left, labels.is_labelled))
        confirmed = self._confirmed(labels)
        trail.keep("fallback relevant", keep_topics(votes, trail.left, confirmed))
        trail.keep("only topics", keep_topics(votes, trail.left, self.only_topics))
        return trail

    def _confirmed(self, labels: Labels) -> set[str] | None:
        """Topics where a passage that the fallback calls relevant came out so; None is all."""
        if not self.policy.require_fallback_relevant:
            return None
        is_relevant = labels.is_labelled & (labels.relevances >= self.min_relevance)
        topics = np.unique(self.votes.pair_topics[is_relevant & self.is_fallback_relevant])
        return {self.votes.topics[topic] for topic in topics.tolist()}
