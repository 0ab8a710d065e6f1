"""Numbers in addresses and bodies: of other campaigns, of nothing, and such as fit nowhere."""

from __future__ import annotations

import re

import pytest

from tests.security.door import EVERYBODY, Door
from tests.security.doors import BY_ID, JUDGING, enter
from tests.security.scene import Scene, rows

pytestmark = pytest.mark.django_db

NUMBERS = ("0", "4711000", str(2**31), str(2**63 - 1), str(2**63), "9" * 40, "1" * 5000)
NO_NUMBERS = (
    "-1",
    "1.0",
    "+1",
    "0x1",
    "1e1",
    "%D9%A3",
    "\uff11",
    "%201",
    "1%00",
    "1/../1",
    "..%2f1",
)
GUARDED = [door for door in BY_ID if door.who != EVERYBODY]
# A part of a campaign, named under the address of another.
INNER = [door for door in BY_ID if re.search("<int:(member|pair|invitation)_id>", door.path)]


def insider(door: Door) -> str:
    """Who may, so that it is the address that is refused."""
    if door.is_for_members:
        return "assessor"
    return next(role for role in ("organizer", "researcher", "administrator") if role in door.who)


@pytest.mark.parametrize("door", BY_ID, ids=str)
def test_what_is_not_there_is_not_found(door: Door, scene: Scene) -> None:
    client, before = scene.client(insider(door)), rows("last_login")
    names = re.findall("<int:(.+?)>", door.path)
    told = {
        (name, number): enter(
            door, client, scene, insider(door), door.address(scene, **{name: number})
        ).status_code
        for name in names
        for number in (*NUMBERS, *NO_NUMBERS)
    }
    assert told == dict.fromkeys(told, 404)
    assert rows("last_login") == before


def test_nobody_can_tell_which_campaigns_there_are(scene: Scene) -> None:
    client, told = scene.client("nobody"), {}
    for door in GUARDED:
        answers = [
            enter(door, client, scene, "nobody", door.address(scene, campaign_id=number))
            for number in (scene.stage.campaign.pk, 4711000)
        ]
        told[str(door)] = [(answer.status_code, answer.content) for answer in answers]
    assert [door for door, (here, gone) in told.items() if here != gone] == []


@pytest.mark.parametrize("door", INNER, ids=str)
def test_parts_of_another_campaign_are_not_found_here(door: Door, scene: Scene) -> None:
    client, before = scene.client("organizer"), rows()
    address = door.address(scene, **scene.other.ids() | {"campaign_id": scene.stage.campaign.pk})
    assert enter(door, client, scene, "organizer", address).status_code == 404
    assert rows() == before


@pytest.mark.parametrize("door", [door for door in BY_ID if door.is_for_members], ids=str)
def test_a_campaign_that_one_does_not_judge_in_is_not_found(door: Door, scene: Scene) -> None:
    client, before = scene.client("assessor"), rows()
    address = door.address(scene, campaign_id=scene.other.campaign.pk)
    assert enter(door, client, scene, "assessor", address).status_code == 404
    assert rows() == before


@pytest.mark.parametrize("number", [0, -1, 2**31, 2**63, -(2**63) - 1, 10**300])
def test_a_judgment_that_is_not_ones_own_is_not_taken_back(number: int, scene: Scene) -> None:
    [undo] = [door for door in BY_ID if door.path == f"{JUDGING}/undo"]
    strangers = (number, scene.stage.colleague.judgment.pk, scene.other.assessor.judgment.pk)
    client, before = scene.client("assessor"), rows()
    told = {enter(undo, client, scene, "assessor", judgment=pk).status_code for pk in strangers}
    assert told == {400}
    assert rows() == before
