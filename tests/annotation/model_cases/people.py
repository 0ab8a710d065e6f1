"""Who judges, what they agreed to, and the log."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone

from annotation.models import (
    AccountEvent,
    ApiToken,
    AssessorKind,
    CampaignEvent,
    Consent,
    EventKind,
    Message,
    MessageSeen,
    Notice,
    PasswordLink,
    Visit,
)
from tests.annotation.model_cases.scene import (
    Breaks,
    Scene,
    anonymize,
    change,
    copy,
    invite,
    outsider,
    remove,
)
from tests.factories import make_member, make_user

TAB = UUID(int=1)


def message(scene: Scene) -> Message:
    return Message.objects.get_or_create(campaign=scene.campaign, text="Thank you.")[0]


def consent(scene: Scene, **fields: Any) -> Consent:
    return Consent.objects.create(**{"membership": scene.bob, "notice": scene.notice} | fields)


def log(scene: Scene, kind: str = EventKind.CREATED) -> CampaignEvent:
    return CampaignEvent.objects.create(campaign=scene.campaign, kind=kind)


def token(scene: Scene, **fields: Any) -> ApiToken:
    assert scene.bob.user is not None
    usual = {"name": "a", "scopes": ["read"], "token_hash": "0", "expires_at": timezone.now()}
    return ApiToken.objects.create(**{"account": scene.bob.user, **usual, **fields})


def link(scene: Scene, **fields: Any) -> PasswordLink:
    assert scene.bob.user is not None
    defaults = {"account": scene.bob.user, "token_hash": "0", "expires_at": timezone.now()}
    return PasswordLink.objects.create(**defaults | fields)


def visit(scene: Scene, **fields: Any) -> Visit:
    now = timezone.now()
    defaults = {"key": TAB, "active_ms": 1, "away_ms": 0, "started_at": now, "last_seen_at": now}
    return Visit.objects.create(membership=scene.bob, campaign_pair=scene.pair, **defaults | fields)


MEMBERS: Breaks = {
    "membership_one_per_campaign_and_user": [lambda s: copy(s.bob, pseudonym="P-new")],
    "membership_pseudonym_unique_in_campaign": [
        lambda s: change(s.bob, pseudonym=s.alice.pseudonym),
    ],
    "membership_role_known": [lambda s: change(s.bob, role="king")],
    "membership_kind_known": [lambda s: change(s.bob, kind="ghost")],
    "membership_english_level_known": [lambda s: change(s.bob, english_level="fluent")],
    "membership_waits_for_a_while": [
        lambda s: change(s.bob, waits_since=s.bob.created_at),
        lambda s: change(s.bob, asks_until=s.bob.created_at),
    ],
    "membership_quota_positive": [lambda s: change(s.bob, quota=0)],
    "membership_stays_anonymous": [
        lambda s: [anonymize(s), change(s.bob, user=make_user("eve"))],
        lambda s: [change(s.bob, user=None), change(s.bob, user=make_user("eve"))],
        lambda s: [anonymize(s), make_member(s.campaign, make_user("eve"))],
        lambda s: [
            anonymize(s),
            change(
                make_member(s.campaign, make_user("eve"), AssessorKind.MODEL),
                kind=AssessorKind.HUMAN,
            ),
        ],
        lambda s: [anonymize(s), change(outsider(s), campaign=s.campaign)],
    ],
    "invitation_token_unique": [lambda s: [invite(s), invite(s)]],
    "invitation_role_known": [lambda s: invite(s, role="king")],
    "invitation_not_overused": [lambda s: invite(s, max_uses=1, n_uses=2)],
}
RIGHTS: Breaks = {
    "message_says_something": [
        lambda s: Message.objects.create(campaign=s.campaign, text=""),
    ],
    "message_to_its_campaign": [
        lambda s: Message.objects.create(campaign=s.other, membership=s.alice, text="Hello."),
    ],
    "message_seen_once_per_member": [
        lambda s: MessageSeen.objects.bulk_create(
            MessageSeen(message=message(s), membership=s.alice) for _ in range(2)
        ),
    ],
    "notice_version_unique_in_campaign": [
        lambda s: Notice.objects.create(campaign=s.campaign, version=1, body="Again."),
    ],
    "notice_insert_only": [
        lambda s: change(s.notice, body="Something else."),
        lambda s: remove(s.notice),
    ],
    "consent_once_per_notice": [lambda s: [consent(s), consent(s)]],
    "consent_insert_only": [
        lambda s: change(consent(s), membership=s.alice),
        lambda s: remove(consent(s)),
    ],
    "consent_to_its_campaigns_notice": [lambda s: consent(s, membership=outsider(s))],
    "campaign_event_kind_known": [lambda s: log(s, "partied")],
    "campaign_event_insert_only": [
        lambda s: change(log(s), details={"seed": 1}),
        lambda s: remove(log(s)),
    ],
    "account_event_kind_known": [
        lambda s: AccountEvent.objects.create(account=make_user("eve"), kind="partied"),
    ],
    "password_link_token_unique": [
        lambda s: [link(s), link(s, account=make_user("eve"))],
    ],
    "password_link_one_open_of_each_kind": [lambda s: [link(s), link(s, token_hash="1")]],
    "password_link_used_or_revoked": [
        lambda s: link(s, used_at=timezone.now(), revoked_at=timezone.now()),
    ],
    "api_token_hash_unique": [lambda s: [token(s), token(s, name="other")]],
    "api_token_name_unique_while_valid": [lambda s: [token(s), token(s, token_hash="1")]],
    "api_token_scopes_known": [
        lambda s: token(s, scopes=[]),
        lambda s: token(s, scopes=["read", "judge"]),
    ],
    "api_token_submit_stands_alone": [lambda s: token(s, scopes=["submit", "read"])],
    "visit_key_unique_on_pair": [lambda s: [visit(s), visit(s)]],
    "visit_ends_after_start": [
        lambda s: visit(s, last_seen_at=timezone.now() - timedelta(hours=1)),
    ],
}
