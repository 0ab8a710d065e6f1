from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import Permission, User
from django.utils import timezone

from annotation.exceptions import PeopleRefused
from annotation.models import (
    Adjudication,
    AssessorKind,
    Campaign,
    CampaignEvent,
    CampaignState,
    Invitation,
    Judgment,
    Membership,
)
from annotation.people.anonymizing import Anonymized, anonymize_campaign
from annotation.people.invitations import accept_invitation
from annotation.people.joining import accounts_by_name, join_campaign
from annotation.people.memberships import Work, withdraw_member
from tests.annotation.answering import claim_one, judge
from tests.annotation.inviting import invite
from tests.factories import make_campaign, make_member, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(alice: User) -> Campaign:
    """Alice judged in it, then it was closed."""
    campaign = make_campaign()
    member = make_member(campaign, alice)
    judge(member, claim_one(member))
    Campaign.objects.update(state=CampaignState.CLOSED)
    return campaign


def anonymize(campaign: Campaign, confirmation: str = "campaign") -> Anonymized:
    return anonymize_campaign(campaign=campaign, confirmation=confirmation)


def imported(name: str) -> User:
    [account] = accounts_by_name(usernames=[name])[0].values()
    return account


def test_no_membership_leads_to_a_person_any_more(campaign: Campaign, alice: User) -> None:
    done = anonymize(campaign)
    assert (done.n_people, done.campaign.anonymized_at is not None) == (1, True)
    member = Membership.objects.get()
    assert (member.user, member.pseudonym) == (None, "P-alice")
    assert not alice.memberships.exists()


def test_judgments_and_their_pseudonyms_stay(campaign: Campaign) -> None:
    before = list(Judgment.objects.values())
    anonymize(campaign)
    assert list(Judgment.objects.values()) == before
    assert Judgment.objects.votes().get().assessor.pseudonym == "P-alice"


def test_programs_stay_named(campaign: Campaign) -> None:
    for kind in (AssessorKind.SIMULATED, AssessorKind.MODEL):
        make_member(campaign, imported(kind), kind)
    anonymize(campaign)
    named = Membership.objects.exclude(user=None).values_list("user__username", flat=True)
    assert set(named) == {"simulated", "model"}


def test_an_account_that_only_an_import_made_is_deleted(campaign: Campaign) -> None:
    make_member(campaign, imported("dave"))
    assert anonymize(campaign).n_deleted_accounts == 1
    assert not User.objects.filter(username="dave").exists()


def elsewhere(account: User) -> None:
    make_member(make_campaign("other", Campaign.objects.get().pool), account)


def with_a_right(account: User) -> None:
    account.user_permissions.add(Permission.objects.get(codename="may_organize"))


def named_in_the_log(account: User) -> None:
    CampaignEvent.objects.create(campaign=Campaign.objects.get(), kind="created", actor=account)


def who_adjudicated(account: User) -> None:
    judgment = Judgment.objects.get()
    assert judgment.grade is not None
    Adjudication.objects.create(
        campaign_pair=judgment.campaign_pair,
        adjudicator=account,
        grade=judgment.grade,
        reason="tied",
    )


def who_rules_the_installation(account: User) -> None:
    account.is_superuser = True
    account.save()


@pytest.mark.parametrize(
    "anchor",
    [elsewhere, with_a_right, named_in_the_log, who_adjudicated, who_rules_the_installation],
)
def test_an_imported_account_that_stands_for_more_stays(
    campaign: Campaign, anchor: Callable[[User], None]
) -> None:
    account = imported("dave")
    make_member(campaign, account)
    anchor(account)
    assert anonymize(campaign).n_deleted_accounts == 0
    assert User.objects.filter(username="dave").exists()


def test_an_account_that_can_sign_in_stays(campaign: Campaign, alice: User) -> None:
    assert anonymize(campaign).n_deleted_accounts == 0
    assert User.objects.filter(pk=alice.pk).exists()


def test_accounts_forget_when_they_came_and_were_used(campaign: Campaign, alice: User) -> None:
    """Or the log, which says when each pseudonym joined, would lead to them."""
    then = datetime(2026, 3, 14, 15, 9, 26, tzinfo=UTC)
    User.objects.update(date_joined=then, last_login=then)
    bystander = make_user("bob")
    anonymize(campaign)
    alice.refresh_from_db()
    first_of_march = datetime(2026, 3, 1, tzinfo=UTC)
    assert (alice.date_joined, alice.last_login) == (first_of_march, first_of_march)
    assert User.objects.get(pk=bystander.pk).date_joined == bystander.date_joined


def test_invitations_end(campaign: Campaign, bob: User) -> None:
    token = invite(campaign, max_uses=5).token
    assert anonymize(campaign).n_revoked_invitations == 1
    assert Invitation.objects.get().revoked_at is not None
    with refused(PeopleRefused, "people_anonymous"):
        accept_invitation(token=token, user=bob)


def test_nobody_joins_after(campaign: Campaign, bob: User) -> None:
    anonymize(campaign)
    with refused(PeopleRefused, "people_anonymous"):
        join_campaign(campaign=campaign, users=[bob])
    members = join_campaign(campaign=campaign, users=[bob], kind=AssessorKind.MODEL)
    assert members[bob.pk].kind == AssessorKind.MODEL


def test_it_is_logged(campaign: Campaign, carol: User) -> None:
    make_member(campaign, imported("dave"))
    anonymize_campaign(campaign=campaign, confirmation=campaign.name, actor=carol)
    event = CampaignEvent.objects.get()
    assert (event.kind, event.actor) == ("anonymized", carol)
    assert event.details == {"n_people": 2, "n_deleted_accounts": 1}


@pytest.mark.parametrize("state", [CampaignState.DRAFT, CampaignState.PAUSED])
def test_a_campaign_that_is_not_over_is_left_alone(campaign: Campaign, state: str) -> None:
    Campaign.objects.update(state=state)
    with refused(PeopleRefused, "campaign_not_over"):
        anonymize(campaign)
    assert Membership.objects.exclude(user=None).exists()


@pytest.mark.parametrize("typed", ["", "Campaign"])
def test_it_is_confirmed_by_the_campaigns_name(campaign: Campaign, typed: str) -> None:
    with refused(PeopleRefused, "not_confirmed"):
        anonymize(campaign, confirmation=typed)
    assert Campaign.objects.get().anonymized_at is None


def test_it_happens_once(campaign: Campaign) -> None:
    anonymize(campaign)
    with refused(PeopleRefused, "people_anonymous"):
        anonymize(campaign)


def test_another_campaign_keeps_its_people(campaign: Campaign, alice: User) -> None:
    other = make_member(make_campaign("other", campaign.pool), alice)
    anonymize(campaign)
    assert Membership.objects.get(pk=other.pk).user == alice


def test_what_an_assessor_did_alone_names_no_account(bob: User, carol: User) -> None:
    """Joining, judging, changing, withdrawing: rows that nothing can change afterwards."""
    campaign = make_campaign()
    member = accept_invitation(token=invite(campaign, actor=carol).token, user=bob)
    pair = claim_one(member)
    for grade in (3, 4):
        judge(member, pair, grade)
    withdraw_member(membership=member, work=Work.DROP, actor=bob)
    assert not Judgment.objects.filter(recorded_by=bob).exists()
    assert not CampaignEvent.objects.filter(actor=bob).exists()
    assert not CampaignEvent.objects.filter(details__icontains=bob.username).exists()


def test_a_withdrawn_person_is_made_anonymous_too(campaign: Campaign) -> None:
    Membership.objects.update(withdrawn_at=timezone.now())
    assert anonymize(campaign).n_people == 1
    assert not Membership.objects.exclude(user=None).exists()
