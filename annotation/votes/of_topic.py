"""Votes on passages for one topic, by campaign."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from annotation.models import Judgment


class VotesOnPassage(NamedTuple):
    """Grades in a campaign, ascending, and highlighted spans [start, end)."""

    campaign: str
    grades: list[int]
    n_not_judged: int
    spans: list[list[int]]


class VotesHere(NamedTuple):
    """Votes of a campaign, with the collection whose text was judged."""

    collection: int
    votes: VotesOnPassage

    def of_text_in(self, collection: int) -> VotesOnPassage:
        """Votes to show beside a collection's text; spans are dropped for any other collection."""
        if collection == self.collection:
            return self.votes
        return self.votes._replace(spans=[])


def votes_on_topic(
    topics: Sequence[int],
    collections: Sequence[int],
    ordinals: Sequence[int],
    campaigns: Collection[int],
) -> dict[int, list[VotesHere]]:
    """Recorded answers by passage ordinal, without names.

    Args:
        topics: keys of the topic, in its own set and in the sets it is a variant of.
        collections: keys of a collection and its variants.
        campaigns: keys of the campaigns whose votes may be seen.
    """
    if not campaigns:
        return {}
    rows = _answers(topics, collections, ordinals, campaigns)
    found: defaultdict[int, dict[str, VotesHere]] = defaultdict(dict)
    for ordinal, collection, campaign, grade, spans in rows:
        nothing = VotesHere(collection, VotesOnPassage(campaign, [], 0, []))
        here = found[ordinal].setdefault(campaign, nothing)
        if grade is None:
            one_more = here.votes._replace(n_not_judged=here.votes.n_not_judged + 1)
            found[ordinal][campaign] = here._replace(votes=one_more)
        else:
            here.votes.grades.append(grade)
        here.votes.spans.extend(spans)
    return {ordinal: list(by_campaign.values()) for ordinal, by_campaign in found.items()}


def _answers(
    topics: Sequence[int],
    collections: Sequence[int],
    ordinals: Sequence[int],
    campaigns: Collection[int],
) -> Any:
    """Rows of passage, collection, campaign, grade and spans, ordered by campaign and grade."""
    return (
        Judgment.objects.recorded()
        .filter(
            campaign_pair__campaign__in=campaigns,
            campaign_pair__pair__topic__in=topics,
            campaign_pair__pair__passage__collection__in=collections,
            campaign_pair__pair__passage__ordinal__in=ordinals,
        )
        .order_by("campaign_pair__campaign__name", "grade__value")
        .values_list(
            "campaign_pair__pair__passage__ordinal",
            "campaign_pair__pair__passage__collection",
            "campaign_pair__campaign__name",
            "grade__value",
            "spans",
        )
    )
