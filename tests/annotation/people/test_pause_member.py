from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from annotation.exceptions import PeopleRefused
from annotation.models import Campaign, CampaignEvent, Membership, Slot, TopicSeat
from annotation.people.memberships import Work, pause_member, resume_member, withdraw_member
from annotation.serving.claim import Nothing
from tests.annotation.answering import claim, claim_one, judge
from tests.annotation.inviting import set_member
from tests.factories import make_campaign, make_member
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def member(alice: User) -> Membership:
    return make_member(make_campaign(), alice)


def test_a_paused_member_is_handed_nothing_and_holds_nothing(member: Membership) -> None:
    judge(member, claim_one(member))
    claim(member, 2)
    pause_member(membership=member)
    assert not Slot.objects.filter(holder=member, judgment=None).exists()
    assert not TopicSeat.objects.filter(holder=member).exists()
    assert claim(member).nothing == Nothing.SUSPENDED


def test_a_pause_takes_no_judgment_back(member: Membership) -> None:
    judgment = judge(member, claim_one(member))
    pause_member(membership=member)
    assert list(member.judgments.live()) == [judgment]
    assert Slot.objects.filter(judgment=judgment).exists()


def test_a_resumed_member_goes_on(member: Membership) -> None:
    pause_member(membership=member)
    resume_member(membership=member)
    assert claim(member).slots


def test_who_withdrew_goes_on_when_an_organizer_says_so(member: Membership, carol: User) -> None:
    set_member(member, withdrawn_at=timezone.now(), suspended_at=timezone.now())
    resume_member(membership=member, actor=carol)
    assert claim(member).slots
    assert CampaignEvent.objects.get().details["was_withdrawn"] is True


def test_doing_it_again_changes_nothing_and_logs_nothing(member: Membership, carol: User) -> None:
    first = pause_member(membership=member, actor=carol)
    assert pause_member(membership=member, actor=carol).suspended_at == first.suspended_at
    for _ in range(2):
        resume_member(membership=member, actor=carol)
    assert list(CampaignEvent.objects.values_list("kind", "actor", "details__assessor")) == [
        ("paused", carol.pk, member.pseudonym),
        ("resumed", carol.pk, member.pseudonym),
    ]


def test_who_has_withdrawn_cannot_be_paused(member: Membership) -> None:
    set_member(member, withdrawn_at=timezone.now())
    with refused(PeopleRefused, "member_withdrawn"):
        pause_member(membership=member)


def test_who_was_made_anonymous_cannot_be_resumed(member: Membership) -> None:
    set_member(member, user=None, suspended_at=timezone.now())
    with refused(PeopleRefused, "people_anonymous"):
        resume_member(membership=member)


def test_the_log_does_not_say_who_paused_themselves(alice: User, member: Membership) -> None:
    pause_member(membership=member, actor=alice)
    event = CampaignEvent.objects.get()
    assert (event.actor, event.details["by"]) == (None, "self")


def withdraw(*, membership: Membership) -> None:
    withdraw_member(membership=membership, work=Work.DROP)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", [pause_member, resume_member, withdraw])
def test_one_member_of_a_campaign_is_dealt_with_at_a_time(
    act: Callable[..., object], member: Membership
) -> None:
    """Two that lock the same pairs, each in its own course, could wait for each other."""

    def act_impatiently() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '100ms'")
            act(membership=member)
        finally:
            connection.close()

    with transaction.atomic(), ThreadPoolExecutor(1) as threads:
        Campaign.objects.select_for_update(no_key=True).get()
        with pytest.raises(OperationalError, match="lock timeout"):
            threads.submit(act_impatiently).result()
    assert not CampaignEvent.objects.exists()
