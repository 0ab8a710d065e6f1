"""Ends of API tokens that come with changes to an account."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db.models.functions import TruncDay, TruncMonth
from django.utils import timezone

from annotation.identity.log import log_account
from annotation.models import AccountEventKind, ApiToken


def end_tokens(account: User, *, actor: User | None) -> None:
    """Revoke the valid tokens of an account, whose row is locked."""
    now = timezone.now()
    for token in account.api_tokens.filter(revoked_at=None, expires_at__gt=now):
        token.revoked_at = now
        token.save(update_fields=["revoked_at"])
        log_account(
            account=account, kind=AccountEventKind.TOKEN_REVOKED, actor=actor, name=token.name
        )


def forget_ended_tokens(accounts: Collection[int]) -> None:
    """Delete ended tokens of these accounts; of valid ones, keep months of issue and use.

    They end when their last day begins: the exact time would reveal when they were issued.
    """
    tokens = ApiToken.objects.filter(account__in=accounts)
    valid = tokens.filter(revoked_at=None, expires_at__gt=timezone.now())
    tokens.exclude(pk__in=valid.values("pk")).delete()
    valid.update(
        created_at=TruncMonth("created_at"),
        last_used_at=TruncMonth("last_used_at"),
        expires_at=TruncDay("expires_at"),
    )
