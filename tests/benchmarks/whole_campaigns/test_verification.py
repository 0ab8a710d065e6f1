from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from annotation.models import Campaign, CampaignPair, Grade, Membership, PairKind, Slot
from annotation.people.memberships import pause_member
from benchmarks.load.verification import answer
from benchmarks.whole_campaigns.verification import questions
from tests.annotation.stored_answers import store_answer
from tests.factories import make_campaign, make_collection, make_member, make_pool, make_topics

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    """One regular pair that wants one judgment, and one that everyone judges."""
    collection = make_collection(texts={"d1": "Cats.", "d2": "Firs."})
    pool = make_pool("two", collection, make_topics(queries={"q1": "cats"}))
    campaign = make_campaign(pool=pool, judgments_per_pair=1, quota=2)
    overlap = campaign.pairs.get(pair__passage__doc_id="d2")
    Slot.objects.filter(campaign_pair=overlap).delete()
    CampaignPair.objects.filter(pk=overlap.pk).update(kind=PairKind.OVERLAP, wanted=None)
    return campaign


@pytest.fixture
def anne(campaign: Campaign, alice: User) -> Membership:
    return make_member(campaign, alice)


@pytest.fixture
def ben(campaign: Campaign, bob: User) -> Membership:
    return make_member(campaign, bob)


def judge(member: Membership, doc_id: str, grade: int | None = 3) -> None:
    store_answer(member, member.campaign.pairs.get(pair__passage__doc_id=doc_id), grade)


def faults(campaign: Campaign) -> dict[str, int]:
    found = answer(questions("topics"), campaign, []).faults
    return {name: n for name, n in found.items() if n}


def test_who_stayed_and_lacks_a_pair_for_everyone_is_found(
    campaign: Campaign, anne: Membership, ben: Membership
) -> None:
    judge(anne, "d1")
    judge(ben, "d2")
    assert faults(campaign) == {"overlap pairs not answered by somebody who stayed": 1}


def test_who_was_paused_need_not_have_answered(
    campaign: Campaign, anne: Membership, ben: Membership
) -> None:
    judge(anne, "d1")
    judge(ben, "d2")
    pause_member(membership=anne)
    assert faults(campaign) == {}


def test_a_passed_quota_is_found(campaign: Campaign, anne: Membership) -> None:
    judge(anne, "d1")
    judge(anne, "d2", None)
    campaign.quota = 1
    campaign.save()
    assert faults(campaign) == {"assessors beyond their quota": 1}


def test_a_grade_that_lacks_its_highlights_is_found(campaign: Campaign, anne: Membership) -> None:
    judge(anne, "d1")
    judge(anne, "d2")
    Grade.objects.filter(campaign=campaign, value=3).update(requires_span=True)
    assert faults(campaign) == {"grades without the highlights they ask for": 2}
