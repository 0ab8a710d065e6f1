"""Details of the board that come from single judgments: quality signals and timing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from django.db import connection
from django.db.models import Count

from annotation.board.assessors import CAME_AT
from annotation.board.counts import pairs_not_judged_by_topic
from annotation.models import VOTING_KINDS, Campaign, Judgment, PairKind, Reason
from annotation.models.judgment import JudgmentQuerySet
from annotation.quality.flags import GoldCheck, Pace, RepeatCheck, gold_checks, paces, repeat_checks

HOURLY_FOR = timedelta(hours=48)  # longer periods are shown by days

# Zones differ by whole quarters of an hour.
QUARTERS = f"""
SELECT date_bin('15 minutes', {CAME_AT}, '2000-01-01Z') AS at, count(judgment.grade_id),
       count(*), coalesce(sum(judgment.active_ms), 0)
FROM annotation_judgment judgment
JOIN annotation_membership member ON member.id = judgment.assessor_id
WHERE member.campaign_id = %(campaign)s AND judgment.superseded_at IS NULL
  AND judgment.occasion = 0 AND judgment.cause NOT IN ('imported', 'rejected')
  AND judgment.reason_not_judged IS DISTINCT FROM 'retracted'
GROUP BY 1 ORDER BY 1
"""


class Stretch(NamedTuple):
    """Judgments within one hour or day, which begins at `at`."""

    at: datetime
    n_judged: int
    n_not_judged: int
    active_ms: int


class Blank(NamedTuple):
    """How often one reason was given for not judging."""

    reason: Reason
    label: str
    n: int


class AssessorChecks(NamedTuple):
    """Signals that an assessor's work deserves a look; none of them blocks anybody."""

    pseudonym: str
    pace: Pace
    gold: GoldCheck
    repeats: RepeatCheck
    n_answers: int  # first looks outside the qualification round
    blanks: Sequence[Blank]


class TopicBlanks(NamedTuple):
    """How many of the topic's regular and overlap pairs somebody could not judge, and why."""

    query_id: str
    query: str
    n_pairs_not_judged: int
    blanks: Sequence[Blank]


class Course(NamedTuple):
    """Judgments over time, by hour or day of the zone; empty intervals are left out."""

    by: Literal["hour", "day"]
    stretches: Sequence[Stretch]


class BoardDetails(NamedTuple):
    course: Course
    assessors: Sequence[AssessorChecks]
    topics: Sequence[TopicBlanks]  # those with such a pair


def board_details(campaign: Campaign, zone: ZoneInfo) -> BoardDetails:
    judgments = Judgment.objects.filter(campaign_pair__campaign=campaign)
    steps = {
        pk: step
        for step, pk in enumerate(campaign.grades.order_by("value").values_list("pk", flat=True))
    }
    by_pace, by_gold = paces(judgments), gold_checks(judgments)
    by_repeats = repeat_checks(judgments, steps)
    answers = _answers(judgments)
    by_assessor = _tally((who, reason, n) for who, _, _, reason, n in answers)
    return BoardDetails(
        course=_course(campaign, zone),
        assessors=[
            AssessorChecks(
                pseudonym,
                by_pace.get(pk, Pace()),
                by_gold.get(pk, GoldCheck()),
                by_repeats.get(pk, RepeatCheck()),
                by_assessor[pk].total(),
                _blanks(by_assessor[pk]),
            )
            for pk, pseudonym in campaign.memberships.order_by("pseudonym").values_list(
                "pk", "pseudonym"
            )
        ],
        topics=list(_topics(campaign, answers)),
    )


Answers = list[tuple[int, int, str, str | None, int]]  # member, topic, kind, reason, how many


def _answers(judgments: JudgmentQuerySet) -> Answers:
    """Live first looks outside the qualification round, by who, on what and why not."""
    looks = judgments.standing().filter(occasion=0)
    rows = (
        looks.exclude(campaign_pair__kind=PairKind.QUALIFICATION)
        .order_by()
        .values_list(
            "assessor", "campaign_pair__pair__topic", "campaign_pair__kind", "reason_not_judged"
        )
    )
    return list(rows.annotate(n=Count("pk")))


def _tally(rows: Iterator[tuple[int, str | None, int]]) -> Mapping[int, Counter[str | None]]:
    tallies: defaultdict[int, Counter[str | None]] = defaultdict(Counter)
    for key, reason, n in rows:
        tallies[key][reason] += n
    return tallies


def _blanks(tally: Counter[str | None]) -> list[Blank]:
    """Reasons that were given, the most frequent first."""
    given = [(Reason(reason), n) for reason, n in tally.items() if reason and n]
    blanks = [Blank(reason, reason.label, n) for reason, n in given]
    return sorted(blanks, key=lambda blank: (-blank.n, blank.reason))


def _topics(campaign: Campaign, answers: Answers) -> Iterator[TopicBlanks]:
    by_topic = _tally(
        (topic, reason, n) for _, topic, kind, reason, n in answers if kind in VOTING_KINDS
    )
    n_pairs = pairs_not_judged_by_topic(campaign)
    topics = campaign.pool.topic_set.topics.filter(pk__in=n_pairs).order_by("ordinal")
    for pk, query_id, query in topics.values_list("pk", "query_id", "query"):
        yield TopicBlanks(query_id, query, n_pairs[pk], _blanks(by_topic[pk]))


def _course(campaign: Campaign, zone: ZoneInfo) -> Course:
    """When judgments came, those aside that were recorded elsewhere."""
    with connection.cursor() as cursor:
        cursor.execute(QUARTERS, {"campaign": campaign.pk})
        rows = cursor.fetchall()
    return course_of([Stretch(at, judged, n - judged, int(ms)) for at, judged, n, ms in rows], zone)


def course_of(quarters: Sequence[Stretch], zone: ZoneInfo) -> Course:
    """Quarter-hour counts merged into the zone's hours or days."""
    by_hour = not quarters or quarters[-1].at - quarters[0].at <= HOURLY_FOR
    stretches: dict[datetime, Stretch] = {}
    for quarter in quarters:
        at = quarter.at.astimezone(zone).replace(minute=0)
        at = at if by_hour else at.replace(hour=0, fold=0)
        key = at.astimezone(UTC)  # in its own zone an hour equals the one that clocks repeat
        before = stretches.get(key, (at, 0, 0, 0))[1:]
        sums = [one + other for one, other in zip(before, quarter[1:], strict=True)]
        stretches[key] = Stretch(at, *sums)
    return Course("hour" if by_hour else "day", list(stretches.values()))
