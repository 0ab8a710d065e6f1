from __future__ import annotations

import pytest

from annotation.exceptions import CampaignNotOpen
from annotation.models import Campaign, CampaignState
from annotation.services.set_campaign_state import set_campaign_state
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("state", CampaignState)
def test_a_campaign_goes_into_any_state(state: CampaignState) -> None:
    campaign = make_campaign()
    set_campaign_state(campaign=campaign, state=state)
    campaign.refresh_from_db()
    assert campaign.state == state


@pytest.mark.parametrize("state", CampaignState)
def test_an_archived_campaign_stays_archived(state: CampaignState) -> None:
    campaign = make_campaign(state=CampaignState.ARCHIVED)
    with pytest.raises(CampaignNotOpen, match="campaign is archived"):
        set_campaign_state(campaign=campaign, state=state)
    campaign.refresh_from_db()
    assert campaign.state == CampaignState.ARCHIVED


def test_what_the_database_says_counts_and_not_what_the_caller_holds() -> None:
    campaign = make_campaign()
    Campaign.objects.update(state=CampaignState.ARCHIVED)
    with pytest.raises(CampaignNotOpen):
        set_campaign_state(campaign=campaign, state=CampaignState.OPEN)
