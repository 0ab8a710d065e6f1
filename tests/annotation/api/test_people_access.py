"""Who may not: every address about people, tried by everybody it is not for."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.models import Campaign, CampaignEvent, Invitation, Judgment, Membership, Role
from tests.annotation.answering import claim_one, judge
from tests.annotation.inviting import invite
from tests.factories import make_campaign, make_member

pytestmark = pytest.mark.django_db

FOR_ORGANIZERS = [
    ("get", "campaigns/{campaign}/invitations", {}),
    ("post", "campaigns/{campaign}/invitations", {}),
    ("delete", "campaigns/{campaign}/invitations/{invitation}", {}),
    ("get", "campaigns/{campaign}/members", {}),
    ("patch", "campaigns/{campaign}/members/{member}", {"quota": 5}),
    ("post", "campaigns/{campaign}/members/{member}/pause", {}),
    ("post", "campaigns/{campaign}/members/{member}/resume", {}),
    ("post", "campaigns/{campaign}/members/{member}/withdraw", {"work": "drop"}),
    ("post", "campaigns/{campaign}/anonymize", {"confirmation": "campaign"}),
    ("get", "campaigns/{campaign}/pairs/{pair}/judgments", {}),
]
FOR_ASSESSORS = [
    ("get", "judging/{campaign}", {}),
    ("patch", "judging/{campaign}/me", {"english_level": "native"}),
    ("post", "judging/{campaign}/consent", {"notice_version": 1}),
    ("post", "judging/{campaign}/withdrawal", {"work": "drop"}),
    ("get", "judging/{campaign}/held", {}),
    ("get", "judging/{campaign}/held/judgments", {}),
    ("get", "judging/{campaign}/held/visits", {}),
]


class Scene(NamedTuple):
    campaign: Campaign
    member: Membership
    judgment: Judgment
    invitation: Invitation


@pytest.fixture
def scene(alice: User) -> Scene:
    """Alice judged in the campaign, which has an invitation."""
    campaign = make_campaign()
    member = make_member(campaign, alice)
    judgment = judge(member, claim_one(member))
    return Scene(campaign, member, judgment, invite(campaign).invitation)


def call(client: Client, scene: Scene, method: str, path: str, body: dict[str, Any]) -> Any:
    address = path.format(
        campaign=scene.campaign.pk,
        invitation=scene.invitation.pk,
        member=scene.member.pk,
        pair=scene.judgment.campaign_pair_id,
    )
    send = getattr(client, method)
    return send(f"/api/{address}", body or None, content_type="application/json")


def footprint() -> list[Any]:
    rows = (Membership, Judgment, Invitation, CampaignEvent, Campaign)
    return [list(model._default_manager.order_by("pk").values()) for model in rows]


@pytest.mark.parametrize(("method", "path", "body"), [*FOR_ORGANIZERS, *FOR_ASSESSORS])
def test_who_is_not_signed_in_is_refused(
    method: str, path: str, body: dict[str, Any], scene: Scene, client: Client
) -> None:
    before = footprint()
    answer = call(client, scene, method, path, body)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_authenticated")
    assert footprint() == before


@pytest.mark.parametrize("who", ["alice", "another assessor", "an adjudicator", "a researcher"])
@pytest.mark.parametrize(("method", "path", "body"), FOR_ORGANIZERS)
def test_who_is_no_organizer_is_refused(
    who: str,
    method: str,
    path: str,
    body: dict[str, Any],
    scene: Scene,
    alice: User,
    bob: User,
    rita: User,
    client: Client,
) -> None:
    if who == "another assessor":
        make_member(make_campaign("other", scene.campaign.pool), bob)
    if who == "an adjudicator":
        member = make_member(scene.campaign, bob)
        Membership.objects.filter(pk=member.pk).update(role=Role.ADJUDICATOR)
    client.force_login({"alice": alice, "a researcher": rita}.get(who, bob))
    before = footprint()
    answer = call(client, scene, method, path, body)
    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")
    assert footprint() == before


@pytest.mark.parametrize("who", ["mallory", "another assessor", "an organizer", "a researcher"])
@pytest.mark.parametrize(("method", "path", "body"), FOR_ASSESSORS)
def test_who_is_no_member_finds_nothing(
    who: str,
    method: str,
    path: str,
    body: dict[str, Any],
    scene: Scene,
    mallory: User,
    bob: User,
    carol: User,
    rita: User,
    client: Client,
) -> None:
    make_member(make_campaign("other", scene.campaign.pool), bob)
    users = {"mallory": mallory, "an organizer": carol, "a researcher": rita}
    client.force_login(users.get(who, bob))
    before = footprint()
    answer = call(client, scene, method, path, body)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert footprint() == before


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [row for row in [*FOR_ORGANIZERS, *FOR_ASSESSORS] if row[0] != "get"],
)
def test_a_change_without_a_csrf_token_is_refused(
    method: str, path: str, body: dict[str, Any], scene: Scene, carol: User
) -> None:
    make_member(scene.campaign, carol)
    client = Client(enforce_csrf_checks=True)
    client.force_login(carol)
    before = footprint()
    assert call(client, scene, method, path, body).status_code == 403
    assert footprint() == before
