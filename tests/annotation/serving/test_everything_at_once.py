"""Claims, answers, second thoughts, absences and sweeps beside one another, on many connections."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import Count, F, Q

from annotation.exceptions import AnnotationError
from annotation.judging.undoing import undo_judgment
from annotation.models import (
    Campaign,
    CampaignPair,
    Judgment,
    Membership,
    PairKind,
    Slot,
    TopicSeat,
    Unit,
)
from annotation.people.memberships import Work, pause_member, resume_member, withdraw_member
from annotation.pools.pairs import Mark
from annotation.serving.leases import release_leases
from tests.annotation.answering import waiting_for_adjudication
from tests.annotation.assessing import (
    Served,
    answer,
    crew,
    expire,
    fresh,
    serve,
    small_campaign,
    work_off,
)
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

N, ROUNDS, K = 8, 25, 2


class Assessor:
    """Someone in a hurry, with two tabs and second thoughts."""

    def __init__(self, member: Membership, seed: int) -> None:
        self.member, self.rng = member, random.Random(seed)
        self.acknowledged: list[Judgment] = []
        self.old: list[Served] = []

    def work(self) -> None:
        acts = [self.judge] * 8 + [self.undo, self.change, self.late, self.leave, self.sweep]
        try:
            for turn in range(ROUNDS):
                self.rng.choice(acts)()
                if turn == ROUNDS // 2 and self.rng.random() < 0.4:
                    self.rest()
        finally:
            connection.close()

    def judge(self) -> None:
        hand = serve(self.member, self.rng.randint(1, 5))
        self.old += hand
        for served in hand[: self.rng.randint(1, 3)]:
            grade = None if self.rng.random() < 0.08 else self.rng.randint(1, 5)
            self.send(served, grade)

    def send(self, served: Served, grade: int | None) -> None:
        try:
            self.acknowledged.append(answer(self.member, served, grade).judgment)
        except AnnotationError:
            assert fresh(self.member).suspended_at or fresh(self.member).withdrawn_at

    def undo(self) -> None:
        if not self.acknowledged:
            return
        judgment = self.rng.choice(self.acknowledged)
        with suppress(AnnotationError):  # changed since, or out
            undo_judgment(
                membership=fresh(self.member), judgment_id=judgment.pk, client_key=uuid4()
            )

    def change(self) -> None:
        if self.old:
            self.send(self.rng.choice(self.old), self.rng.randint(1, 5))

    def late(self) -> None:
        hand = serve(self.member, 3)
        expire(self.member)
        for served in hand[:2]:
            self.send(served, self.rng.randint(1, 5))

    def leave(self) -> None:
        serve(self.member, 3)
        expire(self.member)

    def sweep(self) -> None:
        release_leases()

    def rest(self) -> None:
        pause_member(membership=self.member)
        resume_member(membership=self.member)
        if self.rng.random() < 0.3:
            withdraw_member(membership=self.member, work=Work.DROP)


def check(campaign: Campaign) -> None:
    filled = Slot.objects.filter(judgment__isnull=False)
    dead = Q(judgment__superseded_at__isnull=False) | Q(judgment__grade__isnull=True)
    assert not filled.filter(dead | ~Q(judgment__assessor=F("holder"))).exists()
    shared = Count("slots", filter=Q(slots__order_key__isnull=False))
    regular = CampaignPair.objects.filter(kind=PairKind.REGULAR).annotate(n_slots=shared)
    assert not regular.exclude(n_slots=F("wanted")).exists()
    looks = Judgment.objects.live().values("campaign_pair", "assessor", "occasion")
    assert not looks.annotate(n=Count("pk")).order_by().filter(n__gt=1).exists()
    places = Judgment.objects.filter(position__gt=0).values("assessor", "position").order_by()
    assert not places.annotate(n=Count("campaign_pair", distinct=True)).filter(n__gt=1).exists()
    gone = campaign.memberships.exclude(withdrawn_at=None)
    assert not Judgment.objects.votes().filter(assessor__in=gone).exists()
    assert not TopicSeat.objects.filter(holder__in=gone).exists()


@pytest.mark.parametrize(
    ("unit", "has_more"),
    [
        (Unit.TOPICS, True),
        pytest.param(Unit.TOPICS, False, marks=thorough),
        pytest.param(Unit.PAIRS, True, marks=thorough),
        pytest.param(Unit.PAIRS, False, marks=thorough),
    ],
)
def test_nothing_breaks_and_every_slot_is_in_order(unit: Unit, *, has_more: bool) -> None:
    marks = {0: Mark(PairKind.OVERLAP), 4: Mark(PairKind.GOLD, grade=3)} if has_more else {}
    more: dict[str, Any] = {"gold_every": 3, "overlap_every": 3, "repeat_every": 4}
    more |= {"repeat_after": 2, "extra_judgments": 1}
    campaign = small_campaign(3, 4, K, unit=unit, marks=marks, **(more if has_more else {}))
    assessors = [Assessor(member, seed=i) for i, member in enumerate(crew(campaign, N))]
    with ThreadPoolExecutor(N) as threads:
        for done in [threads.submit(assessor.work) for assessor in assessors]:
            done.result()
    check(campaign)
    keys = {judgment.pk for assessor in assessors for judgment in assessor.acknowledged}
    assert Judgment.objects.filter(pk__in=keys).count() == len(keys)
    for member in crew(campaign, K + 1):
        expire()
        release_leases()
        work_off(member, n=5)
    check(campaign)
    waiting = waiting_for_adjudication().values_list("pk", flat=True)
    left = Slot.objects.filter(judgment=None, order_key__isnull=False)
    assert set(left.values_list("campaign_pair", flat=True)) <= set(waiting)
