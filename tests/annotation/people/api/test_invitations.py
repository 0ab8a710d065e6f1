from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation.models import Campaign, Invitation
from annotation.people.invitations import invitation_behind
from tests.annotation.inviting import invite
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign()


def create(client: Client, campaign: Campaign, **body: Any) -> Any:
    return client.post(
        f"/api/campaigns/{campaign.pk}/invitations", body, content_type="application/json"
    )


def test_an_organizer_gets_a_token_once(organizer: Client, campaign: Campaign) -> None:
    made = create(organizer, campaign, role="adjudicator", days=3, max_uses=5)
    assert made.status_code == 201
    row = made.json()
    token = row.pop("token")
    assert invitation_behind(token).pk == row["id"]
    assert (row["role"], row["max_uses"], row["n_uses"]) == ("adjudicator", 5, 0)
    assert (row["created_by"], row["revoked_at"]) == ("carol", None)
    assert organizer.get(f"/api/campaigns/{campaign.pk}/invitations").json() == [row]


def test_the_list_holds_neither_tokens_nor_their_hashes(
    organizer: Client, campaign: Campaign
) -> None:
    invitation, token = invite(campaign)
    content = organizer.get(f"/api/campaigns/{campaign.pk}/invitations").content.decode()
    assert token not in content
    assert invitation.token_hash not in content


@pytest.mark.parametrize("body", [{"role": "king"}, {"days": 400}])
def test_what_cannot_be_is_refused(
    body: dict[str, Any], organizer: Client, campaign: Campaign
) -> None:
    assert create(organizer, campaign, **body).status_code == 400
    assert not Invitation.objects.exists()


def test_an_invitation_is_revoked(organizer: Client, campaign: Campaign) -> None:
    invitation = invite(campaign).invitation
    address = f"/api/campaigns/{campaign.pk}/invitations/{invitation.pk}"
    assert organizer.delete(address).status_code == 204
    assert Invitation.objects.get().revoked_at is not None


@pytest.mark.parametrize("n", [2, 20])
def test_the_list_takes_a_fixed_number_of_queries(
    n: int, organizer: Client, campaign: Campaign, carol: User
) -> None:
    for _ in range(n):
        invite(campaign, actor=carol)
    with CaptureQueriesContext(connection) as queries:
        assert len(organizer.get(f"/api/campaigns/{campaign.pk}/invitations").json()) == n
    assert len(queries) == 5  # session, user, rights, campaign, invitations
