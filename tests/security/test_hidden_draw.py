"""Who judges drawn pairs sees nothing of the draw while the campaign runs."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from annotation.models import Campaign, CampaignState
from annotation.people.consents import accept_notice
from tests.factories import make_member
from tests.security.doors import DOORS, enter
from tests.security.scene import Scene
from tests.security.test_blindness import keys
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

# A place in the draw says how much a pair weighs, and answers so far say what others found.
OF_THE_DRAW = {
    *("probability", "probabilities", "draw_place", "place_drawn", "sizes", "weights"),
    *("n_in_order", "n_waiting", "ends_at", "at_end", "n_to_separate", "stopped_at"),
    *("equal_at", "this_panel", "these_topics"),
}
SEEN_BY_MEMBERS = ("api/judging", "api/home")
SEEN_BY_ORGANIZERS = ("api/campaigns/<int:campaign_id>", *SEEN_BY_MEMBERS)


@pytest.mark.parametrize(
    ("role", "places"),
    [
        ("assessor", SEEN_BY_MEMBERS),
        pytest.param("organizer", SEEN_BY_ORGANIZERS, marks=thorough),  # who judges as well
    ],
)
def test_who_judges_drawn_pairs_sees_nothing_of_the_draw(
    role: str, places: tuple[str, ...], scene: Scene
) -> None:
    campaign = scene.draft
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.OPEN)
    user = scene.people[role]
    assert user is not None
    _seat(campaign, user)
    client, found = scene.client(role), {}
    for door in DOORS:
        if door.path.startswith(places) and (door.is_read or door.path.endswith("/claims")):
            address = door.address(scene, campaign_id=campaign.pk)
            answer = enter(door, client, scene, role, address)
            if answer.get("Content-Type") == "application/json":
                found[str(door)] = set(keys(answer.json()))
    assert "n_in_topic" in found["post api/judging/<int:campaign_id>/claims"]
    assert {door: OF_THE_DRAW & names for door, names in found.items() if OF_THE_DRAW & names} == {}


def _seat(campaign: Campaign, user: User) -> None:
    member = campaign.memberships.filter(user=user).first() or make_member(campaign, user)
    if notice := campaign.notices.order_by("version").last():
        accept_notice(membership=member, notice_version=notice.version)
