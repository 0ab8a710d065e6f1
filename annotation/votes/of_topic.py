"""What people said of passages on one topic, campaign by campaign."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from annotation.models import Judgment


class VotesOnPassage(NamedTuple):
    """Grades in a campaign, in ascending order, and what was highlighted: [start, end)."""

    campaign: str
    grades: list[int]
    n_not_judged: int
    spans: list[list[int]]


def votes_on_topic(
    topics: Sequence[int],
    collection: int,
    ordinals: Sequence[int],
    campaigns: Collection[int],
) -> dict[int, list[VotesOnPassage]]:
    """Recorded answers by the passage's ordinal; nobody is named.

    Args:
        topics: keys of the topic.
        campaigns: keys of those that may be looked at.
    """
    if not campaigns:
        return {}
    rows: Any = (
        Judgment.objects.recorded()
        .filter(
            campaign_pair__campaign__in=campaigns,
            campaign_pair__pair__topic__in=topics,
            campaign_pair__pair__passage__collection=collection,
            campaign_pair__pair__passage__ordinal__in=ordinals,
        )
        .order_by("campaign_pair__campaign__name", "grade__value")
        .values_list(
            "campaign_pair__pair__passage__ordinal",
            "campaign_pair__campaign__name",
            "grade__value",
            "spans",
        )
    )
    found: defaultdict[int, dict[str, VotesOnPassage]] = defaultdict(dict)
    for ordinal, campaign, grade, spans in rows:
        votes = found[ordinal].setdefault(campaign, VotesOnPassage(campaign, [], 0, []))
        if grade is None:
            found[ordinal][campaign] = votes._replace(n_not_judged=votes.n_not_judged + 1)
        else:
            votes.grades.append(grade)
        votes.spans.extend(spans)
    return {ordinal: list(by_campaign.values()) for ordinal, by_campaign in found.items()}
