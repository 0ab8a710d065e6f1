"""The campaigns that somebody may know of, with how far each is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Sum

from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignPair,
    Membership,
    PairKind,
    Role,
    Slot,
)
from annotation.own_parts import OwnPart, own_parts


class CampaignRow(NamedTuple):
    """Pairs, wanted judgments and votes are of the regular pairs."""

    id: int
    name: str
    state: str
    judgments_per_pair: int
    is_assessor: bool
    may_organize: bool
    is_simulated: bool
    n_pairs: int
    n_wanted: int
    n_votes: int
    own: OwnPart | None  # of an assessor


def campaign_rows(user: User | AnonymousUser) -> list[CampaignRow]:
    """Every campaign for an organizer; for others those they are a member of.

    Who does not organize is not told which campaigns simulated assessors judge in.
    """
    members = Membership.objects.filter(user=user.pk).select_related("campaign")
    own = {member.campaign_id: member for member in members}
    may_organize = user.has_perm("annotation.may_organize")
    campaigns = Campaign.objects.order_by("name")
    return _rows(
        list(campaigns if may_organize else campaigns.filter(pk__in=own)),
        own,
        may_organize=may_organize,
    )


def campaign_row(campaign: Campaign) -> CampaignRow:
    """How far one campaign is, as an organizer sees it who does not judge there."""
    [row] = _rows([campaign], {}, may_organize=True)
    return row


def _rows(
    campaigns: Sequence[Campaign], own: Mapping[int, Membership], *, may_organize: bool
) -> list[CampaignRow]:
    """One query for each number, whatever the number of campaigns."""
    regular = CampaignPair.objects.filter(campaign__in=campaigns, kind=PairKind.REGULAR)
    counted = regular.order_by().values_list("campaign").annotate(n=Count("pk"), w=Sum("wanted"))
    pairs = {pk: (n, wanted) for pk, n, wanted in counted}
    filled = Slot.objects.filter(campaign__in=campaigns, order_key__isnull=False)
    votes = Counter(dict(filled.order_by().values_list("campaign").annotate(n=Count("judgment"))))
    members = Membership.objects.filter(campaign__in=campaigns, kind=AssessorKind.SIMULATED)
    simulated = set(members.values_list("campaign", flat=True)) if may_organize else set()
    judges = {pk: member for pk, member in own.items() if member.role == Role.ASSESSOR}
    parts = own_parts(judges.values())
    return [
        CampaignRow(
            id=campaign.pk,
            name=campaign.name,
            state=campaign.state,
            judgments_per_pair=campaign.judgments_per_pair,
            is_assessor=campaign.pk in judges,
            may_organize=may_organize,
            is_simulated=campaign.pk in simulated,
            n_pairs=pairs.get(campaign.pk, (0, 0))[0],
            n_wanted=pairs.get(campaign.pk, (0, 0))[1],
            n_votes=votes[campaign.pk],
            own=parts.get(campaign.pk),
        )
        for campaign in campaigns
    ]
