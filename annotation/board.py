"""What an organizer sees of a campaign while it fills."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from annotation.board_counts import (
    AssessorCount,
    PairCount,
    SpecialCount,
    assessor_counts,
    finished_groups,
    grade_counts,
    n_waiting_for_adjudication,
    pair_counts,
    special_counts,
    votes_by_topic,
)
from annotation.models import Campaign, Membership, PairKind
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


class AssessorRow(NamedTuple):
    """One member, with first looks at all pairs but those of the qualification round."""

    pseudonym: str
    role: str
    kind: str
    n_judged: int
    n_not_judged: int
    quota: int | None
    median_active_ms: float | None
    last_active_at: datetime | None
    is_qualified: bool | None  # None where there is no qualification round
    is_suspended: bool
    is_withdrawn: bool


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
    counted_at: datetime


@one_snapshot()
def campaign_board(campaign: Campaign) -> Board:
    """Progress by topic and assessor and the grades given, from the live rows of one moment."""
    counted_at = timezone.now()
    pairs, special, grades = pair_counts(campaign), special_counts(campaign), grade_counts(campaign)
    votes, looks = votes_by_topic(campaign), assessor_counts(campaign)
    members = list(campaign.memberships.order_by("pseudonym"))
    return Board(
        campaign=campaign,
        totals=_totals(campaign, pairs, special, votes, looks),
        topics=_topics(campaign, pairs, votes),
        assessors=_assessors(campaign, members, looks, special),
        grades=_grades(campaign, grades, special),
        most_frequent_group=_group(
            most_frequent_of(finished_groups(campaign)), {m.pk: m.pseudonym for m in members}
        ),
        counted_at=counted_at,
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
        )
        for pk, query_id, query in topics.order_by("ordinal").values_list("pk", "query_id", "query")
    ]


def _assessors(
    campaign: Campaign,
    members: Iterable[Membership],
    looks: Mapping[int, AssessorCount],
    special: Iterable[SpecialCount],
) -> list[AssessorRow]:
    """Who judged most comes first."""
    qualifying: defaultdict[tuple[int, bool], int] = defaultdict(int)
    for count in special:
        if count.kind == PairKind.QUALIFICATION:
            qualifying[count.assessor_id, count.grade_id is not None] += count.n
    rows = []
    for member in members:
        look = looks.get(member.pk, AssessorCount(member.pk, 0, 0, None, None))
        rows.append(
            AssessorRow(
                pseudonym=member.pseudonym,
                role=member.role,
                kind=member.kind,
                n_judged=look.n_graded - qualifying[member.pk, True],
                n_not_judged=look.n_blank - qualifying[member.pk, False],
                quota=member.quota or campaign.quota,
                median_active_ms=look.median_active_ms,
                last_active_at=look.last_active_at,
                is_qualified=_is_qualified(campaign, member),
                is_suspended=member.suspended_at is not None,
                is_withdrawn=member.withdrawn_at is not None,
            )
        )
    return sorted(rows, key=lambda row: -row.n_judged)


def _is_qualified(campaign: Campaign, member: Membership) -> bool | None:
    return None if campaign.pass_share is None else member.qualified_at is not None


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
