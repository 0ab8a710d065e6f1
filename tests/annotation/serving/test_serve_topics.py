"""Whole topics at a time: who sits where, and what is left to whom."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest
from django.db import connection, transaction

from annotation.models import Campaign, Membership, Order, Slot, TopicSeat
from annotation.pools.pairs import Mark
from annotation.serving.claim import Nothing
from annotation.serving.leases import release_member
from tests.annotation.assessing import (
    Served,
    answer,
    crew,
    expire,
    nothing_for,
    serve,
    small_campaign,
    topics,
    votes_by_pair,
    work_off,
)
from tests.annotation.engine_model.scene import count_ids_from_one
from tests.tiers import THOROUGH, thorough

pytestmark = pytest.mark.django_db
each_order = pytest.mark.parametrize(
    "order",
    [Order.RANDOM, *(pytest.param(one, marks=thorough) for one in (Order.FIXED, Order.PRIORITY))],
)


def names(served: Sequence[Served]) -> list[str]:
    return [one.name for one in served]


def seats(campaign: Campaign, topic: str) -> list[tuple[int, str | None, bool]]:
    """Number, holder, and whether it is finished."""
    held = campaign.seats.filter(topic__query_id=topic).order_by("number")
    return [
        (seat.number, seat.holder.pseudonym if seat.holder else None, seat.finished_at is not None)
        for seat in held.select_related("holder")
    ]


# Order


def test_a_fixed_order_goes_through_topics_and_pairs_as_the_pool_has_them() -> None:
    campaign = small_campaign(3, 3, order=Order.FIXED)
    first, second = crew(campaign, 2)
    whole = [f"q{i} d{j}" for i in range(3) for j in range(3)]
    assert names(work_off(first)) == names(work_off(second)) == whole


def test_the_highest_priority_comes_first_among_topics_and_within_one() -> None:
    marks = {3: Mark(priority=7), 5: Mark(priority=9), 4: Mark(priority=8), 2: Mark(priority=-1)}
    campaign = small_campaign(2, 3, order=Order.PRIORITY, marks=marks)
    [member] = crew(campaign, 1)
    served = names(work_off(member))
    assert served[:3] == ["q1 d2", "q1 d1", "q1 d0"]
    assert served[5] == "q0 d2"


def test_random_orders_differ_between_assessors_among_topics_and_within_them() -> None:
    count_ids_from_one()  # on which the orders rest: by chance, three are the same
    campaign = small_campaign(7, 6)
    runs = [work_off(member) for member in crew(campaign, 3)]
    assert len({tuple(topics(run)) for run in runs}) > 1
    within = {tuple(one.name for one in run if one.topic == "q0") for run in runs}
    assert len(within) > 1


@each_order
def test_anyone_who_begins_a_topic_is_served_all_of_it_in_one_stretch(order: Order) -> None:
    campaign = small_campaign(4, 4, order=order)
    for member in crew(campaign, 3):
        served = work_off(member, n=5)
        assert len(served) == 16
        assert len(topics(served)) == 4


# Seats


def test_seats_are_set_out_one_by_one_up_to_the_judgments_a_pair() -> None:
    campaign = small_campaign(1, 6, k=3)
    first, second, third = crew(campaign, 3)
    assert seats(campaign, "q0") == [(1, None, False)]
    serve(first)
    assert seats(campaign, "q0") == [(1, "P-0", False), (2, None, False)]
    serve(second)
    assert [number for number, *_ in seats(campaign, "q0")] == [1, 2, 3]
    serve(third)
    assert [holder for _, holder, _ in seats(campaign, "q0")] == ["P-0", "P-1", "P-2"]


def test_a_seat_is_finished_when_nothing_is_left_there_for_its_holder() -> None:
    campaign = small_campaign(2, 2, k=1, order=Order.FIXED)
    [member] = crew(campaign, 1)
    work_off(member, most=2)
    serve(member)
    assert (seats(campaign, "q0"), seats(campaign, "q1")) == (
        [(1, "P-0", True)],
        [(1, "P-0", False)],
    )


def test_a_fourth_assessor_gets_nothing_of_what_three_are_to_judge() -> None:
    campaign = small_campaign(1, 6, k=3)
    *three, fourth = crew(campaign, 4)
    for member in three:
        serve(member)
    for _ in range(6):
        for member in three:
            hand = serve(member, 2)
            assert not serve(fourth)
            answer(member, hand[0])
    assert nothing_for(fourth) == Nothing.FINISHED
    voters = set(map(frozenset, votes_by_pair(campaign).values()))
    assert voters == {frozenset(member.pk for member in three)}


def test_the_next_topic_is_begun_when_all_of_one_is_handed_out() -> None:
    campaign = small_campaign(3, 3, order=Order.FIXED)
    [member] = crew(campaign, 1)
    assert names(serve(member, 3)) == ["q0 d0", "q0 d1", "q0 d2"]
    assert seats(campaign, "q1") == [(1, None, False)]
    assert names(serve(member, 5))[3:] == ["q1 d0", "q1 d1"]


@each_order
def test_ten_are_ready_until_less_is_left_however_small_the_topics(order: Order) -> None:
    """As the page asks: for fifteen, when fewer than eleven are left."""
    campaign = small_campaign(9, 4, order=order)
    for member in crew(campaign, 3 if THOROUGH else 1):
        done: list[Served] = []
        hand = [serve(member, 15) for _ in range(3)][-1]
        while hand:
            assert len(hand) >= min(11, 36 - len(done))
            answer(member, hand[0])
            done.append(hand.pop(0))
            if len(hand) < 11:
                hand = serve(member, 15)
        assert len(topics(done)) == 9


@pytest.mark.parametrize("leave", [expire, lambda gone: release_member(membership=gone)])
def test_a_seat_that_was_left_is_taken_over_for_what_its_holder_left_untouched(
    leave: Callable[[Membership], object],
) -> None:
    campaign = small_campaign(1, 6, k=3)
    gone, second, third, fourth = crew(campaign, 4)
    done = work_off(gone, most=3)
    for member in (second, third):
        answer(member, serve(member)[0])
    leave(gone)
    taken = work_off(fourth)
    assert {one.pair.pk for one in taken}.isdisjoint({one.pair.pk for one in done})
    assert len(taken) == 3
    for member in (second, third):
        assert len(work_off(member)) == 5


def test_anyone_who_comes_back_to_an_idle_seat_has_it_again() -> None:
    campaign = small_campaign(1, 6, k=1)
    late, other = crew(campaign, 2)
    work_off(late, most=2)
    expire(late)
    serve(late)
    assert not serve(other)
    assert len(work_off(late)) == 4


def test_a_pair_freed_by_someone_who_could_not_judge_it_goes_to_one_more() -> None:
    campaign = small_campaign(1, 4, k=2)
    undecided, second, third = crew(campaign, 3)
    [blank] = serve(undecided)
    answer(undecided, blank, None)
    assert len(work_off(undecided)) == 3
    assert len(work_off(second)) == 4
    assert names(work_off(third)) == [blank.name]
    assert not TopicSeat.objects.filter(holder=third).exists()


def test_a_pair_nobody_could_judge_yet_goes_to_one_more_at_a_late_answer_too() -> None:
    """The lease was up, and what was leased is in nobody's hand."""
    campaign = small_campaign(1, 2, k=2)
    undecided, second, third = crew(campaign, 3)
    [blank] = serve(undecided)
    expire(undecided, seats=False)
    answer(undecided, blank, None)
    for member in (undecided, second):
        work_off(member)
    assert names(work_off(third)) == [blank.name]


def test_a_pair_to_be_judged_once_more_goes_to_one_without_a_seat() -> None:
    campaign = small_campaign(1, 2, k=2, extra_judgments=1)
    first, second, third = crew(campaign, 3)
    work_off(first, grade=1)
    work_off(second, grade=5)
    assert set(names(work_off(third))) == {"q0 d0", "q0 d1"}
    assert not TopicSeat.objects.filter(holder=third).exists()


def test_spare_slots_are_left_to_others_by_those_who_sit_at_the_topic() -> None:
    """Else someone without a seat would find the pair closed though it wants one more."""
    campaign = small_campaign(1, 1, k=2)
    undecided, second, third = crew(campaign, 3)
    answer(undecided, serve(undecided)[0], None)
    serve(second)
    serve(third)
    assert not Slot.objects.get(holder=second).is_spare
    assert Slot.objects.get(holder=third).is_spare


# Several at once


@pytest.mark.django_db(transaction=True)
def test_those_who_begin_a_topic_at_once_sit_side_by_side() -> None:
    """As many as the pairs want judgments, in numbered seats; the others get nothing of it."""
    n = 8
    campaign = small_campaign(1, 5, k=3)
    members = crew(campaign, n)
    barrier = Barrier(n)

    def begin(member: Membership) -> int:
        try:
            barrier.wait()
            while not (hand := serve(member, 2)) and TopicSeat.objects.count() < 3:
                time.sleep(0.01)
            return len(hand)
        finally:
            connection.close()

    with ThreadPoolExecutor(n) as threads:
        list(threads.map(begin, members))
    assert sorted(len(serve(member, 2)) for member in members) == [0] * (n - 3) + [2] * 3
    assert [number for number, *_ in seats(campaign, "q0")] == [1, 2, 3]


@pytest.mark.django_db(transaction=True)
def test_a_seat_that_another_claim_is_taking_is_left_to_it_with_its_pairs() -> None:
    campaign = small_campaign(1, 3, k=2)
    [member] = crew(campaign, 1)
    is_taken, is_over = Event(), Event()

    def take() -> None:
        try:
            with transaction.atomic():
                list(TopicSeat.objects.select_for_update())
                is_taken.set()
                is_over.wait(30)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        taking = threads.submit(take)
        try:
            assert is_taken.wait(30)
            assert nothing_for(member) == Nothing.HELD_BY_OTHERS
        finally:
            is_over.set()
            taking.result()


@pytest.mark.django_db(transaction=True)
def test_many_who_take_leave_and_deal_seats_never_lock_each_other() -> None:
    campaign = small_campaign(3, 3, k=2)
    members = crew(campaign, 8)

    def bustle(i: int) -> None:
        member = members[i]
        try:
            for turn in range(8):
                for served in serve(member, 3)[: turn % 3]:
                    answer(member, served, None if (i + turn) % 7 == 0 else 3)
                if (i + turn) % 3 == 0:
                    release_member(membership=member)
                if (i + turn) % 5 == 0:
                    expire(member)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(bustle, range(8)))
    assert max(map(len, votes_by_pair(campaign).values())) <= 2
