from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from pytest_django import DjangoAssertNumQueries

from annotation.board.details import BoardDetails, Stretch, board_details, course_of
from annotation.models import Campaign, Cause, Judgment, PairKind, Reason
from annotation.quality.flags import RepeatCheck
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import make_campaign, make_collection, make_pool

pytestmark = pytest.mark.django_db

UTC_ZONE, VIENNA = ZoneInfo("UTC"), ZoneInfo("Europe/Vienna")
NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def campaign(db: None) -> Campaign:
    pool = make_pool(collection=make_collection(texts={f"d{i}": "It grows." for i in range(8)}))
    return make_campaign(pool=pool)


@pytest.fixture
def answered(campaign: Campaign) -> Campaign:
    """Four people answer at random, some of it twice, some of it not at all."""
    rng = Random(4)
    pairs = list(campaign.pairs.order_by("pk"))
    campaign.pairs.filter(pk=pairs[0].pk).update(kind=PairKind.QUALIFICATION, wanted=None)
    campaign.pairs.filter(pk=pairs[1].pk).update(kind=PairKind.OVERLAP, wanted=None)
    campaign.pairs.filter(pk=pairs[2].pk).update(kind=PairKind.GOLD, wanted=None)
    for number, member in enumerate(assessors(campaign, 4)):
        for pair in rng.sample(list(campaign.pairs.order_by("pk")), 12):
            is_blank = rng.random() < 0.3
            store_answer(
                member,
                pair,
                None if is_blank else rng.randint(1, 5),
                is_surplus=True,
                created_at=NOON + rng.randint(0, 200) * HOUR,
                active_ms=rng.randint(0, 9000),
                cause=Cause.REJECTED if number == 3 and rng.random() < 0.3 else Cause.JUDGED,
                **({"reason_not_judged": rng.choice(list(Reason)[:4])} if is_blank else {}),
            )
            if not is_blank and rng.random() < 0.6:
                store_answer(member, pair, rng.randint(1, 5), is_surplus=True, occasion=1)
    return campaign


def counted_answers() -> list[Judgment]:
    answers = Judgment.objects.filter(occasion=0, superseded_at=None).exclude(cause=Cause.REJECTED)
    return [a for a in answers if a.campaign_pair.kind != PairKind.QUALIFICATION]


def slow_blanks() -> dict[str, tuple[int, Counter[str]]]:
    """Answers and reasons by assessor, one judgment after another."""
    n_answers, reasons = Counter[str](), defaultdict[str, Counter[str]](Counter)
    for answer in counted_answers():
        key = answer.assessor.pseudonym
        n_answers[key] += 1
        if answer.reason_not_judged:
            reasons[key][answer.reason_not_judged] += 1
    return {key: (n, reasons[key]) for key, n in n_answers.items()}


def slow_topics() -> dict[str, tuple[int, Counter[str]]]:
    """Pairs and reasons by topic, where there is one."""
    pairs, reasons = defaultdict[str, set[int]](set), defaultdict[str, Counter[str]](Counter)
    for answer in counted_answers():
        if answer.reason_not_judged and answer.campaign_pair.kind != PairKind.GOLD:
            key = answer.campaign_pair.pair.topic.query_id
            pairs[key].add(answer.campaign_pair_id)
            reasons[key][answer.reason_not_judged] += 1
    return {key: (len(found), reasons[key]) for key, found in pairs.items()}


def slow_repeats(campaign: Campaign) -> dict[str, RepeatCheck]:
    checks: dict[str, RepeatCheck] = {}
    for member in campaign.memberships.all():
        apart = []
        for again in member.judgments.filter(occasion=1):
            first = member.judgments.get(campaign_pair=again.campaign_pair, occasion=0)
            is_counted = again.campaign_pair.kind != PairKind.QUALIFICATION
            if is_counted and first.cause != Cause.REJECTED and first.grade and again.grade:
                apart.append(abs(again.grade.value - first.grade.value))
        checks[member.pseudonym] = RepeatCheck(
            len(apart), sum(a == 0 for a in apart), sum(a <= 1 for a in apart)
        )
    return checks


def details(campaign: Campaign) -> BoardDetails:
    return board_details(campaign, UTC_ZONE)


def test_blanks_by_assessor_are_those_of_a_slow_count(answered: Campaign) -> None:
    fields = {
        row.pseudonym: (row.n_answers, Counter({blank.reason: blank.n for blank in row.blanks}))
        for row in details(answered).assessors
    }
    assert fields == slow_blanks()


def test_blanks_by_topic_are_those_of_a_slow_count(answered: Campaign) -> None:
    fields = {
        row.query_id: (
            row.n_pairs_not_judged,
            Counter({blank.reason: blank.n for blank in row.blanks}),
        )
        for row in details(answered).topics
    }
    assert fields == slow_topics() != {}


def test_repeats_are_those_of_a_slow_count(answered: Campaign) -> None:
    fields = {row.pseudonym: row.repeats for row in details(answered).assessors}
    assert fields == slow_repeats(answered)
    assert sum(check.n_repeats for check in fields.values()) > 5


def test_the_course_is_that_of_a_slow_count(answered: Campaign) -> None:
    days: defaultdict[datetime, list[int]] = defaultdict(lambda: [0, 0, 0])
    for one in Judgment.objects.filter(occasion=0).exclude(cause=Cause.REJECTED):
        day = days[one.created_at.replace(hour=0, minute=0, second=0, microsecond=0)]
        day[0] += one.grade_id is not None
        day[1] += one.grade_id is None
        day[2] += one.active_ms or 0
    course = details(answered).course
    assert course.by == "day"
    assert {one.at: list(one[1:]) for one in course.stretches} == days


def test_a_near_repeat_is_the_next_grade_of_the_scale(db: None) -> None:
    campaign = make_campaign(grades=(0, 10, 20))
    [member] = assessors(campaign, 1)
    for pair, again in zip(campaign.pairs.order_by("pk"), (0, 10, 20), strict=False):
        store_answer(member, pair, 0, is_surplus=True)
        store_answer(member, pair, again, occasion=1)
    [row] = details(campaign).assessors
    assert row.repeats == RepeatCheck(3, 1, 2)


def test_a_short_course_is_shown_by_hours_of_the_zone() -> None:
    quarters = [Stretch(NOON + minutes, 1, 0, 5) for minutes in (0 * HOUR, HOUR / 4, HOUR)]
    course = course_of(quarters, ZoneInfo("Asia/Kolkata"))  # half an hour off
    assert course.by == "hour"
    assert [(one.at.isoformat(), one.n_judged) for one in course.stretches] == [
        ("2024-05-01T17:00:00+05:30", 2),
        ("2024-05-01T18:00:00+05:30", 1),
    ]


def test_an_hour_that_clocks_repeat_is_shown_twice() -> None:
    at = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    course = course_of([Stretch(at + n * HOUR, 1 + n, 0, 0) for n in range(2)], VIENNA)
    assert [(one.at.isoformat(), one.n_judged) for one in course.stretches] == [
        ("2026-10-25T02:00:00+02:00", 1),
        ("2026-10-25T02:00:00+01:00", 2),
    ]


def test_a_day_begins_where_the_zone_has_it() -> None:
    late = NOON.replace(hour=22, minute=30)
    course = course_of([Stretch(NOON, 1, 0, 0), Stretch(late + 72 * HOUR, 2, 1, 0)], VIENNA)
    assert [(one.at.isoformat(), one.n_judged) for one in course.stretches] == [
        ("2024-05-01T00:00:00+02:00", 1),
        ("2024-05-05T00:00:00+02:00", 2),
    ]


def test_nothing_judged_is_no_course(campaign: Campaign) -> None:
    shown = details(campaign)
    assert (shown.course.by, list(shown.course.stretches), list(shown.topics)) == ("hour", [], [])


@pytest.mark.parametrize("n", [2, 30])
def test_it_costs_the_same_for_many(
    n: int, campaign: Campaign, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for member in assessors(campaign, n):
        store_answer(member, campaign.pairs.all()[0], is_surplus=True)
    with django_assert_num_queries(8):
        details(campaign)
