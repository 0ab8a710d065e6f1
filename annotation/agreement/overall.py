"""Agreement among a campaign's assessors: overall, by topic and by pair of assessors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from annotation.exceptions import AgreementRefused
from annotation.labels.model_assessors import model_assessors, without_models
from annotation.labels.votes import BY_TIME, campaign_votes
from annotation.models import Campaign
from regrade.aggregation.votes import count_graded
from regrade.agreement import Agreement, agreement_report
from regrade.agreement.ballots import Missing
from regrade.agreement.depth import AgreementInDepth, agreement_in_depth


class CampaignAgreement(NamedTuple):
    overall: Agreement
    topics: Sequence[Agreement]
    assessors: Sequence[Agreement]  # two at a time
    n_model_votes_left_out: int  # overall and by topic


def campaign_agreement_in_depth(
    campaign: Campaign, *, threshold: int | None = None, missing: Missing = "drop"
) -> AgreementInDepth:
    """Agreement of all assessors but models, on all pairs.

    Raises:
        AgreementRefused: the threshold is not on the campaign's scale.
    """
    votes = without_models(campaign_votes(campaign, BY_TIME), model_assessors(campaign))
    return agreement_in_depth(
        votes,
        scale=scale_of(campaign, threshold),
        judgments_per_pair=campaign.judgments_per_pair,
        threshold=threshold,
        missing=missing,
    )


def scale_of(campaign: Campaign, threshold: int | None = None) -> list[int]:
    """The campaign's grades, ascending.

    Raises:
        AgreementRefused: the threshold is not one of them.
    """
    scale = list(campaign.grades.order_by("value").values_list("value", flat=True))
    if threshold is not None and threshold not in scale:
        on_scale = ", ".join(map(str, scale))
        raise AgreementRefused(
            f"The scale has no grade {threshold}; it has {on_scale}.", field="threshold"
        )
    return scale


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
