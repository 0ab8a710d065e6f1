from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import CampaignPair, Membership, PairKind
from annotation.pools.pairs import Mark
from annotation.serving.filling import fill_slots
from tests.annotation.assessing import crew, serve, small_campaign
from tests.annotation.stored_answers import store_answer

pytestmark = pytest.mark.django_db


def n_queries(members: Sequence[Membership], pairs: Sequence[CampaignPair]) -> int:
    """To fill slots with a grade by each of the members on each pair."""
    judgments = [store_answer(one, pair, is_surplus=True) for pair in pairs for one in members]
    with CaptureQueriesContext(connection) as queries:
        fill_slots(campaign=pairs[0].campaign, judgments=judgments)
    return len(queries)


def test_many_pairs_take_as_many_queries_as_few() -> None:
    campaign = small_campaign(1, 52, k=1)
    members = crew(campaign, 2)
    pairs = list(campaign.pairs.select_related("campaign", "pair"))
    assert n_queries(members, pairs[:2]) == n_queries(members, pairs[2:])
    assert campaign.slots.filter(judgment__isnull=False).count() == 2 * 52


def test_a_special_pair_judged_elsewhere_is_taken_out_of_hand() -> None:
    marks = {place: Mark(PairKind.QUALIFICATION, grade=3) for place in range(2)}
    campaign = small_campaign(1, 3, marks=marks, campaign={"pass_share": 1.0})
    [bob] = crew(campaign, 1)
    here, elsewhere = serve(bob, 2)
    fill_slots(campaign=campaign, judgments=[store_answer(bob, elsewhere.pair, is_surplus=True)])
    assert [one.pair for one in serve(bob, 2)] == [here.pair]


def test_a_lease_that_a_blank_answer_ends_is_spare_for_anybody() -> None:
    campaign = small_campaign(1, 1, k=1)
    [bob] = crew(campaign, 1)
    pair = serve(bob)[0].pair
    fill_slots(campaign=campaign, judgments=[store_answer(bob, pair, None)])
    slot = pair.slots.get()
    assert (slot.holder, slot.leased_until, slot.is_spare) == (None, None, True)


def test_a_lease_that_a_blank_answer_ends_goes_to_the_grade_that_waits() -> None:
    campaign = small_campaign(1, 1, k=1)
    alice, bob = crew(campaign, 2)
    pair = serve(bob)[0].pair
    waiting = store_answer(alice, pair, 4, is_surplus=True)
    fill_slots(campaign=campaign, judgments=[store_answer(bob, pair, None)])
    slot = pair.slots.get()
    assert (slot.holder, slot.judgment, slot.is_spare) == (alice, waiting, False)


def test_a_lease_that_a_blank_answer_ends_goes_to_a_grade_beside_it() -> None:
    campaign = small_campaign(1, 1, k=1)
    alice, bob = crew(campaign, 2)
    pair = serve(bob)[0].pair
    grade = store_answer(alice, pair, 4, is_surplus=True)
    assert fill_slots(campaign=campaign, judgments=[store_answer(bob, pair, None), grade]) == 0
    assert pair.slots.get().judgment == grade
