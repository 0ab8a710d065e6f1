"""Gold pairs of topics that are served whole: they come among the topic's other pairs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from annotation.serving.claim_context import ClaimContext, fetch
from annotation.serving.special_pairs import (
    MOST_IN_TOPIC,
    lease_special_pair,
    topic_served_last,
)
from regrade.serving.gold_places import gold_places


class TopicCounts(NamedTuple):
    """Counts of a topic's pairs, and of those that may still come to the assessor; the columns of
    `count_in_topics.sql`."""

    topic_id: int
    n_pairs: int
    n_regular: int
    n_gold: int
    n_regular_had: int  # answered, or in hand
    n_gold_had: int
    n_answered: int
    n_shared: int
    n_overlap: int

    def n_gold_to_come(self, context: ClaimContext) -> int:
        """How many gold pairs follow those in hand, along with the shared pairs to come."""
        last = self.n_regular_had + self.n_shared
        return max(0, sum(place <= last for place in places(context, self)) - self.n_gold_had)


def count_in_topics(context: ClaimContext, topics: Iterable[int]) -> Mapping[int, TopicCounts]:
    rows = fetch("count_in_topics", context, topics=[*topics], most=MOST_IN_TOPIC)
    return {one.topic_id: one for one in map(TopicCounts._make, rows)}


def places(context: ClaimContext, topic: TopicCounts) -> Sequence[int]:
    """After how many regular pairs of the topic the assessor gets each of its gold pairs."""
    if context.gold_every is None:
        return ()
    return gold_places(
        seed=context.policy_seed,
        assessor=context.me,
        topic=topic.topic_id,
        n_regular=topic.n_regular,
        n_gold=topic.n_gold,
        every=context.gold_every,
    )


class GoldAhead:
    """The gold that comes to an assessor in the topic in hand; kept up to date while pairs of it
    are leased. The caller holds the membership's lock."""

    def __init__(self, context: ClaimContext) -> None:
        self._context = context
        self._read()

    def _read(self) -> None:
        self.topic = topic_served_last(self._context)
        topics = [] if self.topic is None else [self.topic]
        counts = count_in_topics(self._context, topics).get(self.topic or 0)
        self._places = places(self._context, counts) if counts else ()
        self._n_regular = counts.n_regular_had if counts else 0
        self._n_gold = counts.n_gold_had if counts else 0
        self._n_shared_left = counts.n_shared if counts else 0
        self._is_behind_shared = False

    def lease(self, position: int) -> int:
        """Lease the pair that is due at this position; how many: 0 or 1."""
        n_owed = sum(place <= self._n_regular for place in self._places) - self._n_gold
        # Where several are owed, as under a policy that came later, no two follow each other.
        is_due = n_owed == 1 or (n_owed > 1 and self._is_behind_shared)
        if self.topic is None or not is_due:
            return 0
        self._is_behind_shared = False
        n_leased = lease_special_pair(self._context, "gold", position, topic=self.topic)
        self._n_gold += n_leased or len(self._places)  # none is left
        return n_leased

    @property
    def n_until_next(self) -> int:
        """How many shared pairs come before it can be due again, or another topic begins; at a
        topic's border, 1: which topic comes next is not known before."""
        ahead = [place - self._n_regular for place in self._places if place > self._n_regular]
        return max(1, min([self._n_shared_left, *ahead]))

    def go_on(self, n_shared: int) -> None:
        """Note that so many shared pairs were leased, no more than until the next."""
        if self._n_shared_left < n_shared:
            self._read()
        else:
            self._n_regular += n_shared
            self._n_shared_left -= n_shared
        self._is_behind_shared = self._n_regular in self._places
