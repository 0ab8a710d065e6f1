"""What an organizer sees of a campaign while it fills."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Aggregate, Count, F, Max, Q, QuerySet, Sum

from annotation.models import Campaign, Judgment, PairKind, Reason


class Totals(NamedTuple):
    n_pairs: int
    n_wanted: int
    n_votes: int
    n_not_judged: int
    n_surplus: int
    n_waiting_for_adjudication: int


class TopicRow(NamedTuple):
    query_id: str
    query: str
    n_pairs: int
    n_wanted: int
    n_votes: int


class AssessorRow(NamedTuple):
    pseudonym: str
    kind: str
    n_judged: int
    n_not_judged: int
    median_active_ms: float | None
    last_active_at: datetime | None
    is_suspended: bool


class GradeRow(NamedTuple):
    value: int
    name: str
    colour: str
    n: int


class Board(NamedTuple):
    campaign: Campaign
    totals: Totals
    topics: Sequence[TopicRow]
    assessors: Sequence[AssessorRow]
    grades: Sequence[GradeRow]


class Median(Aggregate):
    function = "PERCENTILE_CONT"
    template = "%(function)s(0.5) WITHIN GROUP (ORDER BY %(expressions)s)"


def campaign_board(campaign: Campaign) -> Board:
    """Progress by topic and assessor and the grades given, from the live rows."""
    topics = _topics(campaign)
    return Board(
        campaign, _totals(campaign, topics), topics, _assessors(campaign), _grades(campaign)
    )


def _live(campaign: Campaign) -> QuerySet[Judgment]:
    return Judgment.objects.live().filter(campaign_pair__campaign=campaign, occasion=0)


def _totals(campaign: Campaign, topics: Sequence[TopicRow]) -> Totals:
    graded = Q(grade__isnull=False)
    regular = Q(campaign_pair__kind=PairKind.REGULAR)
    counts = _live(campaign).aggregate(
        n_not_judged=Count("pk", filter=~graded & ~Q(reason_not_judged=Reason.RETRACTED)),
        n_surplus=Count("pk", filter=graded & regular & Q(slot__isnull=True)),
    )
    return Totals(
        n_pairs=sum(topic.n_pairs for topic in topics),
        n_wanted=sum(topic.n_wanted for topic in topics),
        n_votes=sum(topic.n_votes for topic in topics),
        n_not_judged=counts["n_not_judged"],
        n_surplus=counts["n_surplus"],
        n_waiting_for_adjudication=campaign.pairs.waiting_for_adjudication().count(),
    )


def _topics(campaign: Campaign) -> list[TopicRow]:
    votes = Judgment.objects.votes().filter(campaign_pair__campaign=campaign)
    n_votes = dict(
        votes.values_list("campaign_pair__pair__topic").annotate(n=Count("pk")).order_by()
    )
    topics = campaign.pool.topic_set.topics.filter(pooled_pairs__campaign_pairs__campaign=campaign)
    return [
        TopicRow(query_id, query, n_pairs, n_wanted or 0, n_votes.get(pk, 0))
        for pk, query_id, query, n_pairs, n_wanted in topics.annotate(
            n_pairs=Count("pooled_pairs__campaign_pairs"),
            n_wanted=Sum("pooled_pairs__campaign_pairs__wanted"),
        )
        .order_by("ordinal")
        .values_list("pk", "query_id", "query", "n_pairs", "n_wanted")
    ]


def _assessors(campaign: Campaign) -> list[AssessorRow]:
    live = Q(judgments__superseded_at__isnull=True, judgments__occasion=0)
    members = campaign.memberships.annotate(
        n_judged=Count("judgments", filter=live & Q(judgments__grade__isnull=False)),
        n_not_judged=Count("judgments", filter=live & Q(judgments__grade__isnull=True)),
        median_active_ms=Median("judgments__active_ms", filter=live),
        last_active_at=Max("judgments__created_at"),
    )
    return [
        AssessorRow(
            member.pseudonym,
            member.kind,
            member.n_judged,
            member.n_not_judged,
            member.median_active_ms,
            member.last_active_at,
            member.suspended_at is not None,
        )
        for member in members.order_by(F("n_judged").desc(), "pseudonym")
    ]


def _grades(campaign: Campaign) -> list[GradeRow]:
    live = Q(judgments__superseded_at__isnull=True, judgments__occasion=0)
    grades = campaign.grades.annotate(n=Count("judgments", filter=live)).order_by("value")
    return [GradeRow(grade.value, grade.name, grade.colour, grade.n) for grade in grades]
