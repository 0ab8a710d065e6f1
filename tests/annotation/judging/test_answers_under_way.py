"""Ending a membership or campaign, or reordering its pairs, waits for answers in progress."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

import pytest
from django.db import transaction

from annotation.campaigns.policy import options_of, set_policy
from annotation.campaigns.state import set_campaign_state
from annotation.database import execute
from annotation.models import Campaign, CampaignPair, CampaignState, Judgment, Membership, Order
from annotation.people.memberships import Work, withdraw_member
from annotation.serving.slots import LOCK_FIRST, locked_slots
from tests.annotation.answering import claim_one, judge
from tests.factories import make_campaign, make_member, make_user
from tests.waiting import closing, until_someone_waits_for_a_lock

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def member(transactional_db: None) -> Membership:
    return make_member(make_campaign(), make_user("assessor"))


def start_answer(threads: ThreadPoolExecutor, pair: CampaignPair, by: Membership) -> Future[None]:
    answer = threads.submit(closing(lambda: judge(by, pair)))
    until_someone_waits_for_a_lock()
    return answer


def test_an_answer_that_was_under_way_does_not_outlive_a_withdrawal(member: Membership) -> None:
    pair = claim_one(member)
    with ThreadPoolExecutor(2) as threads:
        with transaction.atomic():
            list(pair.slots.select_for_update())  # the answer waits here, its checks behind it
            answer = start_answer(threads, pair, member)
            end = threads.submit(
                closing(lambda: withdraw_member(membership=member, work=Work.DROP))
            )
            until_someone_waits_for_a_lock(n=2)
        answer.result()
        end.result()
    assert Judgment.objects.count() == 2
    assert not Judgment.objects.votes().exists()


def test_an_answer_that_was_under_way_is_stored_before_the_campaign_is_closed(
    member: Membership,
) -> None:
    pair, campaign = claim_one(member), member.campaign
    with ThreadPoolExecutor(2) as threads:
        with transaction.atomic():
            list(pair.slots.select_for_update())  # the answer waits here, its checks behind it
            answer = start_answer(threads, pair, member)
            end = threads.submit(
                closing(lambda: set_campaign_state(campaign=campaign, state=CampaignState.CLOSED))
            )
            until_someone_waits_for_a_lock(n=2)
            campaign.refresh_from_db()
            assert campaign.state == CampaignState.OPEN
        answer.result()
        end.result()
    assert Judgment.objects.votes().exists()


def test_a_new_order_and_an_answer_do_not_wait_for_each_other(member: Membership) -> None:
    """The rows lie in another order than the numbers by which answers lock a pair's slots."""
    campaign, pair = member.campaign, member.campaign.pairs.first()
    assert pair is not None
    for number in (99, 1):
        pair.slots.order_by("number").filter(number__in=[1, 99]).update(number=number)
    Campaign.objects.update(state=CampaignState.PAUSED)
    options = replace(options_of(campaign.policy()), order=Order.FIXED)
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            execute(LOCK_FIRST, {"pair": pair.pk}).close()
            change = threads.submit(closing(lambda: set_policy(campaign=campaign, options=options)))
            until_someone_waits_for_a_lock()
            locked_slots(pair.pk)
        change.result()
    assert set(pair.slots.values_list("order_key", flat=True)) == {pair.pair_id}
