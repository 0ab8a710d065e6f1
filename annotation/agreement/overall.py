"""Agreement among all of a campaign's assessors, in a row for the board and in depth."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from annotation.agreement.votes import scale_of
from annotation.models import Campaign
from annotation.votes.stored import StoredVotes, people_votes, stored_votes, without_models
from regrade.agreement import Agreement, agreement_report
from regrade.agreement.ballots import Missing
from regrade.agreement.depth import AgreementInDepth, agreement_in_depth


class CampaignAgreement(NamedTuple):
    overall: Agreement
    n_model_votes_left_out: int


def campaign_agreement_in_depth(
    campaign: Campaign, *, threshold: int | None = None, missing: Missing = "drop"
) -> AgreementInDepth:
    """Agreement of all assessors but models, on all pairs.

    Raises:
        AgreementRefused: the threshold is not on the campaign's scale.
    """
    return agreement_in_depth(
        people_votes(campaign),
        scale=scale_of(campaign, threshold),
        judgments_per_pair=campaign.judgments_per_pair,
        threshold=threshold,
        missing=missing,
    )


def campaign_agreement(campaign: Campaign) -> CampaignAgreement:
    """Agreement of all people in a campaign, for the board."""
    votes = stored_votes(campaign)
    counted = without_models(votes)
    [overall] = agreement_report(counted.packed, judgments_per_pair=campaign.judgments_per_pair)
    return CampaignAgreement(overall, _n_graded(votes) - _n_graded(counted))


def _n_graded(votes: StoredVotes) -> int:
    return int(np.count_nonzero(~np.isnan(votes.packed.grades)))
