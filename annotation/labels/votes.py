from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from annotation.models import Campaign, Judgment
from regrade.aggregation.votes import Vote


def campaign_votes(campaign: Campaign) -> list[Vote]:
    """Every row for aggregation, graded or not; passages are named by ordinal.

    Sorted by topic, passage and pseudonym, so that the same judgments give the same list.
    """
    recorded = Judgment.objects.recorded().filter(campaign_pair__campaign=campaign)
    rows = recorded.order_by(
        "campaign_pair__pair__topic__ordinal",
        "campaign_pair__pair__passage__ordinal",
        "assessor__pseudonym",
    ).values_list(
        "campaign_pair__pair__topic__query_id",
        "campaign_pair__pair__passage__ordinal",
        "assessor__pseudonym",
        "grade__value",
    )
    return [Vote(*row) for row in rows.iterator(chunk_size=10_000)]


def n_votes_by_kind(campaign: Campaign, votes: Iterable[Vote]) -> dict[str, int]:
    """Graded rows per kind of assessor; kinds without any are left out."""
    kinds = dict(campaign.memberships.values_list("pseudonym", "kind"))
    return dict(Counter(kinds[vote.assessor] for vote in votes if vote.grade is not None))
