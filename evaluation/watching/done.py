from __future__ import annotations

from collections import defaultdict
from collections.abc import Set
from datetime import datetime
from typing import NamedTuple

from django.db.models import Min

from annotation.models import Campaign, Judgment, Membership
from annotation.models.campaign_pair import VOTING_KINDS, PairKind


class DoneTopic(NamedTuple):
    """A topic of a campaign, all of whose pairs have their votes."""

    topic_id: int
    query_id: str
    query: str
    done_at: datetime


class Progress(NamedTuple):
    """The topics that are done, in the order in which they came to be, and how many there are."""

    done: list[DoneTopic]
    n_topics: int


def topics_done(campaign: Campaign, counted: Set[int]) -> Progress:
    """Which topics have enough votes on each pair that becomes a label.

    A regular pair is done with as many votes as it wants, an overlap pair with as many as other
    pairs. Pairs that are served no more hold nothing up. A vote that was changed counts from when
    it was first given, so that the order stays.

    Args:
        counted: keys of the members whose votes count.
    """
    lost = set(campaign.pairs.all().served_no_more().values_list("pk", flat=True))
    given = _first_given(campaign, counted)
    open_topics, done_at = set[int](), dict[int, datetime]()
    topics = dict[int, tuple[str, str]]()
    pairs = campaign.pairs.filter(kind__in=VOTING_KINDS).order_by()
    columns = ("pk", "kind", "wanted", "pair__topic", "pair__topic__query_id", "pair__topic__query")
    for pair, kind, wanted, topic, query_id, query in pairs.values_list(*columns):
        topics[topic] = (query_id, query)
        needed = wanted if kind == PairKind.REGULAR else campaign.judgments_per_pair
        moments = sorted(given[pair])
        if len(moments) >= needed > 0:
            done_at[topic] = max(moments[needed - 1], done_at.get(topic, moments[0]))
        elif pair not in lost:
            open_topics.add(topic)
    done = [DoneTopic(key, *topics[key], at) for key, at in done_at.items()]
    ready = [topic for topic in done if topic.topic_id not in open_topics]
    return Progress(sorted(ready, key=lambda one: (one.done_at, one.topic_id)), len(topics))


def members_of(campaign: Campaign, pseudonyms: Set[str]) -> set[int]:
    """The keys of the members of these names."""
    members = Membership.objects.filter(campaign=campaign, pseudonym__in=pseudonyms)
    return set(members.values_list("pk", flat=True))


def _first_given(campaign: Campaign, counted: Set[int]) -> defaultdict[int, list[datetime]]:
    """By pair, when each vote that counts now was first given."""
    votes = Judgment.objects.votes().filter(campaign_pair__campaign=campaign, assessor__in=counted)
    standing = set(votes.order_by().values_list("campaign_pair", "assessor"))
    firsts = (
        Judgment.objects.filter(campaign_pair__campaign=campaign, occasion=0, grade__isnull=False)
        .order_by()
        .values_list("campaign_pair", "assessor")
        .annotate(first=Min("created_at"))
    )
    given = defaultdict[int, list[datetime]](list)
    for pair, assessor, first in firsts:
        if (pair, assessor) in standing:
            given[pair].append(first)
    return given
