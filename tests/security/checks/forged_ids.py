"""Numbers in addresses: of nothing, of other campaigns, and such as fit nowhere."""

from __future__ import annotations

import re

from tests.security.door import EVERYBODY, Door
from tests.security.house import House, differences
from tests.tiers import THOROUGH

GONE = 4711000
FEW = ("0", str(2**31), str(2**63), "1" * 5000)
NUMBERS = (*FEW, str(GONE), str(2**63 - 1), "9" * 40) if THOROUGH else FEW
A_PART = re.compile("<int:(member|pair|invitation)_id>")


def unknown_numbers_are_not_found(door: Door, house: House) -> list[str]:
    names = re.findall("<int:(.+?)>", door.path)
    with house.unchanged() as faults:
        fields = {
            f"{name} {number[:40]} as {door.insider}": house.got(
                door, door.insider, door.address(house.scene, **{name: number})
            ).status
            for name in names
            for number in NUMBERS
        }
        faults += differences(fields, 404)
    return faults


def parts_of_other_campaigns_are_not_found(door: Door, house: House) -> list[str]:
    if not A_PART.search(door.path):
        return []
    here = {"campaign_id": house.scene.stage.campaign.pk}
    return _not_found(door, house, "organizer", **house.scene.other.ids() | here)


def campaigns_of_others_are_not_found(door: Door, house: House) -> list[str]:
    """By a member, who judges elsewhere."""
    if not (door.is_for_members and "<int:campaign_id>" in door.path):
        return []
    return _not_found(door, house, "assessor", campaign_id=house.scene.other.campaign.pk)


def strangers_cannot_tell_which_campaigns_there_are(door: Door, house: House) -> list[str]:
    if "<int:campaign_id>" not in door.path or door.who == EVERYBODY:
        return []
    here, gone = (
        house.got(door, "nobody", door.address(house.scene, campaign_id=number))
        for number in (house.scene.stage.campaign.pk, GONE)
    )
    return [] if here == gone else [f"{here}, and {gone} where there is none"]


def _not_found(door: Door, house: House, role: str, **ids: object) -> list[str]:
    with house.unchanged() as faults:
        address = door.address(house.scene, **ids)
        faults += differences({role: house.got(door, role, address).status}, 404)
    return faults


CHECKS = (
    unknown_numbers_are_not_found,
    parts_of_other_campaigns_are_not_found,
    campaigns_of_others_are_not_found,
    strangers_cannot_tell_which_campaigns_there_are,
)
