"""Who judged a passage how, and what label sets say of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import QuerySet

from annotation.labels.of_passage import PassageLabel, labels_of_passage
from annotation.models import LabelSet
from annotation.votes.of_passage import CampaignVotes, count_votes, votes_on_passage
from evaluation.passages.ranked import family_above
from ranking.models import Passage, Topic
from ranking.pages import place_in_list
from ranking.variants.lineage import lineages

PAGE = 20


class JudgedFor(NamedTuple):
    """A topic with the passage's labels, and its votes campaign by campaign."""

    topic_set: str
    query_id: str
    query: str
    labels: list[PassageLabel]
    campaigns: list[CampaignVotes]


class PassageJudgments(NamedTuple):
    """A page of topics by topic set and order; votes and topics are counted in all of them.

    Without `shows_votes` the account may see no campaign's.
    """

    shows_votes: bool
    n_topics: int
    n_votes: int
    page: int
    n_pages: int
    topics: list[JudgedFor]


def judgments_of_passage(
    passage: Passage,
    label_sets: QuerySet[LabelSet],
    campaigns: Collection[int] | None,
    *,
    page: int = 1,
) -> PassageJudgments:
    """Topics for which the passage has a vote or a label, by a fixed number of queries.

    Args:
        label_sets: those whose labels may be seen.
        campaigns: keys of those whose votes may be seen; None where none ever may.
    """
    labels: dict[int, list[PassageLabel]] = {}
    sets = label_sets.filter(collection__in=family_above(lineages(), passage))
    for one in labels_of_passage(sets, passage.ordinal):
        labels.setdefault(one.topic, []).append(one.label)
    n_votes = count_votes(passage, campaigns or ())
    topics = Topic.objects.filter(pk__in=[*labels, *n_votes]).order_by("topic_set__name", "ordinal")
    rows = list(topics.values_list("pk", "topic_set__name", "query_id", "query"))
    place = place_in_list(page, n=len(rows), size=PAGE)
    shown = rows[place.start : place.end]
    votes = votes_on_passage(passage, [key for key, *_ in shown], campaigns or ())
    return PassageJudgments(
        shows_votes=campaigns is not None,
        n_topics=len(rows),
        n_votes=sum(n_votes.values()),
        page=place.page,
        n_pages=place.n_pages,
        topics=[
            JudgedFor(topic_set, query_id, query, labels.get(key, []), votes.get(key, []))
            for key, topic_set, query_id, query in shown
        ],
    )
