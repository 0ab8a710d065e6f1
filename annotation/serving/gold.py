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
from regrade.serving.next_kinds import SpecialKind
from regrade.serving.schedule import Kind


class TopicCounts(NamedTuple):
    """Counts of a topic's pairs, and of those that may still come to the assessor; the columns of
    `count_in_topics.sql`."""

    topic_id: int
    seat: int  # the assessor's number there, 0 without one
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
    are leased. The caller holds the membership's lock.

    `counts` are those of that topic, None where there is none; they hold if all pairs leased from
    the position `since` on are of this topic.
    """

    def __init__(self, context: ClaimContext) -> None:
        self._context = context
        self._read(context.n_served + 1)

    def _read(self, position: int) -> None:
        self.since = position
        self.topic = topic_served_last(self._context)
        topics = [] if self.topic is None else [self.topic]
        self.counts = count_in_topics(self._context, topics).get(self.topic or 0)
        self._places = places(self._context, self.counts) if self.counts else ()
        self._is_behind_shared = False

    def lease(self, position: int) -> int:
        """Lease the pair that is due at this position; how many: 0 or 1."""
        if self.counts is None:
            return 0
        counts = self.counts
        n_owed = sum(place <= counts.n_regular_had for place in self._places) - counts.n_gold_had
        # Where several are owed, as under a policy that came later, no two follow each other.
        is_due = n_owed == 1 or (n_owed > 1 and self._is_behind_shared)
        if not is_due:
            return 0
        self._is_behind_shared = False
        n_leased = lease_special_pair(self._context, "gold", position, topic=self.topic)
        if n_leased:
            self.counts = counts._replace(n_gold_had=counts.n_gold_had + 1)
        else:
            self._places = ()  # none is left
        return n_leased

    @property
    def n_until_next(self) -> int:
        """How many shared pairs come before it can be due again, or another topic begins; at a
        topic's border, 1: which topic comes next is not known before."""
        if self.counts is None:
            return 1
        n_had = self.counts.n_regular_had
        ahead = [place - n_had for place in self._places if place > n_had]
        return max(1, min([self.counts.n_shared, *ahead]))

    def go_on(self, kind: SpecialKind | Kind, n: int, position: int) -> None:
        """Note that so many pairs of a kind were leased, no more than until the next gold, and
        that this position comes next."""
        counts = self.counts
        if kind == "overlap" and counts is not None:
            self.counts = counts._replace(n_overlap=counts.n_overlap - 1)
        if kind != "shared":
            return
        # Without a seat the pairs may be of a topic in which one was just taken.
        if counts is None or counts.seat == 0 or counts.n_shared < n:
            self._read(position)
        else:
            self.counts = counts._replace(
                n_regular_had=counts.n_regular_had + n, n_shared=counts.n_shared - n
            )
        self._is_behind_shared = (
            self.counts is not None and self.counts.n_regular_had in self._places
        )
