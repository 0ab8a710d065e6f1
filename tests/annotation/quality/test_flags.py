from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from annotation.models import (
    Campaign,
    CampaignPair,
    Cause,
    ExpertGrade,
    Judgment,
    Membership,
    PairKind,
    PooledPair,
)
from annotation.quality.flags import (
    FIRST_CHARACTERS,
    MIN_GOLD,
    MIN_TIMED,
    READING_CHARACTERS_PER_MINUTE,
    GoldCheck,
    Pace,
    gold_checks,
    paces,
)
from tests.annotation.answering import claim, judge
from tests.annotation.stored_answers import store_answer
from tests.factories import make_campaign, make_collection, make_member, make_pool, make_user
from tests.source_tree import ROOT

pytestmark = pytest.mark.django_db

N_CHARACTERS = FIRST_CHARACTERS // 2
PLACES = ("frontend/src/shared/judging/paceTexts.ts", "docs/operations.md")

SKIMMING_CHARACTERS_PER_MINUTE = 4 * READING_CHARACTERS_PER_MINUTE
SKIMMED_MS = N_CHARACTERS * 60_000 / SKIMMING_CHARACTERS_PER_MINUTE


@pytest.fixture
def campaign(db: None) -> Campaign:
    """Two topics with one passage, whose blanks are not counted."""
    text = "x" * N_CHARACTERS + " " * 500
    return make_campaign(pool=make_pool(collection=make_collection(texts={"d1": text})))


@pytest.fixture
def member(campaign: Campaign, alice: User) -> Membership:
    return make_member(campaign, alice)


def pace_of(member: Membership) -> Pace | None:
    return paces(Judgment.objects.all()).get(member.pk)


@pytest.mark.parametrize(("share", "n_too_fast"), [(0.95, 1), (1.05, 0), (0, 1)])
def test_a_judgment_is_too_fast_when_the_text_cannot_even_be_skimmed(
    share: float, n_too_fast: int, member: Membership
) -> None:
    pair, active_ms = member.campaign.pairs.all()[0], round(share * SKIMMED_MS)
    judge(member, pair, active_ms=active_ms, away_ms=100_000)
    assert pace_of(member) == Pace(1, n_too_fast)


@pytest.mark.parametrize(("active_ms", "n_too_fast"), [(2_900, 1), (3_200, 0)])
def test_a_long_text_may_be_judged_by_its_first_lines(
    active_ms: int, n_too_fast: int, alice: User
) -> None:
    pool = make_pool(collection=make_collection(texts={"d1": "long words " * 900}))
    member = make_member(make_campaign(pool=pool), alice)
    judge(member, member.campaign.pairs.all()[0], active_ms=active_ms)
    assert pace_of(member) == Pace(1, n_too_fast)


def test_who_reads_twice_as_fast_as_the_mean_is_not_flagged(alice: User) -> None:
    """Half of all readers are faster than the mean; nobody is to be flagged for that."""
    texts = {f"d{n}": "some words " * (10 + 3 * n) for n in range(MIN_TIMED)}
    pool = make_pool(collection=make_collection(texts=texts))
    member = make_member(make_campaign(pool=pool), alice)
    for pair in member.campaign.pairs.all():
        characters = len(texts[pair.pair.passage.doc_id].replace(" ", ""))
        judge(member, pair, active_ms=characters * 60_000 // (2 * READING_CHARACTERS_PER_MINUTE))
    assert pace_of(member) == Pace(2 * MIN_TIMED, 0)


def test_pace_is_shown_of_live_grades_with_a_time(member: Membership) -> None:
    first, second = member.campaign.pairs.all()
    judge(member, first, 2, active_ms=1)
    judge(member, first, 3, active_ms=60_000)  # a change: the live one counts
    judge(member, second, None, active_ms=1)
    assert pace_of(member) == Pace(1, 0)


def test_rejected_work_says_nothing_of_pace_or_gold(member: Membership) -> None:
    pair = member.campaign.pairs.all()[0]
    pair.slots.all().delete()
    CampaignPair.objects.filter(pk=pair.pk).update(kind=PairKind.GOLD, wanted=None)
    ExpertGrade.objects.create(campaign_pair=pair, grade=member.campaign.grades.get(value=3))
    store_answer(member, pair, is_surplus=True, active_ms=1, cause=Cause.REJECTED)
    assert (paces(Judgment.objects.all()), gold_checks(Judgment.objects.all())) == ({}, {})


def test_each_of_those_who_judged_a_pair_has_a_pace(member: Membership, bob: User) -> None:
    pair, other = member.campaign.pairs.all()[0], make_member(member.campaign, bob)
    judge(member, pair, active_ms=1)
    judge(other, pair, active_ms=60_000)
    assert paces(Judgment.objects.all()) == {member.pk: Pace(1, 1), other.pk: Pace(1, 0)}


def test_passages_without_a_text_say_nothing_of_a_pace(alice: User) -> None:
    pool = make_pool(collection=make_collection(texts={"stub": None}))
    PooledPair.objects.create(
        pool=pool, topic=pool.topic_set.topics.all()[0], passage=pool.collection.passages.get()
    )
    member = make_member(make_campaign(pool=pool), alice)
    store_answer(member, member.campaign.pairs.get(), is_surplus=True, active_ms=1)
    assert pace_of(member) is None


def test_without_a_time_there_is_no_pace(member: Membership) -> None:
    judge(member, member.campaign.pairs.all()[0])
    assert pace_of(member) is None


@pytest.mark.parametrize(
    ("pace", "share", "is_flagged"),
    [
        (Pace(0, 0), None, False),
        (Pace(MIN_TIMED, MIN_TIMED // 4), 0.25, False),
        (Pace(MIN_TIMED, MIN_TIMED // 4 + 1), 0.3, True),
        (Pace(MIN_TIMED - 1, MIN_TIMED - 1), 1.0, False),
    ],
)
def test_more_than_a_quarter_too_fast_makes_a_flag(
    pace: Pace, share: float | None, is_flagged: bool
) -> None:
    assert (pace.too_fast_share, pace.is_flagged) == (share, is_flagged)


@pytest.mark.parametrize(
    ("gold", "share", "is_flagged"),
    [
        (GoldCheck(0, 0), None, False),
        (GoldCheck(6, 3), 0.5, False),
        (GoldCheck(MIN_GOLD, 2), 0.4, True),
        (GoldCheck(MIN_GOLD - 1, 0), 0.0, False),
    ],
)
def test_most_gold_pairs_missed_make_a_flag(
    gold: GoldCheck, share: float | None, is_flagged: bool
) -> None:
    assert (gold.as_expert_share, gold.is_flagged) == (share, is_flagged)


def make_gold(pair: CampaignPair, value: int) -> None:
    pair.slots.all().delete()
    CampaignPair.objects.filter(pk=pair.pk).update(kind=PairKind.GOLD, wanted=None)
    ExpertGrade.objects.create(campaign_pair=pair, grade=pair.campaign.grades.get(value=value))


def test_gold_pairs_are_held_against_the_experts_grade(member: Membership) -> None:
    for pair, expert, given in zip(member.campaign.pairs.all(), (4, 4), (4, 5), strict=True):
        make_gold(pair, expert)
        judge(member, pair, given)
    assert gold_checks(Judgment.objects.all()) == {member.pk: GoldCheck(2, 1)}


def test_a_gold_pair_counts_once_however_often_it_is_judged(member: Membership) -> None:
    pair = member.campaign.pairs.all()[0]
    make_gold(pair, 4)
    first = judge(member, pair, 4)
    Judgment.objects.create(
        campaign_pair=pair,
        assessor=member,
        occasion=1,
        grade=first.grade,
        created_at=first.created_at,
    )
    assert gold_checks(Judgment.objects.all()) == {member.pk: GoldCheck(1, 1)}


def test_regular_pairs_are_no_gold(member: Membership) -> None:
    judge(member, member.campaign.pairs.all()[0], 4)
    assert gold_checks(Judgment.objects.all()) == {}


def test_flags_take_no_work_away(member: Membership) -> None:
    """Twenty judgments in no time, and the next pair is served all the same."""
    texts = {f"d{i}": "x" * 1000 for i in range(MIN_TIMED + 5)}
    pool = make_pool("big", make_collection("big", texts), member.campaign.pool.topic_set)
    member = make_member(make_campaign("big", pool), make_user("bob"))
    for pair in member.campaign.pairs.all()[: MIN_TIMED + 2]:
        judge(member, pair, active_ms=1)
    pace = pace_of(member)
    assert pace is not None
    assert pace.is_flagged
    assert claim(member).slots


@pytest.mark.parametrize("place", PLACES)
def test_the_limit_shown_is_the_one_that_counts(place: str) -> None:
    text = " ".join((ROOT / place).read_text(encoding="utf-8").split())
    assert f"{SKIMMING_CHARACTERS_PER_MINUTE:,} characters a minute" in text
    assert f"first {FIRST_CHARACTERS} characters" in text
    assert str(READING_CHARACTERS_PER_MINUTE) in text
    seconds = FIRST_CHARACTERS * 60 / SKIMMING_CHARACTERS_PER_MINUTE
    assert f"limit is {seconds:.0f} seconds" in text
