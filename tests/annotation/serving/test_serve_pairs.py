"""Mixed pairs of any topic: their order, and who gets the last ones."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import pairwise
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from annotation.board.board import campaign_board
from annotation.models import (
    Campaign,
    Cause,
    Judgment,
    Membership,
    Order,
    PairKind,
    Slot,
    TopicSeat,
    Unit,
)
from annotation.pools.pairs import Mark
from annotation.serving.claim import Nothing, claim_pairs
from annotation.serving.leases import release_leases
from tests.annotation.answering import waiting_for_adjudication
from tests.annotation.assessing import (
    Served,
    answer,
    crew,
    expire,
    fresh,
    nothing_for,
    serve,
    small_campaign,
    votes_by_pair,
    work_off,
)
from tests.annotation.stored_answers import store_answer

pytestmark = pytest.mark.django_db


def mixed(n_topics: int, n_passages: int, k: int = 3, **options: Any) -> Campaign:
    return small_campaign(n_topics, n_passages, k, unit=Unit.PAIRS, **options)


def names(served: Sequence[Served]) -> list[str]:
    return [one.name for one in served]


# Order


def test_a_fixed_order_is_that_of_the_pool_for_everybody() -> None:
    whole = [f"q{i} d{j}" for i in range(3) for j in range(3)]
    for member in crew(mixed(3, 3, order=Order.FIXED), 3):
        assert names(work_off(member, n=2)) == whole


def test_priorities_come_from_the_highest_down_whatever_their_sign() -> None:
    extremes = {0: -(2**31), 1: 2**31 - 1, 2: 0, 3: -1, 4: 1, 5: 2**20}
    marks = {place: Mark(priority=priority) for place, priority in extremes.items()}
    [member] = crew(mixed(2, 3, order=Order.PRIORITY, marks=marks), 1)
    assert names(work_off(member)) == ["q0 d1", "q1 d2", "q1 d1", "q0 d2", "q1 d0", "q0 d0"]


def test_pairs_of_one_priority_are_shuffled() -> None:
    [member] = crew(mixed(5, 4, order=Order.PRIORITY), 1)
    served = names(work_off(member))
    assert served != sorted(served)


def test_a_random_order_begins_elsewhere_for_each() -> None:
    runs = {tuple(names(work_off(member))) for member in crew(mixed(5, 4, k=4), 4)}
    assert len(runs) == 4
    assert all(len(set(run)) == 20 for run in runs)


def test_the_topics_are_mixed() -> None:
    [member] = crew(mixed(4, 5), 1)
    topics = [one.topic for one in work_off(member)]
    assert sum(one != following for one, following in pairwise(topics)) > 6


def test_pairs_begun_by_some_and_untouched_ones_come_to_the_next_one() -> None:
    """The search wraps around from where it begins: nothing before that is left out."""
    campaign = mixed(2, 5, k=1)
    for member in crew(campaign, 5):
        assert len(work_off(member, most=2)) == 2
    assert set(map(len, votes_by_pair(campaign).values())) == {1}


@pytest.mark.parametrize("order", Order)
def test_nothing_is_left_out_after_a_wrap_around(order: Order) -> None:
    for member in crew(mixed(3, 3, k=3, order=order), 3):
        assert len(set(names(work_off(member, n=4)))) == 9


def test_no_seat_is_taken_and_no_place_in_a_topic_shown() -> None:
    [member] = crew(mixed(2, 3), 1)
    hand = serve(member, 3)
    assert not TopicSeat.objects.exclude(holder=None).exists()
    assert {(one.assignment.place, one.assignment.n_in_topic) for one in hand} == {(None, None)}


def test_positions_count_up_over_all_claims() -> None:
    [member] = crew(mixed(3, 4), 1)
    positions: list[int] = []
    for n in (3, 1, 5, 2, 4):
        hand = serve(member, n)
        for one in hand[:2]:
            positions.append(one.ticket.position)
            answer(member, one)
    assert positions == list(range(1, len(positions) + 1))
    assert fresh(member).n_served == len(positions) + len(hand) - 2


# Who gets what


def test_a_pair_is_in_no_more_hands_than_it_wants_judgments() -> None:
    campaign = mixed(1, 2, k=2, order=Order.FIXED)
    hands = [serve(member, 5) for member in crew(campaign, 3)]
    assert [len(hand) for hand in hands] == [2, 2, 0]


def test_anyone_who_finds_all_in_hand_learns_when_that_may_change() -> None:
    campaign = mixed(1, 2, k=1)
    first, second = crew(campaign, 2)
    hand = serve(first, 5)
    claim = claim_pairs(membership=fresh(second), n=1)
    assert claim.nothing == Nothing.HELD_BY_OTHERS
    assert claim.free_at == hand[0].assignment.leased_until


def test_an_expired_lease_goes_to_the_next_without_a_sweep() -> None:
    first, second = crew(mixed(1, 2, k=1), 2)
    leased = serve(first, 5)
    expire()
    assert set(names(work_off(second))) == set(names(leased))
    assert not serve(first)
    assert nothing_for(first) == Nothing.FINISHED


def test_a_lease_held_over_a_claim_is_renewed_when_half_of_it_is_over() -> None:
    [member] = crew(mixed(1, 2), 1)
    serve(member)
    expire()
    assert serve(member)[0].assignment.leased_until is not None
    assert release_leases() == 0


def test_a_pair_at_the_limit_of_blanks_is_handed_out_no_more() -> None:
    campaign = mixed(1, 1, k=3)
    first, second, third = crew(campaign, 3)
    for member in (first, second):
        answer(member, serve(member)[0], None)
    assert nothing_for(third) == Nothing.FINISHED


def test_blanks_that_were_rejected_keep_nobody_from_a_pair() -> None:
    campaign = mixed(1, 1, k=1)
    first, second, third = crew(campaign, 3)
    for member in (first, second):
        store_answer(member, campaign.pairs.get(), None, cause=Cause.REJECTED)
    assert not waiting_for_adjudication().exists()
    assert len(work_off(third)) == 1


@pytest.mark.parametrize("kind", [PairKind.OVERLAP, PairKind.GOLD, PairKind.QUALIFICATION])
def test_blanks_on_special_pairs_ask_for_no_adjudication(kind: PairKind) -> None:
    campaign = mixed(1, 2, marks={0: Mark(kind, grade=None if kind == "overlap" else 3)})
    for member in crew(campaign, 3):
        store_answer(member, campaign.pairs.get(kind=kind), None)
    assert not waiting_for_adjudication().exists()
    assert campaign_board(campaign).totals.n_waiting_for_adjudication == 0


def test_asking_for_nothing_takes_nothing_and_shows_no_end() -> None:
    [member] = crew(mixed(1, 2), 1)
    claim = claim_pairs(membership=fresh(member), n=0)
    assert (list(claim.leased), claim.nothing) == ([], None)
    assert not Slot.objects.exclude(holder=None).exists()


# Several at once


def at_once(n: int, members: Sequence[Membership], work: Any) -> list[Any]:
    barrier = Barrier(n)

    def one(i: int) -> Any:
        try:
            barrier.wait()
            return work(members[i])
        finally:
            connection.close()

    with ThreadPoolExecutor(n) as threads:
        return list(threads.map(one, range(n)))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("order", [Order.FIXED, Order.RANDOM])
def test_the_contested_end_comes_out_exactly(order: Order) -> None:
    """Eight want the last six judgments of three pairs."""
    campaign = mixed(1, 3, k=2, order=order)
    members = crew(campaign, 8)

    def hasty(member: Membership) -> int:
        done = 0
        while (reason := claim_pairs(membership=fresh(member), n=2).nothing) is None:
            for one in serve(member, 2):
                answer(member, one)
                done += 1
        assert reason in {Nothing.FINISHED, Nothing.HELD_BY_OTHERS}
        return done

    assert sum(at_once(8, members, hasty)) == 6
    assert set(map(len, votes_by_pair(campaign).values())) == {2}
    assert Judgment.objects.values("campaign_pair", "assessor").distinct().count() == 6


@pytest.mark.django_db(transaction=True)
def test_a_claim_passes_over_slots_that_another_has_in_hand() -> None:
    """Nobody waits: the first slots are locked by a transaction that does not end."""
    campaign = mixed(1, 3, k=1, order=Order.FIXED)
    members = crew(campaign, 1)
    first = list(Slot.objects.order_by("order_key").values_list("pk", flat=True)[:2])
    with transaction.atomic():
        list(Slot.objects.select_for_update().filter(pk__in=first))
        [served] = at_once(1, members, impatient)
    assert served == ["q0 d2"]


@pytest.mark.django_db(transaction=True)
def test_a_claim_waits_for_no_slot_that_another_transaction_has_in_hand() -> None:
    """Its own, whose leases are past half: it goes without renewing them."""
    members = crew(mixed(1, 1, k=1), 1)
    held = names(serve(members[0]))
    soon = timezone.now() + timedelta(minutes=1)
    Slot.objects.update(leased_until=soon)
    with transaction.atomic():
        list(Slot.objects.select_for_update())
        assert at_once(1, members, impatient) == [held]
    assert Slot.objects.get().leased_until == soon


def impatient(member: Membership) -> list[str]:
    """Pairs served within a short lock timeout."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '5s'")
    return names(serve(member))


@pytest.mark.django_db(transaction=True)
def test_claims_and_sweeps_at_once_hand_out_each_slot_once() -> None:
    campaign = mixed(2, 4, k=1)
    members = crew(campaign, 6)

    def claim_and_sweep(member: Membership) -> list[int]:
        expire(member)
        release_leases()
        return [one.pair.pk for one in serve(member, 5)]

    for _ in range(3):
        leased = [pair for hand in at_once(6, members, claim_and_sweep) for pair in hand]
        assert leased
    in_hand = Slot.objects.filter(judgment=None).exclude(holder=None)
    assert in_hand.count() == len(set(in_hand.values_list("campaign_pair", flat=True)))
