from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.fixtures import Settings

from annotation.exceptions import MailRefused
from annotation.models import Campaign, CampaignState, Invitation, Role
from annotation.people.anonymizing import anonymize_campaign
from annotation.people.api.joining import MAILED
from annotation.people.invitations import (
    accept_as_newcomer,
    forget_addresses,
    invitation_behind,
    revoke_invitation,
)
from annotation.people.mailed_invitations import invite_by_mail
from tests.annotation.inviting import PASSWORD, expire
from tests.factories import make_campaign
from tests.mail_server import REFUSED, SENDER, Box, free_port, text_of, use_mail_server
from tests.refusals import refused

pytestmark = pytest.mark.django_db
ANN, BEN = "ann@example.org", "ben@example.org"


def token_of(box: Box, n: int = -1) -> str:
    return box.link(n).partition("/join#")[2]


def test_each_address_gets_a_link_of_its_own(box: Box, carol: User) -> None:
    campaign = make_campaign()
    sent = invite_by_mail(
        campaign=campaign,
        addresses=[ANN, f" {BEN} ", ANN.upper()],
        role=Role.ADJUDICATOR,
        days=3,
        actor=carol,
    )
    assert box.recipients == [ANN, BEN] == [one.address for one in sent]
    assert [one.trouble for one in sent] == [None, None]
    for n, address in enumerate([ANN, BEN]):
        invitation = invitation_behind(token_of(box, n))
        assert (invitation.sent_to, invitation.max_uses) == (address, 1)
        assert (invitation.role, invitation.created_by) == ("adjudicator", carol)
    message = box.taken[0]
    assert (message["From"], message["Auto-Submitted"]) == (SENDER, "auto-generated")
    assert "carol invites you" in text_of(message)
    assert campaign.name in text_of(message)


def test_an_address_is_kept_until_somebody_joins_by_its_link(box: Box, carol: User) -> None:
    campaign = make_campaign()
    invite_by_mail(campaign=campaign, addresses=[ANN], actor=carol)
    member = accept_as_newcomer(
        token=token_of(box), username="ann", password=PASSWORD, email="ann@home.example"
    )
    assert Invitation.objects.get().sent_to == ""
    assert member.user is not None
    assert member.user.email == "ann@home.example"


def test_a_revoked_link_and_an_anonymous_campaign_forget_the_address(box: Box, carol: User) -> None:
    campaign = make_campaign()
    [one, _] = invite_by_mail(campaign=campaign, addresses=[ANN, BEN], actor=carol)
    revoke_invitation(invitation=one.invitation)
    assert list(Invitation.objects.order_by("pk").values_list("sent_to", flat=True)) == ["", BEN]
    Campaign.objects.update(state=CampaignState.CLOSED)
    anonymize_campaign(campaign=campaign, confirmation=campaign.name)
    assert set(Invitation.objects.values_list("sent_to", flat=True)) == {""}


def test_an_expired_invitation_forgets_the_address(box: Box, carol: User) -> None:
    [one, _] = invite_by_mail(campaign=make_campaign(), addresses=[ANN, BEN], actor=carol)
    expire(one.invitation)
    forget_addresses()
    assert list(Invitation.objects.order_by("pk").values_list("sent_to", flat=True)) == ["", BEN]


def test_one_organizer_sends_only_so_often(box: Box, organizer: Client) -> None:
    place = f"campaigns/{make_campaign().pk}/invitations/mail"
    answers = [post(organizer, place, {"addresses": [ANN]}) for _ in range(MAILED.at_once + 1)]
    assert [answer.status_code for answer in answers] == [201] * MAILED.at_once + [429]
    assert len(box.taken) == MAILED.at_once


def test_a_refused_e_mail_leaves_a_link_to_pass_on(box: Box, carol: User) -> None:
    sent = invite_by_mail(campaign=make_campaign(), addresses=[REFUSED, ANN], actor=carol)
    assert box.recipients == [ANN]
    assert sent[0].trouble == "the mail server refused it (550 5.1.1 No such mailbox here)"
    assert invitation_behind(sent[0].token).sent_to == ""
    assert sent[1].trouble is None


def test_a_server_that_is_away_is_named_for_each(settings: Settings, carol: User) -> None:
    use_mail_server(settings, free_port())
    sent = invite_by_mail(campaign=make_campaign(), addresses=[ANN, BEN], actor=carol)
    assert {(one.trouble or "").partition(" (")[0] for one in sent} == {
        "the mail server cannot be reached"
    }
    assert Invitation.objects.count() == 2


@pytest.mark.parametrize(
    ("addresses", "code", "field"),
    [
        ([ANN, "ben@"], "bad_address", "addresses.1"),
        ([f"a@{'ü' * 60}.org"], "bad_address", "addresses.0"),
        ([f"ben@example.org\nBcc: {ANN}"], "bad_address", "addresses.0"),
        ([f"{n}{ANN}" for n in range(51)], "out_of_range", "addresses"),
        ([], "out_of_range", "addresses"),
    ],
)
def test_what_cannot_be_sent_stores_nothing(
    addresses: list[str], code: str, field: str, box: Box, carol: User
) -> None:
    with refused(MailRefused, code, field=field):
        invite_by_mail(campaign=make_campaign(), addresses=addresses, actor=carol)
    assert not Invitation.objects.exists()
    assert box.taken == []


def test_without_a_mail_server_organizers_make_links(carol: User) -> None:
    with refused(MailRefused, "no_mail_server"):
        invite_by_mail(campaign=make_campaign(), addresses=[ANN], actor=carol)


def post(client: Client, place: str, body: dict[str, Any]) -> Any:
    return client.post(f"/api/{place}", body, content_type="application/json")


def test_over_http_a_newcomer_joins_with_an_address_of_their_own(
    box: Box, organizer: Client
) -> None:
    place = f"campaigns/{make_campaign().pk}/invitations/mail"
    answer = post(organizer, place, {"addresses": [ANN, REFUSED]})
    assert answer.status_code == 201
    assert [one["address"] for one in answer.json()] == [ANN, REFUSED]
    token, newcomer = token_of(box), Client()
    offer = post(newcomer, "invitations/look", {"token": token}).json()
    assert ANN not in str(offer)
    body = {"token": token, "username": "ann", "password": PASSWORD, "email": "ann@"}
    assert post(newcomer, "invitations/accept", body).json()["fields"].keys() == {"email"}
    assert not User.objects.filter(username="ann").exists()
    body["email"] = ANN
    assert post(newcomer, "invitations/accept", body).status_code == 200
    session = newcomer.get("/api/session").json()
    assert (session["email"], session["sends_mail"]) == (ANN, True)
