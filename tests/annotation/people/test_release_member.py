from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from annotation.models import Judgment, Membership, PairKind, Slot, TopicSeat
from annotation.pools.pairs import Mark
from annotation.serving.leases import release_leases, release_member
from tests.annotation.assessing import (
    answer,
    crew,
    expire,
    serve,
    small_campaign,
    votes_by_pair,
    work_off,
)

pytestmark = pytest.mark.django_db


def test_what_is_in_hand_is_free_for_others_at_once() -> None:
    gone, other = crew(small_campaign(1, 4, k=1), 2)
    held = {one.pair for one in serve(gone, 3)}
    release_member(membership=gone)
    assert held < {one.pair for one in work_off(other)}


def test_personal_slots_go_and_seats_are_free() -> None:
    marks = dict.fromkeys((0, 3), Mark(PairKind.GOLD, grade=3))
    [member] = crew(small_campaign(2, 3, marks=marks, gold_every=2), 1)
    while not Slot.objects.filter(judgment=None, order_key=None).exists():
        answer(member, serve(member, 3)[0])
    release_member(membership=member)
    assert not Slot.objects.filter(judgment=None).exclude(holder=None).exists()
    assert not Slot.objects.filter(judgment=None, order_key=None).exists()
    assert not TopicSeat.objects.exclude(holder=None).exists()


def test_what_was_judged_stays_in_its_slots() -> None:
    [member] = crew(small_campaign(1, 4, k=1), 1)
    work_off(member, most=2)
    release_member(membership=member)
    assert Slot.objects.filter(holder=member, judgment__isnull=False).count() == 2
    assert Judgment.objects.votes().count() == 2


def test_others_keep_what_they_hold() -> None:
    gone, other = crew(small_campaign(2, 3), 2)
    serve(gone, 2)
    held = serve(other, 2)
    release_member(membership=gone)
    assert serve(other, 2) == held


def late_beside(extra: int, grades: tuple[int, int, int]) -> tuple[list[Membership], int]:
    """The three and the key of a pair with k=2: alice was late, bob holds it, carol has judged."""
    campaign = small_campaign(1, 1, k=2, extra_judgments=extra)
    alice, bob, carol = crew(campaign, 3)
    [late] = serve(alice)
    expire()
    [holding], [judging] = serve(bob), serve(carol)
    answer(carol, judging, grades[2])
    assert answer(alice, late, grades[0]).status == "surplus"
    assert holding.pair == late.pair
    return [alice, bob, carol], late.pair.pk


def test_a_late_grade_gets_the_slot_that_is_released() -> None:
    (alice, bob, carol), pair = late_beside(0, (3, 3, 3))
    release_member(membership=bob)
    assert set(votes_by_pair(alice.campaign)[pair]) == {alice.pk, carol.pk}


def test_a_late_grade_gets_the_slot_whose_lease_is_up() -> None:
    (alice, _, carol), pair = late_beside(0, (3, 3, 3))
    expire()
    assert release_leases() == 1
    assert set(votes_by_pair(alice.campaign)[pair]) == {alice.pk, carol.pk}


@pytest.mark.parametrize("is_swept", [False, True])
def test_grades_that_disagree_then_are_asked_about_again(*, is_swept: bool) -> None:
    (alice, bob, _), pair = late_beside(1, (1, 3, 5))
    if is_swept:
        expire()
        release_leases()
    else:
        release_member(membership=bob)
    assert alice.campaign.pairs.get(pk=pair).wanted == 3
    assert len(work_off(crew(alice.campaign, 1)[0])) == 1


@pytest.mark.django_db(transaction=True)
def test_releases_amid_claims_and_answers_leave_every_slot_in_order() -> None:
    campaign = small_campaign(2, 4, k=2, extra_judgments=1)
    members = crew(campaign, 6)

    def work(i: int) -> None:
        member = members[i]
        try:
            for turn in range(8):
                for one in serve(member, 4)[: 1 + turn % 3]:
                    answer(member, one, 1 + (i + turn) % 5)
                if (i + turn) % 3 == 0:
                    release_member(membership=member)
                if (i + turn) % 4 == 0:
                    expire(member)
                    release_leases()
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(work, range(6)))
    filled = Slot.objects.filter(judgment__isnull=False, order_key__isnull=False)
    assert filled.count() == Judgment.objects.votes().count()
    n_slots = {pair.pk: pair.slots.count() for pair in campaign.pairs.all()}
    assert n_slots == dict(campaign.pairs.values_list("pk", "wanted"))
