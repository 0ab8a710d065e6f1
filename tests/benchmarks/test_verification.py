from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from annotation.models import Campaign, Judgment, Membership, Slot
from benchmarks.load.tally import Acknowledged
from benchmarks.load.verification import has_open_pairs, verify
from tests.annotation.stored_answers import store_answer
from tests.factories import make_campaign, make_collection, make_member, make_pool, make_topics

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    """One pair that wants one judgment."""
    collection, topics = make_collection(texts={"d1": "Cats."}), make_topics(queries={"q1": "cats"})
    return make_campaign(pool=make_pool("one", collection, topics), judgments_per_pair=1)


@pytest.fixture
def anne(campaign: Campaign, alice: User) -> Membership:
    return make_member(campaign, alice)


@pytest.fixture
def ben(campaign: Campaign, bob: User) -> Membership:
    return make_member(campaign, bob)


def answer(member: Membership, grade: int | None = 3) -> Judgment:
    return store_answer(member, member.campaign.pairs.get(), grade)


def acknowledged(judgment: Judgment) -> Acknowledged:
    user = judgment.assessor.user
    grade = judgment.grade.value if judgment.grade else None
    return Acknowledged(str(judgment.client_key), judgment.pk, user.username if user else "", grade)


def faults(campaign: Campaign, *given: Acknowledged) -> list[str]:
    found = verify(campaign, given, must_be_finished=True).faults
    found.pop("deadlocks")  # of the database: other tests may have had some
    return [name for name, n in found.items() if n]


def test_verify_finds_no_fault_where_all_is_well(campaign: Campaign, anne: Membership) -> None:
    assert faults(campaign, acknowledged(answer(anne))) == []


def test_verify_finds_a_pair_that_lacks_a_judgment(campaign: Campaign, anne: Membership) -> None:
    assert faults(campaign) == ["pairs that are neither complete nor waiting for adjudication"]


def test_verify_finds_a_pair_with_too_many_votes(
    campaign: Campaign, anne: Membership, ben: Membership
) -> None:
    answer(anne)
    first = Slot.objects.get(campaign=campaign)
    Slot.objects.create(
        campaign_pair=first.campaign_pair,
        campaign=campaign,
        topic=first.topic,
        order_key=first.order_key,
        number=2,
    )
    answer(ben)
    assert "pairs with more than k votes" in faults(campaign)


def test_verify_finds_an_acknowledged_judgment_that_is_gone(
    campaign: Campaign, anne: Membership
) -> None:
    shown = acknowledged(answer(anne))
    lost = shown._replace(client_key="00000000-0000-4000-8000-000000000000")
    assert faults(campaign, shown, lost) == ["acknowledged judgments that are not stored"]


def test_verify_finds_an_acknowledged_judgment_with_another_grade(
    campaign: Campaign, anne: Membership
) -> None:
    shown = acknowledged(answer(anne))._replace(grade=1)
    assert faults(campaign, shown) == ["acknowledged judgments that are not stored"]


def test_a_pair_that_waits_for_adjudication_is_not_open(
    campaign: Campaign, anne: Membership, ben: Membership
) -> None:
    answer(anne, None)
    was_open = has_open_pairs(campaign)
    answer(ben, None)
    assert (was_open, has_open_pairs(campaign), faults(campaign)) == (True, False, [])
