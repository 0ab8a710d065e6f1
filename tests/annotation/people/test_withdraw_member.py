from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import connection

from annotation.models import (
    Campaign,
    CampaignEvent,
    CampaignPair,
    CampaignState,
    Cause,
    ExpertGrade,
    Judgment,
    Membership,
    PairKind,
    Reason,
    Slot,
    TopicSeat,
)
from annotation.people.memberships import Work, resume_member, withdraw_member
from annotation.serving.claim import Nothing
from tests.annotation.answering import claim, claim_one, judge
from tests.factories import (
    make_campaign,
    make_collection,
    make_member,
    make_pool,
    make_topics,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def member(alice: User) -> Membership:
    return make_member(make_campaign(judgments_per_pair=1), alice)


def judge_some(member: Membership, n: int = 2) -> list[Judgment]:
    return [judge(member, claim_one(member)) for _ in range(n)]


@pytest.mark.parametrize("work", Work)
def test_who_withdraws_is_handed_nothing_and_holds_nothing(member: Membership, work: Work) -> None:
    judge_some(member)
    claim(member, 2)
    withdraw_member(membership=member, work=work)
    assert claim(member).nothing == Nothing.WITHDRAWN
    assert not Slot.objects.filter(holder=member, judgment=None).exists()
    assert not TopicSeat.objects.filter(holder=member).exists()


def test_kept_work_stays_as_it_is(member: Membership) -> None:
    judgments = judge_some(member)
    assert withdraw_member(membership=member, work=Work.KEEP).n_retracted == 0
    assert set(Judgment.objects.votes()) == set(judgments)
    assert Slot.objects.filter(judgment__in=judgments).count() == 2


def test_dropped_work_is_taken_back_by_new_rows(member: Membership, carol: User) -> None:
    judgments = judge_some(member)
    done = withdraw_member(membership=member, work=Work.DROP, actor=carol)
    assert done.n_retracted == 2
    assert not Judgment.objects.votes().exists()
    rows = Judgment.objects.live().values_list("reason_not_judged", "cause", "recorded_by")
    assert list(rows) == [(Reason.RETRACTED, Cause.WITHDRAWN, carol.pk)] * 2
    assert Judgment.objects.filter(pk__in=[j.pk for j in judgments], grade__value=3).count() == 2


def test_dropped_work_opens_its_slots_for_others(member: Membership, bob: User) -> None:
    pair = judge_some(member, 1)[0].campaign_pair
    withdraw_member(membership=member, work=Work.DROP)
    other = make_member(member.campaign, bob)
    claimed = [slot.campaign_pair for _ in range(2) for slot in claim(other, 5).slots]
    assert pair in claimed


def test_everything_said_is_dropped_blanks_gold_surplus_and_repeats(
    member: Membership, bob: User
) -> None:
    gold, blank, crowded, *_ = member.campaign.pairs.order_by("pk")
    make_gold(gold)
    judge(make_member(member.campaign, bob), crowded)
    for pair, grade in ((gold, 4), (blank, None), (crowded, 2)):
        judge(member, pair, grade)
    assert withdraw_member(membership=member, work=Work.DROP).n_retracted == 3
    assert {j.reason_not_judged for j in member.judgments.live()} == {Reason.RETRACTED}


def make_gold(pair: CampaignPair) -> None:
    pair.slots.all().delete()
    CampaignPair.objects.filter(pk=pair.pk).update(kind=PairKind.GOLD, wanted=None)
    ExpertGrade.objects.create(campaign_pair=pair, grade=pair.campaign.grades.get(value=4))


def test_what_was_taken_back_before_is_left_alone(member: Membership) -> None:
    judge_some(member)
    withdraw_member(membership=member, work=Work.DROP)
    n_rows = Judgment.objects.count()
    assert withdraw_member(membership=member, work=Work.DROP).n_retracted == 0
    assert Judgment.objects.count() == n_rows


def test_work_that_was_kept_may_be_dropped_later(member: Membership) -> None:
    judge_some(member)
    first = withdraw_member(membership=member, work=Work.KEEP).membership
    done = withdraw_member(membership=member, work=Work.DROP)
    assert (done.n_retracted, done.membership.withdrawn_at) == (2, first.withdrawn_at)


def test_others_keep_what_they_said(member: Membership, bob: User) -> None:
    kept = judge_some(make_member(member.campaign, bob))
    judge_some(member)
    withdraw_member(membership=member, work=Work.DROP)
    assert set(Judgment.objects.votes()) == set(kept)


def test_who_withdraws_alone_stands_in_the_log_by_pseudonym_only(
    alice: User, member: Membership
) -> None:
    judge_some(member)
    withdraw_member(membership=member, work=Work.DROP, actor=alice)
    event = CampaignEvent.objects.get()
    assert (event.kind, event.actor) == ("withdrawn", None)
    assert event.details == {
        "assessor": member.pseudonym,
        "by": "self",
        "work": "drop",
        "n_retracted": 2,
        "n_decisions": 0,
    }
    assert not Judgment.objects.exclude(recorded_by=None).exists()


def test_an_organizer_who_withdraws_someone_is_named(member: Membership, carol: User) -> None:
    withdraw_member(membership=member, work=Work.KEEP, actor=carol)
    event = CampaignEvent.objects.get()
    assert (event.actor, event.details["work"]) == (carol, "keep")
    assert "by" not in event.details


@pytest.mark.parametrize("state", CampaignState)
def test_one_may_withdraw_whatever_state_the_campaign_is_in(
    state: CampaignState, member: Membership
) -> None:
    judge_some(member)
    Campaign.objects.update(state=state)
    assert withdraw_member(membership=member, work=Work.DROP).n_retracted == 2


def test_who_is_resumed_may_judge_the_same_pairs_again(member: Membership) -> None:
    pair = judge_some(member, 1)[0].campaign_pair
    withdraw_member(membership=member, work=Work.DROP)
    resume_member(membership=member)
    judge(member, pair, 5)
    assert [vote.grade_id for vote in Judgment.objects.votes()] == [
        member.campaign.grades.get(value=5).pk
    ]


N_THREADS, K = 8, 2


@pytest.mark.django_db(transaction=True)
def test_people_who_withdraw_amid_judging_leave_every_slot_in_order() -> None:
    """Half of the assessors withdraw and drop all while the others go on judging."""
    texts = {f"d{i}": f"Passage {i}." for i in range(6)}
    pool = make_pool(collection=make_collection(texts=texts), topic_set=make_topics())
    campaign = make_campaign(pool=pool, judgments_per_pair=K)
    members = [make_member(campaign, make_user(f"assessor{i}")) for i in range(N_THREADS)]

    def work(i: int) -> None:
        rng = random.Random(i)
        try:
            for _ in range(8):
                for slot in claim(members[i], rng.randint(1, 3)).slots:
                    judge(members[i], slot.campaign_pair, rng.randint(1, 5))
            if i % 2:
                withdraw_member(membership=members[i], work=Work.DROP)
        finally:
            connection.close()

    with ThreadPoolExecutor(N_THREADS) as threads:
        list(threads.map(work, range(N_THREADS)))
    gone = Membership.objects.exclude(withdrawn_at=None)
    assert gone.count() == N_THREADS // 2
    assert not Judgment.objects.votes().filter(assessor__in=gone).exists()
    filled = Slot.objects.filter(judgment__isnull=False)
    assert filled.count() == Judgment.objects.votes().count()
    assert Slot.objects.count() == campaign.pairs.count() * K
