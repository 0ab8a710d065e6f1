"""The start page of an account: one section for each role."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import BooleanField, ExpressionWrapper, QuerySet

from annotation.adjudication.rules import queue_lengths
from annotation.home.judging import OwnTask, own_tasks
from annotation.home.organizing import CampaignCourse, campaign_courses
from annotation.home.research import ResearchStart, research_start
from annotation.models import CampaignState, LabelSet, Membership, Role, judges

SETTLED_IN = (CampaignState.OPEN, CampaignState.PAUSED, CampaignState.CLOSED)


class QueueToSettle(NamedTuple):
    """A campaign that the account adjudicates, and the length of its queue."""

    id: int
    name: str
    state: CampaignState
    n_left: int


class Start(NamedTuple):
    """The first page of an account: `organize` and `research` are null without the right to it."""

    judge: list[OwnTask]
    settle: list[QueueToSettle]
    organize: list[CampaignCourse] | None
    research: ResearchStart | None


def start_of(user: User, labels: QuerySet[LabelSet]) -> Start:
    """The account's start page; the number of queries does not depend on the number of campaigns.

    `labels` are the label sets that it may see.
    """
    members = Membership.objects.filter(user=user).select_related("campaign")
    mine = list(members.annotate(judges=ExpressionWrapper(judges(), BooleanField())))
    judged = {member.campaign_id for member in mine if member.judges}
    return Start(
        judge=own_tasks([member for member in mine if member.role == Role.ASSESSOR]),
        settle=_queues(user, mine, judged),
        organize=campaign_courses(judged) if user.has_perm("annotation.may_organize") else None,
        research=research_start(labels) if user.has_perm("ranking.may_research") else None,
    )


def _queues(
    user: User, members: Collection[Membership], judged: Collection[int]
) -> list[QueueToSettle]:
    """Queues of the account, without campaigns that an organizer judges in until they are over."""
    blind = judged if user.has_perm("annotation.may_organize") else ()
    campaigns = [
        member.campaign
        for member in members
        if member.may_adjudicate
        and member.campaign.state in SETTLED_IN
        and not (member.campaign_id in blind and not member.campaign.is_over)
    ]
    n_left = queue_lengths(user, campaigns)
    return [
        QueueToSettle(one.pk, one.name, CampaignState(one.state), n_left.get(one.pk, 0))
        for one in sorted(campaigns, key=lambda campaign: campaign.name)
    ]
