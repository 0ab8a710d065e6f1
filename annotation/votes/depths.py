"""The pairs of a campaign that a pool of another depth would have."""

from __future__ import annotations

from django.db.models import Q


def within(depth: int | None) -> Q:
    """For rows of a campaign's pair: a pooled run has it down to this rank, or no run has it.

    As `drop_deep` of the library says of votes. None takes all.
    """
    rank = "campaign_pair__pair__best_rank"
    return Q() if depth is None else Q(**{f"{rank}__lte": depth}) | Q(**{f"{rank}__isnull": True})
