"""What an organizer sees of a campaign while it fills."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from annotation.board_activity import last_signs, recent_work
from annotation.board_assessors import AssessorRow, BoardWork, assessor_rows
from annotation.board_counts import (
    AssessorCount,
    PairCount,
    SpecialCount,
    assessor_counts,
    finished_groups,
    grade_counts,
    n_votes_to_come,
    n_waiting_for_adjudication,
    pair_counts,
    special_counts,
    votes_by_topic,
)
from annotation.board_forecast import Forecast, forecast, whole_days
from annotation.crew import Work, capacity, crew_of
from annotation.models import Campaign, CampaignState, PairKind
from annotation.services.clock import database_now
from annotation.serving.groups import Group, most_frequent_of
from annotation.snapshot import one_snapshot


class Totals(NamedTuple):
    """Pairs, wanted judgments and votes are of the regular pairs; the others stand apart."""

    n_pairs: int
    n_wanted: int
    n_votes: int
    n_extra: int  # of the wanted ones, asked for where grades disagree
    n_overlap_pairs: int
    n_overlap_votes: int
    n_pilot_pairs: int  # of the overlap pairs
    n_gold_pairs: int
    n_qualification_pairs: int
    n_not_judged: int
    n_surplus: int
    n_waiting_for_adjudication: int


class TopicRow(NamedTuple):
    query_id: str
    query: str
    n_pairs: int
    n_wanted: int
    n_votes: int
    n_overlap_pairs: int
    n_pilot_pairs: int  # of the overlap pairs


class GradeRow(NamedTuple):
    """A grade of the scale, and how often it was given to regular and overlap pairs."""

    value: int
    name: str
    colour: str
    n: int


class GroupRow(NamedTuple):
    """The assessors who most often judged a regular pair together, and nobody else with them."""

    pseudonyms: Sequence[str]
    n_pairs: int
    share: float  # of the finished pairs with as many judgments


class Board(NamedTuple):
    campaign: Campaign
    totals: Totals
    topics: Sequence[TopicRow]
    assessors: Sequence[AssessorRow]
    grades: Sequence[GradeRow]
    most_frequent_group: GroupRow | None
    forecast: Forecast
    n_active: int
    counted_at: datetime


@one_snapshot()
def campaign_board(campaign: Campaign) -> Board:
    """Progress by topic and assessor and the grades given, from the live rows of one moment."""
    counted_at = database_now()
    pairs, special, grades = pair_counts(campaign), special_counts(campaign), grade_counts(campaign)
    votes, looks = votes_by_topic(campaign), assessor_counts(campaign)
    members = list(campaign.memberships.order_by("pseudonym"))
    totals = _totals(campaign, pairs, special, votes, looks)
    assessors = assessor_rows(
        campaign,
        members,
        BoardWork(looks, special, last_signs(campaign, counted_at), counted_at),
    )
    return Board(
        campaign=campaign,
        totals=totals,
        topics=_topics(campaign, pairs, votes),
        assessors=assessors,
        grades=_grades(campaign, grades, special),
        most_frequent_group=_group(
            most_frequent_of(finished_groups(campaign)), {m.pk: m.pseudonym for m in members}
        ),
        forecast=_forecast(
            campaign, looks, _n_possible(campaign, totals, special, looks), counted_at
        ),
        n_active=sum(row.is_active for row in assessors),
        counted_at=counted_at,
    )


def _n_possible(
    campaign: Campaign,
    totals: Totals,
    special: Iterable[SpecialCount],
    looks: Mapping[int, AssessorCount],
) -> int | None:
    """How many more votes the assessors at work and those invited may give."""
    answered = Counter({pk: look.n_graded + look.n_blank for pk, look in looks.items()})
    for count in special:
        answered[count.assessor_id] -= count.n
    work = Work(totals.n_pairs, totals.n_overlap_pairs, totals.n_gold_pairs, totals.n_wanted)
    return capacity(crew_of(campaign), work, campaign.policy(), answered)


def _forecast(
    campaign: Campaign,
    looks: Mapping[int, AssessorCount],
    n_possible: int | None,
    now: datetime,
) -> Forecast:
    begun = [look.first_here_at for look in looks.values() if look.first_here_at is not None]
    n_days = whole_days(min(begun, default=None), now)
    return forecast(
        n_left=n_votes_to_come(campaign),
        n_possible=n_possible,
        recent=recent_work(campaign, now, n_days),
        is_open=campaign.state == CampaignState.OPEN,
        now=now,
    )


def _totals(
    campaign: Campaign,
    pairs: Iterable[PairCount],
    special: Iterable[SpecialCount],
    votes: Counter[int],
    looks: Mapping[int, AssessorCount],
) -> Totals:
    n_by_kind, n_wanted, n_pilot = Counter[str](), 0, 0
    for pair in pairs:
        n_by_kind[pair.kind] += pair.n
        n_wanted, n_pilot = n_wanted + pair.n_wanted, n_pilot + pair.n_pilot
    n_graded = Counter[str]()
    for count in special:
        n_graded[count.kind] += count.n if count.grade_id is not None else 0
    n_pairs, n_votes = n_by_kind[PairKind.REGULAR], votes.total()
    n_on_regular = sum(count.n_graded for count in looks.values()) - n_graded.total()
    return Totals(
        n_pairs=n_pairs,
        n_wanted=n_wanted,
        n_votes=n_votes,
        n_extra=n_wanted - n_pairs * campaign.judgments_per_pair,
        n_overlap_pairs=n_by_kind[PairKind.OVERLAP],
        n_overlap_votes=n_graded[PairKind.OVERLAP],
        n_pilot_pairs=n_pilot,
        n_gold_pairs=n_by_kind[PairKind.GOLD],
        n_qualification_pairs=n_by_kind[PairKind.QUALIFICATION],
        n_not_judged=sum(count.n_blank for count in looks.values()),
        n_surplus=n_on_regular - n_votes,
        n_waiting_for_adjudication=n_waiting_for_adjudication(campaign),
    )


def _topics(
    campaign: Campaign, pairs: Iterable[PairCount], votes: Mapping[int, int]
) -> list[TopicRow]:
    """Those with regular or overlap pairs, in the topic set's order."""
    regular, overlap = dict[int, PairCount](), dict[int, PairCount]()
    for pair in pairs:
        if pair.kind == PairKind.REGULAR:
            regular[pair.topic_id] = pair
        elif pair.kind == PairKind.OVERLAP:
            overlap[pair.topic_id] = pair
    topics = campaign.pool.topic_set.topics.filter(pk__in={*regular, *overlap})
    return [
        TopicRow(
            query_id=query_id,
            query=query,
            n_pairs=regular[pk].n if pk in regular else 0,
            n_wanted=regular[pk].n_wanted if pk in regular else 0,
            n_votes=votes.get(pk, 0),
            n_overlap_pairs=overlap[pk].n if pk in overlap else 0,
            n_pilot_pairs=overlap[pk].n_pilot if pk in overlap else 0,
        )
        for pk, query_id, query in topics.order_by("ordinal").values_list("pk", "query_id", "query")
    ]


def _grades(
    campaign: Campaign, given: Counter[int], special: Iterable[SpecialCount]
) -> list[GradeRow]:
    apart = Counter[int]()
    for count in special:
        if count.kind != PairKind.OVERLAP and count.grade_id is not None:
            apart[count.grade_id] += count.n
    return [
        GradeRow(grade.value, grade.name, grade.colour, given[grade.pk] - apart[grade.pk])
        for grade in campaign.grades.order_by("value")
    ]


def _group(group: Group[int] | None, pseudonyms: Mapping[int, str]) -> GroupRow | None:
    if group is None:
        return None
    return GroupRow(sorted(pseudonyms[pk] for pk in group.assessors), group.n_pairs, group.share)
