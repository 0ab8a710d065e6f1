"""Fields that an address does not take are sent along, and change nothing."""

from __future__ import annotations

from typing import Any

from tests.security.door import Door
from tests.security.doors import sensible_body
from tests.security.footprints import Change, changes, writes
from tests.security.house import House
from tests.security.scene import Scene
from tests.shared_rows import undone

LONG_AGO = "2001-02-03T04:05:06Z"
RIGHTS = {
    "is_superuser": True,
    "is_staff": True,
    "may_organize": True,
    "may_research": True,
    "user_permissions": [1, 2, 3],
    "groups": [1],
    "is_active": False,
}
STANDING = {
    "role": "adjudicator",
    "kind": "model",
    "pseudonym": "P-king",
    "quota": 4242,
    "n_served": 4242,
    "n_attempts": 4242,
    "state": "archived",
    "english_level": "native",
    "allows_sign_up": False,
    "pass_share": 0.01,
    "max_attempts": 99,
    "judgments_per_pair": 9,
}
RECORD = {
    "position": 4242,
    "occasion": 7,
    "rotation": 3,
    "confidence": 5,
    "cause": "imported",
    "version": 4242,
    "number": 4242,
    "wanted": 4242,
    "n_uses": 4242,
    "token_hash": "0" * 64,
    "text_hash": "0" * 64,
    "extra": {"forged": True},
    "details": {"forged": True},
}
TIMES = dict.fromkeys(
    (
        "at",
        "anonymized_at",
        "consented_at",
        "created_at",
        "expires_at",
        "given_at",
        "joined_at",
        "leased_until",
        "published_at",
        "qualified_at",
        "revoked_at",
        "started_at",
        "superseded_at",
        "suspended_at",
        "withdrawn_at",
    ),
    LONG_AGO,
)
# What an address takes besides the fields of its sensible body.
TAKEN = {
    "api/accounts": {"may_organize", "may_research"},
    "api/accounts/<int:account_id>": {"may_organize", "may_research", "is_active"},
    "api/campaigns": {
        "allows_sign_up",
        "guideline",
        "judgments_per_pair",
        "max_attempts",
        "pass_share",
        "policy",
        "quota",
    },
    "api/campaigns/<int:campaign_id>": {"max_attempts", "pass_share"},
    "api/campaigns/from-runs": {
        "allows_sign_up",
        "guideline",
        "judgments_per_pair",
        "max_attempts",
        "pass_share",
        "policy",
        "quota",
    },
    "api/campaigns/<int:campaign_id>/invitations": {"role"},
    "api/campaigns/<int:campaign_id>/judgments-import": {"kind"},
    "api/judging/<int:campaign_id>/judgments": {"confidence"},
    "api/library/runs/one": {"kind"},
    "api/runs": {"kind"},
}


def links(scene: Scene) -> dict[str, Any]:
    """Other rows than the request's own, by every name they may go by."""
    other, carol = scene.other, scene.people["organizer"]
    assert carol is not None
    member, guideline = other.assessor.member, other.campaign.guidelines.get()
    policy, judgment = other.campaign.policy(), other.assessor.judgment
    rows = {
        "actor": carol,
        "assessor": member,
        "campaign": other.campaign,
        "campaign_pair": judgment.campaign_pair,
        "created_by": carol,
        "guideline": guideline,
        "holder": member,
        "invitation": other.invitation.invitation,
        "member": member,
        "membership": member,
        "pair": judgment.campaign_pair,
        "policy": policy,
        "recorded_by": carol,
        "user": carol,
    }
    return {name: row.pk for name, row in rows.items()} | {
        f"{name}_id": row.pk for name, row in rows.items()
    }


def forged(door: Door, scene: Scene, body: dict[str, Any]) -> dict[str, Any]:
    everything = {**RIGHTS, **STANDING, **RECORD, **TIMES, **links(scene), "id": 1, "pk": 1}
    taken = TAKEN.get(door.path, set())
    return {k: v for k, v in everything.items() if k not in body and k not in taken}


def extra_fields_change_nothing(door: Door, house: House) -> list[str]:
    """In body and query: what the request changes is the same as without them."""
    if door.is_read:
        return []
    extra = forged(door, house.scene, sensible_body(door, house.scene, door.insider))
    plain = footprint(door, house, {})
    if isinstance(plain, int):
        return [f"refused without them: {plain}"]
    found = footprint(door._replace(query={**door.query, **extra}), house, extra)
    return [] if found == plain else [f"{found} instead of {plain}"]


def footprint(door: Door, house: House, extra: dict[str, Any]) -> list[Change] | int:
    """What the request changes, or how it is refused."""
    counted = writes()
    with undone():
        status = house.got(door, door.insider, **extra).status
        return changes(house.rows, counted) if status // 100 == 2 else status
