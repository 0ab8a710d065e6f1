"""An assessor's open work, campaign by campaign, and roughly how long it takes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Window
from django.db.models.functions import Now, RowNumber

from annotation.judging.own_judgments import N_RECENT, PartStatus, own_parts
from annotation.models import (
    CampaignPair,
    CampaignState,
    Cause,
    Judgment,
    Membership,
    PairKind,
    PairSummary,
    Slot,
    TopicSeat,
)

MIN_TIMED = 5  # as the judging page has it: the pace of fewer says nothing yet


class OwnTask(NamedTuple):
    """An assessor's part of one campaign.

    `n_left` is what is left of their share, and `ms_left` how long that takes at the pace of their
    newest answers; null where there is no share, or too few times. `topics` are the queries of the
    topics that they have begun, the one begun last first. `has_judged_all` where they may judge and
    nothing is left for them, even of what others have in hand.
    """

    id: int
    name: str
    state: CampaignState
    standing: PartStatus
    n_judged: int
    share: int | None
    n_left: int | None
    ms_left: float | None
    topics: Sequence[str]
    has_judged_all: bool


def own_tasks(members: Collection[Membership]) -> list[OwnTask]:
    """The tasks of these memberships of one assessor, by the campaigns' names.

    As many queries for one as for many. Members come with their campaigns.
    """
    parts, pace, topics = own_parts(members), _paces(members), _topics(members)
    finished = _through(members)
    tasks = []
    for member in members:
        campaign, part = member.campaign, parts[member.campaign_id]
        n_left = None if part.share is None else max(0, part.share - part.n_judged)
        ms = pace.get(member.pk)
        tasks.append(
            OwnTask(
                id=campaign.pk,
                name=campaign.name,
                state=CampaignState(campaign.state),
                standing=part.standing,
                n_judged=part.n_judged,
                share=part.share,
                n_left=n_left,
                ms_left=None if ms is None or n_left is None else ms * n_left,
                topics=topics.get(member.pk, []),
                has_judged_all=member.pk in finished,
            )
        )
    return sorted(tasks, key=lambda task: task.name)


def _paces(members: Collection[Membership]) -> dict[int, float]:
    """Milliseconds an answer takes: the median of each member's newest, where enough are timed."""
    timed = Judgment.objects.live().filter(
        assessor__in=members, cause=Cause.JUDGED, active_ms__isnull=False
    )
    newest = Window(RowNumber(), partition_by=F("assessor"), order_by=F("created_at").desc())
    recent = timed.order_by().annotate(place=newest).filter(place__lte=N_RECENT)
    times = defaultdict[int, list[int]](list)
    for member, ms in recent.values_list("assessor", "active_ms"):
        times[member].append(ms or 0)
    return {member: median(ms) for member, ms in times.items() if len(ms) >= MIN_TIMED}


def _topics(members: Collection[Membership]) -> Mapping[int, Sequence[str]]:
    """Of topics with a seat that is not finished, where the campaign goes on."""
    at_work = [member for member in members if not member.campaign.is_over]
    seats = TopicSeat.objects.filter(holder__in=at_work, finished_at__isnull=True)
    topics = defaultdict[int, list[str]](list)
    for holder, query in seats.order_by("-taken_at").values_list("holder", "topic__query"):
        if holder is not None:
            topics[holder].append(query)
    return topics


def _through(members: Collection[Membership]) -> set[int]:
    """The members for whom nothing is left, of those who may judge now.

    It is as claims find it: in a pilot its pairs, else shared slots that are open and pairs that
    everybody judges; and what they have in hand, such as a repeat. Who is at the qualification
    round has that before them.
    """
    at_work = {member.pk for member in members if member.may_judge and not _is_qualifying(member)}
    with_more = Membership.objects.filter(pk__in=at_work).filter(
        Q(campaign__state=CampaignState.PILOT) & Q(Exists(_unjudged().filter(in_pilot=True)))
        | Q(campaign__state=CampaignState.OPEN)
        & (
            Q(Exists(_open_slots()))
            | Q(Exists(_unjudged().filter(kind=PairKind.OVERLAP)))
            | Q(Exists(_in_hand()))
        )
    )
    return at_work - set(with_more.values_list("pk", flat=True))


def _is_qualifying(member: Membership) -> bool:
    return member.campaign.pass_share is not None and member.qualified_at is None


def _unjudged() -> QuerySet[CampaignPair]:
    """Pairs with a text that the outer membership has not judged."""
    looks = Judgment.objects.standing().filter(
        campaign_pair=OuterRef("pk"), assessor=OuterRef(OuterRef("pk")), occasion=0
    )
    pairs = CampaignPair.objects.filter(campaign=OuterRef("campaign"), pair__passage__text__gt="")
    return pairs.exclude(Exists(looks))


def _in_hand() -> QuerySet[Slot]:
    """Leases of the outer membership; one that is up is not served again as such."""
    return Slot.objects.filter(holder=OuterRef("pk"), judgment__isnull=True, leased_until__gt=Now())


def _open_slots() -> QuerySet[Slot]:
    """Shared slots of pairs that the outer membership has not judged and that are served still."""
    pair = OuterRef("campaign_pair")
    looks = Judgment.objects.standing().filter(
        campaign_pair=pair, assessor=OuterRef(OuterRef("pk")), occasion=0
    )
    most = OuterRef("campaign__max_not_judged")
    stopped = PairSummary.objects.filter(campaign_pair=pair, n_not_judged__gte=most)
    slots = Slot.objects.filter(
        campaign=OuterRef("campaign"), judgment__isnull=True, order_key__isnull=False
    )
    return slots.exclude(Exists(looks)).exclude(Exists(stopped))
