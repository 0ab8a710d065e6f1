from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection

from annotation.campaigns.policy import PolicyOptions
from annotation.models import Campaign, PairKind, Slot, TopicSeat
from benchmarks.load import seeding
from benchmarks.load.tables import Size
from tests.annotation.answering import claim, judge
from tests.annotation.assessing import work_off

SIZE = Size(n_pairs=8, pairs_in_topic=3, judgments_per_pair=2)

pytestmark = pytest.mark.django_db


@pytest.fixture
def seeded(monkeypatch: pytest.MonkeyPatch) -> Campaign:
    return seed(monkeypatch, PolicyOptions())


def seed(monkeypatch: pytest.MonkeyPatch, policy: PolicyOptions) -> Campaign:
    # Tables cannot be vacuumed inside the transaction of a test.
    monkeypatch.setattr(seeding, "_settle", lambda: None)
    campaign = seeding.seed_campaign(SIZE, policy=policy, lease_s=20, seat_s=60, seed=1)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")
    return campaign


def test_seed_campaign_makes_pairs_slots_and_seats(seeded: Campaign) -> None:
    n_slots = Slot.objects.filter(campaign=seeded, holder=None).count()
    n_seats = TopicSeat.objects.filter(campaign=seeded, holder=None, number=1).count()
    assert (seeded.pairs.count(), n_slots, n_seats) == (8, 16, 3)


def test_seed_campaign_gives_each_topic_passages_that_follow_each_other(seeded: Campaign) -> None:
    pairs = seeded.pairs.filter(pair__topic__ordinal=1).order_by("pair__passage__ordinal")
    assert list(pairs.values_list("pair__passage__doc_id", flat=True)) == ["d3", "d4", "d5"]


def test_seed_campaign_can_be_judged_to_the_end(seeded: Campaign) -> None:
    names = seeding.seed_assessors(seeded, 2, password="long enough a password")
    for member in seeded.memberships.filter(user__username__in=names):
        while slots := claim(member, n=5).slots:
            judge(member, slots[0].campaign_pair, 2)
    assert not Slot.objects.filter(campaign=seeded, judgment=None).exists()


def test_a_rich_campaign_has_gold_that_is_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = seed(monkeypatch, replace(seeding.RICH, gold_every=2))
    assert campaign.pairs.filter(kind=PairKind.GOLD).count() == SIZE.n_topics - 1
    [name] = seeding.seed_assessors(campaign, 1, password="long enough a password")
    member = campaign.memberships.get(user__username=name)
    kinds = {served.pair.kind for served in work_off(member)}
    assert kinds == {PairKind.REGULAR, PairKind.GOLD}
