"""Pairs that organizers choose for adjudication by hand."""

from __future__ import annotations

from django.contrib.auth.models import User

from annotation.models import CampaignPair, ChosenPair


def choose(*, pair: CampaignPair, chosen_by: User) -> ChosenPair:
    """Choose a pair for adjudication; who chose it first stays named."""
    chosen, _ = ChosenPair.objects.get_or_create(
        campaign_pair=pair, defaults={"campaign_id": pair.campaign_id, "chosen_by": chosen_by}
    )
    return chosen


def choose_no_more(*, pair: CampaignPair) -> None:
    """Choose a pair no more; nothing happens to one that was not chosen."""
    ChosenPair.objects.filter(campaign_pair=pair).delete()
