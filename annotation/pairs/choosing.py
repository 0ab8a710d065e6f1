"""Pairs that organizers choose for adjudication by hand."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from annotation.models import CampaignPair, ChosenPair, EventKind
from annotation.pairs.logging_pairs import log_of_pair


def choose(*, pair: CampaignPair, chosen_by: User) -> ChosenPair:
    """Choose a pair for adjudication; who chose it first stays named."""
    chosen, _ = ChosenPair.objects.get_or_create(
        campaign_pair=pair, defaults={"campaign_id": pair.campaign_id, "chosen_by": chosen_by}
    )
    return chosen


@transaction.atomic
def choose_no_more(*, pair: CampaignPair, actor: User) -> None:
    """Choose a pair no more, which the log keeps; nothing happens to one that was not chosen."""
    if ChosenPair.objects.filter(campaign_pair=pair).delete()[0]:
        log_of_pair(pair=pair, kind=EventKind.CHOSEN_NO_MORE, actor=actor)
