"""Agreement among all of a campaign's assessors, in a row for the board and in depth."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from annotation.agreement.votes import scale_of
from annotation.models import Campaign
from annotation.votes.stored import StoredVotes, stored_votes, without_models
from regrade.agreement import Agreement, agreement_report
from regrade.agreement.counting.ballots import Missing
from regrade.agreement.depth import AgreementInDepth, agreement_in_depth


class CampaignAgreement(NamedTuple):
    overall: Agreement
    n_model_votes_left_out: int
    n_further_votes_left_out: int  # asked for where grades disagreed


def campaign_agreement_in_depth(
    campaign: Campaign, *, threshold: int | None = None, missing: Missing = "drop"
) -> AgreementInDepth:
    """Agreement of all assessors but models, on all pairs, without further votes.

    Raises:
        AgreementRefused: the threshold is not on the campaign's scale.
    """
    return agreement_in_depth(
        without_models(stored_votes(campaign)).from_the_start().packed,
        scale=scale_of(campaign, threshold),
        judgments_per_pair=campaign.judgments_per_pair,
        threshold=threshold,
        missing=missing,
    )


def campaign_agreement(campaign: Campaign) -> CampaignAgreement:
    """Agreement of all people in a campaign, for the board."""
    votes = stored_votes(campaign)
    of_people = without_models(votes)
    counted = of_people.from_the_start()
    [overall] = agreement_report(counted.packed, judgments_per_pair=campaign.judgments_per_pair)
    n, n_of_people, n_counted = map(_n_graded, (votes, of_people, counted))
    return CampaignAgreement(overall, n - n_of_people, n_of_people - n_counted)


def _n_graded(votes: StoredVotes) -> int:
    return int(np.count_nonzero(~np.isnan(votes.packed.grades)))
