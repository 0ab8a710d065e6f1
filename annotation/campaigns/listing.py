"""Campaigns visible to an account, with the progress of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import BooleanField, Count, ExpressionWrapper

from annotation.campaigns.progress import (
    NOTHING_WANTED,
    Progress,
    progress_by_campaign,
    progress_of,
)
from annotation.judging.own_parts import OwnPart, own_parts
from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignPair,
    Membership,
    PairKind,
    Role,
    judges,
)


class CampaignCounts(NamedTuple):
    """A campaign's progress as shown on each of its organizers' pages."""

    n_pairs: int  # regular ones
    progress: Progress
    is_simulated: bool


class CampaignRow(NamedTuple):
    """One campaign in the list; pairs and judgments are of regular pairs.

    Assessors, and members who do not organize, see only their own part: counts of regular pairs
    would reveal hidden gold.
    """

    id: int
    name: str
    state: str
    judgments_per_pair: int
    is_assessor: bool
    may_adjudicate: bool  # as a member, whatever the account may do besides
    may_organize: bool
    is_simulated: bool
    n_pairs: int | None
    n_wanted: int | None
    n_votes: int | None
    n_left: int | None
    n_set_aside: int | None
    n_waiting_for_adjudication: int | None
    own: OwnPart | None  # of an assessor


def campaign_rows(user: User | AnonymousUser) -> list[CampaignRow]:
    """Every campaign for an organizer; for others, the campaigns they are members of.

    Only organizers see which campaigns have simulated assessors.
    """
    members = Membership.objects.filter(user=user.pk).select_related("campaign")
    members = members.annotate(judges=ExpressionWrapper(judges(), BooleanField()))
    own = {member.campaign_id: member for member in members}
    may_organize = user.has_perm("annotation.may_organize")
    campaigns = Campaign.objects.order_by("name")
    return _rows(
        list(campaigns if may_organize else campaigns.filter(pk__in=own)),
        own,
        may_organize=may_organize,
    )


def campaign_counts(campaign: Campaign) -> CampaignCounts:
    return CampaignCounts(
        campaign.pairs.filter(kind=PairKind.REGULAR).count(),
        progress_of(campaign),
        campaign.memberships.filter(kind=AssessorKind.SIMULATED).exists(),
    )


def _rows(
    campaigns: Sequence[Campaign], own: Mapping[int, Membership], *, may_organize: bool
) -> list[CampaignRow]:
    """One query for each number, whatever the number of campaigns."""
    regular = CampaignPair.objects.filter(campaign__in=campaigns, kind=PairKind.REGULAR)
    n_pairs = dict(regular.order_by().values_list("campaign").annotate(n=Count("pk")))
    progress = progress_by_campaign(campaigns)
    members = Membership.objects.filter(campaign__in=campaigns, kind=AssessorKind.SIMULATED)
    simulated = set(members.values_list("campaign", flat=True)) if may_organize else set()
    assessors = {pk: member for pk, member in own.items() if member.role == Role.ASSESSOR}
    blind = {pk for pk, member in own.items() if member.judges}  # type: ignore[attr-defined]
    parts = own_parts(assessors.values())
    return [
        CampaignRow(
            id=campaign.pk,
            name=campaign.name,
            state=campaign.state,
            judgments_per_pair=campaign.judgments_per_pair,
            is_assessor=campaign.pk in assessors,
            may_adjudicate=campaign.pk in own and own[campaign.pk].may_adjudicate,
            may_organize=may_organize,
            is_simulated=campaign.pk in simulated,
            **_counts_shown(
                n_pairs.get(campaign.pk, 0),
                progress.get(campaign.pk, NOTHING_WANTED),
                may_know=may_organize and (campaign.pk not in blind or campaign.is_over),
            ),
            own=parts.get(campaign.pk),
        )
        for campaign in campaigns
    ]


def _counts_shown(n_pairs: int, progress: Progress, *, may_know: bool) -> dict[str, int | None]:
    counts = {"n_pairs": n_pairs, **progress._asdict(), "n_left": progress.n_left}
    return counts if may_know else dict.fromkeys(counts)
