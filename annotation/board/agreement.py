"""Agreement among a campaign's assessors: overall, by topic and by pair of assessors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from annotation.labels.model_assessors import model_assessors, without_models
from annotation.labels.votes import campaign_votes
from annotation.models import Campaign
from regrade.aggregation.votes import count_graded
from regrade.agreement import Agreement, agreement_report


class CampaignAgreement(NamedTuple):
    overall: Agreement
    topics: Sequence[Agreement]
    assessors: Sequence[Agreement]  # two at a time
    n_model_votes_left_out: int  # overall and by topic


def campaign_agreement(campaign: Campaign) -> CampaignAgreement:
    """Agreement in a campaign; models count only in pairwise comparisons."""
    votes, k = campaign_votes(campaign), campaign.judgments_per_pair
    counted = without_models(votes, model_assessors(campaign))
    [overall] = agreement_report(counted, judgments_per_pair=k)
    return CampaignAgreement(
        overall,
        agreement_report(counted, judgments_per_pair=k, by="topic"),
        agreement_report(votes, judgments_per_pair=k, by="assessor"),
        count_graded(votes) - count_graded(counted),
    )
