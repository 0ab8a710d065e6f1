from __future__ import annotations

from django.db import transaction

from annotation.exceptions import CampaignNotOpen
from annotation.models import Campaign, CampaignState


@transaction.atomic
def set_campaign_state(*, campaign: Campaign, state: CampaignState) -> Campaign:
    """Move a campaign to another state.

    Raises:
        CampaignNotOpen: it is archived, which is for good.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if campaign.state == CampaignState.ARCHIVED:
        raise CampaignNotOpen(f"{campaign} is archived, and stays so.")
    campaign.state = state
    campaign.save(update_fields=["state"])
    return campaign
