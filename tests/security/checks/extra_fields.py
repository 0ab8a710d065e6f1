"""Fields that an address does not take are refused by name, or change nothing."""

from __future__ import annotations

import json
from typing import Any

from tests.database.shared_rows import undone
from tests.security.door import Door
from tests.security.doors import sensible_body
from tests.security.footprints import Change, changes, writes
from tests.security.house import House
from tests.security.scene import Scene

LONG_AGO = "2001-02-03T04:05:06Z"
EVERYTHING: dict[str, Any] = {
    **{"is_superuser": True, "is_staff": True, "may_organize": True, "may_research": True},
    **{"user_permissions": [1, 2, 3], "groups": [1], "is_active": False},
    **{"role": "adjudicator", "kind": "model", "pseudonym": "P-king", "state": "archived"},
    **{"english_level": "native", "allows_sign_up": False, "pass_share": 0.01},
    **{"judgments_per_pair": 9, "max_attempts": 99, "occasion": 7, "rotation": 3, "confidence": 5},
    **{"cause": "imported", "extra": {"forged": True}, "details": {"forged": True}},
    **{"id": 1, "pk": 1, "token_hash": "0" * 64, "text_hash": "0" * 64},
}
NUMBERS = ("n_attempts", "n_served", "n_uses", "number", "position", "quota", "version", "wanted")
TIMES = (
    *("at", "anonymized_at", "consented_at", "created_at", "expires_at", "given_at", "joined_at"),
    *("leased_until", "published_at", "qualified_at", "revoked_at", "started_at"),
    *("superseded_at", "suspended_at", "withdrawn_at"),
)
EVERYTHING |= dict.fromkeys(NUMBERS, 4242) | dict.fromkeys(TIMES, LONG_AGO)
# What an address takes besides the fields of its sensible body.
OPTIONS = {"judgments_per_pair", "max_attempts", "pass_share", "quota", "allows_sign_up"}
TAKEN = {
    "api/accounts": {"may_organize", "may_research"},
    "api/accounts/<int:account_id>": {"may_organize", "may_research", "is_active"},
    "api/calls": {"campaign"},
    "api/campaigns": OPTIONS | {"guideline", "policy"},
    "api/campaigns/<int:campaign_id>": {"max_attempts", "pass_share"},
    "api/campaigns/active": OPTIONS | {"guideline", "policy"},
    "api/campaigns/from-runs": OPTIONS | {"guideline", "policy"},
    "api/campaigns/plan": {"judgments_per_pair", "policy"},
    "api/campaigns/<int:campaign_id>/invitations": {"role"},
    "api/campaigns/<int:campaign_id>/invitations/mail": {"role"},
    "api/campaigns/<int:campaign_id>/judgments": {"kind", "assessor"},
    "api/judging/<int:campaign_id>/judgments": {"confidence", "guideline"},
    "api/library/one": {"kind"},
    "api/runs": {"kind"},
}
TAKES_ANY = {
    ("post", "api/judging/<int:campaign_id>/judgments"),  # as pages of earlier releases send them
    # Addresses of other programs than the site's pages.
    *(("get", path) for path in ("api/schema", "api/docs", "health", "ready")),
    ("get", "^(?!api/|static/).*$"),
}


def links(scene: Scene) -> dict[str, Any]:
    """Other rows than the request's own, by every name they may go by."""
    other, carol = scene.other, scene.people["organizer"]
    member, pair = other.assessor.member, other.assessor.judgment.campaign_pair
    rows: dict[str, Any] = {
        "campaign": other.campaign,
        "guideline": other.campaign.guidelines.get(),
        "invitation": other.invitation.invitation,
        "policy": other.campaign.policy(),
        **dict.fromkeys(("actor", "created_by", "recorded_by", "user"), carol),
        **dict.fromkeys(("assessor", "holder", "member", "membership"), member),
        **dict.fromkeys(("campaign_pair", "pair"), pair),
    }
    numbers = {name: row.pk for name, row in rows.items()}
    return numbers | {f"{name}_id": number for name, number in numbers.items()}


def forged(door: Door, scene: Scene, body: dict[str, Any]) -> dict[str, Any]:
    known = body.keys() | TAKEN.get(door.path, set())
    return {k: v for k, v in {**EVERYTHING, **links(scene)}.items() if k not in known}


def extra_fields_change_nothing(door: Door, house: House) -> list[str]:
    """In body and query: each is refused by its name."""
    if door.is_for_teams:
        return []
    if door.is_read:
        return [] if (door.method, door.path) in TAKES_ANY else _refused_by_name(door, house, {})
    extra = forged(door, house.scene, sensible_body(door, house.scene, door.insider))
    plain, _ = footprint(door, house, {})
    if isinstance(plain, int):
        return [f"refused without them: {plain}"]
    if (door.method, door.path) in TAKES_ANY:
        found, _ = footprint(door, house, extra)
        return [] if found == plain else [f"{found} instead of {plain}"]
    return _refused_by_name(door, house, extra) + _refused_by_name(door, house, {})


def _refused_by_name(door: Door, house: House, body: dict[str, Any]) -> list[str]:
    """A forged body; without one, a query with a field that no address has."""
    query = {} if body else {"limt": 3}
    found, shown = footprint(door._replace(query={**door.query, **query}), house, body)
    unnamed = (body | query).keys() - json.loads(shown).get("fields", {}).keys()
    return [] if found == 400 and not unnamed else [f"{found}, without a word of {unnamed}"]


def footprint(door: Door, house: House, extra: dict[str, Any]) -> tuple[list[Change] | int, bytes]:
    """What the request changes, or how it is refused, and the answer."""
    counted = writes()
    with undone():
        got = house.got(door, door.insider, **extra)
        is_done = got.status // 100 == 2
        return changes(house.rows, counted) if is_done else got.status, got.content
