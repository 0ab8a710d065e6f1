"""Campaigns visible to an account, with the progress of their regular pairs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
)

from annotation.campaigns.pair_kinds import PairKinds, pair_kinds
from annotation.judging.own_judgments import OwnPart, own_parts
from annotation.models import (
    ActiveTopic,
    Adjudication,
    AssessorKind,
    Campaign,
    CampaignPair,
    Membership,
    Role,
    Slot,
    judges,
)


class Progress(NamedTuple):
    """Judgments wanted in total, and how many are in, left or set aside.

    `n_wanted = n_votes + n_left + n_set_aside`. A shared slot is room for one wanted judgment, so
    that further judgments and imported grades beyond the usual number count as wanted, and pairs
    without a text, which nobody is asked for, do not. Set aside is what is still open of pairs that
    wait for adjudication; what was open of one is wanted no more once it was decided on.
    """

    n_wanted: int = 0
    n_votes: int = 0
    n_set_aside: int = 0
    n_waiting_for_adjudication: int = 0  # pairs, not judgments
    n_further: int = 0  # of the wanted ones, beyond the usual number of their pair

    @property
    def n_left(self) -> int:
        """Judgments still expected from assessors."""
        return self.n_wanted - self.n_votes - self.n_set_aside


NOTHING_WANTED = Progress()
IS_FURTHER = Q(number__gt=F("campaign__judgments_per_pair"))


def progress_of(campaign: Campaign) -> Progress:
    return progress_by_campaign([campaign]).get(campaign.pk, NOTHING_WANTED)


def progress_by_campaign(campaigns: Collection[Campaign]) -> dict[int, Progress]:
    """Two queries, whatever the number of campaigns; one that wants nothing is left out."""
    return _progress(campaigns, "campaign")


def progress_by_topic(campaign: Campaign) -> dict[int, Progress]:
    return _progress([campaign], "topic")


def together(parts: Iterable[Progress]) -> Progress:
    """The sum of progress over disjoint sets of pairs."""
    return Progress(*map(sum, zip(NOTHING_WANTED, *parts, strict=True)))


def _progress(campaigns: Collection[Campaign], by: str) -> dict[int, Progress]:
    shared = Slot.objects.filter(campaign__in=campaigns, order_key__isnull=False).order_by()
    stopped = {key: counts for key, *counts in _served_no_more(shared, campaigns, by)}
    wanted = shared.values_list(by).annotate(
        n=Count("pk"), n_votes=Count("judgment"), n_further=Count("pk", filter=IS_FURTHER)
    )
    progress = {}
    for key, n, n_votes, n_further in wanted:
        n_open, n_waiting, n_pairs, n_off = stopped.get(key, (0, 0, 0, 0))
        n_wanted = n - (n_open - n_waiting)
        progress[key] = Progress(n_wanted, n_votes, n_waiting, n_pairs, n_further - n_off)
    return progress


def _served_no_more(
    shared: QuerySet[Slot], campaigns: Collection[Campaign], by: str
) -> Iterable[tuple[int, int, int, int, int]]:
    """Open slots of pairs that are served no more: all, those nobody decided on, their pairs, and
    the further ones among the others.
    """
    stopped = CampaignPair.objects.filter(campaign__in=campaigns).served_no_more()
    still_open = shared.filter(judgment__isnull=True, campaign_pair__in=stopped.values("pk"))
    is_decided = Exists(Adjudication.objects.live().filter(campaign_pair=OuterRef("campaign_pair")))
    return (
        still_open.annotate(is_decided=is_decided)
        .values_list(by)
        .annotate(
            n=Count("pk"),
            n_waiting=Count("pk", filter=Q(is_decided=False)),
            n_pairs=Count("campaign_pair", filter=Q(is_decided=False), distinct=True),
            n_off=Count("pk", filter=Q(is_decided=True) & IS_FURTHER),
        )
    )


class CampaignCounts(NamedTuple):
    """A campaign's progress as shown on each of its organizers' pages."""

    pairs: PairKinds
    progress: Progress
    is_simulated: bool
    n_topics_choosing: int  # of a pool that learns: topics for which more pairs are chosen


class CampaignRow(NamedTuple):
    """One campaign in the list; judgments are of regular pairs.

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
    n_topics_choosing: int  # of a pool that learns: topics for which more pairs are chosen
    pairs: PairKinds | None
    n_wanted: int | None
    n_votes: int | None
    n_left: int | None
    n_set_aside: int | None
    n_waiting_for_adjudication: int | None
    n_further: int | None
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
        pair_kinds([campaign])[campaign.pk],
        progress_of(campaign),
        campaign.memberships.filter(kind=AssessorKind.SIMULATED).exists(),
        campaign.active_topics.choosing().count(),
    )


def _rows(
    campaigns: Sequence[Campaign], own: Mapping[int, Membership], *, may_organize: bool
) -> list[CampaignRow]:
    """One query for each number, whatever the number of campaigns."""
    kinds, progress = pair_kinds(campaigns), progress_by_campaign(campaigns)
    choosing = ActiveTopic.objects.choosing().n_by_campaign(campaigns)
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
            n_topics_choosing=choosing.get(campaign.pk, 0) if may_organize else 0,
            **_counts_shown(
                kinds[campaign.pk],
                progress.get(campaign.pk, NOTHING_WANTED),
                may_know=may_organize and (campaign.pk not in blind or campaign.is_over),
            ),
            own=parts.get(campaign.pk),
        )
        for campaign in campaigns
    ]


def _counts_shown(pairs: PairKinds, progress: Progress, *, may_know: bool) -> dict[str, Any]:
    counts = {"pairs": pairs, **progress._asdict(), "n_left": progress.n_left}
    return counts if may_know else dict.fromkeys(counts)
