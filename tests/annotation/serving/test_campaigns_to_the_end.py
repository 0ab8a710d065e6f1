"""Small campaigns run to the end in random order: by the hasty, the absent and the undecided."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from django.db import transaction

from annotation.models import Campaign, CampaignPair, Membership, Order, Reason, Unit
from annotation.serving.claim import Nothing
from annotation.serving.leases import release_leases, release_member
from tests.annotation.answering import waiting_for_adjudication
from tests.annotation.assessing import (
    answer,
    crew,
    expire,
    nothing_for,
    serve,
    small_campaign,
    votes_by_pair,
)
from tests.tiers import THOROUGH, thorough

pytestmark = pytest.mark.django_db

K, N_TOPICS, N_PASSAGES = 3, 2, 3
STEPS = 60 if THOROUGH else 20


class Bustle:
    """Assessors who claim and answer in random order, never keeping more than they were given."""

    def __init__(self, campaign: Campaign, members: list[Membership], seed: int) -> None:
        self.campaign, self.members, self.rng = campaign, members, random.Random(seed)
        self.served: Counter[tuple[int, int]] = Counter()
        self.n_blank: Counter[int] = Counter()

    def step(self) -> None:
        member, chance = self.rng.choice(self.members), self.rng.random()
        if chance < 0.04:
            expire(member, seats=self.rng.random() < 0.5)
        elif chance < 0.06:
            release_leases()
        elif chance < 0.08:
            release_member(membership=member)
        else:
            self.work(member)

    def work(self, member: Membership) -> int:
        hand = serve(member, self.rng.randint(1, 5))
        if not hand:
            self.check_end(member)
        for served in hand[: self.rng.randint(1, 5)]:
            self.served[member.pk, served.pair.pk] += 1
            is_blank = not self.n_blank[served.pair.pk] and self.rng.random() < 0.06
            self.n_blank[served.pair.pk] += is_blank
            answer(member, served, None if is_blank else self.rng.randint(1, 5))
        return len(hand)

    def check_end(self, member: Membership) -> None:
        """FINISHED means that nothing is left; otherwise pairs come back once leases end."""
        reason = nothing_for(member)
        assert (reason == Nothing.FINISHED) == (not left_for(member)), reason
        with transaction.atomic():
            expire()
            assert nothing_for(member) != Nothing.HELD_BY_OTHERS
            transaction.set_rollback(True)

    def to_the_end(self) -> None:
        for _ in range(STEPS):
            self.step()
        while sum(self.work(member) for member in self.members):
            expire()


def left_for(member: Membership) -> set[int]:
    """Pairs with room for one more that the assessor has not answered."""
    mine = member.judgments.live().exclude(reason_not_judged=Reason.RETRACTED)
    is_open = CampaignPair.objects.filter(slots__judgment=None, slots__order_key__isnull=False)
    open_to_me = is_open.exclude(pk__in=mine.values("campaign_pair"))
    waiting = waiting_for_adjudication().values_list("pk", flat=True)
    return set(open_to_me.values_list("pk", flat=True)) - set(waiting)


@pytest.mark.parametrize(
    "n",
    [
        pytest.param(1, marks=thorough),
        3,
        pytest.param(4, marks=thorough),
        pytest.param(8, marks=thorough),
    ],
)
@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("unit", Unit)
def test_every_pair_gets_its_votes_and_nobody_sees_one_twice(
    unit: Unit, order: Order, n: int
) -> None:
    campaign = small_campaign(N_TOPICS, N_PASSAGES, K, unit=unit, order=order, sets_offered=2)
    bustle = Bustle(campaign, crew(campaign, n), seed=n)
    bustle.to_the_end()
    votes = votes_by_pair(campaign)
    for pair, voters in votes.items():
        assert len(voters) == min(K, n - bustle.n_blank[pair])
    assert set(bustle.served.values()) == {1}
    assert not bustle.campaign.slots.filter(judgment=None).exclude(holder=None).exists()
