"""What tests of the launch list share: checks by their code, pairs set apart, invitations."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from annotation.campaigns.launch import Check, launch_list
from annotation.models import Campaign, CampaignState, Invitation, PairKind, Slot


def check(campaign: Campaign, code: str, state: CampaignState = CampaignState.OPEN) -> Check:
    [found] = [check for check in launch_list(campaign, state) if check.code == code]
    return found


def codes(campaign: Campaign, state: CampaignState = CampaignState.OPEN) -> list[str]:
    return [check.code for check in launch_list(campaign, state)]


def set_apart(campaign: Campaign, kind: PairKind, n: int = 1, **fields: Any) -> None:
    """Make the first regular pairs pairs of another kind, as if they had been entered so."""
    pairs = list(campaign.pairs.filter(kind=PairKind.REGULAR)[:n])
    Slot.objects.filter(campaign_pair__in=pairs).delete()
    campaign.pairs.filter(pk__in=[pair.pk for pair in pairs]).update(
        kind=kind, wanted=None, **fields
    )


def invite(campaign: Campaign, max_uses: int, **fields: Any) -> Invitation:
    expires_at = fields.pop("expires_at", timezone.now() + timedelta(days=1))
    return Invitation.objects.create(
        campaign=campaign,
        token_hash=str(campaign.invitations.count()),
        max_uses=max_uses,
        expires_at=expires_at,
        **fields,
    )
