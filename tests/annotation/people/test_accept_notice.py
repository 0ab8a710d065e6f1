from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.campaigns.publishing import publish_notice
from annotation.exceptions import PeopleRefused
from annotation.models import AssessorKind, Consent, Membership
from annotation.people.consents import accept_notice
from annotation.serving.claim import Nothing
from tests.annotation.answering import claim
from tests.annotation.inviting import set_member
from tests.factories import make_campaign, make_member, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def has_consented(member: Membership) -> bool:
    return claim(member).nothing != Nothing.NOTICE


@pytest.fixture
def member(alice: User) -> Membership:
    member = make_member(make_campaign(), alice)
    publish_notice(campaign=member.campaign, body="What is recorded.")
    return member


def test_an_acceptance_is_stored_with_its_version_and_time(member: Membership) -> None:
    consent = accept_notice(membership=member, notice_version=1)
    assert (consent.membership, consent.notice.version) == (member, 1)
    assert Membership.objects.get().consented_at == consent.given_at


def test_accepting_again_changes_nothing(member: Membership) -> None:
    first = accept_notice(membership=member, notice_version=1)
    again = accept_notice(membership=member, notice_version=1)
    assert (again.pk, again.given_at) == (first.pk, first.given_at)
    assert Membership.objects.get().consented_at == first.given_at


def test_a_new_notice_asks_again_and_keeps_the_old_acceptance(member: Membership) -> None:
    first = accept_notice(membership=member, notice_version=1)
    publish_notice(campaign=member.campaign, body="More is recorded.")
    assert not has_consented(member)
    second = accept_notice(membership=member, notice_version=2)
    assert has_consented(member)
    assert list(Consent.objects.all()) == [first, second]
    assert Membership.objects.get().consented_at == second.given_at


@pytest.mark.parametrize("version", [1, 3])
def test_only_the_newest_notice_can_be_accepted(member: Membership, version: int) -> None:
    publish_notice(campaign=member.campaign, body="More is recorded.")
    with refused(PeopleRefused, "notice_superseded"):
        accept_notice(membership=member, notice_version=version)
    assert not Consent.objects.exists()


def test_who_has_withdrawn_accepts_nothing(member: Membership) -> None:
    set_member(member, withdrawn_at=timezone.now())
    with refused(PeopleRefused, "member_withdrawn"):
        accept_notice(membership=member, notice_version=1)


@pytest.mark.parametrize("kind", [AssessorKind.SIMULATED, AssessorKind.MODEL])
def test_programs_need_no_consent(member: Membership, kind: AssessorKind) -> None:
    assert has_consented(make_member(member.campaign, make_user("program"), kind))


def test_a_campaign_without_a_notice_asks_for_none() -> None:
    assert has_consented(make_member(make_campaign("other"), make_user("bob")))
