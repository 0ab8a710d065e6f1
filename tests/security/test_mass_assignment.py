"""Fields that an address does not take are sent along everywhere, and change nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.models import Membership
from tests.security.door import EVERYBODY, Door
from tests.security.doors import UNSAFE, sensible_body
from tests.security.footprints import footprint, tables
from tests.security.scene import Scene
from tests.shared_rows import undone

pytestmark = pytest.mark.django_db

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


def insider(door: Door) -> str:
    if door.who == EVERYBODY:
        return "anonymous"
    if door.is_for_members:
        return "colleague"
    return next(role for role in ("organizer", "researcher", "administrator") if role in door.who)


def changed(door: Door, scene: Scene, body: dict[str, Any], query: str = "") -> Any:
    client, before = scene.client(insider(door)), tables()
    address = door.sent_to(scene)
    address += f"&{query[1:]}" if "?" in address and query else query
    with undone():
        if door.takes_files:
            flat = {key: str(value) for key, value in body.items()}
            file = SimpleUploadedFile("file.tsv", door.file)
            answer: Any = client.post(address, {"file": file, **flat})
        else:
            kind, sent = "application/json", json.dumps(body)
            answer = client.generic(door.method.upper(), address, sent, content_type=kind)
        assert answer.status_code in {200, 201, 202, 204}
        return footprint(before)


@pytest.mark.parametrize("door", UNSAFE, ids=str)
def test_what_a_request_has_no_business_with_changes_nothing(door: Door, scene: Scene) -> None:
    body = sensible_body(door, scene, insider(door))
    extra = forged(door, scene, body)
    plain = changed(door, scene, body)
    assert changed(door, scene, {**body, **extra}) == plain
    assert changed(door, scene, body, "?" + "&".join(f"{k}={v}" for k, v in extra.items())) == plain


def test_footprints_would_show_it(scene: Scene) -> None:
    """What the test above rests on: a right, a role, a row of another campaign all leave a mark."""
    user, member = scene.people["nobody"], scene.stage.assessor.member
    assert user is not None
    for deed in (
        lambda: type(user).objects.filter(pk=user.pk).update(is_superuser=True),
        lambda: user.user_permissions.add(1),
        lambda: Membership.objects.filter(pk=member.pk).update(qualified_at=LONG_AGO),
        lambda: Membership.objects.filter(pk=member.pk).update(quota=4242),
    ):
        before = tables()
        with undone():
            deed()
            assert footprint(before) != []
