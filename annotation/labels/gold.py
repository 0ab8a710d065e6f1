"""Expert's grades of a campaign's pairs, which a policy may take as their labels."""

from __future__ import annotations

from annotation.models import Campaign, ExpertGrade
from annotation.votes.depths import within
from regrade.votes.vote import PairKey

ORDER = ("campaign_pair__pair__topic__ordinal", "campaign_pair__pair__passage__ordinal")


def expert_grades_of(campaign: Campaign, depth: int | None = None) -> dict[PairKey, int]:
    """Grades of gold and qualification pairs by query_id and ordinal, by topic and passage.

    With a `depth` they are of the pairs that a pooled run has so far up, or none brought.
    """
    rows = ExpertGrade.objects.filter(within(depth), campaign_pair__campaign=campaign)
    rows = rows.order_by(*ORDER)
    found = rows.values_list(
        "campaign_pair__pair__topic__query_id",
        "campaign_pair__pair__passage__ordinal",
        "grade__value",
    )
    return {(query_id, ordinal): grade for query_id, ordinal, grade in found}
