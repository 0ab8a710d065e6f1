from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from annotation.campaigns.creating import create_campaign
from annotation.campaigns.state import set_campaign_state
from annotation.guidelines.scales import parse_scale
from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignState,
    Membership,
    Pool,
    PooledPair,
    Slot,
    TopicSeat,
)
from annotation.serving.claim import Nothing, claim_pairs
from tests.annotation.answering import (
    claim,
    claim_one,
    expire_leases,
    judge,
    waiting_for_adjudication,
)
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
def campaign(db: None) -> Campaign:
    """Two topics of three passages each, three judgments a pair."""
    return make_campaign()


@pytest.fixture
def members(campaign: Campaign) -> list[Membership]:
    return [make_member(campaign, make_user(f"assessor{i}")) for i in range(5)]


def finish(membership: Membership) -> list[str]:
    """Judge all that is served; returns query_id and doc_id in the order served."""
    served = []
    while slots := claim(membership).slots:
        pair = slots[0].campaign_pair
        served.append(f"{slots[0].topic.query_id} {pair.pair.passage.doc_id}")
        judge(membership, pair)
    return served


def test_claim_leases_what_it_hands_out(members: list[Membership]) -> None:
    slots = claim(members[0], 2).slots
    assert [slot.holder for slot in slots] == [members[0], members[0]]


def test_claim_twice_gives_the_same_pairs(members: list[Membership]) -> None:
    assert claim(members[0], 3).slots == claim(members[0], 3).slots


def test_a_fourth_assessor_waits_while_three_sit_at_every_topic(
    members: list[Membership],
) -> None:
    for member in members[:3]:
        claim(member)
        while TopicSeat.objects.filter(holder=member).count() < 2:
            judge(member, claim_one(member))
    waiting = claim(members[3])
    assert waiting.nothing == Nothing.HELD_BY_OTHERS
    assert waiting.free_at is not None
    assert waiting.free_at > timezone.now()


def test_an_expired_lease_is_claimed_by_another(
    campaign: Campaign, members: list[Membership]
) -> None:
    for member in members[:3]:
        claim(member, 5)
    expire_leases()
    TopicSeat.objects.exclude(holder=None).update(expires_at=timezone.now() - timedelta(hours=1))
    assert claim(members[3]).slots


def test_an_idle_seat_keeps_its_pairs_until_it_expires(members: list[Membership]) -> None:
    for member in members[:3]:
        claim(member, 5)
        judge(member, claim_one(member))
        judge(member, claim_one(member))
        claim(member, 5)
    expire_leases()
    assert claim(members[3]).nothing == Nothing.HELD_BY_OTHERS


def test_a_pair_often_not_judged_waits_for_adjudication(
    campaign: Campaign, members: list[Membership]
) -> None:
    skipped = claim_one(members[0])
    for member in members[:2]:
        judge(member, skipped, None)
    for member in members:
        finish(member)
    assert skipped.slots.filter(judgment=None).count() == 3
    assert list(waiting_for_adjudication()) == [skipped]


def test_quota_ends_the_claims(members: list[Membership]) -> None:
    Membership.objects.filter(pk=members[0].pk).update(quota=2)
    assert len(finish(members[0])) == 2
    assert claim(members[0]).nothing == Nothing.QUOTA


def test_claims_never_hold_more_than_the_quota_leaves(members: list[Membership]) -> None:
    Membership.objects.filter(pk=members[0].pk).update(quota=2)
    assert len(claim(members[0], 5).slots) == 2


@pytest.mark.parametrize(
    "state", [state for state in CampaignState if state not in ("open", "pilot")]
)
def test_a_campaign_that_is_not_open_hands_out_nothing(
    state: CampaignState, campaign: Campaign, members: list[Membership]
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(state=state)
    assert claim(members[0]).nothing == Nothing.NOT_OPEN


def test_a_suspended_assessor_gets_nothing(members: list[Membership]) -> None:
    Membership.objects.filter(pk=members[0].pk).update(suspended_at=timezone.now())
    assert claim(members[0]).nothing == Nothing.SUSPENDED


def test_a_member_of_one_campaign_gets_nothing_of_another(
    members: list[Membership], alice: User
) -> None:
    pool = members[0].campaign.pool
    other = make_campaign("other", make_pool("same", pool.collection, pool.topic_set))
    finish(make_member(other, alice))
    assert not Slot.objects.filter(campaign=members[0].campaign).exclude(holder=None).exists()


@pytest.mark.parametrize("n_passages", [3, 50])
def test_claim_query_count_does_not_grow_with_the_topic(
    n_passages: int, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    texts = {f"d{i}": f"Passage {i}." for i in range(n_passages)}
    pool = make_pool(collection=make_collection(texts=texts))
    campaign = make_campaign(pool=pool, policy={"new_topic_share": 1})
    member = make_member(campaign, alice)
    claim_pairs(membership=member, n=2)
    with django_assert_num_queries(6):  # savepoint, lock, context, lease, in hand, release
        claim_pairs(membership=member, n=3)


def test_a_pair_without_text_is_never_handed_out(alice: User) -> None:
    collection = make_collection(texts={"d1": "Spruces live long.", "d2": None, "d3": ""})
    topic_set = make_topics(queries={"q1": "how long do spruces live"})
    pool = Pool.objects.create(
        name="pool", collection=collection, topic_set=topic_set, strategy="pairs"
    )
    for passage in collection.passages.all():
        PooledPair.objects.create(pool=pool, topic=topic_set.topics.get(), passage=passage)
    scale = parse_scale("1-5")
    campaign = create_campaign(name="c", pool=pool, grades=scale, judgments_per_pair=1)
    set_campaign_state(campaign=campaign, state=CampaignState.OPEN)
    assert finish(make_member(campaign, alice, AssessorKind.SIMULATED)) == ["q1 d1"]
