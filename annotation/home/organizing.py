"""An organizer's campaigns: needs, progress, and forecasts by the same few queries for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Min

from annotation.adjudication.rules import disagreements
from annotation.board.assessors import recent_work_in
from annotation.board.forecast import Forecast, forecast, whole_days
from annotation.board.reach import lacks_of
from annotation.campaigns.listing import NOTHING_WANTED, Progress, progress_by_campaign
from annotation.database import database_now, one_snapshot
from annotation.models import (
    OVER,
    ActiveTopic,
    AssessorKind,
    Campaign,
    CampaignState,
    Cause,
    Guideline,
    Judgment,
    Membership,
)
from annotation.people.staffing import at_work
from annotation.quality.flags import raised_flags_in
from annotation.slow_counts import kept_of_all


class Course(NamedTuple):
    """How a campaign goes: votes on regular pairs in the last 24 hours, and its forecast."""

    n_last_day: int
    forecast: Forecast
    n_topics_choosing: int


def courses_of(
    campaigns: Collection[Campaign], progress: Mapping[int, Progress], now: datetime
) -> dict[int, Course]:
    """Each campaign's course, by its id; the forecast is the one that its board shows."""
    begun, lacks = _begun(campaigns), lacks_of(campaigns)
    choosing = ActiveTopic.objects.choosing().n_by_campaign(campaigns)
    n_days = {campaign.pk: whole_days(begun.get(campaign.pk), now) for campaign in campaigns}
    recent = recent_work_in(n_days, now)
    return {
        campaign.pk: Course(
            recent[campaign.pk].n_last_day,
            forecast(
                n_left=progress.get(campaign.pk, NOTHING_WANTED).n_left,
                lack=lacks[campaign.pk],
                recent=recent[campaign.pk],
                is_open=campaign.state == CampaignState.OPEN,
                is_choosing=campaign.pk in choosing,
                now=now,
            ),
            choosing.get(campaign.pk, 0),
        )
        for campaign in campaigns
    }


def _begun(campaigns: Collection[Campaign]) -> dict[int, datetime]:
    """When the first judgment came that was given here."""
    looks = Judgment.objects.standing().filter(assessor__campaign__in=campaigns, occasion=0)
    here = looks.exclude(cause=Cause.IMPORTED).order_by()
    return dict(here.values_list("assessor__campaign").annotate(first=Min("created_at")))


# Nothing is decided on pairs before a campaign has been opened.
DECIDED_IN = (CampaignState.OPEN, CampaignState.PAUSED)


class NeedKind(StrEnum):
    """Kinds of action that a campaign may need from its organizer, each on its own page."""

    STUCK = "stuck"  # pairs that too many could not judge
    DISAGREEMENTS = "disagreements"  # pairs that wait in the adjudicators' queue
    FLAGGED = "flagged"  # people whose work deserves a look
    NO_GUIDELINE = "no_guideline"
    NO_ASSESSOR = "no_assessor"


class Need(NamedTuple):
    """One action that a campaign needs, with a number of pairs or people, or 1."""

    code: NeedKind
    n: int


class CampaignCourse(NamedTuple):
    """A campaign that is not over: progress and needs.

    Progress, rate and forecast, as on the board, are null for readers who judge there, and needs
    that depend on grades or answers are missing.
    """

    id: int
    name: str
    state: CampaignState
    is_simulated: bool
    judges_here: bool
    n_wanted: int | None
    n_votes: int | None
    n_left: int | None
    n_set_aside: int | None
    n_waiting_for_adjudication: int | None
    n_further: int | None
    n_last_day: int | None  # votes on regular pairs in the last 24 hours
    n_topics_choosing: int  # of a pool that learns: topics for which more pairs are chosen
    forecast: Forecast | None
    needs: list[Need]


class Counted(NamedTuple):
    """Figures computed from judgments, by campaign, without campaigns that the reader judges in."""

    progress: Mapping[int, Progress]
    courses: Mapping[int, Course]
    n_disagreements: Mapping[int, int]
    n_flagged: Mapping[int, int]


def campaign_courses(judged_by: Collection[int]) -> list[CampaignCourse]:
    """Campaigns that are not over, by name, for an organizer who judges in those of these ids.

    The number of queries does not depend on that of campaigns. Slow counts are cached, as for
    boards.
    """
    running = list(Campaign.objects.exclude(state__in=OVER).order_by("name"))
    open_to_see = [campaign for campaign in running if campaign.pk not in judged_by]
    counted = kept_of_all("home", open_to_see, lambda: _counted(open_to_see))
    lacking, simulated = _lacking(running), _simulated(running)
    return [
        _course(
            campaign,
            None if campaign.pk in judged_by else counted,
            lacking=lacking[campaign.pk],
            is_simulated=campaign.pk in simulated,
        )
        for campaign in running
    ]


@one_snapshot()
def _counted(campaigns: Collection[Campaign]) -> Counted:
    progress = progress_by_campaign(campaigns)
    return Counted(
        progress=progress,
        courses=courses_of(campaigns, progress, database_now()),
        n_disagreements=disagreements(campaigns),
        n_flagged=_flagged(campaigns),
    )


def _course(
    campaign: Campaign, counted: Counted | None, *, lacking: list[Need], is_simulated: bool
) -> CampaignCourse:
    progress = counted and counted.progress.get(campaign.pk, NOTHING_WANTED)
    course = counted and counted.courses[campaign.pk]
    return CampaignCourse(
        id=campaign.pk,
        name=campaign.name,
        state=CampaignState(campaign.state),
        is_simulated=is_simulated,
        judges_here=counted is None,
        n_wanted=progress and progress.n_wanted,
        n_votes=progress and progress.n_votes,
        n_left=progress and progress.n_left,
        n_set_aside=progress and progress.n_set_aside,
        n_waiting_for_adjudication=progress and progress.n_waiting_for_adjudication,
        n_further=progress and progress.n_further,
        n_last_day=course and course.n_last_day,
        n_topics_choosing=course.n_topics_choosing if course else 0,
        forecast=course and course.forecast,
        needs=[*(_needs(campaign, counted) if counted else ()), *lacking],
    )


def _needs(campaign: Campaign, counted: Counted) -> list[Need]:
    """Needs that depend on judgments."""
    pk, is_decided = campaign.pk, campaign.state in DECIDED_IN
    n_stuck = counted.progress.get(pk, NOTHING_WANTED).n_waiting_for_adjudication
    n = {
        NeedKind.STUCK: n_stuck if is_decided else 0,
        NeedKind.DISAGREEMENTS: counted.n_disagreements.get(pk, 0) if is_decided else 0,
        NeedKind.FLAGGED: counted.n_flagged.get(pk, 0),
    }
    return [Need(what, count) for what, count in n.items() if count]


def _lacking(campaigns: Collection[Campaign]) -> Mapping[int, list[Need]]:
    """Missing setup of each campaign, such as a guideline."""
    published = Guideline.objects.filter(campaign__in=campaigns, published_at__isnull=False)
    guided = set(published.order_by().values_list("campaign", flat=True))
    members = at_work(Membership.objects.filter(campaign__in=campaigns)).order_by()
    staffed = set(members.values_list("campaign", flat=True))
    return {
        campaign.pk: [
            Need(what, 1)
            for what, met in ((NeedKind.NO_GUIDELINE, guided), (NeedKind.NO_ASSESSOR, staffed))
            if campaign.pk not in met
        ]
        for campaign in campaigns
    }


def _simulated(campaigns: Collection[Campaign]) -> set[int]:
    members = Membership.objects.filter(campaign__in=campaigns, kind=AssessorKind.SIMULATED)
    return set(members.order_by().values_list("campaign", flat=True))


def _flagged(campaigns: Collection[Campaign]) -> Mapping[int, int]:
    """Number of assessors with a quality flag, by campaign."""
    members = Membership.objects.filter(pk__in=raised_flags_in(campaigns)).order_by()
    return Counter(members.values_list("campaign", flat=True))
