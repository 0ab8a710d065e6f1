"""The organizer's board: progress, people, quality and forecast of a running campaign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from annotation.agreement.overall import CampaignAgreement, campaign_agreement
from annotation.agreement.subsets import UTC
from annotation.board.assessors import (
    AssessorProgress,
    BoardWork,
    assessor_rows,
    last_signs,
    recent_work,
)
from annotation.board.counts import (
    AssessorCount,
    PairCount,
    SpecialCount,
    assessor_counts,
    finished_groups,
    grade_counts,
    pair_counts,
    special_counts,
)
from annotation.board.details import BoardDetails, board_details
from annotation.board.forecast import Forecast, forecast, whole_days
from annotation.board.reach import lacks_of
from annotation.campaigns.listing import NOTHING_WANTED, Progress, progress_by_topic, together
from annotation.campaigns.pair_kinds import KindCount, PairKinds, pair_kinds_of
from annotation.database import database_now, one_snapshot
from annotation.guidelines.scales import shown_colours
from annotation.models import Campaign, CampaignState, PairKind
from regrade.serving.groups import Group, most_frequent_of

# Beyond this, agreement takes longer than a page waits.
MOST_VOTES_COMPARED = 50_000


class Totals(NamedTuple):
    """Totals of a campaign; judgments of regular pairs are counted apart from the others.

    Of the judgments that are wanted each is in, left, or set aside with a pair that too many could
    not judge. `n_waiting_for_adjudication` counts these pairs, not judgments; `n_pairs_not_judged`
    counts regular and overlap pairs that somebody could not judge.
    """

    pairs: PairKinds
    n_wanted: int
    n_votes: int
    n_left: int
    n_set_aside: int
    n_waiting_for_adjudication: int
    n_further: int
    n_overlap_votes: int
    n_pairs_not_judged: int
    n_surplus: int


class TopicProgress(NamedTuple):
    """Progress of one topic by its regular pairs; `n_pilot_pairs` counts overlap pairs."""

    query_id: str
    query: str
    n_pairs: int
    n_wanted: int
    n_votes: int
    n_left: int
    n_overlap_pairs: int
    n_pilot_pairs: int


class GradeCount(NamedTuple):
    """A grade of the scale, and how often it was given to regular and overlap pairs."""

    value: int
    name: str
    colour: str
    n: int


class GroupRow(NamedTuple):
    """The assessors who most often judged a regular pair together, with nobody else."""

    pseudonyms: Sequence[str]
    n_pairs: int
    share: float  # of the finished pairs with as many judgments


class Board(NamedTuple):
    """An organizer's board, all of it as of `counted_at`."""

    progress: Progress
    totals: Totals
    topics: Sequence[TopicProgress]
    assessors: Sequence[AssessorProgress]
    grades: Sequence[GradeCount]
    most_frequent_group: GroupRow | None
    forecast: Forecast
    n_topics_choosing: int  # of a pool that learns: topics for which more pairs are chosen
    n_active: int
    details: BoardDetails
    agreement: CampaignAgreement | None  # None of more votes than a page waits for
    counted_at: datetime


@one_snapshot()
def campaign_board(campaign: Campaign, zone: ZoneInfo = UTC) -> Board:
    """Progress, people, signs, grades and agreement, from the live rows of one moment.

    The hours and days of its course are those of `zone`.
    """
    counted_at = database_now()
    pairs, special, grades = pair_counts(campaign), special_counts(campaign), grade_counts(campaign)
    by_topic, looks = progress_by_topic(campaign), assessor_counts(campaign)
    members = list(campaign.memberships.order_by("pseudonym"))
    progress = together(by_topic.values())
    n_choosing = campaign.active_topics.choosing().count()
    details = board_details(campaign, zone)
    n_not_judged = sum(topic.n_pairs_not_judged for topic in details.topics)
    totals = _totals(pairs, special, progress, looks, n_pairs_not_judged=n_not_judged)
    work = BoardWork(looks, special, last_signs(campaign, counted_at), counted_at)
    assessors = assessor_rows(campaign, members, work)
    return Board(
        progress=progress,
        totals=totals,
        topics=_topics(campaign, pairs, by_topic),
        assessors=assessors,
        grades=_grades(campaign, grades, special),
        most_frequent_group=_group(
            most_frequent_of(finished_groups(campaign)), {m.pk: m.pseudonym for m in members}
        ),
        forecast=_forecast(
            campaign,
            looks,
            n_left=progress.n_left,
            n_topics_choosing=n_choosing,
            now=counted_at,
        ),
        n_topics_choosing=n_choosing,
        n_active=sum(row.is_active for row in assessors),
        details=details,
        agreement=_agreement(campaign, totals),
        counted_at=counted_at,
    )


def _agreement(campaign: Campaign, totals: Totals) -> CampaignAgreement | None:
    n_votes = totals.n_votes + totals.n_overlap_votes
    return campaign_agreement(campaign) if n_votes <= MOST_VOTES_COMPARED else None


def _forecast(
    campaign: Campaign,
    looks: Mapping[int, AssessorCount],
    *,
    n_left: int,
    n_topics_choosing: int,
    now: datetime,
) -> Forecast:
    begun = [look.first_here_at for look in looks.values() if look.first_here_at is not None]
    n_days = whole_days(min(begun, default=None), now)
    return forecast(
        n_left=n_left,
        lack=lacks_of([campaign])[campaign.pk],
        recent=recent_work(campaign, now, n_days),
        is_open=campaign.state == CampaignState.OPEN,
        is_choosing=n_topics_choosing > 0,
        now=now,
    )


def _totals(
    pairs: Iterable[PairCount],
    special: Iterable[SpecialCount],
    progress: Progress,
    looks: Mapping[int, AssessorCount],
    *,
    n_pairs_not_judged: int,
) -> Totals:
    n_graded = Counter[str]()
    for count in special:
        n_graded[count.kind] += count.n if count.grade_id is not None else 0
    n_on_regular = sum(count.n_graded for count in looks.values()) - n_graded.total()
    return Totals(
        pairs=pair_kinds_of(KindCount(*pair[1:]) for pair in pairs),
        n_left=progress.n_left,
        **progress._asdict(),
        n_overlap_votes=n_graded[PairKind.OVERLAP],
        n_pairs_not_judged=n_pairs_not_judged,
        n_surplus=n_on_regular - progress.n_votes,
    )


def _topics(
    campaign: Campaign, pairs: Iterable[PairCount], progress: Mapping[int, Progress]
) -> list[TopicProgress]:
    """Those with regular or overlap pairs, in the topic set's order."""
    regular, overlap = dict[int, PairCount](), dict[int, PairCount]()
    for pair in pairs:
        if pair.kind == PairKind.REGULAR:
            regular[pair.topic_id] = pair
        elif pair.kind == PairKind.OVERLAP:
            overlap[pair.topic_id] = pair
    topics = campaign.pool.topic_set.topics.filter(pk__in={*regular, *overlap})
    return [
        TopicProgress(
            query_id=query_id,
            query=query,
            n_pairs=regular[pk].n if pk in regular else 0,
            n_wanted=(done := progress.get(pk, NOTHING_WANTED)).n_wanted,
            n_votes=done.n_votes,
            n_left=done.n_left,
            n_overlap_pairs=overlap[pk].n if pk in overlap else 0,
            n_pilot_pairs=overlap[pk].n_pilot if pk in overlap else 0,
        )
        for pk, query_id, query in topics.order_by("ordinal").values_list("pk", "query_id", "query")
    ]


def _grades(
    campaign: Campaign, given: Counter[int], special: Iterable[SpecialCount]
) -> list[GradeCount]:
    apart = Counter[int]()
    for count in special:
        if count.kind != PairKind.OVERLAP and count.grade_id is not None:
            apart[count.grade_id] += count.n
    scale = list(campaign.grades.order_by("value"))
    return [
        GradeCount(grade.value, grade.name, colour, given[grade.pk] - apart[grade.pk])
        for grade, colour in zip(scale, shown_colours([g.colour for g in scale]), strict=True)
    ]


def _group(group: Group[int] | None, pseudonyms: Mapping[int, str]) -> GroupRow | None:
    if group is None:
        return None
    return GroupRow(sorted(pseudonyms[pk] for pk in group.assessors), group.n_pairs, group.share)
