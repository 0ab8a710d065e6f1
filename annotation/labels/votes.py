from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from annotation.models import Campaign, Judgment
from regrade.aggregation.votes import Vote

BY_NAME, BY_TIME = ("assessor__pseudonym",), ("created_at", "pk")


def campaign_votes(campaign: Campaign, order: Sequence[str] = BY_NAME) -> list[Vote]:
    """Every row for aggregation, graded or not; passages are named by ordinal.

    Sorted by topic, passage and pseudonym, so that the same judgments give the same list, or with
    `BY_TIME` those of a pair in the order in which they were given.
    """
    return [Vote(*row) for row in vote_rows(campaign, order=order)]


def vote_rows(
    campaign: Campaign, *further: str, order: Sequence[str] = BY_NAME
) -> Iterator[tuple[Any, ...]]:
    """The fields of each vote as `campaign_votes` has them, and further ones of its judgment."""
    recorded = Judgment.objects.recorded().filter(campaign_pair__campaign=campaign)
    rows = recorded.order_by(
        "campaign_pair__pair__topic__ordinal",
        "campaign_pair__pair__passage__ordinal",
        *order,
    ).values_list(
        "campaign_pair__pair__topic__query_id",
        "campaign_pair__pair__passage__ordinal",
        "assessor__pseudonym",
        "grade__value",
        *further,
    )
    return rows.iterator(chunk_size=10_000)


def n_votes_by_kind(campaign: Campaign, votes: Iterable[Vote]) -> dict[str, int]:
    """Graded rows per kind of assessor; kinds without any are left out."""
    kinds = dict(campaign.memberships.values_list("pseudonym", "kind"))
    return dict(Counter(kinds[vote.assessor] for vote in votes if vote.grade is not None))
